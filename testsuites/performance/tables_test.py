"""Tables of the documentation equal the measurements; the generator finds a changed number and reports wrong directives."""

import json
import sys

import pytest
from folders import new_folder
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
from benchmarks import tables  # noqa: E402

DOCUMENT = {"results": [{"case": "rhs n=64", "ours": 3e6, "limit": 4e6, "runs": 7, "ratios": {"plain": 1.25}, "range": [0.5, 2.0]},
                        {"case": "step n=64", "ours": 1e6, "limit": None, "runs": 5, "ratios": {"plain": 2.0}, "range": [1.0, 1234.5]}]}
DIRECTIVE = "<!-- table wave.json: case; Mpoints/s: ours * 1e-6; of limit: ours / limit; plain: ratios.plain; range; runs -->\n"
TABLE = """| case | Mpoints/s | of limit | plain | range | runs |
| --- | --- | --- | --- | --- | --- |
| rhs n=64 | 3.00 | 0.75 | 1.25 | 0.50 to 2.00 | 7 |
| step n=64 | 1.00 | – | 2.00 | 1.00 to 1,234 | 5 |
"""
END = "<!-- end of table -->\n"


def expect(description, holds):
    if not holds:
        pytest.fail(f"wrong: {description}")


def error_of(folder, text):
    try:
        tables.with_tables("page.md", text, folder)
    except tables.TableError as error:
        return str(error)
    return ""


def test_generator():
    folder = new_folder()
    (folder / "wave.json").write_text(json.dumps(DOCUMENT))
    page = f"Before.\n{DIRECTIVE}{TABLE}{END}After.\n"
    expect("a current page does not change", tables.with_tables("page.md", page, folder) == page)
    for old in (page.replace("| 0.75 |", "| 0.85 |"), page.replace(TABLE, "")):
        expect("an outdated table is replaced", tables.with_tables("page.md", old, folder) == page)
    filtered = tables.with_tables("page.md", page.replace("wave.json:", "wave.json [step]:"), folder)
    expect("a filter selects cases", "step n=64" in filtered and "rhs n=64" not in filtered)
    filtered = tables.with_tables("page.md", page.replace("wave.json:", "wave.json [not step]:"), folder)
    expect("a filter excludes cases", "step n=64" not in filtered and "rhs n=64" in filtered)
    for wrong, message in ((page.replace("wave.json", "none.json"), "page.md: there is no"),
                           (page.replace("ratios.plain", "ratios.best"), "page.md: wave.json: `rhs n=64` has no `ratios.best`"),
                           (page.replace("wave.json:", "wave.json [sphere]:"), "no case contains `sphere`"),
                           (page.replace(END, ""), "has no columns or no `<!-- end of table -->`")):
        expect(f"{message}: {error_of(folder, wrong)}", message in error_of(folder, wrong))


def test_documentation():
    for page in tables.pages():
        text = page.read_text()
        expect(f"the tables of {page} equal docs/measurements; run scripts/bench --tables", tables.with_tables(page, text) == text)
    for path in tables.MEASUREMENTS.glob("*.json"):
        missing = {"benchmark", "command", "date", "commit", "machine", "results"} - set(json.loads(path.read_text()))
        expect(f"{path} contains {missing}", not missing)
