"""M06: bodies that nothing connects to ground get a free joint.

A distance connects nothing: it has no coordinates that could carry a body.
"""

from __future__ import annotations

from sarrus.errors import Problem
from sarrus.model.body import GROUND
from sarrus.model.joint import Joint
from sarrus.model.model import Model


def islands(model: Model) -> list[list[str]]:
    """Return the sets of connected bodies without a way to ground, in order of declaration."""
    root = {GROUND: GROUND} | {body.name: body.name for body in model.bodies}

    def find(name: str) -> str:
        while root[name] != name:
            root[name] = root[root[name]]
            name = root[name]
        return name

    for joint in model.joints:
        if not joint.type.in_tree:
            continue
        root[find(joint.parent)] = find(joint.child)
    groups: dict[str, list[str]] = {}
    for body in model.bodies:
        groups.setdefault(find(body.name), []).append(body.name)
    return [group for key, group in groups.items() if key != find(GROUND)]


def joints_of_islands(model: Model) -> tuple[list[Joint], list[Problem]]:
    """Return a free joint from ground to the first body of every island, and the notices."""
    joints, notices = [], []
    taken = {joint.name for joint in model.joints}
    for group in islands(model):
        name = f"{group[0]}.free"
        while name in taken:
            name += "_"
        taken.add(name)
        from sarrus.model.joints.free import Free  # for the few models that need it

        joints.append(Joint(name, Free(), GROUND, group[0]))
        listed = ", ".join(f"'{body}'" for body in group)
        rule = f"not connected to ground{_but(model, group)}; got the free joint '{name}'"
        action = "add a joint or a weld to ground if this is not meant"
        plural = "are" if len(group) > 1 else "is"
        notices.append(
            Problem("M06", f"body '{group[0]}'", f"{plural} {rule}", listed, "", action, "notice")
        )
    return joints, notices


def _but(model: Model, group: list[str]) -> str:
    """Return, in words, what ties an island to others but carries no body."""
    ends = set(group)
    ties = [j for j in model.joints if not j.type.in_tree and len({j.parent, j.child} & ends) == 1]
    if not ties:
        return ""
    more = f" and {len(ties) - 1} more" if len(ties) > 1 else ""
    return f" (the {ties[0].type.type_name} '{ties[0].name}'{more} cannot carry a body)"
