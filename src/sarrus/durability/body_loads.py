"""All loads on a body, in balance with its inertia, in its own axes.

At every state the joints' wrenches f_i, n_i at points r_i, the loads of force elements, gravity and
inertia add up to nothing:

    sum f_i = m (a_C - g),   sum (n_i + (r_i - c) x f_i) = J alpha + omega x J omega

with the acceleration a_C of the centre of mass c. Inertia is given as the field that a
finite-element program applies as a body load: a(r) = a_O + alpha x r + omega x (omega x r), r from
the origin O of the body. The sums are computed from accelerations of the body and checked against
the loads, which come from the joints: two ways to every number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import real_array, with_checks
from sarrus.dynamics.loads import TreeScene
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND
from sarrus.model.building.references import nearest
from sarrus.model.forces.element import PointLoad
from sarrus.system.channels.elements import Acting
from sarrus.system.history import History

if TYPE_CHECKING:
    from sarrus.system.rows.chunk import Chunk

CODE = "S57"
"""The code of loads that cannot be given."""
BALANCED = 1e-9
"""Sums of loads that are larger parts of the largest load are told."""
SAMPLES = 4
"""States at which it is looked where force elements act."""
SURE = (True, True, True)
WORST = ("force", "moment", "combined")


@dataclass(frozen=True, eq=False)
class PointLoads:
    """What one joint or force element does to the body, in body axes.

    kind: "joint" or "force element"; other: the body on the other side of a joint; at: the point
    that force and moment refer to [m], from the origin of the body; force [N], moment [N m]: n x 3,
    or 3 of one case; unique_force, unique_moment: for each component whether rigid bodies determine
    it at all states, else it is that of the smallest norm over all joints; because: the loops that
    leave it open.
    """

    name: str
    kind: str
    other: str
    at: np.ndarray
    force: np.ndarray
    moment: np.ndarray
    unique_force: tuple[bool, ...] = SURE
    unique_moment: tuple[bool, ...] = SURE
    because: tuple[str, ...] = ()

    @property
    def unique(self) -> bool:
        """Whether all six components are unique."""
        return all(self.unique_force) and all(self.unique_moment)

    def about(self, point: np.ndarray) -> np.ndarray:
        """Return the moment about another point of the body."""
        return self.moment + np.cross(self.at - point, self.force)

    def at_state(self, k: int) -> PointLoads:
        """Return the loads of one state."""
        return PointLoads(
            self.name, self.kind, self.other, self.at, self.force[k], self.moment[k],
            self.unique_force, self.unique_moment, self.because,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Inertia:
    """How the body moves, in body axes: n x 3, or 3 of one case.

    mass [kg], com [m], inertia about it [kg m^2]; acceleration of the origin [m/s^2],
    angular_velocity [rad/s], angular_acceleration [rad/s^2], gravity [m/s^2].
    """

    mass: float
    com: np.ndarray
    inertia: np.ndarray
    acceleration: np.ndarray
    angular_velocity: np.ndarray
    angular_acceleration: np.ndarray
    gravity: np.ndarray

    def acceleration_at(self, r: Any) -> np.ndarray:
        """Return the acceleration of the point r of the body."""
        place = np.asarray(r, dtype=float)
        w, alpha = self.angular_velocity, self.angular_acceleration
        return self.acceleration + np.cross(alpha, place) + np.cross(w, np.cross(w, place))

    @property
    def body_force(self) -> np.ndarray:
        """Gravity and inertia together, m (g - a_C) [N], at the centre of mass."""
        return self.mass * (self.gravity - self.acceleration_at(self.com))

    @property
    def body_moment(self) -> np.ndarray:
        """Inertia's moment about the centre of mass, -(J alpha + omega x J omega) [N m]."""
        w, J = self.angular_velocity, self.inertia
        return -(self.angular_acceleration @ J + np.cross(w, w @ J))

    def at_state(self, k: int) -> Inertia:
        """Return that of one state."""
        return Inertia(
            self.mass, self.com, self.inertia, self.acceleration[k], self.angular_velocity[k],
            self.angular_acceleration[k], self.gravity[k],
        )  # fmt: skip


