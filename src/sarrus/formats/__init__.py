"""Readers of model files and tables: the neutral JSON format, Denavit-Hartenberg tables."""

from sarrus.formats.denavit_hartenberg import from_dh
from sarrus.formats.extended_dh import from_extended_dh
from sarrus.formats.load import load

__all__ = ["from_dh", "from_extended_dh", "load"]
