"""The channels of drives: their efforts, given or found, and their power."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.system.channels.definition import Definition, column
from sarrus.system.channels.joint_motion import JointMotion
from sarrus.system.channels.labels import Labels
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.stresses import loose_efforts

EFFORT = {"rad/s": "N m", "m/s": "N"}
"""The unit of the effort on a velocity, by the unit of the velocity."""


def effort_definitions(moving: JointMotion, note: str = "") -> Iterator[Definition]:
    """Go through effort and power on each velocity of a joint, and on all together.

    Of a joint with one velocity they are `A.effort` and `A.power`, of others `A.rate_1.effort`.
    """
    joint = moving.joint
    velocities = joint.type.velocities
    what = f"by drives, given or found, of {moving.words}{note}"

    def power(chunk: Chunk) -> np.ndarray:
        return moving.efforts(chunk) * moving.velocities(chunk)

    for k, c in enumerate(velocities):
        owners = [f"{joint.name}.{c.name}"]
        owners += [joint.coordinate_names[k]] if moving.matched else []
        owners = [joint.name, *owners] if len(velocities) == 1 else owners
        for quantity, unit, read in (
            ("effort", EFFORT.get(c.unit, ""), moving.efforts),
            ("power", "W", power),
        ):
            first, *others = (f"{owner}.{quantity}" for owner in owners)
            yield Definition(
                "joint",
                first,
                unit,
                f"{quantity} on {c.name} {what}",
                column(read, k),
                also=tuple(others),
                labels=_labels(moving, [k]),
            )
    if len(velocities) > 1:
        yield Definition.several(
            "joint",
            f"{joint.name}.effort",
            [(c.name, EFFORT.get(c.unit, "")) for c in velocities],
            f"efforts {what}",
            moving.efforts,
            labels=_labels(moving, list(range(len(velocities)))),
        )
        yield Definition(
            "joint",
            f"{joint.name}.power",
            "W",
            f"power on all velocities {what}",
            lambda chunk: power(chunk).sum(axis=1),
        )


def _labels(moving: JointMotion, which: list[int]) -> Callable[[Chunk], Labels]:
    """Return what tells whether efforts are unique, or shared with other drives."""
    vector, start = "cut_v" if moving.cut else "v", moving.place.start

    def labels(chunk: Chunk) -> Labels:
        loose = chunk.once(loose_efforts)
        unique = tuple((vector, start + k) not in loose for k in which)
        return Labels(unique, frozenset() if all(unique) else frozenset(["drives"]))

    return labels
