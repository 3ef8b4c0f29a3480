"""Reads the names in configuration.ccl that CMake needs at configure time.

framework/ccl/configuration_file.hpp defines the format. chemora-bind parses the same files completely when it has been
compiled, and reports errors; this reader skips what it does not understand.
"""

import dataclasses
import re


@dataclasses.dataclass
class Script:
    """The clauses SCRIPT, LANG and OPTIONS of a PROVIDES block."""

    path: str = ""
    language: str = ""
    options: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass
class Configuration:
    """The names in a configuration.ccl, in upper case. Most dictionaries map a name to its position `file:line`."""

    requires: dict = dataclasses.field(default_factory=dict)
    optional: dict = dataclasses.field(default_factory=dict)
    provides: dict = dataclasses.field(default_factory=dict)
    thorns: dict = dataclasses.field(default_factory=dict)  # REQUIRES THORNS
    scripts: dict = dataclasses.field(default_factory=dict)  # Script of each provided capability
    spelling: dict = dataclasses.field(default_factory=dict)  # name in upper case -> spelling in the file


def read_configuration(file, report):
    configuration = Configuration()
    target = None  # the dictionary that the next name belongs to
    clause = ""  # the current clause of a PROVIDES block
    script = Script()
    is_in_block = False
    for line in _logical_lines(report.read_file(file)):
        clause = ""
        if not is_in_block and (target is configuration.requires or target is configuration.thorns):
            target = None
        for number, token in line:
            word = token.upper()
            if token == "{":
                is_in_block = True
            elif token == "}":
                is_in_block, target, script = False, None, Script()
            elif is_in_block:
                if word in ("SCRIPT", "LANG", "OPTIONS", "VERSION"):
                    clause = word
                elif clause == "SCRIPT":
                    script.path = token
                elif clause == "LANG":
                    script.language = token
                elif clause == "OPTIONS":
                    script.options.append(token)
            elif word == "REQUIRES":
                target = configuration.requires
            elif word in ("OPTIONAL", "OPTIONAL_IFACTIVE"):
                target = configuration.optional
            elif word == "PROVIDES":
                target = configuration.provides
            elif word in ("THORNS", "THORNS:"):
                target = configuration.thorns
            elif target is not None:
                target.setdefault(word, f"{file}:{number}")
                configuration.spelling[word] = token
                if target is configuration.provides:
                    configuration.scripts[word] = script
    return configuration


def _logical_lines(text):
    """Returns one list of (line number, token) for each line. A line that ends with a backslash continues on the next
    line. Tokens are words and braces. Comments and versions in parentheses are omitted."""
    lines, continues = [], False
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r"\([^)]*\)", " ", line.split("#")[0])
        tokens = [(number, token) for token in re.findall(r"[{}]|[^\s{},;\\\[\]]+", line)]
        if continues:
            lines[-1].extend(tokens)
        else:
            lines.append(tokens)
        continues = line.rstrip(" \t").endswith("\\")
    return lines
