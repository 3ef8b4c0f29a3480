"""Right-hand sides that are fused with the integrator's updates, or followed by separate kernels for them, have the same
bits in all files as without fusion: for every kind of method, boundary, number of ranks and threads, with and without
exchanges in flight, on both sides of the memory, with padded rows, and after recovery. The report states what was fused,
and why other kernels were not."""

import re

from all_output import all_output, differences
from copy_routes import routes
from folders import new_folder
from mirrors import MIRRORS
from simulation import SOURCE, run

VARIABLES = '"Wave::u Wave::rho Wave::v1 Wave::v2 Wave::v3 Wave::eps Wave::urhs Wave::rhorhs Wave::v2rhs"'
# Odd sizes. Right-hand sides are written, too: at the end of a step they must be equal to those without fusion.
SMALL = {
    "driver::global_nx": "25", "driver::global_ny": "19", "driver::global_nz": "22", "IO::out_dir": '"data"',
    "cactus::terminate": '"iteration"', "cactus::cctk_itlast": "4", "IOBasic::outInfo_every": "2",
    "IOScalar::outScalar_every": "1", "IOASCII::out1D_every": "2", "IOASCII::out1D_vars": VARIABLES,
    "Wave::fd_order": "2", "IOHDF5::out_every": "2", "IOHDF5::out_vars": VARIABLES, "CaKernel::machine_limits": '"none"',
    "PUGH::overlap": "yes",
}
SAVED = {"IOHDF5::checkpoint": '"yes"', "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"'}
BEGUN = {**SAVED, "cactus::cctk_itlast": "2", "IO::checkpoint_on_terminate": '"yes"'}
ENDED = {**SAVED, "IO::recover": '"auto"'}
SEPARATE, FUSED = {"CaKernel::join_updates": "no"}, {"CaKernel::join_updates": "yes"}
OWN = {"Devices::own_memory": "yes"}
FREE = {"grid::type": '"byspacing"', "grid::dxyz": "0.1"}
THIN = {"driver::global_nz": "6", "PUGH::processor_topology": '"manual"'} | {
    f"PUGH::processor_topology_3d_{axis}": n for axis, n in (("x", "1"), ("y", "1"), ("z", "3"))}


def method(name, substeps, scratch=0, **more):
    return {"MoL::ODE_Method": f'"{name}"', "MoL::MoL_Intermediate_Steps": substeps,
            "MoL::MoL_Num_Scratch_Levels": scratch, **more}


# The number of fused kernels `Wave_RHS_update...`, and for the other kernels: whether separate updates follow, and why.
FOLLOWED, NOT_FUSED = "Followed by separate kernels for updates", "Not fused with updates"
NO_DESTINATION = (FOLLOWED, "no array is free for it")
CASES = {
    "rk4 periodic": ({**method("RK4", 4, 1), **FREE, "driver::periodic": "yes"}, 3, None),
    "rk4 radiative": ({**method("RK4", 4, 1), "Wave::boundary": '"radiative"'}, 3, None),
    "rk4 mirrors": ({**method("RK4", 4, 1), **MIRRORS}, 3, None),
    "rk4 everything kept": ({**method("RK4", 4, 1), "MoL::init_RHS_zero": "no"}, 2, (NOT_FUSED, "Nor can its updates run separately.")),
    "rk3": (method("RK3", 3), 2, NO_DESTINATION),
    "icn averaged": (method("ICN-avg", 3), 1, NO_DESTINATION),
    "rk45 adaptive": (method("RK45", 6, 6, **{"MoL::adaptive_stepsize": "yes"}), 5, NO_DESTINATION),
    "nan check": (method("RK4", 4, 1, **{"MoL::MoL_NaN_Check": "yes", "ActiveThorns": '"NaNChecker"'}), 0, (NOT_FUSED, "MoL::MoL_NaNCheck is called between the kernel and the updates")),
}


def text_of(*changes):
    text = (SOURCE / "params/wave/gaussian.par").read_text()
    more_thorns = "".join(f"\nActiveThorns = {change['ActiveThorns']}" for change in changes if "ActiveThorns" in change)
    for key, value in {k: v for change in changes for k, v in change.items() if k != "ActiveThorns"}.items():
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(key)}[ \t]*=.*$", "", text) + f"\n{key} = {value}"
    return text + more_thorns + "\n"


def on_their_way(output):
    found = re.search(r";( \d+ of \d+) exchanges were in flight", " ".join(output.split()))
    assert found, output
    return found.group(1)


