"""Each parameter file of params/sequences against an independent computation; the same bytes for 1 to 4 processes and for
compressed files; errors of files and parameters."""

import gzip
import math
import pathlib
import random
import re
import shutil
import subprocess
import time

import pytest

from folders import new_folder
from sequences import DATA, RECURSIONS, blosum62, read_fasta, read_model, read_table, shipped
from simulation import CHEMORA, HANG_SECONDS, environment, launcher, require_words, run, skip

HEADER = ('ActiveThorns = "PUGH IOUtil CaKernel Accelerator Devices Recursions Sequences"\nCactus::cctk_itlast = 0\n'
          'IO::out_dir = "out"\nIO::parfile_write = "no"\nCaKernel::machine_limits = "none"\n')


# --- independent computations ---


def local_score(query, target, scores, gap_open, gap_extend):
    """Smith and Waterman with affine gaps in the form of Waterman, Smith and Beyer: maxima over all lengths of gaps."""
    best, table = 0, [[0] * (len(target) + 1) for _ in range(len(query) + 1)]
    for i in range(1, len(query) + 1):
        for j in range(1, len(target) + 1):
            value = max(0, table[i - 1][j - 1] + scores[query[i - 1], target[j - 1]])
            value = max([value] + [table[i - n][j] - gap_open - n * gap_extend for n in range(1, i + 1) if table[i - n][j] > gap_open])
            value = max([value] + [table[i][j - n] - gap_open - n * gap_extend for n in range(1, j + 1) if table[i][j - n] > gap_open])
            table[i][j] = value
            best = max(best, value)
    return best


def local_score_linear(query, target, scores, gap):
    best, row = 0, [0] * (len(target) + 1)
    for a in query:
        new = [0]
        for j, b in enumerate(target, 1):
            new.append(max(0, row[j - 1] + scores[a, b], row[j] - gap, new[-1] - gap))
        row, best = new, max(best, *new)
    return best


def global_score(query, target, scores, gap):
    row = [-gap * j for j in range(len(target) + 1)]
    for i, a in enumerate(query, 1):
        new = [-gap * i]
        for j, b in enumerate(target, 1):
            new.append(max(row[j - 1] + scores[a, b], row[j] - gap, new[-1] - gap))
        row = new
    return row[-1]


def distance(a, b):
    """Levenshtein's distance by a search through shorter words."""
    if not a or not b:
        return len(a) + len(b)
    known = {}

    def of(i, j):
        if i == 0 or j == 0:
            return i + j
        if (i, j) not in known:
            known[i, j] = min(of(i - 1, j) + 1, of(i, j - 1) + 1, of(i - 1, j - 1) + (a[i - 1] != b[j - 1]))
        return known[i, j]

    return of(len(a), len(b))


def test_search():
    """Local alignment, with scores and statistics; the relatives of the query are the best results."""
    out, _ = shipped("search", changes=["Sequences::alignments = 0", "Sequences::max_e_value = 1e9"])
    rows = read_table(out / "results.tsv")
    (query,), database = read_fasta(DATA / "query.fa").values(), read_fasta(DATA / "database.fa")
    assert len(rows) == len(database)
    scores, letters = blosum62(), sum(map(len, database.values()))
    for row in random.Random(1).sample(rows, 2) + rows[:2]:
        score = local_score(query, database[row["target"]], scores, 11, 1)
        assert score == int(row["score"])
        assert math.isclose(float(row["bits"]), (0.267 * score - math.log(0.041)) / math.log(2), abs_tol=0.01)
        assert math.isclose(float(row["evalue"]), 0.041 * len(query) * letters * math.exp(-0.267 * score), rel_tol=0.01)
    assert [int(row["rank"]) for row in rows] == list(range(1, len(rows) + 1))
    assert [int(row["score"]) for row in rows] == sorted((int(row["score"]) for row in rows), reverse=True)
    relatives = {line[1:].split()[0] for line in (DATA / "database.fa").read_text().splitlines() if "relative" in line}
    assert {row["target"] for row in rows[:4]} <= relatives


