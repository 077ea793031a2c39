"""Where the bodies stand in the drawing, where the user did not say it."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable

from sarrus.model.body import GROUND
from sarrus.model.building.orientation import inverse, product
from sarrus.model.joint import Joint
from sarrus.model.pose import Pose


def drawing_poses(
    bodies: Iterable[str], placed: dict[str, Pose], two_sided: Iterable[Joint]
) -> dict[str, Pose]:
    """Return X_WB of every body and of ground.

    placed: the poses that the user gave. A body without one that has joints given by frames
    on both bodies stands so that their frames coincide, X_WB = X_WP X_PF X_BM^-1, walking
    from ground and the placed bodies; every other body frame is the world frame.
    """
    names = list(bodies)
    links: dict[str, list[Joint]] = defaultdict(list)
    for joint in two_sided:
        links[joint.parent].append(joint)
        links[joint.child].append(joint)
    poses = {GROUND: Pose(), **placed}
    poses.update({name: Pose() for name in names if name not in poses and not links[name]})
    _walk(poses, links, list(poses))
    for name in names:
        if name not in poses:
            poses[name] = Pose()
            _walk(poses, links, [name])
    return poses


def _walk(poses: dict[str, Pose], links: dict[str, list[Joint]], start: list[str]) -> None:
    queue = deque(start)
    while queue:
        body = queue.popleft()
        for joint in links[body]:
            other = joint.child if joint.parent == body else joint.parent
            if other in poses:
                continue
            here, there = joint.on_parent, joint.on_child
            if joint.child == body:
                here, there = there, here
            poses[other] = product(product(poses[body], here), inverse(there))
            queue.append(other)