def test_fused_updates_keep_all_files():
    work = new_folder()
    wrong, references = [], {}

    def data(name, *changes, ranks=1, threads=1):
        folder, result = run(text_of(SMALL, *changes), ranks, threads, work / name.replace(" ", "-"))
        return all_output(folder / "data"), result.stdout

    def compare(title, reference, found):
        wrong.extend(f"{title}: {difference}" for difference in differences(reference, found))

    for name, (changes, n_joined, reason) in CASES.items():
        reference, apart = data(name + " apart", changes, SEPARATE)
        references[name] = reference
        found, output = data(name, changes, FUSED)
        assert "Wave_RHS_update" not in apart, apart
        compare(name, reference, found)
        joined = set(re.findall(r"Wave_RHS_update\d+(?= )", output))
        headings = [heading for heading in (FOLLOWED, NOT_FUSED) if heading in output]
        heading, why = reason or (None, "")
        if (len(joined) != n_joined or headings != ([heading] if heading else []) or why not in output
                or ("CaKernel::Updates1 " in output) != (heading == FOLLOWED)):
            wrong.append(f"{name}: {len(joined)} joined kernels, not {n_joined}; expected reason: {reason}\n{output}")

    # Periodic: ghost zones are on their way while the joined kernels run, with 8 ranks those along x, too.
    never = {f"CaKernel::plan[{n}]": f'"{kernel}: prefetch none"' for n, kernel in enumerate(
        ("Wave_RHS_update2", "wave_rhs_update9", "CaKernel::Boundary_Flat_x_lower"))}
    for name, more, ranks, threads in (
            ("rk3", never, 2, 2), ("rk4 radiative", {"PUGH::padding": "yes"}, 2, 1), ("rk4 periodic", {}, 8, 1),
            ("rk4 periodic", {"PUGH::overlap": "no", "PUGH::padding": "yes"}, 3, 1),
            ("rk4 periodic", OWN, 8, 1)):
        changes = CASES[name][0]
        found, output = data(f"{name} {len(more)} {ranks} ranks {'own' if more == OWN else ''}", changes, FUSED, more, {"PUGH::timer_output": "yes"}, ranks=ranks, threads=threads)
        assert "Wave_RHS_update1" in output, output
        if "periodic" in name and (" 0 of" in on_their_way(output)) != ("PUGH::overlap" in more):
            wrong.append(f"{name}, {more}: {on_their_way(output)}")
        unused = re.findall(r"CaKernel::plan\[(\d)\] pins a plan for kernel (\S+), which this run has not compiled", output)
        if unused != ([("1", "wave_rhs_update9"), ("2", "CaKernel::Boundary_Flat_x_lower")] if more == never else []):
            wrong.append(f"{name}: pins without kernels: {unused}\n{output}")
        compare(f"{name}, {more}, {ranks} ranks", references[name], found)

    changes = {**CASES["rk4 radiative"][0], **THIN}
    expected, _ = data("thin apart", changes, SEPARATE, ranks=3)
    found, output = data("thin", changes, FUSED, ranks=3)
    assert "Wave_RHS_update1" in output, output
    compare("two of three ranks without interior", expected, found)
    pinned = {**CASES["rk3"][0], "CaKernel::plan[0]": '"Wave_RHS_update1: nontemporal nothing"'}
    output = run(text_of(SMALL, pinned), folder=work / "pinned", expect=1)[1].stdout
    assert "`nothing`" in output, output

    name = "rk4 periodic"
    for title, first, second in (("joined before", FUSED, SEPARATE), ("joined after", SEPARATE, FUSED)):
        data(title, CASES[name][0], first, BEGUN, ranks=2)
        compare(f"recovered, {title}", references[name], data(title, CASES[name][0], second, ENDED, ranks=1)[0])

    # What has waited is run on behalf of who asked for it: copies of what was recovered name the same readers.
    checked = {**CASES[name][0], **CASES["nan check"][0], **OWN}
    data("checked", checked, FUSED, BEGUN)
    saved = {"IO::recover_dir": f'"{work}/checked/saved"'}
    apart, waiting = (routes(data(f"checked {title}", checked, how, ENDED, saved)[1]) for title, how in (("apart", SEPARATE), ("waiting", FUSED)))
    if apart != waiting or not any(route[3] == "MoL::MoL_InitialCopy" for route in waiting):
        wrong.append(f"copies: {apart}, waiting: {waiting}")

    assert not wrong, "\n".join(wrong)
