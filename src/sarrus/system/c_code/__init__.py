"""C99 code of a system: its kernels and the steps of its integrators."""

from sarrus.system.c_code.exporting import CCode, c_code
from sarrus.system.c_code.objects import ObjectFiles, object_code

__all__ = ["CCode", "ObjectFiles", "c_code", "object_code"]
