"""The live page shows the state of a run, its fields, parameters and files; clients pause, steer, checkpoint and stop the run.
The page changes no bit of the results."""

import os
import re
import signal
import socket
import threading

import h5py
import pytest
from devices import parameter_file, skip_without_opencl
from live_page import PAUSED, LiveRun
from output_case import DELTA, LOWER, PARAMETERS, SIZE, contents, f
from parameter_text import wave, with_settings
from simulation import require_error, run


def test_whole_run():
    with LiveRun(ranks=2) as live:
        status = live.wait_for_state("paused")
        assert status["iteration"] == 0 and status["processes"] == 2 and not status["read_only"], status
        assert status["name"] == "test.par" and status["folder"] == "data" and status["done"] == 0
        check_steps(live)
        check_slices(live)
        check_steering(live)
        check_checkpoint(live)
        check_documents(live)
        check_files(live)
        assert live.send("POST", "/api/stop")[0] == 202
        code, text = live.finish()
    assert code == 0, text
    assert re.search(r"pauses \d+%", text), text
    assert "INFO (HTTPD): The run is paused after iteration 0 (HTTPD::pause is set). Use the live page" in " ".join(text.split())


def check_steps(live):
    assert live.request("step") == "The run pauses after one step."
    live.wait_for_state("paused", 1)
    series = live.get("series")
    names = [f"testoutput::f {reduction}" for reduction in ("minimum", "maximum", "norm2")] + ["testoutput::energy"]
    assert [name.lower() for name in series["names"]] == names, series
    assert [point[0] for point in series["points"]] == [0, 1]
    assert series["points"][1][1] == 0.125
    last = tuple(n - 1 for n in SIZE)
    assert series["points"][1][2:4] == [f(0, 0, 0, 0.125), f(*last, 0.125)]
    newer = live.get("series", generation=series["generation"], after=0)["points"]
    assert newer == series["points"][1:]


def check_slices(live):
    plane, values = live.slice("TestOutput::f", "xz", 0.0)
    assert plane["extent"] == [SIZE[0], SIZE[2]] and plane["iteration"] == 1 and plane["at"] == ["y = 0"], plane
    assert plane["lower"] == [LOWER[0], LOWER[2]] and plane["delta"] == [DELTA[0], DELTA[2]]
    assert values.tolist() == [f(i, 0, k, 0.125) for k in range(SIZE[2]) for i in range(SIZE[0])]
    assert plane["minimum"] == values.min() and plane["maximum"] == values.max()
    transposed, other = live.slice("TestOutput::f", "zx", 0.0)
    assert transposed["extent"] == [SIZE[2], SIZE[0]]
    assert other.reshape(SIZE[0], SIZE[2]).T.tolist() == values.reshape(SIZE[2], SIZE[0]).tolist()
    line, values = live.slice("TestOutput::n", "y", 1.0)
    assert line["extent"] == [SIZE[1]] and line["at"] == ["x = 1", "z = 3"], line
    assert values.tolist() == [SIZE[0] - 1 + 100 * j + 10000 * (SIZE[2] - 1) for j in range(SIZE[1])]
    for name, word in {"TestOutput::missing": "There is no variable", "TestOutput::z": "no numeric grid function",
                       "TestOutput::energy": "no numeric grid function"}.items():
        assert word in live.slice(name, "x")[0], name


def check_steering(live):
    set_to = lambda name, value: live.request("set", thorn=name.split("::")[0], parameter=name.split("::")[1], value=value)  # noqa: E731
    assert set_to("IO::out_every", "7") == "IO::out_every is now `7`."
    value = next(p for p in live.get("parameters")["parameters"] if (p["thorn"], p["name"]) == ("IOUtil", "out_every"))
    assert value["value"] == "7" and value["steerable"] and value["type"] == "integer" and value["ranges"], value
    assert "not in the allowed range" in set_to("IO::out_every", "-5")
    assert "not a value of the parameter's type" in set_to("IO::out_every", "seven")
    assert "cannot be changed during a run" in set_to("driver::ghost_size", "2")
    assert set_to("Nothing::here", "1").startswith("There is no parameter")
    set_to("HTTPD::until_it", "4")
    set_to("HTTPD::until_it_active", "yes")
    live.request("resume")
    assert live.wait_for_state("paused", 4)["iteration"] == 4


