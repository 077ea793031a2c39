"""Contact with a curve by compliance: a follower that jumps, against energy and the exact joint."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sarrus
from curves.followers import OFFSET, ROLLER, profile
from sarrus import Mechanism, ModelError
from sarrus.curves import CircleCurve, PointCurve
from sarrus.model import Model


def machine(stiffness: float = 1e8, mu: float = 0.0, damping: float = 0.0) -> Model:
    m = Mechanism("contact", gravity=(0.0, -9.81, 0.0))
    cam = profile("roller")
    disc = m.body("cam", 1.0, (0.003, 0.001, 0.0), (1e-2, 1e-2, 1e-2))
    height = float(np.sqrt(cam.trace_base**2 - OFFSET**2))
    arm = m.body("follower", 0.3, (0.0, 0.02, 0.0), (1e-4, 1e-4, 2e-4), at=(OFFSET, height, 0))
    m.revolute("A", m.ground, disc, at=(0, 0, 0), axis="z")
    m.prismatic("B", m.ground, arm, at=(OFFSET, height, 0), axis="y")
    m.joint_spring("spring", "B", k=2000.0, preload=-20.0)
    m.curve_contact("touch", arm, on=(0, 0, 0), curve=cam, radius=ROLLER, base=disc, k=stiffness,
                    mu=mu, a=damping)  # fmt: skip
    return m.build()


def test_slow_it_is_the_exact_joint() -> None:
    system = machine().compile()
    start = system.assemble({"A": 0.0, "B": -3e-7}, rates={"A": 20.0})
    run = system.simulate(start, until=0.1, every=0.002, rtol=1e-9, atol=1e-12)
    lift = profile("roller").law_of_lift.lift(run["A.angle"])
    assert np.max(np.abs(run["B.displacement"] - lift)) < 2e-6
    assert run.energy_error < 1e-6


@pytest.mark.parametrize(("mu", "damping"), [(0.0, 0.0), (0.2, 0.1)])
def test_fast_it_jumps_and_comes_down(mu: float, damping: float) -> None:
    system = machine(1e7, mu, damping).compile()
    start = system.assemble({"A": 0.0}, rates={"A": 150.0})
    run = system.simulate(start, until=0.05, every=2e-4, rtol=1e-9, atol=1e-12)
    flying = run["touch.gap"] > 1e-6
    assert np.any(flying) and np.all(run["touch.normal_force"][flying] == 0.0)
    last = np.flatnonzero(flying)[-1]
    assert np.max(run["touch.normal_force"][: last + 1]) > 0.0
    assert run.energy_error < 1e-6
    assert mu == 0.0 or run.loss[-1] > 0.0


def test_a_roller_too_large_for_a_hollow_is_refused() -> None:
    u = np.linspace(0, 2 * np.pi, 200, endpoint=False)
    r = 0.05 * (1.0 - 0.3 * np.cos(3 * u))
    waisted = PointCurve(np.column_stack([r * np.cos(u), r * np.sin(u)]), closed=True)
    m = Mechanism("hollow")
    body = m.body("b", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0.2, 0, 0))
    m.planar("p", m.ground, body, at=(0.2, 0, 0), axis="z")
    m.point_on_curve("c", m.ground, body, curve=waisted, radius=0.05, point=(0.2, 0, 0))
    with pytest.raises(ModelError, match=r"M44.*hollow with a radius of 0\.0\d+ m.*0.05 m"):
        m.build()
    flat = Mechanism("flat")
    other = flat.body("b", 1.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0, 0.2, 0))
    flat.planar("p", flat.ground, other, at=(0, 0.2, 0), axis="z")
    flat.curve_on_curve("c", flat.ground, other, curve=waisted, point=(0, 0.2, 0))
    with pytest.raises(ModelError, match=r"M44.*is hollow at u.*flat face"):
        flat.build()


def test_a_disc_in_a_ring() -> None:
    """A roller inside a circle swings as a pendulum of the length R - r."""
    R, r = 0.3, 0.05
    m = Mechanism("ring", gravity=(0, -9.81, 0))
    ball = m.body("ball", 1.0, (0, 0, 0), (1e-9, 1e-9, 1e-9), at=(0, -(R - r), 0))
    m.planar("p", m.ground, ball, at=(0, -(R - r), 0), axis="z")
    wall = CircleCurve(R)
    m.point_on_curve("wall", m.ground, ball, curve=wall, radius=-r, point=(0, -(R - r), 0))
    system = m.build().compile()
    linear = system.linearize(system.equilibrium())
    w = np.max(np.abs(np.imag(linear.eigenvalues)))
    assert w == pytest.approx(np.sqrt(9.81 / (R - r)), rel=1e-9)


def test_a_bead_on_a_wire() -> None:
    """On a helix a bead falls as on an incline; the wire takes the rest of its weight."""
    R, pitch, g = 0.1, 0.03, 9.81
    wire = sarrus.curves.FormulaCurve(
        lambda u: R * np.cos(u), lambda u: R * np.sin(u), lambda u: pitch * u, -20.0, 2.0, rows=4000
    )
    m = Mechanism("helix", gravity=(0, 0, -g))
    bead = m.body("bead", 0.1, (0, 0, 0), (1e-6, 1e-6, 1e-6), at=(R, 0, 0))
    m.free("f", m.ground, bead)
    m.point_on_curve("wire", m.ground, bead, curve=wire, point=(R, 0, 0))
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.4, every=0.05, rtol=1e-10, atol=1e-12)
    per_turn = np.hypot(R, pitch)
    along = 0.5 * g * pitch / per_turn * run.t**2  # m s'' = m g sin(incline)
    turned = -along / per_turn
    place = run["bead.position"]
    wanted = np.column_stack([R * np.cos(turned), R * np.sin(turned), pitch * turned])
    assert np.max(np.abs(place - wanted)) < 1e-8
    assert run["wire.parameter"] == pytest.approx(turned, abs=1e-7)


def test_there_and_back_through_a_file(tmp_path: Any) -> None:
    model = machine(mu=0.1)
    sarrus.save(model, tmp_path / "m.yaml")
    assert sarrus.load(tmp_path / "m.yaml").forces == model.forces


@pytest.mark.parametrize("mirror", [None, "x", "y", "z"])
def test_a_cam_in_a_part(mirror: str | None) -> None:
    """The mirror image of a cam is its profile seen from behind: the lift is the same."""
    host = Mechanism("host", gravity=(0, 0, 0))
    options = {"at": (1, 2, 0), "rpy": (0.3, 0.2, 0.5)} if mirror is None else {"mirror": mirror}
    host.add("p", sarrus.gallery.cam_follower(), **options)
    state = host.build().compile().assemble({"p.A": 1.2})
    alone = sarrus.gallery.cam_follower().compile().assemble({"A": 1.2})
    assert state["p.B.displacement"] == pytest.approx(alone["B.displacement"], abs=1e-12)
