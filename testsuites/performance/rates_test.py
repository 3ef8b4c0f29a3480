"""Tests how benchmarks compute rates. The rate of a benchmark is omitted if the difference of two times is noise. A right-hand
side that consists of several kernels has one rate. Benchmarks do not use the plans that searches of the user have measured."""

import os
import sys
from types import SimpleNamespace

from simulation import BUILD, SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks import __main__ as bench  # noqa: E402
from benchmarks import patterns, record, tune  # noqa: E402
from benchmarks.bssn_run import as_one_kernel, right_hand_side  # noqa: E402
from benchmarks.common import NOT_MEASURABLE, number_text, rates_of_differences, rates_over_one_thread, spread  # noqa: E402


def test_differences():
    assert rates_of_differences(12, [1.0, 1.25], [4.0, 4.25]) == [4, 4]
    for short, long in (([2.0], [1.5]), ([2.0], [2.0]), ([1.0], [1.01]),  # as measured on a busy machine
                        ([1.0, 1.0, 2.0], [1.5, 1.5, 1.5]), ([1.0, 1.0, 1.0], [1.0, 1.5, 2.0])):
        assert rates_of_differences(12, short, long) is None, (short, long)
    assert spread(None) == {"median": None, "min": None, "max": None}
    assert spread([3, 1, 2]) == {"median": 2, "min": 1, "max": 3}
    assert (number_text(None, 1e6), number_text(2.5e6, 1e6)) == (NOT_MEASURABLE, "2.50")


def test_vectors():
    amd = "processor\t: 0\nmodel name\t:  AMD EPYC \nflags\t\t: fpu sse2 avx avx2 fma avx512f avx512bw\n"
    arm = "processor\t: 0\nFeatures\t: fp asimd crc32\n"
    assert record.processor(amd) == "AMD EPYC"
    assert record.vectors(amd) == {"vector_bits": 512, "instruction_sets": ["sse2", "avx", "avx2", "fma", "avx512f", "avx512bw"]}
    assert record.vectors(arm) == {"vector_bits": 128, "instruction_sets": ["asimd"]}
    assert record.vectors("") == {"vector_bits": None, "instruction_sets": None}
    assert {"vector_bits", "instruction_sets"} <= set(record.machine())


def test_threads():
    results = [{"case": case, "ours": ours} for case, ours in
               [("rhs order=4 threads=1", 10), ("rhs order=8 threads=1", 10), ("rhs order=4 threads=2", 19), ("rhs order=4 threads=16", 60),
                ("step order=4 threads=2", 5)]]
    assert rates_over_one_thread(results) == {"rhs order=4": {2: 1.9, 16: 6}}, rates_over_one_thread(results)


def test_gain_of_a_search(tmp_path):
    samples = {"found": [4, 9, 8], "model": [2, 3, 8], "recomputed": [1, 1, 1]}
    assert tune.ratios_of(samples) == {"model": 2, "recomputed": 8}  # the median of all rounds, not the ratio of medians
    (tmp_path / "capture.json").write_text('{"boxes": [[[1, 1, 1], [4, 3, 2]], [[0, 0, 0], [2, 2, 1]]]}')
    assert tune.points_of(tmp_path) == 10


def test_sums_of_rows_and_columns():
    results = [{"case": case, "ours": ours} for case, ours in
               [("sum_rows:64Kx1K threads=1", 4), ("sum_columns:64Kx1K threads=1", 5), ("sum_columns:1Kx64K threads=1", 2),
                ("sum_weighted_rows:8Kx8K threads=1", 1), ("hotspot threads=1", 1), ("sum_rows:8Kx8K threads=2", 8)]]
    assert patterns.ratios_of_sums(results) == {"sum_rows and sum_columns, threads=1": 2.5}


def test_mappings_beside_the_best():
    candidates = [{"score": score, "rate": rate} for score, rate in ((1, 10), (2, 30), (3, 20))]
    results = [{"ratios": {"best mapping": ratio}, "candidates": candidates, "not_measured": 2} for ratio in (1, 0.5, 0.9)] + [{"ratios": {}}]
    for result in results:
        patterns.add_rank_correlation(result)
    summary = patterns.summary_of_mappings(results)
    assert (summary["median"], summary["smallest"], round(summary["rank_correlation"], 6)) == (0.9, 0.5, 0.5)
    assert summary["not_measured"] == 6
    assert patterns.summary_of_mappings(results[-1:]) is None


def test_divided_kernel():
    def kernel(name, seconds, share, flops, bound_by):
        return {"kernel": name, "points": 600, "seconds": seconds, "share_of_limit": share, "flops_per_point": flops,
                "bound_by": bound_by, "plan": "tile 8 8 8"}

    others = [kernel("BSSN::BSSN_RHS_sources", 5, 0.9, 7, "memory"), kernel("MoL::update", 5, 0.9, 7, "memory")]
    parts = [kernel("BSSN::BSSN_RHS.1", 1, 0.5, 300, "arithmetic"), kernel("BSSN::BSSN_RHS.2", 3, 0.75, 200, "memory")]
    found = right_hand_side({"kernels": others + parts})
    assert found == parts, found
    assert as_one_kernel(found) == {"kernels": 2, "points_per_second": 150, "flops_per_point": 500, "share_of_limit": 2.75 / 4,
                                    "bound_by": "arithmetic, memory", "plan": "tile 8 8 8 | tile 8 8 8"}
    whole = [kernel("BSSN::BSSN_RHS", 2, None, 500, "-")]
    found = as_one_kernel(right_hand_side({"kernels": others + whole}))
    assert (found["kernels"], found["points_per_second"], found["share_of_limit"]) == (1, 300, None), found


def test_benchmarks_do_not_read_the_database_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setattr(os, "environ", {"XDG_CACHE_HOME": str(tmp_path)})
    folders = []
    benchmark = SimpleNamespace(run=lambda _: folders.append(os.environ["XDG_CACHE_HOME"]))
    arguments = SimpleNamespace(name="wave", targets=False, quick=False, json=None, record=None)
    monkeypatch.setattr(bench, "parse_arguments", lambda: (benchmark, arguments))
    monkeypatch.setattr(bench.record, "document_of", lambda *_: {})
    bench.main()
    assert folders == [str(BUILD / "bench-cache")]
