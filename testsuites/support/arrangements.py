"""Writes folders of made-up arrangements and configures them with CMake."""

import pathlib
import subprocess

from simulation import HANG_SECONDS, SOURCE

EMPTY_THORN = {"interface.ccl": "IMPLEMENTS: {0}\n", "param.ccl": "", "schedule.ccl": ""}


def write_files(folder, files):
    for name, text in files.items():
        path = pathlib.Path(folder) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_thorn(arrangements, name, files):
    """Writes the folder of a thorn with these files, and adds default CCL files for those that are missing."""
    ccl = {file: text.format(name.split("/")[1]) for file, text in EMPTY_THORN.items()}
    write_files(pathlib.Path(arrangements) / name, {**ccl, **files})


def configure(folder, thornlist, *paths, **options):
    """Configures FOLDER/build with the text or the path of a ThornList. Returns the exit code and the output of CMake in one
    line."""
    if isinstance(thornlist, str):
        write_files(folder, {"my.th": thornlist})
        thornlist = pathlib.Path(folder) / "my.th"
    command = ["cmake", "-S", SOURCE, "-B", f"{folder}/build", "-G", "Ninja", "-Wno-dev", "-DCHEMORA_TESTS=OFF"]
    command += [f"-DTHORNLIST={thornlist}", "-DTHORN_PATH=" + ";".join(str(path) for path in paths)]
    command += [f"-D{name}={value}" for name, value in options.items()]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=HANG_SECONDS)
    return result.returncode, " ".join(result.stdout.split())
