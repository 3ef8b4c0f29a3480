"""kuibit reads scalars, lines, planes and grid functions of the output files, yt those that scripts/yt-files makes of them.

The packages are installed in a virtual environment in the build folder if the package registry can be reached. Each case runs
this file as a program of that environment."""

import os
import pathlib
import subprocess
import sys

import pytest
from output_case import DELTA, LOWER, SIZE, STEP, f, run_case
from python_environment import NotInstalled, python_environment
from simulation import SOURCE, skip

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::v TestOutput::p"
IOHDF5::out1D_every = 2
IOHDF5::out1D_vars = "TestOutput::f TestOutput::v"
IOHDF5::out1D_xline_y = 1.2
IOHDF5::out2D_every = 2
IOHDF5::out2D_vars = "TestOutput::f TestOutput::v"
IOHDF5::out2D_xzplane_y = 1.5
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
    assert simulation.ts.scalar["energy"].y[0] == 1 / 3
    for reduction in ("maximum", "norm1", "norm2", "infnorm", "average", "sum"):
        assert "f" in getattr(simulation.ts, reduction), reduction
    grids = simulation.gf.xyz["f"]
    assert grids.available_iterations == [0, 2, 4] and grids.available_times == [0.0, 2 * STEP, 4 * STEP]
    data = grids[2][0][0]  # iteration 2, level 0, component 0
    assert data.data.shape == SIZE and data.x0.tolist() == list(LOWER) and data.dx.tolist() == list(DELTA)
    for i in range(SIZE[0]):
        for j in range(SIZE[1]):
            assert data.data[i, j].tolist() == [f(i, j, k, 2 * STEP) for k in range(SIZE[2])]
    for axes in ("x", "y", "z", "xy", "xz", "yz", "xyz"):
        slices = getattr(simulation.gf, axes)
        assert set(slices.keys()) - {"p"} == {"f", "v[0]", "v[1]"}, axes
        values = slices["v[1]"][2][0][0].data
        assert values.shape == tuple(SIZE["xyz".index(axis)] for axis in axes) and set(values.flat) == {2 + 2 * STEP}
    line = simulation.gf.x["f"][4][0][0]
    assert line.x0.tolist() == [LOWER[0]] and line.dx.tolist() == [DELTA[0]]
    assert line.data.tolist() == [f(i, 3, 3, 4 * STEP) for i in range(SIZE[0])]
    plane = simulation.gf.xz["f"][4][0][0]
    assert plane.x0.tolist() == [LOWER[0], LOWER[2]] and plane.dx.tolist() == [DELTA[0], DELTA[2]]
    assert plane.data[5].tolist() == [f(5, 3, k, 4 * STEP) for k in range(SIZE[2])]


def read_with_yt(folder):
    import yt

    yt.set_log_level("error")
    data = yt.load(str(folder / "yt/test_00000002.gdf"))
    assert float(data.current_time) == 2 * STEP and data.domain_dimensions.tolist() == list(SIZE)
    assert [float(edge) for edge in data.domain_left_edge] == [LOWER[d] - DELTA[d] / 2 for d in range(3)]
    cells = data.covering_grid(level=0, left_edge=data.domain_left_edge, dims=SIZE)
    for i in range(SIZE[0]):
        for j in range(SIZE[1]):
            assert cells["gdf", "f"][i, j].tolist() == [f(i, j, k, 2 * STEP) for k in range(SIZE[2])]
    found = data.find_field_values_at_point(("gdf", "v[1]"), [LOWER[d] + 3 * DELTA[d] for d in range(3)])
    assert float(found[0]) == 2 + 2 * STEP, found
    series = yt.load(str(folder / "yt/test_0*.gdf"))
    assert [float(data.current_time) for data in series] == [0, 2 * STEP, 4 * STEP]


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
    command = subprocess.run([SOURCE / "scripts/yt-files", folder], capture_output=True, text=True)
    assert command.returncode == 0, command.stdout + command.stderr
    result = subprocess.run([python, __file__, reader, folder], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                            capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


if __name__ == "__main__":
    {"kuibit": read_with_kuibit, "yt": read_with_yt}[sys.argv[1]](pathlib.Path(sys.argv[2]))
