"""Robots: trajectories, tasks, limits, motors, control and reports.

The public names stand in `__init__.pyi`, and each is imported when it is first used. Theory:
docs/theory/robots.md.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
