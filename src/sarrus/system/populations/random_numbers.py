"""Random numbers by counting: the same for a lane on every device, in any part of a batch.

Philox 4x32 with ten rounds (Salmon, Moraes, Dror, Shaw: Parallel random numbers: as easy as 1, 2,
3, 2011): a number is a function of the seed, the lane and the number of the draw.
"""

from __future__ import annotations

import numpy as np

from sarrus.kernels.native import Floats, Ints, compile_function, exact, native

_LOW = 0xFFFFFFFF
_MULTIPLY_0, _MULTIPLY_1 = 0xD2511F53, 0xCD9E8D57
_WEYL_0, _WEYL_1 = 0x9E3779B9, 0xBB67AE85
_TO_UNIT = 2.0**-53


@exact
def _round(a: int, b: int, c: int, d: int, k0: int, k1: int) -> tuple[int, int, int, int]:
    # the product of two numbers of 32 bits has 64: in halves, of which none is negative
    first = _MULTIPLY_0 * (a & 0xFFFF)
    second = _MULTIPLY_0 * (a >> 16) + (first >> 16)
    high_0 = second >> 16
    low_0 = ((second & 0xFFFF) << 16) | (first & 0xFFFF)
    third = _MULTIPLY_1 * (c & 0xFFFF)
    fourth = _MULTIPLY_1 * (c >> 16) + (third >> 16)
    high_1 = fourth >> 16
    low_1 = ((fourth & 0xFFFF) << 16) | (third & 0xFFFF)
    return (high_1 ^ b) ^ k0, low_1, (high_0 ^ d) ^ k1, low_0


@native
def fill(out: Floats, lanes: Ints, n: int, draw: int, seed: int) -> None:
    """Fill an array with numbers between 0 and 1 of lanes."""
    for i in range(n):
        lane = lanes[i]
        a = lane & _LOW
        b = lane >> 32
        c = draw & _LOW
        d = 0
        k0 = seed & _LOW
        k1 = seed >> 32
        for _r in range(10):
            a, b, c, d = _round(a, b, c, d, k0, k1)
            k0 = (k0 + _WEYL_0) & _LOW
            k1 = (k1 + _WEYL_1) & _LOW
        whole = ((a >> 5) << 26) | (b >> 6)
        out[i] = (float(whole) + 0.5) * _TO_UNIT


def uniform_of(lanes: np.ndarray, draw: int, seed: int = 0) -> np.ndarray:
    """Return a number above 0 and below 1 for each of some lanes, integers below 2^63.

    draw: which of the numbers of a lane; seed: from 0 to 2^63 - 1.
    """
    own = np.ascontiguousarray(lanes, dtype=np.int64)
    found = np.empty(len(own))
    compile_function(fill)(found.ctypes.data, own.ctypes.data, len(own), draw, seed)
    return found


def uniform(lanes: range, draw: int, seed: int = 0) -> np.ndarray:
    """Return the same for lanes one after the other."""
    return uniform_of(np.arange(lanes.start, lanes.stop), draw, seed)
