"""Draws the output of a run: time series, lines with the exact solution, slices, and for black holes waveforms, constraints, trajectories
and horizons. --movie draws a movie of a variable. The options select variables, times, axes, scales and units."""

import argparse
import math
import pathlib
import re
import sys

import chemora
from chemora import MissingData
from chemora.errors import find_name
from chemora.hdf5_files import HDF5_FILE
from chemora.text_files import read_rows


def read_references(arguments, lines):
    """Reads the files of --exact for the variables of `lines`. Returns {variable: (coordinates, values, label)}."""
    references = {}
    for name, path in arguments.exact:
        if not path.is_file():
            raise MissingData(f"there is no file {path} (--exact)")
        if not lines:
            raise MissingData(f"--exact {path} needs lines of a variable, which the run did not write")
        if not name and len(lines) != 1:
            raise MissingData(f"--exact {path} needs the name of its variable: expected --exact NAME={path} with one of the lines "
                              f"{', '.join(lines)}")
        if not len(rows := read_rows(path, 2, is_output=False)):
            raise MissingData(f"{path} contains no numbers; expected the columns coordinate and value (--exact)")
        references[find_name("line of the variable", name or lines[0], lines)] = (rows[:, 0], rows[:, 1], f"exact: {path.name}")
    return references


def save_pages(figures, out, name, extension):
    """Saves the figures as NAME.png, NAME-2.png, ... and yields their paths."""
    import plot_style

    for i, figure in enumerate(figures):
        out.mkdir(parents=True, exist_ok=True)
        path = out / f"{name}{f'-{i + 1}' if i else ''}.{extension}"
        plot_style.save(figure, path)
        yield path


def style_of(run, arguments):
    import plot_pictures
    import plot_style

    try:
        parameters = run.parameters
    except MissingData:
        parameters = {}
    return plot_pictures.Style(arguments.log, arguments.range, plot_style.Units(parameters, arguments.units), run.name)


def draw_overview(run, out, arguments):
    """Draws time series, lines and slices. Yields sentences about output that does not exist, and the paths of the pictures."""
    import plot_analyses
    import plot_elements
    import plot_pictures

    style, times = style_of(run, arguments), arguments.times
    analyses = plot_analyses.read_tables(run.folder)
    names = sorted({*run.variables, *run.scalars, *run.elements, *analyses})
    variables = [find_name("output of the variable", name, names) for name in arguments.variables]

    def selected(data):
        return {name: part for name, part in data.items() if not variables or name in variables}

    all_lines = run.lines(arguments.axis)
    lines = selected(all_lines)
    references = read_references(arguments, [name for name in lines if not plot_pictures.is_exact_solution(name, lines)])
    planes = selected(run.planes(arguments.plane, arguments.at))
    elements = selected(run.elements)
    kinds = [
        ("series", selected(run.scalars), lambda data: plot_pictures.draw_series(data, style), "IOScalar::outScalar_vars"),
        ("lines", lines, lambda data: plot_pictures.draw_lines(data, style, times, references, all_lines), "IOASCII::out1D_vars or IOHDF5::out_vars"),
        ("slices", planes, lambda data: plot_pictures.draw_slices(data, style, times), "IOHDF5::out2D_vars or IOHDF5::out_vars"),
    ]
    of_variables = f" of {', '.join(variables)}" if variables else ""
    for name, data, _, parameter in kinds:
        if not data and names and not elements and not analyses:
            yield f"no {name}: the run wrote no such output{of_variables}; {parameter} requests it"
    for name, data, draw, _ in kinds:
        yield from save_pages(draw(data), out, name, arguments.format)
    for name, figures in plot_analyses.draw(run.folder, style, times, variables):
        yield from save_pages(figures, out, name, arguments.format)
    yield from plot_analyses.not_drawn(run.folder, variables)
    yield from save_pages(plot_elements.draw_slices(elements, style, times, arguments.plane, arguments.at), out, "elements", arguments.format)