def test_linear_gaps():
    out, _ = shipped("search", changes=['Sequences::program = "search_linear"', 'Sequences::scalars = "gap = 5"',
                                        'Sequences::statistics = "none"', "Sequences::alignments = 0", "Sequences::max_hits = 5"])
    (query,), database = read_fasta(DATA / "query.fa").values(), read_fasta(DATA / "database.fa")
    rows = read_table(out / "results.tsv")
    assert len(rows) == 5
    for row in rows:
        assert int(row["score"]) == local_score_linear(query, database[row["target"]], blosum62(), 5)


def test_global():
    out, _ = shipped("global", changes=["Sequences::alignments = 0"])
    (query,), database = read_fasta(DATA / "query.fa").values(), read_fasta(DATA / "database.fa")
    expected = sorted(((-global_score(query, letters, blosum62(), 8), n, name) for n, (name, letters) in enumerate(database.items())))
    rows = read_table(out / "results.tsv")
    assert [(row["target"], -int(row["score"])) for row in rows] == [(name, score) for score, _, name in expected[:20]]


def test_edit():
    out, result = shipped("edit", changes=["Sequences::alignments = 0"])
    words, dictionary = read_fasta(DATA / "words.fa"), read_fasta(DATA / "dictionary.fa")
    rows = read_table(out / "results.tsv")
    for word in words:
        expected = sorted((distance(word, other), n, other) for n, other in enumerate(dictionary))[:3]
        assert [(int(row["score"]), row["target"]) for row in rows if row["query"] == word] == [(d, o) for d, _, o in expected]
    require_words(result, ['edit("kitten", "sitting") = 3'], "edit.par")
    assert not (out / "results_2.tsv").exists()


def hmmsearch(profile, database):
    """Full-sequence bits of hmmsearch without bias correction, by name of the sequence."""
    if not shutil.which("hmmsearch"):
        skip("hmmsearch is not installed (Debian package hmmer)")
    table = new_folder() / "table"
    subprocess.run(["hmmsearch", "--max", "--nonull2", "-E", "1e9", "--domE", "1e9", "--tblout", table, profile, database],
                   check=True, stdout=subprocess.DEVNULL)
    lines = [line.split() for line in table.read_text().splitlines() if line[0] != "#"]
    return {words[0]: (float(words[5]), float(words[4])) for words in lines}


def require_bits_of_hmmsearch(profile, database, n_min):
    expected = hmmsearch(profile, database)
    out, _ = shipped("profile", changes=[f'Sequences::inputs = "family = {profile}, database = {database}"', "Sequences::max_e_value = 1e9"])
    rows = {row["target"]: row for row in read_table(out / "results.tsv")}
    assert len(expected) >= n_min and set(expected) <= set(rows)
    for name, (bits, e_value) in expected.items():
        assert abs(float(rows[name]["score"]) - bits) <= 0.1, name
        assert float(rows[name]["evalue"]) <= 2 * e_value + 1e-300 and e_value <= 2 * float(rows[name]["evalue"]), name


def test_profile_against_hmmsearch():
    require_bits_of_hmmsearch(DATA / "family.hmm", DATA / "proteins.fa", 8)


@pytest.mark.parametrize("name", ["fn3", "globins4"])
def test_tutorial_profiles_against_hmmsearch(name):
    tutorial = pathlib.Path("/usr/share/doc/hmmer/examples/tutorial")
    if not (tutorial / f"{name}.hmm").exists():
        skip("the tutorial files of HMMER are not installed (Debian package hmmer-examples)")
    work = new_folder()
    entry = (tutorial / "7LESS_DROME").read_text().split("SQ ")[1].split("\n", 1)[1].split("//")[0]
    letters = "".join(entry.split())
    globins = list(read_fasta(tutorial / "globins45.fa").items())[:5]
    sequences = [("domain", letters[430:540]), ("two", letters[430:540] + letters[820:940]), ("unknown", "XBZ" + letters[430:500]), *globins]
    (work / "proteins.fa").write_text("".join(f">{name}\n{text}\n" for name, text in sequences))
    require_bits_of_hmmsearch(tutorial / f"{name}.hmm", work / "proteins.fa", 3)


