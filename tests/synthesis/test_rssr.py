"""Functions, paths and poses of a spatial four-bar."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import ModelError, synthesis
from sarrus.synthesis import Limits, Linkage, spatial
from sarrus.synthesis.fitting import fit_of
from sarrus.synthesis.tasks import motion_task, path_task, rotation_by
from synthesis.driven import driven_channels


def test_rssr_of_a_function_obeys_the_driven_mechanism() -> None:
    inputs = np.linspace(0.0, 1.2, 6)
    outputs = 0.5 * inputs**2 + 0.2 * inputs
    found = synthesis.generate_function(
        inputs, outputs, mechanism="rssr", starts=40, tolerance=1e-6, defects=False
    )
    (angle,) = driven_channels(found.best, "D.angle")
    np.testing.assert_allclose(angle - angle[0], outputs - outputs[0], atol=1e-9)


SPATIAL = Linkage.of(
    "rssr", a=0.4, b=1.6, c=1.1, d=0.9, alpha=1.1, e=0.2, f=0.3, x=0.3, y=-0.2, z=0.4, rx=0.3,
    ry=-0.4, rz=0.9, p=0.7,
)  # fmt: skip
BALLS = np.array([0.2, 0.1, -0.3]), np.array([1.16, 1.124, 0.468])
"""Places of the balls in the body that is moved; 1.6 apart, as those of the linkage."""


@pytest.mark.slow
def test_timed_path_in_space_finds_the_linkage_again() -> None:
    """Twelve points, 36 equations for 15 unknowns; the mechanism of the file passes them."""
    turn = np.linspace(0.0, 2.0 * np.pi, 13)[:12]
    motion = SPATIAL.motion(turn)
    found = synthesis.generate_path(
        motion.points["P"], mechanism="rssr", timing=turn, starts=60, tolerance=1e-9,
    )  # fmt: skip
    best = found.best
    for name in ("a", "b", "c", "e", "f", "p"):
        mirrored = {abs(solution.linkage.values[name]) for solution in found}
        assert min(abs(abs(SPATIAL.values[name]) - value) for value in mirrored) < 1e-6
    (position,) = driven_channels(best, "tracer.position")
    np.testing.assert_allclose(position, motion.points["P"], atol=1e-9)


def test_path_in_space_without_timing() -> None:
    motion = SPATIAL.motion(np.array([0.2, 0.9, 1.7, 2.6, 3.3, 4.1]))
    found = synthesis.generate_path(motion.points["P"], mechanism="rssr", starts=20)
    exact = [solution for solution in found if solution.error < 1e-9]
    assert exact
    for solution in exact[:2]:
        (position,) = driven_channels(solution, "tracer.position")
        np.testing.assert_allclose(position, motion.points["P"], atol=1e-8)


def poses_of_the_rod(angles: np.ndarray) -> np.ndarray:
    """Return poses of a body that has both balls, turned about their line as it happens."""
    motion, found = SPATIAL.motion(angles), []
    along = (BALLS[1] - BALLS[0]) / 1.6
    for B, C in zip(motion.points["B"], motion.points["C"], strict=True):
        now = (C - B) / 1.6
        across = np.cross(along, now)
        sine = np.linalg.norm(across)
        turn = across / sine * np.arctan2(sine, along @ now)
        found.append([*(B - rotation_by(turn) @ BALLS[0]), *turn])
    return np.array(found)


def test_poses_in_space() -> None:
    """Three poses, 18 equations for 22 unknowns: both balls of the driven mechanism pass them."""
    poses = poses_of_the_rod(np.array([0.3, 1.4, 2.2]))
    found = synthesis.generate_motion(poses, mechanism="rssr", starts=20, tolerance=1e-9)
    best = found.best
    balls = np.reshape([best.linkage.values[name] for name in spatial.BALLS], (2, 3))
    (first,) = driven_channels(best, "tracer.position")  # the tracer of poses is the ball B
    for k, pose in enumerate(poses):
        B, C = (pose[:3] + rotation_by(pose[3:]) @ ball for ball in balls)
        np.testing.assert_allclose(first[k], B, atol=1e-8)
        np.testing.assert_allclose(best.motion.points["C"][k], C, atol=1e-8)
        assert np.linalg.norm(C - B) == pytest.approx(best.linkage.values["b"], abs=1e-8)


@pytest.mark.parametrize("kind", ["path", "timed path", "motion"])
def test_derivatives_in_space_are_exact(kind: str) -> None:
    rng = np.random.default_rng(3)
    points, column = rng.normal(size=(4, 3)), np.sort(rng.uniform(0, 2, 4))
    task = {
        "path": lambda: path_task(points, None, (3,)),
        "timed path": lambda: path_task(points, column, (3,)),
        "motion": lambda: motion_task(np.hstack([points, rng.normal(size=(4, 3))]), None, (6,)),
    }[kind]()
    fit = fit_of(task, spatial.RSSR, Limits(), 1.0, {})
    z, s = rng.uniform(0.3, 0.9, (2, len(fit.shape.unknowns))), rng.uniform(0.0, 3.0, (2, 4))
    signs = np.array([[1.0], [-1.0]])
    at, step = fit.residuals(z, s, signs), 1e-6
    for k, place in enumerate(fit.free):
        up, down = (fit.residuals(z + h * np.eye(z.shape[1])[place], s, signs).r
                    for h in (step, -step))  # fmt: skip
        difference = (up - down) / (2.0 * step)
        gap = np.abs(at.by_x[..., k] - difference) / (1.0 + np.abs(difference))
        assert np.quantile(gap, 0.9) < 1e-6


def test_mistakes_in_space() -> None:
    with pytest.raises(ModelError, match="3 numbers are needed in each row"):
        synthesis.generate_path([(0, 0), (1, 0), (1, 1)], mechanism="rssr")
    with pytest.raises(ModelError, match="6 numbers are needed in each row"):
        synthesis.generate_motion([(0, 0, 0), (1, 0, 1)], mechanism="rssr")
    points = [(0, 0, 0), (1, 0, 1), (1, 1, 2)]
    with pytest.raises(ModelError, match="xmin, ymin, zmin, xmax, ymax, zmax"):
        synthesis.generate_path(points, mechanism="rssr", box=(-1, -1, 1, 1))
