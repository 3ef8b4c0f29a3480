"""NaNChecker on 1 to 3 processes, by thorn TestNaN: what it finds, says and does, and the mask it writes."""

import sys

from simulation import run

GRID = "driver::global_nx = 8\ndriver::global_ny = 9\ndriver::global_nz = 10\ndriver::ghost_size = 0\n"
BASE = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D NaNChecker IOUtil IOBasic"\n'
        'grid::type = "byspacing"\ngrid::dxyz = 0.5\nIO::out_dir = "data"\nIO::parfile_write = "no"\n' + GRID)
CHECK = ('ActiveThorns = "TestNaN"\nNaNChecker::check_every = 1\nNaNChecker::check_vars = "all"\n'
         'Cactus::cctk_itlast = 3\nIOBasic::outScalar_vars = "NaNChecker::NaNsFound"\nIOBasic::outScalar_every = 1\n')


def check(parameters, words, ranks=1, expect=0, without=()):
    folder, result = run(BASE + parameters, ranks=ranks, expect=expect)
    text = " ".join(result.stdout.split())
    for word in words:
        if word not in text:
            sys.exit(f"the output does not say '{word}' with {parameters}:\n{result.stdout}")
    for word in without:
        if word in text:
            sys.exit(f"the output says '{word}' with {parameters}:\n{result.stdout}")
    return folder


def counts(folder):
    rows = [line.split() for line in (folder / "data" / "NaNsFound.xg").read_text().splitlines() if line[0] != '"']
    return [int(float(count)) for _, count in rows]


def main():
    for ranks in (1, 3):
        padding = 'PUGH::padding = yes\nPUGH::initialize_memory = "NaN"\n' if ranks == 3 else ""
        folder = check(CHECK + padding + 'NaNChecker::out_NaNmask = "no"\n',
                       ["'TestNaN::a' on process", "at index (2, 3, 4), coordinates (-0.75, -0.25, -0.25)",
                        "in the imaginary part at index (5, 4, 3)", "in 'TestNaN::l' on process 0",
                        "only timelevel=0 to 1 are possible"], ranks)
        expected = 2 + ranks  # each process has its own copy of the array
        if counts(folder)[0] != expected:
            sys.exit(f"NaNsFound is {counts(folder)}, not {expected}")
    check(CHECK + 'NaNChecker::verbose = "all"\n',
          ["NaN in 'TestNaN::a' at index (2, 3, 4)", "Inf in 'TestNaN::c'", "Bit 0 of NaNChecker::NaNmask",
           "NaNmask is not written: that takes thorn IOHDF5"])
    check(CHECK + "TestNaN::has_many = yes\n",
          ["Bit 31 of NaNChecker::NaNmask stands for 'TestNaN::many[29]'",
           "NaNChecker::NaNmask has 32 bits; these bad variables are not marked in it: 'TestNaN::many[30]' 'TestNaN::many[31]'"])
    folder = check(CHECK + 'NaNChecker::action_if_found = "terminate"\n', ["The run ends after this iteration"], 2)
    if len(counts(folder)) > 2:
        sys.exit(f"the run does not end: {counts(folder)}")
    check(CHECK + 'NaNChecker::action_if_found = "abort"\n', ["The run ends now"], 2, expect=1)
    check('NaNChecker::check_vars = "NaNChecker::TestGF"\nNaNChecker::check_every = 2\nNaNChecker::check_after = 2\n'
          'NaNChecker::setup_test = yes\nCactus::cctk_itlast = 3\n',
          ["There are 720 values NaN or Inf in 'NaNChecker::TestGF' on process 0 in iteration 2"],
          without=["in iteration 0", "in iteration 3"])


if __name__ == "__main__":
    main()
