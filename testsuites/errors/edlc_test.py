"""edlc's command line: wrong calls say what is wrong and write nothing; every stage and form can be printed."""

import re
import subprocess
import sys

from folders import new_folder
import simulation

WAVE = simulation.SOURCE / "thorns/Examples/Wave/equations/wave.edl"
failures = []


def edlc(*arguments):
    return subprocess.run([simulation.EDLC, *map(str, arguments)], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)


def expect(condition, text):
    if not condition:
        failures.append(text)


def fails(message, *arguments):
    result = edlc(*arguments)
    expect(result.returncode == 1 and message in result.stderr, f"{arguments}: {result.returncode} {result.stderr}")


def prints(text, *arguments):
    result = edlc(*arguments)
    expect(result.returncode == 0 and text in result.stdout and not result.stderr, f"{arguments}: {result.stdout[:300]}")


def check_counts():
    """Operations of the right-hand side of BSSN, beside the 7,900 of Blazewicz et al. (2013) at 8th order: at most 9,000 with
    mixed derivatives as products, as they have them, and fewer than theirs with diagonals."""
    text = edlc("--emit=statistics", simulation.SOURCE / "thorns/Relativity/BSSN/equations/bssn.edl").stdout
    counts = {(int(order), mixed): (int(before), int(after)) for order, mixed, before, after in re.findall(
        r"BSSN_RHS with fd_order = (\d) and mixed_derivatives = (\w+): \d+ operations as trees, (\d+) as written, (\d+) after the passes; reads 24 arrays, writes 25", text)}
    expect(sorted(counts) == [(order, mixed) for order in (2, 4, 6, 8) for mixed in ("diagonal", "product")]
           and all(after <= before for before, after in counts.values()), f"statistics: {text}")
    for mixed, limit in (("product", 9000), ("diagonal", 7900)):
        expect(4000 < counts[4, mixed][1] < counts[8, mixed][1] < limit, f"operations of the right-hand side of BSSN: {counts}")


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


def check_warning(folder):
    """Kranc files need not name the groups of inherited variables. A warning states that ghost zones are not exchanged."""
    path = folder / "sources.kranc"
    path.write_text(KRANC.format(more=""))
    result = edlc("--emit=graph", path)
    expected = ("sources.kranc:7:19: warning: `Channel::source` is computed in the interior only, and its ghost zones are "
                "not exchanged, because its group is unknown. Name the group in a block `begin inherited Channel` with the "
                "line `source group NAME`.\n  begin calculation terms scheduled in channel_sources\n")
    expect(result.returncode == 0 and "store Channel::source" in result.stdout and expected in result.stderr,
           f"ghost zones of others' variables: {result.returncode} {result.stderr}")
    path.write_text(KRANC.format(more="begin inherited Channel\n  source group sources\n  height\nend inherited\n"))
    result = edlc("--emit=graph", path)
    expect(result.returncode == 0 and not result.stderr, f"with a group: {result.returncode} {result.stderr}")


def main():
    folder = new_folder()
    fails("No equation file is given; write `edlc FILE.edl`.")
    fails("`--thron` is not an option of edlc. Did you mean `--thorn`?", "--thron", folder / "a", WAVE)
    fails("`--emit` needs a value.", WAVE, "--emit")
    for wrong_number in ("many", "-1", "100", "4x", ""):
        fails(f"`{wrong_number}` is not a value of --built-in; allowed are the numbers from 0 to 99.", f"--built-in={wrong_number}", WAVE)
    fails("`grpah` is not a value of --emit; allowed are graph, loops, cpp, opencl, cuda, statistics. Did you mean `graph`?", "--emit=grpah", WAVE)
    fails("`tensors` is not a value of --dump-after", "--dump-after=tensors", WAVE)
    fails("edlc compiles one equation file at a time", WAVE, WAVE)
    fails("Cannot read this file: No such file or directory.", folder / "missing.edl")
    fails("This is a folder; a file is needed here.", folder)
    wrong = folder / "wrong.edl"
    wrong.write_text(WAVE.read_text().replace("D_t u = rho", "D_t u = rhp"))
    line = wrong.read_text().splitlines().index("  D_t u = rhp") + 1
    fails(f"wrong.edl:{line}:11: error: `rhp` is not declared. Did you mean `rho`?", "--thorn", folder / "Wave", wrong)
    expect(not (folder / "Wave").exists(), "a thorn was written from wrong equations")
    (folder / "file").write_text("")
    fails("Cannot write this file", "--thorn", folder / "file", WAVE)

    prints("edlc --thorn DIR FILE.edl", "--help")
    for number in (0, 1, 3):
        prints("Wrote the thorn", "--thorn", folder / f"built-in-{number}", f"--built-in={number}", WAVE)
        names = sorted(path.name for path in (folder / f"built-in-{number}/src").glob("built_in_*.cpp"))
        listed = (folder / f"built-in-{number}/src/make.code.defn").read_text().split()
        expect(names == [f"built_in_{n}.cpp" for n in range(1, number + 1)] and set(names) < set(listed), f"{number} sources: {names} {listed}")
    prints("D_t rho = delta^ij * D_i v_j", "--dump-after=edl", WAVE)
    prints("sum i j: (delta^ij * D_i[v_j])", "--dump-after=tensor", WAVE)
    prints("rhorhs = ((D_1[v1] + D_2[v2]) + D_3[v3])", "--dump-after=components", WAVE)
    prints("when fd_order = 8", "--dump-after=discretisation", WAVE)
    prints("fma", "--dump-after=passes", WAVE)
    prints("graph Wave_RHS {", "--emit=graph", WAVE)
    prints("Wave_RHS", "--emit", "loops", WAVE)
    prints("chemora_kernel", "--emit=cpp", WAVE)
    prints("__kernel __attribute__((reqd_work_group_size(64, 4, 1)))", "--emit=opencl", WAVE)
    prints('extern "C" __global__ void __launch_bounds__(256) chemora_kernel(', "--emit=cuda", WAVE)
    prints("Wave_RHS with fd_order = 2: ", "--emit=statistics", WAVE)
    check_counts()
    check_warning(folder)
    prints("", WAVE)

    # What --dump-after=edl prints is an equation file of the same meaning.
    again = folder / "again.edl"
    again.write_text(edlc("--dump-after=edl", WAVE).stdout)
    expect(edlc("--emit=graph", again).stdout == edlc("--emit=graph", WAVE).stdout, "printed equations give other graphs")
    for text in failures:
        print(text)
    sys.exit(1 if failures else 0)


main()
