"""Single precision: what a number is in LLVM text when lists are computed in `float`."""

from __future__ import annotations

import math

import numpy as np

from sarrus.kernels.targets.llvm.lanes import ONE, Lanes, exact
from sarrus.late_dataclass import dataclass

LEAST = float(np.finfo(np.float32).tiny)
"""The smallest normal number of single precision."""


def single(value: float) -> float:
    """Return the nearest number of single precision.

    What is not zero stays so: lengths sqrt(x^2 + tiny^2) must keep a derivative where x is 0.
    """
    with np.errstate(over="ignore", under="ignore"):
        near = float(np.float32(value))
    return math.copysign(LEAST, value) if value != 0.0 and abs(near) < LEAST else near


@dataclass(frozen=True)
class SingleLanes(Lanes):
    """Numbers of 32 bits, one state at a time."""

    @property
    def real(self) -> str:
        """The type of a number."""
        return "float"

    @property
    def suffix(self) -> str:
        """How names of LLVM's functions end."""
        return "f32"

    def number(self, value: float) -> str:
        """Return a constant."""
        return exact(single(value))


@dataclass(frozen=True)
class QuickLanes(Lanes):
    """Numbers of 64 bits whose sines are the short ones of `fused_sine_cosine`."""


SINGLE = SingleLanes()
DOUBLE = ONE
QUICK = QuickLanes()

PRECISIONS: dict[str, Lanes] = {"double": DOUBLE, "quick": QUICK, "single": SINGLE}
"""Arithmetic by the name that users give it."""
