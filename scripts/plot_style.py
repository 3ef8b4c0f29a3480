"""The style of all pictures: fonts that are legible at half size, colours that colour-blind readers distinguish, legends beside the
curves, and axes labelled with quantity and unit. Importing this module applies the style."""

import pathlib

import matplotlib

matplotlib.use("agg")

from matplotlib import cm  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from matplotlib.ticker import LogFormatterSciNotation  # noqa: E402

# Okabe and Ito, Color Universal Design (2008), without yellow, which is too light on white
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000"]
DASHES = ["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3)), (0, (8, 2))]
SEQUENTIAL, DIVERGING = "viridis", "RdBu_r"
LIGHTEST = 0.85  # lines of the colours above this part of the colour map are too light on white
EXACT = {"color": "black", "linestyle": (0, (4, 3)), "linewidth": 1.3}
REDUCTIONS = {"norm1": "mean absolute value", "norm2": "root mean square", "norm_inf": "largest absolute value", "value": ""}
WIDTH_PER_LETTER = 0.1  # inches, of a legend

matplotlib.rcParams.update({
    "figure.dpi": 100, "savefig.dpi": 100, "font.size": 13, "axes.titlesize": 13, "axes.labelsize": 14, "legend.fontsize": 12,
    "xtick.labelsize": 12, "ytick.labelsize": 12, "lines.linewidth": 1.9, "lines.markersize": 5, "axes.grid": True, "grid.color": "0.88",
    "grid.linewidth": 0.8, "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False, "axes.formatter.limits": (-3, 4),
    "axes.formatter.use_mathtext": True, "axes.formatter.useoffset": False, "legend.frameon": False, "image.cmap": SEQUENTIAL,
    "axes.prop_cycle": matplotlib.cycler(color=COLOURS) + matplotlib.cycler(linestyle=DASHES),
    "svg.hashsalt": "chemora"})  # the same picture from the same data


class Units:
    """The units of quantities: "M" for times and coordinates of the Einstein equations, given ones, or code units."""

    def __init__(self, parameters=None, given=()):
        thorns = {name.lower() for name in (parameters or {}).get("ActiveThorns", [])}
        self.of_space = "M" if "admbase" in thorns else "code units"
        self._given = dict(given)

    def label(self, quantity):
        """The label of a value: its unit is known only if it is given."""
        unit = self._given.get(quantity)
        return f"{quantity} [{unit}]" if unit else quantity

    def time(self):
        return f"time t [{self._given.get('t', self.of_space)}]"

    def coordinate(self, axis):
        """The label of an axis of the grid."""
        name = {"d": "distance along the diagonal"}.get(axis, axis)
        return f"{name} [{self._given.get(axis, self._given.get('x', self.of_space))}]"


def reduction(name):
    """A reduction over the grid in words."""
    return REDUCTIONS.get(name, name)


def reduction_of(quantity, name):
    """The label of a reduction of a quantity, such as "root mean square of rho"."""
    return f"{reduction(name)} of {quantity}" if reduction(name) else quantity


def new_figure(n_rows, n_columns, width, height, **options):
    """Returns a figure and its axes, in rows and columns, of the size of an axes in inches."""
    figure = Figure(figsize=(width * n_columns, height * n_rows), layout="compressed" if options.pop("is_image", False) else "constrained")
    return figure, figure.subplots(n_rows, n_columns, squeeze=False, **options)


def colour_of(i, n):
    """The colour of output i of n outputs in the order of time."""
    return cm.viridis(LIGHTEST * i / (n - 1)) if n > 1 else COLOURS[0]


def legend_beside(axes):
    """Draws a legend to the right of the axes, where it covers no curve."""
    if axes.get_legend_handles_labels()[0]:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2, handlelength=2.2)


def legend_width(labels):
    """The width of a legend in inches."""
    return 0.6 + WIDTH_PER_LETTER * max(map(len, labels), default=-6)


def log_scale(axes):
    """Sets a logarithmic scale of values, which has labels also if it covers less than two decades."""
    axes.set_yscale("log", nonpositive="mask")
    axes.yaxis.set_minor_formatter(LogFormatterSciNotation(minor_thresholds=(2, 0.5)))


def save(figure, path, is_trimmed=True):
    """Saves a figure, without empty margins if it is trimmed. The same data give the same file."""
    figure.savefig(path, bbox_inches="tight" if is_trimmed else None, metadata={"Date": None} if pathlib.Path(path).suffix == ".svg" else None)
