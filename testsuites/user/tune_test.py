"""scripts/tune finds plans that a later run uses, with the same bits. scripts/tune analyse prints the tables of a database in the
documented format. Wrong input is reported."""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
from types import SimpleNamespace

import pytest
from devices import skip_without_opencl
from output_values import values
from parameter_text import wave, with_settings
from simulation import BUILD, SOURCE, environment, run

os.environ["CHEMORA_BUILD"] = str(BUILD)
import tuning  # noqa: E402 scripts/tuning.py

SCHEMA = """
CREATE TABLE subject (id INTEGER PRIMARY KEY, kernel TEXT, graph TEXT, shape TEXT, precision TEXT, device TEXT, machine TEXT, search_space TEXT);
CREATE TABLE individual (id INTEGER PRIMARY KEY, subject INTEGER, compiler TEXT, version TEXT, genome TEXT, plan TEXT, birth TEXT,
  components TEXT, failure TEXT, recorded REAL, n_scores INTEGER, mean REAL, deviation REAL);
CREATE TABLE parent (child INTEGER, position INTEGER, parent INTEGER);
CREATE TABLE score (id INTEGER PRIMARY KEY, individual INTEGER, value REAL);
PRAGMA user_version = 1;
INSERT INTO subject VALUES (1, 'Wave::Wave_RHS.interior', 'digest', '128 128 128, 2 threads', 'real64', 'host', 'cpu', 'space');
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


def script(name, *arguments, expect=0, **variables):
    result = subprocess.run([SOURCE / "scripts" / name, *map(str, arguments)], env=environment(**variables), capture_output=True, text=True)
    assert result.returncode == expect, result.stdout + result.stderr
    return result.stdout if expect == 0 else result.stderr


def tune(*arguments, **options):
    return script("tune", *arguments, **options)


def test_prints_the_tables_of_a_database(database):
    text = tune("analyse", database)
    assert "== Wave::Wave_RHS.interior real64 [128 128 128, 2 threads] on host, cpu; g++, version 0.1" in text
    assert "3 individuals, 0 of which failed" in text
    assert "best: number 2, 21 +- 1.4 points/s of 2 scores, by mutation" in text
    assert "   1        0 (0.000)        1 (1.000)        0 (0.000)" in text
    assert tune("analyse", database, "Wave_RHS").endswith(text[text.index("== Wave::Wave_RHS"):])


def test_reports_wrong_input(database, tmp_path):
    assert "The database has no plans of kernel `Wave_RSH`" in tune("analyse", database, "Wave_RSH", expect=1)
    assert "does not exist. A search creates it." in tune("analyse", tmp_path / "other.db", expect=1)
    (tmp_path / "text.db").write_text("not a database\n" * 100)
    assert "file is not a database" in tune("analyse", tmp_path / "text.db", expect=1)
    assert "there is no file analyze" in tune("analyze", expect=2)
    gaussian = SOURCE / "params/wave/gaussian.par"
    assert "`99999999999` is not a whole number from 1 to 2147483647" in tune(gaussian, "--seed", 99999999999, expect=2)
    assert f"there is no folder {tmp_path}/none for the picture (--plot)" in tune(gaussian, "--plot", tmp_path / "none/p.svg", expect=2)
    assert "`soon` is not a time; expected for example 60s, 5min or 1h" in tune(gaussian, "--budget", "soon", expect=2)


SMALL = {"driver::global_nx": "33", "driver::global_ny": "17", "driver::global_nz": "17", "cactus::terminate": '"iteration"',
         "cactus::cctk_itlast": "4", "IOScalar::outScalar_every": "1", "IOHDF5::out_every": "-1", "IO::out_dir": '"data"'}


def test_a_run_uses_the_plans_of_a_search_with_the_same_bits(tmp_path):
    database, file, picture = tmp_path / "tuning.db", tmp_path / "small.par", tmp_path / "plans.svg"
    file.write_text(wave("gaussian", SMALL))
    text = tune(file, "--kernel", "Wave_RHS_update1", "--budget", "10s", "--workers", 2, "--np", 1, "--database", database, "--plot", picture)
    assert "times the model's plan" in text and "failed" in text
    assert f'Runs with --np 1 --threads 1 and CaKernel::tuning_database = "{database}" use the best plans' in text
    assert picture.read_text().startswith("<?xml")
    with sqlite3.connect(database) as connection:
        kernels = [name for name, in connection.execute("SELECT kernel FROM subject")]
        n_plans, n_children = connection.execute("SELECT count(*), count(nullif(birth, 'initial')) FROM individual").fetchone()
    assert any("Wave_RHS" in name for name in kernels), kernels
    assert n_children > 0 and n_plans > len(kernels)
    assert all(name in text for name in kernels)
    results = {}
    for tuning in ("off", "use"):
        settings = {"CaKernel::tuning": f'"{tuning}"', "CaKernel::tuning_database": f'"{database}"'}
        folder, _ = run(wave("gaussian", SMALL, settings), folder=tmp_path / tuning)
        results[tuning] = values(folder)
        assert ("# tuned: fastest of" in (folder / "data/kernel_plans.txt").read_text()) == (tuning == "use")
    assert results["use"] == results["off"]


def test_a_search_for_the_sizes_of_loops(tmp_path):
    """A parameter file without other kernels can be tuned."""
    database, file = tmp_path / "tuning.db", tmp_path / "loops.par"
    file.write_text(with_settings((SOURCE / "params/examples/heat_loops.par").read_text(), {"IO::out_dir": '"data"'}))
    text = tune(file, "--budget", "5s", "--np", 1, "--database", database)
    assert "Search for the sizes of HeatLoops::HeatLoops_Apply: measured" in text
    assert re.search(r"(?m)^HeatLoops::HeatLoops_Apply \[.*\] +[2-4] ", text), text
    settings = {"IO::out_dir": '"data"', "CaKernel::tuning_database": f'"{database}"'}
    folder, _ = run(with_settings((SOURCE / "params/examples/heat_loops.par").read_text(), settings), folder=tmp_path / "use")
    assert "# tuned: fastest of" in (folder / "data/kernel_plans.txt").read_text()
    assert "the kernels are: HeatLoops::HeatLoops_Apply" in tune(file, "--kernel", "None", "--budget", "1s", "--np", 1, "--database", database,
                                                                 expect=1)


def test_a_run_with_default_options_uses_the_plans_of_a_search_with_default_options(tmp_path):
    file, cache = tmp_path / "small.par", {"XDG_CACHE_HOME": tmp_path / "cache"}
    file.write_text(wave("gaussian", SMALL))
    text = tune(file, "--kernel", "Wave_RHS_update1", "--budget", "1s", **cache)
    n_processes = 2 if tuning.launcher_of(BUILD) else 1
    assert f"Runs with --np {n_processes} --threads 1 use the best plans, which are in {tmp_path}/cache/chemora/tuning.db." in text
    script("run", file, "--out", tmp_path / "run", **cache)
    plans = (tmp_path / "run/data/kernel_plans.txt").read_text()
    assert "# tuned: fastest of" in plans.split("plan Wave::Wave_RHS_update1")[0].split("\n\n")[-1], plans


def capture(file, out, captures):
    """Returns the kernels whose data a short run stores."""
    options = SimpleNamespace(file=file, np=1, threads=1, out=out, thorn_library=None, database=captures.parent / "tuning.db", budget=1)
    return tuning.capture(options, captures)[0]


def test_parameter_files_may_contain_any_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "environ", environment())
    file = tmp_path / "small.par"
    file.write_bytes(b"# Gau\xdf\n" + wave("gaussian", SMALL).encode())
    captures = tmp_path / "captures"
    captures.mkdir()
    assert capture(file, tmp_path / "run", captures)


CHECKPOINTS = {"IOHDF5::checkpoint": "yes", "IO::checkpoint_every": "1", "IO::checkpoint_on_terminate": "yes",
               "IO::recover": '"autoprobe"'}


def test_a_search_neither_reads_nor_writes_checkpoints(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "environ", environment())
    file, folder = tmp_path / "small.par", tmp_path / "run"
    folders = {"IO::checkpoint_dir": f'"{folder}/checkpoints"', "IO::recover_dir": f'"{folder}/checkpoints"', "IOBasic::out_dir": f'"{folder}/norms"'}
    file.write_text(wave("gaussian", SMALL, CHECKPOINTS, folders))
    for number in range(2):
        captures = tmp_path / f"captures{number}"
        captures.mkdir()
        before = sorted(tmp_path.rglob("run/*"))
        assert capture(file, folder, captures)
        assert sorted(tmp_path.rglob("run/*")) == before
        run(file, folder=folder)  # writes checkpoints, from which the second search must not continue
        assert list((folder / "checkpoints").glob("*it_4*"))


def test_kernels_share_the_budget_by_their_work(tmp_path):
    """Regions of one kernel share its work. Kernels with little work are omitted."""
    def kernels():
        found = []
        for number, (name, cells) in enumerate([("A.interior", 75), ("A.boundary", 25), ("B.interior", 1000), ("C.interior", 10)]):
            folder = tmp_path / str(number)
            folder.mkdir(exist_ok=True)
            (folder / "capture.json").write_text(json.dumps({"kernel": name, "arrays": ["u", "v"], "boxes": [[[0, 0, 0], [cells, 1, 1]]]}))
            found.append(tuning.Kernel(folder))
        return found

    found = kernels()
    tuning.weigh(found, {"A": 8, "B": 2, "C": 0.1})
    assert [kernel.work for kernel in found] == [6, 2, 2, 0.1]
    assert [kernel.name for kernel in tuning.choose(found, SimpleNamespace(kernel=None))] == ["A.interior", "A.boundary", "B.interior"]
    found = kernels()
    tuning.weigh(found, {"A": 8})
    assert [kernel.work for kernel in found] == [150, 50, 2000, 20]


def test_the_default_database_is_that_of_the_run(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable, expected in (str(tmp_path / "xdg"), tmp_path / "xdg/chemora/tuning.db"), ("relative", tmp_path / ".cache/chemora/tuning.db"):
        monkeypatch.setenv("XDG_CACHE_HOME", variable)
        assert tuning.default_database() == expected
    assert tuning.default_database('CaKernel::cache_dir = "cache"', pathlib.Path("output")) == pathlib.Path("output/cache/tuning.db")
    monkeypatch.setenv("HOME", "")
    with pytest.raises(SystemExit, match="there is no cache folder"):
        tuning.default_database()


def test_the_table_has_the_last_compiler_only(database, capsys):
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO individual VALUES (4, 1, 'g++ 13', '0.1', 'CA', 'plan', 'initial', '', '', 0, 1, 40, 0)")
        connection.execute("INSERT INTO score (individual, value) VALUES (4, 40)")
    tuning.table(SimpleNamespace(database=database, np=2, threads=1, condition=""), ["Wave::Wave_RHS.interior"])
    row = next(line.split() for line in capsys.readouterr().out.splitlines() if line.startswith("Wave::"))
    assert row[-5:] == ["1", "0", "40", "40", "1.000"]


def test_an_unknown_kernel_is_an_error(tmp_path):
    file = tmp_path / "small.par"
    file.write_text(wave("gaussian", SMALL))
    error = tune(file, "--kernel", "Wave_RSH", "--database", tmp_path / "tuning.db", expect=1)
    assert "no kernel of the run has a name with `Wave_RSH`; the kernels are: " in error and "Wave::Wave_RHS" in error


def test_a_run_continues_without_a_damaged_database(tmp_path):
    database = tmp_path / "tuning.db"
    database.write_text("not a database\n" * 100)
    database.chmod(0o600)
    _, result = run(wave("gaussian", SMALL, {"CaKernel::tuning_database": f'"{database}"'}), folder=tmp_path / "run")
    assert "The run continues without plans of earlier searches." in result.stdout

SEARCH = {"CaKernel::tuning": '"search"', "CaKernel::tuning_seconds": "0.1"}
LEAPFROG = {"cactus::cctk_itlast": "20", "IO::out_dir": '"data"', "IOScalar::outScalar_every": "1"}


@pytest.mark.parametrize("example, settings, ranks", [("leapfrog", LEAPFROG, 1), ("gaussian", SMALL, 2)])
def test_a_run_searches_between_steps_with_the_same_bits(tmp_path, example, settings, ranks):
    database = {"CaKernel::tuning_database": f'"{tmp_path / "tuning.db"}"'}
    results, printed = {}, {}
    for name, tuning in ("off", {"CaKernel::tuning": '"off"'}), ("first", SEARCH), ("second", SEARCH):
        folder, result = run(wave(example, settings, database, tuning), ranks, folder=tmp_path / name)
        results[name], printed[name] = values(folder), result.stdout
        plans = (folder / "data/kernel_plans.txt").read_text()
        assert ("# tuned: fastest of" in plans) == (name != "off")
        kernels = [line for line in plans.splitlines() if line.startswith("plan ")]
        assert len(kernels) == len(set(kernels)), kernels
    assert results["first"] == results["off"] and results["second"] == results["off"]
    assert "Search 1 of" in printed["first"] and "The run continues with the fastest measured plans of" in printed["first"]
    assert "Search" not in printed["second"]


def test_a_run_on_a_device_searches_on_this_device(tmp_path):
    database = tmp_path / "tuning.db"
    device = {"Devices::kind": '"opencl"', "CaKernel::tuning_database": f'"{database}"'}
    results = {}
    for name, tuning in ("off", {"CaKernel::tuning": '"off"'}), ("search", SEARCH), ("use", {}):
        folder, result = run(wave("gaussian", SMALL, device, tuning), folder=tmp_path / name, expect=None)
        skip_without_opencl(result.stdout)
        assert result.returncode == 0, result.stdout
        results[name] = values(folder)
        assert ("# tuned: fastest of" in (folder / "data/kernel_plans.txt").read_text()) == (name != "off")
    assert results["search"] == results["off"] and results["use"] == results["off"]
    with sqlite3.connect(database) as connection:
        assert all(device.startswith("opencl") for device, in connection.execute("SELECT device FROM subject"))
        assert connection.execute("SELECT count(*) FROM individual WHERE birth != 'initial' AND failure = ''").fetchone()[0] > 0


def test_a_search_that_fails_does_not_end_the_run(tmp_path):
    database = {"CaKernel::tuning_database": f'"{tmp_path / "tuning.db"}"'}
    results = {}
    for name, tuning in ("off", {"CaKernel::tuning": '"off"'}), ("search", SEARCH):
        folder, result = run(wave("leapfrog", LEAPFROG, database, tuning), folder=tmp_path / name, CHEMORA_TUNING_SEARCH="/bin/false")
        results[name] = values(folder)
    assert results["search"] == results["off"]
    assert "has failed; the run continues with the plan of the cost model." in " ".join(result.stdout.split())


def test_a_run_reports_that_it_cannot_search(tmp_path):
    def error(*settings, **variables):
        return " ".join(run(wave("leapfrog", LEAPFROG, SEARCH, *settings), folder=tmp_path / "run", expect=1, **variables)[1].stdout.split())

    assert "the program of the search, /nowhere/tuning_search, does not exist" in error(CHEMORA_TUNING_SEARCH="/nowhere/tuning_search")
    assert "only for runs with the default values of cost_model" in error({"CaKernel::cost_model": '"printed"'})
    assert "there is no folder for the database" in error(XDG_CACHE_HOME="", HOME="")
    assert not list((tmp_path / "run").rglob("*.asc"))
    short = {"cactus::cctk_itlast": "1", "CaKernel::tuning_database": f'"{tmp_path / "tuning.db"}"'}
    _, result = run(wave("leapfrog", LEAPFROG, SEARCH, short), folder=tmp_path / "short")
    assert "The run has ended before it searched for the plans of" in result.stdout
