"""Reads ThornLists, finds the folders of the listed thorns, and creates links to these folders."""

import dataclasses
import os
import pathlib
import re

from configuration_ccl import Configuration, read_configuration
from report import did_you_mean, write_if_changed

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.+-]*/[A-Za-z][A-Za-z0-9_]*")
CCL_FILES = ("interface.ccl", "param.ccl", "schedule.ccl")


@dataclasses.dataclass
class Thorn:
    """One thorn of the configuration."""

    full_name: str  # Arrangement/Thorn
    listed: str  # file:line of the ThornList
    source: pathlib.Path  # the folder of the thorn in its arrangement
    equations: list = dataclasses.field(default_factory=list)  # the files that edlc compiles, if there is no interface.ccl
    included: list = dataclasses.field(default_factory=list)  # the files that these files may include
    loops: list = dataclasses.field(default_factory=list)  # the Fortran loops that edlc compiles (docs/loops.md)
    recursions: list = dataclasses.field(default_factory=list)  # the sweeps that edlc compiles (docs/sweeps.md)
    configuration: Configuration = dataclasses.field(default_factory=Configuration)

    @property
    def name(self):
        return self.full_name.split("/")[1]


def equation_files(folder):
    return sorted([*folder.glob("equations/*.edl"), *folder.glob("equations/*.kranc")])


def is_thorn(folder):
    return (folder / "interface.ccl").is_file() or bool(equation_files(folder))


def check_paths(paths, base, report):
    """Returns the folders of arrangements as absolute paths. Reports each folder that cannot contain arrangements."""
    valid = []
    for path in dict.fromkeys(pathlib.Path(os.path.normpath(base / path)) for path in paths):
        special = re.search(r"""[][ \t"'$#%:;()&|<>*?\\@`{}!]""", str(path))
        if not path.is_dir():
            report.error(f"THORN_PATH names the folder {path}, which does not exist.")
        elif special:
            report.error(
                f"The folder of arrangements `{path}` has a name with `{special[0]}`, which has a meaning for make or CMake. "
                "Give it a name of letters, digits and _ . + - ~ , = instead."
            )
        elif any(path.glob("arrangements/*/*/interface.ccl")):
            report.error(f"THORN_PATH names {path}, which contains no arrangements itself. Did you mean {path}/arrangements?")
        else:
            valid.append(path)
    return valid


def read_rows(path, report):
    """Returns the rows of a table such as thorns/namesakes.th."""
    lines = [line.split("#")[0].split() for line in report.read_file(path).splitlines()]
    return [tuple(line) for line in lines if line]


def read_thornlists(files, former_names, paths, report):
    """Returns the thorns of all ThornLists as a dictionary {Arrangement/Thorn: file:line}. `#` begins a comment and `!`
    a directive for GetComponents; both reach to the end of the line, as in Cactus. `former_names` maps the old names of
    renamed thorns to the new names. An old name is accepted with a note, unless a folder of arrangements contains a
    thorn of that name."""
    listed = {}
    for file in files:
        if not pathlib.Path(file).is_file():
            report.call("message", "FATAL_ERROR", f"The ThornList {file} does not exist.")
            continue
        for number, line in enumerate(report.read_file(file).removeprefix("\ufeff").splitlines(), 1):
            for word in re.split("[#!]", line)[0].split():
                word = re.sub(r"[][;\\]", "?", word)  # these characters are special in CMake lists
                where = f"{file}:{number}"
                if not NAME.fullmatch(word):
                    report.error(f"{where}: Found `{word}`, expected Arrangement/Thorn.")
                    continue
                if word in former_names and not any(is_thorn(path / word) for path in paths):
                    report.note(f"{where}: {word} is now called {former_names[word]}. Please change the ThornList.")
                    word = former_names[word]
                same = next((name for name in listed if name.split("/")[1] == word.split("/")[1]), None)
                if not same:
                    listed[word] = where
                elif same != word:
                    report.error(
                        f"{where}: {word} has the same name as {same}, which is listed at {listed[same]}; a configuration can "
                        "have only one of them."
                    )
    return listed


def find_thorns(listed, paths, report):
    """Returns the listed thorns, each from the first path that contains it. One error lists all missing thorns."""
    thorns, missing = [], []
    for name, where in listed.items():
        folder = next((path / name for path in paths if is_thorn(path / name)), None)
        if folder:
            thorns.append(read_thorn(name, where, folder, report))
        else:
            missing.append(f"\n  {where}: There is no thorn {name}.{_hint(name, paths)}")
    if missing:
        places = "\n    ".join(map(str, paths))
        report.error(
            f"Listed thorns that are missing: {len(missing)}.{''.join(missing)}\n  Searched in\n    {places}\n"
            "  A thorn is a folder Arrangement/Thorn with interface.ccl, equations/*.edl or equations/*.kranc; -DTHORN_PATH=DIR, "
            'or -DTHORN_PATH="DIR;DIR", adds folders of arrangements.'
        )
    return thorns


