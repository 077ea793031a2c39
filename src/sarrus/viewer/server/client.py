"""One client: its request is read, answered, and the connection closed; slow ones are cut off."""

from __future__ import annotations

import socket
from http import HTTPStatus
from time import monotonic

from sarrus.viewer.server.gate import Gate, Granted
from sarrus.viewer.server.listening import Phase, Visit
from sarrus.viewer.server.request import (
    END,
    EXCHANGE,
    MOST_BYTES,
    Refused,
    body_length,
    parse_request,
)

READING = 10.0
"""Seconds until a request must be there."""
WRITING = 60.0
"""Seconds until a response must be taken."""
LEAVING = 1.0
"""Seconds for what a refused client still sends."""


def serve(visit: Visit, gate: Gate) -> None:
    """Answer one request; a client that leaves, or takes too long, is left."""
    client = visit.client
    try:
        answer = _answer(visit, gate)
        visit.enter(Phase.WRITING)
        client.settimeout(WRITING)
        client.sendall(answer)
        client.shutdown(socket.SHUT_WR)
        _drain(client)
    except OSError:
        return


def _answer(visit: Visit, gate: Gate) -> bytes:
    method, client = "GET", visit.client
    try:
        end = monotonic() + READING
        head, body = _head(client, end)
        method = "HEAD" if head.startswith(b"HEAD ") else "GET"
        request = parse_request(head, gate.methods)
        if request.method == EXCHANGE:
            most = gate.check_exchange(request)
            body = _body(client, body, body_length(request, most), end)
            visit.enter(Phase.ANSWERING)
            return resource_response(gate.exchange(request, body), "GET", gate.policy)
        visit.enter(Phase.ANSWERING)
        return resource_response(gate.answer(request), request.method, gate.policy)
    except Refused as why:
        return refusal_response(why, method, gate)


def _head(client: socket.socket, end: float) -> tuple[bytes, bytes]:
    """Return the bytes of a request before the empty line, and those behind it so far."""
    data = b""
    while END not in data:
        data += _more(client, end)
        if len(data) > MOST_BYTES:
            raise Refused(431, "The request is too long.")
    head, _, rest = data.partition(END)
    return head, rest


def _body(client: socket.socket, data: bytes, length: int, end: float) -> bytes:
    """Return the bytes behind the empty line, as many as were said."""
    parts, size = [data], len(data)
    while size < length:
        parts.append(_more(client, end))
        size += len(parts[-1])
    if size > length:
        raise Refused(400, "There is more than was said.")
    return b"".join(parts)


def _more(client: socket.socket, end: float) -> bytes:
    """Return the next bytes, which must come before a time."""
    client.settimeout(max(end - monotonic(), 1e-3))
    try:
        more = client.recv(65536)
    except TimeoutError:
        raise Refused(408, "The request did not come in time.") from None
    if not more:
        raise Refused(400, "The request ends too early.")
    return more


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


ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}


def resource_response(what: Granted, method: str, policy: str) -> bytes:
    """Return the response with a resource; without its content for HEAD."""
    resource = what.resource
    more = {"Content-Security-Policy": policy}
    more |= {"Set-Cookie": what.cookie} if what.cookie else {}
    body = resource.content if method == "GET" else b""
    return _response_head(200, resource.kind, len(resource.content), more) + body


def refusal_response(why: Refused, method: str, gate: Gate) -> bytes:
    """Return the response to a request that is refused: a line of text."""
    body = f"{why.reason}\n".encode()
    more = {"Content-Security-Policy": gate.policy}
    more |= {"Allow": ", ".join(gate.methods)} if why.status == 405 else {}
    head = _response_head(why.status, "text/plain; charset=utf-8", len(body), more)
    return head if method == "HEAD" else head + body


def _response_head(status: int, kind: str, size: int, more: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    headers = {"Content-Type": kind, "Content-Length": str(size), **ALWAYS, **more}
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")
