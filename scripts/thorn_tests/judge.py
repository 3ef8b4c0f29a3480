"""Compares the output folder of a test with its reference files, and describes the first difference of each file."""

import dataclasses
import lzma
import pathlib
import subprocess
import tarfile
import zlib

from thorn_tests import compare, test_ccl


@dataclasses.dataclass
class Verdict:
    """The number of compared files, and a message for each file that differs."""

    compared: int
    differences: list


def judge(test, output, extensions, timeout):
    """Compares every reference file with a known extension and ignores other files in `output`. A POSTPROC program may take
    `timeout` seconds per file."""
    try:
        reference = _unpacked(test.reference, output.with_name(output.name + ".reference"))
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError) as error:
        return Verdict(0, [f"{test.reference} cannot be unpacked: {str(error).splitlines()[0]}"])
    names = sorted(path.name for path in reference.iterdir() if path.is_file() and _is_compared(path.name, extensions))
    differences = []
    for name in names:
        try:
            text = _difference(test, name, reference / name, output / name, timeout)
        except test_ccl.CclError as error:
            text = str(error)
        if text:
            differences.append(f"{name} {text}")
    return Verdict(len(names), differences)


def _is_compared(name, extensions):
    return "." in name and name.rsplit(".", 1)[1].strip() in extensions and not name.startswith(".#")


def _unpacked(reference, folder):
    """Returns the folder of reference files. If the reference is an archive, extracts its files NAME/file to
    `folder`."""
    if reference.is_dir():
        return reference
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(reference) as archive:
        for member in archive.getmembers():
            path = pathlib.PurePosixPath(member.name)
            if member.isfile() and len([part for part in path.parts if part != "."]) == 2:
                (folder / path.name).write_bytes(archive.extractfile(member).read())
    return folder


def _difference(test, name, reference, output, timeout):
    """Returns a text that describes the difference of two files, or an empty text if the files agree."""
    if not output.is_file():
        return "was not written"
    ccl = test.thorn.ccl
    program = ccl.filter(test.name, name)
    program = program and test.thorn.folder / "util" / program
    texts = [_text(path, program, timeout) for path in (reference, output)]
    difference = compare.compare(*texts, *ccl.tolerances(test.name, name))
    if not difference:
        return ""
    return difference.text + (f"; {difference.lines} lines differ" if difference.lines > 1 else "")


def _text(path, program, timeout):
    """Returns the text of the file, or, if a POSTPROC program is specified, its output for the file."""
    if not program:
        return path.read_text(errors="replace")
    try:
        done = subprocess.run([program, path], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=timeout)
    except OSError as error:
        raise test_ccl.CclError(f"needs the POSTPROC program {program}: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise test_ccl.CclError(f"needs the POSTPROC program {program}, which did not end within {timeout:g} s "
                                "(--timeout)") from error
    if done.returncode != 0:
        raise test_ccl.CclError(f"needs the POSTPROC program {program}, which ended with {done.returncode}: {done.stderr.strip()}")
    return done.stdout
