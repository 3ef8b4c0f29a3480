"""Thorns of Chemora and generated thorns use only names that Cactus' own flesh has, without having it here.

`flesh_names.txt` lists the names that they use. Before adding a name to this file, look it up in the flesh of Cactus.
"""

import pathlib
import re
import subprocess

import simulation
from folders import new_folder

HERE = pathlib.Path(__file__).parent
THORNS = simulation.SOURCE / "thorns"
NAME = re.compile(r"\b(?:(?:CCTK|Util|UTIL|DECLARE_CCTK|REDUCTION)_\w+|c[A-Z]\w+)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s+["<]([^">]+)[">]', re.M)
SYSTEM = {"mpi.h", "hdf5.h", "omp.h"}
KERNELS = ("codegen/", "framework/base/", "kernels/")  # folders that the capability Kernels finds in an installation
BINS = set(
    "startup recover_parameters wragh paramcheck preregridinitial basegrid postregridinitial recover_variables "
    "post_recover_variables initial postrestrictinitial postinitial postpostinitial cpinitial preregrid postregrid "
    "prestep evol postrestrict poststep checkpoint analysis terminate shutdown".split()
)
CLAUSES = set("lang options storage sync triggers reads writes invalidates tags".split())
CONFIGURATION = set("requires optional optional_ifactive provides script lang options".split())
INTERFACE = set("implements inherits friend public protected private uses requires provides include includes".split())


def without_comments(text, sign="#"):
    return re.sub(r"\\\n", " ", re.sub(rf"(?m){sign}.*", "", text))


def outside_blocks(text):
    return re.sub(r'"[^"]*"|\{[^{}]*\}', "", text)


def header_names(thorns):
    """Returns the headers that thorns provide by INCLUDES HEADER: mine IN name."""
    texts = (without_comments((thorn / "interface.ccl").read_text()) for thorn in thorns)
    return {name for text in texts for name in re.findall(r"(?im)^\s*includes?\s+header:\s*\S+\s+in\s+(\S+)", text)}


def stand_ins(thorn):
    """Functions that a thorn, or ThornTools, defines for a flesh without them, inside `#if !__has_include`."""
    texts = (path.read_text() for folder in (thorn, THORNS / "Numerics/ThornTools") for path in folder.glob("src/**/*.[ch]pp"))
    return {name for text in texts if "__has_include" in text for name in re.findall(r"(?m)^inline \w+ (CCTK_\w+)\(", text)}


def used_headers(thorn):
    """The headers that a thorn requests by USES INCLUDE HEADER. The flesh makes an empty header if no thorn provides it."""
    return set(re.findall(r"(?im)^\s*uses\s+include\s+header:\s*(\S+)", without_comments((thorn / "interface.ccl").read_text())))


def check_sources(thorn, known, offered):
    known = known | stand_ins(thorn) | used_headers(thorn)
    configuration = thorn / "configuration.ccl"
    required = configuration.read_text() if configuration.exists() else ""
    for source in thorn.glob("src/**/*"):
        if source.suffix not in {".cpp", ".hpp", ".h", ".c"}:
            continue
        text = source.read_text()
        for name in sorted(set(NAME.findall(re.sub(r"//.*|/\*[\s\S]*?\*/", "", text))) - known):
            yield f"{source}: {name} is not in flesh_names.txt"
        optional = set(re.findall(r'__has_include\("([^"]+)"\)', text))
        for include in INCLUDE.findall(text):
            near = (folder / include for folder in (source.parent, thorn / "src", thorn / "src/include", THORNS))
            is_standard = "/" not in include and not include.endswith((".h", ".hpp")) or (
                re.search(rf"<{re.escape(include)}>", text) and not include.startswith(("cctk", "util_"))
            )
            is_kernel = include.startswith(KERNELS) and ("Kernels" in required or "Devices" in required)
            is_known = include in known | offered | optional | SYSTEM
            if not (is_standard or is_kernel or is_known or any(map(pathlib.Path.is_file, near))):
                yield f"{source}: the flesh has no header {include}"


def check_ccl(thorn):
    schedule = without_comments((thorn / "schedule.ccl").read_text())
    for name in re.findall(r"(?im)^\s*schedule\b[^{]*?\bat\s+(\w+)", schedule):
        if re.sub("^cctk_", "", name.lower()) not in BINS:
            yield f"{thorn}/schedule.ccl: the flesh has no bin {name}"
    for clause in re.findall(r"(?m)^\s*(\w+)\s*:(?!:)", re.sub(r'"[^"]*"', "", schedule)):
        if clause.lower() not in CLAUSES:
            yield f"{thorn}/schedule.ccl: the flesh has no clause {clause}"
    configuration = thorn / "configuration.ccl"
    text = without_comments(configuration.read_text()) if configuration.exists() else ""
    for word in re.findall(r"(?m)^\s*(\w+)", text):
        if word.lower() not in CONFIGURATION:
            yield f"{configuration}: {word} is not a word of the flesh"
    interface = outside_blocks(without_comments((thorn / "interface.ccl").read_text()))
    for word in re.findall(r"(?m)^(\w+)", interface):
        if word.lower() not in INTERFACE and not word.startswith("CCTK_") and word != "void":
            yield f"{thorn}/interface.ccl: {word} is not a word of the flesh"


def check_make(thorn):
    for definition in thorn.glob("src/**/make.code.defn"):
        for line in filter(str.strip, without_comments(definition.read_text()).split("\n")):
            if not re.fullmatch(r"(SRCS|SUBDIRS) = ?[\w./ -]*", re.sub(" +", " ", line)):
                yield f"{definition}: more than lists of sources and folders: {line}"
            elif line.startswith("SUBDIRS") and definition.parent != thorn / "src":
                yield f"{definition}: the flesh reads the folders of src/make.code.defn only"


def findings(thorns, known):
    offered = header_names(thorns)
    for thorn in thorns:
        yield from check_sources(thorn, known, offered)
        yield from check_ccl(thorn)
        yield from check_make(thorn)


def write_bad_thorn(folder):
    (folder / "src/sub").mkdir(parents=True)
    texts = {
        "interface.ccl": "IMPLEMENTS: Bad\nGRANTS: all\n",
        "schedule.ccl": 'SCHEDULE f AT SOMETIME\n{\n  LANG: C\n  DEVICE: yes\n} "f"\n',
        "configuration.ccl": "DEMANDS MPI\n",
        "src/make.code.defn": "SRCS = f.cpp\nCXXFLAGS += -O0\n",
        "src/sub/make.code.defn": "SUBDIRS = more\n",
        "src/f.cpp": '#include "cctk.h"\n#include "util_Ours.h"\nint f() { return CCTK_Ours(); }\n',
    }
    for name, text in texts.items():
        (folder / name).write_text(text)


KNOWN = set((HERE / "flesh_names.txt").read_text().split())


def test_thorns():
    thorns = sorted(path.parent for path in THORNS.glob("*/*/interface.ccl"))
    assert thorns and not list(findings(thorns, KNOWN))


def test_generated_thorn():
    generated = new_folder() / "Wave"
    wave = THORNS / "Examples/Wave/equations/wave.edl"
    subprocess.run([simulation.EDLC, "--thorn", generated, wave], check=True, timeout=simulation.HANG_SECONDS)
    assert not list(findings([*sorted(path.parent for path in THORNS.glob("*/*/interface.ccl")), generated], KNOWN))


def test_each_kind_of_foreign_name_is_found():
    bad = new_folder() / "Bad"
    write_bad_thorn(bad)
    found = "\n".join(findings([bad], KNOWN))
    for expected in ("CCTK_Ours is not", "no header util_Ours.h", "no bin SOMETIME", "no clause DEVICE", "DEMANDS is not a word",
                     "GRANTS is not a word", "more than lists", "src/make.code.defn only"):
        assert expected in found
