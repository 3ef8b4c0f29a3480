"""Changes parameters in the text of a parameter file."""

import re


def with_parameters(text, assignments):
    """Returns the text of the parameter file, in which each parameter in `assignments` has the value given there."""
    for name in assignments:
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text)
    return text + "\n" + "".join(f"{name} = {value}\n" for name, value in assignments.items())
