"""Conditions derived from the values of a residual, against those that are written out.

A type that the solver has no conditions for is known to it by `residual` and `coordinates_of`
alone. The types that it has are derived in the same way here, and must move alike.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cartesian.mechanisms import pair
from sarrus.cartesian import CartesianSystem
from sarrus.cartesian.joints import OWN, cartesian_joint, joint_by_values
from sarrus.cartesian.markers import JointMarkers
from sarrus.cartesian.scene import CartesianScene
from sarrus.model import Joint, Model
from sarrus.model.joints import TYPES, Distance, JointType

KNOWN = [name for name in OWN if TYPES[name]().quaternion_at is None]


def moving_pair(kind: str, seed: int) -> tuple[JointType, JointMarkers]:
    """Return the frames of a joint between two bodies that move in any way."""
    model, joint = _rods(seed) if kind == "distance" else pair(kind, seed)
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.concatenate([rng.normal(size=3), _unit(rng)]) for _ in range(2)])
    scene = CartesianScene.of(model, y, rng.normal(size=12), np.zeros(joint.type.nq), 0.0)
    return joint.type, scene.markers[joint.name]


def _rods(seed: int) -> tuple[Model, Joint]:
    model, joint = pair("spherical", seed)
    rod = Joint(joint.name, Distance(0.7), joint.parent, joint.child, joint.on_parent)
    return Model(model.name, model.gravity, model.bodies, (rod,)), rod


def _unit(rng: np.random.Generator) -> np.ndarray:
    p = rng.normal(size=4)
    return p / np.linalg.norm(p)


@pytest.mark.parametrize("seed", range(3))
def test_the_row_of_a_distance(seed: int) -> None:
    """The one type whose conditions are the same formula in both forms, closed or not."""
    type_, markers = moving_pair("distance", seed)
    (a,), (b,) = (c.conditions(markers, 0.7) for c in (OWN["distance"], joint_by_values(type_)))
    for part in ("value", "rows", "rate", "bias"):
        np.testing.assert_allclose(getattr(a, part), getattr(b, part), atol=1e-11)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", KNOWN)
def test_coordinates_and_rates(kind: str, seed: int) -> None:
    type_, markers = moving_pair(kind, seed)
    if kind == "helical":
        return  # away from its thread, an angle and a shift are two measures of it
    own, other = OWN[kind], joint_by_values(type_)
    for x, y in zip(own.coordinates(markers), other.coordinates(markers), strict=True):
        for part in ("value", "rows", "rate", "bias"):
            np.testing.assert_allclose(getattr(x, part), getattr(y, part), atol=1e-11)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("kind", [k for k in KNOWN if TYPES[k].velocities])
def test_motion(kind: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accelerations, efforts and reactions of a closed pair."""
    from cartesian.test_conditions import closed, coordinates

    def answers() -> tuple[np.ndarray, np.ndarray]:
        model, joint = pair(kind, seed)
        system = CartesianSystem(model, compiled=False)
        state = closed(system, joint, coordinates(joint, seed), seed)
        Y = np.random.default_rng(seed).normal(size=12)
        state = system.project(replace(state, Y=Y))
        effort = {"j": np.linspace(0.4, 0.9, joint.type.nv)}
        found = system.accelerations(state, efforts=effort)
        reaction = system.reactions(state, efforts=effort)["j"]
        bodies = [np.concatenate([a.acceleration, a.angular_acceleration]) for a in found.values()]
        return np.concatenate(bodies), np.concatenate([reaction.force, reaction.moment])

    expected = answers()
    cartesian_joint.cache_clear()
    monkeypatch.delitem(OWN, kind)
    for a, b in zip(answers(), expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)
    cartesian_joint.cache_clear()
