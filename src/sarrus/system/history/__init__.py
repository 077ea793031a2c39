"""Results over time: every quantity of a run or a drive by name, with unit and description."""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
