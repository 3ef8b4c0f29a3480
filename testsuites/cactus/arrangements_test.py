"""A made-up Cactus checkout configures as it is, and its thorns compile: make.code.defn, capabilities, includes by path."""

import json
import shlex
import subprocess

import pytest
from arrangements import configure, write_files, write_thorn
from folders import new_folder
from simulation import BUILD, SOURCE

THORNLIST = """!CRL_VERSION = 1.0
!DEFINE ROOT = Cactus
!DEFINE ARR = $ROOT/arrangements
!TARGET   = $ROOT
!TYPE     = git
!URL      = https://example.org/cactus.git
!CHECKOUT = Makefile lib src ./simfactory par
!TARGET   = $ARR
!CHECKOUT = Skipped/NotThere
#DISABLED Skipped/AsWell
Make/Everything
Make/Without   # no sources
IO/IOUtil Grid/Boundary Driver/PUGH
CactusBase/Boundary2
ExternalLibraries/zlib
ExternalLibraries/OpenLinear
Tools/Scripted Tools/Wants
More/Second
"""

FIRST = {
    "Make/Everything": {
        "src/make.code.defn": """# helper variables, continued lines, conditions, functions
HELPERS = one.c \\
          two.cc   # a comment
SRCS = ${HELPERS} $(EXTRA)
EXTRA = three.C
SRCS += four.cpp
ifeq ($(HAVE_CAPABILITY_ZLIB)$(HAVE_CAPABILITY_zlib),11)
  ifneq ($(strip $(HAVE_CAPABILITY_MPI)),)
    SRCS += wrong.c
  else
    SRCS += with_zlib.c
  endif
endif
ifdef UNSET_VARIABLE
SRCS += wrong.c
endif
ifndef UNSET_VARIABLE
SRCS += $(addsuffix .cxx, five)
endif
SRCS += $(notdir $(wildcard $(SRCDIR)/*_found.c)) $(shell echo six.c)
CFLAGS += -DQUOTED='"a b"'
CXXFLAGS += -DIS_CXX
SUBDIRS = . inner inner/deeper
""",
        "src/make.code.deps": "two.cc.o: CXXFLAGS += -DONLY_TWO\none.c.o: two.cc.o made.h\nmade.h:\n\ttouch /nowhere/made.h\n",
        "src/inner/make.code.defn": "SRCS = one.c\nCFLAGS += -DINNER\n",
        "src/inner/deeper/make.code.defn": "SRCS = one.c\n",
        "configuration.ccl": "REQUIRES zlib\n",
        "src/one.c": """#include "cctk.h"
#include "CactusBase/IOUtil/src/ioGH.h"
#include "IO/IOUtil/src/ioGH.h"
#include "Make/Everything/src/inner/include/near.h"
#include "More/Second/src/second.h"
#include <zlib.h>
#ifndef HAVE_CAPABILITY_zlib
#error "zlib"
#endif
char const *quoted = QUOTED; int z = Z_OK + NEAR + SECOND; int typed = sizeof(typeof(z)); asm("");
""",
        "src/two.cc": "#include \"cctk.h\"\n#ifndef ONLY_TWO\n#error two\n#endif\nint old_standard[__cplusplus == 201703L ? 1 : -1];"
                      " typedef struct { int x; } S; S s = (S){.x = 1}; typeof(1) gnu;\n",
        "src/inner/one.c": "#include <near.h>\nint near_is[NEAR + INNER];\n",
        "src/inner/include/near.h": "#define NEAR 1\n",
        **{f"src/{name}": "" for name in ("three.C", "four.cpp", "five.cxx", "six.c", "is_found.c", "with_zlib.c",
                                         "inner/deeper/one.c")},
    },
    "Make/Without": {},
    "CactusBase/Boundary": {"src/Boundary.h": "the original\n"},
    "CactusBase/IOUtil": {"src/ioGH.h": "#error the original\n"},
    "CactusBase/Boundary2": {},
    "ExternalLibraries/zlib": {"configuration.ccl": "PROVIDES zlib\n{\n  SCRIPT configure.sh\n  LANG bash\n  OPTIONS ZLIB_DIR\n}\n",
                               "configure.sh": "echo BEGIN ERROR\nexit 1\n"},
    # One thorn with a library of the machine, so that its script is not run, which stands for a second capability.
    "ExternalLibraries/OpenLinear": {"configuration.ccl": "PROVIDES Hwloc { SCRIPT x.sh LANG sh }\nPROVIDES Linear\n{\n}\n"
                                                         "REQUIRES Hwloc\n"},
    "Tools/Scripted": {
        "configuration.ccl": "PROVIDES Scripted\n{\n  SCRIPT src/find.sh\n  LANG bash\n  OPTIONS A_CHOICE \\\n    B_CHOICE\n}\n",
        "src/find.sh": """echo BEGIN MESSAGE
echo looking
echo END MESSAGE
echo BEGIN DEFINE
echo "CHOICE \\"$A_CHOICE $B_CHOICE\\""
echo END DEFINE
echo BEGIN INCLUDE
echo '<stdlib.h>'
echo END INCLUDE
echo BEGIN MAKE_DEFINITION
echo "TOOL_INC_DIRS = $SRCDIR/tool $SRCDIR/tool2"
echo "TOOL_LIBS = m"
echo END MAKE_DEFINITION
echo 'INCLUDE_DIRECTORY $(TOOL_INC_DIRS)'
echo 'LIBRARY_DIRECTORY /usr/lib/odd'
echo 'LIBRARY $(TOOL_LIBS)'
""",
        "src/tool2/tool.h": "#define TOOL EXIT_SUCCESS\n",
    },
    "Tools/Wants": {
        "configuration.ccl": "OPTIONAL scripted\n{\n}\nREQUIRES Linear\nOPTIONAL Nothing { }\nREQUIRES THORNS: Scripted Without\n",
        "src/make.code.defn": "SRCS = wants.c\n",
        "src/wants.c": """#include "cctk.h"
#include <tool.h>
#include <hwloc.h>
#if !HAVE_CAPABILITY_Scripted || !HAVE_CAPABILITY_scripted || !HAVE_CAPABILITY_Hwloc || defined HAVE_CAPABILITY_Nothing
#error "capabilities"
#endif
int old_style(argument) int argument; { undeclared(CHOICE); return TOOL + argument; }
""",
    },
}
SECOND = {"More/Second": {"src/second.h": "#define SECOND 2\n"}, "Make/Everything": {"src/make.code.defn": "SRCS = wrong.c\n"}}


