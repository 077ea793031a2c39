"""Readers and writers: the neutral JSON format, URDF, Denavit-Hartenberg tables."""

from sarrus.formats.denavit_hartenberg import from_dh
from sarrus.formats.extended_dh import from_extended_dh
from sarrus.formats.load import load
from sarrus.formats.urdf import load_urdf, save_urdf

__all__ = ["from_dh", "from_extended_dh", "load", "load_urdf", "save_urdf"]
