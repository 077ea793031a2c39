"""Tyres: forces and moments in the contact patch by load, slip and camber.

A tyre answers `forces(patch)`, for numbers, dual numbers and traced values. The public names stand
in `__init__.pyi`, and each is imported when it is first used. Theory: docs/theory/tyres.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
