"""Training: vector environments of mechanisms with closed chains.

The public names stand in `__init__.pyi`, and each is imported when it is first used. Gradients of
steps are `system.on(...).stepper(...)`. Guide: docs/training.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
