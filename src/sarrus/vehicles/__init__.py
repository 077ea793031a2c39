"""Vehicles: trim, manoeuvres of the standards and what they yield.

The public names stand in `__init__.pyi`, and each is imported when it is first used. Theory:
docs/theory/manoeuvres.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