def commands(folder, thorn):
    """The compile commands of a thorn's own C and C++ sources, by path below its src."""
    found = {}
    for entry in json.loads((folder / "build/compile_commands.json").read_text()):
        head, _, name = entry["file"].partition(f"/{thorn}/src/")
        if name and "/bindings/" not in head:
            found[name] = entry
    return found


def compile_all(entries):
    for name, entry in entries.items():
        command = shlex.split(entry["command"])
        result = subprocess.run([*command[: command.index("-o")], "-fsyntax-only", entry["file"]], cwd=entry["directory"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if result.returncode or result.stdout:
            pytest.fail(f"{name} does not compile silently:\n{entry['command']}\n{result.stdout}")
        print("compiled", name)


def test_configuration_of_a_made_up_checkout():
    folder = new_folder()
    for place, thorns in (("first", FIRST), ("second", SECOND)):
        for thorn, files in thorns.items():
            write_thorn(folder / place / "arrangements", thorn, files)
    write_files(folder, {"first/arrangements/Make/README": "not a thorn\n"})
    code, output = configure(folder, THORNLIST, folder / "first/arrangements", folder / "second/arrangements",
                           A_CHOICE="tea", B_CHOICE="milk")
    if code != 0:
        pytest.fail(output)

    everything = commands(folder, "Make/Everything")
    assert sorted(everything) == sorted(
        ["one.c", "two.cc", "three.C", "four.cpp", "with_zlib.c", "five.cxx", "is_found.c", "six.c", "inner/one.c",
         "inner/deeper/one.c"]), sorted(everything)
    assert "ONLY_TWO" in everything["two.cc"]["command"] and "ONLY_TWO" not in everything["three.C"]["command"]
    assert "-DIS_CXX" in everything["three.C"]["command"] and "-DIS_CXX" not in everything["one.c"]["command"]
    assert "-DINNER" in everything["inner/one.c"]["command"] and "QUOTED" not in everything["inner/one.c"]["command"]
    assert all("-ffp-contract=off" in entry["command"] for entry in everything.values())

    tree = folder / "build/arrangements"
    assert (tree / "CactusBase/IOUtil").resolve() == SOURCE / "thorns/IO/IOUtil"
    assert (tree / "CactusBase/Boundary").resolve() == SOURCE / "thorns/Grid/Boundary"
    assert (tree / "Make/Everything").resolve() == (folder / "first/arrangements/Make/Everything").resolve()
    assert not (tree / "Make/README").exists()
    manifest = (folder / "build/bindings/manifest.txt").read_text()
    assert "thorn\tIO/IOTools\t" in manifest, "IO/IOUtil requires it, no list names it"
    stand_ins = (tree.parent / "arrangements.txt").read_text()
    assert "CactusBase/IOUtil" in stand_ins, stand_ins
    identity = (folder / "build/bindings/build_identity.c").read_text()
    assert 'build_id = "build-build-' in identity, identity
    ninja = (folder / "build/build.ninja").read_text()
    link = ninja[ninja.index("build bin/chemora:"):].split("\n\n")[0]
    for words in ("-L/usr/lib/odd", "-lm", "libz.so", "hwloc", "libchemora_build_identity.a"):
        assert words in link, f"{words} not in {link}"

    binder = subprocess.run([BUILD / "bin/chemora-bind", folder / "build/bindings/manifest.txt", folder / "build/bindings"],
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert binder.returncode == 0, binder.stdout
    names = folder / "build/bindings/fortran_names"
    subprocess.run([BUILD / "bin/chemora-fortran", "names", folder / "build/bindings/manifest.txt",
                    names / "chemora_fortran_names.h", names / "depend"], check=True)
    compile_all({name: everything[name] for name in ("one.c", "two.cc", "inner/one.c")})
    compile_all(commands(folder, "Tools/Wants"))

    # The original IOUtil instead of Chemora's: another list, the same build folder, and a former name of a thorn.
    code, output = configure(folder, "CactusBase/IOUtil\nGrid/Boundary\nBase/PUGH\n", folder / "first/arrangements")
    assert code == 0, output
    assert f"{folder}/my.th:3: Base/PUGH is now called Driver/PUGH. Please change the ThornList." in output, output
    assert "thorn\tDriver/PUGH\t" in (folder / "build/bindings/manifest.txt").read_text()
    assert (tree / "CactusBase/IOUtil").resolve() == (folder / "first/arrangements/CactusBase/IOUtil").resolve()
    assert (tree / "CactusBase/Boundary").resolve() == SOURCE / "thorns/Grid/Boundary"
    stand_ins = (tree.parent / "arrangements.txt").read_text()
    assert "CactusBase/IOUtil" not in stand_ins and "CactusBase/Boundary" in stand_ins, stand_ins
    assert not (tree / "More/Second").exists() and (folder / "second/arrangements/More/Second/src/second.h").exists()
