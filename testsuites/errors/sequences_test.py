"""Wrong files and parameters of Sequences: the run ends with exit code 1 before it writes results, and the message names the
file, the line and what is allowed."""

import gzip
import os
import pathlib
import re
import signal
import subprocess

import pytest

from folders import new_folder
from simulation import CHEMORA, HANG_SECONDS, SOURCE, environment, require_words, run

DATA = SOURCE / "params/sequences/data"
HEADER = ('ActiveThorns = "PUGH IOUtil CaKernel Accelerator Devices Recursions Sequences"\nCactus::cctk_itlast = 0\n'
          'IO::out_dir = "out"\nIO::parfile_write = "no"\nCaKernel::machine_limits = "none"\nSequences::alignments = 0\n')
SEARCH = {"inputs": "query = q.fa, database = d.fa"}
PROFILE = {"program": "profile", "inputs": f"family = p.hmm, database = {DATA}/proteins.fa", "statistics": "forward"}
EDIT = {"program": "edit", "inputs": "words = q.fa, dictionary = d.fa"}
FAMILY = (DATA / "family.hmm").read_text()
COMPRESSED = gzip.compress(b">d\n" + b"ARND\n" * 2000)


def case(parameters, message, q=">q\nARND\n", d=">d\nARNDC\n", p=FAMILY, **files):
    return parameters, message, {"q.fa": q, "d.fa": d, "p.hmm": p, **{name.replace("_", "."): text for name, text in files.items()}}



FILES = {
    "empty database": case(SEARCH, "d.fa:1:1: error: This file contains no sequences.", d=""),
    "empty query": case(SEARCH, "q.fa:1:1: error: This file contains no sequences.", q=""),
    "letters before the first title": case(SEARCH, "d.fa:1:1: error: Found `A`, expected a title `>name`.", d="ARND\n"),
    "unknown letter": case(SEARCH, "d.fa:3:3: error: Found `J` in sequence `d`, which is not a letter of the alphabet protein.", d=">d\nAR\nNDJ\n"),
    "unknown letter after others": case(SEARCH, "d.fa:4:1: error: Found `1`", d=">d\nAR\n>e\n1\n"),
    "title without name": case(SEARCH, "d.fa:3:1: error: This title has no name.", d=">d\nAR\n>\nA\n"),
    "sequence without letters": case(SEARCH, "d.fa:3:1: error: Sequence `e` has no letters.", d=">d\nAR\n>e\n>f\nA\n"),
    "binary database": case(SEARCH, "d.fa:1:1: error: Found byte 0x7f", d=b"\x7fELF\x00\x01"),
    "binary letters": case(SEARCH, "d.fa:2:2: error: Found byte 0x00", d=b">d\nA\x00R\n"),
    "truncated gzip": case(SEARCH, "d.fa: error: The compressed file is truncated.", d=COMPRESSED[:-12]),
    "damaged gzip": case(SEARCH, "d.fa: error: The compressed file is damaged:", d=COMPRESSED[:30] + b"\xff\xff\xff\xff\xff\xff" + COMPRESSED[36:]),
    "damaged part after a complete one": case(SEARCH, "d.fa: error: The compressed file is damaged:", d=COMPRESSED + b"\x1f\x8c" + COMPRESSED[2:]),
    "text after compressed data": case(SEARCH, "d.fa: error: The compressed file is damaged:", d=COMPRESSED + b">e\nARND\n"),
    "part without end": case(SEARCH, "d.fa: error: The compressed file is truncated.", d=COMPRESSED + COMPRESSED[:-1]),
    "missing file": case({"inputs": "query = q.fa, database = nowhere.fa"}, "nowhere.fa: error: The file cannot be opened: No such file or directory."),
    "folder": case({"inputs": "query = q.fa, database = ."}, "This is a folder, expected a file."),
    "no profile": case(PROFILE, "p.hmm:1:1: error: Expected a profile in the text format of HMMER3", p=">q\nARND\n"),
    "empty profile": case(PROFILE, "Expected a profile in the text format of HMMER3", p=""),
    "profile of HMMER2": case(PROFILE, "This is a profile of HMMER2.", p="HMMER2.0\n"),
    "truncated profile": case(PROFILE, "The file ends before node 40 of 40. It is truncated.", p=FAMILY.rsplit("\n", 5)[0]),
    "two profiles": case(PROFILE, "The file contains more than one profile.", p=FAMILY * 2),
    "wrong number in a profile": case(PROFILE, "p.hmm:21:11: error: Found `0.0x920`", p=FAMILY.replace("0.00920", "0.0x920", 1)),
    "wrong sum in a profile": case(PROFILE, "The probabilities of the transitions from the match state add up to", p=FAMILY.replace("0.00920", "1.00920", 1)),
    "profile of DNA": case(PROFILE, "The columns are ACDEFGHIKLMNPQRSTVWY, expected ACGT", p=FAMILY.replace("ALPH  amino", "ALPH  DNA")),
    "profile without statistics": case(PROFILE, "The profile family has no line `STATS LOCAL FORWARD`.", p=FAMILY.replace("STATS LOCAL FORWARD", "COM   LOCAL FORWARD")),
    "byte order mark of UTF-16": case(SEARCH, "d.fa:1:1: error: Found byte 0xff", d=">d\nARND\n".encode("utf-16")),
    "FASTQ": case(SEARCH, "d.fa:1:1: error: Found `@`, expected a title `>name`.", d="@r\nACGT\n+\nIIII\n"),
    "control character in a title": case(SEARCH, "d.fa:1:3: error: Found byte 0x07 in a title.", d=b">d\x07 x\nARND\n"),
    "gap in a sequence": case(SEARCH, "d.fa:2:3: error: Found `-` in sequence `d`", d=">d\nAR--ND\n"),
    "compressed garbage": case(SEARCH, "d.fa:1:1: error: Found byte 0x80", d=gzip.compress(b"\x80\x81")),
    "profile with a control character": case(PROFILE, "p.hmm:21:11: error: Found `?[31m`", p=FAMILY.replace("0.00920", "\x1b[31m", 1)),
    "profile without length": case(PROFILE, "p.hmm:17:1: error: The line `LENG` with the number of match states is missing", p=FAMILY.replace("LENG", "XENG")),
    "truncated matrix": case({"inputs": "query = q.fa, database = d.fa, blosum62 = m.txt"}, "m.txt:2:1: error: The row has 1 numbers; the matrix has 2 columns.", m_txt="A R\nA 1\n"),
    "matrix without letters": case({"inputs": "query = q.fa, database = d.fa, blosum62 = m.txt"}, "The matrix has no column for the letter `N`", m_txt="A R\nA 1 0\nR 0 1\n"),
    "wrong number in a matrix": case({"inputs": "query = q.fa, database = d.fa, blosum62 = m.txt"}, "m.txt:2:3: error: `x` is not an integer", m_txt="A\nA x\n"),
}

