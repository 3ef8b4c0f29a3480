"""Provides folders for the files of a test. They are removed if the test passes or is skipped. If the test fails, they remain,
and their path is printed."""

import atexit
import os
import pathlib
import shutil
import sys
import tempfile

GOOD_CODES = (None, 0, False, 77)  # 77: skipped

_root = None
_has_failed = False


def new_folder(name="case"):
    """Returns a new, empty folder. All folders of one test have the same parent folder."""
    global _root
    if _root is None:
        running = os.environ.get("PYTEST_CURRENT_TEST", sys.argv[0]).split("::")[0]
        _root = pathlib.Path(tempfile.mkdtemp(prefix=f"chemora-{pathlib.Path(running).stem}-")).resolve()
        _watch_the_end()
    return pathlib.Path(tempfile.mkdtemp(prefix=f"{name}-", dir=_root))


def keep():
    """Marks the test as failed, so that its folders remain when the program ends."""
    global _has_failed
    _has_failed = True


def _watch_the_end():
    """Records the exit code or exception, which functions registered with atexit do not receive."""
    true_exit, true_hook = sys.exit, sys.excepthook

    def note_code(code=None):
        global _has_failed
        _has_failed = _has_failed or code not in GOOD_CODES
        true_exit(code)

    def note_exception(*exception):
        global _has_failed
        _has_failed = True
        true_hook(*exception)

    sys.exit, sys.excepthook = note_code, note_exception
    atexit.register(_end)


def _end():
    if _has_failed:
        print(f"files of this test are kept in {_root}")
    else:
        shutil.rmtree(_root)
