"""Mechanisms with joints of CAD programs: closed forms, and the same machine of lower pairs."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System


def test_a_scotch_yoke_moves_as_a_cosine() -> None:
    m = Mechanism("yoke")
    crank = m.body("crank", mass=1, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    yoke = m.body("yoke", mass=2, inertia=(0.01, 0.01, 0.01))
    m.revolute("A", m.ground, crank, at=(0, 0, 0), axis="z")
    m.prismatic("B", m.ground, yoke, at=(0, 0, 0), axis="x")
    m.pin_slot("pin", yoke, crank, at=(0.1, 0, 0), axis="z", x_axis="y")
    work = m.build().compile().drive({"A": lambda t: 3 * t}, until=2.0, every=0.1)
    t = work.t
    assert np.allclose(work["B.displacement"], 0.1 * (np.cos(3 * t) - 1), atol=1e-14)
    assert np.allclose(work["pin.displacement"], 0.1 * np.sin(3 * t), atol=1e-14)
    # the pin pushes the yoke with its inertia, and nothing along the slot
    push = work["pin.reaction.force@world"]
    assert np.allclose(push[:, 0], 2 * 0.1 * 9 * np.cos(3 * t), atol=1e-12)
    assert np.allclose(push[:, 1], 0.0, atol=1e-12)


def shafts(kind: str, bend: float) -> System:
    m = Mechanism("shafts", gravity=(0, 0, 0))
    second = (np.sin(bend), 0, np.cos(bend))
    a = m.body("a", mass=1, com=(0, 0, 0.1), inertia=(0.01, 0.01, 0.001))
    b = m.body("b", mass=1, com=(0.1, 0, 0.3), inertia=(0.01, 0.01, 0.001))
    m.revolute("A", m.ground, a, at=(0, 0, 0), axis="z")
    if kind == "universal":
        m.universal("C", a, b, at=(0, 0, 0.2), axis="y", axis2=np.cross(second, (0, 1, 0)))
    else:
        m.constant_velocity("C", a, b, at=(0, 0, 0.2), axis="z", axis2=second)
    m.revolute("B", m.ground, b, at=np.array((0, 0, 0.2)) + 0.2 * np.array(second), axis=second)
    return m.build().compile()


def test_shafts_turn_alike_through_a_constant_velocity_joint() -> None:
    """Through a Cardan joint the second sways between cos(bend) and 1 / cos(bend) of the first."""
    bend = np.radians(35.0)
    drive = {"A": lambda t: 2 * np.pi * t}
    even = shafts("constant_velocity", bend).drive(drive, until=1.0, every=0.02)
    assert np.max(np.abs(even["B.rate"] - 2 * np.pi)) < 1e-12
    uneven = shafts("universal", bend).drive(drive, until=1.0, every=0.02)["B.rate"] / (2 * np.pi)
    # w2 / w1 = cos b / (1 - sin^2 b cos^2 a), from where the first fork is in the plane of bend
    angle = 2 * np.pi * np.arange(len(uneven)) * 0.02
    turned = np.cos(bend) / (1 - np.sin(bend) ** 2 * np.sin(angle) ** 2)
    assert np.allclose(uneven, turned, rtol=1e-9)


def plate(linked: bool) -> System:
    """Return a plate on two parallel rods: links without mass, or bodies of 1e-12 kg."""
    m = Mechanism("plate")
    body = m.body("plate", mass=3, com=(0.2, 0, 0.25), inertia=(0.01, 0.05, 0.05))
    for name, x in (("left", 0.0), ("right", 0.4)):
        if linked:
            m.revolute_revolute(name, m.ground, body, at=(x, 0, 0), at2=(x, 0, 0.3), axis="y")
            continue
        rod = m.body(name, mass=1e-12, com=(x, 0, 0.15), inertia=(1e-15, 1e-15, 1e-15))
        m.revolute(name, m.ground, rod, at=(x, 0, 0), axis="y")
        m.revolute(f"{name}_top", rod, body, at=(x, 0, 0.3), axis="y")
    return m.build().compile()


def test_links_without_mass_are_rods_that_weigh_nothing() -> None:
    light, rods = plate(True), plate(False)
    a = light.assemble({"left.angle_1": 0.4}, rates={"left.angle_1": 2.0})
    b = rods.assemble({"left": 0.4}, rates={"left": 2.0})
    # a plate that is led in parallel is a point mass on a rod: g sin / L
    angular = light.accelerations(a)["left"][0]
    assert angular == pytest.approx(9.81 / 0.3 * np.sin(0.4), rel=1e-12)
    assert rods.accelerations(b)["left"] == pytest.approx(angular, rel=1e-9)
    force = light.reactions(a)["right"].force
    other = rods.reactions(b)["right_top"].force
    assert np.linalg.norm(force) == pytest.approx(np.linalg.norm(other), rel=1e-8)
    # and a rod without mass pulls or pushes along itself
    along = np.array([np.sin(0.4), 0.0, np.cos(0.4)])
    world = light.reactions(a, axes="world")["right"].force
    assert np.linalg.norm(np.cross(world, along)) < 1e-9 * np.linalg.norm(world)


@pytest.mark.parametrize("kind", ["point_in_plane", "point_on_line", "cylindrical_spherical"])
def test_what_is_held_stays_held_and_energy_too(kind: str) -> None:
    """A bar on a ball, whose end is held: rows closed over a run, and no work of the reaction."""
    m = Mechanism("bar")
    bar = m.body("bar", mass=1, com=(0.2, 0.02, 0), inertia=(1e-3, 0.02, 0.03))
    m.free("A", m.ground, bar)
    m.distance("rope", m.ground, bar, at_a=(0, 0, 0.5), at_b=(0, 0, 0))
    where = {"at": (0.4, 0, 0), "axis": (0.2, 1, 0.1)}
    if kind == "cylindrical_spherical":
        where = {"at": (0.4, 0, -0.3), "axis": "y", "at2": (0.4, 0, 0)}
    getattr(m, kind)("hold", m.ground, bar, **where)
    system = m.build().compile()
    assert system.mobility(system.assemble()).freedom == 6 - 1 - (
        2 if kind == "point_on_line" else 1
    )
    run = system.simulate(system.assemble(), until=1.0, rtol=1e-10, atol=1e-12)
    assert run.energy_error < 1e-7
    end = run.history["bar.position"] + np.einsum(
        "nij,j->ni", run.history["bar.rotation"], (0.4, 0, 0)
    )
    if kind == "point_in_plane":
        off = (end - (0.4, 0, 0)) @ (np.array((0.2, 1, 0.1)) / np.linalg.norm((0.2, 1, 0.1)))
    elif kind == "point_on_line":
        off = np.linalg.norm(np.cross(end - (0.4, 0, 0), (0.2, 1, 0.1)), axis=1)
    else:
        off = np.hypot(end[:, 0] - 0.4, end[:, 2] + 0.3) - 0.3
    assert np.max(np.abs(off)) < 1e-12
    assert np.max(np.abs(end - end[0])) > 0.03


HELD = {
    "point_on_line": ("prismatic", {"at": (0.1, 0.0, 0.0), "axis": (0.2, 1.0, 0.1)}),
    "revolute_spherical": ("revolute", {"at": (0.1, 0.0, 0.3), "axis": (0.2, 1.0, 0.1)}),
}


@pytest.mark.parametrize("kind", HELD)
@pytest.mark.parametrize("tail", ["", pytest.param("chain", marks=pytest.mark.slow)])
def test_a_ball_whose_centre_moves_is_two_joints(kind: str, tail: str) -> None:
    """In the tree, with four velocities, as a slider or hinge and a ball with a light body."""
    first, where = HELD[kind]
    at, ends = (0.1, 0.0, 0.0), {}
    for how in ("one", "two", "free"):
        m = Mechanism(how, gravity=(0.3, -0.5, -9.81))
        m.body("bar", 1.0, (0.2, 0.02, 0.0), (1e-3, 0.02, 0.03), at=at)
        if how == "two":
            m.body("light", 0.0)
            getattr(m, first)("first", m.ground, "light", **where)
            m.spherical("ball", "light", "bar", at=at)
        else:
            if how == "free":
                m.free("loose", m.ground, "bar")
            options = dict(where)
            if kind == "revolute_spherical":
                options["at2"] = at
            getattr(m, kind)("hold", m.ground, "bar", **options)
        if tail:
            m.body("end", 0.4, (0.1, 0, 0), (0.01, 0.01, 0.01), at=(0.5, 0, 0))
            m.revolute("tail", "bar", "end", at=(0.5, 0, 0), axis=(0.1, 1.0, 0.3))
        system = m.build().compile()
        assert system.nv == {"one": 4, "two": 4, "free": 6}[how] + bool(tail)
        run = system.simulate(system.assemble(), until=0.5, every=0.05, rtol=1e-11, atol=1e-12)
        assert run.energy_error < 1e-8
        name = "first" if how == "two" else "hold"
        ends[how] = (run["bar.position"], run[f"{name}.reaction.force@world"])
    for how in ("two", "free"):
        for a, b in zip(ends["one"], ends[how], strict=True):
            assert np.max(np.abs(a - b)) < 1e-7 * (1.0 + np.max(np.abs(a)))
    assert np.max(np.ptp(ends["one"][0], axis=0)) > 0.01


def test_laws_of_balls_whose_centre_moves_are_refused_with_the_way_out() -> None:
    m = Mechanism("bar")
    m.body("bar", 1.0, (0.2, 0.02, 0.0), (1e-3, 0.02, 0.03))
    m.point_on_line("hold", m.ground, "bar", at=(0, 0, 0), axis="x")
    system = m.build().compile()
    with pytest.raises(ModelError, match=r"D04.*PointDrive.*two joints"):
        system.drive({"hold": lambda t: np.zeros(5)}, until=0.1, every=0.1)
    run = system.simulate(system.assemble(), until=0.1, locked=["hold"])
    assert np.max(np.abs(run["bar.position"])) < 1e-12
