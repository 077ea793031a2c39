"""Where a robot can work: what it reaches, and how well, over a grid of places."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.robotics.driven_task import check_drives
from sarrus.robotics.limits import JointLimits
from sarrus.robotics.many_targets import reach_many
from sarrus.robotics.placement import place_on
from sarrus.robotics.trajectory.checking import ROWS
from sarrus.robotics.trajectory.pose_move import as_pose
from sarrus.robotics.workplace import Workplace
from sarrus.spatial import Transform
from sarrus.system import System
from sarrus.system.checks import numbers

UNITS = {
    "reached": "",
    "dexterity": "",
    "manipulability": "",
    "isotropy": "",
    "speed": "m/s",
    "payload": "kg",
    "stiffness": "N/m",
    "error": "m",
}
"""Quantities of a map with their units."""
SINGULAR = 1e-9
"""Least singular value, over the largest, at which the drives hold the frame."""


@dataclass(frozen=True, eq=False, repr=False)
class WorkMap:
    """Quantities over a grid of positions of a frame, (x, y, z); not a number where out of reach.

    axes [m]: the three axes of the grid; q: postures, (nx, ny, nz, nq); values: by name, of which
    `map["payload"]` is one. reached is 1 or 0; dexterity the share of orientations that are
    reached; manipulability sqrt(det(J J^T)) and isotropy the least over the largest singular value
    of J, from rates of drives (m/s for slides, times the length of the mechanism for turns) to the
    velocity of the frame; speed that the frame has in every direction at full speed of the drives;
    payload that drives hold at rest; stiffness in the weakest direction; error of the position for
    the worst errors of the drives.
    """

    work: Workplace
    axes: tuple[np.ndarray, np.ndarray, np.ndarray]
    q: np.ndarray
    values: Mapping[str, np.ndarray]

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self.values:
            action = nearest(name, self.values)
            rule = "is not a quantity of this map"
            raise ModelError(Problem("M09", f"map['{name}']", rule, action=action))
        return self.values[name]

    @property
    def units(self) -> Mapping[str, str]:
        """The unit of each quantity, empty for pure numbers."""
        return {name: UNITS[name] for name in self.values}

    def __repr__(self) -> str:
        size = " x ".join(str(len(axis)) for axis in self.axes)
        share = 100.0 * float(np.mean(self.values["reached"]))
        return f"<WorkMap of '{self.work.title}': {size} places, {share:.3g} % reached>"

    @property
    def volume(self) -> float:
        """How much of the grid is reached [m^3, or m^2 or m where an axis has one place]."""
        cells = [np.gradient(axis) if len(axis) > 1 else np.ones(1) for axis in self.axes]
        return float(np.einsum("i,j,k,ijk->", *cells, self.values["reached"]))

    def to_csv(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write a row for each place: x, y, z and all quantities, with units.

        Example:
            found.to_csv("map.csv")
        """
        from sarrus.storage.new_file import write_text

        places = np.stack(np.meshgrid(*self.axes, indexing="ij"), axis=-1).reshape(-1, 3)
        units = [f" [{UNITS[name]}]" if UNITS[name] else "" for name in self.values]
        heads = [
            "x [m]",
            "y [m]",
            "z [m]",
            *(n + u for n, u in zip(self.values, units, strict=True)),
        ]
        rows = np.column_stack([places, *(np.ravel(v) for v in self.values.values())])
        lines = [",".join(heads), *(",".join(f"{x:.12g}" for x in row) for row in rows)]
        write_text(os.fspath(path), "\n".join(lines) + "\n", overwrite=overwrite)

    def plot(self, quantity: str = "reached", **how: Any) -> Any:
        """Return a Figure of a quantity, in slices across the axis with fewest places.

        path: a file that it is written to; slices: how many, 3 at most by default.

        Example:
            found.plot("payload", path="payload.png")
        """
        from sarrus.results.plots.work_maps import work_map_plot

        self[quantity]
        return work_map_plot(self, quantity, UNITS[quantity], **how)