def read_profile(path):
    """Probabilities of the nodes of a profile: match, insert and transitions."""
    lines = path.read_text().splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("HMM "))
    letters = lines[start].split()[1:]
    number = lambda text: 0.0 if text == "*" else math.exp(-float(text))  # noqa: E731
    rows = [line.split() for line in lines[start + 2:] if line != "//" and "COMPO" not in line]
    nodes = [([], [number(x) for x in rows[0]], [number(x) for x in rows[1]])]
    for n in range(2, len(rows), 3):
        nodes.append(([number(x) for x in rows[n][1:21]], [number(x) for x in rows[n + 1]], [number(x) for x in rows[n + 2]]))
    return letters, nodes


BACKGROUND = dict(zip("ACDEFGHIKLMNPQRSTVWY", (
    0.0787945, 0.0151600, 0.0535222, 0.0668298, 0.0397062, 0.0695071, 0.0229198, 0.0590092, 0.0594422, 0.0963728,
    0.0237718, 0.0414386, 0.0482904, 0.0395639, 0.0540978, 0.0683364, 0.0540687, 0.0673417, 0.0114135, 0.0304133), strict=True))


def profile_bits(path, sequence, add):
    """The score of a profile with all states in one loop over letters; `add` combines alternatives."""
    letters, nodes = read_profile(path)
    length, n = len(nodes) - 1, len(sequence)
    occupied = [0.0]
    for k in range(1, length + 1):
        mm, mi, md, im, ii, dm, dd = nodes[k - 1][2]
        occupied.append(mm + mi if k == 1 else occupied[-1] * (mm + mi) + (1 - occupied[-1]) * dm)
    weight = sum(occupied[k] * (length - k + 1) for k in range(1, length + 1))
    loop, move = n / (n + 3), 3 / (n + 3)
    m, i, d = ([0.0] * (length + 1) for _ in range(3))
    before, between, after = 1.0, 0.0, 0.0
    begin, shift = move, 0.0
    for letter in sequence:
        new_m, new_i, new_d = ([0.0] * (length + 1) for _ in range(3))
        for k in range(1, length + 1):
            mm, _, md, im, _, dm, dd = nodes[k - 1][2]
            odds = nodes[k][0][letters.index(letter)] / BACKGROUND[letter]
            new_m[k] = odds * add([begin * occupied[k] / weight, m[k - 1] * mm * (k > 1), i[k - 1] * im * (k > 1), d[k - 1] * dm * (k > 1)])
            if k < length:
                new_i[k] = add([m[k] * nodes[k][2][1], i[k] * nodes[k][2][4]])
            new_d[k] = add([new_m[k - 1] * md, new_d[k - 1] * dd]) if k > 1 else 0.0
        end = add([add([new_m[k], new_d[k]]) for k in range(1, length + 1)])
        before, between, after = before * loop, add([between * loop, end / 2]), add([after * loop, end / 2])
        m, i, d = new_m, new_i, new_d
        scale = max(before, between, after, max(m))
        m, i, d = ([x / scale for x in values] for values in (m, i, d))
        before, between, after = before / scale, between / scale, after / scale
        shift += math.log(scale)
        begin = add([before, between]) * move
    null = n * math.log(n / (n + 1)) + math.log(1 / (n + 1))
    return (math.log(after * move) + shift - null) / math.log(2)


