"""Finds the tests of a built configuration, and the reason for each test that cannot run in it."""

import dataclasses
import functools
import pathlib
import re

from thorn_tests import test_ccl

ARCHIVES = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz", ".tar.xz", ".txz")
EXTENSIONS = set("xg xl yl zl dl tl ul asc gnuplot gp gauss alm".split())


class ConfigurationError(Exception):
    """An error because of which no test can run. The message explains what the user must change."""


@dataclasses.dataclass
class Thorn:
    name: str
    arrangement: str
    folder: pathlib.Path
    ccl: test_ccl.TestCcl

    @property
    def full_name(self):
        return f"{self.arrangement}/{self.name}"


@dataclasses.dataclass
class Test:
    thorn: Thorn
    name: str
    parameter_file: pathlib.Path
    reference: pathlib.Path
    processes: int
    obstacle: str = ""  # the reason if the test cannot run

    @property
    def full_name(self):
        return f"{self.thorn.full_name}/{self.name}"


def find_thorns(build):
    """Returns the thorns of the configuration in the folder `build`, in the order of its ThornList."""
    roots = _arrangement_roots(build)
    thorns, errors = [], []
    for line in _read(build / "bindings/manifest.txt").splitlines():
        kind, name, *rest = line.split("\t")
        if kind != "thorn":
            continue
        folder = next((root / name for root in roots if (root / name).is_dir()), pathlib.Path(rest[0]))
        path = folder / "test/test.ccl"
        try:
            ccl = test_ccl.parse(path.read_text(errors="replace"), path) if path.is_file() else test_ccl.TestCcl()
        except test_ccl.CclError as error:
            errors.append(str(error))
            continue
        arrangement, short_name = name.split("/")
        thorns.append(Thorn(short_name, arrangement, folder, ccl))
    if errors:
        raise ConfigurationError("\n".join(errors))
    return thorns


def find_tests(thorns, processes):
    """Returns all tests of `thorns` that have reference data. If a test needs more than `processes` processes, or
    thorns that are not compiled, its field `obstacle` contains the reason."""
    compiled = {thorn.name.lower() for thorn in thorns}
    tests = []
    for thorn in thorns:
        for parameter_file in sorted((thorn.folder / "test").glob("*.par")):
            reference = _reference(parameter_file) if parameter_file.is_file() else None
            if reference:
                needed = thorn.ccl.processes(parameter_file.stem) or processes
                test = Test(thorn, parameter_file.stem, parameter_file, reference, needed)
                test.obstacle = _obstacle(test, compiled, processes)
                tests.append(test)
    return tests


def compared_extensions(thorns):
    return EXTENSIONS.union(*(thorn.ccl.extensions for thorn in thorns))


def remarks(thorns):
    """Returns notes on wrong files of single tests; all other tests can run."""
    for thorn in thorns:
        for name in thorn.ccl.tests:
            if not (thorn.folder / f"test/{name}.par").exists():
                yield f"{thorn.folder}/test/test.ccl: TEST {name} has no parameter file {name}.par"
        for path in sorted((thorn.folder / "test").glob("*.par")):
            if not path.is_file():
                yield f"{path} is not a file and therefore not a test"


def active_thorns(text):
    """Returns the names of the thorns that a parameter file activates, in the spelling of the file."""
    text = re.sub(r"#.*", "", text)
    return " ".join(a or b for a, b in re.findall(r'(?im)^\s*ActiveThorns\s*=\s*(?:"([^"]*)"|(\S+))', text)).split()


def _reference(parameter_file):
    """Returns the folder or archive with the reference files of a parameter file, or None if neither exists."""
    folder = parameter_file.with_suffix("")
    if folder.is_dir():
        return folder
    archives = (folder.with_name(folder.name + suffix) for suffix in ARCHIVES)
    return next((archive for archive in archives if archive.is_file()), None)


def _obstacle(test, compiled, processes):
    active = active_thorns(test.parameter_file.read_text(errors="replace"))
    missing = [name for name in dict.fromkeys(active) if name.lower() not in compiled]
    if missing:
        return f"not compiled: {', '.join(missing)}"
    if test.processes > processes:
        return f"needs {test.processes} processes (--procs {test.processes})"
    return ""


def _arrangement_roots(build):
    """Returns the folders that contain the arrangements of the configuration. Tests of generated thorns are in the
    source folder."""
    cache = _read(build / "CMakeCache.txt")
    value = functools.partial(_cache_value, cache)
    paths = [pathlib.Path(value("CMAKE_HOME_DIRECTORY")) / "thorns"]
    return paths + [build / path for path in value("THORN_PATH").split(";") if path]


def _cache_value(cache, name):
    found = re.search(rf"(?m)^{name}:[A-Z]+=(.*)$", cache)
    return found[1] if found else ""


def _read(path):
    try:
        return path.read_text()
    except OSError as error:
        raise ConfigurationError(f"{error.filename}: {error.strerror}; is this folder a built configuration?") from error
