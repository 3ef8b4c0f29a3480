"""Creates texts of parameter files with changed settings, such as small versions of the examples in params/."""

import re

from simulation import SOURCE


def with_settings(text, *settings):
    """Replaces parameters in the text of a parameter file. `settings` are dictionaries from names to values in file syntax; a
    later dictionary overrides an earlier one. The thorns in ActiveThorns are added to the thorns of the text."""
    activated = [change["ActiveThorns"] for change in settings if "ActiveThorns" in change]
    values = {name: value for change in settings for name, value in change.items() if name != "ActiveThorns"}
    for name in values:
        text = re.sub(rf"(?mi)^[ \t]*{re.escape(name)}[ \t]*=.*$", "", text)
    lines = [f"ActiveThorns = {thorns}" for thorns in activated] + [f"{name} = {value}" for name, value in values.items()]
    return "\n".join([text, *lines, ""])


def wave(name, *settings):
    """Returns the text of the example params/wave/NAME.par with changed settings."""
    return with_settings((SOURCE / f"params/wave/{name}.par").read_text(), *settings)
