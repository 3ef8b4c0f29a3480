"""BSSN has the same bits for any number of ranks and threads, with memory of its own, after a recovery, and with trK evolved a
second time as A; noise depends on the place, not on the process, and does not grow where nothing happens; flat space stays
at a radiative boundary."""

import math
import sys

from output_values import values
from relativity import bar, box, data, lines_of, run

# A black hole off the middle of a box of unequal sides, noise, all of the gauge and the radiative boundary take part.
HOLE = data("Brill-Lindquist", mass1=1, x1=0.13, y1=-0.21, z1=0.05, add_noise="yes", noise_amplitude=1e-3) | {
    "driver::global_nx": 15, "driver::global_ny": 13, "driver::global_nz": 16, "driver::ghost_size": 3, "grid::dxyz": 0.5,
    "grid::avoid_origin": "yes", "BSSN::boundary": '"radiative"', "cactus::cctk_itlast": 3, "IOASCII::out1D_every": 1,
    "ADMBase::dtlapse_evolution_method": '"BSSN"', "ADMBase::initial_dtlapse": '"zero"', "IOASCII::out1D_d": "yes",
    "IOScalar::outScalar_every": 1, "IOScalar::outScalar_reductions": '"norm2 maximum"',
    "IOScalar::outScalar_vars": '"BSSN::gt BSSN::At BSSN::Xt BSSN::beta BSSN::H"',
    "IOASCII::out1D_vars": '"BSSN::phi BSSN::trK BSSN::alpha BSSN::B ADMBase::metric ADMBase::curv ADMBase::dtalp"',
}
VARIANTS = {
    "ranks=2": ({}, 2, 1), "ranks=4.threads=2": ({}, 4, 2), "threads=2": ({}, 1, 2),
    "own memory": ({"DeviceHost::own_memory": "yes"}, 2, 1),
}


def check_bits():
    reference = values(run(HOLE)[0])
    assert any(len(set(lines)) > 5 for name, lines in reference.items() if name.startswith("trK_x")), "trK is constant"
    good = True
    for name, (changes, ranks, threads) in VARIANTS.items():
        found = values(run(HOLE, changes, ranks=ranks, threads=threads)[0])
        different = [file for file in sorted(set(reference) | set(found)) if found.get(file) != reference.get(file)]
        print(f"{'WRONG' if different else 'ok'} {name}: {len(found)} files {' '.join(different)}", flush=True)
        good = good and not different
    return good


CHECKPOINT = {"ActiveThorns": '"IOHDF5"', "IOHDF5::checkpoint": "yes", "IO::checkpoint_every": 2, "IO::recover_dir": '"checkpoints"',
              "IO::checkpoint_dir": '"checkpoints"', "IO::checkpoint_keep": -1}


def check_recovery():
    """From the checkpoint after two steps on two processes to the end on one: all output is that of one run."""
    reference = values(run(HOLE)[0])
    folder, _ = run(HOLE, CHECKPOINT, {"cactus::cctk_itlast": 2}, ranks=2)
    run(HOLE, CHECKPOINT, {"IO::recover": '"auto"'}, into=folder)
    found = values(folder)
    different = [file for file in sorted(set(reference) | set(found)) if found.get(file) != reference.get(file)]
    print(f"{'WRONG' if different else 'ok'} recovery: {len(found)} files {' '.join(different)}", flush=True)
    return not different


def check_lapse_driver():
    """A that starts from trK stays equal to it, bit for bit, and so does all else; from another value the lapse changes."""
    reference = values(run(HOLE)[0])
    found = values(run(HOLE, {"BSSN::evolve_A": "yes"})[0])
    different = [file for file in sorted(set(reference) | set(found)) if found.get(file) != reference.get(file)]
    other = values(run(HOLE, {"BSSN::evolve_A": "yes", "BSSN::initial_A": '"dtlapse"'})[0])
    changed = [file for file in reference if file.startswith("alpha_") and other[file] != reference[file]]
    print(f"{'ok' if changed and not different else 'WRONG'} A drives the lapse: {len(found)} files {' '.join(different)}, "
          f"from another value {len(changed)} of the lapse change", flush=True)
    return bool(changed) and not different


def check_flat_space_stays():
    """The radiative boundary reads a past time level, which nothing but the initial data can fill at first."""
    folder, _ = run(bar(0, 8, 2), {
        "driver::periodic": "no", "BSSN::boundary": '"radiative"', "cactus::cctk_itlast": 2, "IOScalar::outScalar_every": 1,
        "IOScalar::outScalar_reductions": '"minimum maximum"', "IOScalar::outScalar_vars": '"BSSN::alpha BSSN::phi BSSN::gt"'})
    found = {path.name: [float(line.split()[-1]) for line in path.read_text().splitlines() if line and line[0] in "0123456789"]
             for path in (folder / "data").glob("*imum.asc")}
    wrong = {name: numbers for name, numbers in found.items()
             if max(abs(one - (0 if name[:4] in ("gt12", "gt13", "gt23") else 1)) for one in numbers) > 1e-13}
    print(f"{'WRONG' if wrong else 'ok'} flat space at a radiative boundary: {wrong or len(found)}", flush=True)
    return not wrong and len(found) == 16


