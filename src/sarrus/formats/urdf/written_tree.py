"""Which joints of a model become joints of a robot file, and which close its loops.

A robot file is a tree whose joints lead from parent to child. Joints that URDF knows are taken
first, in their own direction; a hinge, slider or weld may also be taken the other way round.
"""

from __future__ import annotations

import heapq
from collections import defaultdict

from sarrus.formats.urdf.parts import URDF_TYPES
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.joint import Joint
from sarrus.model.joints import JointType
from sarrus.model.model import Model


@dataclass(frozen=True)
class Branch:
    """A joint of the tree, from an inner to an outer body; turned: against its own direction."""

    joint: Joint
    turned: bool

    @property
    def inner(self) -> str:
        """The body that is nearer to ground."""
        return self.joint.child if self.turned else self.joint.parent

    @property
    def outer(self) -> str:
        """The body that the joint carries."""
        return self.joint.parent if self.turned else self.joint.child


def written_tree(model: Model) -> tuple[list[Branch], list[Joint]]:
    """Return the joints of the tree, in the order of the model, and those that close loops."""
    around: dict[str, list[tuple[int, int, Branch]]] = defaultdict(list)
    first: dict[str, Joint] = {}
    for i, joint in enumerate(model.joints):
        if not joint.type.in_tree:
            continue
        first.setdefault(joint.child, joint)
        for branch in (Branch(joint, False), Branch(joint, True)):
            weight = _weight(branch, first[joint.child] is joint)
            around[branch.inner].append((weight, i, branch))
    reached, taken = {GROUND}, {}
    ready = list(around[GROUND])
    heapq.heapify(ready)
    while ready:
        _, i, branch = heapq.heappop(ready)
        if branch.outer in reached:
            continue
        reached.add(branch.outer)
        taken[i] = branch
        for item in around[branch.outer]:
            heapq.heappush(ready, item)
    loops = [joint for i, joint in enumerate(model.joints) if i not in taken]
    return [taken[i] for i in sorted(taken)], loops


def _weight(branch: Branch, first: bool) -> int:
    kind = branch.joint.type
    if branch.turned:
        return 2 if is_reversible(kind) else 4
    return (0 if first else 1) if is_native(kind) else 3


def is_native(kind: JointType) -> bool:
    """Tell whether a robot file has a joint type."""
    return kind.type_name in URDF_TYPES


def is_reversible(kind: JointType) -> bool:
    """Tell whether a robot file has a joint type whose child and parent may change places."""
    return is_native(kind) and (kind.is_hinge or kind.is_slider or not kind.nv)
