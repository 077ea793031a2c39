"""Runs on disk: written while they go on, opened, resumed, and run again."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
