"""kuibit reads scalars and grid functions of our files, yt the arrays, with their values; skipped where neither is installed."""

import importlib.util

from output_case import DELTA, LOWER, SIZE, STEP, f, run_case
from simulation import skip

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::v TestOutput::p"
IOScalar::outScalar_every = 1
IOScalar::outScalar_vars = "TestOutput::f TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum norm1 norm2 norm_inf average sum"
"""


def check_kuibit(folder):
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


def check_yt(folder):
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


def main():
    checks = {"kuibit": check_kuibit, "yt": check_yt}
    installed = [name for name in checks if importlib.util.find_spec(name)]
    if not installed:
        skip("neither kuibit nor yt is installed (pip install kuibit yt)")
    folder, _ = run_case(EXTRA, 2)
    for name in installed:
        checks[name](folder)
    print("read by", ", ".join(installed))


if __name__ == "__main__":
    main()
