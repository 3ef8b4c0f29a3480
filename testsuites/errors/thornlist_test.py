"""Wrong ThornLists, make.code.defn and capabilities stop cmake, which reports all errors at once, with file and line."""


import pytest
from arrangements import configure, write_files, write_thorn
from folders import new_folder

# {0} stands for the folder of arrangements, {1} for the folder of the ThornList.
THORNLIST = """# a comment
!TARGET = $ARR
Test/Miin Test/Mine # and more

Else/Mine
Mine Test/Fine
nowhere/None
Tset/Fine Test/NoParam
Test/Wanting Test/Wanted Test/Scripted Test/Nowhere Test/Confused Test/First Test/Second Test/Building
Test/Deep Test/Tea Test/Strange Test/Signs
Test/Heir
Test/Solver Test/Late
Te;st/Fine "Test/Fine" $ENV{HOME}/x ../Test/Fine Test\\Fine $(touch$IFS'x')/x
"""

SOURCES = {
    "Test/Mine": {"src/make.code.defn": "SRCS = missing.c old.pl kernel.cl\nSUBDIRS = inner\n", "src/old.pl": "",
                  "src/kernel.cl": ""},
    "Test/Fine": {"src/make.code.defn": "ifeq (a,b)\nSRCS = a.c\n"},
    "Test/Deep": {"src/make.code.defn": "SRCS =\nSUBDIRS = a\n", "src/a/make.code.defn": "SUBDIRS = b\n"},
    "Test/Tea": {"src/make.code.defn": "SRCS = $(error this thorn needs two cups of tea)\n"},
    "Test/NoParam": {},
    "Test/Strange": {"src/make.code.defn": "SRCS = inner.c `id`.c $(shell echo d.c) \"q.c\" ../../../x.pl\n", "src/inner.c/x": ""},
    "Test/Signs": {"src/make.code.defn": "SRCS = a;b.c c%d.c\n", "src/a;b.c": ""},
}
EQUATIONS = """begin thorn Solver
inherit Mine
begin inherited ADMBase
  alp group lapse
end inherited
begin variables
  u
end variables
begin calculation RHS scheduled in MoL_CalcRHS
  D_t u = u
end calculation
end thorn
"""
REQUIREMENTS = {
    "Test/Heir": {"interface.ccl": "implements : Heir # inherits: nothing\n Inherits: mine, \\\n  Ancestor grids\n",
                  "param.ccl": "SHARES: cactus\nshares:IO\n"},
    "Test/Late": {"configuration.ccl": "REQUIRES THORNS: Fine Unlisted Latte\nREQUIRES Petsc\n"},
    "Else/Old": {"interface.ccl": "IMPLEMENTS: ancestor\n"},
    "Else/Older": {"interface.ccl": "IMPLEMENTS: Ancestor\n"},
    "Else/Unlisted": {},
}
CAPABILITIES = {
    "Test/Wanting": {"configuration.ccl": "REQUIRES \\\n  Other\n\nREQUIRES Petsc Nonsense # more\n"},
    "Test/Wanted": {"configuration.ccl": "PROVIDES Petsc\n{\n SCRIPT find.sh\n LANG sh\n}\nREQUIRES Petsc (>= 1)\n"},
    "Test/Other": {"configuration.ccl": "PROVIDES Other { }\n"},
    "Test/Scripted": {"configuration.ccl": "PROVIDES Scripted { SCRIPT bad.sh LANG sh }\n",
                      "bad.sh": "echo BEGIN ERROR\necho no luck today\necho END ERROR\nexit 3\n"},
    "Test/Nowhere": {"configuration.ccl": "PROVIDES Nowhere { SCRIPT nowhere.sh LANG sh }\n"},
    "Test/Confused": {"configuration.ccl": "PROVIDES Confused { SCRIPT odd.sh LANG sh }\n", "odd.sh": "echo hello\n"},
    "Test/First": {"configuration.ccl": "PROVIDES First { SCRIPT a.sh LANG sh }\nREQUIRES Second\n", "a.sh": ""},
    "Test/Second": {"configuration.ccl": "PROVIDES Second { SCRIPT a.sh LANG sh }\nREQUIRES First\n", "a.sh": ""},
    "Test/Building": {"configuration.ccl": "PROVIDES Gadget { SCRIPT find.sh LANG sh }\n",
                      "find.sh": "echo BEGIN MAKE_DEFINITION\necho GADGET_BUILD = 1\necho END MAKE_DEFINITION\n"},
}

