"""edlc reports all errors in the sweeps of a thorn (docs/sweeps.md) with their positions, and writes nothing then."""

import subprocess

import pytest
import simulation
from folders import new_folder

EIKONAL = simulation.SOURCE / "thorns/Examples/Eikonal"
HEADER = 'grid real u = "Own::u"\nreal f(axis[x] i, axis[y] j, axis[z] k) =\n'


def edlc(*arguments):
    return subprocess.run([simulation.EDLC, *map(str, arguments)], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)


@pytest.fixture
def thorn():
    folder = new_folder("sweeps") / "Own"
    (folder / "recursions").mkdir(parents=True)
    (folder / "param.ccl").write_text("")
    return folder


def test_all_errors_of_all_files(thorn):
    files = {"First": HEADER + "  if i == 0 then 0.0 else f(i - 1, j, k) + v[i, j, k]\nsweep u = f\n",
             "Second": HEADER + "  if i == 0 or i == points_x - 1 then 0.0\n  else f(i + 1, j, k) + f(i - 1, j, k)\nsweep u = f along all\n",
             "Third": "int n(int i) = if i == 0 then 1 else n(i - 1)\nprint n(4)\n",
             "Fourth": "sweep u = = 3\n"}
    for name, text in files.items():
        (thorn / f"recursions/{name}.rec").write_text(text)
    result = edlc("--thorn", thorn / "generated", "--recursions", thorn)
    assert result.returncode == 1 and not (thorn / "generated").exists()
    for expected in ("First.rec:3:44: error: ", "Second.rec:2:6: error: A sweep cannot compute `f`", "Third.rec:2:1: error: A file in the "
                     "folder `recursions`", "Fourth.rec:1:11: error: "):
        assert expected in result.stderr, result.stderr
    assert result.stderr.count("A sweep cannot compute") == 1, result.stderr


def test_generated_files(thorn):
    (thorn / "recursions/Own_Step.rec").write_text(HEADER + "  if i == 0 then u[i, j, k] else f(i - 1, j, k)\nsweep u = f\n")
    result = edlc("--thorn", thorn / "generated", "--recursions", thorn)
    assert result.returncode == 0 and not result.stderr
    assert (thorn / "generated/recursions.txt").read_text() == (
        f"function\tOwn_Step\t{thorn}/recursions/Own_Step.rec\narray\tu\treal64\trw\t1\t11\tOwn::u\n")
    assert "Recursions_RegisterSweeps" in (thorn / "generated/Own_recursions.cpp").read_text()


def test_warnings(thorn):
    (thorn / "recursions/Own_Step.rec").write_text(HEADER + "  if i == 0 then 1.0 else f(i - 1, j, k)\nlet h = 1.0\nsweep u = f\n")
    result = edlc("--recursions", thorn)
    assert result.returncode == 0 and "Own_Step.rec:4:5: warning: `h` is not used." in result.stderr, result.stderr


@pytest.mark.parametrize("text, messages", [
    ('let kapa = 0.5\ngrid real u = "Own::u"\nreal f(axis[x] i, axis[y] j, axis[z] k) =\n'
     "  if i == 0 then kapa else f(i - 1, j, k)\nsweep u = f\n",
     ["Own_Step.rec:1:5: error: The scalar `kapa` always has the number in the file", "Did you mean `kappa`?"]),
    (HEADER.replace("Own::u", "Own::v") + "  if i == 0 then 1.0 else f(i - 1, j, k)\nsweep u = f\n",
     ["Own_Step.rec:1:11: error: ", "There is no variable `Own::v` for the argument `u`. Did you mean `Own::u`?"]),
    (HEADER.replace("Own::u", "Own::n") + "  if i == 0 then 1.0 else f(i - 1, j, k)\nsweep u = f\n",
     ["Own_Step.rec:1:11: error: `u` is the variable Own::n, which a sweep cannot access."]),
    (HEADER.replace("Own::u", "Own::u_p") + "  if i == 0 then 1.0 else f(i - 1, j, k)\nsweep u = f\n",
     ["Own_Step.rec:1:11: error: `u` is the variable Own::u_p, time level 1 of Own::u, which is declared with 1 time level."]),
])
def test_names_that_the_thorn_does_not_have(thorn, text, messages):
    """The binder compares the names of a file with the CCL files of its thorn."""
    (thorn / "recursions/Own_Step.rec").write_text(text)
    for name, ccl in {"interface.ccl": "IMPLEMENTS: Own\nPUBLIC:\nCCTK_REAL fields TYPE=GF { u }\nCCTK_INT numbers TYPE=GF { n }\n",
                      "param.ccl": 'REAL kappa "Absorption"\n{\n  0:* :: "any"\n} 1.0\n',
                      "schedule.ccl": 'STORAGE: fields\nSCHEDULE Own_Step AT CCTK_INITIAL\n{\n  LANG: C\n} "Sweep"\n'}.items():
        (thorn / name).write_text(ccl)
    assert edlc("--thorn", thorn / "generated", "--recursions", thorn).returncode == 0
    manifest = thorn.parent / "manifest.txt"
    manifest.write_text(f"thorn\tTest/Own\t{thorn}\nrecursions\tTest/Own\t{thorn}/generated/recursions.txt\n")
    result = subprocess.run([simulation.BUILD / "bin/chemora-bind", manifest, thorn.parent / "out"], capture_output=True, text=True,
                            timeout=simulation.HANG_SECONDS)
    output = " ".join((result.stdout + result.stderr).split())
    assert result.returncode == 1 and not (thorn.parent / "out").exists(), output
    for message in messages:
        assert message in output, output


def test_single_files():
    result = edlc("--emit=schedule", EIKONAL / "recursions/Eikonal_Sweep.rec")
    assert result.returncode == 0 and "  along -x, -y, -z: " in result.stdout, result.stdout
    assert edlc(simulation.SOURCE / "thorns/Sequences/Sequences/programs/edit.rec").returncode == 0


@pytest.mark.parametrize("arguments, message", [
    (("--recursions", simulation.SOURCE / "thorns/Examples/Wave"), "There is no file"),
    (("--recursions", EIKONAL, "--loops", EIKONAL), "edlc compiles either an equation file or"),
    (("--emit=graph", EIKONAL / "recursions/Eikonal_Sweep.rec"), "`--emit=graph` is not possible for a file of recursions"),
    (("--emit=schedule", simulation.SOURCE / "thorns/Examples/Wave/equations/wave.edl"), "write `edlc --emit=schedule FILE.rec`"),
    (("--recursion", EIKONAL), "Did you mean `--recursions`?"),
    (("missing.rec",), "missing.rec"),
])
def test_wrong_command_lines(arguments, message):
    result = edlc(*arguments)
    assert result.returncode == 1 and message in result.stderr, result.stderr
