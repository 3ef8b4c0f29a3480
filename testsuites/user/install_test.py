"""After `cmake --install`, another build of Cactus finds the kernel run-time by the script of KernelLibraries."""

import os
import subprocess

import pytest
from folders import new_folder
from simulation import BUILD, HANG_SECONDS

PROGRAM = """
#include "kernels/device/host/host_device.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tiling/choose_plan.hpp"
#include <cstdio>
int main() { std::puts(chemora::device::make_host_device()->properties().kind.c_str()); }
"""


def run(*command, expect=0, **environment):
    result = subprocess.run([str(word) for word in command], env={**os.environ, **environment}, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
    assert result.returncode == expect, f"{command}\n{result.stdout}"
    return result.stdout


def values(answer, keyword):
    """Returns the values of `keyword` in the lines that Cactus reads."""
    return [line.split()[1] for line in answer.splitlines() if line.split()[:1] == [keyword]]


def compile_against(answer, folder):
    (folder / "user.cpp").write_text(PROGRAM)
    includes = [f"-I{path}" for path in values(answer, "INCLUDE_DIRECTORY")]
    folders = [f"-L{path}" for path in values(answer, "LIBRARY_DIRECTORY")]
    libraries = [f"-l{name}" for name in values(answer, "LIBRARY")]
    run("c++", "-std=c++20", *includes, folder / "user.cpp", "-o", folder / "user", *folders, *libraries)
    return run(folder / "user")


@pytest.fixture(scope="module")
def prefix():
    prefix = new_folder() / "prefix"
    run("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix


@pytest.fixture(scope="module")
def script(prefix):
    """The script of the thorn, which is used by a link, as in the arrangements of a Cactus checkout."""
    arrangement = new_folder() / "Kernel"
    arrangement.symlink_to(prefix / "share/chemora/thorns/Kernel")
    return arrangement / "KernelLibraries/configure.sh"


def test_installed_edlc_prints_its_options(prefix):
    assert "--thorn" in run(prefix / "bin/edlc", "--help")


def test_program_finds_headers_and_libraries(prefix, script):
    answer = run("bash", script, CHEMORA_DIR="")
    assert f"Found Chemora in {prefix}\n" in answer
    assert compile_against(answer, new_folder()) == "host\n"


def test_wrong_folder_is_an_error(script):
    answer = run("bash", script, expect=1, CHEMORA_DIR="/nowhere")
    for words in ("BEGIN ERROR", "no installed Chemora in /nowhere", "set CHEMORA_DIR = P", "END ERROR"):
        assert words in answer
