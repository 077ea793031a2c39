"""The arm of a closed form, and the native call that finds all its branches."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from sarrus.kernels.native import compile_function
from sarrus.late_dataclass import dataclass
from sarrus.robotics.inverse_kinematics import branch_search
from sarrus.robotics.inverse_kinematics.branch_search import NO_POSE, PARALLEL, SIZES, SPHERICAL
from sarrus.robotics.inverse_kinematics.screws import Chain, Screws
from sarrus.robotics.inverse_kinematics.targets import pose_of
from sarrus.spatial import Transform

KINDS = {"spherical wrist": SPHERICAL, "parallel axes": PARALLEL}
LAST_ROW = np.array([0.0, 0.0, 0.0, 1.0])


@dataclass(frozen=True)
class Geometry:
    """What makes an arm solvable: its axes, from the frame on if `reversed`, and the centre."""

    kind: str
    arm: Screws
    center: np.ndarray
    reversed: bool


@dataclass(frozen=True)
class Branches:
    """All branches for a pose: angles as found and with whole turns, what limits are exceeded by.

    signs: those that names are made of; doubtful: whether a branch may be singular.
    """

    pose: Transform
    angles: list[list[float]]
    chosen: list[list[float]]
    beyond: list[list[float]]
    signs: list[tuple[bool, bool, bool]]
    doubtful: list[float]
    some_beyond: bool


class BranchSearch:
    """One arm as a record of the native search; threads take turns."""

    def __init__(
        self, chain: Chain, geometry: Geometry, lower: np.ndarray, upper: np.ndarray
    ) -> None:
        self._arrays = {name: np.zeros(size) for name, size in SIZES.items()}
        self._arm = branch_search.Arm(
            form=KINDS[geometry.kind],
            sense=-1.0 if geometry.reversed else 1.0,
            reach=geometry.arm.length,
            reach_of_three=geometry.arm.part(0, 3).length,
        )
        home = np.concatenate([chain.home.matrix.ravel(), chain.home.position])
        known = {"z": geometry.arm.z, "p": geometry.arm.p, "center": geometry.center, "home": home}
        for name, values in (known | {"lower": lower, "upper": upper}).items():
            self._arrays[name][:] = np.ravel(values)
        self._arm.bind(**self._arrays)
        self._pose = self._arrays["pose"].reshape(4, 4)
        self._rows = {
            name: self._arrays[name].reshape(-1, 6) for name in ("angles", "chosen", "beyond")
        }
        self._named = self._arrays["named"].reshape(-1, 3)
        self._code = compile_function(branch_search.find_branches)
        self._lock = threading.Lock()

    def branches(self, pose: Any, near: np.ndarray) -> Branches:
        """Return all branches for a pose; near: angles by which whole turns are chosen."""
        known = None
        if type(pose) is not np.ndarray or pose.dtype != float or pose.shape != (4, 4):
            known = pose_of(pose)
        with self._lock:
            if known is None:
                self._pose[:] = pose
            else:
                self._pose[:3, :3], self._pose[:3, 3] = known.matrix, known.position
                self._pose[3] = LAST_ROW
            self._arrays["near"][:] = near
            if self._code(self._arm.address) == NO_POSE:
                known = pose_of(pose)  # says what is wrong with it
            n = self._arm.count
            angles, chosen, beyond = (rows[:n].tolist() for rows in self._rows.values())
            signs = [(x, y, z) for x, y, z in (self._named[:n] >= 0.0).tolist()]
            doubtful = self._arrays["doubtful"][:n].tolist()
            where = known
            if where is None and any(doubtful):
                where = pose_of(self._pose.copy())
        some = any(map(any, beyond))
        return Branches(where or HERE, angles, chosen, beyond, signs, doubtful, some)


HERE = Transform.identity()
"""In the place of a pose that nobody asks for."""
