"""The channels of drives: their efforts, given or found, and their power."""

from __future__ import annotations

from collections.abc import Iterator

from sarrus.spatial.arrays import Array
from sarrus.system.channels.definition import Definition, Labelling, column
from sarrus.system.channels.joint_motion import JointMotion
from sarrus.system.channels.view import StateView

EFFORT = {"rad/s": "N m", "m/s": "N", "1/s": "J"}
"""The unit of the effort on a velocity, by the unit of the velocity."""


def effort_definitions(moving: JointMotion) -> Iterator[Definition]:
    """Go through effort and power on each velocity of a joint, and on all together.

    Of a joint with one velocity they are `A.effort` and `A.power`, of others `A.rate_1.effort`.
    """
    joint = moving.joint
    velocities = joint.type.velocities
    what = f"by drives, given or found, of {moving.description}"

    def power(at: StateView) -> Array:
        return moving.efforts(at) * moving.velocities(at)

    for k, c in enumerate(velocities):
        owners = [f"{joint.name}.{c.name}"]
        owners += [joint.coordinate_names[k]] if moving.matched else []
        owners = [joint.name, *owners] if len(velocities) == 1 else owners
        own = EFFORT.get(c.unit, "")
        first, *others = (f"{owner}.drive_effort" for owner in owners)
        yield Definition(
            "joint",
            first,
            own,
            f"effort on {c.name} that a drive or lock finds to enforce the motion of "
            f"{moving.description}; 0 where nothing drives or holds it",
            column(moving.drive_efforts, k),
            also=tuple(others),
            labels=_labels(moving, (k,)),
            solved=True,
        )
        for quantity, unit, read in (
            ("effort", own, moving.efforts),
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
                labels=_labels(moving, (k,)),
                solved=True,
            )
    if len(velocities) > 1:
        yield Definition.several(
            "joint",
            f"{joint.name}.effort",
            [(c.name, EFFORT.get(c.unit, "")) for c in velocities],
            f"efforts {what}",
            moving.efforts,
            labels=_labels(moving, tuple(range(len(velocities)))),
            solved=True,
        )
        yield Definition(
            "joint",
            f"{joint.name}.power",
            "W",
            f"power on all velocities {what}",
            lambda at: power(at).sum(axis=-1),
            solved=True,
        )


def _labels(moving: JointMotion, which: tuple[int, ...]) -> Labelling:
    """Return what tells whether efforts are unique, or shared with other drives."""
    vector, start = "cut_v" if moving.cut else "v", moving.place.start
    return lambda at: at.effort_labels(vector, tuple(start + k for k in which))
