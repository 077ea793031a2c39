"""Ten robots and five mechanisms with loops, each with its drives and how far they may swing."""

from __future__ import annotations

from collections.abc import Callable

from random_trees import random_tree
from robotics.arms import IIWA, PANDA, UR5, by_frames
from robotics.five_bar import five_bar
from sarrus import Model, gallery


def all_joints(model: Model) -> list[str]:
    return [j.name for j in model.joints if j.type.nv == 1]


ROBOTS: dict[str, Callable[[], Model]] = {
    "puma": gallery.puma560,
    "scara": gallery.scara,
    "rrc": gallery.rrc_arm,
    "double_pendulum": gallery.double_pendulum,
    "ur5": lambda: by_frames("ur5", UR5),
    "panda": lambda: by_frames("panda", PANDA),
    "iiwa": lambda: by_frames("iiwa", IIWA),
    **{
        f"tree{seed}": (lambda s=seed: random_tree(s, 5, types=("revolute", "prismatic")))
        for seed in (1, 2, 3)
    },
}
LOOPS: dict[str, tuple[Callable[[], Model], list[str], float]] = {
    "five_bar": (five_bar, ["M0", "M1"], 0.18),
    "four_bar": (gallery.four_bar, ["A"], 2.0),
    "3rrr": (gallery.planar_3rrr, ["M0", "M1", "M2"], 0.15),
    "delta": (gallery.delta_robot, ["M0", "M1", "M2"], 0.2),
    "stewart": (gallery.stewart_platform, [f"leg{k}" for k in range(1, 7)], 0.05),
}


def machine(name: str) -> tuple[Model, list[str], float]:
    """Return a model, its drives, and the size of motions."""
    if name in LOOPS:
        make, drives, size = LOOPS[name]
        return make(), drives, size
    model = ROBOTS[name]()
    return model, all_joints(model), 1.0
