"""edlc's command line: wrong calls are reported and write nothing; every stage and form can be printed."""

import re
import subprocess

import pytest
import simulation
from folders import new_folder

WAVE = simulation.SOURCE / "thorns/Examples/Wave/equations/wave.edl"


def edlc(*arguments):
    return subprocess.run([simulation.EDLC, *map(str, arguments)], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)


def fails(message, *arguments):
    result = edlc(*arguments)
    assert result.returncode == 1 and message in result.stderr, f"{arguments}: {result.returncode} {result.stderr}"


def prints(text, *arguments):
    result = edlc(*arguments)
    assert result.returncode == 0 and text in result.stdout and not result.stderr, f"{arguments}: {result.stdout[:300]}"


@pytest.fixture
def folder():
    return new_folder()


def test_counts_of_bssn():
    """Operations of the right-hand side of BSSN, beside the 7,900 of Blazewicz et al. (2013) at 8th order: at most 9,000 with
    mixed derivatives as products, as they have them, and fewer than theirs with diagonals."""
    text = edlc("--emit=statistics", simulation.SOURCE / "thorns/Relativity/BSSN/equations/bssn.edl").stdout
    counts = {(int(order), mixed): (int(before), int(after)) for order, mixed, before, after in re.findall(
        r"BSSN_RHS with fd_order = (\d) and mixed_derivatives = (\w+): \d+ operations as trees, (\d+) as written, (\d+) after the passes; reads 24 arrays, writes 25", text)}
    assert sorted(counts) == [(order, mixed) for order in (2, 4, 6, 8) for mixed in ("diagonal", "product")], text
    assert all(after <= before for before, after in counts.values()), counts
    for mixed, limit in (("product", 9000), ("diagonal", 7900)):
        assert 4000 < counts[4, mixed][1] < counts[8, mixed][1] < limit, counts


KRANC = """begin thorn Sources
inherit Channel
{more}
begin derivatives
  Dp u_i = (u_(i+1) - u_(i))/h
end derivatives
begin calculation terms scheduled in channel_sources
  source = Dp_1 height
end calculation
end thorn
"""


def test_warning_of_ghost_zones(folder):
    """Kranc files need not name the groups of inherited variables. A warning states that ghost zones are not exchanged."""
    path = folder / "sources.kranc"
    path.write_text(KRANC.format(more=""))
    result = edlc("--emit=graph", path)
    expected = ("sources.kranc:7:19: warning: `Channel::source` is computed in the interior only, and its ghost zones are "
                "not exchanged, because its group is unknown. Name the group in a block `begin inherited Channel` with the "
                "line `source group NAME`.\n  begin calculation terms scheduled in channel_sources\n")
    assert result.returncode == 0 and "store Channel::source" in result.stdout
    assert expected in result.stderr
    path.write_text(KRANC.format(more="begin inherited Channel\n  source group sources\n  height\nend inherited\n"))
    result = edlc("--emit=graph", path)
    assert result.returncode == 0 and not result.stderr, result.stderr


def test_programs_of_patterns_are_checked(folder):
    path = folder / "means.pat"
    path.write_text("input real v[n]\nlet means = mapp(i < n: v[i])\nlet unused = 1\noutput s = sum(means)\n")
    result = edlc(path)
    assert result.returncode == 1 and not result.stdout
    assert result.stderr == (f"{path}:2:13: error: There is no pattern `mapp`. Did you mean `map`?\n"
                             "  let means = mapp(i < n: v[i])\n              ^\n")
    path.write_text(path.read_text().replace("mapp", "map"))
    result = edlc(path)
    assert result.returncode == 0 and not result.stdout
    assert result.stderr.startswith(f"{path}:3:5: warning: `unused` is not used.\n"), result.stderr
    for option in ("--emit=graph", "--dump-after=edl", f"--thorn={folder}"):
        fails("edlc only checks a file of patterns, and writes no results; write `edlc FILE.pat`.", option, path)


UNUSED = """begin thorn Unused
begin parameters
  p : real, default: 1
end parameters
begin variables
  u
end variables
begin derivatives
  Du u_i = (u_(i+1) - u_(i))/h
end derivatives
begin calculation Start scheduled at initial
  u = 1
end calculation
begin calculation Step
  D_t u = -u
end calculation
end thorn
"""


def test_unused_parameters_and_operators_are_warnings(folder):
    path = folder / "unused.edl"
    path.write_text(UNUSED)
    result = edlc("--thorn", folder / "Unused", path)
    assert result.stderr.replace(f"{folder}/", "") == """unused.edl:3:3: warning: The parameter `p` is declared but never used. Its value has no effect.
    p : real, default: 1
    ^
unused.edl:9:3: warning: The derivative operator `Du` is defined but never used.
    Du u_i = (u_(i+1) - u_(i))/h
    ^
"""
    assert result.returncode == 0 and "p " in (folder / "Unused/param.ccl").read_text()


