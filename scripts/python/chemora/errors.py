"""Errors of the package, and messages that contain the most similar name."""

import difflib


class MissingData(KeyError):
    """The requested data do not exist. The message contains the most similar name."""

    def __str__(self):  # KeyError would print quotation marks around the message
        return str(self.args[0])


class DamagedFile(MissingData):
    """A file cannot be read."""


def nearest(name, known, n=1):
    """Returns the `n` most similar of the names `known`, the most similar first."""
    lower = {other.lower(): other for other in known}
    return [lower[similar] for similar in difflib.get_close_matches(name.lower(), lower, n=n, cutoff=0)]


def unknown(kind, name, known):
    """Returns the error for a name that is not among the names `known`."""
    if not known:
        return MissingData(f"there is no {kind} '{name}'; there are none")
    similar = nearest(name.split("::")[-1], known, 5)
    names = f"all names are {', '.join(sorted(known))}" if len(known) <= 20 else f"similar names are {', '.join(similar)}"
    return MissingData(f"there is no {kind} '{name}'; the most similar name is '{similar[0]}', and {names}")


def find_name(kind, name, known):
    """Returns the element of `known` that `name` denotes, in upper or lower case, and with or without the thorn of a variable."""
    names = {other.lower(): other for other in known}
    for candidate in (name.lower(), name.split("::")[-1].lower()):
        if candidate in names:
            return names[candidate]
    with_thorn = [other for other in known if other.split("::")[-1].lower() == name.lower()]
    if len(with_thorn) == 1:
        return with_thorn[0]
    raise unknown(kind, name, known)
