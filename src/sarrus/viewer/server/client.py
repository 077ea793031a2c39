"""One client: its request is read, answered, and the connection closed; slow ones are cut off."""

from __future__ import annotations

import socket
from time import monotonic

from sarrus.viewer.server.gate import Gate
from sarrus.viewer.server.request import END, MOST_BYTES, Refused, parse_request
from sarrus.viewer.server.response import granted, refused

READING = 10.0
"""Seconds until a request must be there."""
WRITING = 60.0
"""Seconds until a response must be taken."""
LEAVING = 1.0
"""Seconds for what a refused client still sends."""


def serve(client: socket.socket, gate: Gate) -> None:
    """Answer one request; a client that leaves, or takes too long, is left."""
    try:
        answer = _answer(client, gate)
        client.settimeout(WRITING)
        client.sendall(answer)
        client.shutdown(socket.SHUT_WR)
        _drain(client)
    except OSError:
        return


def _answer(client: socket.socket, gate: Gate) -> bytes:
    method = "GET"
    try:
        head = _head(client)
        method = "HEAD" if head.startswith(b"HEAD ") else "GET"
        request = parse_request(head)
        return granted(gate.answer(request), request.method)
    except Refused as why:
        return refused(why, method)


def _head(client: socket.socket) -> bytes:
    """Return the bytes of a request before the empty line."""
    end = monotonic() + READING
    data = b""
    while END not in data:
        client.settimeout(max(end - monotonic(), 1e-3))
        try:
            more = client.recv(4096)
        except TimeoutError:
            raise Refused(408, "The request did not come in time.") from None
        if not more:
            raise Refused(400, "The request ends too early.")
        data += more
        if len(data) > MOST_BYTES:
            raise Refused(431, "The request is too long.")
    return data.partition(END)[0]


def _drain(client: socket.socket) -> None:
    """Take what is still sent, for a while, so that the response is not lost."""
    end = monotonic() + LEAVING
    left = 4 * MOST_BYTES
    while left > 0 and monotonic() < end:
        client.settimeout(max(end - monotonic(), 1e-3))
        more = client.recv(4096)
        if not more:
            return
        left -= len(more)
