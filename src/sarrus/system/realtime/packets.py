"""Packets as they go over a wire: a head of 24 bytes, then numbers, all little-endian.

| bytes | type | meaning |
|---|---|---|
| 0 to 3 | characters | `SRT1` |
| 4 to 7 | uint32 | how many numbers follow |
| 8 to 15 | uint64 | counter of the sender: 0 for its first packet, then rising |
| 16 to 23 | float64 | time [s]: that of the run in packets from Sarrus, any in packets to it |
| 24 ... | float64 | the numbers |
"""

from __future__ import annotations

import struct
from typing import NamedTuple

import numpy as np

MAGIC = b"SRT1"
HEAD = struct.Struct("<4sIQd")
MOST = 8000
"""Numbers of a packet; more do not fit into a datagram."""


class Packet(NamedTuple):
    """A counter, a time [s] and numbers."""

    counter: int
    time: float
    values: np.ndarray


def packet_bytes(counter: int, time: float, values: np.ndarray) -> bytes:
    """Return a packet as bytes."""
    row = np.ascontiguousarray(values, dtype="<f8")
    return HEAD.pack(MAGIC, row.size, counter, time) + row.tobytes()


def packet_of_bytes(data: bytes) -> Packet | None:
    """Return the packet of some bytes, None where they are none."""
    if len(data) < HEAD.size:
        return None
    magic, n, counter, time = HEAD.unpack_from(data)
    if magic != MAGIC or len(data) != HEAD.size + 8 * n:
        return None
    return Packet(counter, time, np.frombuffer(data, "<f8", n, HEAD.size).astype(float))
