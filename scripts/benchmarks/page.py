"""Measures what the live page (thorn HTTPD) costs: the same run of the wave equation without the thorn, with the thorn, and with a
client that polls status, plots, timers and a slice four times a second, a little more often than the page. The three runs
alternate. `processor` is the processor time of the run with its server. Each run has one process and one thread, so that
another core can serve the client."""

import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

from benchmarks.common import BUILD, ROOT, add_runs_option, count, cube_side, spread, table, with_threads

sys.path.insert(0, str(ROOT / "testsuites" / "support"))

from parameter_text import wave  # noqa: E402

TARGETS = ["chemora"]
WAYS = ("without", "active", "polled")
PATHS = ("status", "series?generation=0&after=0", "timers", "slice?variable=Wave::u&axes=xy&at=0.5")
SECONDS_BETWEEN_POLLS = 0.25


def add_options(parser):
    add_runs_option(parser, default=5)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[33, 65, 129], help="points per axis")
    parser.add_argument("--seconds", type=count, default=20, help="length of each run, approximately")


def parameters(size, steps, way):
    changes = {f"driver::global_n{axis}": str(size) for axis in "xyz"}
    changes |= {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": str(steps), "IOBasic::outInfo_every": "100",
                "IOScalar::outScalar_every": "-1", "IOASCII::out1D_every": "-1", "IOHDF5::out_every": "-1", "IO::out_dir": '"out"',
                "CaKernel::machine_limits": '"none"'}
    page = {"ActiveThorns": '"HTTPD"', "HTTPD::port": "0"}
    return wave("gaussian", changes, *([] if way == "without" else [page]))


class Client:
    """Polls a page in a thread until the run ends."""

    def __init__(self, address):
        self.server, self.token = re.fullmatch(r"(.*)/#token=(\w+)", address).groups()
        self.n_answers = 0
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.poll)
        self.thread.start()

    def poll(self):
        while not self.ends.wait(SECONDS_BETWEEN_POLLS):
            for path in PATHS:
                request = urllib.request.Request(f"{self.server}/api/{path}", headers={"Authorization": f"Bearer {self.token}"})
                try:
                    with urllib.request.urlopen(request, timeout=5) as response:
                        self.n_answers += len(response.read()) > 0
                except (OSError, urllib.error.URLError):
                    pass  # the run starts or ends

    def stop(self):
        self.ends.set()
        self.thread.join()


def run_once(size, steps, way, folder):
    """Returns the seconds and the processor seconds of a run, and the number of answers that its client got."""
    (folder / "page.par").write_text(parameters(size, steps, way))
    client = None
    start = time.perf_counter()
    with subprocess.Popen([BUILD / "bin/chemora", "page.par"], cwd=folder, env=with_threads(1), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        output = []
        for line in process.stdout:
            output.append(line)
            if way == "polled" and client is None and (address := re.search(r"http://\S+#token=\w+", line)):
                client = Client(address[0])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if client:
        client.stop()
    if process.returncode != 0:
        sys.exit(f"a run failed:\n{''.join(output)}")
    return seconds, usage.ru_utime + usage.ru_stime, client.n_answers if client else 0


def n_steps(size, seconds, folder):
    """Returns the number of steps of a run of this length. The first of both runs fills the cache of kernels."""
    run_once(size, 10, "without", folder)
    short = run_once(size, 10, "without", folder)[0]
    steps = 400
    while (taken := run_once(size, steps, "without", folder)[0] - short) < 0.5:
        steps *= 4
    return max(10, round(steps * seconds / taken))


def measure(size, seconds, n_runs, folder):
    steps = n_steps(size, seconds, folder)
    samples = {way: [] for way in WAYS}
    for run in range(n_runs):
        for way in WAYS[run % 3:] + WAYS[:run % 3]:
            print(f"{size}^3 points, run {run + 1} of {n_runs}, {way}", file=sys.stderr, flush=True)
            samples[way].append(run_once(size, steps, way, folder))
    result = {"case": f"{size}^3 points", "unit": "s", "steps": steps, "answers": statistics.median(s[2] for s in samples["polled"])}
    for way in WAYS:
        result[way] = spread([sample[0] for sample in samples[way]])
        result[f"{way}_processor"] = spread([sample[1] for sample in samples[way]])
    for way in WAYS[1:]:
        for kind, index in (("", 0), ("_processor", 1)):
            ratios = [sample[index] / reference[index] for sample, reference in zip(samples[way], samples["without"])]
            result[f"{way}{kind}_over_without"] = statistics.median(ratios)
    return result


def run(arguments):
    sizes, seconds = ([17], 1) if arguments.quick else (arguments.sizes, arguments.seconds)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chemora-page-"))
    try:
        results = [measure(size, seconds, arguments.runs, folder) for size in sizes]
    finally:
        shutil.rmtree(folder)
    ratios = [f"{way}{kind}_over_without" for kind in ("", "_processor") for way in WAYS[1:]]
    rows = [["case", "steps", *WAYS, "active/without", "polled/without", "processor: active/without", "polled/without", "answers"]]
    for result in results:
        rows.append([result["case"], str(result["steps"]), *(f"{result[way]['median']:.3g}" for way in WAYS),
                     *(f"{result[name]:.4f}" for name in ratios), f"{result['answers']:g}"])
    print("seconds of runs without the live page, with it, and with a polling client; medians; ratios are medians of the ratios of rounds")
    print(table(rows))
    return {"results": results}
