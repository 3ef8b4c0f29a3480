"""NaNChecker on 1 to 3 processes, by thorn TestNaN: what it finds, reports and does, and the mask it writes."""


import pytest
from simulation import require_words, run

GRID = "driver::global_nx = 8\ndriver::global_ny = 9\ndriver::global_nz = 10\ndriver::ghost_size = 0\n"
BASE = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab LocalReduce CoordBase SymBase CartGrid3D NaNChecker IOUtil IOBasic"\n'
        'grid::type = "byspacing"\ngrid::dxyz = 0.5\nIO::out_dir = "data"\nIO::parfile_write = "no"\n' + GRID)
CHECK = ('ActiveThorns = "TestNaN"\nNaNChecker::check_every = 1\nNaNChecker::check_vars = "all"\n'
         'Cactus::cctk_itlast = 3\nIOBasic::outScalar_vars = "NaNChecker::NaNsFound"\nIOBasic::outScalar_every = 1\n')


def check(parameters, words, ranks=1, expect=0, without=()):
    folder, result = run(BASE + parameters, ranks=ranks, expect=expect)
    require_words(result, words, parameters)
    assert not [word for word in without if word in " ".join(result.stdout.split())], result.stdout
    return folder


def counts(folder):
    rows = [line.split() for line in (folder / "data" / "NaNsFound.xg").read_text().splitlines() if line[0] != '"']
    return [int(float(count)) for _, count in rows]


@pytest.mark.parametrize("ranks", [1, 3])
def test_places_and_counts(ranks):
    padding = 'PUGH::padding = yes\nPUGH::initialize_memory = "NaN"\n' if ranks == 3 else ""
    folder = check(CHECK + padding + 'NaNChecker::out_NaNmask = "no"\n',
                   ["'TestNaN::a' on process", "at index (2, 3, 4), coordinates (-0.75, -0.25, -0.25)",
                    "in the imaginary part at index (5, 4, 3)", "in 'TestNaN::l' on process 0",
                    "only timelevel=0 to 1 are possible"], ranks)
    assert counts(folder)[0] == 2 + ranks  # each process has its own copy of the array


def test_verbose_report():
    check(CHECK + 'NaNChecker::verbose = "all"\n',
          ["NaN in 'TestNaN::a' at index (2, 3, 4)", "Inf in 'TestNaN::c'", "Bit 0 of NaNChecker::NaNmask",
           "NaNmask is not written. Activate thorn IOHDF5"])


def test_mask_has_32_bits():
    check(CHECK + "TestNaN::has_many = yes\n",
          ["Bit 31 of NaNChecker::NaNmask marks 'TestNaN::many[29]'",
           "NaNChecker::NaNmask has 32 bits; these bad variables are not marked in it: 'TestNaN::many[30]' 'TestNaN::many[31]'"])


def test_action_terminate():
    folder = check(CHECK + 'NaNChecker::action_if_found = "terminate"\n', ["The run ends after this iteration"], 2)
    assert len(counts(folder)) <= 2


def test_action_abort():
    check(CHECK + 'NaNChecker::action_if_found = "abort"\n', ["The run ends now"], 2, expect=1)


def test_interval_of_checks():
    check('NaNChecker::check_vars = "NaNChecker::TestGF"\nNaNChecker::check_every = 2\nNaNChecker::check_after = 2\n'
          'NaNChecker::setup_test = yes\nCactus::cctk_itlast = 3\n',
          ["There are 720 values NaN or Inf in 'NaNChecker::TestGF' on process 0 in iteration 2"],
          without=["in iteration 0", "in iteration 3"])
