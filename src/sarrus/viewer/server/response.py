"""Responses of HTTP/1.1 with the headers that keep a page to itself."""

from __future__ import annotations

from http import HTTPStatus

from sarrus.viewer.server.gate import Granted
from sarrus.viewer.server.request import METHODS, Refused

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src data: blob:",
        "connect-src 'none'",
        "frame-src 'none'",
        "worker-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}


def granted(what: Granted, method: str) -> bytes:
    """Return the response with a resource; without its content for HEAD."""
    resource = what.resource
    more = {"Set-Cookie": what.cookie} if what.cookie else {}
    body = resource.content if method == "GET" else b""
    return _head(200, resource.kind, len(resource.content), more) + body


def refused(why: Refused, method: str = "GET") -> bytes:
    """Return the response to a request that is refused: a line of text."""
    body = f"{why.reason}\n".encode()
    more = {"Allow": ", ".join(METHODS)} if why.status == 405 else {}
    head = _head(why.status, "text/plain; charset=utf-8", len(body), more)
    return head if method == "HEAD" else head + body


def _head(status: int, kind: str, size: int, more: dict[str, str]) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    headers = {"Content-Type": kind, "Content-Length": str(size), **ALWAYS, **more}
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")
