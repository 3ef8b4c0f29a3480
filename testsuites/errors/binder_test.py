"""Wrong thorns stop the build with position, message and nearest name, and no file is written."""

import subprocess

import pytest
from folders import new_folder
from simulation import BUILD

GOOD = {"interface.ccl": "IMPLEMENTS: mine\n", "param.ccl": "", "schedule.ccl": ""}

WRONG_CCL = [  # file, its text, expected message
    ("interface.ccl", "IMPLEMENT: mine\n", "interface.ccl:1:1: error: Found `IMPLEMENT`"),
    ("interface.ccl", "IMPLEMENTS: mine\nREAL u TYPE=GF TIMELEVELS=two\n", "interface.ccl:2:27: error: Found `two`"),
    ("interface.ccl", "IMPLEMENTS: mine\nREQUIRES FUNCTION f\n",
     "interface.ccl:2:19: error: The function `f` has no prototype"),
    ("param.ccl", "REAL x \"\" { 0:1 } half\n", "param.ccl:1:19: error: Found `half`"),
    ("param.ccl", "INT n \"\"\n{\n  5:1\n} 5\n", "param.ccl:3:3: error: No number is inside of this range."),
    ("param.ccl", "STRING s \"\"\n{\n  \"(a\" :: \"open\"\n} \"\"\n",
     "param.ccl:3:3: error: `(a` is not a POSIX extended regular expression"),
    ("interface.ccl", "IMPLEMENTS: mine\nREAL u[-1] TYPE=GF\n",
     "interface.ccl:2:8: error: The length of a vector group is 0 or more, not -1."),
    ("interface.ccl", "IMPLEMENTS: mine\nREAL u TYPE=GF DIM=0\n", "error: DIM is a number from 1 to 99, not 0."),
    ("interface.ccl", "IMPLEMENTS: mine\nREAL u TYPE=GF TIMELEVELS=2000000000\n",
     "interface.ccl:2:27: error: TIMELEVELS is a number from 1 to 999"),
    ("schedule.ccl", "SCHEDULE f AT evol\n{\n  LANG: C\n  SYNCH: u\n} \"\"\n", "Did you mean `SYNC`?"),
    ("schedule.ccl", "SCHEDULE f AT evol { LANG: C\n READS: u } \"\"\n",
     "schedule.ccl:2:9: error: Thorn Mine sees no variable or group `u`"),
    ("param.ccl", 'REAL a "first\n{\n  0:* :: "x"\n} 1\n',
     "The string before it begins in line 1, column 8; is its closing quote missing there?"),
    ("configuration.ccl", "REQUIRES HDF5\n", "neither a thorn of this configuration nor this machine provides it"),
    ("configuration.ccl", "REQUIRES THORNS: Mien\n", "Did you mean `Mine`?"),
]


def write_thorn(arrangements, files):
    for name, text in {**GOOD, **files}.items():
        path = arrangements / "Test" / "Mine" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def expect_failure(command, message):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = " ".join(result.stdout.split())
    assert result.returncode == 1 and message in output, result.stdout


def test_check_of_single_files():
    """`--check` checks single files and reports the errors of all of them."""
    bind = BUILD / "bin" / "chemora-bind"
    expect_failure([bind], "chemora-bind --check FILE...")
    folder = new_folder()
    (folder / "interface.ccl").write_text("IMPLEMENT: mine\n")
    (folder / "param.ccl").write_text("INT n \"\" { 0:1 }\n")
    (folder / "schedule.ccl").write_text("STORAGE: g\n")
    files = [folder / kind for kind in ("interface.ccl", "param.ccl", "schedule.ccl")]
    expect_failure([bind, "--check", *files], f"{folder}/interface.ccl:1:1: error: Found `IMPLEMENT`")
    expect_failure([bind, "--check", *files], f"{folder}/param.ccl:2:1: error: Found the end of the file")
    (folder / "param.ccl").write_text('STRING s "" { "[a" } ""\n')
    expect_failure([bind, "--check", *files], "param.ccl:1:15: error: `[a` is not a POSIX extended regular expression")
    expect_failure([bind, "--check", folder / "run.par"], "is none of interface.ccl, param.ccl, schedule.ccl")
    expect_failure([bind, "--check", folder / "configuration.ccl"], "Cannot read this file")
    subprocess.run([bind, "--check", files[2]], check=True)


@pytest.mark.parametrize("file, text, message", WRONG_CCL)
def test_wrong_ccl(file, text, message):
    folder = new_folder()
    write_thorn(folder, {file: text})
    manifest = folder / "manifest.txt"
    manifest.write_text(f"thorn\tTest/Mine\t{folder}/Test/Mine\n")
    expect_failure([BUILD / "bin" / "chemora-bind", manifest, folder / "out"], message)
    assert not (folder / "out").exists(), "files were written in spite of the error"