@with_checks
def work_map(
    robot: Workplace | Model | System,
    x: Any,
    y: Any,
    z: Any,
    *,
    turns: Sequence[Any] = (),
    limits: Mapping[str, JointLimits] | None = None,
    stiffness: Mapping[str, float] | None = None,
    errors: Mapping[str, float] | None = None,
    goal: Any = None,
    restarts: int = 6,
    seed: int = 0,
) -> WorkMap:
    """Return where a frame of a robot can work: reach and dexterity, and how well it moves there.

    robot: a workplace, which says which joints are driven and which frame is meant; or a model or
    system. x, y, z [m]: places along the axes of the world, numbers or rows of them. turns:
    orientations (3 x 3), all of which are tried at each place; the first that is reached has the
    posture; without them, the orientation is free. limits: by joint, on top of those of the model,
    whose speed and torque decide about speed and payload. stiffness [N m/rad or N/m] and errors
    [rad or m] of the drives, by joint. goal: what redundant arms use their joints to spare for, a
    posture q or a `NullSpaceGoal`; that of the workplace unless given.

    Example:
        robotics.work_map(arm, np.linspace(0.2, 0.8, 7), 0.1, np.linspace(0.0, 0.6, 7))
    """
    work = robot if isinstance(robot, Workplace) else Workplace(robot)
    check_drives(work)
    given = _by_drive(work, limits or {}, stiffness or {}, errors or {})
    along = (np.atleast_1d(numbers(n, v)).ravel() for n, v in (("x", x), ("y", y), ("z", z)))
    axes: tuple[np.ndarray, np.ndarray, np.ndarray] = tuple(along)  # type: ignore[assignment]
    if any(not len(axis) for axis in axes):
        raise ModelError(Problem(ROWS, "work map", "needs at least one place along each axis"))
    shape = tuple(len(axis) for axis in axes)
    places = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    rotations = [as_pose(f"turns[{k}]", _pose(R)).matrix for k, R in enumerate(turns)]
    targets: list[Any] = [places]
    if rotations:
        targets = [[Transform.of(R, p) for p in places] for R in rotations]
    q = np.full((len(places), work.system.nq), np.nan)
    count = np.zeros(len(places))
    for target in targets:
        found = reach_many(
            work.system, work.moved_frame, target, start=work.start,
            goal=work.goal if goal is None else goal,
            restarts=restarts, seed=seed,
        )  # fmt: skip
        fresh = found.reached & np.isnan(q[:, 0])
        q[fresh] = found.q[fresh]
        count += found.reached
    values = {"reached": (count > 0).astype(float), "dexterity": count / len(targets)}
    values |= _qualities(work, q, given)
    return WorkMap(
        work, axes, q.reshape(*shape, -1), {n: v.reshape(shape) for n, v in values.items()}
    )


def _pose(R: Any) -> np.ndarray:
    found = np.eye(4)
    found[:3, :3] = np.asarray(R, dtype=float)
    return found


@dataclass(frozen=True, eq=False)
class _Drives:
    """Numbers of the drives, in their order; not a number where none is given."""

    speed: np.ndarray
    torque: np.ndarray
    stiffness: np.ndarray
    error: np.ndarray


def _by_drive(
    work: Workplace,
    limits: Mapping[str, JointLimits],
    stiffness: Mapping[str, float],
    errors: Mapping[str, float],
) -> _Drives:
    """Return the numbers of the drives; refuse names that are none, and numbers below 0."""
    problems = []
    for what, names in (("limits", limits), ("stiffness", stiffness), ("errors", errors)):
        for name in names:
            if name not in work.drives:
                action = nearest(name, work.drives)
                where = f"work map / {what} / '{name}'"
                problems.append(Problem("M09", where, "is not a joint with a drive", action=action))
    for what, table in (("stiffness", stiffness), ("errors", errors)):
        for name, value in table.items():
            if not (np.isfinite(value) and value > 0.0):
                where = f"work map / {what} / '{name}'"
                problems.append(Problem(ROWS, where, "must be above 0", f"{value!r}"))
    if problems:
        raise ModelError(problems)
    own = [
        limits.get(n, JointLimits()).over(JointLimits.of(work.model.joint(n))) for n in work.drives
    ]
    return _Drives(
        np.array([np.nan if one.speed is None else one.speed for one in own]),
        np.array([np.nan if one.torque is None else one.torque for one in own]),
        np.array([float(stiffness.get(name, np.nan)) for name in work.drives]),
        np.array([float(errors.get(name, np.nan)) for name in work.drives]),
    )


