"""Searches on OpenCL write files that are bitwise equal to those of the host, on one to three processes."""

import pytest

from devices import skip_without_opencl
from sequences import shipped

OPENCL = 'Devices::kind = "opencl"'
CHUNKS = "Sequences::chunk_letters = 2000"


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("results*"))}


@pytest.mark.parametrize("program", ["search", "global", "edit", "genefinder", "profile"])
def test_same_files_as_on_the_host(program):
    on_host, _ = shipped(program, 2, [CHUNKS])
    expected = files(on_host)
    assert "results.tsv" in expected
    for ranks in (1, 2, 3):
        out, result = shipped(program, ranks, [CHUNKS, OPENCL], expect=None)
        skip_without_opencl(result.stdout)
        assert result.returncode == 0, result.stdout
        assert files(out) == expected, f"{program} on {ranks} processes"
        assert "opencl:" in (out / "kernel_report.txt").read_text()
