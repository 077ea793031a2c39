"""Datasets of Adams (`.adm`), the language of Adams Solver: reading."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
