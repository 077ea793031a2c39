"""The local server: the page for the one who was given its address, and nothing else."""

from __future__ import annotations

import json
import re
import select
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.viewer import scene_of
from sarrus.viewer.html import asset
from sarrus.viewer.scene import Scene
from sarrus.viewer.server import Server, client, listening
from viewer.asking import asked, let_in, reply, sent, target_of, written
from viewer.machines import MARKUP, pendulum


@pytest.fixture(scope="module")
def scene() -> Scene:
    return scene_of(pendulum(until=0.05, name=MARKUP), title=MARKUP)


@pytest.fixture
def server(scene: Scene) -> Iterator[Server]:
    with Server(scene) as found:
        yield found


# --- what is served -----------------------------------------------------------------------------


def test_page_and_its_parts(server: Server, scene: Scene) -> None:
    guest = let_in(server)
    page = asked(server, guest.page, guest.cookie)
    text = page.body.decode()
    inside = re.findall(r'<script type="application/json" id="scene">(.*?)</script>', text)
    assert inside == [scene.text()]
    assert json.loads(inside[0])["bodies"][1]["name"] == MARKUP
    found = [asked(server, part, guest.cookie) for part in guest.parts]
    assert [f.status for f in found] == [200, 200]
    assert [f.body.decode() for f in found] == [asset("page.css"), asset("page.js")]
    kinds = [f.headers["Content-Type"].split(";")[0] for f in (page, *found)]
    assert kinds == ["text/html", "text/css", "text/javascript"]


def test_served_page_is_the_page_of_files(server: Server) -> None:
    """The same elements as in the standalone file, but for where script and style stand."""
    guest = let_in(server)
    text = asked(server, guest.page, guest.cookie).body.decode()
    for part in (
        '<div id="app"></div>',
        'id="scene"',
        '<html lang="en">',
        '<meta charset="utf-8">',
    ):
        assert part in text and part in asset("page.html")


def test_page_has_no_inline_script_and_no_markup_of_names(server: Server) -> None:
    guest = let_in(server)
    text = asked(server, guest.page, guest.cookie).body.decode()
    scripts = re.findall(r"<script([^>]*)>(.*?)</script>", text, flags=re.DOTALL)
    assert len(scripts) == 2
    assert [bool(content) for kind, content in scripts if "application/json" not in kind] == [False]
    assert "<style" not in text and MARKUP not in text


def test_every_answer_has_the_headers_that_protect(server: Server) -> None:
    guest = let_in(server)
    answers = [
        asked(server, guest.page, guest.cookie),
        asked(server, guest.page, guest.cookie, method="HEAD"),
        asked(server, guest.parts[0], guest.cookie),
        asked(server, target_of(server)),
        asked(server, "/none"),
        asked(server, "/none", guest.cookie),
        asked(server, "/", method="POST"),
        sent(server, b"nonsense\r\n\r\n"),
    ]
    assert [a.status for a in answers] == [200, 200, 200, 200, 403, 404, 405, 400]
    for answer in answers:
        headers = answer.headers
        policy = headers["Content-Security-Policy"].split("; ")
        assert policy[0] == "default-src 'self'" and "script-src 'self'" in policy
        assert "unsafe" not in str(policy) and "*" not in str(policy)
        assert {"frame-ancestors 'none'", "form-action 'none'", "connect-src 'none'"} <= set(policy)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "Server" not in headers and "Access-Control-Allow-Origin" not in headers


def test_head_has_no_body(server: Server) -> None:
    guest = let_in(server)
    head = asked(server, guest.page, guest.cookie, method="HEAD")
    whole = asked(server, guest.page, guest.cookie)
    assert head.body == b"" and head.headers == whole.headers
    assert int(whole.headers["Content-Length"]) == len(whole.body)
    assert asked(server, "/none", method="HEAD").body == b""


# --- the address and the cookie -----------------------------------------------------------------


def test_address_opens_once(server: Server) -> None:
    target = target_of(server)
    assert target == target_of(server), "it stays until it is used"
    assert asked(server, target, method="HEAD").status == 200
    assert "Set-Cookie" not in asked(server, target, method="HEAD").headers
    assert asked(server, target, ("Sec-Purpose", "prefetch;prerender")).status == 503
    assert asked(server, target).status == 200
    assert asked(server, target).status == 403
    again = target_of(server)
    assert again != target
    assert asked(server, again).status == 200


