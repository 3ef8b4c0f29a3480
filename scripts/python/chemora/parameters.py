"""Reads the parameters of a run: from the file NAME.all.par with all parameters, from an HDF5 file, or from the parameter file."""

import collections.abc
import re

from .errors import DamagedFile, MissingData, unknown
from .hdf5_files import HDF5_FILE, saved_parameters

ASSIGNMENT = re.compile(r'(?m)^[ \t]*([A-Za-z]\w*(?:::\w+(?:\[\d+\])?)?)[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^"\n#!]*)')


def value_of(text):
    """The value of a parameter: a number as int or float, everything else, also "yes" and "no", as text."""
    if text.startswith('"'):
        return re.sub(r"\\(.)", r"\1", text[1:-1])
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            pass
    return text.strip()


def parse_parameters(text):
    """Returns {name: value}. ActiveThorns is the list of all active thorns."""
    found = {"ActiveThorns": []}
    for name, value in ASSIGNMENT.findall(re.sub(r'(?m)^[ \t]*[#!].*$', "", text)):
        if name.lower() == "activethorns":
            found["ActiveThorns"] += value_of(value.strip()).split()
        else:
            found[name] = value_of(value.strip())
    return found


class Parameters(collections.abc.Mapping):
    """The parameters of a run, {"Wave::A": 1.0}. Names may be in upper or lower case, and need no thorn if only one thorn has a
    parameter of this name."""

    def __init__(self, values):
        self._values = values

    def __getitem__(self, name):
        short = name.split("::")[-1].lower()
        same = [other for other in self._values if other.split("::")[-1].lower() == short]
        exact = [other for other in same if other.lower() == name.lower()]
        if len(exact or same) == 1:
            return self._values[(exact or same)[0]]
        if same:
            raise MissingData(f"several thorns have a parameter '{short}': write {' or '.join(sorted(same))}")
        raise unknown("parameter", name, list(self._values))

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def __repr__(self):
        return "".join(f"{name} = {value!r}\n" for name, value in self._values.items())


def read_parameters(folders):
    """Reads the parameters of the last segment of a run."""
    for folder in reversed(folders):
        own = [path for path in sorted(folder.glob("*.par")) if not path.name.endswith(".all.par")]
        for path in [*sorted(folder.glob("*.all.par")), *own]:
            return Parameters(parse_parameters(path.read_text(errors="replace")))
        for path in sorted(folder.glob("*.h5")):
            try:
                if HDF5_FILE.fullmatch(path.name) and (text := saved_parameters(path)):
                    return Parameters(parse_parameters(text))
            except DamagedFile:
                continue
    raise MissingData(f"{folders[-1]} contains no parameters: IO::parfile_write = \"copy\" requests them")
