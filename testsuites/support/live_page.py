"""Starts runs with a live page (thorn HTTPD) in the background, and sends requests to them."""

import http.client
import json
import re
import subprocess
import time
import urllib.parse

from folders import new_folder
from output_case import PARAMETERS
from parameter_text import with_settings
from simulation import CHEMORA, HANG_SECONDS, environment, launcher

# A run that ends only on request. It starts paused and accepts changes.
PAUSED = with_settings(PARAMETERS, {
    "ActiveThorns": '"HTTPD"', "HTTPD::port": 0, "HTTPD::read_only": '"no"', "HTTPD::pause": '"yes"',
    "HTTPD::out_vars": '"TestOutput::f TestOutput::energy"', "cactus::cctk_itlast": 1000000000})


class LiveRun:
    """A run in the background and its page. As a context manager, it kills a run that is left over."""

    def __init__(self, parameters=PAUSED, ranks=1, options=(), **extra):
        self.folder = new_folder("live")
        (self.folder / "test.par").write_text(parameters)
        self.output = open(self.folder / "output", "w+")
        self.process = subprocess.Popen([*launcher(ranks), str(CHEMORA), *options, "test.par"], cwd=self.folder, env=environment(**extra),
                                        stdout=self.output, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        address = self.wait_for(lambda: re.search(r"http://(\S+):(\d+)/#token=(\w+)", self.text()), "the address")
        self.host, self.port, self.token = address[1], int(address[2]), address[3]
        self.address = address[0]

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def text(self):
        return (self.folder / "output").read_text(errors="replace")

    def wait_for(self, condition, what):
        """Returns the value of the condition as soon as it is true."""
        deadline = time.monotonic() + HANG_SECONDS
        while not (found := condition()):
            assert self.process.poll() is None, f"the run ended before {what}:\n{self.text()}"
            assert time.monotonic() < deadline, f"the run hangs before {what}:\n{self.text()}"
            time.sleep(0.02)
        return found

    def send(self, method, path, fields=None, token=None, headers=None):
        """Returns status, headers and body of the response."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        headers = {"Authorization": f"Bearer {token or self.token}", **(headers or {})}
        connection.request(method, path, urllib.parse.urlencode(fields or {}) or None, headers)
        response = connection.getresponse()
        body = response.read()
        connection.close()
        return response.status, response.headers, body

    def get(self, name, **fields):
        """Returns the JSON object of /api/NAME."""
        status, _, body = self.send("GET", f"/api/{name}?{urllib.parse.urlencode(fields)}")
        assert status == 200, (name, status, body)
        return json.loads(body)

    def status(self):
        return self.get("status")

    def wait_for_state(self, state, iteration=0):
        """Waits until the published state of the run is `state`, at this iteration or later."""
        def is_reached():
            try:
                code, _, body = self.send("GET", "/api/status")
            except OSError:
                return None  # the run ends, and wait_for() prints its output
            status = json.loads(body) if code == 200 else {}
            return status if status.get("state") == state and status.get("iteration", -1) >= iteration else None
        return self.wait_for(is_reached, f"the state {state}")

    def request(self, action, **fields):
        """Requests a change, waits until the run has carried it out, and returns the sentence about it."""
        code, _, body = self.send("POST", f"/api/{action}", fields)
        assert code == 202, (action, code, body)
        number = json.loads(body)["id"]
        find = lambda: next((result for result in self.status().get("results", []) if result["id"] == number), None)  # noqa: E731
        return self.wait_for(find, f"the result of {action}")["text"]

    def slice(self, variable, axes, at=0.5):
        """Returns the description and the values (first axis fastest) of a slice, or the error."""
        import numpy

        path = "/api/slice?" + urllib.parse.urlencode({"variable": variable, "axes": axes, "at": at})
        status, headers, body = self.wait_for(lambda: found if (found := self.send("GET", path))[0] != 202 else None, "a slice")
        if status != 200:
            return json.loads(body)["error"], None
        return json.loads(headers["X-Slice"]), numpy.frombuffer(body, dtype="<f4")

    def finish(self, is_page_open=True):
        """Waits for the end of the run. Returns its exit code and its output. An open page reads the last state, for which
        the run waits up to 3 s."""
        deadline = time.monotonic() + HANG_SECONDS
        while is_page_open and self.process.poll() is None and time.monotonic() < deadline:
            try:
                self.send("GET", "/api/status")
            except (OSError, http.client.HTTPException):
                pass  # the run ends
            time.sleep(0.02)
        code = self.process.wait(timeout=HANG_SECONDS)
        return code, self.text()