PARAMETERS = {
    "unknown program": case({**SEARCH, "program": "serach"}, "There is no program `serach`. Did you mean `search`? Allowed: edit, genefinder,"),
    "missing program": case({**SEARCH, "program": "./none.rec"}, "none.rec: error: The file cannot be opened"),
    "missing input": case({"inputs": "query = q.fa"}, "The file of `database` is missing"),
    "unknown input": case({"inputs": "query = q.fa, databse = d.fa"}, "The program loads no `databse`. Did you mean `database`? It loads blosum62, query and database."),
    "input without file": case({"inputs": "query = q.fa, database"}, "Found `database`, expected `NAME = VALUE` between commas."),
    "input without name": case({"inputs": "query = q.fa, = d.fa"}, "Found `= d.fa`, expected `NAME = VALUE` between commas."),
    "input twice": case({"inputs": "query = q.fa, query = d.fa, database = d.fa"}, "The name `query` occurs twice."),
    "unknown scalar": case({**SEARCH, "scalars": "gap_opne = 3"}, "The program has no scalar `gap_opne`. Did you mean `gap_open`? It has gap_open and gap_extend."),
    "scalar that is no integer": case({**SEARCH, "scalars": "gap_open = 3.5"}, "The scalar `gap_open` cannot be `3.5`, expected an integer from -1000000000 to 1000000000."),
    "scalar that is no number": case({**SEARCH, "scalars": "gap_open = many"}, "The scalar `gap_open` cannot be `many`, expected an integer from -1000000000 to 1000000000."),
    "unknown format": case({**SEARCH, "formats": "tvs"}, "There is no format `tvs`. Did you mean `tsv`? Allowed: tsv, text, sam."),
    "statistics without profile": case({**SEARCH, "statistics": "forward"}, "These statistics belong to a profile, but search has no argument that is one."),
    "replacement that is no letter": case({**EDIT, "unknown_letters": "replace", "replacement_letter": "1"}, "The replacement of unknown letters, `1`, is not a letter of the alphabet english."),
    "replacement of two letters": case({**SEARCH, "replacement_letter": "XX"}, "replacement_letter cannot be `XX`"),
    "table in another folder": case({**SEARCH, "table": "../results"}, "table cannot be `../results`"),
    "unknown statistics": case({**SEARCH, "statistics": "gumbel"}, "statistics cannot be `gumbel`"),
    "chunks without letters": case({**SEARCH, "chunk_letters": 0}, "chunk_letters cannot be `0`"),
}


