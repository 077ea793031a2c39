"""Belts and ropes: lengths and forces in closed form, Euler's law, energy, derivatives, errors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, ModelError, analysis, gallery
from sarrus.model import Model
from sarrus.system.system import System

G = 9.81


def drive(
    wheels: Sequence[tuple[float, float, float]], *, held: bool = False, **options: Any
) -> Model:
    """Wheels (x, y, radius) that turn in `w0`, `w1`, ... with a belt over them."""
    m = Mechanism("drive", gravity=(0, -G, 0))
    listed = []
    for i, (x, y, r) in enumerate(wheels):
        body = m.body(f"wheel{i}", 1.0, (0, 0, 0), (0.01, 0.01, 0.01), at=(x, y, 0))
        m.revolute(f"w{i}", m.ground, body, at=(x, y, 0), axis="z")
        listed.append((body, (x, y, 0), r))
    m.belt_drive("belt", listed, **{"stiffness": "50 kN", "preload": 100.0, **options})
    return m.build()


def element(model: Model, name: str = "belt") -> Any:
    return next(force for force in model.forces if force.name == name)


@pytest.mark.parametrize("crossed", [False, True])
def test_length_is_that_of_textbooks(crossed: bool) -> None:
    """2 C cos a + (pi + 2a) R + (pi - 2a) r open, with sin a = (R - r)/C; crossed likewise."""
    R, r, C = 0.2, 0.08, 0.7
    belt = element(drive([(0, 0, R), (C, 0, -r if crossed else r)]))
    a = np.arcsin((R + r if crossed else R - r) / C)
    turns = (np.pi + 2 * a) * R + ((np.pi + 2 * a) if crossed else (np.pi - 2 * a)) * r
    assert belt.drawn_length == pytest.approx(2 * C * np.cos(a) + turns, rel=1e-13)
    wraps = [abs(w) for w in belt.wraps]
    assert wraps == pytest.approx([np.pi + 2 * a, np.pi + 2 * a if crossed else np.pi - 2 * a])


@pytest.mark.parametrize("crossed", [False, True])
def test_ratio_of_a_belt(crossed: bool) -> None:
    system = drive([(0, 0, 0.2), (0.7, 0, -0.1 if crossed else 0.1)], damping_time=1e-3).compile()
    # without slip the rates settle at the ratio of the radii, whatever the start
    run = system.simulate(system.assemble(rates={"w0": 3.0}), until=2.0, rtol=1e-9, atol=1e-11)
    ratio = run["w1.rate"][-1] / run["w0.rate"][-1]
    assert ratio == pytest.approx(-2.0 if crossed else 2.0, rel=1e-6)


def moving(mu: float = 0.0, preload: float = 150.0) -> tuple[System, Any]:
    """The belt drive of the gallery, turned, with a tensioner that swings."""
    system = gallery.belt_tensioner(mu=mu, preload=preload).compile()
    q = np.array([0.11, 0.05, -0.08, 0.2])
    names = ("A", "B", "C", "D")
    at = system.assemble(dict(zip(names, q, strict=True)),
                         rates=dict(zip(names, (2.0, 1.0, 0.3, -3.0), strict=True)))  # fmt: skip
    return system, at


def test_forces_are_the_slope_of_the_energy() -> None:
    system, at = moving()
    still = system.state(at.q, np.zeros(4))
    h = 1e-4

    def energy(q: np.ndarray) -> float:
        return float(system.energy(q, np.zeros(4)).potential)

    push = system.mass_matrix(at.q) @ system.accelerations(still).vdot
    for k, e in enumerate(np.eye(4)):
        v = {j: energy(at.q + j * h * e) for j in (-3, -2, -1, 1, 2, 3)}
        slope = (45 * (v[1] - v[-1]) - 9 * (v[2] - v[-2]) + v[3] - v[-3]) / (60 * h)
        assert push[k] == pytest.approx(-slope, abs=1e-7)


@pytest.mark.parametrize("mu", [0.0, 0.02])
def test_the_ledger_closes(mu: float) -> None:
    """Energy is lost in runs and in slip as it is told; with mu = 0.02 the belt does slip."""
    system = gallery.belt_tensioner(mu=mu).compile()
    run = system.simulate(system.assemble(), until=0.4, inputs={"A": 6.0}, rtol=1e-9, atol=1e-11)
    assert run.energy_error <= 1e-6
    assert run.loss[-1] > 0.01
    if mu:
        assert np.max(np.abs(run["belt.slip_speed1"])) > 0.01


def test_derivatives_of_a_belt() -> None:
    system, at = moving(0.3, 2000.0)
    found = analysis.forward_derivatives(system, at.q, at.v, np.zeros(4))
    h = 1e-4
    for k, e in enumerate(np.eye(4)):
        for exact, dq, dv in (
            (found.dvdot_dq[:, k], h * e, 0.0 * e),
            (found.dvdot_dv[:, k], 0.0 * e, h * e),
        ):
            v = {
                j: system.accelerations(system.state(at.q + j * dq, at.v + j * dv)).vdot
                for j in (-3, -2, -1, 1, 2, 3)
            }
            slope = (45 * (v[1] - v[-1]) - 9 * (v[2] - v[-2]) + v[3] - v[-3]) / (60 * h)
            assert np.max(np.abs(exact - slope)) < 1e-8 * (1.0 + np.max(np.abs(exact)))


def test_a_slipping_belt_obeys_euler() -> None:
    """The driven wheel is held: the driver turns in the belt, and tensions differ by exp(mu b)."""
    mu, r, R, C = 0.3, 0.05, 0.1, 0.5
    model = drive([(0, 0, r), (C, 0, R)], mu=mu, preload=200.0, slip_speed=5.0)
    system = model.compile()
    w = 4.0
    start = system.assemble(rates={"w0": w})
    run = system.simulate(start, until=1.0, driven={"w0": lambda t: w * t, "w1": 0.0},
                          rtol=1e-9, atol=1e-12)  # fmt: skip
    tight = max(run["belt.tension1"][-1], run["belt.tension2"][-1])
    loose = min(run["belt.tension1"][-1], run["belt.tension2"][-1])
    wrap = np.pi - 2 * np.arcsin((R - r) / C)  # on the small wheel, which slips
    slip = abs(run["belt.slip_speed1"][-1])
    assert slip == pytest.approx(w * r, rel=1e-6)
    wanted = np.exp(mu * wrap) * (1.0 + slip / 5.0)
    # the loose run counts a part in a thousand more, so that a slack belt does not divide by zero
    assert tight / loose == pytest.approx(wanted, rel=2e-3)
    assert tight + loose == pytest.approx(400.0, rel=0.05)


def test_block_and_tackle_is_exact() -> None:
    """n parts carry the load: T = g (m (1 + n) M)/(M + n^2 m) of a counterweight m."""
    M, m = 42.0, 10.0
    system = gallery.block_and_tackle(load=M, counterweight=m).compile()
    motion = system.accelerations(system.assemble())
    a = (4 * m - M) * G / (M + 16 * m)  # upwards, of the load
    assert float(motion["A"]) == pytest.approx(a, rel=1e-13)
    assert float(motion["B"]) == pytest.approx(-4 * a, rel=1e-13)
    run = system.simulate(system.assemble(), until=0.5)
    assert np.allclose(run["rope.effort"], M * (a + G) / 4, rtol=1e-12)
    assert np.allclose(run["B.displacement"] + 4 * run["A.displacement"], 0.0, atol=1e-14)
    still = gallery.block_and_tackle(load=40.0, counterweight=10.0).compile()
    assert float(still.accelerations(still.assemble())["A"]) == pytest.approx(0.0, abs=1e-13)


def test_the_tension_of_a_driven_rope() -> None:
    """At a steady pace n = 4 parts carry the load, also asked of the drive by name."""
    system = gallery.block_and_tackle(load=40.0).compile()
    drive = system.drive({"A": lambda t: 0.1 * t}, until=0.2, every=0.1)
    assert "rope.effort" in drive and "rope.nothing" not in drive
    assert drive["rope.effort"] == pytest.approx(40.0 * G / 4, rel=1e-12)


def winch(elastic: bool) -> Model:
    """A drum that lifts a weight over a sheave on a swinging arm."""
    m = Mechanism("winch", gravity=(0, -G, 0))
    drum = m.body("drum", 5.0, (0, 0, 0), (0.05, 0.05, 0.05))
    arm = m.body("arm", 2.0, (0.5, 0, 0), (0.2, 0.2, 0.2), at=(0.3, 1.0, 0))
    load = m.body("load", 8.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1.4, -0.5, 0))
    m.revolute("drum", m.ground, drum, at=(0, 0, 0), axis="z")
    m.revolute("arm", m.ground, arm, at=(0.3, 1.0, 0), axis="z")
    m.planar("free", m.ground, load, at=(1.4, -0.5, 0), axis="z")
    m.joint_spring("stay", "arm", k=4000.0, d=5.0)
    wheels = [(drum, (0, 0, 0), -0.15), (arm, (1.3, 1.0, 0), -0.1), (load, (1.4, -0.5, 0), 0.0)]
    if elastic:
        m.cable("rope", wheels, stiffness="100 MN", preload=8.0 * G, damping=2000.0)
    else:
        m.inextensible_cable("rope", wheels)
    return m.build()


def test_a_rope_that_does_not_stretch() -> None:
    """Its row by differences, its bias, energy, and an elastic rope that is nearly as stiff."""
    system = winch(False).compile()
    state = system.assemble({"drum": 0.1, "arm": -0.05}, rates={"drum": 0.4, "arm": 0.2})
    terms = system.compiled.loops.terms(state.q, state.v)
    h = 1e-6
    for k, e in enumerate(np.eye(system.nv)):
        phi = [system.compiled.loops.closure(state.q + s * h * e)[0] for s in (1, -1)]
        assert (phi[0] - phi[1])[0] / (2 * h) == pytest.approx(terms.Phi[0, k], abs=1e-9)
    Phi = [system.compiled.loops.closure(state.q + s * h * state.v)[1] for s in (1, -1)]
    assert terms.gamma[0] == pytest.approx(-((Phi[0] - Phi[1]) / (2 * h) @ state.v)[0], abs=1e-7)
    assert system.model.joints and system.mobility(state) is not None
    run = system.simulate(state, until=0.3, inputs={"drum": 13.0}, rtol=1e-10, atol=1e-12)
    stiff = winch(True).compile()
    like = stiff.simulate(stiff.state(state.q, state.v), until=0.3, inputs={"drum": 13.0},
                          rtol=1e-8, atol=1e-10, method="bdf")  # fmt: skip
    assert np.ptp(run["rope.effort"]) > 1.0
    for name in ("drum.angle", "arm.angle"):
        assert run[name][-1] == pytest.approx(like[name][-1], abs=2e-4)


def test_a_rope_goes_slack() -> None:
    m = Mechanism("slack", gravity=(0, -G, 0))
    ball = m.body("ball", 1.0, (0, 0, 0), (0.01, 0.01, 0.01), at=(0, -1, 0))
    m.prismatic("s", m.ground, ball, at=(0, -1, 0), axis="y")
    m.cable("rope", [(m.ground, (0, 0, 0), 0.0), (ball, (0, -1, 0), 0.0)], stiffness=2000.0,
            slack=0.1)  # fmt: skip
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.6, every=0.002, rtol=1e-10, atol=1e-12)
    fall = run["s.displacement"] > -0.1
    assert np.all(run["rope.tension"][fall] == 0.0)
    # the deepest point: m g (h) = k x^2/2, h = 0.1 + x, k = EA / (l + slack)
    k = 2000.0 / 1.1
    x = (G + np.sqrt(G * G + 2 * k * G * 0.1)) / k
    assert -np.min(run["s.displacement"]) == pytest.approx(0.1 + x, abs=2e-4)


BAD: dict[str, tuple[Any, Any]] = {
    "they overlap": ([(0, 0, 0.2), (0.25, 0, -0.1)], {}),
    "one is inside the other": ([(0, 0, 0.3), (0.1, 0, 0.1)], {}),
    "shorter than the way": ([(0, 0, 0.1), (0.5, 0, 0.1)], {"preload": 0, "free_length": 1.0}),
    "is not touched": ([(0, 0, 0.1), (0.25, -0.3, -0.05), (0.5, 0, 0.1)], {}),
}


@pytest.mark.parametrize("rule", BAD)
def test_what_cannot_be_laid_is_refused(rule: str) -> None:
    wheels, options = BAD[rule]
    with pytest.raises(ModelError, match=f"M46.*{rule}"):
        drive(wheels, **options)


def test_a_leaning_wheel_is_named() -> None:
    m = Mechanism("lean")
    a = m.body("a", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
    b = m.body("b", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1, 0, 0))
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, b, at=(1, 0, 0), axis=(0, np.sin(0.1), np.cos(0.1)))
    m.belt_drive("belt", [(a, (0, 0, 0), 0.1), (b, (1, 0, 0), 0.1)], stiffness=1e4)
    with pytest.raises(ModelError, match=r"M46.*wheels\[1\].*5.73 degrees"):
        m.build()


def test_a_wheel_beside_its_axis_is_told() -> None:
    """Within its radius it is a slip of the pen; farther, as on an arm, a wheel of its own."""
    for x, told in ((0.05, True), (0.3, False), (0.0, False)):
        m = Mechanism("beside")
        a = m.body("a", 1.0, (0, 0, 0), (0.1, 0.1, 0.1))
        b = m.body("b", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(1, 0, 0))
        m.revolute("A", m.ground, a, at=(0, 0, 0), axis="z")
        m.revolute("B", m.ground, b, at=(1, 0, 0), axis="z")
        m.cable("rope", [(a, (0, 0, 0), 0.1), (b, (1 + x, 0, 0), 0.1)], stiffness=1e4)
        notices = [str(p) for p in m.build().notices if p.code == "M46"]
        assert len(notices) == told
        assert not told or "0.05 m beside the axis of 'B', within its radius of 0.1 m" in notices[0]


@pytest.mark.parametrize("name", ["belt_tensioner", "block_and_tackle"])
def test_there_and_back_through_a_file(name: str, tmp_path: Any) -> None:
    model = gallery.EXAMPLES[name].model()
    sarrus.save(model, tmp_path / "m.yaml")
    again = sarrus.load(tmp_path / "m.yaml")
    assert again.forces == model.forces


@pytest.mark.parametrize(
    "place", [{"at": (1, 2, 0), "rpy": (0.3, 0.2, 0.5)}, {"mirror": "x"}], ids=["moved", "mirrored"]
)
def test_a_belt_in_a_part(place: dict[str, Any]) -> None:
    """It does the same wherever the part stands, and in its mirror image."""
    ends = []
    for options in ({}, place):
        host = Mechanism("host", gravity=(0, 0, 0))
        host.add("p", gallery.belt_tensioner(), **options)
        system = host.build().compile()
        start = system.assemble({"p.C": 0.02}, rates={"p.A": 3.0})
        run = system.simulate(start, until=0.01, rtol=1e-9, atol=1e-12)
        ends.append([run[f"p.belt.tension{i}"][-1] for i in (1, 2, 3)] + [run["p.C.angle"][-1]])
    assert ends[1] == pytest.approx(ends[0], rel=1e-8)
