"""The examples of docs/edl.md, docs/edl-guide.md and docs/kranc.md compile and contain every construct of the language. The examples
without a file name, read one after another, are one thorn. Each named example is the file of this name: included files
or whole thorns.

Each section of the reference about a block has the four parts of its form, and every block that edlc knows has an example there."""

import re
import subprocess

import pytest
import simulation
from folders import new_folder

EXAMPLE = re.compile(r"^```edl(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

CONSTRUCTS = {
    "symmetric tensors": r"\w_\(ij\)", "antisymmetric tensors": r"\w_\[ij\]", "a metric's inverse": r"\bg\^ij", "determinants": r"det\(",
    "raised indices": r"k\^l_j", "Christoffel symbols": r"\bG\^j_ji", "covariant derivatives": r"\bCD_j ", "Lie derivatives": r"\bLie_",
    "traces": r"trace\(", "trace-free parts": r"tracefree\(", "symmetric parts": r"sym\(", "Ricci tensors": r"\bR_ij",
    "second derivatives": r"\bD_ij ", "mixed derivatives": r"\bCross_13 ", "centred operators": r"centred\(8\)",
    "orders by keywords": r"centred\(accuracy or order\)", "operators of given order": r"centred\(order\)", "upwind operators": r"upwind\(", "one-sided operators": r"forward\(.*\n.*backward\(",
    "Kreiss-Oliger dissipation": r"dissipation\(", "stencils by formula": r"_\(i\+1\)", "Jacobians": r"J\^a_i centred",
    "functions": r"advect\(f\) =", "functions with local definitions": r"begin function limited\(q\) along i gives qL, qR",
    "several results": r"slow_i, fast_i, speed_i = waves\(", "values at faces": r"begin faces along i", "neighbours": r"q at i\+1 - q at i",
    "differences of faces": r"f_\(i\+1/2\) - f_\(i-1/2\)", "local definitions": r"begin definitions", "temporaries": r"begin temporaries",
    "conditions on keywords": r"if initial ==", "boundary conditions": r"begin boundaries", "limits of tensors": r"limit: delta_ij",
    "parity": r"parity -1", "densities": r"weight 2/3", "initial data": r"scheduled at initial", "analysis": r"scheduled at analysis",
    "groups": r"begin group", "time levels": r"timelevels 1", "inheritance": r"begin inherited", "scalars of others": r"ADMBase::alp",
    "shared keywords": r"begin shared", "requirements": r"begin requirements", "includes": r"^include ",
    "several metrics": r"raises:", "determinants that are known": r"determinant: 1", "conditionals": r"\? .* : ",
    "values outside": r"outside flat", "extrapolated variables": r"\w : extrapolated", "the boundary's normal": r"\bnormal\^i",
    "conditions on the boundary's kind": r'if boundary == "radiative"', "calculations on the boundary": r"scheduled at initial on boundary",
    "right sides of the boundary": r"scheduled in MoL_RHSBoundaries", "order by name, before": r"\w before \w", "order by name, after": r"\w after \w",
    "Kranc's operators": r"= FiniteDifferencingOperator\(1, 2, i\)", "derivatives of derivatives": r"\bD_i D_j u", "upwind by a Jacobian": r"J\^a_i upwind\(",
    "features": r"^use vectors$", "features that are off": r"^disable opencl$", "features of Kranc": r"^use cakernel$",
}


PARTS = ["**Syntax**", "**Options**", "**Example**", "**Errors**"]
WITHOUT_PARTS = {"Messages", "Arithmetic of the result"}


def sections_without_form(reference):
    """Returns the headings of sections in which one of the four parts is missing or the order differs."""
    sections = re.split(r"(?m)^## ", reference)[1:]
    headings = {section.split("\n")[0]: section for section in sections}
    return [heading for heading, text in headings.items() if heading not in WITHOUT_PARTS
            and [part for part in re.findall(r"\*\*\w+\*\*", text) if part in PARTS] != PARTS]


def known_blocks(folder):
    """Returns the names of all blocks, from the error message about an unknown block."""
    source = folder / "unknown.edl"
    source.write_text("begin thorn Unknown\nbegin nonsense\nend nonsense\nend thorn\n")
    message = subprocess.run([simulation.EDLC, source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS).stderr
    listed = re.search(r"allowed are ([\w, ]+)\.", message)
    assert listed, message
    return re.findall(r"\w+", listed[1].replace(" and ", ", "))


PAGES = [(simulation.SOURCE / "docs" / name).read_text() for name in ("edl.md", "edl-guide.md", "kranc.md")]
EXAMPLES = EXAMPLE.findall("\n".join(PAGES))


def sources():
    """Returns the name and text of each file: all examples without a name, combined into one file, and each named example."""
    lines = [text for name, text in EXAMPLES if not name]
    frame = [text for text in lines if "end thorn" not in text] + [text for text in lines if "end thorn" in text]
    return [("tour.edl", "\n".join(frame)), *((name, text) for name, text in EXAMPLES if name)]


SOURCES = sources()
THORNS = {name: match[1] for name, text in SOURCES if (match := re.match(r"begin thorn (\w+)", text))}


@pytest.fixture(scope="module")
def folder():
    folder = new_folder()
    for name, text in SOURCES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return folder


def test_number_of_examples():
    assert len(SOURCES) >= 6


@pytest.mark.parametrize("name", THORNS)
def test_example_becomes_a_thorn(folder, name):
    thorn = folder / "out" / THORNS[name]
    result = subprocess.run([simulation.EDLC, "--thorn", thorn, folder / name], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    assert result.returncode == 0, result.stderr
    files = sorted(str(path.relative_to(thorn)) for path in thorn.rglob("*") if path.is_file())
    assert files == ["configuration.ccl", "interface.ccl", "param.ccl", "schedule.ccl", f"src/{thorn.name}.cpp",
                     *(f"src/built_in_{n}.cpp" for n in (1, 2, 3, 4)), "src/make.code.defn"]


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_construct_has_an_example(construct):
    assert re.search(CONSTRUCTS[construct], "\n".join(text for _, text in SOURCES), re.MULTILINE)


def test_every_block_has_an_example_in_the_reference(folder):
    blocks = known_blocks(folder)
    assert len(blocks) > 10
    assert not [block for block in blocks if not re.search(rf"^begin {block}\b", PAGES[0], re.MULTILINE)]


def test_sections_of_the_reference_have_all_parts():
    assert not sections_without_form(PAGES[0])
