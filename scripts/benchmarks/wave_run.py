"""Makes parameter files for runs of the wave system at fourth order with RK4. The thorn TestSteps measures the
steps."""

GHOSTS = 2
TEXT = """
ActiveThorns = "PUGH PUGHReduce LocalReduce CoordBase SymBase CartGrid3D Time Boundary MoL IOUtil CaKernel Accelerator
                Devices Wave TestSteps"
driver::global_nx = {points}
driver::global_ny = {points}
driver::global_nz = {points_z}
driver::ghost_size = {ghosts}
driver::periodic = {periodic}
grid::type = "byspacing"
grid::dxyz = 0.01
Wave::fd_order = 4
Wave::initial = "{initial}"
Wave::boundary = "{boundary}"
MoL::ODE_Method = "RK4"
MoL::MoL_Intermediate_Steps = 4
MoL::MoL_Num_Scratch_Levels = 1
time::dtfac = 0.25
cactus::terminate = "iteration"
cactus::cctk_itlast = {steps}
CaKernel::cache_dir = "cache"
Devices::kind = "{device}"
CaKernel::machine_limits = "none"
"""


def wave_run(size, n_ranks, steps, device="host", boundary=None, initial="plane wave", more=()):
    """The grid has `size` points per axis on each process. The grid is periodic unless a boundary condition is given.
    `device` is the value of Devices::kind. `more` contains further lines of the file."""
    ghosts = 0 if boundary else 2 * GHOSTS
    text = TEXT.format(device=device, initial=initial, points=size + ghosts, points_z=size * n_ranks + ghosts, ghosts=GHOSTS,
                       periodic="no" if boundary else "yes", boundary=boundary or "none", steps=steps)
    return text + "".join(line + "\n" for line in more)
