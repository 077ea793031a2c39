"""CommonRoad's vehicle models (TU Munich, BSD licence): its Magic Formula and single-track cars.

M. Althoff, M. Koschi, S. Manzinger, CommonRoad: Composable benchmarks for motion planning on roads,
IEEE IV 2017; vehicle 2 (BMW 320i) and the numbers of unit_tests/test_derivatives.py of the package
commonroad-vehicle-models. Its formulas are those of the load FNOMIN, without camber; its vertical
shift of F_x stands inside the sine and is left out on both sides.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.tyres import MagicFormula, Patch

DATA = json.loads((Path(__file__).parent / "commonroad.json").read_text(encoding="utf-8"))
"""Rows of kappa, alpha; pure F_x and F_y, combined F_x and F_y, by that program."""
FOOT, POUND = 0.3048, 4.4482216152605
MASS, YAW = POUND / FOOT * 74.91452, POUND * FOOT * 1321.416
FRONT, REAR, HEIGHT = FOOT * 3.793293, FOOT * 4.667707, FOOT * 2.01355
G, A_MAX, V_SWITCH, TURN = 9.81, 11.5, 7.319, 0.15


def tyre() -> MagicFormula:
    names = {name.replace("_", "").upper(): x for name, x in DATA["coefficients"].items()}
    vertical = {"FNOMIN": DATA["load"], "UNLOADED_RADIUS": 0.3, "VERTICAL_STIFFNESS": 2e5}
    return MagicFormula({**names, **vertical, "PKY2": 1.0, "PKY4": 2.0, "FITTYP": 61.0})


@pytest.mark.parametrize("row", DATA["rows"])
def test_magic_formula(row: list[float]) -> None:
    """To 1e-9: ours divides by C D + 1e-6 N."""
    kappa, alpha, *expected = row
    car, load = tyre(), DATA["load"]
    along, across = Patch(load, kappa), Patch(load, 0.0, np.tan(alpha))
    pure = (
        car.longitudinal(along, car.star(along)).force,
        car.lateral(across, car.star(across)).force,
    )
    assert [float(x) for x in pure] == pytest.approx(expected[:2], rel=1e-9)
    both = car.forces(Patch(load, kappa, np.tan(alpha)))
    assert [float(both.F_x), float(both.F_y)] == pytest.approx(expected[2:], rel=1e-9, abs=1e-6)


def acceleration(speed: float) -> float:
    """Of full throttle: what the engine has at that speed, if that is less than asked."""
    return min(0.63 * G, A_MAX * V_SWITCH / speed)


def test_kinematic_single_track_car() -> None:
    """Two wheels that roll, one of them steered: rates of place and heading by the rows alone."""
    m = sarrus.Mechanism("bicycle")
    r, wheelbase = 0.3, FRONT + REAR
    frame = m.body("frame", 100.0, (0, 0, r), (1, 1, 1))
    fork = m.body("fork", 1.0, (wheelbase, 0, r), (1, 1, 1))
    m.planar("plane", m.ground, frame, at=(0, 0, r), axis="z")
    m.revolute("steer", frame, fork, at=(wheelbase, 0, r), axis="z")
    for name, carrier, x in (("rear", frame, 0.0), ("front", fork, wheelbase)):
        wheel = m.body(name, 1.0, (x, 0, r), (1, 1, 1))
        m.revolute(f"{name}_axle", carrier, wheel, at=(x, 0, r), axis="y")
        m.rolling(f"{name}_contact", wheel, radius=r, center=(x, 0, r), axis="y")
    system = m.build().compile()
    x, y, delta, v, psi = (
        3.9579422297936526,
        0.0391650102771405,
        0.0378491427211811,
        16.3546957860883566,
        0.0294717351052816,
    )
    expected = 16.3475935934250209, 0.4819314886013121, 0.1500000000000000, 0.2401426578627629
    at = {"plane.x": x, "plane.y": y, "plane.angle": psi, "steer": delta}
    state = system.assemble(at, rates={"rear_axle": v / r, "steer": TURN})
    found = [
        float(_rates(system, name) @ state.v)
        for name in ("plane.vx", "plane.vy", "steer", "plane.rate")
    ]
    assert found == pytest.approx(expected, abs=1e-12)


def _rates(system: sarrus.System, name: str) -> np.ndarray:
    """Return the row that takes the rate of a coordinate from v."""
    return np.asarray(system.velocities_of({name: 1.0}))


def test_dynamic_single_track_car() -> None:
    """A body in the plane under the forces of two linear tyres, whose load follows acceleration."""
    coefficients = DATA["coefficients"]
    mu, stiffness = coefficients["p_dy1"], -coefficients["p_ky1"] / coefficients["p_dy1"]
    x, y, delta, v, psi, turn, beta = (
        2.0233348142065677, 0.0041907137716636, 0.0197545248559617, 15.7216236334290116,
        0.0025857914776859, 0.0529001056654038, 0.0033012170610298,
    )  # fmt: skip
    expected = (
        15.7213512030862397,
        0.0925527979719355,
        5.3536773276413925,
        0.6435589397748606,
        0.0313297971641291,
    )
    a = acceleration(v)
    loads = [
        MASS * (G * other + sign * a * HEIGHT) / (FRONT + REAR)
        for other, sign in ((REAR, -1.0), (FRONT, 1.0))
    ]

    def tyres(motion: Any) -> Any:
        velocity, axes = motion.velocity("centre"), motion.axes("car")
        along, across = axes[:, 0] @ velocity, axes[:, 1] @ velocity
        speed, slip = np.sqrt(along * along + across * across), np.arctan2(across, along)
        rate = motion.angular_velocity("car")[2]
        angles = (delta - slip - FRONT * rate / speed, -slip + REAR * rate / speed)
        front, rear = (
            mu * stiffness * load * angle for load, angle in zip(loads, angles, strict=True)
        )
        ahead = velocity / speed
        left = np.array([-ahead[1], ahead[0], 0.0 * ahead[0]])
        pull = motion.force("centre", MASS * a * ahead + (front + rear) * left)
        turns = FRONT * front - REAR * rear
        return pull, motion.moment("car", np.array([0.0 * turns, 0.0 * turns, turns]))

    m = sarrus.Mechanism("car", (0.0, 0.0, 0.0))
    car = m.body("car", MASS, (0, 0, 0), (YAW, YAW, YAW))
    m.planar("plane", m.ground, car, at=(0, 0, 0), axis="z")
    m.user_force("tyres", tyres, points={"centre": ("car", (0, 0, 0))})
    system = m.build().compile()
    q = system.coordinates_of({"plane.x": x, "plane.y": y, "plane.angle": psi})
    way = beta + psi
    rates = {"plane.vx": v * np.cos(way), "plane.vy": v * np.sin(way), "plane.rate": turn}
    state = system.state(q, system.velocities_of(rates))
    vdot = np.asarray(system.accelerations(state).vdot)
    acc = np.array([_rates(system, name) @ vdot for name in rates])
    left, ahead = np.array([-np.sin(way), np.cos(way)]), np.array([np.cos(way), np.sin(way)])
    found = [
        rates["plane.vx"],
        rates["plane.vy"],
        ahead @ acc[:2],
        acc[2],
        left @ acc[:2] / v - turn,
    ]
    assert [float(value) for value in found] == pytest.approx(expected, abs=1e-11)