def test_address_opens_once_for_many_at_a_time(server: Server) -> None:
    target = target_of(server)
    found: list[int] = []
    threads = [
        threading.Thread(target=lambda: found.append(asked(server, target).status))
        for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [200] + [403] * 19


def test_secrets_are_long_and_new(scene: Scene) -> None:
    seen = set()
    for _ in range(5):
        with Server(scene) as server:
            token = server.url.partition("token=")[2]
            door = asked(server, target_of(server)).headers["Set-Cookie"]
            value = door.split(";")[0].split("=")[1]
            place = re.findall(r"Path=/([^/]+)/", door)[0]
            seen |= {token, value, place}
            for secret in (token, value, place):
                assert len(secret) * 6 >= 256
    assert len(seen) == 15


def test_cookie_is_kept_to_the_page(server: Server) -> None:
    parts = asked(server, target_of(server)).headers["Set-Cookie"].split("; ")
    assert parts[0].startswith(f"sarrus_{server.port}=")
    assert parts[2:] == ["HttpOnly", "SameSite=Strict"]
    assert parts[1] != "Path=/"


# --- clients that misbehave ---------------------------------------------------------------------


def test_slow_clients_do_not_hold_others(server: Server) -> None:
    """Eight send a byte and wait, eight take nothing of the page; another one is served."""
    guest = let_in(server)
    slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(16)]
    try:
        for one in slow[:8]:
            one.sendall(b"G")
        for one in slow[8:]:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            host = ("Host", f"127.0.0.1:{server.port}")
            one.sendall(written(guest.parts[1], [host, guest.cookie]))
        assert [asked(server, p, guest.cookie).status for p in guest.parts] == [200, 200]
    finally:
        for one in slow:
            one.close()


def test_slow_requests_are_cut_off(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is that of the whole request: a byte now and then does not renew it."""
    monkeypatch.setattr(client, "READING", 0.3)
    with socket.create_connection(("127.0.0.1", server.port), timeout=5) as ours:
        for _ in range(100):
            ours.sendall(b"G")
            if select.select([ours], [], [], 0.05)[0]:
                break
        else:
            pytest.fail("bytes now and then keep the connection")
        assert reply(ours).status == 408


def test_too_many_clients_are_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody may go, the last one who came is closed."""
    monkeypatch.setattr(listening, "MOST_CLIENTS", 4)
    with monkeypatch.context() as patch:
        patch.setattr(listening.Visit, "may_go", False)
        slow = [socket.create_connection(("127.0.0.1", server.port), timeout=5) for _ in range(4)]
        threading.Event().wait(0.2)
        try:
            assert asked(server, "/").status == 0
        finally:
            for one in slow:
                one.close()
    threading.Event().wait(0.2)
    assert asked(server, "/").status == 403


LONG = "x" * 20_000
MALFORMED = {
    "empty": b"\r\n\r\n",
    "no version": b"GET /\r\nHost: HOST\r\n\r\n",
    "old version": b"GET / HTTP/0.9\r\nHost: HOST\r\n\r\n",
    "next version": b"GET / HTTP/2.0\r\nHost: HOST\r\n\r\n",
    "absolute": b"GET http://HOST/ HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "star": b"GET * HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "small letters": b"get / HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "blanks": b"GET  /  HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "tab": b"GET\t/\tHTTP/1.1\r\nHost: HOST\r\n\r\n",
    "line feeds": b"GET / HTTP/1.1\nHost: HOST\r\n\r\n",
    "return": b"GET / HTTP/1.1\r\nHost: HOST\rX: y\r\n\r\n",
    "zero": b"GET /\0 HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "folded": b"GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n",
    "blank before colon": b"GET / HTTP/1.1\r\nHost : HOST\r\n\r\n",
    "no colon": b"GET / HTTP/1.1\r\nHost HOST\r\n\r\n",
    "no name": b"GET / HTTP/1.1\r\n: HOST\r\n\r\n",
    "two cookies": b"GET / HTTP/1.1\r\nHost: HOST\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n",
    "two modes": b"GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Mode: a\r\nSec-Fetch-Mode: b\r\n\r\n",
    "body": b"GET / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 5\r\n\r\nhello",
    "chunks": b"GET / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "socket": b"GET / HTTP/1.1\r\nHost: HOST\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "long target": b"GET /" + LONG[:5000].encode() + b" HTTP/1.1\r\nHost: HOST\r\n\r\n",
    "long header": b"GET / HTTP/1.1\r\nHost: HOST\r\nX: " + LONG.encode() + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: HOST\r\n" + b"X: y\r\n" * 100 + b"\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(300) + b"\r\n\r\n",
}


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_requests_are_refused(server: Server, name: str) -> None:
    data = MALFORMED[name].replace(b"HOST", f"127.0.0.1:{server.port}".encode())
    assert sent(server, data).status in (400, 413, 431)


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH"]
)
def test_other_methods_are_refused(server: Server, method: str) -> None:
    guest = let_in(server)
    answer = asked(server, guest.page, guest.cookie, method=method)
    assert answer.status == 405 and answer.headers["Allow"] == "GET, HEAD"