@pytest.mark.parametrize("program, add", [("profile", sum), ("profile_viterbi", max)])
def test_profile(program, add):
    """Forward and Viterbi scores."""
    statistics = "forward" if add is sum else "viterbi"
    out, _ = shipped("profile", changes=[f'Sequences::program = "{program}"', f'Sequences::statistics = "{statistics}"',
                                         "Sequences::max_e_value = 1e9", "Sequences::alignments = 0"])
    proteins = read_fasta(DATA / "proteins.fa")
    rows = read_table(out / "results.tsv")
    assert len(rows) == len(proteins)
    for row in rows:
        assert math.isclose(float(row["score"]), profile_bits(DATA / "family.hmm", proteins[row["target"]], add), rel_tol=1e-9, abs_tol=1e-9)


def test_genefinder():
    """Logarithms of the probability of the letters and of the best path, from a computation with logarithms."""
    out, _ = shipped("genefinder", changes=["Sequences::alignments = 0"])
    states, transitions = read_model(RECURSIONS / "genefinder.rec")
    logarithm = lambda x: math.log2(x) if x > 0 else -math.inf  # noqa: E731

    def total(values):
        top = max(values, default=-math.inf)
        return top if top == -math.inf else top + math.log2(sum(2 ** (v - top) for v in values))

    def score(letters, add):
        values = {"start": 0.0}
        for letter in letters:
            values = {state: logarithm(emissions.get(letter, 0)) + add([values.get(a, -math.inf) + logarithm(p) for a, b, p in transitions if b == state])
                      for state, emissions in states.items() if emissions}
        return add([values[a] + logarithm(p) for a, b, p in transitions if b == "end"])

    genomes = read_fasta(DATA / "genomes.fa")
    for table, add in (("results.tsv", lambda values: max(values, default=-math.inf)), ("results_2.tsv", total)):
        rows = read_table(out / table)
        assert len(rows) == len(genomes)
        for row in rows:
            assert math.isclose(float(row["score"]), score(genomes[row["target"]], add), rel_tol=1e-9)


# --- distribution ---


def test_same_bytes_on_processes_and_for_compressed_files():
    work = new_folder()
    with gzip.open(work / "database.fa.gz", "wb") as file:
        file.write((DATA / "database.fa").read_bytes())
    compressed = f'Sequences::inputs = "query = {DATA}/query.fa, database = {work}/database.fa.gz"'
    changes = ["Sequences::chunk_letters = 900", "Sequences::max_e_value = 100", "Sequences::alignments = 0"]
    texts = {}
    for ranks, threads, extra in ((1, 1, []), (2, 2, []), (3, 1, [compressed]), (4, 1, [])):
        out, _ = shipped("search", ranks, changes + extra, threads)
        texts[ranks] = (out / "results.tsv").read_bytes()
    assert len(texts[1].splitlines()) > 10
    assert all(text == texts[1] for text in texts.values())


def test_files_of_other_programs():
    """Line ends of Windows, lower case, gaps of alignments, and stop codons."""
    work = new_folder()
    (work / "q.fa").write_text(">q\nMKVLAWRND*CQEG\n")
    (work / "clean.fa").write_text(">a first\nMKVLAWRND\n>b\nWRND*CQ\n>c\nEGHILK\n")
    (work / "other.fa").write_bytes(b"\r\n>a first\r\nmkvl\r\n--AWr\r\n\r\nnd\r\n>b \r\nWR-N.D*CQ\r\n>c\r\nEGHILK")
    tables = []
    for name in ("clean", "other"):
        out, _ = shipped("search", 2, [f'Sequences::inputs = "query = {work}/q.fa, database = {work}/{name}.fa"', 'Sequences::unknown_letters = "skip"',
                                       "Sequences::max_e_value = 1e9", "Sequences::chunk_letters = 8"])
        tables.append((out / "results.tsv").read_bytes())
    assert tables[0] == tables[1] and len(tables[0].splitlines()) == 4


