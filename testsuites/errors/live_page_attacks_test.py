"""The server of the live page survives malformed and hostile requests: the run computes on, serves the rightful client, leaks no
file and ends in order. All traffic stays on the loopback interface, with bounded numbers of requests."""

import random
import socket
import time

import pytest
from live_page import PAUSED, LiveRun
from parameter_text import with_settings

RUNNING = with_settings(PAUSED, {"HTTPD::pause": '"no"'})
SEED = 20261123


@pytest.fixture(scope="module")
def live():
    with LiveRun(RUNNING, ranks=2) as run:
        (run.folder / "data").mkdir(exist_ok=True)
        run.wait_for_state("running", 1)
        yield run
        assert run.send("POST", "/api/stop")[0] == 202
        code, text = run.finish()
        assert code == 0, text


@pytest.fixture(autouse=True)
def survives(live):
    """After each attack, the run goes on and answers."""
    yield
    before = live.status()["iteration"]
    live.wait_for_state("running", before + 1)


def exchange(live, data, wait=2.0):
    """Sends bytes on a new connection and returns what the server answers until it closes the connection."""
    received = b""
    with socket.create_connection((live.host, live.port), timeout=wait) as connection:
        try:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            while block := connection.recv(65536):
                received += block
        except OSError:
            pass  # the server may close the connection before it has read everything
    return received


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.") else None


def request(live, line="GET /api/status HTTP/1.1", host="localhost", headers="", body=""):
    return f"{line}\r\nHost: {host}\r\nAuthorization: Bearer {live.token}\r\n{headers}\r\n{body}".encode("latin-1")


def test_random_bytes(live):
    generator = random.Random(SEED)
    for _ in range(150):
        answer = exchange(live, generator.randbytes(generator.randrange(1, 3000)), wait=0.5)
        assert status_of(answer) in (None, 400, 431), answer[:200]


def test_damaged_requests(live):
    """A right request with a few changed, missing or repeated bytes is answered or rejected, and never changes the run."""
    generator = random.Random(SEED + 1)
    original = request(live, "POST /api/set HTTP/1.1", headers="Content-Length: 41\r\n", body="thorn=driver&parameter=ghost_size&value=9\n"[:41])
    for _ in range(200):
        data = bytearray(original)
        for _ in range(generator.randrange(1, 5)):
            at = generator.randrange(len(data))
            kind = generator.randrange(3)
            if kind == 0:
                data[at] = generator.randrange(256)
            elif kind == 1:
                del data[at : at + generator.randrange(1, 20)]
            else:
                data[at:at] = data[at : at + generator.randrange(1, 20)]
        answer = exchange(live, bytes(data), wait=0.5)
        assert status_of(answer) in (None, 202, 400, 401, 403, 404, 405, 413, 431, 503), answer[:300]


@pytest.mark.parametrize("line, statuses", [
    ("DELETE / HTTP/1.1", [405]), ("OPTIONS * HTTP/1.1", [405]), ("TRACE / HTTP/1.1", [405]), ("CONNECT localhost:22 HTTP/1.1", [405]),
    ("GET http://127.0.0.1/api/status HTTP/1.1", [400]), ("GET /%00 HTTP/1.1", [400]), ("GET /%zz HTTP/1.1", [400]),
    ("GET /api/status HTTP/9.9", [400]), ("GET  HTTP/1.1", [400]), ("GET /api/status?a=1&a=2 HTTP/1.1", [400]),
    ("GET /" + "a" * 9000 + " HTTP/1.1", [431, 400]), ("GET /api/stop HTTP/1.1", [404]), ("GET /nothing HTTP/1.1", [404])])
def test_wrong_lines(live, line, statuses):
    assert status_of(exchange(live, request(live, line))) in statuses


def test_huge_headers_and_bodies(live):
    assert status_of(exchange(live, request(live, headers="X: " + "a" * 100000 + "\r\n"))) in (431, None)
    many = "".join(f"X-{n}: a\r\n" for n in range(3000))
    assert status_of(exchange(live, request(live, headers=many))) in (431, None)
    post = "POST /api/set HTTP/1.1"
    for headers, body in [("Content-Length: 1000000\r\n", "a" * 100000), ("Content-Length: 99999999999999999999\r\n", "a"),
                          ("Content-Length: -1\r\n", "a"), ("Transfer-Encoding: chunked\r\n", "ffffffffffffffff\r\n" + "a" * 1000),
                          ("Transfer-Encoding: chunked\r\n", "4000\r\n" + "a" * 0x4000 + "\r\n" + "4000\r\n" + "a" * 0x4000 + "\r\n0\r\n\r\n"),
                          ("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n")]:
        assert status_of(exchange(live, request(live, post, headers=headers, body=body))) in (400, 413, None), (headers, body[:20])