# --- ports --------------------------------------------------------------------------------------


def listening_addresses(port: int) -> set[str]:
    """Return the local addresses that this machine listens at with a port, from the kernel."""
    found = set()
    for name, size in (("tcp", 8), ("tcp6", 32)):
        path = Path("/proc/net") / name
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            local, state = line.split()[1], line.split()[3]
            address, _, number = local.partition(":")
            if state == "0A" and int(number, 16) == port:
                assert len(address) == size
                found.add(address)
    return found


LOOPBACK = {"0100007F", "00000000000000000000000001000000"}


@pytest.mark.skipif(sys.platform != "linux", reason="reads the kernel's table of Linux")
def test_only_loopback_is_bound(scene: Scene) -> None:
    for _ in range(50):
        with Server(scene) as server:
            found = listening_addresses(server.port)
            assert "0100007F" in found and found <= LOOPBACK
        assert not listening_addresses(server.port)


def test_busy_ports_give_the_next_free_one(scene: Scene) -> None:
    """Twenty starts with one port: each gets its own, and none is that of a stranger."""
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        taken = stranger.getsockname()[1]
        servers: list[Server] = []
        try:
            for _ in range(20):
                servers.append(Server(scene, port=taken).start())
            ports = [server.port for server in servers]
            assert taken not in ports and len(set(ports)) == 20
            assert min(ports) > taken and max(ports) < taken + listening.TRIES
            for server in servers:
                assert f":{server.port}/" in server.url
                assert let_in(server).parts
        finally:
            for server in servers:
                server.close()


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6")
def test_stranger_at_the_other_family_makes_a_port_busy(scene: Scene) -> None:
    with socket.socket(socket.AF_INET6) as stranger:
        try:
            stranger.bind(("::1", 0))
        except OSError:
            pytest.skip("no IPv6")
        stranger.listen()
        with Server(scene, port=stranger.getsockname()[1]) as server:
            assert server.port > stranger.getsockname()[1]


def test_no_free_port_is_said(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "TRIES", 1)
    with Server(scene) as first, pytest.raises(EnvironmentProblem, match="no free port"):
        Server(scene, port=first.port).start()


@pytest.mark.parametrize("port", [80, -1, 65536, 1.5, "8000", True])
def test_wrong_ports_are_refused(scene: Scene, port: object) -> None:
    with pytest.raises(ModelError, match="between 1024 and 65535"):
        Server(scene, port=port)  # type: ignore[arg-type]


# --- its life -----------------------------------------------------------------------------------


def test_closed_server_is_gone(scene: Scene) -> None:
    """No port, no thread and no connection is left, also not of a client that says nothing."""
    before = set(threading.enumerate())
    with Server(scene) as server:
        port = server.port
        with socket.create_connection(("127.0.0.1", port), timeout=5) as idle:
            idle.sendall(b"G")
            while len(set(threading.enumerate()) - before) < 2:
                threading.Event().wait(0.01)
            assert not server.wait(0)
            server.close()
            assert reply(idle).status in (0, 400)
    assert server.wait(0)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port))
    for thread in set(threading.enumerate()) - before:
        thread.join(1.0)
        assert not thread.is_alive()


def test_server_has_no_address_before_it_starts(scene: Scene) -> None:
    server = Server(scene)
    with pytest.raises(ModelError, match="not serve yet"):
        _ = server.url
    with server, pytest.raises(ModelError, match="serves already"):
        server.start()


def test_runs_are_served_too() -> None:
    run = pendulum(until=0.05)
    with Server(run, channels=["A.angle"], title="swing") as server:
        guest = let_in(server)
        text = asked(server, guest.page, guest.cookie).body.decode()
    assert "<title>swing</title>" in text
    assert scene_of(run, channels=["A.angle"], title="swing").text() in text