def draw_movie(run, out, arguments):
    """Draws a movie of a slice, or of a line if the variable has no slice or --axis is set. Yields the paths of the movies."""
    import plot_movies
    import plot_pictures

    style = style_of(run, arguments)
    lines = run.lines(arguments.axis)
    planes = run.planes(arguments.plane, arguments.at)
    sources = lines if arguments.axis else planes if arguments.plane or arguments.at is not None else {**lines, **planes}
    kind = "line" if sources is lines else "slice" if sources is planes else "slice or line"
    variable = sources[find_name(f"{kind} of the variable", arguments.movie, list(sources))]
    chosen = plot_pictures.choose_times(variable, arguments.times, len(variable))
    if len(variable.axes) == 2:
        figure, show = plot_movies.slice_movie(variable, chosen, style)
    else:
        figure, show = plot_movies.line_movie(variable, chosen, style, lines)
    folder = out / f"movie_{variable.name.replace('::', '-')}"
    for path in plot_movies.write_movie(figure, show, chosen, folder, arguments.fps):
        yield f"{path} ({len(chosen)} frames, also as PNG files in {folder})"


def nothing_in(folder):
    """Describes the output that was searched for, and the subfolders that contain such output."""
    others = sorted({path.parent for pattern in ("*.asc", "*.xg", "*.h5") for path in folder.rglob(pattern)} - {folder})
    hint = f"; run scripts/plot with a subfolder that contains output: {', '.join(map(str, others[:3]))}" if others else ""
    return MissingData("it contains no modes (mp_*.asc), constraints (H.norm2.asc, ...), trajectories (pt_loc*.asc), horizons (ah_*.asc), "
                       f"time series (*.asc, *.xg), lines, planes (*.xg, *.asc), HDF5 fields (*.h5), tables of analyses (*.tsv) or elements (elements.pvd){hint}")


def draw_folder(folder, arguments):
    """Draws the pictures of a folder, prints their paths and all errors. Returns whether there was no error."""
    run, errors, n_lines = chemora.open(folder), [], 0
    sources = []
    if arguments.mode or arguments.newer_than or not (arguments.variables or arguments.movie):
        import plot_black_holes

        sources.append(lambda: plot_black_holes.draw(run, arguments.out or folder, arguments.mode))
    if arguments.overview or not (arguments.mode or arguments.newer_than):
        draw = draw_movie if arguments.movie else draw_overview
        sources.append(lambda: draw(run, arguments.out or folder / "plots", arguments))
    for source in sources:
        try:
            for line in source():
                print(f"plot: {line}", flush=True)
                n_lines += 1
        except MissingData as error:
            errors.append(str(error))
        except OSError as error:
            errors.append(f"the pictures cannot be written: {error.strerror}: {error.filename} (--out selects their folder)")
    errors = run.errors + errors
    if not n_lines and not errors:
        errors.append(str(nothing_in(folder)))
    for error in dict.fromkeys(errors):  # two sources may read the same damaged file
        print(f"error: {folder}: {error}", file=sys.stderr)
    return not errors


def parse_mode(text):
    if not (match := re.fullmatch(r"(\d+),(-?\d+)", text)) or abs(int(match[2])) > int(match[1]):
        raise argparse.ArgumentTypeError(f"'{text}' is not a mode: expected l,m with |m| <= l, such as 2,2")
    return int(match[1]), int(match[2])


def parse_exact(text):
    name, _, path = ("", "", text) if pathlib.Path(text).exists() or "=" not in text else text.partition("=")
    return name, pathlib.Path(path)


def finite(text):
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"'{text}' is not a finite number")
    return number


def parse_fps(text):
    if not re.fullmatch(r"\d+(\.\d*)?|\.\d+", text) or not 0.1 <= float(text) <= 50:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of frames per second: expected 0.1 to 50")
    return float(text)


def parse_unit(text):
    name, equals, unit = text.partition("=")
    if not (name and equals and unit):
        raise argparse.ArgumentTypeError(f"'{text}' is not a unit: expected NAME=UNIT, such as t=s")
    return name, unit


def folders_below(folder, reference, is_overview):
    """Returns `folder` and those subfolders that contain files newer than the file `reference`: files of modes, or any output for an
    overview."""
    oldest = reference.stat().st_mtime
    patterns = ("*.asc", "*.xg", "*.h5", "*.tsv") if is_overview else ("mp_*.asc",)
    return sorted({path.parent for pattern in patterns for path in folder.rglob(pattern)
                   if path.stat().st_mtime >= oldest and (path.suffix != ".h5" or HDF5_FILE.fullmatch(path.name))})


