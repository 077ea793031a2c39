"""Which values cross zero: the same in machine code, in Python and in the search for the time."""

from __future__ import annotations

from itertools import product

import numpy as np

from kernels.both_ways import agree
from sarrus.kernels.loops.event_search import crossings
from sarrus.solvers.roots import crossing

VALUES = [-np.inf, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0, np.inf, np.nan]


def test_from_everywhere_to_everywhere() -> None:
    """A value that arrives at zero has crossed; one that starts from zero has not."""
    for before, now in product(VALUES, VALUES):
        up, down = before < 0.0 <= now, before > 0.0 >= now
        for direction, expected in ((1, up), (-1, down), (0, up or down)):
            given = np.array([before]), np.array([now]), np.array([direction])
            assert agree(crossings, *given, 1) == expected
            assert crossing(*given) == [expected]


def test_all_are_counted() -> None:
    random = np.random.default_rng(7)
    for n in range(20):
        before, now = random.choice(VALUES, (2, n))
        directions = random.integers(-1, 2, n)
        expected = np.count_nonzero(crossing(before, now, directions))
        assert agree(crossings, before, now, directions, n) == expected
