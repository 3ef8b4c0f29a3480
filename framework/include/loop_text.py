"""Text of loop macros, for generate_loops.py and fortran_loops.py."""

import re
import textwrap

AXES = "ijkl"


def row(pattern, dim):
    """The pattern once per axis, separated by commas: @ is the letter of the axis, # its number from 0, $ from 1."""
    return ", ".join(pattern.replace("@", AXES[axis]).replace("#", str(axis)).replace("$", str(axis + 1))
                     for axis in range(dim))


def end(name):
    return name.replace("CCTK_LOOP", "CCTK_ENDLOOP")


def define(head, body):
    lines = [body] if isinstance(body, str) else body
    return " \\\n  ".join([f"#define {head}"] + lines)


def comment(function):
    """The docstring of a function as a C comment. In it, @ stands for i, j, ..."""
    text = re.sub(r"\s+", " ", function.__doc__).strip()
    return textwrap.fill(f"/* {text} */", 118, subsequent_indent="   ")
