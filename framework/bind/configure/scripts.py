"""Scripts of configuration.ccl that provide a capability: run as Cactus runs them; their output becomes a CMake target."""

import os
import re
import shlex
import subprocess

BLOCKS = "DEFINE|INCLUDE|ERROR|MESSAGE|MAKE_DEFINITION|MAKE_DEPENDENCY"
VALUES = "INCLUDE_DIRECTORY_FORTRAN|INCLUDE_DIRECTORY|LIBRARY_DIRECTORY|LIBRARY"


def run_script(thorn, name, settings, report):
    """Runs the script in a folder of its own, makes the target chemora_capability_<name> from its INCLUDE_DIRECTORY,
    LIBRARY_DIRECTORY and LIBRARY lines, and returns the lines for the headers of the thorns that require it. Its
    MAKE_DEFINITIONs are environment variables of later scripts."""
    script = thorn.configuration.scripts[name]
    file = thorn.source / script.path
    where = thorn.configuration.provides[name]
    report.call("add_library", f"chemora_capability_{name}", "INTERFACE")
    if not file.is_file():
        report.error(f"{where}: The capability {name} is provided by the script {file}, which does not exist.")
        return []
    report.depends_on(file)
    folder = settings.build / "scripts" / thorn.name
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, **_environment(thorn, script, settings)}
    result = subprocess.run(
        [script.language, str(file)], cwd=folder, env=environment, capture_output=True, text=True, errors="replace", check=False
    )
    output = _parse(result.stdout)
    if output["unknown"] or output["ERROR"] or result.returncode:
        details = "\n".join(output["ERROR"]) + "".join(output["unknown"]) + result.stderr
        report.error(f"{where}: The script {file} for the capability {name} failed ({result.returncode}).\n{details}")
        return []
    for line in output["MAKE_DEFINITION"]:
        definition = re.fullmatch(r"\s*([A-Za-z0-9_]+)\s*=\s*(.*)", line)
        if definition:
            variable, value = definition[1], definition[2].strip()
            os.environ[variable] = value
            if variable.endswith("_BUILD") and value:
                report.error(
                    f"{where}: The script {file} finds no {name} on this machine and would build it, which only Cactus does. "
                    f"Install it and specify where it is: -D{name}_DIR=FOLDER."
                )
    for command, kind in (("include", "INCLUDE_DIRECTORY"), ("link", "LIBRARY_DIRECTORY")):
        report.call(f"target_{command}_directories", f"chemora_capability_{name}", "INTERFACE", *_expanded(output[kind]))
    report.call("target_link_libraries", f"chemora_capability_{name}", "INTERFACE", *_expanded(output["LIBRARY"]))
    return [f"#include {line}" for line in output["INCLUDE"]] + [f"#define {line}" for line in output["DEFINE"]]


def _environment(thorn, script, settings):
    """Returns the environment variables that configuration scripts of Cactus read, and those OPTIONS of the script that
    the user has set with -DNAME=value."""
    arrangements = thorn.source.parent.parent
    variables = {
        "CCTK_HOME": arrangements.parent,
        "SRCDIR": thorn.source / "src",
        "PACKAGE_DIR": arrangements,
        "THORN": thorn.name,
        "TOP": settings.build,
        "SCRATCH_BUILD": settings.build / "scripts",
        "CC": settings.cc,
        "CXX": settings.cxx,
        "F77": settings.fortran,
        "F90": settings.fortran,
        "MAKE": settings.make,
        "PERL": "perl",
    }
    variables |= {option: settings.options[option] for option in script.options if option in settings.options}
    return {name: str(value) for name, value in variables.items()}


def _parse(text):
    """Parsed output of a configuration script: the lines of its blocks and the words of its values by type. Lines
    without a meaning are `unknown`."""
    output = {kind: [] for kind in f"{BLOCKS}|{VALUES}|unknown".split("|")}
    block = ""
    for line in text.split("\n"):
        begin = re.fullmatch(rf"\s*BEGIN\s+({BLOCKS})\s*", line)
        value = re.fullmatch(rf"\s*({VALUES})\s+(.*)", line)
        if block:
            if re.match(rf"\s*end\s+{block}\b", line, re.IGNORECASE):
                block = ""
            elif line.strip():
                output[block].append(line)
        elif begin:
            block = begin[1]
        elif value:
            output[value[1]] += shlex.split(value[2])
        elif line.strip():
            output["unknown"] = [f"This line has no meaning for Cactus: {line}\n"]
    return output


def _expanded(words):
    """Replaces each $(NAME) by the value of the environment variable NAME, which a configuration script may have
    defined."""
    text = " ".join(words)
    while reference := re.search(r"\$[({](\w+)[)}]", text):
        text = text.replace(reference[0], os.environ.get(reference[1], ""))
    return shlex.split(text)
