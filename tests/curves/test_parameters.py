"""Parameters of curves as coordinates: values, rates, branches, drives, efforts, by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy

from curves.followers import KINDS, machine
from curves.test_two_points import HELIX, WAVE
from sarrus import Mechanism, ModelError
from sarrus.curves import CircleCurve, FormulaCurve
from sarrus.model.joints import CurveOnCurve, PointOnCurve, TwoPointsOnCurve
from sarrus.spatial import Transform
from sarrus.spatial.dual import duals, rates
from sarrus.study import Study

ELLIPSE = FormulaCurve(lambda u: 0.08 * np.cos(u), lambda u: 0.05 * np.sin(u), closed=True)
TYPES: dict[str, Any] = {
    "point": PointOnCurve(0.004, ELLIPSE),
    "wire": PointOnCurve(0.0, HELIX),
    "two points": TwoPointsOnCurve(0.2, 0.01, WAVE),
    "two on a wire": TwoPointsOnCurve(0.15, 0.0, HELIX),
    "face": CurveOnCurve(CircleCurve(0.04)),
    "profiles": CurveOnCurve(ELLIPSE, CircleCurve(0.02)),
}


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("seed", range(3))
def test_rates_are_derivatives(kind: str, seed: int) -> None:
    """T^T V is the rate of the parameters to 1e-12 by dual numbers, closed or not."""
    type_, rng = TYPES[kind], np.random.default_rng(seed)
    plane = type_.curve.is_plane
    turn = rng.uniform(-0.4, 0.4, 3) * ((0, 0, 1) if plane else (1, 1, 1))
    at = {"face": (0.01, 0.045, 0.0), "profiles": (0.06, 0.06, 0.0), "point": (0.07, 0.03, 0.01)}
    place = np.array(at.get(kind, (0.25, 0.16, 0.02)))
    X = Transform.of(Scipy.from_rotvec(turn).as_matrix(), place + 0.004 * rng.normal(size=3))
    T = np.asarray(type_.rate_directions(X, type_.coordinates_of(X)), dtype=float)
    for V in rng.normal(size=(4, 6)) * ((1, 1, 0, 0, 0, 1) if plane else 1.0):
        R = X.matrix
        spin = np.array([[0, -V[5], V[4]], [V[5], 0, -V[3]], [-V[4], V[3], 0]])
        flat = duals(X.numbers, np.concatenate([np.ravel(R @ spin), R @ V[0:3]]))
        expected = rates(type_.coordinates_of(Transform.of_numbers(flat)))
        found = T.T @ V
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-11)


@pytest.mark.parametrize("kind", list(KINDS))
def test_start_and_rate_by_name(kind: str) -> None:
    """The cam stands where the follower touches it at a parameter, and turns as fast as asked."""
    system = machine(kind).compile()
    for wanted in (1.1, 5.5):
        state = system.assemble({"touch.parameter": wanted}, rates={"touch.parameter": 3.0})
        assert not state.notices
        assert state["touch.parameter"] == pytest.approx(wanted, abs=1e-10)
        assert state["touch.parameter_rate"] == pytest.approx(3.0, abs=1e-10)
        h = 1e-5
        ends = [
            system.assemble({"A": state["A"] + s * h * state["A.rate"]})["touch.parameter"]
            for s in (1, -1)
        ]
        assert (ends[0] - ends[1]) / (2 * h) == pytest.approx(3.0, rel=1e-6)
        run = system.simulate(state, until=0.02, every=0.005, rtol=1e-10, atol=1e-12)
        assert run["touch.parameter"][0] == pytest.approx(wanted, abs=1e-10)
        slope = np.gradient(run["touch.parameter"], run.t, edge_order=2)
        assert slope == pytest.approx(run["touch.parameter_rate"], rel=2e-2)
        speeds = np.gradient(run["touch.parameter_rate"], run.t, edge_order=2)
        assert speeds[1:-1] == pytest.approx(
            run["touch.parameter_acceleration"][1:-1], rel=0.1, abs=3.0
        )


def held_point() -> Any:
    """A block that slides along x on a cart along y; its pin is in a groove round an ellipse."""
    m = Mechanism("groove", gravity=(0.0, -9.81, 0.0))
    m.body("cart", 0.5)
    m.body("block", 1.0, (0, 0, 0), (1e-3, 1e-3, 1e-3), at=(0.08, 0, 0))
    m.prismatic("Y", m.ground, "cart", at=(0, 0, 0), axis="y")
    m.prismatic("X", "cart", "block", at=(0.08, 0, 0), axis="x")
    m.point_on_curve("pin", m.ground, "block", curve=ELLIPSE, point=(0.08, 0, 0))
    return m.build().compile()


def test_the_branch_is_chosen() -> None:
    """At a height there are two places in the groove: the parameter says which."""
    system = held_point()
    height = 0.03
    first = np.arcsin(height / 0.05)
    for wanted in (first, np.pi - first):
        near = system.assemble({"Y": height, "pin.parameter": wanted + 0.0})
        assert near["pin.parameter"] == pytest.approx(wanted, abs=1e-9)
        assert near["X"] == pytest.approx(0.08 * np.cos(wanted) - 0.08, abs=1e-9)
    lying = system.assemble({"pin.parameter": 4.0}, rates={"pin.parameter": -2.0})
    assert lying["Y"] == pytest.approx(0.05 * np.sin(4.0), abs=1e-10)
    assert lying["Y.speed"] == pytest.approx(-2.0 * 0.05 * np.cos(4.0), abs=1e-10)


def test_drives_and_efforts() -> None:
    """A parameter that follows a law, over the seam too; its effort does the power of the drive."""
    system = machine("roller").compile()
    drive = system.drive({"touch.parameter": lambda t: 0.2 + 5.0 * t}, until=2.0, every=0.02)
    same = system.drive({"A": lambda t: 0.2 + 5.0 * t}, until=2.0, every=0.02)
    wanted = 0.2 + 5.0 * drive.t
    assert drive["A.angle"] == pytest.approx(wanted, abs=1e-8)
    assert drive["touch.parameter"] == pytest.approx(np.mod(wanted, 2 * np.pi), abs=1e-9)
    # u is the angle of the cam: an effort on it is a moment on the cam
    assert drive["touch.effort"] == pytest.approx(
        same["A.effort"], abs=1e-7 * np.max(np.abs(same["A.effort"]))
    )
    system = held_point()
    drive = system.drive({"pin.parameter": lambda t: 3.0 * t}, until=2.0, every=0.02)
    u = 3.0 * drive.t
    # Lagrange's equation of u, of a mass that moves by x(u), y(u)
    x, y = (-0.08 * np.sin(u), 0.05 * np.cos(u)), (-0.08 * np.cos(u), -0.05 * np.sin(u))
    expected = 9.0 * (1.0 * x[0] * y[0] + 1.5 * x[1] * y[1]) + 1.5 * 9.81 * x[1]
    assert drive["pin.effort"] == pytest.approx(expected, abs=1e-9)


def test_couplers_and_springs_take_them() -> None:
    """A shaft geared to the place of a pin, and a spring along the groove: energy is kept."""
    m = Mechanism("groove", gravity=(0.0, -9.81, 0.0))
    m.body("cart", 0.5)
    m.body("block", 1.0, (0, 0, 0), (1e-3, 1e-3, 1e-3), at=(0.08, 0, 0))
    m.body("wheel", 1.0, (0, 0, 0), (1e-3, 1e-3, 2e-3))
    m.prismatic("Y", m.ground, "cart", at=(0, 0, 0), axis="y")
    m.prismatic("X", "cart", "block", at=(0.08, 0, 0), axis="x")
    m.revolute("W", m.ground, "wheel", at=(0, 0, 0), axis="z")
    m.point_on_curve("pin", m.ground, "block", curve=ELLIPSE, point=(0.08, 0, 0))
    m.couple("gear", {"W": 1, "pin.parameter": -2})
    system = m.build().compile()
    start = system.assemble({"pin": 1.0})
    run = system.simulate(start, until=0.5, every=0.05, rtol=1e-10, atol=1e-12)
    assert run["W.angle"] == pytest.approx(2.0 * run["pin.parameter"], abs=1e-9)
    assert run.energy_error < 1e-8
    assert np.ptp(run["pin.parameter"]) > 0.5


FILE = """\
sarrus: 1
gravity: [0, -9.81, 0]
bodies:
  cam: {mass: 1, inertia: [0.001, 0.001, 0.001]}
  follower: {mass: 0.3, at: [0, 38 mm, 0]}