class _Sums:
    """Sums of loads and inertia, of one state or of many."""

    loads: tuple[PointLoads, ...]
    inertia: Inertia
    size: float

    @property
    def residual_force(self) -> np.ndarray:
        """Sum of all forces with gravity and inertia [N]: zero but for rounding."""
        return np.sum([load.force for load in self.loads], axis=0) + self.inertia.body_force

    @property
    def residual_moment(self) -> np.ndarray:
        """Sum of all moments about the centre of mass [N m]: zero but for rounding."""
        com = self.inertia.com
        return np.sum([load.about(com) for load in self.loads], axis=0) + self.inertia.body_moment

    @property
    def length(self) -> float:
        """The largest distance of the points of loads from the centre of mass [m]."""
        com = self.inertia.com
        return max((float(np.linalg.norm(load.at - com)) for load in self.loads), default=0.0)

    @property
    def imbalance(self) -> float:
        """The largest residual as a part of the largest load: about 1e-12 or less."""
        size = max(_largest(load.force) for load in self.loads) if self.loads else 0.0
        size = max(size, _largest(self.inertia.body_force))
        levers = [_largest(load.moment) for load in self.loads]
        lever = max(self.length, self.size)
        moments = max([*levers, _largest(self.inertia.body_moment), size * lever])
        parts = (_largest(self.residual_force), size), (_largest(self.residual_moment), moments)
        return max((part / whole for part, whole in parts if whole > 0.0), default=0.0)


def _largest(vectors: np.ndarray) -> float:
    return float(np.max(np.linalg.norm(vectors, axis=-1), initial=0.0))


@with_checks
@dataclass(frozen=True, eq=False)
class LoadCase(_Sums):
    """All loads on a body at one instant, in body axes.

    t [s]; name: what tells the case from others; loads, inertia: vectors of three numbers; size: a
    length of the mechanism [m].
    """

    body: str
    t: float
    name: str
    loads: tuple[PointLoads, ...]
    inertia: Inertia
    size: float

    def __getitem__(self, name: str) -> PointLoads:
        return _load_of(self.loads, name, self.body)

    def __repr__(self) -> str:
        what = f"<LoadCase '{self.name}' of '{self.body}' at {self.t:g} s"
        return f"{what}: {len(self.loads)} loads, imbalance {self.imbalance:.1g}>"

    def plot(self, **how: Any) -> Any:
        """Return a matplotlib Figure of the body with its loads: its free-body diagram.

        Keywords: axes, such as "xz", the plane that is shown; path.
        """
        from sarrus.durability.pictures import free_body_picture

        return free_body_picture(self, **how)


@with_checks
@dataclass(frozen=True, eq=False)
class BodyLoads(_Sums):
    """All loads on a body over time, in body axes; `loads["B"]` is that of a joint or element.

    size: a length of the mechanism [m].
    """

    body: str
    t: np.ndarray
    loads: tuple[PointLoads, ...]
    inertia: Inertia
    size: float
    history: History
    notices: tuple[Problem, ...] = ()

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, name: str) -> PointLoads:
        return _load_of(self.loads, name, self.body)

    def __repr__(self) -> str:
        names = ", ".join(load.name for load in self.loads)
        what = f"<BodyLoads of '{self.body}': {names}; {len(self)} states"
        return f"{what}, imbalance {self.imbalance:.1g}>"

    @cached_property
    def largest_force(self) -> np.ndarray:
        """The largest force of any joint or element at every state [N]."""
        return np.max([np.linalg.norm(x.force, axis=1) for x in self.loads], axis=0)

    @cached_property
    def largest_moment(self) -> np.ndarray:
        """The largest moment of any joint or element at every state [N m], at its own point."""
        return np.max([np.linalg.norm(x.moment, axis=1) for x in self.loads], axis=0)

    @cached_property
    def combined(self) -> np.ndarray:
        """The largest sqrt(f^2 + 3 (n/L)^2) of any load [N], L the `length` of the body.

        As von Mises' stress combines a normal stress and one of shear.
        """
        L = self.length or 1.0
        return np.max(
            [np.sqrt(_squares(x.force) + 3.0 * _squares(x.moment) / L**2) for x in self.loads],
            axis=0,
        )

    def case(self, k: int, name: str = "") -> LoadCase:
        """Return the case of state number k."""
        n = len(self)
        if not -n <= k < n:
            rule = f"must be from 0 to {n - 1}"
            raise ModelError(Problem(CODE, "state", rule, f"{k}"))
        named = name or f"state {k % n}"
        one = tuple(load.at_state(k) for load in self.loads)
        inertia = self.inertia.at_state(k)
        return LoadCase(self.body, float(self.t[k]), named, one, inertia, self.size)

    def worst(self, by: str | Callable[[BodyLoads], Any] = "combined") -> LoadCase:
        """Return the case at which something is largest in size.

        by: "force", "moment" or "combined"; the name of a channel, such as "C.reaction.force.x"; or
        a function of these loads that returns a number for each state.

        Example:
            case = found.worst("force")
        """
        return self.case(*self._worst(by))

    def cases(self, *by: str | float | Callable[[BodyLoads], Any]) -> list[LoadCase]:
        """Return cases: the worst ones by names or functions, those nearest to times [s].

        Each state once; without arguments those by "force", "moment" and "combined".
        """
        found: dict[int, list[str]] = {}
        for what in by or WORST:
            if isinstance(what, (int, float)):
                k, name = int(np.argmin(abs(self.t - float(what)))), f"t = {float(what):g} s"
            else:
                k, name = self._worst(what)
            found.setdefault(k, []).append(name)
        return [self.case(k, ", ".join(names)) for k, names in found.items()]

    def _worst(self, by: str | Callable[[BodyLoads], Any]) -> tuple[int, str]:
        own = {
            "force": lambda: self.largest_force,
            "moment": lambda: self.largest_moment,
            "combined": lambda: self.combined,
        }
        name = by if isinstance(by, str) else getattr(by, "__name__", "function")
        values = np.asarray(
            own[by]() if isinstance(by, str) and by in own
            else self.history[by] if isinstance(by, str)
            else by(self),
            dtype=float,
        )  # fmt: skip
        if values.ndim == 2 and len(values) == len(self):
            values = np.linalg.norm(values, axis=1)
        if values.shape != (len(self),):
            rule = f"must be a number for each of {len(self)} states"
            raise ModelError(Problem(CODE, f"worst by '{name}'", rule, f"shape {values.shape}"))
        return int(np.nanargmax(abs(values))), f"largest {name}"


