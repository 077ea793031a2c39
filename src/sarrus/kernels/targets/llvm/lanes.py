"""How many states a kernel evaluates at once: one, or as many as a vector holds."""

from __future__ import annotations

import struct
from functools import cache

from sarrus.late_dataclass import dataclass


def exact(number: float) -> str:
    """Return a number as LLVM reads it without rounding: by its bits."""
    return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"


@dataclass(frozen=True)
class Lanes:
    """The types and names of LLVM for numbers of `width` states side by side."""

    width: int = 1

    @property
    def real(self) -> str:
        """The type of a number."""
        return "double" if self.width == 1 else f"<{self.width} x double>"

    @property
    def bit(self) -> str:
        """The type of a truth value."""
        return "i1" if self.width == 1 else f"<{self.width} x i1>"

    @property
    def whole(self) -> str:
        """The type of a word of 64 bits."""
        return "i64" if self.width == 1 else f"<{self.width} x i64>"

    @property
    def registers(self) -> int:
        """How many values are held in registers: of 32 or 16, some serve constants."""
        return 26 if self.width == 8 else 13

    @property
    def suffix(self) -> str:
        """How names of LLVM's functions end."""
        return "f64" if self.width == 1 else f"v{self.width}f64"

    def number(self, value: float) -> str:
        """Return a constant."""
        if self.width == 1:
            return exact(value)
        return "<" + ", ".join([f"double {exact(value)}"] * self.width) + ">"

    def word(self, value: int) -> str:
        """Return a constant word of 64 bits."""
        return str(value) if self.width == 1 else f"splat (i64 {value})"


ONE = Lanes()


@cache
def widest() -> Lanes:
    """Return the lanes that suit the vectors of this processor."""
    from sarrus.kernels.targets.llvm.processor import has_wide_vectors

    return Lanes(8 if has_wide_vectors() else 4)
