"""Requests as bytes, written to the server's socket as they are."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass

from sarrus.viewer.server import Server

Lines = list[tuple[str, str]]


@dataclass(frozen=True)
class Reply:
    """What came back; status 0 where the connection was closed without a word."""

    status: int
    headers: dict[str, str]
    body: bytes


def sent(server: Server, data: bytes, address: str = "127.0.0.1") -> Reply:
    """Return the answer to some bytes."""
    with socket.create_connection((address, server.port), timeout=20) as ours:
        ours.sendall(data)
        return reply(ours)


def reply(ours: socket.socket) -> Reply:
    """Return what a connection answers until it is closed."""
    data = b""
    try:
        while more := ours.recv(65536):
            data += more
    except ConnectionResetError:
        pass
    if not data:
        return Reply(0, {}, b"")
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = dict(line.split(": ", 1) for line in lines)
    assert len(headers) == len(lines)
    return Reply(int(first.split(" ")[1]), headers, body)


def written(target: str, headers: Lines, method: str = "GET") -> bytes:
    """Return a request as bytes; text as UTF-8."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def asked(server: Server, target: str, *headers: tuple[str, str], method: str = "GET") -> Reply:
    """Return the answer to a request under the server's own name, with more headers."""
    ours = [("Host", f"127.0.0.1:{server.port}"), *headers]
    return sent(server, written(target, ours, method))


@dataclass(frozen=True)
class Guest:
    """One who opened the address: the cookie, the address of the page, and those of its parts."""

    cookie: tuple[str, str]
    page: str
    parts: tuple[str, ...]


def target_of(server: Server) -> str:
    """Return the part of the address after the port."""
    return "/" + server.url.split("/", 3)[3]


def let_in(server: Server) -> Guest:
    """Open the address as a browser does."""
    door = asked(server, target_of(server))
    assert door.status == 200
    cookie = ("Cookie", door.headers["Set-Cookie"].split(";")[0])
    page = re.findall(r'content="0; url=([^"]+)"', door.body.decode())[0]
    shown = asked(server, page, cookie)
    assert shown.status == 200
    parts = re.findall(r'(?:src|href)="(/[^"]+)"', shown.body.decode())
    return Guest(cookie, page, tuple(parts))