def test_files_outside_of_the_folder(live):
    (live.folder / "secret").write_text("secret of the user")
    link, pipe = live.folder / "data/link", live.folder / "data/pipe"
    link.symlink_to("../secret")
    import os

    os.mkfifo(pipe)
    for name in ["../secret", "..%2fsecret", "%2e%2e/secret", "%2e%2e%2fsecret", "....//secret", "..%5csecret", "link", "pipe", "/etc/passwd",
                 "//etc/passwd", "sub/../../secret", "%252e%252e/secret", "..%c0%afsecret", ".", "..", "", "data/../../secret"]:
        answer = exchange(live, request(live, f"GET /files/{name} HTTP/1.1"))
        assert status_of(answer) in (400, 404) and b"secret of" not in answer and b"root:" not in answer, (name, answer)
    link.unlink()
    pipe.unlink()


def test_wrong_tokens(live):
    for token in ["", "x", live.token[:-1], live.token + "0", live.token.swapcase() + " ", "0" * 32, live.token * 2]:
        data = f"GET /api/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        if token.strip() != live.token:
            assert status_of(exchange(live, data)) == 401, token
    assert status_of(exchange(live, b"GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n")) == 401
    assert status_of(exchange(live, f"GET /api/status?token={live.token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())) == 401


def test_pages_of_other_sites(live):
    """Neither a name that resolves to this computer nor a page of another site can use the token of the user's browser."""
    for host in ("evil.example", f"evil.example:{live.port}", "127.0.0.1.evil.example", "localhost\r\nHost: localhost"):
        assert status_of(exchange(live, request(live, host=host))) == 403, host
    for header in ("Origin: http://evil.example", "Origin: null", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site"):
        stop = request(live, "POST /api/stop HTTP/1.1", headers=header + "\r\nContent-Length: 0\r\n")
        assert status_of(exchange(live, stop)) == 403, header
    answer = exchange(live, request(live, "OPTIONS /api/stop HTTP/1.1", headers="Origin: http://evil.example\r\n"))
    assert b"Access-Control" not in answer
    headers = exchange(live, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").split(b"\r\n\r\n")[0]
    for word in (b"default-src 'none'", b"frame-ancestors 'none'", b"X-Content-Type-Options: nosniff", b"Cache-Control: no-store"):
        assert word in headers, headers


def test_many_and_slow_connections(live):
    """Connections that send one byte now and then do not exclude the rightful client."""
    slow = []
    for n in range(120):
        connection = socket.create_connection((live.host, live.port), timeout=5)
        connection.sendall(b"GET /api/status HTTP/1.1\r\nX: "[: 1 + n % 20])
        slow.append(connection)
    start = time.monotonic()
    for n in range(20):
        assert live.status()["state"] == "running"
        try:
            slow[-1 - n].sendall(b"a")
        except OSError:
            pass  # the server has closed this connection
    assert time.monotonic() - start < 30
    open_files = len(list((_fds(live)).iterdir()))
    for connection in slow:
        connection.close()
    assert open_files < 150, open_files


def _fds(live):
    import pathlib

    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if (entry / "cwd").resolve() == live.folder.resolve() and (entry / "exe").resolve().name == "chemora":
                variables = (entry / "environ").read_text()
                if "OMPI_COMM_WORLD_RANK=0" in variables or "PMI_RANK=0" in variables or "COMM_WORLD_RANK" not in variables:
                    return entry / "fd"
        except OSError:
            pass
    raise AssertionError("the process of rank 0 was not found")


def test_clients_that_do_not_read(live):
    """A client that requests much and reads nothing costs a bounded amount of memory and does not stop the run."""
    idle = []
    for _ in range(20):
        connection = socket.create_connection((live.host, live.port), timeout=5)
        connection.settimeout(0.2)
        try:
            for _ in range(50):
                connection.sendall(request(live, "GET /api/parameters HTTP/1.1"))
        except OSError:
            pass
        idle.append(connection)
    assert live.status()["state"] == "running"
    for connection in idle:
        connection.close()


def test_control_characters_in_actions(live):
    """They separate the fields of messages between processes, and no client can insert a message."""
    for action in ("resume", "set"):
        for text in ("%1Ecommand%1E", "%1F%1E", "a%1F%1Ecommand%1F4%1F1%1F%1F%1F%1F%1E"):
            body = f"thorn=IO&parameter=out_every&value={text}"
            answer = exchange(live, request(live, f"POST /api/{action} HTTP/1.1", headers=f"Content-Length: {len(body)}\r\n", body=body))
            assert status_of(answer) == (400 if action == "set" else 202), (action, text, answer)
    assert live.request("resume").startswith("The run continues")


def test_floods_of_changes(live):
    answers = [status_of(exchange(live, request(live, "POST /api/set HTTP/1.1", headers="Content-Length: 39\r\n",
                                                body="thorn=IO&parameter=out_every&value=1000"))) for _ in range(60)]
    assert set(answers) <= {202, 503}, answers
