"""Determines the sources of a thorn and their flags. GNU make evaluates the thorn's make.code.defn and
make.code.deps."""

import os
import pathlib
import re
import shlex
import subprocess

from capabilities import provider_by_name

LANGUAGES = {
    "c": "c", "cc": "c++", "cpp": "c++", "cxx": "c++", "C": "c++", "F": "fortran", "F77": "fortran", "F90": "fortran",
    "f": "fortran", "f77": "fortran", "f90": "fortran",
}  # fmt: skip
MAKEFILE = pathlib.Path(__file__).with_name("make_code.mk")


def thorn_sources(folder, definitions, settings, report):
    """The sources in `folder`, a thorn's src, and in the folders that SUBDIRS names. `definitions` are assignments that
    make.code.defn may use: HAVE_CAPABILITY_MPI := 1. The result is empty without a make.code.defn."""
    if not (folder / "make.code.defn").is_file():
        return []
    sources, subfolders = _read_make_code(folder, "", definitions, settings, report)
    subfolders = [name for name in dict.fromkeys(subfolders) if name not in (".", "./")]
    for subfolder in subfolders:
        if not (folder / subfolder / "make.code.defn").is_file():
            report.error(f"{folder}/make.code.defn names the folder {subfolder}, which has no make.code.defn.")
            continue
        more, deeper = _read_make_code(folder, subfolder, definitions, settings, report)
        sources += more
        deeper = [f"{subfolder}/{name}" for name in deeper if name != "."]
        deeper = [name for name in deeper if name not in subfolders]
        if deeper:
            report.warning(
                f"{folder}/{subfolder}/make.code.defn: SUBDIRS has an effect only in {folder}/make.code.defn, as in Cactus; "
                f"write there SUBDIRS += {' '.join(deeper)}."
            )
    return list(dict.fromkeys(sources))


def _read_make_code(folder, subfolder, definitions, settings, report):
    """Returns the paths of the sources in one folder, and the folders in SUBDIRS. Flags and include folders become
    properties of the sources."""
    here = folder / subfolder
    for file in ("make.code.defn", "make.code.deps"):
        if (here / file).is_file():
            report.depends_on(here / file)
    command = [settings.make, "--no-builtin-rules", "--no-builtin-variables", "--no-print-directory", "--dry-run"]
    command += [f"--file={MAKEFILE}", *(f"--eval={definition}" for definition in definitions), f"FOLDER={here}"]
    command += [f"SRCDIR={here}", f"CC={settings.cc}", f"CXX={settings.cxx}", f"F90={settings.fortran}"]
    command += [f"F77={settings.fortran}", "chemora"]
    result = subprocess.run(command, cwd=settings.build, capture_output=True, text=True, errors="replace", check=False)
    if result.returncode:
        reason = re.sub(r"g?make: |\*\*\* |  Stop\.|\n+$", "", result.stderr)
        report.error(f"make cannot read {here}/make.code.defn: {reason}")
    sources, subfolders, path, language = [], [], "", ""
    for kind, text in re.findall(r"chemora ([a-z+]+) (.+)", result.stdout):
        if kind == "subfolders":
            subfolders = text.split()
        elif kind == "source":
            path, language = _source(here, text, report)
            if path:
                sources.append(path)
                if subfolder:
                    properties = ("PROPERTIES", "INCLUDE_DIRECTORIES", f"{here};{here}/include")
                    report.call("set_source_files_properties", path, *properties)
        elif kind == language:
            flags = ";".join(flag.replace(";", "\\;") for flag in shlex.split(text))
            report.call("set_source_files_properties", path, "PROPERTIES", "COMPILE_OPTIONS", flags)
    return sources, subfolders


def _source(folder, name, report):
    """Returns the path and the language of a source. Both are empty if the source cannot be compiled."""
    path = pathlib.Path(os.path.normpath(folder / name))
    if path.is_dir():
        report.error(f"{folder}/make.code.defn names {path}, which is a folder; SUBDIRS names folders.")
        return "", ""
    if not path.is_file():
        report.error(f"{folder}/make.code.defn names {path}, which does not exist.")
        return "", ""
    ending = path.suffix[1:]
    if ending in ("cl", "cu"):
        report.error(f"{folder}/make.code.defn names {path}: sources in OpenCL and CUDA are not supported; remove this thorn.")
    elif ending not in LANGUAGES:
        report.error(
            f"{folder}/make.code.defn names {path}: only sources in C (.c), C++ (.cc .cpp .cxx .C) and Fortran "
            "(.F .F77 .F90 .f .f77 .f90) are supported."
        )
    return str(path), LANGUAGES.get(ending, "")


def is_fortran(source):
    return LANGUAGES.get(pathlib.Path(source).suffix[1:]) == "fortran"


def with_used_modules(sources, folder):
    """As in Cactus, a Fortran source that SRCS does not name is compiled if the other sources use a module that it
    defines."""
    used = {name for source in sources for name in used_modules(source)}
    others = sorted(file for ending in ("F90", "f90", "F", "f", "F77", "f77") for file in folder.glob(f"*.{ending}"))
    return sources + [str(file) for file in others if str(file) not in sources and used & set(defined_modules(file))]


def used_modules(source):
    """Returns the names of the modules that a Fortran source uses, in lower case."""
    text = pathlib.Path(source).read_text(errors="replace")
    return [name.lower() for name in re.findall(r"(?im)^[ \t]*use[ \t]+([a-z]\w*)", text)]


def defined_modules(source):
    text = pathlib.Path(source).read_text(errors="replace")
    return [name.lower() for name in re.findall(r"(?im)^[ \t]*module[ \t]+(\w+)[ \t]*(?:!.*)?$", text)]


def report_missing_modules(thorn, sources, capabilities, known_thorns, report):
    """Reports Fortran modules that exist only in a thorn of ExternalLibraries. The installed library that replaces such
    a thorn does not contain them."""
    used = {name for source in sources for name in used_modules(source)}
    for capability, where in thorn.configuration.requires.items():
        if capability in capabilities.providers:
            continue
        other = provider_by_name(capability, known_thorns)
        files = [*(known_thorns[other] / "src").glob("*.[Ff]90")] if other else []
        for module in sorted(used & {name for file in files for name in defined_modules(file)}):
            report.error(
                f"{where}: Thorn {thorn.name} requires {capability} and uses the Fortran module {module} of {other}, which is "
                "not listed. Add it to the ThornList."
            )
