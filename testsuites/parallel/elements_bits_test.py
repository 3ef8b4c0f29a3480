"""The results of thorn SpectralEuler have the same bits for any number of processes and threads, on devices, without the
transformations that keep the order of sums, and after a recovery."""

import pytest
from elements import mesh, steps, text
from folders import new_folder
from simulation import run, skip

CASES = {
    "curved": ("density_wave", mesh((3, 2, 3), 4) | {"damping_rate": 1}),
    "walls": ("bubble", mesh((5, 1, 3), 3)),
    "one element per process": ("density_wave", mesh((2, 2, 1), 5) | {"riemann_solver": '"Rusanov"'}),
}
OUTPUT = steps(6) | {"out_every": 3, "out_vars": '"SpectralEuler::state SpectralEuler::pressure"', "IO::parfile_write": '"no"',
                     "IO::out_fileinfo": '"none"'}


def files(folder):
    """The contents of all files with results."""
    return {path.name: path.read_bytes() for path in (folder / "data").iterdir()
            if path.suffix in (".vtu", ".pvd") or path.name.endswith("..asc")}


@pytest.fixture(scope="module")
def reference():
    found = {}

    def of(case):
        if case not in found:
            example, settings = CASES[case]
            found[case] = files(run(text(example, settings, OUTPUT))[0])
        return found[case]

    return of


@pytest.mark.parametrize("ranks, threads", [(1, 3), (2, 1), (3, 2), (4, 1)])
@pytest.mark.parametrize("case", CASES)
def test_bits_for_any_number_of_processes_and_threads(case, ranks, threads, reference):
    example, settings = CASES[case]
    found = files(run(text(example, settings, OUTPUT), ranks, threads)[0])
    expected = reference(case)
    assert len(expected) > 15 and sorted(found) == sorted(expected)
    assert [name for name in found if found[name] != expected[name]] == []


def differences(case, reference, changes):
    """Returns the names of the results that differ from the reference, and the kernel report of the run."""
    example, settings = CASES[case]
    folder, _ = run(text(example, settings, OUTPUT, changes))
    found, expected = files(folder), reference(case)
    assert sorted(found) == sorted(expected)
    return [name for name in found if found[name] != expected[name]], (folder / "data/kernel_report.txt").read_text()


@pytest.mark.parametrize("case", CASES)
def test_opencl_has_the_bits_of_the_host(case, reference):
    try:
        names, report = differences(case, reference, {"Devices::kind": '"opencl"'})
    except AssertionError as error:
        if "no OpenCL" in str(error) or "cannot be used" in str(error):
            skip("there is no OpenCL device")
        raise
    assert report.count(" opencl:") >= 6 and " host " not in report
    assert names == []


def test_loops_as_written_have_the_bits_of_transformed_loops(reference):
    """The scripts of SpectralEuler_Volume and SpectralEuler_Damping are not replaced, because they add in another order."""
    names = ("Faces", "Neighbours", "Roe", "Lift", "Rate")
    script = "f = parse_fortran(SOURCE, FILENAME); RESULT = f"
    pins = {f"CaKernel::plan[{n}]": f'"SpectralEuler_{name}: {script}"' for n, name in enumerate(names)}
    names, report = differences("curved", reference, pins)
    assert report.count("loops as written") + report.count("plan[") >= 5, report
    assert names == []


def test_a_recovered_run_has_the_same_bits():
    """A run of 2 + 4 steps on 1 and 2 processes equals a run of 6 steps. The list of VTK files contains those of both parts."""
    example, settings = CASES["walls"]
    saved = OUTPUT | {"ActiveThorns": '"IOHDF5"', "IO::checkpoint_dir": '"saved"', "IO::recover_dir": '"saved"',
                      "IOHDF5::checkpoint": '"yes"', "IO::checkpoint_on_terminate": '"yes"', "IO::recover": '"autoprobe"'}
    whole, _ = run(text(example, settings, saved))
    folder = new_folder("run")
    run(text(example, settings, saved, steps(2)), folder=folder)
    run(text(example, settings, saved), ranks=2, folder=folder)
    found, expected = files(folder), files(whole)
    assert sorted(found) == sorted(expected)
    assert [name for name in found if found[name] != expected[name]] == []
