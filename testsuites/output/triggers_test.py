"""TRIGGERS: a variable is computed only at the iterations at which an output method writes it, and only once."""

from output_case import run_case


def test_computed_once_where_it_is_written():
    folder, _ = run_case("""
IOScalar::outScalar_every = 2
IOScalar::outScalar_vars = "TestOutput::h TestOutput::calls TestOutput::passes"
IOScalar::outScalar_reductions = "maximum"
IOASCII::out1D_every = 4
IOASCII::out1D_vars = "TestOutput::h"
IOBasic::outInfo_every = 3
IOBasic::outInfo_vars = "TestOutput::h"
""", 2)
    # IOScalar writes it at 0, 2, 4, IOASCII at 0, 4, the info table at 0, 3: it is computed once at each of these.
    calls = [line for line in (folder / "calls..asc").read_text().splitlines() if not line.startswith("#")]
    assert calls == ["0 0 1", "2 0.25 2", "4 0.5 4"], calls
    # The schedule group around it, whose other function has no triggers, runs at the same iterations.
    passes = [line for line in (folder / "passes..asc").read_text().splitlines() if not line.startswith("#")]
    assert passes == calls, passes
    lines = [line for line in (folder / "h.maximum.asc").read_text().splitlines() if not line.startswith("#")]
    assert [line.split()[0] for line in lines] == ["0", "2", "4"], lines
    assert (folder / "h_x_[0][3].xg").read_text().count("Time") == 2


def test_not_computed_where_it_is_not_written():
    folder, _ = run_case('IOScalar::outScalar_every = 1\nIOScalar::outScalar_vars = "TestOutput::calls"')
    assert (folder / "calls..asc").read_text().splitlines()[-1] == "4 0.5 0"
