"""Free bodies of a double wishbone: thirty equations written by hand from points."""

from __future__ import annotations

import numpy as np

from vehicles.wishbone_geometry import UP, Pose

BODIES = ("lower_arm", "upper_arm", "upright", "tie_rod", "rack")


class FreeBodies:
    """Unknown forces, each with its point and the bodies that it acts on with either sign."""

    def __init__(self) -> None:
        self.columns: list[np.ndarray] = []
        self.names: list[str] = []
        self.right = np.zeros(6 * len(BODIES))

    @staticmethod
    def _wrench(body: str, point: np.ndarray, force: np.ndarray, moment: np.ndarray) -> np.ndarray:
        column = np.zeros(6 * len(BODIES))
        if body in BODIES:
            k = 6 * BODIES.index(body)
            column[k : k + 3] = force
            column[k + 3 : k + 6] = np.cross(point, force) + moment
        return column

    def load(self, body: str, point, force, moment=(0.0, 0.0, 0.0)) -> None:
        """Add a known force."""
        self.right -= self._wrench(body, point, np.asarray(force), np.asarray(moment))

    def unknown(self, name: str, inner: str, outer: str, point, direction, turning=False) -> None:
        """Add an unknown force (or moment) on the inner body, and its opposite on the outer one."""
        force, moment = (np.zeros(3), direction) if turning else (direction, np.zeros(3))
        on_inner = self._wrench(inner, point, force, moment)
        self.columns.append(on_inner - self._wrench(outer, point, force, moment))
        self.names.append(name)

    def ball(self, name: str, inner: str, outer: str, point) -> None:
        """Add the three components of a force between two bodies."""
        for k, axis in enumerate("xyz"):
            self.unknown(f"{name}.force.{axis}", inner, outer, point, np.eye(3)[k])

    def solved(self) -> tuple[dict[str, float], dict[str, bool]]:
        """Return all unknowns, of smallest norm where they are not unique, and what is."""
        A = np.column_stack(self.columns)
        u, s, vt = np.linalg.svd(A)
        rank = int(np.sum(s > 1e-10 * s[0]))
        x = vt[:rank].T @ ((u.T @ self.right)[:rank] / s[:rank])
        assert np.max(np.abs(A @ x - self.right)) <= 1e-9 * np.max(np.abs(self.right))
        loose = np.max(np.abs(vt[rank:]), axis=0, initial=0.0) > 1e-9
        unique = dict(zip(self.names, ~loose, strict=True))
        return dict(zip(self.names, x, strict=True)), unique


def free_bodies(
    pose: Pose,
    masses: dict[str, float],
    gravity: float,
    force: np.ndarray,
    aligning: float = 0.0,
    *,
    inboard: bool = False,
    pull: float | None = None,
) -> tuple[dict[str, float], dict[str, bool]]:
    """Return the forces at all points for a force of the road.

    pull: of the spring; then the vertical force is unknown ("wheel_load"), else the pull is.
    """
    P, free = pose.corner.at, FreeBodies()
    for arm, ball in (("lower", pose.low), ("upper", pose.up)):
        for end in ("front", "rear"):
            free.ball(f"{arm}_{end}", "ground", f"{arm}_arm", P[f"{arm}_{end}"])
        free.ball(f"{arm}_ball", f"{arm}_arm", "upright", ball)
    free.ball("tie_outer", "tie_rod", "upright", pose.tie)
    free.ball("tie_inner", "rack", "tie_rod", pose.end)
    rod = (pose.tie - pose.end) / np.linalg.norm(pose.tie - pose.end)
    free.unknown("tie_inner.torsion", "rack", "tie_rod", pose.end, rod, turning=True)
    middle = np.array([P["tie_inner"][0], 0.0, P["tie_inner"][2]])  # of the guide on the chassis
    free.ball("rack", "ground", "rack", middle)
    for k, axis in enumerate("xyz"):
        free.unknown(f"rack.moment.{axis}", "ground", "rack", middle, np.eye(3)[k], turning=True)

    spring = pose.on_lower(P["spring_bottom"])
    towards_top = (P["spring_top"] - spring) / np.linalg.norm(P["spring_top"] - spring)
    arm = pose.patch - pose.center
    if pull is None:
        free.unknown("spring.pull", "lower_arm", "ground", spring, towards_top)
    else:
        free.load("lower_arm", spring, pull * towards_top)
        about = np.cross(arm, UP)
        about -= inboard * pose.spin * (pose.spin @ about)
        column = free._wrench("upright", pose.center, UP, about)
        free.columns.append(column)
        free.names.append("wheel_load")
    about = np.cross(arm, force) + aligning * UP
    about -= inboard * pose.spin * (pose.spin @ about)
    free.load("upright", pose.center, force, about)

    def mean(*names):
        return np.mean([P[name] for name in names], axis=0)

    weights = {
        "lower_arm": pose.on_lower(mean("lower_front", "lower_rear", "lower_ball")),
        "upper_arm": pose.on_upper(mean("upper_front", "upper_rear", "upper_ball")),
        "upright": pose.on_upright(mean("lower_ball", "upper_ball", "tie_outer", "wheel_center")),
        "tie_rod": 0.5 * (pose.end + pose.tie),
        "rack": pose.end + 0.5 * (middle - P["tie_inner"]),
    }
    for body, point in weights.items():
        free.load(body, point, -masses[body] * gravity * UP)
    free.load("upright", pose.center, -masses["wheel"] * gravity * UP)
    return free.solved()
