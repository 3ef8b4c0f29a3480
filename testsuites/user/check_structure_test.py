"""scripts/check_structure.py reports each field that a README lacks, with the path of the README."""

import sys

import pytest
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import check_structure  # noqa: E402

COMPLETE = "- In: text.\n- Out: numbers.\n- May include: `framework/base`.\n- One more of its kind: a row.\n"
FOLDER, THORN, EQUATIONS = "codegen/edl/README.md", "thorns/Driver/PUGH/README.md", "thorns/Relativity/BSSN/README.md"


def missing(readme, text):
    return [error.split("`")[1] for error in check_structure.field_errors(readme, text) if error.startswith(f"{readme}: ")]


@pytest.mark.parametrize("readme", [FOLDER, THORN, EQUATIONS, "testsuites/README.md"])
def test_complete_readme(readme):
    assert missing(readme, COMPLETE) == []


@pytest.mark.parametrize("text", ["", "In: text, and Out: numbers.\n", "- **In**: text.\n- **Out:** numbers.\n- May include: \n"])
def test_missing_fields(text):
    assert missing(FOLDER, text) == missing(THORN, text) == ["In", "Out", "May include", "One more of its kind"]
    assert missing(EQUATIONS, text) == ["In", "Out", "One more of its kind"]
    assert missing("testsuites/README.md", text) == missing("thorns/README.md", text) == []
