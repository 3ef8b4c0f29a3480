"""scripts/check_language.py reports forbidden words with their lines, and extracts the sentences of a file."""

import sys

import pytest
from simulation import SOURCE

sys.path.insert(0, str(SOURCE / "scripts"))
import check_language  # noqa: E402


def words(text):
    return [(line, word) for line, word, _ in check_language.occurrences_in(text)]


@pytest.mark.parametrize("name", ["to" + "ld", "unto" + "ld", "Refu" + "sed", "as" + "ks for", "no" + "body", "most" + "_lines", "be" + "hind"])
def test_word_is_found(name):
    assert words(f"int n = 0;\n// The kernel {name} it\n") == [(2, name)]


@pytest.mark.parametrize("text", [
    'strides = "to' + 'ld"', "https://example.org/no" + "body", "CCTK_at_le" + "ast_one", "stronghold", "fore" + "told_value"])
def test_legitimate_text(text):
    assert words(text) == []


@pytest.mark.parametrize("name, text, expected", [
    ("a.hpp", "/// Returns the number of points in\n/// one row. Short.\nint n();\n", ["Returns the number of points in one row."]),
    ("a.py", 'raise ValueError("the file has no line with a number")\n', ["the file has no line with a number"]),
    ("a.md", "# Title\n\nThe page has one sentence of text.\n\n```\nthis is code and no sentence\n```\n", ["The page has one sentence of text."]),
    ("a.png", "there is no text in a picture", []),
])
def test_sentences(name, text, expected):
    assert check_language.sentences(name, text) == expected
