"""Parameter files with some of their parameters changed."""

import re


def with_parameters(text, assignments):
    """The parameter file `text` with each `name = value` of `assignments` in place of the file's own."""
    for name in assignments:
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text)
    return text + "\n" + "".join(f"{name} = {value}\n" for name, value in assignments.items())
