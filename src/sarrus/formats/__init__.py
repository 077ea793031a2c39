"""Readers and writers: the neutral JSON format, URDF, Denavit-Hartenberg tables."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
