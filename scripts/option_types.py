"""Types of command-line options, for argparse: what they refuse is refused before anything begins."""

import argparse
import os
import pathlib
import re


def whole_number(least=1, most=None):
    """The type of the whole numbers from `least`, up to `most` where there is one."""
    allowed = f"of at least {least}" if most is None else f"from {least} to {most}"

    def convert(text):
        if not re.fullmatch(r"[+-]?[0-9]+", text) or int(text) < least or (most is not None and int(text) > most):
            raise argparse.ArgumentTypeError(f"{text} is no whole number {allowed}")
        return int(text)

    return convert


def new_file(text):
    """A file that can be written: one that is there, or a new one in a folder that is there."""
    place = text if os.path.exists(text) else os.path.dirname(text) or "."
    if os.path.isdir(text) or (place != text and not os.path.isdir(place)) or not os.access(place, os.W_OK):
        raise argparse.ArgumentTypeError(f"{text} cannot be written: a folder, in no folder, or not permitted")
    return pathlib.Path(text)
