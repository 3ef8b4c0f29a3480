"""scripts/tune analyse prints the tables of a database in the documented format, and reports wrong input."""

import os
import sqlite3
import subprocess

import pytest
from simulation import BUILD, SOURCE

SCHEMA = """
CREATE TABLE subject (id INTEGER PRIMARY KEY, kernel TEXT, graph TEXT, shape TEXT, precision TEXT, device TEXT, machine TEXT, search_space TEXT);
CREATE TABLE individual (id INTEGER PRIMARY KEY, subject INTEGER, compiler TEXT, version TEXT, genome TEXT, plan TEXT, birth TEXT,
  components TEXT, failure TEXT, recorded REAL, n_scores INTEGER, mean REAL, deviation REAL);
CREATE TABLE parent (child INTEGER, position INTEGER, parent INTEGER);
CREATE TABLE score (id INTEGER PRIMARY KEY, individual INTEGER, value REAL);
PRAGMA user_version = 1;
INSERT INTO subject VALUES (1, 'Wave::RHS', 'digest', '128 128 128, 2 threads', 'real64', 'host', 'cpu', 'space');
"""
#       number, genome, birth, parents, scores
FAMILY = [(1, "CA", "initial", [], [10, 12]), (2, "CC", "mutation", [1], [20, 22]), (3, "CG", "crossover", [1, 2], [3, 5])]


@pytest.fixture
def database(tmp_path):
    path = tmp_path / "tuning.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(SCHEMA)
        for number, genome, birth, parents, scores in FAMILY:
            connection.execute("INSERT INTO individual VALUES (?, 1, 'g++', '0.1', ?, 'plan', ?, '', '', 0, 2, ?, 1)",
                               (number, genome, birth, sum(scores) / 2))
            connection.executemany("INSERT INTO parent VALUES (?, ?, ?)", [(number, *pair) for pair in enumerate(parents)])
            connection.executemany("INSERT INTO score (individual, value) VALUES (?, ?)", [(number, score) for score in scores])
    path.chmod(0o600)
    return path


def tune(*arguments, expect=0):
    environment = {**os.environ, "CHEMORA_BUILD": str(BUILD)}
    result = subprocess.run([SOURCE / "scripts/tune", *map(str, arguments)], env=environment, capture_output=True, text=True)
    assert result.returncode == expect, result.stdout + result.stderr
    return result.stdout if expect == 0 else result.stderr


def test_prints_the_tables_of_a_database(database):
    text = tune("analyse", database)
    assert "== Wave::RHS real64 [128 128 128, 2 threads] on host, cpu; g++, version 0.1" in text
    assert "3 individuals, 0 of which failed" in text
    assert "best: number 2, 21 +- 1.4 points/s of 2 scores, by mutation" in text
    assert "   1        0 (0.000)        1 (1.000)        0 (0.000)" in text
    assert tune("analyse", database, "Wave::RHS").endswith(text[text.index("== Wave::RHS"):])


def test_reports_wrong_input(database, tmp_path):
    assert "The database has no plans of kernel `Wave::RSH`" in tune("analyse", database, "Wave::RSH", expect=1)
    assert "does not exist. A search creates it." in tune("analyse", tmp_path / "other.db", expect=1)
    (tmp_path / "text.db").write_text("not a database\n" * 100)
    assert "file is not a database" in tune("analyse", tmp_path / "text.db", expect=1)
    assert "usage: scripts/tune analyse" in tune("analyze", expect=1)