def check_checkpoint(live):
    """A checkpoint of the present iteration is written at once, and a run continues from it."""
    assert live.status()["can_checkpoint"]
    assert live.request("checkpoint") == "The checkpoint of iteration 4 is written."
    saved = [path.name for path in live.folder.glob("checkpoint.chkpt.it_4*")]
    assert saved, list(live.folder.iterdir())
    text = (live.folder / "test.par").read_text()
    text = with_settings(text, {"IO::recover": '"auto"', "IO::recover_dir": f'"{live.folder}"', "HTTPD::pause": '"no"',
                                "cactus::cctk_itlast": 5, "IOHDF5::checkpoint": '"yes"'})
    _, result = run(text, 1)
    assert "it_4" in result.stdout, result.stdout


def check_documents(live):
    functions = {f["function"] for b in live.get("schedule")["bins"] for f in b["functions"]}
    assert {"TestOutput_Fill", "HTTPD_StartServer"} <= functions
    assert any("TestOutput_Fill" in timer["name"] for timer in live.get("timers")["timers"])
    assert any("paused after iteration 0" in message["text"] for message in live.get("messages")["messages"])
    variables = {v["name"].lower(): v for v in live.get("variables")["variables"]}
    assert variables["testoutput::f"]["points"] == list(SIZE) and "testoutput::z" not in variables


def check_files(live):
    names = [file["name"] for file in live.get("files")["files"]]
    assert "test.par" in names and "test.all.par" in names, names
    status, headers, body = live.send("GET", "/files/test.par")
    assert status == 200 and body == (live.folder / "data/test.par").read_bytes()
    assert headers["Content-Disposition"] == 'attachment; filename="test.par"'
    assert live.send("GET", "/files/..%2Ftest.par")[0] == 404


def test_read_only_is_the_default():
    text = with_settings(PAUSED, {"HTTPD::read_only": '"yes"', "cactus::cctk_itlast": 3})
    _, result = run(text, HTTPD_PORT=0)
    assert "HTTPD::pause, until_it_active and until_time_active have no effect" in " ".join(result.stdout.split())
    with LiveRun(with_settings(PAUSED, {"HTTPD::read_only": '"yes"'})) as live:
        live.wait_for_state("running", 1)
        assert live.status()["read_only"]
        for action in ("stop", "pause", "set", "checkpoint"):
            status, _, body = live.send("POST", f"/api/{action}", {"thorn": "IO", "parameter": "out_every", "value": "3"})
            assert status == 403 and b"HTTPD::read_only" in body, (action, status, body)
        os.kill(live.process.pid, signal.SIGUSR2)
        assert live.finish()[0] == 0


def test_parameters_control_a_paused_run():
    """A paused run follows the parameters of HTTPD that a client sets, at once and not after the pause."""
    with LiveRun(ranks=2) as live:
        set_to = lambda name, value: live.request("set", thorn="HTTPD", parameter=name, value=value)  # noqa: E731
        live.wait_for_state("paused")
        set_to("single_step", "yes")
        assert live.wait_for_state("paused", 1)["iteration"] == 1
        set_to("pause", "no")
        live.wait_for_state("running", 2)
        set_to("pause", "yes")
        live.wait_for_state("paused", 2)
        assert live.send("POST", "/api/set", {"thorn": "HTTPD", "parameter": "terminate", "value": "yes"})[0] == 202
        assert live.finish()[0] == 0


def test_a_run_becomes_read_only():
    """With HTTPD::steering_frequency = 0, a paused run continues, and rejects all further changes."""
    with LiveRun() as live:
        live.wait_for_state("paused")
        live.request("set", thorn="HTTPD", parameter="steering_frequency", value="0")
        live.wait_for_state("running", 1)
        assert live.status()["read_only"]
        status, _, body = live.send("POST", "/api/pause")
        assert status == 403 and b"HTTPD::steering_frequency is 0" in body, (status, body)
        os.kill(live.process.pid, signal.SIGUSR2)
        assert live.finish()[0] == 0


