"""Checks that the ThornList contains all implementations and thorns that its thorns require. Otherwise the
configuration stops.

chemora-bind repeats this check when all CCL files exist, including the files that edlc writes.
"""

import re

from report import did_you_mean
from thorn_list import all_thorns


def check_requirements(thorns, paths, report):
    """Reports each implementation and each thorn that a thorn of the list requires and that is missing from the
    list."""
    names = {thorn.name.upper() for thorn in thorns}
    required_by = {thorn.full_name: _implementations(thorn.name, thorn.source) for thorn in thorns}
    implemented = {"CACTUS", *(own.upper() for own, _ in required_by.values())}
    missing = []
    for thorn in thorns:
        for implementation in required_by[thorn.full_name][1]:
            if implementation.upper() not in implemented:
                offer = _offer(implementation, paths, lambda name, folder: _implementations(name, folder)[0])
                missing.append(
                    f"\n  {thorn.listed}: Thorn {thorn.full_name} requires the implementation `{implementation}`, which no "
                    f"thorn of the ThornList has.{offer}"
                )
        for required in thorn.configuration.thorns:
            if required not in names:
                spelling = thorn.configuration.spelling[required]
                offer = _offer(spelling, paths, lambda name, folder: name)
                missing.append(
                    f"\n  {thorn.listed}: Thorn {thorn.full_name} requires the thorn `{spelling}`, which is not in the "
                    f"ThornList.{offer}"
                )
    if missing:
        report.error(f"Thorns that others require are missing from the ThornList: {len(missing)}.{''.join(missing)}")


def _implementations(name, folder):
    """Returns the implementation of a thorn, and the list of implementations that it inherits or shares parameters
    with. A thorn with equations, loops or recursions also requires the implementation that launches kernels. If equations
    evolve variables, it requires the implementation that integrates in time."""
    if (folder / "interface.ccl").is_file():
        own = _words_after(folder / "interface.ccl", r"implements[ \t]*:")
        required = _words_after(folder / "interface.ccl", r"inherits[ \t]*:")
        required += _words_after(folder / "param.ccl", r"shares[ \t]*:")
        if any(folder.glob("loops/*.f90")):
            required.append("CaKernel")
        if any(folder.glob("recursions/*.rec")):
            required.append("Recursions")
        return " ".join(own), list(dict.fromkeys(required))
    own, required = name, ["CaKernel"]
    for file in [*folder.glob("equations/*.edl"), *folder.glob("equations/*.kranc")]:
        own = " ".join(_words_after(file, "implement ")) or own
        required += _words_after(file, "inherit ") + _words_after(file, r"begin[ \t]+inherited ")
        if re.search(r"(?m)^[ \t]*D_t[ \t]", file.read_text(errors="replace")):
            required += ["MethodOfLines", "Boundary"]
    return own, list(dict.fromkeys(required))


def _words_after(file, beginning):
    """Returns the names that follow a match of the regular expression at the beginning of a line, up to the end of this
    line."""
    if not file.is_file():
        return []
    text = re.sub(r"#.*", "", file.read_text(errors="replace").replace("\r", ""))
    text = re.sub(r"\\[ \t]*\n", " ", text)
    lines = re.findall(rf"(?im)^[ \t]*{beginning}(.*)", text)
    return [name for line in lines for name in re.findall(r"[A-Za-z_][A-Za-z0-9_]*", line)]


def _offer(wanted, paths, name_of):
    """Returns a message with the thorns below the paths that the user can add to the ThornList; otherwise the most
    similar name."""
    known = {thorn: name_of(thorn.split("/")[1], folder) for thorn, folder in all_thorns(paths).items()}
    suitable = [thorn for thorn, name in known.items() if name.upper() == wanted.upper()]
    if suitable:
        return f" Add {' or '.join(suitable)} to it."
    hint = did_you_mean(wanted, list(known.values()))
    return f" None of the folders of arrangements has such a thorn; -DTHORN_PATH=DIR adds a folder.{hint}"