def test_several_queries():
    """More queries than are searched together."""
    work = new_folder()
    generator = random.Random(3)
    queries = {f"q{n}": "".join(generator.choices("ACDEFGHIKLMNPQRSTVWY", k=generator.randint(3, 12))) for n in range(40)}
    targets = {f"t{n}": "".join(generator.choices("ACDEFGHIKLMNPQRSTVWY", k=generator.randint(3, 12))) for n in range(5)}
    for name, entries in (("q.fa", queries), ("t.fa", targets)):
        (work / name).write_text("".join(f">{name}\n{letters}\n" for name, letters in entries.items()))
    out, _ = shipped("search", 2, [f'Sequences::inputs = "query = {work}/q.fa, database = {work}/t.fa"', "Sequences::alignments = 0",
                                   "Sequences::max_e_value = 1e9", "Sequences::max_hits = 0", "Sequences::chunk_letters = 10"])
    rows = read_table(out / "results.tsv")
    assert [row["query"] for row in rows] == [name for name in queries for _ in targets]
    scores = blosum62()
    for row in rows:
        assert int(row["score"]) == local_score(queries[row["query"]], targets[row["target"]], scores, 11, 1)


@pytest.mark.parametrize("ranks", [1, 2])
def test_integers_beyond_32_bits(ranks):
    """Tables with values beyond int32 are compiled, also those of alignments."""
    work = new_folder()
    (work / "long.rec").write_text('''alphabet dna = "ACGT"
matrix[dna] scores = { match 999983, mismatch -1000000 }
load query: seq[dna]
load database: seq[dna]
int global(matrix[dna] m, seq[dna] q, index[q] i, seq[dna] t, index[t] j) =
  if i == 0 then -1000000 * j
  else if j == 0 then -1000000 * i
  else (global(i - 1, j - 1) + m[q[i - 1], t[j - 1]]) max (global(i - 1, j) - 1000000) max (global(i, j - 1) - 1000000)
print align global over (scores, query, database)
''')
    (work / "q.fa").write_text(">q\n" + "ACGT" * 640 + "\n")
    (work / "d.fa").write_text(">d\n" + "ACGT" * 500 + "\n>e\n" + "ACGT" * 600 + "\n")
    run(HEADER + 'Sequences::program = "long.rec"\nSequences::inputs = "query = q.fa, database = d.fa"\nSequences::alignments = 1\n', ranks, folder=work)
    rows = read_table(work / "out/results.tsv")
    scores = {row["target"]: int(row["score"]) for row in rows}
    assert scores == {"d": 2000 * 999983 - 560 * 1000000, "e": 2400 * 999983 - 160 * 1000000}
    report = (work / "out/kernel_report.txt").read_text()
    assert "real64" in report and "interpreted" not in report, report


def test_letters_are_arguments():
    work = new_folder()
    (work / "count.rec").write_text('alphabet dna = "ACGT"\nload genomes: seq[dna]\nint count(char[dna] c, seq[dna] s, index[s] i) =\n'
                                    "  if i == 0 then 0 else count(i - 1) + (if s[i - 1] == c then 1 else 0)\nprint map count over ('g', genomes)\n")
    (work / "g.fa").write_text(">a\nACGGT\n>b\nggg\n>c\nAC\n")
    run(HEADER + 'Sequences::program = "count.rec"\nSequences::inputs = "genomes = g.fa"\n', folder=work)
    assert {row["target"]: row["score"] for row in read_table(work / "out/results.tsv")} == {"a": "2", "b": "3", "c": "0"}


def test_progress_and_summary():
    _, result = shipped("search", 2, ["Sequences::chunk_letters = 900", "Sequences::progress_every = 0.001", "Sequences::alignments = 0"])
    assert re.search(r"\d+% of database, [\d.e+]+ residues/s, [\d.e+-]+ GCUPS, \d+ s left", result.stdout), result.stdout
    assert re.search(r"47 sequences with 16721 letters in [\d.]+ s( after [\d.]+ s of compilation)?: [\d.e+]+ residues/s, [\d.e+-]+ GCUPS; \d+ results", result.stdout), result.stdout