@pytest.mark.parametrize("name", ["Waves", "wave"])
def test_folder_without_the_name_of_the_thorn(folder, name):
    fails(f"wave.edl:4:1: error: The thorn is `Wave`, but its folder is `{folder / name}`. A thorn has the name of its folder: use a folder "
          f"`Wave`, or write `begin thorn {name}`.", "--thorn", folder / name, WAVE)
    assert not (folder / name).exists()


def test_folder_with_a_slash_at_its_end(folder):
    prints("Wrote the thorn", "--thorn", f"{folder}/Wave/", "--built-in=0", WAVE)


@pytest.mark.parametrize("message, arguments", [
    ("No equation file is given; write `edlc FILE.edl`.", []),
    ("`--thron` is not an option of edlc. Did you mean `--thorn`?", ["--thron", "a", WAVE]),
    ("`--emit` needs a value.", [WAVE, "--emit"]),
    *((f"`{number}` is not a value of --built-in; allowed are the numbers from 0 to 99.", [f"--built-in={number}", WAVE])
      for number in ("many", "-1", "100", "4x", "")),
    ("`grpah` is not a value of --emit; allowed are graph, loops, cpp, opencl, cuda, statistics, schedule. Did you mean `graph`?",
     ["--emit=grpah", WAVE]),
    ("`tensors` is not a value of --dump-after", ["--dump-after=tensors", WAVE]),
    ("edlc compiles one equation file at a time", [WAVE, WAVE]),
    ("Cannot read this file: No such file or directory.", ["/nowhere/missing.edl"]),
    ("This is a folder; a file is needed here.", ["/"]),
])
def test_wrong_command_line(message, arguments):
    fails(message, *arguments)


def test_wrong_equations_write_no_thorn(folder):
    wrong = folder / "wrong.edl"
    wrong.write_text(WAVE.read_text().replace("D_t u = rho", "D_t u = rhp"))
    line = wrong.read_text().splitlines().index("  D_t u = rhp") + 1
    fails(f"wrong.edl:{line}:11: error: `rhp` is not declared. Did you mean `rho`?", "--thorn", folder / "Wave", wrong)
    assert not (folder / "Wave").exists()


def test_thorn_folder_that_is_a_file(folder):
    (folder / "Wave").write_text("")
    fails("Cannot write this file", "--thorn", folder / "Wave", WAVE)


@pytest.mark.parametrize("number", [0, 1, 3])
def test_built_in_sources(folder, number):
    prints("Wrote the thorn", "--thorn", folder / "Wave", f"--built-in={number}", WAVE)
    names = sorted(path.name for path in (folder / "Wave/src").glob("built_in_*.cpp"))
    assert names == [f"built_in_{n}.cpp" for n in range(1, number + 1)]
    assert set(names) < set((folder / "Wave/src/make.code.defn").read_text().split())


@pytest.mark.parametrize("text, arguments", [
    ("edlc --thorn DIR FILE.edl", ["--help"]),
    ("D_t rho = delta^ij * D_i v_j", ["--dump-after=edl", WAVE]),
    ("sum i j: (delta^ij * D_i[v_j])", ["--dump-after=tensor", WAVE]),
    ("rhorhs = ((D_1[v1] + D_2[v2]) + D_3[v3])", ["--dump-after=components", WAVE]),
    ("when fd_order = 8", ["--dump-after=discretisation", WAVE]),
    ("fma", ["--dump-after=passes", WAVE]),
    ("graph Wave_RHS {", ["--emit=graph", WAVE]),
    ("Wave_RHS", ["--emit", "loops", WAVE]),
    ("chemora_kernel", ["--emit=cpp", WAVE]),
    ("__kernel __attribute__((reqd_work_group_size(64, 4, 1)))", ["--emit=opencl", WAVE]),
    ('extern "C" __global__ void __launch_bounds__(256) chemora_kernel(', ["--emit=cuda", WAVE]),
    ("Wave_RHS with fd_order = 2 and precision = real64: ", ["--emit=statistics", WAVE]),
    ("", [WAVE]),
])
def test_printed_stage(text, arguments):
    prints(text, *arguments)


def test_printed_equations_give_the_same_graphs(folder):
    again = folder / "again.edl"
    again.write_text(edlc("--dump-after=edl", WAVE).stdout)
    assert edlc("--emit=graph", again).stdout == edlc("--emit=graph", WAVE).stdout
