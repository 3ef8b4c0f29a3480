"""Runs the parameter files of params/sequences, and reads sequences, tables, matrices and models."""

from simulation import SOURCE, run

DATA = SOURCE / "params/sequences/data"
RECURSIONS = SOURCE / "thorns/Sequences/Sequences/programs"


def read_fasta(path):
    entries = {}
    for entry in path.read_text().split(">")[1:]:
        title, letters = entry.split("\n", 1)
        entries[title.split()[0]] = letters.replace("\n", "")
    return entries


def read_table(path):
    """The rows of a table as dictionaries of texts."""
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(lines[0], line, strict=True)) for line in lines[1:]]


def blosum62():
    rows = [line.split() for line in (RECURSIONS / "blosum62.txt").read_text().splitlines() if line[:1] != "#"]
    return {(row[0], column): int(score) for row in rows[1:] for column, score in zip(rows[0], row[1:], strict=True)}


def shipped(name, ranks=1, changes=(), threads=1, expect=0):
    """Runs a parameter file of the project, with parameters appended, and returns the folder of its results."""
    text = (SOURCE / f"params/sequences/{name}.par").read_text().replace("data/", f"{DATA}/")
    text += "\n" + "\n".join(changes) + '\nIO::out_dir = "out"\n'
    for change in changes:  # the first of two values counts
        parameter = change.split("=")[0].strip()
        text = "\n".join(line for line in text.splitlines() if not line.startswith(parameter) or line == change)
    text = "\n".join(line for line in text.splitlines() if line != "IO::out_dir = $parfile") + "\n"
    folder, result = run(text, ranks=ranks, threads=threads, expect=expect)
    return folder / "out", result


def read_model(path):
    """States with emissions, and transitions, of the model in a program."""
    states, transitions = {"start": {}}, []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["state"]:
            states[words[1]] = {letter: float(value) for part in line.split("{")[1].split("}")[0].split(",")
                                for letters, value in [part.split(":")] for letter in letters.strip(' "')}
        if words[:1] == ["transition"]:
            transitions.append((words[1], words[3].rstrip(":"), float(words[4])))
    return states, transitions