def connection_of_hole(x, y, z):
    """Xt^1 = -d_j gt^1j of the Kerr-Schild metric of mass 1, gt^ij = det(g)^(1/3) (delta_ij - 2 H l_i l_j/(1 + 2 H)),
    H = 1/r, l = x/r, det(g) = 1 + 2 H, by differences so close that they are exact here."""
    def conformal(j, place):
        r = math.hypot(*place)
        return (1 + 2 / r) ** (1 / 3) * ((j == 0) - 2 / (r + 2) * place[0] * place[j] / r**2)

    def slope(j, step=1e-4):
        ahead, behind = ([one + sign * step * (d == j) for d, one in enumerate((x, y, z))] for sign in (1, -1))
        return (conformal(j, ahead) - conformal(j, behind)) / (2 * step)

    return -sum(slope(j) for j in range(3))


def check_connection_goes_on():
    """The connection starts inside as that of the metric; in the outer boundary zone, where there are no derivatives, as it
    is at the edge inside, which there is nearly right, while 0 would be all wrong."""
    ghosts, middle = 3, 6.5
    folder, _ = run(data("Kerr-Schild", mass=1), box(12, 4, 5, 8), {
        "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1, "IOASCII::out1D_vars": '"BSSN::Xt"'})
    line = lines_of(folder, "Xt1")
    exact = [connection_of_hole(x, middle, middle) for x, _ in line]
    values_inside = [value for _, value in line[ghosts:-ghosts]]
    error = max(abs(value / one - 1) for value, one in zip(values_inside, exact[ghosts:-ghosts]))
    error_outside = max(abs(value / one - 1) for (_, value), one in zip(line, exact))
    outside = [value for _, value in line[:ghosts] + line[-ghosts:]]
    goes_on = outside == [values_inside[0]] * ghosts + [values_inside[-1]] * ghosts
    good = len(line) == 13 + 2 * ghosts and goes_on and error < 1e-4 and error_outside < 0.3
    print(f"{'ok' if good else 'WRONG'} connection: error {error:.1e}, outside {error_outside:.1e}, {outside}", flush=True)
    return good


def check_data_from_files():
    """The evolution starts from what IOUtil reads from files, not from what was set before. Files of ADMBase hold what BSSN's
    variables give, with rounding of their own."""
    grid = bar(0, 12, 2) | {"ActiveThorns": '"IOHDF5"', "driver::periodic": "no", "cactus::cctk_itlast": 0, "IOASCII::out1D_every": 1,
                            "IOASCII::out1D_vars": '"BSSN::phi BSSN::trK BSSN::alpha"'}
    folder, _ = run(data("gauge wave", amplitude=0.1), grid, {
        "IOHDF5::out_dir": '"files"', "IOHDF5::out_every": 1, "IOHDF5::out_vars": '"ADMBase::metric ADMBase::curv ADMBase::lapse"'})
    expected = {name: lines_of(folder, name) for name in ("phi", "trK", "alpha")}
    names = [path.stem for path in sorted((folder / "files").glob("*.h5"))]
    run(grid, {"IO::filereader_ID_dir": '"files"', "IO::filereader_ID_files": f'"{" ".join(names)}"',
               "IO::filereader_ID_vars": '"' + " ".join(f"ADMBase::{name}" for name in names) + '"'}, into=folder)
    worst = max(abs(one[1] - other[1]) for name, line in expected.items() for one, other in zip(line, lines_of(folder, name), strict=True))
    good = len(names) == 13 and worst < 1e-14 and max(value for _, value in expected["trK"]) > 0.1
    print(f"{'ok' if good else 'WRONG'} initial data from {len(names)} files: largest difference {worst:.1e}", flush=True)
    return good


def growth_rate(times, norms):
    """Slope of a line through the logarithms."""
    logs = [math.log(norm) for norm in norms]
    time, log = sum(times) / len(times), sum(logs) / len(logs)
    return sum((t - time) * (one - log) for t, one in zip(times, logs)) / sum((t - time) ** 2 for t in times)


def check_noise_stays():
    """Forty crossing times of a small periodic box without dissipation: noise in all variables does not grow exponentially.
    The mean of At makes the metric drift in proportion to time, by half of log(2) in ten crossing times from 20 to 40."""
    amplitude, points, every = 1e-10, 8, 80
    folder, _ = run(
        data("Cartesian Minkowski", add_noise="yes", noise_amplitude=amplitude) | {
            "ADMBase::initial_lapse": '"one"', "ADMBase::initial_shift": '"zero"'},
        bar(0, points, 4), {
            "BSSN::dissipation_strength": 0, "time::dtfac": 0.5, "cactus::cctk_itlast": 8 * every, "IOScalar::outScalar_every": every,
            "IOScalar::outScalar_reductions": '"norm2"', "IOScalar::outScalar_vars": '"BSSN::trK BSSN::At BSSN::gt BSSN::H"'})
    good = True
    drift = 1.05 * math.log(2) / 20
    for name, limit in {"trK": 0.01, "H": 0.01, "At11": 0.01, "gt12": drift}.items():
        lines = (folder / f"data/{name}.norm2.asc").read_text().splitlines()
        rows = [line.split() for line in lines if line and line[0] in "0123456789"]
        times, norms = [float(row[1]) for row in rows], [float(row[2]) for row in rows]
        rate = growth_rate(times[4:], norms[4:])
        fine = len(times) == 9 and times[-1] == 40 and 0.1 * amplitude < norms[0] and rate < limit and norms[-1] < 1000 * amplitude
        print(f"{'ok' if fine else 'WRONG'} noise in {name}: {norms[0]:.1e}, at the end {norms[-1]:.1e}, rate {rate:.1e}", flush=True)
        good = good and fine
    return good


if __name__ == "__main__":
    sys.exit(0 if all([check_noise_stays(), check_connection_goes_on(), check_flat_space_stays(), check_lapse_driver(), check_data_from_files(), check_bits(), check_recovery()]) else 1)
