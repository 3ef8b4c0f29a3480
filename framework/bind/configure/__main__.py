"""Reads ThornLists and the files of their thorns, and writes the input of CMake and of chemora-bind.

CMake runs this script twice (framework/bind/cmake/configuration.cmake): with --libraries, it writes to OUTPUT which libraries
CMake has to look for; then, with the libraries that CMake has found, it writes the thorns with their sources and
capabilities. OUTPUT contains CMake statements, including one message() for each error. BUILD/bindings/manifest.txt is the
input of chemora-bind.

With --added and --program, the build compiles one thorn as a library for the program of another build folder. The ThornLists are
those of that program.
"""

import argparse
import pathlib

from capabilities import LIBRARIES, Capabilities
from report import Report, write_if_changed
from requirements import check_requirements
from sources import is_fortran, report_missing_modules, thorn_sources, with_used_modules
from thorn_list import (
    add_required_thorns,
    added_thorn,
    all_thorns,
    check_paths,
    find_thorns,
    link_arrangements,
    read_rows,
    read_thornlists,
)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--libraries", action="store_true", help="write which libraries CMake has to look for")
    parser.add_argument("--source", type=pathlib.Path, required=True, help="the folder of Chemora")
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder")
    parser.add_argument("--thornlist", action="append", default=[])
    parser.add_argument("--path", action="append", default=[], help="a folder of arrangements")
    parser.add_argument("--added", type=pathlib.Path, help="the folder or equation file of the thorn that is compiled as a library")
    parser.add_argument("--program", type=pathlib.Path, help="the build folder of the program that loads the library")
    for program in ("make", "cc", "cxx", "fortran"):
        parser.add_argument(f"--{program}", default="none")
    parser.add_argument("--found", action="append", default=[], metavar="NAME=VERSION", help="a library of the machine")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a CMake variable for scripts")
    parser.add_argument("--module", action="append", default=[], metavar="NAME=MODULE", help="its module of pkg-config")
    settings = parser.parse_args()
    settings.modules = dict(pair.split("=", 1) for pair in settings.module)
    settings.found = dict(pair.split("=", 1) for pair in settings.found)
    settings.options = dict(pair.split("=", 1) for pair in settings.option)
    return settings


def write_libraries(capabilities, report):
    for name in capabilities.wanted_libraries():
        library = LIBRARIES[name]
        arguments = [name]
        for key in ("target", "modules", "header", "libraries", "also"):
            value = getattr(library, key)
            if value:
                arguments += [key.upper(), *([value] if isinstance(value, str) else value)]
        report.call("chemora_find_library", *arguments)
    report.call("set", "chemora_libraries", ";".join(capabilities.wanted_libraries()))
    report.call("set", "chemora_options", ";".join(capabilities.wanted_options()))


def write_thorn(thorn, capabilities, known_thorns, settings, report):
    """Writes the call of chemora_thorn() with the sources, include folders and libraries of the thorn."""
    names = capabilities.of_thorn(thorn)
    providers = [capabilities.providers[name] for name in names if name in capabilities.providers]
    sources = []
    if not thorn.equations:
        definitions = [f"CCTK_HOME := {settings.source}", f"THORN := {thorn.name}"]
        definitions += [f"HAVE_CAPABILITY_{name} := 1" for name in capabilities.spellings(thorn)]
        sources = thorn_sources(thorn.source / "src", definitions, settings, report)
    fortran = [source for source in sources if is_fortran(source)]
    if fortran:
        fortran = with_used_modules(fortran, thorn.source / "src")
        report_missing_modules(thorn, fortran, capabilities, known_thorns, report)
    own = capabilities.thorns
    configuration = thorn.configuration
    module_thorns = [capabilities.providers.get(name) for name in (*configuration.requires, *configuration.optional)]
    module_thorns += [other for name in configuration.thorns for other in own if other.name.upper() == name]
    module_thorns = {other.name: None for other in module_thorns if other and other is not thorn}
    lists = {
        "EQUATIONS": thorn.equations,
        "INCLUDED": thorn.included,
        "CCL": [] if thorn.equations else sorted(thorn.source.glob("*.ccl")),
        "LOOPS": thorn.loops,
        "RECURSIONS": thorn.recursions,
        "SOURCES": [source for source in sources if not is_fortran(source)],
        "FORTRAN": fortran,
        "INCLUDES": [provider.source / "src" / folder for provider in providers for folder in ("", "include")],
        "LIBRARIES": capabilities.targets_of(thorn),
        "MODULES_OF": module_thorns,
    }
    arguments = [argument for key, values in lists.items() if values for argument in (key, *values)]
    report.call("chemora_thorn", thorn.name, thorn.full_name, thorn.source, *arguments)


def compiled_folder(thorn, build):
    """Returns the folder with the CCL files of a thorn. If the thorn has equations, edlc writes its CCL files below the
    build folder."""
    return build / "equations" / thorn.full_name if thorn.equations else thorn.source


def main():
    settings, report = parse_arguments(), Report()
    of_listed = Report() if settings.added else report  # the build of the program reports errors of its thorns
    shipped = settings.source / "thorns"
    paths = check_paths(settings.path, settings.build, report)
    renamed = read_rows(shipped / "former-names.th", report)
    former_names = {former: present for former, present, *_ in renamed}
    namesakes = dict(read_rows(shipped / "namesakes.th", report))
    listed = read_thornlists(settings.thornlist, former_names, paths, of_listed)
    thorns = find_thorns(listed, paths, of_listed)
    add_required_thorns(thorns, shipped, of_listed)
    compiled = thorns
    if settings.added:
        compiled = [added_thorn(settings.added, thorns, report)]
        thorns = [*thorns, *compiled]
    capabilities = Capabilities(thorns, settings.found, settings.modules)
    if settings.libraries:
        report = Report()  # the second run reports the errors
        write_libraries(capabilities, report)
    else:
        check_requirements(thorns, paths, report)
        known_thorns = all_thorns(paths)
        capabilities.run_scripts(settings, report)
        capabilities.report_missing(known_thorns, report)
        link_arrangements(settings.build / "arrangements", thorns, paths, namesakes)
        lines = capabilities.manifest_lines()
        for thorn in thorns:
            if thorn in compiled:
                write_thorn(thorn, capabilities, known_thorns, settings, report)
            folder = compiled_folder(thorn, settings.build if thorn in compiled else settings.program)
            lines.append(f"thorn\t{thorn.full_name}\t{folder}\t{namesakes.get(thorn.full_name, '')}\n")
            for kind in ("loops", "recursions"):
                if getattr(thorn, kind):
                    build = settings.build if thorn in compiled else settings.program
                    lines.append(f"{kind}\t{thorn.full_name}\t{build}/{kind}/{thorn.full_name}/{kind}.txt\n")
            for former, present, *setting in renamed:
                if present == thorn.full_name and not former.endswith(f"/{thorn.name}"):
                    lines.append("\t".join(["former", present, former.split("/")[1], *setting]) + "\n")
        write_if_changed(settings.build / "bindings/manifest.txt", "".join(lines))
    report.write(settings.output)


if __name__ == "__main__":
    main()