joints:
  A: {type: revolute, parent: ground, child: cam, at: [0, 0, 0], axis: z}
  B: {type: prismatic, parent: ground, child: follower, at: [0, 0, 0], axis: y}
  touch: {type: point_on_curve, parent: cam, child: follower, point: [0, 38 mm, 0], radius: 8 mm,
    curve: {type: CamCurve, follower: roller, angles: [0, 2.0944, 3.14159, 5.236],
            lifts: [0, 0.01, 0.01, 0], base_radius: 0.03, roller_radius: 0.008}}
"""


def test_model_files(tmp_path: Path) -> None:
    path = tmp_path / "cam.yaml"
    path.write_text(
        f"{FILE}assembly: {{wanted: {{touch.parameter: 1.2}}, rates: {{touch.parameter: 5}}}}\n"
        "run: {until: 50 ms, every: 10 ms}\n"
    )
    run = Study.load(path).run()
    assert run["A.angle"][0] == pytest.approx(1.2, abs=1e-8)
    assert run["A.rate"][0] == pytest.approx(5.0, rel=1e-6)  # of a spline
    path.write_text(
        f'{FILE}drives: {{touch.parameter: "0.2 + 6*t"}}\n'
        "run: {kind: drive, until: 2 s, every: 10 ms}\n"
    )
    drive = Study.load(path).run()
    assert drive["A.angle"][-1] == pytest.approx(12.2, abs=1e-8)


def test_what_is_refused_is_named() -> None:
    system = machine("roller").compile()
    with pytest.raises(ModelError, match=r"'touch\.other_parameter'.*is not a coordinate"):
        system.assemble({"touch.other_parameter": 1.0})
    with pytest.raises(ModelError, match=r"'touch\.parameter_rate'.*is a velocity"):
        system.assemble({"touch.parameter_rate": 1.0})
