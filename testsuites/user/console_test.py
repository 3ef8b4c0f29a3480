"""What a run prints: lines of at most 100 columns, its size before the run, and at the end the paths of its files."""

import re

import pytest
from parameter_text import wave
from simulation import run

SMALL = {
    "driver::global_nx": 21, "driver::global_ny": 21, "driver::global_nz": 21, "cactus::terminate": '"iteration"',
    "cactus::cctk_itlast": 20, "IO::out_dir": '"data"', "IOBasic::outInfo_every": 10, "IOHDF5::out_every": 0,
    "IOBasic::outInfo_vars": '"Wave::rho Wave::eps Wave::u_error"', "CaKernel::machine_limits": '"none"',
}


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A parameter file. Other tests pass texts, to which `run` adds parameters for the whole kernel report."""
    path = tmp_path_factory.mktemp("console") / "small.par"
    path.write_text(wave("gaussian", SMALL))
    return path


def test_normal_run(path):
    folder, result = run(path, ranks=2)
    of_paths = ("Working directory:", "Executable:", "Parameter file:", "Output:", "Kernel report:", "Run host:")
    wide = [line for line in result.stdout.splitlines() if len(line) > 100 and not line.startswith(of_paths)]
    assert not wide, "\n".join(wide)
    assert "because its rows have at most 100 columns\n(IOBasic::table_width; 0: no limit): Wave::u_error" in result.stdout, result.stdout
    speeds = re.findall(r"(?m)^ +(?:10|20) +\S+ \| +\S+% +(\S+) +\d+:\d\d \|", result.stdout)
    assert len(speeds) == 2 and all(float(speed) > 0 for speed in speeds), result.stdout

    end = result.stdout[result.stdout.index("Kernels ran for"):].splitlines()
    assert len(end) <= 12, end
    assert re.search(r"with 20 steps at [\d.]+ steps/s \(median\); at most \d+ MB per process\.", result.stdout)
    shares = re.search(r"Kernels \d+%, compilation (\d+)%, .*ghost zones \d+%.*output \d+%, remainder \d+%", " ".join(" ".join(end).split()))
    assert shares, end
    assert f"Output:        {folder / 'data'}" in end and f"Kernel report: {folder / 'data/kernel_report.txt'}" in end, end
    assert (folder / "data/kernel_report.json").exists()
    assert "\033" not in result.stdout and "\r" not in result.stdout


def test_options(path):
    _, result = run(path, options=("--quiet",))
    assert result.stdout == "", result.stdout
    _, result = run(path, options=("--verbose",))
    assert re.search(r"kernel +device +compiled +calls +time", result.stdout), result.stdout
    assert "Kernels ran for" not in result.stdout and re.search(r"\(output\) +IOTools +Info", result.stdout), result.stdout


def test_size_of_a_checked_run(path):
    _, result = run(path, options=("-P8",))
    text = " ".join(result.stdout.split())
    assert "Grid: 21x21x21 = 9261 points" in text
    per_process, in_all = re.search(r"Memory of the variables: ([\d.]+) MiB per process, about ([\d.]+) MiB on 8 processes", text).groups()
    assert float(in_all) == pytest.approx(8 * float(per_process), rel=0.1)
    assert "Time step: 0.025, Courant number dt/dx = 0.25" in text


def test_output_continues_as_rows_without_a_limit(path):
    wide = path.with_name("wide.par")
    wide.write_text(path.read_text() + "IOBasic::table_width = 0\n")
    _, result = run(wide)
    rows = [line for line in result.stdout.splitlines() if re.match(r" +10 +\d", line)]
    assert rows and rows[0].count("|") == 4 and len(rows[0]) > 100, result.stdout
