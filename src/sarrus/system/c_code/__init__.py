"""C99 code of a system: its kernels and the steps of its integrators."""

from sarrus.system.c_code.exporting import CCode, c_code

__all__ = ["CCode", "c_code"]
