"""The text of loop macros, as generate_loops.py and fortran_loops.py write it."""

import re
import textwrap

AXES = "ijkl"


def row(pattern, dim):
    """@ is the axis' letter, # its number; in Fortran, where numbers start at 1, that is $."""
    return ", ".join(pattern.replace("@", AXES[axis]).replace("#", str(axis)).replace("$", str(axis + 1))
                     for axis in range(dim))


def end(name):
    return name.replace("CCTK_LOOP", "CCTK_ENDLOOP")


def define(head, body):
    lines = [body] if isinstance(body, str) else body
    return " \\\n  ".join([f"#define {head}"] + lines)


def comment(function):
    """A part's description as a C comment; @ stands for i, j, ..."""
    text = re.sub(r"\s+", " ", function.__doc__).strip()
    return textwrap.fill(f"/* {text} */", 118, subsequent_indent="   ")
