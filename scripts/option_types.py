"""Defines types of command-line options for argparse, which reports a wrong value before the program starts its
work."""

import argparse
import os
import pathlib
import re


def whole_number(smallest=1, largest=None):
    """Returns a type that accepts whole numbers from `smallest` to `largest`; without `largest` there is no upper
    limit."""
    allowed = f"of at least {smallest}" if largest is None else f"from {smallest} to {largest}"

    def convert(text):
        if not re.fullmatch(r"[+-]?[0-9]+", text) or int(text) < smallest or (largest is not None and int(text) > largest):
            raise argparse.ArgumentTypeError(f"{text} is not a whole number {allowed}")
        return int(text)

    return convert


def executable_file(text):
    path = pathlib.Path(text).resolve()
    if not path.is_file() or not os.access(path, os.X_OK):
        raise argparse.ArgumentTypeError(f"{text} is not an executable file")
    return path


def new_file(text):
    """Returns the path of a file that can be written: an existing file, or a new file in an existing folder."""
    target = text if os.path.exists(text) else os.path.dirname(text) or "."
    if os.path.isdir(text) or (target != text and not os.path.isdir(target)) or not os.access(target, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written: it is a folder, its folder does not exist, or the "
                                         f"permission is missing")
    return pathlib.Path(text)
