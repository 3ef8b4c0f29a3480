"""Changes parameters in the text of a parameter file."""

import re


def with_parameters(text, assignments):
    """The text with each `name = value` of `assignments` instead of the file's own value."""
    for name in assignments:
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text)
    return text + "\n" + "".join(f"{name} = {value}\n" for name, value in assignments.items())
