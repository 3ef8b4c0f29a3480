"""scripts/test-thorns from end to end: tests that pass, fail in every way or cannot run, in a configuration of the thorns of this
build and one that has nothing but tests."""

import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

from folders import new_folder
from output_case import PARAMETERS
from simulation import BUILD, CHEMORA, HANG_SECONDS, SOURCE, environment

VARIABLE = 'IOASCII::out1D_vars = "TestOutput::f"\nIOASCII::out1D_every = 4\n'
RUN = PARAMETERS.replace('"data"', "$parfile") + VARIABLE
TEST_CCL = "TEST many_processes\n{\nNPROCS 64\n}\nTEST misspelt\n{\nNPROCS 1\n}\n"


class Configuration:
    """A folder in the form of a built configuration, and an arrangement with the thorn Made/Up."""

    def __init__(self):
        self.root = new_folder()
        self.build = self.root / "build"
        self.tests = self.root / "arrangements/Made/Up/test"
        self.tests.mkdir(parents=True)
        (self.build / "bindings").mkdir(parents=True)
        (self.build / "bin").mkdir()
        (self.build / "bin/chemora").symlink_to(CHEMORA)
        (self.build / "CMakeCache.txt").write_text(
            f"CMAKE_HOME_DIRECTORY:INTERNAL={SOURCE}\nTHORN_PATH:STRING={self.root / 'arrangements'}\n")
        manifest = (BUILD / "bindings/manifest.txt").read_text()
        lines = [line for line in manifest.splitlines() if not line.startswith("thorn\tExamples/")]
        (self.build / "bindings/manifest.txt").write_text("\n".join([*lines, "thorn\tMade/Up\t/nowhere"]) + "\n")
        (self.tests / "test.ccl").write_text(TEST_CCL)

    def add(self, name, parameters=RUN, reference=None):
        (self.tests / f"{name}.par").write_text(parameters)
        (self.tests / name).mkdir()
        for file in reference.iterdir() if reference else []:
            shutil.copy(file, self.tests / name)

    def run(self, *options):
        environment_ = environment(PYTHONPATH=SOURCE / "scripts")
        command = [sys.executable, "-m", "thorn_tests", "--build", str(self.build), *options]
        return subprocess.run(command, env=environment_, capture_output=True, text=True, timeout=HANG_SECONDS)


def expect_lines(result, status, *texts):
    output = result.stdout + result.stderr
    assert result.returncode == status, output
    for text in texts:
        assert text in output


def with_wrong_value(folder):
    """The folder, after replacing the last value of the file along x; returns (file, its line and column)."""
    path = next(folder.glob("f_x_*.xg"))
    lines = path.read_text().splitlines()
    last = max(number for number, line in enumerate(lines) if line.strip())
    lines[last] = lines[last].split()[0] + "\t12345"
    path.write_text("\n".join(lines) + "\n")
    return f"{path.name} line {last + 1}, column 2: "


def test_usage():
    configuration = Configuration()
    expect_lines(configuration.run(), 2, "error: no thorn of this configuration has tests")
    expect_lines(configuration.run("--procs", "0"), 2, "0 is not a whole number from 1 to ")
    expect_lines(configuration.run("--procs", "100000"), 2, "100000 is not a whole number from 1 to ")
    expect_lines(configuration.run("--timeout", "1" * 30), 2, "1 is not a whole number from 1 to 604800")
    expect_lines(configuration.run("--tests", "["), 2, "[ is not a regular expression")
    expect_lines(configuration.run("--build", str(configuration.root)), 2, "is this folder a built configuration?")
    script = subprocess.run([SOURCE / "scripts/test-thorns", "--test", "x"], capture_output=True, text=True)
    expect_lines(script, 2, "error: unknown option --test ")
    script = subprocess.run([SOURCE / "scripts/test-thorns", "--tests"], capture_output=True, text=True)
    expect_lines(script, 2, "error: --tests needs a value")


def add_failures(configuration, output):
    """Adds one test for every way to fail; returns the lines of the table about them."""
    configuration.add("wrong_value", reference=output)
    wrong = with_wrong_value(configuration.tests / "wrong_value")
    configuration.add("missing_file", reference=output)
    (configuration.tests / "missing_file/g.xl").write_text("1 2\n")
    configuration.add("wrong_parameter", RUN + "TestOutput::no_such_parameter = 1\n")
    configuration.add("not_compiled", 'ActiveThorns = "Pugh Carpet"\n')
    configuration.add("many_processes")
    (configuration.tests / "folder.par").mkdir()
    (configuration.tests / "folder").mkdir()
    return [wrong, "FAILED: g.xl was not written", "FAILED: exit code 1: ",
            "skipped: not compiled: Carpet", "skipped: needs 64 processes (--procs 64)",
            "TEST misspelt has no parameter file misspelt.par", "test/folder.par is not a file and therefore not a test"]


def test_table_and_kept_output():
    configuration = Configuration()
    configuration.add("right")
    first = configuration.run("--keep")
    expect_lines(first, 0, "passed (ended well; no files to compare)", "\n1 passed, 0 failed, 0 skipped\n")
    output = configuration.build / "test-thorns/runs/Made/Up/right"
    shutil.copytree(output, configuration.tests / "right", dirs_exist_ok=True)
    reference = configuration.tests / "right"
    result = configuration.run("--procs", "3")
    expect_lines(result, 0, "files agree", "\n1 passed, 0 failed, 0 skipped\n")
    assert not output.parent.exists(), result.stdout

    texts = add_failures(configuration, reference)
    junit = configuration.root / "junit.xml"
    result = configuration.run("--junit", str(junit))
    expect_lines(result, 1, *texts, f"log: {output.parent}/wrong_value.log", "[6/6] ")
    assert result.stdout.endswith("\n1 passed, 3 failed, 2 skipped\n"), result.stdout
    assert (output.parent / "wrong_value.diffs").exists(), result.stdout
    suite = ElementTree.parse(junit).getroot().find("testsuite")
    counts = [suite.get(name) for name in ("name", "tests", "failures", "skipped")]
    assert counts == ["Made/Up", "6", "3", "2"], result.stdout
    failures = {case.get("name") for case in suite if case.find("failure") is not None}
    assert failures == {"wrong_value", "missing_file", "wrong_parameter"}, result.stdout

    configuration.add("endless", RUN.replace("cctk_itlast = 4", "cctk_itlast = 1000000000"))
    result = configuration.run("--tests", "Made/Up/e", "--timeout", "2")
    expect_lines(result, 1, "FAILED: did not end within 2 s (--timeout)", "\n0 passed, 1 failed, 0 skipped\n")
    expect_lines(configuration.run("--tests", "nothing"), 2, "selects none of the tests: Made/Up/endless, ")
    (configuration.tests / "test.ccl").write_text("ABSTOL much\n")
    expect_lines(configuration.run(), 2, f"{configuration.tests}/test.ccl:1: found `much`")
