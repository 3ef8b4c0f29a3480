"""The info table ends with the last iteration; its values are those of that iteration, also of triggered variables."""

import re
import sys

sys.path.insert(0, __file__.rsplit("/testsuites/", 1)[0] + "/scripts")
from parameter_file import with_parameters
from simulation import SOURCE, run


def rows(every):
    parameters = {
        "cactus::cctk_itlast": 6, "IOBasic::outInfo_every": every, "IO::out_dir": '"data"',
        "IOScalar::outScalar_every": 0, "IOASCII::out1D_every": 0,
    }
    _, result = run(with_parameters((SOURCE / "params/wave/plane.par").read_text(), parameters), ranks=2)
    found = [line.split("|") for line in result.stdout.splitlines() if re.match(r"^\s*\d+\s+\d+\.\d+ \|", line)]
    return {int(row[0].split()[0]): row[2:] for row in found}


def test_rows_do_not_depend_on_the_interval():
    often, rarely = rows(1), rows(4)
    assert sorted(often) == list(range(7)) and sorted(rarely) == [0, 4, 6]
    assert often[6] != often[4], "u_error is the same at two iterations"
    assert rarely == {iteration: often[iteration] for iteration in rarely}


def test_first_value_that_is_not_finite_is_a_warning():
    """The amplitude of the wave is so large that its norms overflow."""
    parameters = {"cactus::cctk_itlast": 40, "Wave::A": "1e308", "IOBasic::outInfo_every": 20, "IO::out_dir": '"data"',
                  "IOScalar::outScalar_every": 0, "IOASCII::out1D_every": 0}
    _, result = run(with_parameters((SOURCE / "params/wave/plane.par").read_text(), parameters))
    assert " ".join(result.stdout.split()).count("is not finite in iteration") == 1, result.stdout