def _qualities(work: Workplace, q: np.ndarray, drives: _Drives) -> dict[str, np.ndarray]:
    """Return the quantities of postures that need the Jacobian of the drives."""
    n = len(q)
    names = ("manipulability", "isotropy", "speed", "payload", "stiffness", "error")
    found = {name: np.full(n, np.nan) for name in names}
    length = work.system.compiled.loops.length
    scale = np.array([1.0 if u == "m" else 1.0 / length for u in work.units.values()])
    gravity = np.array(work.model.gravity, dtype=float)
    for k in np.flatnonzero(~np.isnan(q[:, 0])):
        J = drive_jacobian(work, q[k])
        if J is None:
            found["manipulability"][k] = found["isotropy"][k] = 0.0
            continue
        size = np.linalg.svd(J * scale, compute_uv=False)
        found["manipulability"][k] = float(np.prod(size)) if len(size) == 3 else 0.0
        found["isotropy"][k] = size[-1] / size[0] if len(size) == 3 and size[0] > 0.0 else 0.0
        if np.all(np.isfinite(drives.speed)) and J.shape[1] == 3:
            # the largest ball within the velocities J w, |w_i| <= speed_i, of as many drives
            rows = np.linalg.norm(np.linalg.pinv(J), axis=1)
            found["speed"][k] = float(np.min(drives.speed / np.maximum(rows, 1e-300)))
        elif np.all(np.isfinite(drives.speed)):
            found["speed"][k] = float(np.linalg.svd(J * drives.speed, compute_uv=False)[-1])
        if np.any(np.isfinite(drives.torque)):
            found["payload"][k] = _payload(work, q[k], J.T @ gravity, drives.torque)
        if np.all(np.isfinite(drives.stiffness)):
            compliance = (J / drives.stiffness) @ J.T
            found["stiffness"][k] = 1.0 / float(np.linalg.eigvalsh(compliance)[-1])
        if np.all(np.isfinite(drives.error)):
            found["error"][k] = _worst_error(J * drives.error)
    return {
        name: values
        for name, values in found.items()
        if np.any(np.isfinite(values)) or name in names[:2]
    }


def drive_jacobian(work: Workplace, q: np.ndarray) -> np.ndarray | None:
    """Return J, 3 x drives: the velocity of the led frame for unit rates of the drives.

    Of the whole mechanism, loops closed; None where the drives leave it free (parallel singular).
    """
    system = work.system
    body, X_BF = place_on(system.model, work.moved_frame)
    J = system.jacobian(body, np.asarray(X_BF.position), q)[0:3]
    loops = system.compiled.loops
    _, Phi, _, C = loops.closure(q)
    rows = []
    for name in work.drives:
        vector, at = system.compiled.located_rate(name)
        rows.append(np.eye(system.nv)[at][0] if vector == "v" else C[at][0])
    A = loops.scaled_matrix(Phi, np.array(rows))
    null = A.null_space
    if null.size:
        left = np.linalg.norm(J @ null) / loops.length
        if left > 1e-6 * max(1.0, float(np.linalg.norm(null))):
            return None
    wanted = np.vstack([np.zeros((loops.m, len(rows))), np.eye(len(rows))])
    return np.array([J @ A.solve(b) for b in wanted.T]).T


def _payload(work: Workplace, q: np.ndarray, weight: np.ndarray, torque: np.ndarray) -> float:
    """Return the mass [kg] at the frame that drives hold at rest; weight: efforts of 1 kg there."""
    system, still = work.system, np.zeros(work.system.nv)
    if not system.closed or system.compiled.followers is not None:
        places = [system.compiled.layout.v_slice[name].start for name in work.drives]
        hold = system.inverse_dynamics(q, still, still)[places]
    else:
        motion = system.accelerations(system.state(q), driven=dict.fromkeys(work.drives, 0.0))
        hold = np.array([float(motion.efforts[name][0]) for name in work.drives])
    known = np.isfinite(torque)
    room, load = torque[known] - hold[known] * -np.sign(weight[known]), np.abs(weight[known])
    if np.any(np.abs(hold[known]) > torque[known]):
        return 0.0
    with np.errstate(divide="ignore"):
        return float(np.min(np.where(load > 1e-12, room / np.maximum(load, 1e-300), np.inf)))


def _worst_error(columns: np.ndarray) -> float:
    """Return the longest sum of +- columns: the drives' errors, with the worst signs."""
    n = columns.shape[1]
    if n <= 10:
        signs = 1.0 - 2.0 * ((np.arange(2 ** (n - 1))[:, None] >> np.arange(n)) & 1)
        return float(np.max(np.linalg.norm(signs @ columns.T, axis=1)))
    return float(np.sum(np.linalg.norm(columns, axis=0)))
