"""Whose name a request is for, and whose page it comes from: only our own.

A page of a stranger can let its name point to this machine; the browser then sends the stranger's
name in the Host header. So names are read as addresses, never compared by their beginnings.
"""

from __future__ import annotations

import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address

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
