"""Arrows of force elements: what they push and turn, and where."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from forces.test_running_track import vehicle as running_track
from sarrus.road import Flat
from sarrus.viewer import scene_of
from viewer.reading import arrays_of

K, KR = 400.0, 3.0
AT = (0.3, 0.0, 0.1)


def run_of(m: sarrus.Mechanism, until: float = 0.2, **rates: float) -> Any:
    system = m.build().compile()
    return system.simulate(system.assemble(rates=rates), until=until, every=0.01)


def lifted() -> sarrus.Mechanism:
    """Return a body that slides up and down, its origin away from its guide."""
    m = sarrus.Mechanism("lifted")
    body = m.body("b", mass=1.0, com=AT, inertia=(0.01, 0.01, 0.01))
    m.prismatic("Z", m.ground, body, at=AT, axis="z")
    return m


def swinging() -> sarrus.Mechanism:
    """Return a body that turns about an axis away from its origin."""
    m = sarrus.Mechanism("swinging", gravity=(0, 0, 0))
    body = m.body("b", mass=1.0, com=AT, inertia=(0.01, 0.01, 0.01))
    m.revolute("Y", m.ground, body, at=AT, axis="y")
    return m


def stiffness() -> np.ndarray:
    return np.diag([K, K, K, KR, KR, KR])


def test_a_bushing_that_is_pushed_does_not_turn() -> None:
    """The force acts at the bushing; its moment about the origin of the body is not drawn."""
    m = lifted()
    m.bushing("soft", m.ground, "b", stiffness(), at=AT)
    run = run_of(m)
    scene = scene_of(run)
    arrays = arrays_of(scene)
    (acting,) = scene.static["acting"]
    assert (acting["element"], acting["body"]) == ("soft", 1)
    np.testing.assert_allclose(acting["at"], AT)
    z = np.asarray(run.history.at(arrays["times"])["Z.displacement"])
    expected = np.stack([0 * z, 0 * z, -K * z], axis=1)
    np.testing.assert_allclose(arrays["acting"][:, 0], expected, rtol=0, atol=1e-3)
    about = np.asarray(run.history["soft.b.moment"])
    assert np.max(np.abs(about)) > 0.1
    assert scene.static["turning"] == []
    (bushing,) = scene.static["bushings"]
    assert (bushing["a"]["body"], bushing["b"]["body"]) == (0, 1)
    np.testing.assert_allclose(bushing["b"]["at"], AT)


def test_the_link_of_a_body_reaches_its_bushing() -> None:
    far = (0.9, 0.0, 0.1)
    m = swinging()
    m.bushing("soft", m.ground, "b", stiffness(), at=far)
    shapes = scene_of(run_of(m, 0.02)).static["bodies"][1]["shapes"]
    (rod,) = [shape for shape in shapes if shape["kind"] == "capsule"]
    along = np.array(rod["axes"]).reshape(3, 3)[:, 2] * rod["length"] / 2
    ends = sorted((np.array(rod["at"]) + sign * along).tolist() for sign in (-1, 1))
    np.testing.assert_allclose(ends, [AT, far], atol=1e-12)


def test_a_bushing_that_is_twisted_turns() -> None:
    m = swinging()
    m.bushing("soft", m.ground, "b", stiffness(), at=AT)
    run = run_of(m, Y=4.0)
    scene = scene_of(run)
    arrays = arrays_of(scene)
    angle = np.asarray(run.history.at(arrays["times"])["Y.angle"])
    assert np.ptp(angle) > 0.1
    expected = np.stack([0 * angle, -KR * angle, 0 * angle], axis=1)
    np.testing.assert_allclose(arrays["turning"][:, 0], expected, rtol=0, atol=1e-4)
    assert [one["element"] for one in scene.static["turning"]] == ["soft"]
    largest = scene.static["largest"]["acting.moment"]
    assert largest == pytest.approx(np.percentile(np.abs(KR * angle), 95.0), rel=1e-3)


def test_torques_and_moments_turn_at_the_center_of_mass() -> None:
    m = swinging()
    m.torque("T", m.ground, "b", (0, 1, 0), 0.2)
    m.moment("M", "b", (0.0, 0.3, 0.5))
    scene = scene_of(run_of(m))
    turning = arrays_of(scene)["turning"]
    assert [one["element"] for one in scene.static["turning"]] == ["T", "M"]
    for about in scene.static["turning"]:
        np.testing.assert_allclose(about["at"], AT)
    np.testing.assert_allclose(turning[:, 0], [[0.0, 0.2, 0.0]] * len(turning), atol=1e-4)
    np.testing.assert_allclose(turning[:, 1], [[0.0, 0.3, 0.5]] * len(turning), atol=1e-4)
    assert scene.static["acting"] == []


def test_a_force_of_the_user_acts_at_its_point() -> None:
    tip = (0.6, 0.0, -0.2)
    m = swinging()
    m.user_force(
        "push", lambda s: [s.force("tip", (1.0 + s.time, 0.0, 2.0))], points={"tip": ("b", tip)}
    )
    scene = scene_of(run_of(m))
    arrays = arrays_of(scene)
    (acting,) = scene.static["acting"]
    np.testing.assert_allclose(acting["at"], tip)
    t = arrays["times"]
    expected = np.stack([1.0 + t, 0 * t, 0 * t + 2.0], axis=1)
    np.testing.assert_allclose(arrays["acting"][:, 0], expected, rtol=0, atol=1e-4)
    assert scene.static["turning"] == []


def test_a_track_pulls_its_wheels() -> None:
    """A band around two equal wheels pulls them together by twice its tension."""
    k, preload = 200.0, 10.0
    m = sarrus.Mechanism("band", gravity=(0, 0, 0))
    m.body("wheel", mass=1.0, com=(1.0, 0, 0), inertia=(0.1, 0.1, 0.1))
    m.prismatic("X", m.ground, "wheel", at=(1.0, 0, 0), axis="x")
    m.track("band", [("wheel", (1, 0, 0), 0.2), (m.ground, (0, 0, 0), 0.2)], k=k, preload=preload)
    run = run_of(m, X=1.0)
    scene = scene_of(run)
    arrays = arrays_of(scene)
    x = np.asarray(run.history.at(arrays["times"])["X.displacement"])
    tension = np.maximum(preload + 2 * k * x, 0.0)
    assert np.ptp(tension) > 1.0
    expected = np.stack([-2 * tension, 0 * x, 0 * x], axis=1)
    np.testing.assert_allclose(arrays["acting"][:, 0], expected, rtol=0, atol=1e-2)
    (acting,) = scene.static["acting"]
    np.testing.assert_allclose(acting["at"], [1.0, 0.0, 0.0])
    assert scene.static["turning"] == []


def test_tensions_of_a_band_that_runs_are_arrows_at_its_straight_parts() -> None:
    """Two for each run, as long as its tension; what is left on a wheel is the ground's grip."""
    m = running_track(road=Flat(), preload=15e3)
    system = m.build().compile(kernels=())
    start = system.state(system.neutral(), system.velocities_of({"hull.vx": 3.0, "turn": 14.0}))
    run = system.simulate(start, until=0.02, every=0.01)
    scene = scene_of(run)
    arrays, listed = arrays_of(scene), scene.static["acting"]
    pulls = [k for k, a in enumerate(listed) if a["element"] == "band" and a["below"] == 0.0]
    assert len(pulls) == 10
    sizes = np.linalg.norm(arrays["acting"][:, pulls], axis=2)
    at = run.history.at(arrays["times"])
    for i in range(5):
        tension = np.asarray(at[f"band.tension{i + 1}"])
        for k in (2 * i, 2 * i + 1):
            np.testing.assert_allclose(sizes[:, k], tension, rtol=1e-4)
    np.testing.assert_allclose(np.sum(arrays["acting"][:, pulls], axis=1), 0.0, atol=2.0)
    grips = [k for k, a in enumerate(listed) if a["element"] == "band" and a["below"] > 0.0]
    total = np.sum(arrays["acting"][:, grips], axis=1)
    np.testing.assert_allclose(total, -np.asarray(at["band.ground.force"]), atol=2.0)
