"""Who gets what: the address opens the page once, from then on a cookie does.

Browsers send cookies to all ports of a machine. So the page and its parts stand in a place whose
name is random, and the cookie is for that place only. Browsers name no origin when a page asks for
its own parts; so that this is no pass, parts have random names, known to who has the page.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from hmac import compare_digest
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from threading import Lock

from sarrus.late_dataclass import dataclass
from sarrus.viewer.server.request import EXCHANGE, METHODS, MOST_BODY, Refused, Request

POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'{machine}",
        "style-src 'self'",
        "img-src data: blob:",
        "connect-src {connect}",
        "frame-src 'none'",
        "worker-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""What browsers are told that the page may do; connect: whom it may ask by itself; machine: whether
it may run the code of a mechanism."""

BITS = 256
"""Length of every secret."""
OPENING = "/?token="


def secret() -> str:
    """Return text that nobody guesses, fit for addresses."""
    return secrets.token_urlsafe(BITS // 8)


@dataclass(frozen=True)
class Resource:
    """Something that is served: bytes, their type, and what a browser uses them for."""

    content: bytes
    kind: str
    use: str


@dataclass(frozen=True)
class Granted:
    """A resource for the one who asked, with a cookie where it is given."""

    resource: Resource
    cookie: str = ""


@dataclass(frozen=True)
class Exchange:
    """A function that answers what the page sends, and how many bytes that may be."""

    function: Callable[[bytes], bytes]
    most: int


class Gate:
    """Decides about requests to one port.

    policy: what browsers are told that the page may do, in place of the usual.
    """

    def __init__(self, port: int, policy: str = "") -> None:
        self.port = port
        self._policy = policy
        self.place = f"/{secret()}/"
        self._name, self._value = f"sarrus_{port}", secret()
        self._token = secret()
        self._used = False
        self.runs = False
        self._lock = Lock()
        self._resources: dict[str, Resource] = {}
        self._exchanges: dict[str, Exchange] = {}
        self._door = Resource(b"", "text/html", "document")

    def register(self, resource: Resource, name: str | None = None) -> str:
        """Serve a resource; return its address, which is random unless a name is given."""
        target = self.place + (secret() if name is None else name)
        self._resources[target] = resource
        return target

    def register_exchange(self, exchange: Callable[[bytes], bytes], most: int = MOST_BODY) -> str:
        """Let the page exchange texts with a function; return the address, which is random.

        most: bytes that the page may send at once.
        """
        target = self.place + secret()
        self._exchanges[target] = Exchange(exchange, most)
        return target

    @property
    def methods(self) -> tuple[str, ...]:
        """The methods of requests that are answered."""
        return (*METHODS, EXCHANGE) if self._exchanges else METHODS

    @property
    def policy(self) -> str:
        """What browsers are told that the page may do."""
        connect = "'self'" if self._exchanges else "'none'"
        machine = " 'wasm-unsafe-eval'" if self.runs else ""
        return self._policy or POLICY.format(connect=connect, machine=machine)

    def register_door(self, resource: Resource) -> None:
        """Serve a resource once to the one who knows the token."""
        self._door = resource

    def opening(self) -> str:
        """Return the target that opens the page once; after it was used, another one."""
        with self._lock:
            if self._used:
                self._token, self._used = secret(), False
            return OPENING + self._token

    def answer(self, request: Request) -> Granted:
        """Return what a request asks for, or raise `Refused`."""
        self._check_names(request)
        if request.target.startswith(OPENING):
            return self._open(request)
        if not self._knows_cookie(request):
            raise Refused(403, "Open the address that sarrus printed; it is good for one browser.")
        resource = self._resources.get(request.target)
        if resource is None:
            raise Refused(404, "There is nothing at this address.")
        _check_use(request, resource.use, ("same-origin", "none"))
        return Granted(resource)

    def check_exchange(self, request: Request) -> int:
        """Refuse an exchange unless the page itself asks: its origin must be said, and be ours.

        Return how many bytes the page may send.
        """
        self._check_names(request)
        if "origin" not in request.headers or not self._knows_cookie(request):
            raise Refused(403, "This is for the page itself only.")
        if request.target not in self._exchanges:
            raise Refused(404, "There is nothing at this address.")
        _check_use(request, "empty", ("same-origin",))
        return self._exchanges[request.target].most

    def exchange(self, request: Request, body: bytes) -> Granted:
        """Return the answer to what a page sends."""
        answer = self._exchanges[request.target].function(body)
        return Granted(Resource(answer, "application/json", "empty"))

    def _check_names(self, request: Request) -> None:
        host = request.headers.get("host", "")
        if not is_ours(host, self.port):
            raise Refused(403, "Unknown host name.")
        origin = request.headers.get("origin")
        if origin is not None and not is_our_origin(origin, host):
            raise Refused(403, "Requests from other pages are refused.")

    def _open(self, request: Request) -> Granted:
        """Let in the one who knows the token, which is then spent."""
        value = request.target.removeprefix(OPENING).encode()
        _check_use(request, "document", ("same-origin", "none", "same-site", "cross-site"))
        with self._lock:
            if self._used or not compare_digest(value, self._token.encode()):
                raise Refused(403, "This one-time link has been used; start sarrus again.")
            self._used = request.method == "GET"
        if request.method == "HEAD":
            return Granted(self._door)
        where = f"Path={self.place}; HttpOnly; SameSite=Strict"
        return Granted(self._door, f"{self._name}={self._value}; {where}")

    def _knows_cookie(self, request: Request) -> bool:
        pairs = [pair.strip() for pair in request.headers.get("cookie", "").split(";")]
        ours = [pair for pair in pairs if pair.startswith(f"{self._name}=")]
        wanted = f"{self._name}={self._value}"
        return len(ours) == 1 and compare_digest(ours[0].encode("latin-1"), wanted.encode())


MODES = {"document": ("navigate",), "empty": ("same-origin", "cors")}
"""Ways in which browsers ask for documents and for answers to scripts; else for parts of a page."""


def _check_use(request: Request, use: str, sites: tuple[str, ...]) -> None:
    """Refuse what a browser says that it wants for another use, or for a page of another one."""
    headers = request.headers
    if "prefetch" in headers.get("sec-purpose", headers.get("purpose", "")):
        raise Refused(503, "Nothing is given in advance.")
    said = {
        "sec-fetch-site": sites,
        "sec-fetch-dest": (use,),
        "sec-fetch-mode": MODES.get(use, ("no-cors", "cors")),
    }
    for name, allowed in said.items():
        if headers.get(name, allowed[0]) not in allowed:
            raise Refused(403, "This is for the page itself only.")


# Whose name a request is for, and whose page it comes from: only our own. A page of a stranger can
# let its name point to this machine; the browser then sends the stranger's name in the Host header.
# So names are read as addresses, never compared by their beginnings.

PARTS = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[0-9a-z.]{1,45}):([0-9]{1,5})", re.ASCII)


def is_ours(host: str, port: int) -> bool:
    """Whether a Host header names this machine by a loopback address, and our port.

    Allowed are localhost, IPv4 addresses 127.0.0.0/8 and [::1].
    """
    found = PARTS.fullmatch(host.lower()) if host.isascii() else None
    if found is None or found[2] != str(port):
        return False
    name = found[1]
    try:
        if name.startswith("["):
            return IPv6Address(name[1:-1]) == IPv6Address("::1")
        return name == "localhost" or IPv4Address(name).is_loopback
    except AddressValueError:
        return False


def is_our_origin(origin: str, host: str) -> bool:
    """Whether an Origin header is that of our page under the name that the request is for."""
    return origin.lower() == f"http://{host.lower()}"
