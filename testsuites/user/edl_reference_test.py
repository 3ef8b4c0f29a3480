"""The examples of docs/edl.md, docs/edl-guide.md and docs/kranc.md compile and contain every construct of the language. The examples
without a file name, read one after another, are one thorn. The others are the files that they name: included files or whole thorns.

Each section of the reference about a block has the four parts of its form, and every block that edlc knows has an example there."""

import re
import subprocess
import sys

from folders import new_folder
import simulation

EXAMPLE = re.compile(r"^```edl(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

CONSTRUCTS = {
    "symmetric tensors": r"\w_\(ij\)", "antisymmetric tensors": r"\w_\[ij\]", "a metric's inverse": r"\bg\^ij", "determinants": r"det\(",
    "raised indices": r"k\^l_j", "Christoffel symbols": r"\bG\^j_ji", "covariant derivatives": r"\bCD_j ", "Lie derivatives": r"\bLie_",
    "traces": r"trace\(", "trace-free parts": r"tracefree\(", "symmetric parts": r"sym\(", "Ricci tensors": r"\bR_ij",
    "second derivatives": r"\bD_ij ", "mixed derivatives": r"\bCross_13 ", "centred operators": r"centred\(8\)",
    "orders by keywords": r"centred\(accuracy or order\)", "operators of given order": r"centred\(order\)", "upwind operators": r"upwind\(", "one-sided operators": r"forward\(.*\n.*backward\(",
    "Kreiss-Oliger dissipation": r"dissipation\(", "stencils by formula": r"_\(i\+1\)", "Jacobians": r"J\^a_i centred",
    "functions": r"advect\(f\) =", "local definitions": r"begin definitions", "temporaries": r"begin temporaries",
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
    """The headings of sections that lack one of the four parts, or have them in another order."""
    sections = re.split(r"(?m)^## ", reference)[1:]
    headings = {section.split("\n")[0]: section for section in sections}
    return [heading for heading, text in headings.items() if heading not in WITHOUT_PARTS
            and [part for part in re.findall(r"\*\*\w+\*\*", text) if part in PARTS] != PARTS]


def known_blocks(folder):
    """The names of all blocks, from the error about an unknown one."""
    source = folder / "unknown.edl"
    source.write_text("begin thorn Unknown\nbegin nonsense\nend nonsense\nend thorn\n")
    message = subprocess.run([simulation.EDLC, source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS).stderr
    listed = re.search(r"allowed are ([\w, ]+)\.", message)
    if not listed:
        sys.exit(f"the error about an unknown block lists none:\n{message}")
    return re.findall(r"\w+", listed[1].replace(" and ", ", "))


def compiled(source, thorn):
    result = subprocess.run([simulation.EDLC, "--thorn", thorn, source], capture_output=True, text=True, timeout=simulation.HANG_SECONDS)
    files = sorted(str(path.relative_to(thorn)) for path in thorn.rglob("*") if path.is_file())
    expected = ["configuration.ccl", "interface.ccl", "param.ccl", "schedule.ccl", f"src/{thorn.name}.cpp",
                *(f"src/built_in_{n}.cpp" for n in (1, 2, 3, 4)), "src/make.code.defn"]
    good = result.returncode == 0 and files == expected
    print(f"{'ok' if good else 'WRONG'} {source.name}\n" + ("" if good else f"{result.stdout}{result.stderr}{files}\n"), end="")
    return good


def main():
    pages = [(simulation.SOURCE / "docs" / name).read_text() for name in ("edl.md", "edl-guide.md", "kranc.md")]
    reference = pages[0]
    examples = EXAMPLE.findall("\n".join(pages))
    folder = new_folder()
    lines = [text for name, text in examples if not name]
    frame = [text for text in lines if "end thorn" not in text] + [text for text in lines if "end thorn" in text]
    sources = [("tour.edl", "\n".join(frame)), *((name, text) for name, text in examples if name)]
    for name, text in sources:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    good = True
    for name, text in sources:
        if thorn := re.match(r"begin thorn (\w+)", text):
            good &= compiled(folder / name, folder / "out" / thorn[1])
    everything = "\n".join(text for _, text in sources)
    missing = [what for what, pattern in CONSTRUCTS.items() if not re.search(pattern, everything, re.MULTILINE)]
    blocks = known_blocks(folder)
    missing += [f"block {block}" for block in blocks if not re.search(rf"^begin {block}\b", reference, re.MULTILINE)]
    informal = sections_without_form(reference)
    print(f"{len(examples)} examples; constructs without one: {missing}; sections without {' '.join(PARTS)}: {informal}")
    sys.exit(0 if good and not missing and not informal and len(sources) > 6 and len(blocks) > 10 else 1)


main()
