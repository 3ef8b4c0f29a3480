"""Punctures on known orbits: second order in the time step, the same bits on 2 processes and after a recovery, and errors of
parameters."""

import math

import numpy
import pytest

from simulation import require_error, require_words, run

OMEGA, HEIGHT = 0.7, 1 / 8
BASE = ('ActiveThorns = "PUGH PUGHReduce PUGHSlab PUGHInterp LocalInterp LocalReduce CoordBase SymBase CartGrid3D Time '
        'Boundary MoL IOUtil IOBasic IOScalar IOHDF5 CaKernel Accelerator Devices ADMBase PunctureTracker TestAnalysis"\n'
        'driver::global_nsize = 13\ndriver::ghost_size = 2\ngrid::type = "byrange"\ngrid::xyzmin = -1.2\ngrid::xyzmax = 1.2\n'
        'Cactus::terminate = "iteration"\nIO::out_dir = "data"\nIO::parfile_write = "no"\nCaKernel::machine_limits = "none"\n'
        'IOScalar::outScalar_every = 1\nIOScalar::outScalar_vars = "PunctureTracker::pt_loc PunctureTracker::pt_vel"\n'
        'IOScalar::one_file_per_group = yes\nIOScalar::out_precision = 17\n')
PUNCTURES = ("PunctureTracker::track[0] = yes\nPunctureTracker::initial_x[0] = 0.6\nPunctureTracker::initial_z[0] = 0.1\n"
             "PunctureTracker::track[3] = yes\nPunctureTracker::initial_y[3] = -0.8\n")
RECOVER = ('IOHDF5::checkpoint = yes\nIO::checkpoint_every = 4\nIO::checkpoint_dir = "data"\nIO::recover_dir = "data"\nIO::recover = "autoprobe"\n')


def steps(n, factor):
    return f"Cactus::cctk_itlast = {n}\nTime::dtfac = {factor}\n"


def orbits(folder):
    """Columns of the file by name: iteration, time, pt_loc_x[0], ..."""
    (path,) = (folder / "data").glob("*pt_loc*")
    lines = path.read_text().splitlines()
    (title,) = [line for line in lines if line.startswith("# data columns:")]
    columns = {word.split(":", 1)[1]: int(word.split(":")[0]) - 1 for word in title.split(":", 1)[1].split()}
    rows = numpy.array([line.split() for line in lines if line.strip() and line[0] != "#"], float)
    return {name: rows[:, column] for name, column in columns.items()}


def error(folder):
    found = orbits(folder)
    time = found["pt_loc_t[0]"]
    angle = OMEGA * (time + time**2 / 2)
    expected = {"x[0]": 0.6 * numpy.cos(angle), "y[0]": 0.6 * numpy.sin(angle), "z[0]": 0.1 + HEIGHT * time,
                "x[3]": 0.8 * numpy.sin(angle), "y[3]": -0.8 * numpy.cos(angle), "z[3]": HEIGHT * time, "x[1]": 0 * time}
    return max(numpy.max(numpy.abs(found["pt_loc_" + name] - values)) for name, values in expected.items())


def test_orbits_converge_at_second_order():
    errors = []
    for n, factor in [(8, 0.5), (16, 0.25), (32, 0.125)]:
        folder, _ = run(BASE + PUNCTURES + steps(n, factor))
        errors.append(error(folder))
        assert math.isclose(orbits(folder)["pt_loc_t[0]"][-1], 0.8)
    slopes = [math.log2(coarse / fine) for coarse, fine in zip(errors, errors[1:])]
    assert all(abs(slope - 2) < 0.2 for slope in slopes) and errors[-1] < 1e-3, (errors, slopes)


def test_bits_on_two_processes_and_after_recovery():
    expected = orbits(run(BASE + PUNCTURES + steps(8, 0.5))[0])
    two_processes, _ = run(BASE + PUNCTURES + steps(8, 0.5), ranks=2)
    recovered, _ = run(BASE + PUNCTURES + RECOVER + steps(6, 0.5))
    run(BASE + PUNCTURES + RECOVER + steps(8, 0.5), folder=recovered)
    for folder in (two_processes, recovered):
        found = orbits(folder)
        assert all(numpy.array_equal(values, found[name]) for name, values in expected.items())


def test_parameters_without_effect_are_reported():
    without_effect = ("PunctureTracker::which_surface_to_store_info[0] = 1\nPunctureTracker::modify_puncture[0] = 0\n"
                      "PunctureTracker::modify_distance = 1\nPunctureTracker::new_reflevel_number[0] = 2\n")
    _, result = run(BASE + PUNCTURES + steps(8, 0.5) + without_effect)
    require_words(result, ["which_surface_to_store_info[0] = 1 has no effect", "modify_puncture has no effect: there is no mesh refinement",
                           "modify_distance has no effect", "new_reflevel_number has no effect"], without_effect)


@pytest.mark.parametrize("parameters, message", [
    ("PunctureTracker::shift_limit = 0.1\n", "above PunctureTracker::shift_limit = 0.1"),
    ('ADMBase::initial_shift = "none"\n', "PunctureTracker follows punctures along the shift, but there is none"),
    ("PunctureTracker::track[5] = yes\nPunctureTracker::initial_x[5] = 5\n", "Puncture 5 is at (5, 0, 0). It must be inside the grid"),
])
def test_errors(parameters, message):
    require_error(BASE + PUNCTURES + steps(8, 0.5) + parameters, [message])
