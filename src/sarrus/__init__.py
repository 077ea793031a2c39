"""Sarrus: multibody dynamics in joint coordinates, compiled to machine code.

The public names stand in `__init__.pyi`, and each is imported when it is first used:
`import sarrus` loads nothing but this page.
"""

from sarrus.public_names import attach

__version__ = "0.2.0"
__getattr__, __dir__ = attach(__name__, __file__)
