"""The coordinate of a joint that an element acts on."""

from __future__ import annotations

from sarrus.model.building.entry import Entry, Options
from sarrus.model.building.references import Scope, find, nearest

Place = tuple[str, int, str]
"""Joint, number and unit of a velocity coordinate."""


def read_position(scope: Scope, entry: Entry, options: Options) -> Place | None:
    """Return the coordinate that an element acts on, whose own value must have a meaning."""
    name = options.get("joint")
    joint = scope.joints.get(name) if isinstance(name, str) else None
    if joint is not None and joint.type.quaternion_at is not None:
        rule = f"is a {joint.type.type_name} joint, whose rotation has no angles"
        action = "use a bushing between its two bodies"
        value = entry.literal("joint", name)
        entry.report("M09", "joint", rule, value=value, action=action)
        return None
    return read_coordinate(scope, entry, options)


def read_coordinate(scope: Scope, entry: Entry, options: Options) -> Place | None:
    """Return joint, number and unit of the velocity coordinate that an element acts on."""
    name = find(entry, "joint", options.get("joint"), scope.joint_names, "joint")
    if name is None or name not in scope.joints:
        return None
    type_ = scope.joints[name].type
    velocities = [v.name for v in type_.velocities]
    raw = options.get("coordinate")
    if raw is None and type_.nv == 1:
        raw = 0
    names = dict(zip(velocities, range(type_.nv), strict=True))
    if type_.nq == type_.nv:
        names.update({c.name: i for i, c in enumerate(type_.coordinates)})
    index = raw if isinstance(raw, int) and 0 <= raw < type_.nv else names.get(str(raw))
    if index is None:
        rule = f"must be one of {', '.join(names)}" if names else "cannot be: the joint is fixed"
        action = nearest(raw, names) if isinstance(raw, str) and names else ""
        value = "" if raw is None else entry.literal("coordinate", raw)
        entry.report("M09", "coordinate", rule, value=value, action=action)
        return None
    return name, index, type_.velocities[index].unit
