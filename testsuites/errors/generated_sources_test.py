"""Names and texts of a user cannot break generated C++: names that are macros everywhere are errors with their positions, and
thorns with C++ punctuation in their strings compile."""

import os
import re
import subprocess

import pytest
from folders import new_folder
from simulation import BUILD, EDLC, HANG_SECONDS, SOURCE

BIND = BUILD / "bin" / "chemora-bind"
COMPILER = os.environ.get("CXX", "c++")
# Macros of every C library, of cctk.h and of compilers for different processors, and keywords.
RESERVED = """linux unix i386 mips sparc powerpc PPC errno NULL EOF I NAN INFINITY HUGE_VAL M_PI M_E M_SQRT2 EXIT_SUCCESS EXIT_FAILURE
BUFSIZ RAND_MAX CLOCKS_PER_SEC CHAR_BIT INT_MAX DBL_EPSILON FLT_RADIX SIZE_MAX INT64_MAX PRId64 SCNd64 EDOM ERANGE EILSEQ SIGINT SIG_DFL
FE_INEXACT FP_NAN LC_ALL MB_CUR_MAX SEEK_SET WCHAR_MAX WEOF stdin stdout stderr complex math_errhandling
DECLARE_CCTK_PARAMETERS UTIL_TABLE_H Util_snprintf class and_eq co_await restrict""".split()
LIBRARY = "assert ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdarg stdbool stddef stdint stdio stdlib string time wchar wctype"

NAMES = """begin thorn Names
begin parameters
{parameters}
end parameters
begin variables
  u
end variables
begin calculation C
  u = {total}
end calculation
end thorn
"""

# `select_boundaries`, `register_evolved` and `std` are functions and namespaces of the generated source.
TEXTS = r"""begin thorn Texts
begin parameters
  mode : keyword "Marks )graph such as R'x( and ??/ and */ and é", default: ")graph", range: ")graph" ")graph", ")graph;%d%s??/", "R'x(", "*/é"
  select_boundaries : real "A function's name", default: 1
  select_radiative : real, default: 1
  require_ghost_zones : real, default: 1
  launch : real, default: 1
  register_evolved : real, default: 1
  declare_speed : real, default: 1
  std : real, default: 1
end parameters
begin requirements
  mode != ")graph;%d%s??/" or std > 0 : "Not )graph with ??/ and %d %s \"
end requirements
begin boundaries
  u : limit: mode == "R'x(" ? std : 0, speed: sqrt(select_boundaries + 1)
end boundaries
begin variables
  u : "Marks )graph and ??/ \"
end variables
begin calculation Start scheduled at initial if mode == "*/é" or launch > 0
  u = 0
end calculation
begin calculation RHS
  D_t u = (mode == ")graph" ? 1 : mode == ")graph;%d%s??/" ? 2 : 3) (select_boundaries + select_radiative + require_ghost_zones + launch + register_evolved + declare_speed + std) D_1 u
end calculation
end thorn
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=HANG_SECONDS, **options)


def macros(folder):
    """Macros without arguments that sources of thorns see with this compiler, except for groups of macros that have a separate error message."""
    source = folder / "macros.cpp"
    headers = ["cctk.h", "util_Table.h", *(f"{name}.h" for name in LIBRARY.split())]
    source.write_text("".join(f"#include <{name}>\n" for name in headers))
    text = run(COMPILER, "-std=gnu++17", "-dM", "-E", "-I", SOURCE / "framework" / "include", source).stdout
    names = re.findall(r"^#define (\w+) ", text, re.MULTILINE)
    return sorted(name for name in names if "__" not in name and not name.startswith("_") and not name.lower().startswith("cctk"))


def accepted_names(folder, names):
    """Returns the names that edlc or chemora-bind accepts. Each call of a program checks a few names, because the
    number of its messages is bounded."""
    accepted = []
    for first in range(0, len(names), 20):
        group = names[first:first + 20]
        equations, parameters = folder / "names.edl", folder / "param.ccl"
        equations.write_text(NAMES.format(parameters="\n".join(f"  {name} : real, default: 1" for name in group), total=" + ".join(group)))
        parameters.write_text("".join(f'REAL {name} "" {{ *:* }} 1\n' for name in group))
        for command in ([EDLC, equations], [BIND, "--check", parameters]):
            result = run(*command)
            accepted += [(command[0].name, name) for name in group if f"error: `{name}` is " not in result.stderr]
    return accepted


@pytest.fixture
def folder():
    return new_folder()


def test_reserved_names_are_errors(folder):
    assert not accepted_names(folder, RESERVED)


def test_macros_of_this_compiler(folder):
    """Compilers and C libraries also have macros of their own, which the list of names need not contain."""
    accepted = {name for _, name in accepted_names(folder, macros(folder))}
    print(f"accepted macros of this compiler's headers: {sorted(accepted)}")


@pytest.mark.parametrize("file, text, message", [
    ("param.ccl", 'REAL width "" { *:* } 1\nREAL errno "" { *:* } 1\n', "param.ccl:2:6: error: `errno` is a macro of the C library"),
    ("param.ccl", 'SHARES: grid\nUSES REAL n AS NULL\n', "`NULL` is a macro"),
    ("interface.ccl", "IMPLEMENTS: mine\nREAL g TYPE=GF { u, M_PI }\n", "interface.ccl:2:21: error: `M_PI` is a macro"),
    ("schedule.ccl", 'SCHEDULE delete AT evol { LANG: C } ""\n', "schedule.ccl:1:10: error: `delete` is a keyword of C++"),
])
def test_reserved_name_in_ccl(folder, file, text, message):
    (folder / file).write_text(text)
    result = run(BIND, "--check", folder / file)
    assert result.returncode == 1 and message in result.stderr, result.stderr


def test_name_of_a_thorn(folder):
    (folder / "manifest.txt").write_text(f'thorn\tMy"\\n/A-B\t{folder}\n')
    result = run(BIND, folder / "manifest.txt", folder / "out")
    assert result.returncode == 1 and "is not the name of a thorn" in result.stderr, result.stderr


def test_texts(folder):
    """The thorn compiles, with its binding."""
    thorn = folder / "Mine" / "Texts"
    equations = folder / "texts\nint broken(;.edl"
    equations.write_text(TEXTS)
    result = run(EDLC, "--built-in=0", "--thorn", thorn, equations)
    assert result.returncode == 0, result.stderr
    manifest = folder / "manifest.txt"
    manifest.write_text(f"capability\tCaKernel\ncapability\tBoundary\nthorn\tMine/Texts\t{thorn}\n")
    bound = folder / "bound"
    result = run(BIND, manifest, bound)
    assert result.returncode == 0, result.stderr
    sources = [thorn / "src" / "Texts.cpp", *bound.rglob("Texts*.cpp")]
    assert len(sources) >= 2
    folders = [next(bound.rglob("cctk_Parameters.h")).parent, bound, bound / "include", SOURCE / "framework" / "include", SOURCE]
    for source in sources:
        result = run(COMPILER, "-std=c++20", "-fsyntax-only", "-Wall", "-Werror", "-trigraphs", *(f"-I{path}" for path in folders), source)
        assert result.returncode == 0, result.stderr
