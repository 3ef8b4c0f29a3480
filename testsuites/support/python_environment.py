"""Creates virtual environments in the build folder, for Python packages that only some tests use."""

import fcntl
import subprocess
import sys

from simulation import BUILD


class NotInstalled(Exception):
    """Thrown if packages cannot be installed; the message is the reason."""


def python_environment(name, *packages):
    """Returns the folder of a virtual environment with the packages. The first call creates the environment. Other processes
    wait meanwhile. Raises NotInstalled, for example if the registry cannot be reached."""
    folder = BUILD / f"{name}-environment"
    with open(BUILD / f"{name}-environment.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "complete").exists():
            run([sys.executable, "-m", "venv", "--clear", folder])
            run([folder / "bin/pip", "install", "--quiet", "--retries", "1", "--timeout", "20", *packages])
            (folder / "complete").touch()
    return folder


def run(command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        last_line = ((result.stderr or result.stdout).strip().splitlines() or ["no message"])[-1]
        raise NotInstalled(f"{' '.join(map(str, command[:3]))} failed: {last_line}")