def read_thorn(name, where, folder, report):
    thorn = Thorn(name, where, folder)
    # CMake configures again when one of these files appears or disappears.
    patterns = ["configuration.ccl", "equations/*.edl", "equations/*.kranc", "equations/*/*.edl", "loops/*.f90", "recursions/*.rec", "src/*.[fF]*"]
    report.call("file", "GLOB", "unused", "CONFIGURE_DEPENDS", *(f"{folder}/{pattern}" for pattern in patterns))
    if not (folder / "interface.ccl").is_file():
        thorn.equations = equation_files(folder)
        thorn.included = sorted(folder.glob("equations/*/*.edl"))
        return thorn
    thorn.loops = sorted(folder.glob("loops/*.f90"))
    thorn.recursions = sorted(folder.glob("recursions/*.rec"))
    for file in CCL_FILES:
        if not (folder / file).is_file():
            report.error(f"{where}: Thorn {name} has no file {folder / file}; it may be empty, but it must exist.")
    if (folder / "configuration.ccl").is_file():
        thorn.configuration = read_configuration(folder / "configuration.ccl", report)
    return thorn


def added_thorn(path, thorns, report):
    """Returns the thorn in a folder, or in a single equation file, which a program with `thorns` can load."""
    if path.is_dir():
        thorn = read_thorn(f"{path.parent.name}/{path.name}", path, path, report)
    else:
        name = re.search(r"(?m)^[ \t]*begin[ \t]+thorn[ \t]+(\w+)", report.read_file(path))
        thorn = Thorn(f"Own/{name[1] if name else path.stem}", path, path.parent, [path], included_files(path))
    if not NAME.fullmatch(thorn.full_name):
        report.error(f"{path}: `{thorn.full_name}` is not a name Arrangement/Thorn; rename the folder or its parent folder.")
    same = next((other for other in thorns if other.name.upper() == thorn.name.upper()), None)
    if same:
        report.error(f"{path}: The program contains a thorn {same.full_name}. Give the added thorn another name.")
    return thorn


def included_files(path, found=None):
    """Returns the files that an equation file includes, directly or through other files."""
    found = {} if found is None else found
    for name in re.findall(r'(?m)^[ \t]*include[ \t]+"([^"\n]+)"', path.read_text(errors="replace")):
        included = pathlib.Path(os.path.normpath(path.parent / name))
        if included not in found and included.is_file():
            found[included] = None
            included_files(included, found)
    return list(found)


def add_required_thorns(thorns, shipped, report):
    """Appends Chemora thorns that other Chemora thorns require by a capability with the name of the thorn. The original
    Cactus thorns do not have these requirements, so that ThornLists for Cactus do not contain the required thorns."""
    for thorn in thorns:  # the loop appends to this list
        for capability in thorn.configuration.requires if thorn.source.is_relative_to(shipped) else ():
            required = thorn.configuration.spelling[capability]
            interface = next(shipped.glob(f"*/{required}/interface.ccl"), None)
            if interface and required not in (other.name for other in thorns):
                name = str(interface.parent.relative_to(shipped))
                thorns.append(read_thorn(name, thorn.listed, interface.parent, report))


def all_thorns(paths):
    """Returns the folders of all thorns below the paths, keyed by Arrangement/Thorn. If several paths contain a thorn,
    the first path is used."""
    folders = {}
    for path in paths:
        for folder in sorted(path.glob("*/*")):
            if is_thorn(folder):
                folders.setdefault(str(folder.relative_to(path)), folder)
    return folders


def link_arrangements(tree, thorns, paths, namesakes):
    """Creates a folder with a link Arrangement/Thorn for every thorn of the paths. Sources include headers of other
    thorns through these links. If several paths contain a thorn, the first path is used. If a Chemora thorn replaces a
    Cactus thorn (thorns/namesakes.th), the name of the Cactus thorn links to the Chemora thorn. #include
    "CactusBase/IOUtil/src/ioGH.h" therefore finds the header of the IOUtil that is compiled. The file <tree>.txt lists
    these links. All objects depend on this file, because a changed link may select an older header, which does not
    cause recompilation."""
    targets = {}
    for path in paths:
        for folder in sorted(path.glob("*/*")):
            if folder.is_dir():
                targets.setdefault(str(folder.relative_to(path)), str(folder))
    replaced = {namesakes[thorn.full_name]: targets[thorn.full_name] for thorn in thorns if thorn.full_name in namesakes}
    write_if_changed(f"{tree}.txt", "".join(f"{name} {folder}\n" for name, folder in replaced.items()))
    targets |= replaced
    for link in tree.glob("*/*"):
        if str(link.relative_to(tree)) not in targets:
            link.unlink()
    for name, folder in targets.items():
        link = tree / name
        if not (link.is_symlink() and os.readlink(link) == folder):
            link.unlink(missing_ok=True)
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(folder)


def _hint(name, paths):
    """Suggests a thorn of the same name in another arrangement, or the thorn with the most similar name in the same
    arrangement."""
    arrangement, thorn = name.split("/")
    known = list(all_thorns(paths))
    elsewhere = [other for other in known if other.endswith(f"/{thorn}")]
    if elsewhere:
        return f" Did you mean {elsewhere[0]}?"
    neighbours = [other.split("/")[1] for other in known if other.startswith(f"{arrangement}/")]
    return did_you_mean(thorn, neighbours, arrangement + "/{}")
