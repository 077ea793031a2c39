"""What a system is made into: `from sarrus import export; export.c_code(system, "arm")`."""

from typing import TYPE_CHECKING

from sarrus.public_names import refusal
from sarrus.system.c_code import CCode, ObjectFiles, c_code, object_code
from sarrus.system.casadi_function import casadi
from sarrus.system.fmu import Fmu, fmu

__all__ = ["CCode", "Fmu", "ObjectFiles", "c_code", "casadi", "fmu", "object_code"]

if not TYPE_CHECKING:  # type checkers refuse what is not there
    __getattr__ = refusal(__name__)
