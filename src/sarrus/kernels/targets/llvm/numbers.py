"""Numbers as LLVM reads them without rounding."""

from __future__ import annotations

import struct


def exact(number: float) -> str:
    """Return a number by its bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"