@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_report_contains_the_work_of_all_processes(ranks):
    out, _ = shipped("search", ranks, ["Sequences::chunk_letters = 100000", "Sequences::alignments = 0"])  # one chunk
    report = (out / "kernel_report.txt").read_text()
    (query,), database = read_fasta(DATA / "query.fa").values(), read_fasta(DATA / "database.fa")
    cells = sum((len(query) + 1) * (len(letters) + 1) for letters in database.values())
    found = re.search(r"Sequences::search: ([\d.e+]+) elements of tables in [\d.]+ s \([\d.e+-]+ G/s\)( on \d processes)?, ", report)
    assert found, report
    assert math.isclose(float(found[1]), cells, rel_tol=1e-3) and found[2] == (f" on {ranks} processes" if ranks > 1 else None), report
    assert sum(int(n) for n in re.findall(r"^  across .*: (\d+) problems?$", report, re.MULTILINE)) == len(database), report


def test_memory_does_not_grow_with_the_database():
    """Databases of 0.3 MB and 30 MB are read in chunks of 100 kB."""
    assert memory_of_search(66_000) - memory_of_search(660) < 12


def memory_of_search(n_sequences):
    """Returns the largest memory, in MiB, of a search through a database with sequences of 300 to 599 letters."""
    work = new_folder()
    (work / "lengths.rec").write_text('alphabet protein = "ARNDCQEGHILKMFPSTWYVBZX*"\nload database: seq[protein]\n'
                                      "int residues(seq[protein] x) = length(x)\nprint map residues over (database)\n")
    letters = "".join(random.Random(2).choices("ARNDCQEGHILKMFPSTWYV", k=600))
    with open(work / "database.fa", "w") as database:
        database.writelines(f">p{n}\n{letters[:300 + n % 300]}\n" for n in range(n_sequences))
    _, result = run(HEADER + 'Sequences::program = "lengths.rec"\nSequences::inputs = "database = database.fa"\n'
                    "Sequences::chunk_letters = 100000\nSequences::max_hits = 100\n", folder=work)
    assert (work / "database.fa").stat().st_size > 400 * n_sequences
    rows = read_table(work / "out/results.tsv")
    assert rows[0]["score"] == "599" and rows[0]["target"] == "p299"
    (memory,) = re.findall(r"process 0: (\d+) MiB in all", " ".join(result.stdout.split()))
    return int(memory)


def test_killed_process_ends_the_run():
    work = new_folder()
    letters = "".join(random.Random(1).choices("ACDEFGHIKLMNPQRSTVWY", k=4000))
    (work / "q.fa").write_text(f">q\n{letters}\n")
    (work / "d.fa").write_text("".join(f">d{n}\n{letters}\n" for n in range(4000)))  # the search takes several seconds
    (work / "test.par").write_text(HEADER + 'Sequences::program = "search"\nSequences::alignments = 0\nSequences::inputs = "query = q.fa, database = d.fa"\n')
    command = [*launcher(2), str(CHEMORA), "test.par"]
    with open(work / "output", "w") as output:
        process = subprocess.Popen(command, cwd=work, env=environment(), stdout=output, stderr=output, start_new_session=True)
        try:
            end = time.monotonic() + HANG_SECONDS
            children = []
            while len(children) < 2:
                assert process.poll() is None and time.monotonic() < end, (work / "output").read_text()
                time.sleep(0.2)
                found = subprocess.run(["pgrep", "--session", str(process.pid), "-x", "chemora"], capture_output=True, text=True)
                children = [int(word) for word in found.stdout.split()]
            subprocess.run(["kill", "-KILL", str(children[-1])], check=True)
            assert process.wait(timeout=HANG_SECONDS) != 0
        finally:
            if process.poll() is None:
                subprocess.run(["kill", "-KILL", "--", f"-{process.pid}"], check=False)
    assert "signal" in (work / "output").read_text().lower()
    assert not (work / "out/results.tsv").exists()