def test_signal_ends_a_pause():
    with LiveRun(ranks=1) as live:
        live.wait_for_state("paused")
        os.kill(live.process.pid, signal.SIGUSR2)
        code, text = live.finish(is_page_open=False)
    assert code == 0 and "The run ends at iteration 0: it received SIGUSR2" in text, text


def test_port_in_use():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        parameters = with_settings(PAUSED, {"HTTPD::port": port, "HTTPD::hunt": '"no"'})
        require_error(parameters, [f"The live page cannot use port {port} of 127.0.0.1: Address already in use.",
                                   'set HTTPD::hunt = "yes"'], ranks=2)
        with LiveRun(with_settings(PAUSED, {"HTTPD::port": port})) as live:
            assert port < live.port < port + 100


def test_address_of_all_interfaces():
    """The printed addresses are usable: the one for this computer, and the one with its name. --quiet does not hide them."""
    parameters = with_settings(PAUSED, {"HTTPD::address": '"0.0.0.0"', "HTTPD::pause": '"no"'})
    with LiveRun(parameters, options=["--quiet"]) as live:
        assert live.host == "127.0.0.1" and live.address in live.text()
        live.wait_for_state("running", 1)
        other = live.wait_for(lambda: re.search(r"From another computer: http://(\S+):\d+/#token=\w+\n", live.text()), "the other address")[1]
        assert other.lower() == socket.gethostname().lower()
        assert live.send("GET", "/api/status", headers={"Host": f"{other}:{live.port}"})[0] == 200
        assert live.send("GET", "/api/status", headers={"Host": f"other-{other}"})[0] == 403
        assert live.send("POST", "/api/stop")[0] == 202
        code, text = live.finish()
    assert code == 0 and "INFO" not in text, text


def test_wrong_parameters():
    require_error(with_settings(PAUSED, {"HTTPD::address": '"1.2.3"', "HTTPD::until_expression_active": '"yes"',
                                         "HTTPD::out_vars": '"TestOutput::ff"', "HTTPD::out_reductions": '"middle"'}),
                  ["HTTPD::address is `1.2.3`, which is no IPv4 or IPv6 address", "HTTPD::until_expression_active is set",
                   "HTTPD::out_vars: ", "Did you mean `TestOutput::f`?", "provides the reduction `middle`"])
    _, result = run(PAUSED, HTTPD_PORT="http", expect=1)
    assert "HTTPD_PORT must be a number" in result.stdout


def test_parameters_of_the_namesake():
    """A parameter file for the thorns of Cactus runs unmodified. Its password has no effect."""
    text = with_settings(PARAMETERS, {"ActiveThorns": '"Socket HTTPD HTTPDExtra"', "httpd::port": 0, "httpd::provide_pages": 1,
                                      "httpd::use_pthreads": "yes", "httpd::hunt": "yes", "httpd::refresh_seconds": 10,
                                      "httpd::password": '"secret"', "httpd::timeout_seconds": 1, "httpd::queue_length": 4})
    _, result = run(text)
    assert "HTTPD::user and HTTPD::password have no effect" in result.stdout, result.stdout
    assert "Live page of this run (read-only" in result.stdout


@pytest.mark.parametrize("ranks", [1, 2])
def test_the_page_calls_no_analysis(ranks):
    """Functions that output triggers run for other output only; the page shows their values of these iterations."""
    text = with_settings(PAUSED, {"HTTPD::out_vars": '"TestOutput::h"', "IOScalar::outScalar_every": 4,
                                  "IOScalar::outScalar_vars": '"TestOutput::h"', "HTTPD::until_it_active": '"yes"',
                                  "HTTPD::until_it": 8, "HTTPD::pause": '"no"'})
    with LiveRun(text, ranks) as live:
        live.wait_for_state("paused", 8)
        points = live.get("series")["points"]
        known = [point for point in points if point[2] is not None]
        assert known and all(point[0] % 4 == 0 for point in known), points
        for point in known:
            assert point[2] == f(0, 0, 0, point[1])
        live.send("POST", "/api/stop")
        assert live.finish()[0] == 0
    header, *lines = (live.folder / "data/h.minimum.asc").read_text().splitlines()
    assert [line.split()[0] for line in lines if line and line[0] != "#"] == ["0", "4", "8"]


