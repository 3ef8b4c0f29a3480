"""The commands of tutorial 5, as its page shows them, print the shown lines. The front is the shell with the largest energy in the table,
and the energies of all shells are at most the energy of the grid."""

import re

import numpy
from checkout import linked_copy
from simulation import BUILD, SOURCE, launcher_of, skip
from tutorial import page_of, require_output, shown

FOLDER = SOURCE / "docs/tutorials/step-5"
PAGE = page_of("step-5")


def test_commands_of_the_page():
    copy = linked_copy()
    (copy / "output").mkdir()
    assert len(shown(PAGE)) == 18
    for command, parts in shown(PAGE):
        if "mpirun" in command and not launcher_of(BUILD):
            skip("the next command needs two processes, and the build has no MPI")
        require_output(command, parts, copy, expect=1 if command.endswith("wrong.par") and "run" in command else 0)
    assert (copy / "output/pulse/plots/analysis_curves.png").stat().st_size > 0
    energies = numpy.loadtxt(copy / "output/front/front-energy.tsv").reshape(5, 8, 4)
    fronts = numpy.loadtxt(copy / "output/front/front.tsv")
    assert numpy.allclose(energies[:, :, 3].argmax(axis=1) / 8 + 1 / 16, fronts[:, 2])
    series = numpy.loadtxt(copy / "output/series/expressions.tsv")
    assert (energies[:, :, 3].sum(axis=1) <= series[:, 2] * (1 + 1e-12)).all()


def test_files_of_the_page():
    (program,) = re.findall(r"```pat\n(.*?)```", PAGE, re.S)
    assert program == (FOLDER / "front.pat").read_text()
    parameters = (FOLDER / "pulse.par").read_text()
    (lines,) = re.findall(r"```\n(Analysis::every.*?)```", PAGE, re.S)
    assert lines in parameters
