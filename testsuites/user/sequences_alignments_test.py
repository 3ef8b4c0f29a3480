"""Alignments of sequences: the printed rows and states have the printed scores, and SAM contains the same."""

import math
import re

from sequences import DATA, RECURSIONS, blosum62, read_fasta, read_model, read_table, shipped


def read_alignments(path):
    """Rows of query and target for each title `# query and target (rank 1), score ...` and each segment."""
    alignments = {}
    for block in path.read_text().split("# ")[1:]:
        title, text = block.split("\n", 1)
        rows, following = [], {}
        for line in text.splitlines():
            words = line.split()
            if words[:1] in (["query"], ["target"]):
                if words[0] == "query" and following.get("query") != int(words[1]):
                    rows.append({"query": "", "target": "", "start": (int(words[1]), 0)})
                rows[-1][words[0]] += words[2]
                if words[0] == "target" and not rows[-1]["start"][1]:
                    rows[-1]["start"] = (rows[-1]["start"][0], int(words[1]))
                following[words[0]] = int(words[3]) + 1
        alignments[title.split(" and ")[1].split()[0]] = rows
    return alignments


def score_of_rows(query, target, scores, gap_open, gap_extend):
    total, gap = 0, None
    for a, b in zip(query, target, strict=True):
        if "-" in (a, b):
            kind = "query" if a == "-" else "target"
            total -= gap_extend + (gap_open if kind != gap else 0)
            gap = kind
        else:
            total, gap = total + scores[a, b], None
    return total


def test_alignments_of_search():
    """The printed rows have the printed score, and are parts of the sequences; SAM contains the same."""
    out, _ = shipped("search")
    rows = {row["target"]: row for row in read_table(out / "results.tsv")}
    (query,), database = read_fasta(DATA / "query.fa").values(), read_fasta(DATA / "database.fa")
    alignments = read_alignments(out / "results.txt")
    assert list(alignments) == list(rows)[:5]
    for name, (rows_of,) in alignments.items():
        assert score_of_rows(rows_of["query"], rows_of["target"], blosum62(), 11, 1) == int(rows[name]["score"])
        assert query[int(rows[name]["query_start"]) - 1:int(rows[name]["query_end"])] == rows_of["query"].replace("-", "")
        assert database[name][int(rows[name]["target_start"]) - 1:int(rows[name]["target_end"])] == rows_of["target"].replace("-", "")
    lines = [line.split("\t") for line in (out / "results.sam").read_text().splitlines() if line[0] != "@"]
    assert [line[2] for line in lines] == list(alignments)
    for line in lines:
        operations = re.findall(r"(\d+)([MIDS])", line[5])
        assert sum(int(n) for n, kind in operations if kind in "MIS") == len(query) == len(line[9])
        assert sum(int(n) for n, kind in operations if kind in "MD") == int(rows[line[2]]["target_end"]) - int(line[3]) + 1
        assert line[3] == rows[line[2]]["target_start"] and f"AS:i:{rows[line[2]]['score']}" in line


def test_alignments_of_global_and_edit():
    out, _ = shipped("global")
    rows = {row["target"]: row for row in read_table(out / "results.tsv")}
    database = read_fasta(DATA / "database.fa")
    for name, (rows_of,) in read_alignments(out / "results.txt").items():
        assert score_of_rows(rows_of["query"], rows_of["target"], blosum62(), 0, 8) == int(rows[name]["score"])
        assert rows_of["target"].replace("-", "") == database[name]
    out, _ = shipped("edit")
    table = [row for row in read_table(out / "results.tsv") if row["rank"] == "1"]
    alignments = read_alignments(out / "results.txt")
    assert len(alignments) == len(table) == 3
    for row in table:
        (rows_of,) = alignments[row["target"]]
        assert sum(a != b for a, b in zip(rows_of["query"], rows_of["target"], strict=True)) == int(row["score"])


def test_alignments_with_a_profile():
    """Proteins with domains have a segment for each domain, whose letters are parts of the sequences."""
    out, _ = shipped("profile", changes=['Sequences::program = "profile_viterbi"', 'Sequences::statistics = "viterbi"', "Sequences::alignments = 20"])
    proteins = read_fasta(DATA / "proteins.fa")
    n_domains = {line[1:].split()[0]: int(line.split()[2]) for line in (DATA / "proteins.fa").read_text().splitlines() if line[0] == ">"}
    alignments = read_alignments(out / "results.txt")
    found = {name for name, n in n_domains.items() if n > 0}
    assert found <= set(alignments)
    for name, segments in alignments.items():
        assert name not in found or len(segments) == n_domains[name]
        for segment in segments:
            letters, start = segment["target"].replace("-", ""), segment["start"][1]
            assert proteins[name][start - 1:start - 1 + len(letters)] == letters


def of_run(run, letters, n):
    """The name of state number n in a run of states with the same meaning, which the letters determine."""
    if run == "stop":
        return ("stop_t", "stop_ta" if letters[1] == "A" else "stop_tg", "stop_tax" if letters[1] == "A" else "stop_tga")[n]
    return run if run == "background" else f"{run}_{n % 3 + 1}"


def test_states_of_the_gene_finder():
    """The printed states have the printed probability, and contain the genes of the sequences."""
    out, _ = shipped("genefinder")
    states, transitions = read_model(RECURSIONS / "genefinder.rec")
    probabilities = {(a, b): p for a, b, p in transitions}
    genomes, rows = read_fasta(DATA / "genomes.fa"), {row["target"]: row for row in read_table(out / "results.tsv")}
    titles = {line[1:].split()[0]: line.split()[2:] for line in (DATA / "genomes.fa").read_text().splitlines() if line[0] == ">"}
    blocks = (out / "results.txt").read_text().split("# ")[1:]
    assert len(blocks) == len(genomes)
    for block in blocks:
        title, text = block.split("\n", 1)
        name = title.split(" and ")[1].split()[0]
        runs = [(int(a), int(b), state) for a, b, state in (line.split() for line in text.splitlines() if line.strip())]
        path = [of_run(state, genomes[name][first - 1:last], n) for first, last, state in runs for n in range(last - first + 1)]
        assert len(path) == len(genomes[name])
        total = sum(math.log2(states[state][letter]) for state, letter in zip(path, genomes[name], strict=True))
        total += sum(math.log2(probabilities[pair]) for pair in zip(["start", *path], [*path, "end"], strict=True))
        assert math.isclose(total, float(rows[name]["score"]), rel_tol=1e-9)
        for gene in titles[name]:
            if gene != "none":
                first, last = (int(number) for number in gene.split("-"))
                assert sum(state != "background" for state in path[first - 1:last]) > 0.9 * (last - first + 1), gene


def test_alignments_do_not_depend_on_processes():
    folders = [shipped("search", ranks, ["Sequences::chunk_letters = 900"])[0] for ranks in (1, 3)]
    for kind in ("tsv", "txt", "sam"):
        assert (folders[0] / f"results.{kind}").read_bytes() == (folders[1] / f"results.{kind}").read_bytes()
