"""Mass properties of a body with payloads, as functions of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.model.mass_properties import MassProperties, together
from sarrus.model.pose import matrix3, vector3
from sarrus.system.system import System

STEP = 1e-3
"""Change of a number, as part of its size, by which the sums are differentiated."""


def payload_slopes(
    system: System, body: str, numbers: Mapping[str, Any], carried: Sequence[MassProperties]
) -> np.ndarray:
    """Return the derivatives (13, 13) of (mass, com, inertia) of the whole by those of the body.

    The sums are rational functions of low degree: differences of fourth order give all digits that
    a gradient needs.
    """
    known = system.model.body(body)
    usual = {"mass": known.mass, "com": known.com, "inertia": known.inertia}
    own = [np.ravel(numbers.get(f"body:{body}.{name}", x)) for name, x in usual.items()]
    x0 = np.concatenate(own).astype(float)

    def whole(x: np.ndarray) -> np.ndarray:
        part = MassProperties(float(x[0]), vector3(x[1:4]), matrix3(x[4:].reshape(3, 3)))
        found = together([part, *carried])
        return np.concatenate([[found.mass], found.com, np.ravel(found.inertia)])

    columns = []
    for k in range(len(x0)):
        h = STEP * max(abs(x0[k]), 1e-3 * float(np.max(np.abs(x0))))
        ends = [whole(x0 + j * h * np.eye(len(x0))[k]) for j in (-2, -1, 1, 2)]
        columns.append((8.0 * (ends[2] - ends[1]) - (ends[3] - ends[0])) / (12.0 * h))
    return np.array(columns).T
