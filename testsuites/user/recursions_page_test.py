"""The examples of docs/recursions.md run, and print the results in their comments. The examples without a file name, read one after
another, are one program. Examples of errors give the messages below them. Every word, type, field and function of the language has
an example."""

import re
import subprocess

import pytest

from folders import new_folder
from sequences import DATA
from simulation import CHEMORA, EDLC, HANG_SECONDS, SOURCE, environment

PAGE = (SOURCE / "docs/recursions.md").read_text()
EXAMPLE = re.compile(r"^```rec(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WRONG = re.compile(r"^```rec wrong\n(.*?)^```\n\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADER = ('ActiveThorns = "PUGH IOUtil CaKernel Accelerator Devices Recursions Sequences"\nCactus::cctk_itlast = 0\n'
          'IO::out_dir = "out"\nIO::parfile_write = "no"\nCaKernel::machine_limits = "none"\n')
INPUTS = {
    "tour.rec": f"family = {DATA}/family.hmm, database = {DATA}/proteins.fa",
    "edit.rec": f"words = {DATA}/words.fa, dictionary = {DATA}/dictionary.fa",
}

EXAMPLES = EXAMPLE.findall(PAGE)
PROGRAMS = {"tour.rec": "\n".join(text for name, text in EXAMPLES if not name),
            **{name: text for name, text in EXAMPLES if name not in ("", "wrong")}}
WORDS = ["alphabet", "let", "load", "matrix", "hmm", "grid", "sweep", "schedule", "print", "map", "align", "over", "along", "int",
         "float", "real", "prob", "seq", "index", "state", "position", "profile", "axis", "if", "then", "else", "or", "min", "max",
         "sum", "in", "infinity", "match", "mismatch", "uniform", "transition", "length", "log", "isstart", "isend", "emission",
         "transitionsto", "start", "prob", "entry", "mm", "spacing_x"]


def run(folder, program, inputs):
    text = HEADER + f'Sequences::program = "{program}"\nSequences::inputs = "{inputs}"\n'
    (folder / "page.par").write_text(text)
    result = subprocess.run([str(CHEMORA), "page.par"], cwd=folder, env=environment(), timeout=HANG_SECONDS, capture_output=True, text=True)
    return result.returncode, result.stdout + result.stderr


def expected_results(text):
    """Returns the call and the value of each statement `print CALL // VALUE`."""
    return re.findall(r"(?m)^print (?!map|align)(\w+\(.*\)) // (.*)$", text)


def test_there_are_examples():
    assert len(PROGRAMS) >= 3 and len(WRONG.findall(PAGE)) >= 8 and len(expected_results(PAGE)) >= 5


@pytest.mark.parametrize("program", INPUTS)
def test_program(program):
    folder = new_folder()
    (folder / program).write_text(PROGRAMS[program])
    code, output = run(folder, program, INPUTS[program])
    assert code == 0, output
    for call, value in expected_results(PROGRAMS[program]):
        found = re.findall(rf"{re.escape(call)} = ([-+.\de]+)", output)
        decimals = len(value.partition(".")[2])
        assert [f"{float(number):.{decimals}f}" for number in found] == [value], f"{call} = {value}\n{output}"
    assert (folder / "out/results.tsv").read_text().count("\n") > 5


@pytest.mark.parametrize("program", PROGRAMS)
def test_check(program):
    """The compiler checks programs over sequences and those over a grid."""
    file = new_folder() / program
    file.write_text(PROGRAMS[program])
    result = subprocess.run([EDLC, file], capture_output=True, text=True, timeout=HANG_SECONDS)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize("text, message", WRONG.findall(PAGE), ids=range(len(WRONG.findall(PAGE))))
def test_error(text, message):
    folder = new_folder()
    (folder / "wrong.rec").write_text(text)
    code, output = run(folder, "wrong.rec", "")
    assert code == 1
    assert f"wrong.rec:{' '.join(message.split())}" in " ".join(output.split()), output


@pytest.mark.parametrize("word", WORDS)
def test_word_has_an_example(word):
    assert re.search(rf"\b{word}\b", "\n".join(PROGRAMS.values()))


def test_shipped_program_is_the_example():
    shipped = (SOURCE / "thorns/Sequences/Sequences/programs/edit.rec").read_text()
    words = lambda text: re.sub(r"//.*", "", text).split()  # noqa: E731
    assert words(PROGRAMS["edit.rec"])[:-6] == words(shipped)[:len(words(PROGRAMS["edit.rec"])) - 6]