BITS = {"driver::global_nx": 21, "driver::global_ny": 21, "driver::global_nz": 21, "cactus::terminate": '"iteration"',
        "cactus::cctk_itlast": 200, "IOHDF5::out_every": 100, "IOASCII::out1D_every": 50, "IOBasic::outInfo_every": 50,
        "IO::out_dir": '"data"', "CaKernel::compiler": '"none"', "IO::out_fileinfo": '"axis labels"', "IO::parfile_write": '"no"'}


def arrays(path):
    """Returns the bytes of all datasets with values by name."""
    with h5py.File(path) as file:
        return {name: dataset[()].tobytes() for name, dataset in file.items() if isinstance(dataset, h5py.Dataset)}


def test_same_bits():
    """The output files of a run with a client that polls everything are those of a run without the page."""
    folder, _ = run(wave("gaussian", BITS), 2)
    text = wave("gaussian", BITS, {"ActiveThorns": '"HTTPD"', "HTTPD::port": 0, "HTTPD::read_only": '"no"'})
    with LiveRun(text, 2) as live:
        stops = threading.Event()

        def poll():
            while not stops.wait(0.02):
                try:
                    for path in ("status", "series", "timers", "slice?variable=Wave::u&axes=xy", "slice?variable=Wave::rho&axes=yz", "report"):
                        live.send("GET", "/api/" + path)
                except OSError:
                    return

        client = threading.Thread(target=poll)
        client.start()
        live.request("pause")
        live.request("resume")
        code, output = live.finish()
        stops.set()
        client.join()
    assert code == 0 and "Live page: The run is paused" in output, output
    found, expected = contents(live.folder / "data"), contents(folder / "data")
    for name in expected.keys() | found.keys():
        assert name.endswith(".h5") or "kernel_" in name or found.get(name) == expected.get(name), name
    assert arrays(live.folder / "data/rho.h5") == arrays(folder / "data/rho.h5")


def test_failed_checkpoint():
    """A checkpoint that cannot be written is reported, and the run goes on."""
    with LiveRun(with_settings(PAUSED, {"IO::checkpoint_dir": '"saved"'})) as live:
        live.wait_for_state("paused")
        (live.folder / "saved").write_text("a file, not a folder")
        assert live.request("checkpoint") == "The checkpoint of iteration 0 has failed; the messages contain the reason."
        assert any("No checkpoint at iteration 0" in message["text"] for message in live.get("messages")["messages"])
        assert live.send("POST", "/api/stop")[0] == 202
        assert live.finish()[0] == 1  # output is missing


def test_values_on_a_device():
    """A slice of a variable in the memory of a device has the values that the run writes to a file at the same iteration."""
    text = parameter_file("opencl", {"ActiveThorns": '"HTTPD"', "HTTPD::port": 0, "HTTPD::read_only": '"no"', "HTTPD::until_it": 6,
                                     "HTTPD::until_it_active": '"yes"', "cactus::cctk_itlast": 1000})
    try:
        live = LiveRun(text)
    except AssertionError as error:
        skip_without_opencl(str(error))
        raise
    with live:
        live.wait_for_state("paused", 6)
        plane, values = live.slice("Wave::rho", "xy", 0.0)
        assert plane["iteration"] == 6
        with h5py.File(live.folder / "data/rho.h5") as file:
            (name,) = [name for name in file if " it=6 " in name]
            assert values.tolist() == file[name][0].astype("f4").flatten().tolist()
        assert live.send("POST", "/api/stop")[0] == 202
        assert live.finish()[0] == 0
