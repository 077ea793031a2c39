"""Tables in programs: what the kernels ask of one, and the names of its look-ups.

A table is a function of one variable in pieces, each a polynomial of degree three or less. In a
program it is a leaf, ("table", table). The value ("piece", table, x) says in which piece x lies,
and all that is looked up at the same x shares it: ("table_value", table, x, piece) and the like.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

LOOK_UPS = {
    -1: "table_integral",
    0: "table_value",
    1: "table_slope",
    2: "table_curvature",
    3: "table_third",
}
"""Operations by the order of the derivative that they look up; those of higher order are 0."""

FINDERS = {
    "entry": 1,
    "corner_after": 13,
    "corner_face": 13,
    "exit_after": 13,
    "exit_face": 13,
    "exit_other": 14,
    "nearest_feature": 3,
    "edge_after": 8,
    "closest": 12,
}
"""How many numbers an operation takes that finds a feature in a table of them, by name.

A table of features (`functions/features.py`) holds its numbers as pieces. What is found is a number
that does not change for small motions: its derivative is 0.
"""

ORDERS = {name: order for order, name in LOOK_UPS.items()}


class Table(Protocol):
    """Knots, increasing, and the pieces before, between and after them.

    A table is comparable and hashable by its content.
    """

    @property
    def knots(self) -> np.ndarray:
        """The n knots at which the pieces 1 to n start; piece 0 lies before the first one."""

    @property
    def pieces(self) -> np.ndarray:
        """For each of n + 1 pieces c0, c1, c2, c3 and the integral up to its start.

        The value is c0 + c1 d + c2 d^2 + c3 d^3 with d = x - (start of the piece); piece 0 counts
        from the first knot.
        """

    def piece(self, x: Any) -> Any:
        """Return the piece in which a number lies; that of NaN is any."""

    def value_in_piece(self, order: int, x: Any, piece: Any) -> Any:
        """Return the derivative of an order, -1 being the integral, in a known piece."""
