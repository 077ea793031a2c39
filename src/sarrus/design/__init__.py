"""Design: gradients of what runs yield, optimization, balance, tolerances.

The public names stand in `__init__.pyi`, and each is imported when it is first used. Theory:
docs/theory/design.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
