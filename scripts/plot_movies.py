"""Draws movies of a slice or line: PNG files, an animated GIF, and an MP4 file if the program ffmpeg exists."""

import datetime
import shutil
import subprocess
import sys
import time

import plot_style
from chemora import MissingData, exact_solution
from PIL import Image
from plot_pictures import colour_scale, draw_colour_bar, draw_image, label_of, panel_size, range_of, scale_values, shown

SECONDS_PER_REPORT = 10


def slice_movie(variable, chosen, style):
    """Returns the figure of the first frame and a function that draws another time into it."""
    first = variable[chosen[0]]
    figure, ((axes,),) = plot_style.new_figure(1, 1, *panel_size(first, 6.4, 5.6), is_image=True)
    image = draw_image(axes, first, colour_scale((variable[i].values for i in chosen), style), style)
    draw_colour_bar(figure, image, axes, variable, style)
    figure.suptitle(style.title)

    def show(i):
        data = variable[i]
        image.set_data(shown(data.values.T, style))
        axes.set_title(f"t = {data.time:.5g}")

    return figure, show


def line_movie(variable, chosen, style, lines):
    """As slice_movie(), for a line and the exact solution that the run wrote, which is among `lines`, {name: Variable}."""
    has_exact = exact_solution(variable[chosen[0]], lines) is not None
    figure, ((axes,),) = plot_style.new_figure(1, 1, 6.4 + plot_style.legend_width(["exact"] if has_exact else []), 4.8)
    limits = range_of((variable[i].values for i in chosen), style)
    (line,), (exact_line,) = axes.plot([], []), axes.plot([], [], **plot_style.EXACT)
    if has_exact:
        line.set_label(variable.name)
        exact_line.set_label("exact")
        plot_style.legend_beside(axes)
    points = variable[chosen[0]].coordinates[variable.axes]
    axes.set(xlabel=style.units.coordinate(variable.axes), ylabel=label_of(variable, style))
    axes.update_datalim([(points[0], limits[0]), (points[-1], limits[1])])  # all frames have the same limits
    axes.autoscale_view()
    scale_values(axes, style)
    figure.suptitle(style.title)

    def show(i):
        data = variable[i]
        line.set_data(data.coordinates[variable.axes], shown(data.values, style))
        exact = exact_solution(data, lines)
        exact_line.set_data(*((exact.coordinates[variable.axes], shown(exact.values, style)) if exact else ([], [])))
        axes.set_title(f"t = {data.time:.5g}")

    return figure, show


def with_progress(items):
    """Yields the items and prints the remaining time to standard error: in one line of a terminal, else every ten seconds."""
    start = last = time.monotonic()
    for done, item in enumerate(items):
        now = time.monotonic()
        if done and (sys.stderr.isatty() or now - last >= SECONDS_PER_REPORT):
            left = datetime.timedelta(seconds=round((now - start) * (len(items) - done) / done))
            print(f"frame {done} of {len(items)}, {left} left", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
            last = now
        yield item
    if sys.stderr.isatty():
        print(" " * 60, end="\r", file=sys.stderr)


def write_gif(frames, path, frames_per_second):
    def images():  # one at a time, because thousands of frames need gigabytes of memory
        for frame in frames:
            with Image.open(frame) as picture:
                yield picture.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE)

    other = images()
    next(other).save(path, save_all=True, append_images=other, duration=round(1000 / frames_per_second), loop=0)


def write_mp4(folder, path, frames_per_second):
    """Writes an MP4 file, whose width and height must be even, with the program ffmpeg. Returns whether the program exists."""
    if not (ffmpeg := shutil.which("ffmpeg")):
        return False
    command = [ffmpeg, "-y", "-loglevel", "error", "-framerate", str(frames_per_second), "-i", folder / "frame_%04d.png",
               "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", path]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode:
        raise MissingData(f"ffmpeg cannot write {path}: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    return True


def write_movie(figure, show, chosen, folder, frames_per_second):
    """Writes the frames `folder`/frame_0000.png, ..., the animated GIF `folder`.gif, and `folder`.mp4 if there is ffmpeg. Frames of an
    earlier movie are removed. Returns the paths of the movies."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("frame_*.png"):
        old.unlink()
    frames = []
    for i in with_progress(chosen):
        show(i)
        frames.append(folder / f"frame_{len(frames):04d}.png")
        plot_style.save(figure, frames[-1], is_trimmed=False)
        figure.set_layout_engine("none")  # all frames have the layout of the first one
    movies = [folder.with_name(folder.name + suffix) for suffix in (".gif", ".mp4")]
    write_gif(frames, movies[0], frames_per_second)
    return movies if write_mp4(folder, movies[1], frames_per_second) else movies[:1]