def _squares(vectors: np.ndarray) -> np.ndarray:
    return np.sum(vectors * vectors, axis=1)


def _load_of(loads: Sequence[PointLoads], name: str, body: str) -> PointLoads:
    for load in loads:
        if load.name == name:
            return load
    known = [load.name for load in loads]
    rule = f"puts no load on '{body}'"
    raise ModelError(Problem(CODE, f"'{name}'", rule, action=nearest(name, known)))


@with_checks
def loads(run: Any, body: str, times: Any = None) -> BodyLoads:
    """Return all loads on a body of a run, drive or history, in balance with its inertia.

    times: instants [s] between which states are interpolated; all kept states without. Loads that
    rigid bodies do not determine are told in `notices`.

    Example:
        found = sarrus.durability.loads(run, "rocker")
    """
    history = run if isinstance(run, History) else run.history
    system = history.system
    known = list(system.model.body_index)
    if body not in known:
        rule = "is ground, which is not in balance" if body == GROUND else "is not a body"
        raise ModelError(Problem(CODE, f"body '{body}'", rule, action=nearest(body, known)))
    if times is not None:
        history = history.at(np.atleast_1d(real_array(times)))
    history = history.in_units()
    if not len(history):
        raise ModelError(Problem(CODE, "run", "has no states"))
    R = np.asarray(history[f"{body}.rotation"])
    found = tuple([*_joint_loads(history, body, R), *_element_loads(history, body, R)])
    inertia, size = _inertia(history, body, R), float(system.compiled.loops.length)
    made = BodyLoads(body, np.asarray(history.t), found, inertia, size, history)
    return replace(made, notices=tuple(_notices(made)))


def _joint_loads(history: History, body: str, R: np.ndarray) -> Iterator[PointLoads]:
    """Go through the wrenches of the joints of a body on it, at the joints' own points."""
    origin = np.asarray(history[f"{body}.position"])
    for joint in history.system.model.joints:
        if body not in (joint.parent, joint.child):
            continue
        on, other = ("child", joint.parent) if joint.child == body else ("parent", joint.child)
        load = history.wrench(joint.name, on=on, axes=body)
        force, moment, at = load.force, load.moment, np.asarray(load.at)
        places = _in_body(R, at - origin)
        place = places[0]
        moved = np.asarray(moment) + np.cross(places - place, np.asarray(force))
        yield PointLoads(
            joint.name, "joint", other, place, np.asarray(force), moved,
            _labels(force), _labels(moment), load.because,
        )  # fmt: skip


def _labels(channel: Any) -> tuple[bool, ...]:
    unique = channel.unique
    return (bool(unique),) * 3 if isinstance(unique, bool) else tuple(map(bool, unique))


def _element_loads(history: History, body: str, R: np.ndarray) -> Iterator[PointLoads]:
    """Go through the loads of force elements that act on a body itself.

    Those on coordinates of joints are in the wrenches of these.
    """
    places = _places(history, body)
    for element in history.system.model.forces:
        name = f"force:{element.name}.{body}.force"
        if name not in history:
            continue
        force = _in_body(R, np.nan_to_num(np.asarray(history[name])))
        about = np.asarray(history[f"force:{element.name}.{body}.moment"])
        about = _in_body(R, np.nan_to_num(about))
        at = places.get(element.name, np.zeros(3))
        moment = about - np.cross(at, force)
        yield PointLoads(element.name, "force element", "", at, force, moment)


