"""When values cross zero."""

from __future__ import annotations

from sarrus.kernels.native import Floats, Ints, native


@native
def crossed(before: Floats, now: Floats, directions: Ints, n: int) -> int:
    """Return how many values cross zero in a direction that counts: 1 up, -1 down, 0 both.

    A value that arrives at zero has crossed; one that starts from zero has not.
    """
    found = 0
    for i in range(n):
        if before[i] < 0.0 and now[i] >= 0.0 and directions[i] >= 0:
            found += 1
        if before[i] > 0.0 and now[i] <= 0.0 and directions[i] <= 0:
            found += 1
    return found
