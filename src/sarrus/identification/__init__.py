"""Numbers of a model from measurements: identification, calibration, motions to measure with.

The public names stand in `__init__.pyi`, and each is imported when it is first used. Theory:
docs/theory/identification.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
