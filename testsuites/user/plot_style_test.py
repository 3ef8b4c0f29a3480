"""All pictures of scripts/plot have one style: axes with quantity and unit, fonts that are legible at half size, legends beside the
curves, and colours that colour-blind readers distinguish."""

import re

import pytest
from output_case import f, run_case

import chemora
import plot_pictures
import plot_style
from plot_pictures import Style

EXTRA = """
IOHDF5::out_every = 2
IOHDF5::out_vars = "TestOutput::f TestOutput::g TestOutput::z"
IOScalar::outScalar_every = 1
IOScalar::outScalar_vars = "TestOutput::f TestOutput::energy"
IOScalar::outScalar_reductions = "minimum maximum sum norm2"
"""


@pytest.fixture(scope="module")
def folder():
    return run_case(EXTRA)[0]


def drawn_pictures(folder):
    """All pictures of a folder: (name, figure, whether it has images)."""
    opened, style = chemora.open(folder), Style(title="a title")
    yield from (("series", figure, False) for figure in plot_pictures.draw_series(opened.scalars, style))
    yield from (("lines", figure, False) for figure in plot_pictures.draw_lines(opened.lines(), style))
    yield from (("slices", figure, True) for figure in plot_pictures.draw_slices(opened.planes(), style))


def test_pictures_have_labels_and_legends_beside_the_curves(folder):
    kinds = set()
    for name, figure, has_images in drawn_pictures(folder):
        kinds.add(name)
        figure.draw_without_rendering()
        assert figure.get_suptitle() == "a title" if hasattr(figure, "get_suptitle") else figure._suptitle.get_text() == "a title"
        panels = [axes for axes in figure.axes if axes.get_visible() and (axes.lines or axes.images)]
        assert panels, name
        for axes in panels:
            assert "[code units]" in axes.get_xlabel() and (axes.get_ylabel() or has_images), (name, axes.get_xlabel(), axes.get_ylabel())
            assert not re.search(r"\\.(asc|xg|h5)|::", axes.get_xlabel() + axes.get_ylabel()), "labels are no file names"
            if legend := axes.get_legend():
                assert legend.get_window_extent().x0 >= axes.get_window_extent().x1 - 1, name
            for text in (*axes.get_xticklabels(), axes.xaxis.label, axes.title):
                assert text.get_fontsize() >= 12, "half of it has at least 6 points"
        boxes = [axes.get_tightbbox() for axes in figure.axes if axes.get_visible()]
        assert all(0 <= box.x0 and box.x1 <= figure.bbox.width + 1 and box.y1 <= figure.bbox.height + 1 for box in boxes), name
    assert kinds == {"series", "lines", "slices"}


def test_colours_are_those_that_colour_blind_readers_distinguish(folder):
    assert plot_style.COLOURS[:6] == ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"]
    for name, figure, _ in drawn_pictures(folder):
        for axes in figure.axes:
            assert {image.get_cmap().name for image in axes.images} <= {"viridis", "RdBu_r"}
            if name == "series":
                assert [line.get_color() for line in axes.lines] == plot_style.COLOURS[: len(axes.lines)]
                assert len({line.get_linestyle() for line in axes.lines}) == len(axes.lines), "the curves differ without colours"


def test_units(folder):
    relativity = plot_style.Units({"ActiveThorns": ["PUGH", "ADMBase"]})
    assert (relativity.time(), relativity.coordinate("x")) == ("time t [M]", "x [M]")
    given = plot_style.Units({}, {"t": "s", "x": "m", "f": "kg/m^3"})
    (figure,) = plot_pictures.draw_lines({"f": chemora.open(folder).lines("y")["f"]}, Style(units=given))
    assert (given.time(), figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == ("time t [s]", "y [m]", "f [kg/m^3]")
    (figure,) = plot_pictures.draw_lines({"z": chemora.open(folder).lines("x")["z"]}, Style())
    assert figure.axes[0].get_ylabel() == "|z|" and figure.axes[0].lines[0].get_ydata()[0] == abs(complex(1, -1) * f(0, 4, 3, 0))
