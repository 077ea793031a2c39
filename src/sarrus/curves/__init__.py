"""Curves that bodies carry: profiles of cams, slots, guides, wires.

A curve is a point by a parameter u, twice continuously differentiable: through points, by formulas,
as a circle or a line, or the profile of a cam for a law of lift.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
