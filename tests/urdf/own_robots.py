"""The robot files that were written for these tests, and random states of their models."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sarrus import System

FOLDER = Path(__file__).parents[1] / "reference" / "urdf"
NAMES = ("two_link_arm", "gripper", "four_bar", "all_joints", "walker")


def path_of(name: str) -> Path:
    """Return the file of a robot."""
    return FOLDER / f"{name}.urdf"


def text_of(name: str) -> str:
    """Return the text of a robot."""
    return path_of(name).read_text(encoding="utf-8")


def random_motion(system: System, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return q, v and vdot of the joints of the tree, anywhere."""
    rng = np.random.default_rng(seed)
    q = system.compiled.layout.add(
        system.compiled.layout.neutral(), rng.uniform(-1.5, 1.5, system.nv)
    )
    return np.asarray(q), rng.uniform(-2, 2, system.nv), rng.uniform(-3, 3, system.nv)