ALPHABET = 'alphabet dna = "ACGT"\n'
TWO = "int f(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n  if i == 0 or j == 0 then 0 else "
PROGRAMS = {
    "empty program": ("", "own.rec: error: The program has no statement `print`, so that it computes nothing."),
    "binary program": (b"\x7fELF\x00\x01\xff", "own.rec:1:1: error: Unexpected byte 127. Outside of texts and comments, letters, digits"),
    "truncated program": ("int f(int n) = if n == 0 then", "own.rec:2:30: error: Expected an expression, found the end of the file."),
    "large program": ("// " + "x" * (1 << 20), "own.rec:1:1: error: The file has 1048601 bytes; at most 1048576 are allowed."),
    "call outside of a table": ("int f(int n) = if n == 0 then 1 else f(n - 2)\nprint f(3)\n", "own.rec:2:38: error: `f(n - 2)` is outside for n = 1: "
                                "`n` of `f` is -1, but must be between 0 and 3. Add a condition"),
    "letter outside of a sequence": ('int f(seq[dna] s, index[s] i) = if i == 0 then 0 else if s[2 * i - 2] == s[0] then 1 else 2\nprint f("AC")\n',
                                     "own.rec:2:59: error: `s[2 * i - 2]` is outside for i = 2: the subscript of `s` is 2, but must be between 0 and 1."),
    "result outside of a table": ('int f(seq[dna] s, index[s] i) = i\nint g(seq[dna] s) = f(length(s) - 3)\nprint g("AC")\n',
                                  "own.rec:3:5: error: `f(length(s) - 3)` is outside: `i` of `f` is -1, but must be between 0 and 2."),
    "cycle": ('int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i)\nprint f("AC")\n', "own.rec:2:5: error: There is no order in which each element is "
              "computed after all elements that it calls, because `f` calls `f(i)`."),
    "cycle of two functions": ('int f(seq[dna] s, index[s] i) = if i == 0 then 0 else g(i)\nint g(seq[dna] s, index[s] i) = if i == 1 then 0 else f(i)\n'
                               'print f("AC")\n', "because `g` calls `f(i)` and `f` calls `g(i)`."),
    "no order": ('int f(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =\n  if i == 0 or j == 0 or i == length(s) or j == length(t) then 0\n'
                 '  else if s[i - 1] == t[j - 1] then f(i + 1, j - 1) else f(i - 1, j + 1)\nprint f("ACG", "ACG")\n',
                 "because `f` calls `f(i + 1, j - 1)` and `f` calls `f(i - 1, j + 1)`."),
    "violated schedule": (TWO + 'f(i - 1, j) max f(i, j - 1)\nschedule f: i\nprint f("ACG", "AG")\n', "own.rec:3:51: error: The schedule of `f` violates the "
                          "call `f(i, j - 1)`: `f(0, 0)` has the time 0, and `f(0, -1)` has the time 0, which it calls."),
    "schedule of zero": (TWO + 'f(i - 1, j - 1)\nschedule f: 0\nprint f("ACG", "AG")\n', "own.rec:3:35: error: The schedule of `f` violates the call `f(i - 1, j - 1)`"),
    "integer beyond 53 bits": ("int f(int n) = if n == 0 then 1 else 10 * f(n - 1)\nprint f(30)\n", "own.rec:2:5: error: `f` computes the integer "
                               "10000000000000000, which is larger than 9007199254740991."),
}


def test_there_are_enough_cases():
    assert len(FILES) + len(PARAMETERS) + len(PROGRAMS) >= 60


