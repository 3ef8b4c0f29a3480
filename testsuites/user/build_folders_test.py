"""Each ThornList has a build folder of its own, the default configuration comes back with its tests, and the scripts report which
configuration they find. A stand-in for cmake records its arguments and stores the variables, as CMake's cache does."""

import os
import subprocess

import pytest
from arrangements import configure, write_files
from checkout import linked_copy
from folders import new_folder
from simulation import HANG_SECONDS, SOURCE

CMAKE = """#!/bin/bash
echo "cmake $*" >>"$CALLS"
[ "$1" = -S ] || exit 0
folder=$4
touch "$folder/CMakeCache.txt"
[ -n "${CMAKE_FAILS:-}" ] || touch "$folder/build.ninja"
for word; do
  case $word in -D*)
    name=${word#-D} value=${word#*=}; name=${name%%=*}
    sed -i "/^$name:/d" "$folder/CMakeCache.txt"
    echo "$name:STRING=$value" >>"$folder/CMakeCache.txt" ;;
  esac
done
[ -z "${CMAKE_FAILS:-}" ]
"""
NOTE = '#!/bin/bash\necho "$(basename "$0") $*" >>"$CALLS"\n'
INSTALLED = "#!/bin/bash\nprintf installed\n"
DEFAULT = os.path.realpath(SOURCE / "thorns/default.th")


class Checkout:
    """A copy without a build folder, with stand-ins for the programs."""

    def __init__(self):
        self.folder = linked_copy()
        (self.folder / "build").unlink()
        self.calls = self.folder / "calls"
        programs = self.folder / "programs"
        write_files(programs, {"cmake": CMAKE, "ctest": NOTE, "mpirun": NOTE, "dpkg-query": INSTALLED})
        for program in programs.iterdir():
            program.chmod(0o755)
        write_files(self.folder, {"my.th": "Driver/PUGH\n", "other/my.th": "Driver/PUGH\n", "odd name.th": "Driver/PUGH\n"})
        self.environment = {name: value for name, value in os.environ.items() if name != "CHEMORA_BUILD"}
        self.environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "CALLS": str(self.calls)}

    def run(self, command, expect=0, **variables):
        """Returns the programs that the command called, with their arguments, and the output of the command in one
        line."""
        self.calls.write_text("")
        done = subprocess.run(["bash", "-c", f"scripts/{command}"], cwd=self.folder, env={**self.environment, **variables},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
        assert done.returncode == expect, f"{command}\n{done.stdout}"
        return self.calls.read_text(), " ".join(done.stdout.split())

    def expect(self, command, *called):
        calls, _ = self.run(command)
        for words in called:
            assert words.format(self.folder) in calls, command

    def expect_error(self, command, *words, **variables):
        calls, output = self.run(command, expect=1, **variables)
        for word in words:
            assert word.format(self.folder) in output, command
        assert "cmake" not in calls, f"{command} builds nevertheless"


@pytest.fixture
def checkout():
    return Checkout()


def test_each_thornlist_has_its_own_folder(checkout):
    checkout.expect("run params/wave/gaussian.par", "-B {0}/build -G", "{0}/build/bin/chemora")
    checkout.expect("build --thornlist my.th", "-B {0}/build-my -G Ninja -DTHORNLIST={0}/my.th -DCHEMORA_TESTS=AUTO")
    checkout.expect("run params/wave/gaussian.par --thornlist my.th", "cmake --build {0}/build-my", "{0}/build-my/bin/chemora")
    checkout.run("test-thorns --thornlist my.th", expect=2)  # the stand-in builds nothing
    checkout.expect("build --thornlist 'odd name.th'", "-B {0}/build-odd-name -G")
    checkout.expect("build --thornlist my.th --dir here", "-B {0}/here -G")
    for command in ("run params/wave/gaussian.par", "bench wave", "test"):
        calls, _ = checkout.run(command, expect=1 if command.startswith("bench") else 0)
        assert f"--build {checkout.folder}/build" in calls and "-my" not in calls, command
    checkout.expect_error("build --thornlist other/my.th", "{0}/build-my is configured for {0}/my.th, not for other/my.th.",
                          "Choose another folder with --dir.")
    checkout.expect_error("build --thornlist none.th", "there is no ThornList none.th")


def test_default_configuration_comes_back(checkout):
    """If `build` is configured for another ThornList, commands that need the default configuration report
    how to restore it."""
    checkout.expect("build --thornlist my.th --dir build", "-B {0}/build -G Ninja -DTHORNLIST={0}/my.th")
    for command in ("run params/wave/gaussian.par", "bench wave --quick", "test", "build", "build bench_wave"):
        checkout.expect_error(command, "{0}/build is configured for {0}/my.th, not for {0}/thorns/default.th.",
                              "Run `scripts/build --thornlist thorns/default.th`")
    for command in ("test", "bench wave"):
        checkout.expect_error(command, "the tests and benchmarks belong to the default configuration",
                              "`scripts/test-thorns --dir {0}/build`", CHEMORA_BUILD="build")
    checkout.expect("build --thornlist thorns/default.th", f"-B {{0}}/build -G Ninja -DTHORNLIST={DEFAULT} -DCHEMORA_TESTS=AUTO")
    checkout.expect("test -L output", "ctest --test-dir {0}/build", "-L output")
    checkout.expect("run params/wave/gaussian.par", "{0}/build/bin/chemora")

    checkout.run("build -DCHEMORA_TESTS=OFF")
    checkout.expect_error("test", "CHEMORA_TESTS is OFF", "Run `scripts/build --thornlist thorns/default.th`")


def test_failed_configuration_is_repeated(checkout):
    """The earlier configuration is not built instead."""
    checkout.run("build --thornlist my.th --dir changed")
    checkout.run("build --thornlist other/my.th --dir changed", expect=1, CMAKE_FAILS="yes")
    calls, _ = checkout.run("run params/wave/gaussian.par --dir changed", expect=1, CMAKE_FAILS="yes")
    assert "cmake --build" not in calls and "mpirun" not in calls and "cmake -S" in calls


def test_tests_belong_to_the_default_thornlist():
    """With CMake itself: tests appear and disappear with the ThornList of one folder."""
    folder = new_folder()
    for thornlist, has_tests in (("Driver/PUGH\n", False), (SOURCE / "thorns/default.th", True), ("Driver/PUGH\n", False)):
        code, output = configure(folder, thornlist, CHEMORA_TESTS="AUTO")
        assert code == 0, output
        assert ("testsuites" in (folder / "build/build.ninja").read_text()) == has_tests, thornlist
