"""Measures what the live page (thorn HTTPD) costs: the same run of the wave equation without the thorn, with the thorn, and with a
client that polls status, plots, timers and a slice four times a second, a little more often than the page. The three runs
alternate. Each run has one process and one thread, so that another core can serve the client.

without, active, polled   seconds of the runs. Other programs disturb them more than the page does
published                 the share of the running time that the run spends on the page, by its timer
served                    the processor time of the server's thread over the running time, with the client"""

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
NICENESS = 10  # of the server's thread (thorns/IO/HTTPD/src/server.cpp)


def add_options(parser):
    add_runs_option(parser, default=5)
    parser.add_argument("--sizes", type=cube_side, nargs="+", default=[33, 65, 129], help="points per axis")
    parser.add_argument("--seconds", type=count, default=20, help="length of each run, approximately")


def parameters(size, steps, way):
    changes = {f"driver::global_n{axis}": str(size) for axis in "xyz"}
    changes |= {"cactus::terminate": '"iteration"', "cactus::cctk_itlast": str(steps), "IOBasic::outInfo_every": "100",
                "IOScalar::outScalar_every": "-1", "IOASCII::out1D_every": "-1", "IOHDF5::out_every": "-1", "IO::out_dir": '"out"',
                "CaKernel::machine_limits": '"none"', "Cactus::cctk_timer_output": '"full"'}
    page = {"ActiveThorns": '"HTTPD"', "HTTPD::port": "0"}
    return wave("gaussian", changes, *([] if way == "without" else [page]))


def seconds_of_server(pid):
    """Returns the processor time of the thread of the server; 0 if there is none."""
    for thread in pathlib.Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            fields = thread.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # the thread has ended
        if int(fields[16]) == NICENESS:
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


class Client:
    """Polls a page in a thread until the run ends, and measures the processor time of its server."""

    def __init__(self, address, pid):
        self.server, self.token = re.fullmatch(r"(.*)/#token=(\w+)", address).groups()
        self.n_answers, self.pid, self.served = 0, pid, 0.0
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
            self.served = max(self.served, seconds_of_server(self.pid))

    def stop(self):
        self.ends.set()
        self.thread.join()


def run_once(size, steps, way, folder):
    """Returns the seconds of a run, the shares of page and server, and the number of answers that its client got."""
    (folder / "page.par").write_text(parameters(size, steps, way))
    client = None
    start = time.perf_counter()
    with subprocess.Popen([BUILD / "bin/chemora", "page.par"], cwd=folder, env=with_threads(1), stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True) as process:
        output = []
        for line in process.stdout:
            output.append(line)
            if way == "polled" and client is None and (address := re.search(r"http://\S+#token=\w+", line)):
                client = Client(address[0], process.pid)
    seconds = time.perf_counter() - start
    if client:
        client.stop()
    if process.returncode != 0:
        sys.exit(f"a run failed:\n{''.join(output)}")
    text = "".join(output)
    total = float(re.search(r"(?m)^Total +([\d.]+)$", text)[1])
    published = re.search(r"(?m)^\(output\) +\S+ +HTTPD +([\d.]+)$", text)
    return {"seconds": seconds, "published": float(published[1]) / total if published else 0, "served": client.served / total if client else 0,
            "answers": client.n_answers if client else 0}


def n_steps(size, seconds, folder):
    """Returns the number of steps of a run of this length. The first of both runs fills the cache of kernels."""
    run_once(size, 10, "without", folder)
    short = run_once(size, 10, "without", folder)["seconds"]
    steps = 40
    while (taken := run_once(size, steps, "without", folder)["seconds"] - short) < 0.5:
        steps *= 4
    return max(10, round(steps * seconds / taken))


def measure(size, seconds, n_runs, folder):
    steps = n_steps(size, seconds, folder)
    samples = {way: [] for way in WAYS}
    for run in range(n_runs):
        for way in WAYS[run % 3:] + WAYS[:run % 3]:
            print(f"{size}^3 points, run {run + 1} of {n_runs}, {way}", file=sys.stderr, flush=True)
            samples[way].append(run_once(size, steps, way, folder))
    median = lambda way, key: statistics.median(sample[key] for sample in samples[way])  # noqa: E731
    result = {"case": f"{size}^3 points", "unit": "s", "steps": steps, "answers": median("polled", "answers"),
              "published_active": median("active", "published"), "published": median("polled", "published"),
              "served": median("polled", "served")}
    for way in WAYS:
        result[way] = spread([sample["seconds"] for sample in samples[way]])
    for way in WAYS[1:]:
        result[f"{way}_over_without"] = statistics.median(
            sample["seconds"] / reference["seconds"] for sample, reference in zip(samples[way], samples["without"]))
    return result


def run(arguments):
    sizes, seconds = ([17], 1) if arguments.quick else (arguments.sizes, arguments.seconds)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="chemora-page-"))
    try:
        results = [measure(size, seconds, arguments.runs, folder) for size in sizes]
    finally:
        shutil.rmtree(folder)
    rows = [["case", "steps", *WAYS, "active/without", "polled/without", "published, active", "published, polled", "served", "answers"]]
    for result in results:
        rows.append([result["case"], str(result["steps"]), *(f"{result[way]['median']:.3g}" for way in WAYS),
                     *(f"{result[f'{way}_over_without']:.3f}" for way in WAYS[1:]),
                     *(f"{100 * result[share]:.2f}%" for share in ("published_active", "published", "served")), f"{result['answers']:g}"])
    print("seconds of runs without the live page, with it, and with a polling client, medians; shares of the running time")
    print(table(rows))
    return {"results": results}
