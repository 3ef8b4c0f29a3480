"""What pytest does at the end of a file of tests: it keeps the files of failed cases, and reports a file whose cases were
all skipped with exit code 77, which CTest shows as skipped."""

import folders


def pytest_sessionfinish(session, exitstatus):
    if session.testsfailed:
        folders.keep()
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    outcomes = {outcome for outcome in ("passed", "failed", "error", "skipped") if reporter.stats.get(outcome)}
    if outcomes == {"skipped"}:
        session.exitstatus = 77
