"""Force elements for code that links share: what they put on links and velocities.

A recursion with loads has, for every link, the pose and velocity that elements see of it, and a
wrench that they put on it; for every velocity, the effort on it. What is between is traced for the
elements alone: it reads the motion of the links that they see, however many others there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from sarrus.dynamics.input_names import STATES
from sarrus.dynamics.kinematics import Positions, Velocities
from sarrus.dynamics.loads import AppliedLoads, applied_loads
from sarrus.dynamics.model_numbers import element_with
from sarrus.dynamics.shared import motion
from sarrus.dynamics.shared.link_table import LinkTable
from sarrus.dynamics.shared.recursion import APPLIED, LOAD, Arrays, Piece, Recursion
from sarrus.dynamics.tree import BaseMotion, Link, Tree, Values
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import ForceElement
from sarrus.spatial import AxisRotation, Inertia, Rotation, Transform
from sarrus.spatial.arrays import Array, Scalar, join

SEEN = {"R": 9, "o": 3, "V": 6}
"""What elements see of a link: pose, velocity of its origin and angular velocity, world axes."""
SEEN_NUMBERS = sum(SEEN.values())
SEES = Piece(
    "seen",
    motion.velocity,
    motion.VELOCITIES.pieces[0].reads,
    tuple(SEEN),
)


def with_loads(recursion: Recursion, sees_links: bool) -> Recursion:
    """Return a recursion whose links and velocities have loads.

    sees_links: whether elements see the motion of links, which then comes first.
    """
    first, *others = recursion.pieces
    pieces = [replace(first, reads=(*first.reads, LOAD))]
    pieces += [replace(piece, reads=(*piece.reads, APPLIED)) for piece in others]
    fields = {**recursion.fields, **(SEEN if sees_links else {}), LOAD: 6}
    if not sees_links:
        return replace(recursion, pieces=tuple(pieces), fields=fields)

    def ground(base: BaseMotion, gravity: Array) -> Arrays:
        world = motion.ground_frame(base, gravity)
        seen = {name: world[name] for name in SEEN}
        return {**recursion.ground(base, gravity), **seen}

    return replace(recursion, pieces=(SEES, *pieces), fields=fields, ground=ground)


@dataclass(frozen=True)
class SeenPositions(Positions):
    """Positions of the links that force elements see, in place of all."""

    poses: Mapping[int, Transform] = field(default_factory=dict)

    def frame(self, index: int) -> Transform:
        """Return X_WC of a link, or the pose of ground for -1."""
        return self.poses[index] if index >= 0 else self.base.pose


@dataclass(frozen=True)
class SeenVelocities(Velocities):
    """Velocities of the same links, each at C in C's axes."""

    twists: Mapping[int, Array] = field(default_factory=dict)

    def six(self, i: int) -> Array:
        """Return the six-vector velocity of link i at C in C's axes; ground is -1."""
        return self.twists[i] if i >= 0 else super().six(i)


class ElementLoads:
    """The loads of the force elements of a tree, the motion of links being given.

    seen: the links that elements see; on_links, on_velocities: what they load.
    """

    def __init__(
        self, table: LinkTable, bodies: list[str], forces: tuple[ForceElement, ...], q_size: int
    ) -> None:
        self._table, self._bodies, self._forces = table, bodies, forces
        self._sizes = (q_size, int(np.sum(table.nv)))
        somewhere = _RecordingLinks()
        q, v = (np.linspace(0.2, 0.7, size) for size in self._sizes)
        with np.errstate(all="ignore"):  # what is loaded counts, not how much
            found = _loads_at(self._tree({}, ()), somewhere, q, v, BaseMotion.at_rest(), 0.1)
        loaded = [i for i, load in enumerate(found.on_links) if load is not None]
        self.on_links = tuple(loaded)
        self.on_velocities = tuple(sorted(found.on_coordinates))
        self.seen = tuple(sorted({*somewhere.asked, *loaded}))

    def at(
        self,
        motions: Mapping[int, Array],
        q: Array,
        v: Array,
        base: BaseMotion,
        time: Scalar,
        values: Values,
    ) -> list[Array]:
        """Return the loads on the links `on_links`, then those on `on_velocities`.

        motions: what elements see of links, as `SEEN` lists it; values: numbers by name.
        """
        links = {i: _SeenLink(numbers) for i, numbers in motions.items()}
        found = _loads_at(self._tree(values, self.seen), links, q, v, base, time)
        on_links = [found.on_links[i] for i in self.on_links]
        efforts = [found.on_coordinates[k] for k in self.on_velocities]
        return [*on_links, *(np.array([effort]) for effort in efforts)]

    def _tree(self, values: Values, seen: tuple[int, ...]) -> Tree:
        """Return the tree as elements see it: names, coordinates, and body frames of some links."""
        table, still = self._table, Transform.identity()
        frames = {i: table.X_CB[i] for i in seen}
        body_frames = {i: Transform(Rotation(X.R), X.p) for i, X in frames.items()}
        nothing = Inertia(0.0, np.zeros(3), np.zeros((3, 3)))
        joints = [branch.joint.name for branch in table.topology.branches]
        links = [
            Link(
                body, joint, kind, -1, slice(q, q + kind.nq), slice(v, v + kind.nv),
                still, 0.0, still, body_frames.get(i, still), still, nothing,
            )
            for i, (body, joint, kind, q, v) in enumerate(
                zip(
                    self._bodies, joints, table.types, table.q.tolist(), table.v.tolist(),
                    strict=True,
                )
            )
        ]  # fmt: skip
        entries = {name: value for name, value in values.items() if name != STATES}
        forces = tuple(element_with(f, entries) for f in self._forces) if entries else self._forces
        return Tree(tuple(links), np.zeros(3), forces, *self._sizes, values)


class _SeenLink:
    """Pose and velocity of one link."""

    def __init__(self, numbers: Array) -> None:
        self.pose = Transform(Rotation(numbers[0:9].reshape(3, 3)), numbers[9:12])
        back = self.pose.rotation.back
        self.twist = join(back(numbers[12:15]), back(numbers[15:18]))


class _RecordingLinks(dict[int, _SeenLink]):
    """Links that stand and move apart from each other; those that are asked for are noted."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: set[int] = set()

    def __missing__(self, i: int) -> _SeenLink:
        self.asked.add(i)
        turn = AxisRotation.about(i % 3, 0.3 + 0.1 * i)
        away = np.array([0.4 + 0.3 * i, 0.5 - 0.2 * i, 0.6 + 0.1 * i])
        return _SeenLink(join(turn.matrix.ravel(), away, 0.1 * away, 0.2 * away))


class _Parts(Mapping[int, Any]):
    """One part of all seen links, made when it is asked for."""

    def __init__(self, links: Mapping[int, _SeenLink], part: Any) -> None:
        self._links, self._part = links, part

    def __getitem__(self, i: int) -> Any:
        return self._part(self._links[i])

    def __iter__(self) -> Any:
        return iter(self._links)

    def __len__(self) -> int:
        return len(self._links)


def _loads_at(
    tree: Tree,
    links: Mapping[int, _SeenLink],
    q: Array,
    v: Array,
    base: BaseMotion,
    time: Scalar,
) -> AppliedLoads:
    poses, twists = _Parts(links, lambda x: x.pose), _Parts(links, lambda x: x.twist)
    angular: Any = _Parts(links, lambda x: x.twist[3:6])
    where = SeenPositions(tree, q, base, (), (), poses)
    w_base = base.pose.rotation.back(base.velocity[3:6])
    return applied_loads(SeenVelocities(where, v, angular, (), w_base, twists), time)