def require_error_of_one_process(folder, text, messages):
    """Starts the program without the launcher of MPI, which needs seconds to end after an error."""
    (folder / "test.par").write_text(text)
    result = subprocess.run([str(CHEMORA), "test.par"], cwd=folder, env=environment(), timeout=HANG_SECONDS, capture_output=True, text=True,
                            errors="replace")
    result.stdout += result.stderr
    assert result.returncode == 1, result.stdout
    require_words(result, messages, text)
    return result.stdout


@pytest.mark.parametrize("name", [*FILES, *PARAMETERS])
def test_message(name):
    parameters, message, files = {**FILES, **PARAMETERS}[name]
    folder = new_folder()
    for file, content in files.items():
        pathlib.Path(folder / file).write_bytes(content if isinstance(content, bytes) else content.encode())
    quoted = (f"Sequences::{key} = " + (str(value) if isinstance(value, int) else f'"{value}"') for key, value in parameters.items())
    text = HEADER + "\n".join(quoted) + "\n"
    require_error_of_one_process(folder, text, [message])
    assert not list((folder / "out").glob("results*"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_wrong_program(name):
    program, message = PROGRAMS[name]
    folder = new_folder()
    (folder / "own.rec").write_bytes(program if isinstance(program, bytes) else (ALPHABET + program).encode() if program else b"")
    require_error_of_one_process(folder, HEADER + 'Sequences::program = "own.rec"\n', [message])
    assert not list((folder / "out").glob("results*"))


@pytest.mark.parametrize("text, message", [
    ("int f(seq[dna] s, index[s] i) = if i == 0 then 0 else f(i - 1)\n", "The program has no statement `print`, so that it computes nothing."),
    ('grid real phi = "Eikonal::phi"\nreal u(axis[x] i, axis[y] j, axis[z] k) = phi[i, j, k]\nsweep phi = u along (+x, +y, +z)\n', "Sequences has no grid."),
])
def test_programs_without_results(text, message):
    folder = new_folder()
    (folder / "own.rec").write_text('alphabet dna = "ACGT"\n' + text)
    require_error_of_one_process(folder, HEADER + 'Sequences::program = "own.rec"\n', [message])


def test_too_little_memory():
    text = HEADER + 'Sequences::inputs = "query = q.fa, database = d.fa"\nRecursions::max_memory = 1\nRecursions::plan = "across int32 lanes 512 columns 4 threads 1"\n'
    folder = new_folder()
    (folder / "q.fa").write_text(">q\n" + "ARND" * 300 + "\n")
    (folder / "d.fa").write_text(">d\n" + "ARND" * 5000 + "\n")
    require_error_of_one_process(folder, text, ["bytes; the limit is 1048576.", "Recursions::max_memory"])


def test_wrong_plan():
    text = HEADER + 'Sequences::program = "edit"\nSequences::inputs = "words = w.fa, dictionary = w.fa"\nRecursions::plan = "acros int8 lanes 4"\n'
    folder = new_folder()
    (folder / "w.fa").write_text(">w\nkitten\n")
    output = require_error_of_one_process(folder, text, ["Recursions::plan:1:1: error:", "`acros`"])
    assert output.count("Recursions::plan:1:1: error:") == 1, output


@pytest.mark.parametrize("schedule, words", [
    ("edit 1 1 + 0 bar 1 + 0", ["Recursions::plan:1:44: error: The program has no function `bar`.", "Its schedule may name edit."]),
    ("edti 1 1 + 0", ["Recursions::plan:1:31: error: The program has no function `edti`. Did you mean `edit`?"]),
])
def test_plan_with_an_unknown_function(schedule, words):
    text = HEADER + f'Sequences::program = "edit"\nRecursions::plan = "within int32 lanes 4 schedule {schedule} partitions 0"\n'
    folder = new_folder()
    (folder / "w.fa").write_text(">w\nkitten\n")
    output = require_error_of_one_process(folder, text + 'Sequences::inputs = "words = w.fa, dictionary = w.fa"\n', words)
    assert output.count("Recursions::plan:1:") == 1, output


def test_all_errors_of_parameters_at_once():
    text = HEADER + 'Sequences::inputs = "quer = q.fa"\nSequences::scalars = "gap = 1"\n'
    require_error_of_one_process(new_folder(), text, ["The file of `query` is missing", "The file of `database` is missing",
                                                      "The program loads no `quer`", "The program has no scalar `gap`."])


def test_an_error_in_the_database_ends_all_processes():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    (folder / "d.fa").write_text("".join(f">d{n}\nARNDC\n" for n in range(50)) + ">bad\nAR1\n")
    _, result = run(HEADER + 'Sequences::chunk_letters = 20\nSequences::inputs = "query = q.fa, database = d.fa"\n', ranks=2, folder=folder, expect=1)
    require_words(result, ["d.fa:102:3: error: Found `1` in sequence `bad`"], "database")
    assert not list((folder / "out").glob("results*"))


def test_a_cache_that_cannot_be_used_is_reported_once():
    folder = new_folder()
    (folder / "w.fa").write_text(">w\nkitten\n>v\nsitting\n")
    (folder / "file").write_text("")
    text = HEADER + 'Sequences::program = "edit"\nSequences::inputs = "words = w.fa, dictionary = w.fa"\nCaKernel::cache_dir = "file"\n'
    _, result = run(text, ranks=2, folder=folder)
    output = " ".join((result.stdout + result.stderr).split())
    assert output.count("Compiled kernels are not cached on disk: file is not a folder.") == 1, output
    assert "The run continues without the cache." in output


def test_several_compressed_parts_are_one_file():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    (folder / "d.fa").write_bytes(gzip.compress(b">d\nAR") + gzip.compress(b"ND\n>e\nARN\n") + bytes(1000))
    _, result = run(HEADER + 'Sequences::inputs = "query = q.fa, database = d.fa"\n', folder=folder)
    require_words(result, ["2 sequences with 7 letters"], "d.fa")


def test_pipe():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    os.mkfifo(folder / "d.fa")
    text = HEADER + 'Sequences::inputs = "query = q.fa, database = d.fa"\n'
    require_error_of_one_process(folder, text, ["d.fa: error: This is a pipe or a device", "Write its content to a file."])


def test_folder_that_cannot_be_made():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    text = HEADER + 'Sequences::inputs = "query = q.fa, database = q.fa"\nSequences::out_dir = "q.fa/results"\n'
    message = "Cannot create the output directory `q.fa/results`: Not a directory."
    output = require_error_of_one_process(folder, text, [message + " Set IO::out_dir or Sequences::out_dir to a folder that you can write."])
    assert " ".join(output.split()).count("Cannot create the output directory") == 1, output


def test_long_titles_and_short_sequences_need_little_memory():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    (folder / "d.fa").write_text("".join(f">d{n} {'x' * 20000}\nA\n" for n in range(2000)) + "".join(f">e{n}\nA\n" for n in range(100000)))
    _, result = run(HEADER + 'Sequences::inputs = "query = q.fa, database = d.fa"\nSequences::chunk_letters = 100000\nSequences::max_hits = 5\n',
                    folder=folder)
    memory = re.search(r"at most ([0-9.]+) MiB of memory per process", result.stdout)
    assert float(memory[1]) < 5, result.stdout


def test_an_interrupted_search_writes_no_results():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\n" + "ARND" * 500 + "\n")
    (folder / "d.fa").write_text("".join(f">d{n}\n{'ARNDC' * 2000}\n" for n in range(5000)))
    (folder / "test.par").write_text(HEADER + 'Sequences::inputs = "query = q.fa, database = d.fa"\nSequences::chunk_letters = 40000\n'
                                     "Sequences::progress_every = 0.001\n")
    with subprocess.Popen([str(CHEMORA), "test.par"], cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as search:
        lines = []
        for line in search.stdout:
            lines.append(line)
            if "of database" in line and len([each for each in lines if "of database" in each]) == 1:
                search.send_signal(signal.SIGTERM)
        assert search.wait(HANG_SECONDS) == 1, lines
    assert "The search was interrupted. It has written no results." in "".join(lines), lines
    assert not list((folder / "out").glob("results*"))


def test_equal_names_are_reported_for_sam():
    folder = new_folder()
    (folder / "q.fa").write_text(">q\nARND\n")
    (folder / "d.fa").write_text(">d\nARNDC\n>d\nARND\n")
    _, result = run(HEADER.replace("alignments = 0", "alignments = 2") + 'Sequences::formats = "sam"\nSequences::inputs = "query = q.fa, database = d.fa"\n',
                    folder=folder)
    require_words(result, ["Several sequences have the name `d`."], "d.fa")
