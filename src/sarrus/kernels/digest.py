"""SHA-256 and the keyed MAC made of it, without the import of OpenSSL.

`hashlib` loads OpenSSL, which takes longer than all hashes of a process together. The module of
Python's own that it would fall back to is taken where there is one.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import sha256
    from hmac import compare_digest
else:
    _OWN = "_sha2" if sys.version_info >= (3, 12) else "_sha256"
    try:
        sha256 = import_module(_OWN).sha256
        compare_digest = import_module("_operator")._compare_digest
    except (ImportError, AttributeError):
        from hashlib import sha256
        from hmac import compare_digest

__all__ = ["compare_digest", "hex_digest", "keyed_mac", "sha256"]

BLOCK = 64
"""Bytes of a block of SHA-256."""
_INNER, _OUTER = (bytes([byte ^ pad for byte in range(256)]) for pad in (0x36, 0x5C))
"""Every byte with the pads of the inner and the outer hash."""


def hex_digest(text: str) -> str:
    """Return the SHA-256 of a text, in hexadecimal digits."""
    return sha256(text.encode()).hexdigest()


def keyed_mac(key: bytes, *parts: bytes) -> bytes:
    """Return the HMAC-SHA-256 (RFC 2104) of what is given, part after part."""
    key = (sha256(key).digest() if len(key) > BLOCK else key).ljust(BLOCK, b"\0")
    inner = sha256(key.translate(_INNER))
    for part in parts:
        inner.update(part)
    return sha256(key.translate(_OUTER) + inner.digest()).digest()
