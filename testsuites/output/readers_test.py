"""kuibit reads scalars and grid functions of the output files, yt arrays, with their values.

The packages are installed in a virtual environment in the build folder if the package registry can be reached. Each case runs
this file as a program of that environment."""

import os
import pathlib
import subprocess
import sys

import pytest
from output_case import DELTA, LOWER, SIZE, STEP, f, run_case
from python_environment import NotInstalled, python_environment
from simulation import skip

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::v TestOutput::p"
IOScalar::outScalar_every = 1
IOScalar::outScalar_vars = "TestOutput::f TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum norm1 norm2 norm_inf average sum"
"""


def read_with_kuibit(folder):
    from kuibit.simdir import SimDir

    simulation = SimDir(str(folder))
    minimum = simulation.ts.minimum["f"]
    assert minimum.t.tolist() == [it * STEP for it in range(5)]
    assert minimum.y.tolist() == [f(0, 0, 0, it * STEP) for it in range(5)]
    assert simulation.ts.scalar["energy"].y[0] == 0.333333333333333
    for reduction in ("maximum", "norm1", "norm2", "infnorm", "average", "sum"):
        assert "f" in getattr(simulation.ts, reduction), reduction
    grids = simulation.gf.xyz["f"]
    assert grids.available_iterations == [0, 2, 4] and grids.available_times == [0.0, 2 * STEP, 4 * STEP]
    data = grids[2][0][0]  # iteration 2, level 0, component 0
    assert data.data.shape == SIZE and data.x0.tolist() == list(LOWER) and data.dx.tolist() == list(DELTA)
    for i in range(SIZE[0]):
        for j in range(SIZE[1]):
            assert data.data[i, j].tolist() == [f(i, j, k, 2 * STEP) for k in range(SIZE[2])]
    assert simulation.gf.xyz["v[1]"][2][0][0].data.min() == 2 + 2 * STEP


def read_with_yt(folder):
    import h5py
    import numpy
    import yt

    yt.set_log_level("error")
    with h5py.File(folder / "f.h5") as file:
        dataset = file["TestOutput::f it=2 tl=0 rl=0 c=0"]
        data, origin, delta = dataset[()].transpose(), dataset.attrs["origin"], dataset.attrs["delta"]
    edges = numpy.stack([origin - delta / 2, origin + (numpy.array(data.shape) - 0.5) * delta], axis=1)
    grid = yt.load_uniform_grid({"f": data}, data.shape, bbox=edges)
    found = grid.find_field_values_at_point(("stream", "f"), [LOWER[d] + 3 * DELTA[d] for d in range(3)])
    assert float(found[0]) == f(3, 3, 3, 2 * STEP), found


@pytest.fixture(scope="module")
def python():
    """Returns the Python interpreter of a virtual environment with kuibit and yt."""
    try:
        return python_environment("readers", "kuibit", "yt", "h5py", "pytest") / "bin/python3"
    except NotInstalled as error:
        skip(f"kuibit and yt cannot be installed: {error}")


@pytest.fixture(scope="module")
def folder():
    return run_case(EXTRA, 2)[0]


@pytest.mark.parametrize("reader", ["kuibit", "yt"])
def test_reader(reader, python, folder):
    result = subprocess.run([python, __file__, reader, folder], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


if __name__ == "__main__":
    {"kuibit": read_with_kuibit, "yt": read_with_yt}[sys.argv[1]](pathlib.Path(sys.argv[2]))
