"""What Sarrus says of a synthesized mechanism: assembled, driven through its positions."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.synthesis import Solution


def driven_channels(solution: Solution, *channels: str) -> list[np.ndarray]:
    """Return channels of the mechanism at the positions of a solution, one after the other.

    The crank is driven from position to position by a smooth table of its angle.
    """
    study = solution.study()
    driven = np.unwrap(solution.motion.driven)
    pivot = solution.family.driven[0]
    law: Any = (np.arange(len(driven), dtype=float), driven - driven[0])
    found = study.system.drive({pivot: law}, times=np.arange(len(driven)), guess=study.start())
    return [np.asarray(found.history[name]) for name in channels]
