"""Requests of HTTP/1.1, read strictly: what is written in an unusual way is refused, not guessed.

A request is a line and headers, in ASCII, each ended by CRLF. It has no body, but for `POST` to a
page that exchanges numbers with a run.
"""

from __future__ import annotations

import re

from sarrus.late_dataclass import dataclass

MOST_BYTES = 16 * 1024
"""Size of a request with its headers."""
MOST_HEADERS = 64
END = b"\r\n\r\n"

METHODS = ("GET", "HEAD")
EXCHANGE = "POST"
"""The method with which a page that may do so exchanges numbers with a run."""
MOST_BODY = 16 * 1024
"""Size of what a page sends then."""
LINE = re.compile(r"([A-Z]{1,16}) (/[!-~]{0,2000}) HTTP/1\.[01]")
HEADER = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([ -~\t\x80-\xff]*?)[ \t]*")
LENGTH = re.compile(r"[0-9]{1,9}", re.ASCII)
ONCE = ("host", "origin", "cookie", "content-length", "upgrade")
"""Headers that are not repeated; nor are those whose names begin with `sec-`."""


class Refused(Exception):
    """A request that is not answered with a resource: status of HTTP, and why in a few words."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


@dataclass(frozen=True)
class Request:
    """A request: method, target as it was written, and headers by their names in small letters."""

    method: str
    target: str
    headers: dict[str, str]


def parse_request(head: bytes, methods: tuple[str, ...] = METHODS) -> Request:
    """Return the request of a head: the bytes before the empty line; methods: those allowed."""
    lines = head.decode("latin-1").split("\r\n")
    if any(mark in line for line in lines for mark in "\r\n\0"):
        raise Refused(400, "Lines end with CRLF.")
    if len(lines) - 1 > MOST_HEADERS:
        raise Refused(431, "Too many headers.")
    found = LINE.fullmatch(lines[0])
    if found is None:
        raise Refused(400, "This is no request that is known here.")
    method, target = found.groups()
    headers = _headers(lines[1:])
    if method not in methods:
        raise Refused(405, f"Only {' and '.join(methods)} are answered.")
    if "transfer-encoding" in headers or (
        method != EXCHANGE and headers.get("content-length", "0") != "0"
    ):
        raise Refused(413, "Requests have no body.")
    if "upgrade" in headers:
        raise Refused(400, "There is no other protocol.")
    return Request(method, target, headers)


def body_length(request: Request, most: int = MOST_BODY) -> int:
    """Return how many bytes follow the head of a request, at most so many."""
    text = request.headers.get("content-length", "")
    if not LENGTH.fullmatch(text):
        raise Refused(411, "How long it is must be said.")
    if int(text) > most:
        raise Refused(413, "It is too long.")
    return int(text)


def _headers(lines: list[str]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for line in lines:
        found = HEADER.fullmatch(line)
        if found is None:
            raise Refused(400, "A header cannot be read.")
        name, value = found[1].lower(), found[2]
        if name in headers and (name in ONCE or name.startswith("sec-")):
            raise Refused(400, "A header is repeated.")
        headers[name] = value
    return headers
