"""Hostile requests to the local server: nothing of the page gets out, and it goes on answering."""

from __future__ import annotations

import random
import socket
from collections import Counter

import pytest

from promises.record import tell
from sarrus.viewer import scene_of
from sarrus.viewer.server import Server
from viewer.asking import Guest, Reply, asked, let_in, reply, target_of
from viewer.machines import MARKUP, pendulum

MANY, PARTS = 10_000, 4
METHODS = ("GET", "POST", "PUT", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "G" * 9000, "")
TARGETS = (
    *("/", "/none", "//etc/passwd", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "*"),
    *(
        "http://evil.example/",
        "/page.js",
        "/\x00",
        "/" + "a" * 20_000,
        "/?token=",
        "/;x",
        "\\\\x\\y",
    ),
)
HOSTS = (
    *("evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::ffff:127.0.0.1]"),
    *("", "0", "127.0.0.1@evil.example", "127.1", "localhost.", "127.0.0.1:1", "\u0661\u0662"),
)
NAMES = (
    *("Origin", "Referer", "Cookie", "Content-Length", "Transfer-Encoding", "Upgrade", "Expect"),
    *(
        "Connection",
        "Sec-WebSocket-Key",
        "Range",
        "X" * 5000,
        "Host",
        "Host",
        "Forwarded",
        "Cookie",
    ),
)
VALUES = (
    *("http://evil.example", "null", "chunked", "websocket", "-1", "9" * 40, "bytes=0-9999999999"),
    *("\x7f", "a" * 9000, "sarrus=0", "100-continue", "keep-alive", "", "\t", "=;=;=", "\u202e"),
)


def request(rng: random.Random, server: Server, guest: Guest) -> bytes:
    """Return a request with something wrong about it, seeded."""
    if rng.random() < 0.1:
        return rng.randbytes(rng.choice((0, 1, 40, 3000)))
    own = f"127.0.0.1:{server.port}"
    lines = [
        f"{rng.choice(METHODS)} {rng.choice((*TARGETS, guest.page, target_of(server)))} "
        f"{rng.choice(('HTTP/1.1', 'HTTP/1.0', 'HTTP/9.9', 'X', ''))}"
    ]
    lines.append(f"Host: {rng.choice((*HOSTS, *HOSTS, own))}")
    for _ in range(rng.choice((0, 1, 2, 5, 60))):
        lines.append(f"{rng.choice(NAMES)}: {rng.choice(VALUES)}")
    end = rng.choice(("\r\n", "\r\n", "\n", "\r", "\r\n\r\n"))
    data = (end.join(lines) + end * 2).encode("utf-8", "surrogateescape")
    if rng.random() < 0.2:
        data = data[: rng.randrange(len(data) + 1)] + b"\r\n\r\n"
    return data


def fired(server: Server, data: bytes) -> Reply:
    """Return the answer to some bytes after which nothing more comes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as ours:
        try:
            ours.sendall(data)
            ours.shutdown(socket.SHUT_WR)
        except OSError:
            return Reply(0, {}, b"")  # cut off while it was sent
        return reply(ours)


def bombard(count: int, seed: int) -> Counter[int]:
    """Send requests and return how they were answered; the page must not be among the answers."""
    rng = random.Random(seed)
    scene = scene_of(pendulum(until=0.02, name=MARKUP), title=MARKUP)
    secret = scene.text().encode()[:60]
    answers: Counter[int] = Counter()
    with Server(scene) as server:
        guest = let_in(server)
        value = guest.cookie[1].partition("=")[2].encode()
        for k in range(count):
            answer = fired(server, request(rng, server, guest))
            answers[answer.status] += 1
            assert secret not in answer.body and value not in answer.body, k
            assert answer.status in (0, 200, 400, 403, 404, 405, 408, 411, 413, 414, 431, 501, 505)
            if answer.status == 200:  # only the door, which says nothing without its cookie
                assert len(answer.body) < 2000
            if k % 500 == 0:
                assert asked(server, guest.page, guest.cookie).status == 200, k
        assert asked(server, guest.page, guest.cookie).status == 200
    return answers


def test_few_requests() -> None:
    assert sum(bombard(60, 1).values()) == 60


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_ten_thousand_requests(part: int) -> None:
    found = bombard(MANY // PARTS, 2 + part)
    assert sum(found.values()) == MANY // PARTS
    assert found[403] > 50 / PARTS and found[400] > 500 / PARTS
    tell("requests", sum(found.values()), refused=sum(found.values()) - found[200], let_in=0)
