"""A system as a functional mock-up unit."""

from sarrus.system.fmu.fmu import Fmu, fmu

__all__ = ["Fmu", "fmu"]
