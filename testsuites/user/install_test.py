"""What `cmake --install` makes: another build of Cactus finds the kernel run-time by the script of KernelLibraries."""

import os
import subprocess
import sys

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
    if result.returncode != expect:
        sys.exit(f"exit code {result.returncode}, not {expect}: {command}\n{result.stdout}")
    return result.stdout


def values(answer, keyword):
    """What stands behind `keyword` in the lines that Cactus reads."""
    return [line.split()[1] for line in answer.splitlines() if line.split()[:1] == [keyword]]


def compile_against(answer, folder):
    (folder / "user.cpp").write_text(PROGRAM)
    includes = [f"-I{path}" for path in values(answer, "INCLUDE_DIRECTORY")]
    folders = [f"-L{path}" for path in values(answer, "LIBRARY_DIRECTORY")]
    libraries = [f"-l{name}" for name in values(answer, "LIBRARY")]
    run("c++", "-std=c++20", *includes, folder / "user.cpp", "-o", folder / "user", *folders, *libraries)
    return run(folder / "user")


def check_script(prefix, folder):
    """The thorn is used by a link, as in the arrangements of a Cactus checkout."""
    arrangement = folder / "Kernel"
    arrangement.symlink_to(prefix / "share/chemora/thorns/Kernel")
    script = arrangement / "KernelLibraries/configure.sh"
    answer = run("bash", script, CHEMORA_DIR="")
    if f"Found Chemora in {prefix}\n" not in answer:
        sys.exit(f"the script did not find its own prefix:\n{answer}")
    if compile_against(answer, folder) != "host\n":
        sys.exit("a program with the installed library has no host device")
    answer = run("bash", script, expect=1, CHEMORA_DIR="/nowhere")
    for words in ("BEGIN ERROR", "no installed Chemora in /nowhere", "set CHEMORA_DIR = P", "END ERROR"):
        if words not in answer:
            sys.exit(f"the message lacks `{words}`:\n{answer}")


def main():
    folder = new_folder()
    prefix = folder / "prefix"
    run("cmake", "--install", BUILD, "--prefix", prefix)
    if "--thorn" not in run(prefix / "bin/edlc", "--help"):
        sys.exit("the installed edlc does not tell its options")
    check_script(prefix, folder)
    print("installed; a program finds headers and libraries by the script of KernelLibraries")


if __name__ == "__main__":
    main()
