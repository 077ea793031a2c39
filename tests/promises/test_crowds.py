"""Many idle, slow and half-open connections: whoever asks is answered, viewer and studio alike."""

from __future__ import annotations

import errno
import json
import re
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sarrus.studio import Studio
from sarrus.viewer import scene_of
from sarrus.viewer.server import Server, listening
from sarrus.viewer.server.listening import Listener, Phase, Visit
from studio.desk import FOUR_BAR
from viewer.asking import Guest, asked, let_in, sent, target_of, written
from viewer.machines import pendulum

CROWD = 200


@pytest.fixture(params=["viewer", "studio"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Any]:
    if request.param == "viewer":
        with Server(scene_of(pendulum(until=0.02))) as found:
            yield found
        return
    path = tmp_path / "four_bar.yaml"
    path.write_text(FOUR_BAR, encoding="utf-8")
    with Studio(path) as studio:
        yield studio


@contextmanager
def crowd(server: Any, data: bytes, buffer: int = 0) -> Iterator[list[socket.socket]]:
    """Hold many connections open that have sent something, and do nothing more."""
    with ExitStack() as stack:
        found = []
        for _ in range(CROWD):
            one = stack.enter_context(socket.socket())
            if buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            one.settimeout(20)
            one.connect(("127.0.0.1", server.port))
            found.append(one)
            try:
                one.sendall(data)
            except OSError:
                continue  # closed for another one
        yield found


def answers(server: Any, guest: Guest) -> list[int]:
    """Ask for the page and its parts, as a browser does."""
    return [asked(server, p, guest.cookie).status for p in (guest.page, *guest.parts)]


@pytest.mark.parametrize("data", [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: y"])
def test_idle_and_slow_connections_keep_nobody_out(server: Any, data: bytes) -> None:
    guest = let_in(server)
    with crowd(server, data):
        assert set(answers(server, guest)) == {200}
        assert asked(server, target_of(server)).status == 200, "nor someone new"
    assert set(answers(server, guest)) == {200}


def test_half_open_connections_keep_nobody_out(server: Any) -> None:
    """They are reset, or closed on one side, before, within and behind a request."""
    guest = let_in(server)
    whole = written(guest.page, [("Host", f"127.0.0.1:{server.port}"), guest.cookie])
    for k, data in enumerate((b"", whole[:20], whole) * 20):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as one:
            one.sendall(data)
            if k % 2:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            else:
                one.shutdown(socket.SHUT_WR)
    assert set(answers(server, guest)) == {200}


def test_long_readers_lose_their_place_to_others(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have asked for the page and take nothing of it."""
    guest = let_in(server)
    monkeypatch.setattr(listening, "SLOW", 0.1)
    largest = max(guest.parts, key=lambda part: len(asked(server, part, guest.cookie).body))
    whole = written(largest, [("Host", f"127.0.0.1:{server.port}"), guest.cookie])
    with crowd(server, whole, buffer=1024):
        assert set(answers(server, guest)) == {200}


def test_many_reloads_at_once(server: Any) -> None:
    """Each asks for page and parts; some leave before they have them."""
    guest = let_in(server)
    found: list[int] = []

    def reload(leaves: bool) -> None:
        if leaves:
            whole = written(guest.page, [("Host", f"127.0.0.1:{server.port}"), guest.cookie])
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as one:
                one.sendall(whole)
            return
        found.extend(answers(server, guest))

    threads = [threading.Thread(target=reload, args=(k % 3 == 0,)) for k in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(found) == 40 * (1 + len(guest.parts)) and set(found) == {200}


def test_the_studio_answers_its_page_in_a_crowd(tmp_path: Path) -> None:
    path = tmp_path / "four_bar.yaml"
    path.write_text(FOUR_BAR, encoding="utf-8")
    with Studio(path) as studio:
        guest = let_in(studio)
        page = asked(studio, guest.page, guest.cookie).body.decode()
        target = re.findall(r'name="sarrus-exchange" content="([^"]+)"', page)[0]
        body = b'{"do": "open"}'
        own = [("Host", f"127.0.0.1:{studio.port}"), ("Content-Length", str(len(body)))]
        own += [("Origin", f"http://127.0.0.1:{studio.port}"), guest.cookie]
        with crowd(studio, b"POST "):
            answer = sent(studio, written(target, own, "POST") + body)  # type: ignore[arg-type]
        assert answer.status == 200 and json.loads(answer.body)["text"] == FOUR_BAR


def test_who_is_answered_keeps_the_place() -> None:
    """Only one who is waited for may go, and the one who has been waited for longest goes."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        visit = Visit(ours)
        assert not visit.may_go
        visit.since -= 1.0
        assert visit.may_go
        visit.enter(Phase.ANSWERING)
        visit.since -= 1e6
        assert not visit.may_go
        visit.enter(Phase.WRITING)
        visit.since -= 1.0
        assert not visit.may_go
        visit.since -= 10.0
        assert visit.may_go


@pytest.mark.parametrize("lack", ["files", "threads"])
def test_lack_of_files_or_threads_ends_nothing(lack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server has none for a while, and goes on when there are some again."""
    with Server(scene_of(pendulum(until=0.02))) as server:
        guest = let_in(server)
        if lack == "threads":
            made = threading.Thread.start
            left = [3]

            def start(self: threading.Thread) -> None:
                if self.name == "sarrus viewer" and left[0]:
                    left[0] -= 1
                    raise RuntimeError("can't start new thread")
                made(self)

            monkeypatch.setattr(threading.Thread, "start", start)
            found = [asked(server, guest.page, guest.cookie).status for _ in range(5)]
            assert found == [0, 0, 0, 200, 200]
            return
        listener: Listener = server._listener  # type: ignore[assignment]
        real, left = listener._ours, [2]

        class Lacking:
            def accept(self) -> Any:
                if left[0]:
                    left[0] -= 1
                    raise OSError(errno.EMFILE, "Too many open files")
                return real[0].accept()

        for _ in range(3):
            listener._take(Lacking())  # type: ignore[arg-type]
        assert left == [0]
        assert asked(server, guest.page, guest.cookie).status == 200