def parse_arguments():
    parser = argparse.ArgumentParser(prog="scripts/plot", description=__doc__)
    add = parser.add_argument
    add("folder", type=pathlib.Path, help="output of the run, with files such as rho.h5, rho.maximum.asc or mp_psi4_l2_m2_r30.00.asc")
    add("--out", type=pathlib.Path, help="folder of the pictures (default: FOLDER for black holes, FOLDER/plots for other pictures)")
    add("--variables", nargs="+", metavar="NAME", default=[], help="draw only these variables")
    add("--times", nargs="+", type=finite, metavar="T", default=[],
        help="draw the outputs closest to these times (default: five times for lines, three for slices, all for a movie)")
    add("--axis", choices=["x", "y", "z", "d"], help="direction of lines, d for the diagonal (default: the one with the most points)")
    add("--plane", choices=["xy", "xz", "yz"], help="plane of slices (default: the one with the most points)")
    add("--at", type=finite, metavar="C", help="coordinate of the slice along its normal, from HDF5 files (default: the middle)")
    add("--log", action="store_true", help="logarithmic scale of absolute values")
    add("--range", nargs=2, type=finite, metavar=("LOW", "HIGH"), help="limits of the scale of values (default: those of all times that are drawn)")
    add("--exact", action="append", type=parse_exact, metavar="[NAME=]FILE", default=[],
        help="draw the columns coordinate and value of FILE beside the lines of NAME; a variable NAME_exact of the run is always drawn")
    add("--units", nargs="+", type=parse_unit, metavar="NAME=UNIT", default=[],
        help="units of the axes: t=s x=m for time and coordinates, rho=kg/m^3 for a variable (default: M for the Einstein equations, else code "
             "units)")
    add("--movie", metavar="NAME", help="draw only a movie of this variable, as PNG files, as an animated GIF, and as MP4 if ffmpeg exists")
    add("--fps", type=parse_fps, metavar="N", default=10, help="frames per second of the movie (default: 10)")
    add("--format", choices=["png", "svg", "pdf"], default="png", help="format of time series, lines and slices")
    add("--mode", type=parse_mode, metavar="l,m",
        help="draw only black holes, with this mode of the waveform (default: the mode with the largest amplitude)")
    add("--newer-than", type=pathlib.Path, metavar="FILE",
        help="draw only black holes, in all folders at or below FOLDER with modes written after FILE; there may be none")
    add("--overview", action="store_true", help="with --newer-than: draw the other pictures too, of all output written after FILE")
    arguments = parser.parse_args()
    if arguments.range and not (0 if arguments.log else -float("inf")) < arguments.range[0] < arguments.range[1]:
        parser.error(f"--range {arguments.range[0]:g} {arguments.range[1]:g}: expected LOW < HIGH, and with --log 0 < LOW")
    if (arguments.mode or arguments.newer_than) and (arguments.movie or arguments.variables or arguments.times):
        parser.error("--mode and --newer-than draw only black holes, without --movie, --variables and --times")
    if arguments.overview and not arguments.newer_than:
        parser.error("--overview needs --newer-than; without it all pictures are drawn")
    if arguments.movie and (arguments.variables or arguments.exact):
        parser.error("--movie NAME draws only this variable, without --variables and --exact")
    return arguments


def main():
    arguments = parse_arguments()
    try:
        chemora.open(arguments.folder)
    except MissingData as error:
        sys.exit(f"error: {error}")
    folders = [arguments.folder]
    if arguments.newer_than:
        if not arguments.newer_than.exists():
            sys.exit(f"error: there is no file {arguments.newer_than}")
        folders = folders_below(arguments.folder, arguments.newer_than, arguments.overview)
    try:
        if not all([draw_folder(folder, arguments) for folder in folders]):
            sys.exit(1)
    except ModuleNotFoundError as error:
        sys.exit(f"error: the Python module {error.name} is missing; scripts/install-deps installs it")


if __name__ == "__main__":
    main()
