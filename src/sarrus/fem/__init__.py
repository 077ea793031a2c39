"""Flexible bodies by modes: sets of modes, small finite elements and their reduction."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
