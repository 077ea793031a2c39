"""What a system is made into: `from sarrus import export; export.c_code(system, "arm")`."""

from sarrus.system.c_code import CCode, c_code

__all__ = ["CCode", "c_code"]
