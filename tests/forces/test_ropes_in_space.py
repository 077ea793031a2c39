"""Ropes over points anywhere in space: statics, energy, derivatives, both kinds compared."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from forces.joint_identities import (
    assert_derivatives,
    assert_gradient,
    assert_power,
    assert_traced,
    mechanism,
    scene,
    with_element,
)
from sarrus import Mechanism, ModelError
from sarrus.model import GROUND
from sarrus.model.forces import Cable
from sarrus.model.pose import vector3

G = 9.81
START, EYE = (0.2, -0.4, 0.1), (1.3, 0.2, 1.0)


def lifted(method: str, **options: Any) -> Mechanism:
    """A load on a rope that passes an eye on a post, and is made fast elsewhere."""
    m = Mechanism("rope", gravity=(0, 0, -G))
    m.body("post", 3.0, (0, 0, 0), (0.1, 0.1, 0.1), at=EYE)
    m.weld("foot", m.ground, "post", at=(1.3, 0.2, 0))
    m.body("load", 8.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1.3, 0.2, -0.5))
    m.free("free", m.ground, "load", at=(1.3, 0.2, -0.5))
    wheels = [("ground", START, 0), ("post", EYE, 0), ("load", (1.3, 0.2, -0.5), 0)]
    getattr(m, method)("rope", wheels, **options)
    return m


def test_a_load_at_rest() -> None:
    """The tension is its weight; the foot of the post bears T(u_1 - u_2) and its own weight."""
    system = lifted("inextensible_cable").build().compile()
    state = system.assemble()
    assert np.max(np.abs(system.accelerations(state).vdot)) < 1e-12
    run = system.simulate(state, until=0.02, every=0.01)
    assert run["rope.effort"] == pytest.approx(8.0 * G, rel=1e-12)
    way = np.subtract(START, EYE) / np.linalg.norm(np.subtract(START, EYE))
    pull = 8.0 * G * np.add(way, [0, 0, -1]) + [0, 0, -3.0 * G]
    foot = system.reactions(state, axes="world")["foot"]
    assert foot.force == pytest.approx(-pull, rel=1e-10)


def test_elastic_and_not() -> None:
    """A pendulum in space whose rope is paid out by a slider, by both kinds of rope."""
    found = []
    for method, options in (
        ("inextensible_cable", {}),
        ("cable", {"stiffness": 3e8, "preload": 8.0 * G, "damping": 3e4}),
    ):
        m = lifted(method, **options)
        system = m.build().compile()
        start = system.assemble(rates={"free.vx": 0.6, "free.vy": -0.9})
        run = system.simulate(start, until=0.5, every=0.05, rtol=1e-8, atol=1e-11, method="bdf")
        assert run.energy_error < 1e-5
        found.append(run["load.position"])
    assert np.max(np.abs(found[0] - found[1])) < 1e-5
    assert np.max(np.abs(np.diff(found[0], axis=0))) > 0.01
    size = np.linalg.norm(found[0] - EYE, axis=1)
    assert size == pytest.approx(1.5, abs=1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_identities(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    names = [GROUND, *(body.name for body in m.model.bodies)]
    wheels = (GROUND, *(str(rng.choice(names)) for _ in range(2)), names[-1])
    points = tuple(vector3(rng.uniform(-1, 1, 3)) for _ in wheels)
    here = scene(m, m.q, m.v)
    at = [here.point(b, p).position for b, p in zip(wheels, points, strict=True)]
    lengths = tuple(float(np.linalg.norm(b - a)) for a, b in pairwise(at))
    n = len(wheels)
    rope = Cable(
        name="rope", wheels=wheels, points=points, radii=(0.0,) * n, drawn=((1.0, 0.0),) * (n - 1),
        lengths=lengths, wraps=(0.0,) * n, hinges=("",) * n, senses=(1.0,) * n, base=GROUND,
        carriers=(GROUND,) * n, zero_directions=((1.0, 0.0, 0.0),) * n, stiffness=500.0,
        preload=200.0, damping=2.0,
    )  # fmt: skip
    whole = with_element(m, rope)
    assert_gradient(whole)
    assert assert_power(whole) >= 0.0
    assert_derivatives(whole)
    assert_traced(whole, {"stiffness": 600.0})


def test_there_and_back_through_a_file(tmp_path: Path) -> None:
    model = lifted("cable", stiffness=1e5, slack=0.1).build()
    sarrus.save(model, tmp_path / "m.yaml")
    assert sarrus.load(tmp_path / "m.yaml").forces == model.forces


def test_points_that_are_the_same_are_named() -> None:
    m = lifted("cable", stiffness=1e5)
    m.cable("second", [("post", EYE, 0), ("load", EYE, 0), ("ground", START, 0)], stiffness=1e5)
    with pytest.raises(ModelError, match=r"M46.*wheels\[0\].*no direction between them"):
        m.build()