MESSAGES = [
    "Listed thorns that are missing: 2.",
    "{1}/my.th:3: There is no thorn Test/Miin. Did you mean Test/Mine?",
    "{1}/my.th:5: Else/Mine has the same name as Test/Mine, which is listed at {1}/my.th:3",
    "{1}/my.th:6: Found `Mine`, expected Arrangement/Thorn.",
    "{1}/my.th:7: There is no thorn nowhere/None.",
    "{1}/my.th:8: Tset/Fine has the same name as Test/Fine",
    "{1}/my.th:8: Thorn Test/NoParam has no file {0}/Test/NoParam/param.ccl",

    "src/make.code.defn names {0}/Test/Mine/src/missing.c, which does not exist.",
    "old.pl: only sources in C (.c), C++ (.cc .cpp .cxx .C) and Fortran (.F .F77 .F90 .f .f77 .f90) are supported.",
    "kernel.cl: sources in OpenCL and CUDA are not supported; remove this thorn.",
    "names the folder inner, which has no make.code.defn.",
    "{0}/Test/Fine/src/make.code.defn:3: missing ",
    "SUBDIRS has an effect only in {0}/Test/Deep/src/make.code.defn, as in Cactus; write there SUBDIRS += a/b.",
    "this thorn needs two cups of tea",

    "{1}/my.th:13: Found `Te?st/Fine`, expected Arrangement/Thorn.",
    "Found `\"Test/Fine\"`, expected",
    "Found `$ENV{{HOME}}/x`, expected",
    "Found `../Test/Fine`, expected",
    "Found `Test?Fine`, expected",
    "Found `$(touch$IFS'x')/x`, expected",
    "make cannot read {0}/Test/Signs/src/make.code.defn: ",
    "SRCS holds ; %, which cannot be part of a file name here.",
    "make.code.defn names {0}/Test/Strange/src/inner.c, which is a folder; SUBDIRS names folders.",
    "make.code.defn names {0}/Test/Strange/src/`id`.c, which does not exist.",
    "make.code.defn names {0}/Test/Strange/src/d.c, which does not exist.",
    "make.code.defn names {0}/Test/Strange/src/\"q.c\", which does not exist.",
    "make.code.defn names {0}/x.pl, which does not exist.",

    "Thorns that others require are missing from the ThornList: 9.",
    "{1}/my.th:11: Thorn Test/Heir requires the implementation `Ancestor`, which no thorn of the ThornList has. "
    "Add Else/Old or Else/Older to it.",
    "{1}/my.th:11: Thorn Test/Heir requires the implementation `grids`, which no thorn of the ThornList has. "
    "None of the folders of arrangements has such a thorn; -DTHORN_PATH=DIR adds a folder. Did you mean `grid`?",
    "{1}/my.th:11: Thorn Test/Heir requires the implementation `IO`, which no thorn of the ThornList has. Add IO/IOUtil to it.",
    "{1}/my.th:12: Thorn Test/Solver requires the implementation `CaKernel`, which no thorn of the ThornList has. "
    "Add Kernel/CaKernel to it.",
    "Thorn Test/Solver requires the implementation `ADMBase`, which no thorn of the ThornList has. Add Relativity/ADMBase to it.",
    "Thorn Test/Solver requires the implementation `MethodOfLines`, which no thorn of the ThornList has. Add Evolution/MoL to it.",
    "Thorn Test/Solver requires the implementation `Boundary`, which no thorn of the ThornList has. Add Grid/Boundary to it.",
    "{1}/my.th:12: Thorn Test/Late requires the thorn `Unlisted`, which is not in the ThornList. Add Else/Unlisted to it.",
    "{1}/my.th:12: Thorn Test/Late requires the thorn `Latte`, which is not in the ThornList. "
    "None of the folders of arrangements has such a thorn; -DTHORN_PATH=DIR adds a folder. Did you mean `Late`?",

    "Capabilities that are missing: 3.",
    "There is no OTHER in this configuration. Add Test/Other to the ThornList? "
    "{0}/Test/Wanting/configuration.ccl:2: Thorn Wanting requires it.",
    "There is no PETSC on this machine. On Debian, install petsc-dev. "
    "{0}/Test/Wanting/configuration.ccl:4: Thorn Wanting requires it. "
    "{0}/Test/Wanted/configuration.ccl:6: Thorn Wanted requires it. {0}/Test/Late/configuration.ccl:2: Thorn Late requires it.",
    "There is no NONSENSE in this configuration. {0}/Test/Wanting/configuration.ccl:4: Thorn Wanting requires it.",
    "{0}/Test/Scripted/configuration.ccl:1: The script {0}/Test/Scripted/bad.sh for the capability SCRIPTED failed (3). "
    "no luck today",
    "The capability NOWHERE is provided by the script {0}/Test/Nowhere/nowhere.sh, which does not exist.",
    "This line has no meaning for Cactus: hello",
    "These capabilities require each other, so that none of their scripts can be run first: FIRST, SECOND.",
    "finds no GADGET on this machine and would build it, which only Cactus does. Install it and specify where it is: "
    "-DGADGET_DIR=FOLDER.",
]


@pytest.fixture(scope="module")
def folder():
    folder = new_folder()
    arrangements = folder / "Cactus" / "arrangements"
    for thorn, files in {**SOURCES, **CAPABILITIES, **REQUIREMENTS}.items():
        write_thorn(arrangements, thorn, files)
    write_files(arrangements, {"Test/Solver/equations/solver.edl": EQUATIONS})
    (arrangements / "Test/NoParam/param.ccl").unlink()
    return folder


@pytest.fixture(scope="module")
def output(folder):
    code, output = configure(folder, THORNLIST, folder / "Cactus/arrangements")
    assert code == 1, output
    return output


@pytest.mark.parametrize("message", MESSAGES)
def test_message(folder, output, message):
    assert message.format(folder / "Cactus/arrangements", folder) in output


def test_wrong_folders(folder):
    (folder / "od $d").mkdir()
    _, output = configure(folder, "\ufeffTset/Other\n", folder / "Cactus", folder / "nowhere", folder / "od $d",
                          folder / "Cactus/arrangements")
    for message in (f"The folder of arrangements `{folder}/od $d` has a name with ` `, which has a meaning for make",
                    f"{folder}/Cactus, which contains no arrangements itself. Did you mean {folder}/Cactus/arrangements?",
                    f"THORN_PATH names the folder {folder}/nowhere, which does not exist.",
                    "There is no thorn Tset/Other. Did you mean Test/Other?"):
        assert message in output