def _places(history: History, body: str) -> dict[str, np.ndarray]:
    """Return where on a body force elements act that have one point on it, which does not move."""
    n = len(history)
    seen: dict[str, list[np.ndarray]] = {}
    moving: set[str] = set()
    for k in sorted({round(x) for x in np.linspace(0, n - 1, min(n, SAMPLES))}):
        for chunk in history.part.chunks(k, k + 1):
            for name, points in _points_of(chunk, body).items():
                if len(points) == 1:
                    seen.setdefault(name, []).append(points[0])
                else:
                    moving.add(name)
    found = {}
    for name, points in seen.items():
        size = max(float(np.max(np.abs(points))), 1e-300)
        if name not in moving and np.max(np.ptp(points, axis=0)) <= 1e-9 * size:
            found[name] = points[0]
    return found


def _points_of(chunk: Chunk, body: str) -> dict[str, list[np.ndarray]]:
    """Return the points of a body at which force elements act at the first state of a chunk."""
    given = dict(chunk.inputs) | {name: rows[0] for name, rows in chunk.own_rows.items()}
    compiler = chunk.system.compiled.compiler
    arrays = {"q": chunk.q[0], "v": chunk.v[0]}
    x = compiler.inputs(arrays, chunk.t[0], given.get("p"), given.get("base"))
    if "z" in given:
        x = x.with_states(given["z"])
    scene = TreeScene(x.without_bearing_friction().velocities, x.time)
    pose = scene.pose(body)
    found: dict[str, list[np.ndarray]] = {}
    for element in x.tree.forces:
        if not any(load.body == body for load in _on_bodies(element, scene)):
            continue
        found[element.name] = [
            np.asarray(pose.inverse.point(load.point), dtype=float)
            for load in _on_bodies(element, scene)
            if load.body == body and isinstance(load, PointLoad)
        ]
    return found


def _on_bodies(element: Any, scene: TreeScene) -> list[Any]:
    return [load for load in Acting(scene, element).loads if hasattr(load, "body")]


def _inertia(history: History, body: str, R: np.ndarray) -> Inertia:
    """Return the motion of a body and its mass, as they are in these states."""
    part = history.system.model.body(body)
    values = next(iter(history.part.chunks(0, 1))).values
    mass = float(np.asarray(values.get(f"body:{body}.mass", part.mass)).ravel()[0])
    com = np.asarray(values.get(f"body:{body}.com", part.com), dtype=float)
    J = np.asarray(values.get(f"body:{body}.inertia", part.inertia), dtype=float).reshape(3, 3)
    g = np.asarray(values.get("gravity", history.system.model.gravity), dtype=float)
    return Inertia(
        mass, com, J,
        _in_body(R, np.asarray(history[f"{body}.acceleration"])),
        _in_body(R, np.asarray(history[f"{body}.angular_velocity"])),
        _in_body(R, np.asarray(history[f"{body}.angular_acceleration"])),
        _in_body(R, np.broadcast_to(g, (len(history), 3))),
    )  # fmt: skip


def _in_body(R: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Return vectors of the world in body axes."""
    return np.einsum("kji,kj->ki", R, vectors)


def _notices(found: BodyLoads) -> Iterator[Problem]:
    """Go through what must be told: loads that are open, and sums that are not zero."""
    for load in found.loads:
        if load.unique:
            continue
        open_ = [
            f"{part}.{axis}"
            for part, labels in (("force", load.unique_force), ("moment", load.unique_moment))
            for axis, unique in zip("xyz", labels, strict=True)
            if not unique
        ]
        rule = (
            f"is not unique in {', '.join(open_)}: rigid bodies do not determine it, and the value "
            "of the smallest norm over all joints is given"
        )
        cause = f"redundant joints of loop {', '.join(load.because)}" if load.because else ""
        action = "replace a joint by a ball or cylindrical one, or bound the stress by hand"
        where = f"load of joint '{load.name}' on '{found.body}'"
        yield Problem("W67", where, rule, cause=cause, action=action, severity="warning")
    if not found.imbalance <= BALANCED:
        rule = f"leave a sum of {found.imbalance:.2g} of the largest one"
        cause = "states that are not solved, a drive that leads a point, or numbers near rounding"
        yield Problem("W68", f"loads on '{found.body}'", rule, cause=cause, severity="warning")
