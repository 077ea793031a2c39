"""Gears: Willis' equation, textbook forces of teeth, bearings, housing; teeth that do not mesh."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy

from loops.free_bodies import imbalance
from loops.test_against_cartesian import absolute
from sarrus import Mechanism, ModelError, System, load
from sarrus.model.joints import (
    BevelGears,
    GearPair,
    HelicalGears,
    InternalGears,
    RackAndPinion,
    SpurGears,
    WormGears,
)
from sarrus.spatial import Transform

MM, INCH, LBF = 1e-3, 0.0254, 4.4482216152605
X, Y, Z = np.eye(3)

PAIRS: list[Any] = [
    SpurGears(20, 40, 3 * MM, shift_1=0.3),
    SpurGears(20, 40, 3 * MM, flank=-1),
    SpurGears(20, 40, 3 * MM, flank=0),
    HelicalGears(17, 31, 2 * MM, 0.3),
    HelicalGears(17, 31, 2 * MM, -0.3, flank=-1),
    InternalGears(20, 60, 3 * MM, 0.2),
    InternalGears(20, 60, 3 * MM, -0.2, flank=-1),
    RackAndPinion(20, 3 * MM, 0.2),
    RackAndPinion(20, 3 * MM, -0.2, flank=-1),
    BevelGears(20, 35, 3 * MM),
    BevelGears(20, 35, 3 * MM, angle=1.2, flank=-1),
    WormGears(2, 40, 3 * MM, 0.2, twist=1.5),
    WormGears(2, 40, 3 * MM, -0.2, twist=-math.pi / 2, flank=-1),
    WormGears(14, 22, 3 * MM, 0.8, twist=2.3),
]
every_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda p: f"{p.type_name} {p.flank:g}")


def pitch_point(pair: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the pitch point in F, the way out to it, and the way across that parts the wheels."""
    if isinstance(pair, BevelGears):
        s, c = math.sin(pair.cone), math.cos(pair.cone)
        return pair.reach * np.array([s, 0, c]), X, np.array([c, 0, -s])
    if isinstance(pair, RackAndPinion):
        return -pair.axes_apart * Y, -Y, -Y
    if isinstance(pair, WormGears):
        return pair.radii[0] * X, X, X
    part = pair.teeth_1 / (pair.teeth_2 + pair.inside * pair.teeth_1)
    return pair.inside * part * pair.axes_apart * X, pair.inside * X, pair.inside * X


def moved(X_FM: Transform, V: np.ndarray) -> Transform:
    turn = Scipy.from_rotvec(V[3:6]).as_matrix()
    return Transform.of(X_FM.matrix @ turn, X_FM.position + X_FM.matrix @ V[0:3])


@every_pair
def test_the_row_is_a_force_along_the_normal_of_the_teeth_at_the_pitch_point(pair: Any) -> None:
    """The wrench of a unit multiplier against one that is written down, after a roll."""
    at = Transform.of(Scipy.from_rotvec(-0.37 * Z).as_matrix(), np.zeros(3))
    X_FM = pair.nearest_pose(at @ pair.drawn)
    P, out, apart = (at.matrix @ v for v in pitch_point(pair))
    normal = pair.pressure_angle
    lean = getattr(pair, "helix", getattr(pair, "helix_angle", 0.0))
    ahead = np.cross(Z, out)
    if isinstance(pair, (SpurGears, HelicalGears, InternalGears)):
        across = pair.working_angle  # wider than the tool's where profiles are shifted
        lean = math.asin(math.sin(lean) * math.cos(normal))
        n = math.cos(lean) * (math.cos(across) * ahead + pair.flank * math.sin(across) * apart)
        n = n - math.sin(lean) * Z
    else:
        n = math.cos(normal) * (math.cos(lean) * ahead - math.sin(lean) * Z)
        n = n + pair.flank * math.sin(normal) * apart
    force = X_FM.matrix.T @ n
    moment = np.cross(X_FM.matrix.T @ (P - X_FM.position), force)
    assert pair.residual(X_FM) == pytest.approx([0.0], abs=1e-15)
    assert pair.residual_rows(X_FM)[0] == pytest.approx(np.concatenate([force, moment]), abs=1e-15)
    assert np.linalg.norm(n) == pytest.approx(1.0 if pair.flank else math.cos(pair.working_angle))


@every_pair
@pytest.mark.parametrize("seed", range(3))
def test_rows_against_differences(pair: GearPair, seed: int) -> None:
    """At any pose near the mesh, with tilts and shifts."""
    rng = np.random.default_rng(seed)
    X_FM = moved(pair.nearest_pose(pair.drawn), rng.uniform(-1, 1, 6) * ([1e-4] * 3 + [0.05] * 3))
    h = 1e-6
    for k, V in enumerate(np.eye(6)):
        ends = [pair.residual(moved(X_FM, s * h * V))[0] for s in (1, -1)]
        slope = (ends[0] - ends[1]) / (2 * h)
        assert pair.residual_rows(X_FM)[0, k] == pytest.approx(slope, abs=3e-9)


def test_involutes_keep_their_ratio_at_another_distance() -> None:
    """Moved apart, wheels turn by as much as the flanks recede, and push along a steeper line."""
    pair = SpurGears(20, 40, 3 * MM)
    base = 0.5 * 3 * MM * math.cos(pair.pressure_angle)
    a = pair.axes_apart + 0.5 * MM
    X_FM = pair.nearest_pose(Transform.of(pair.drawn.matrix, np.array([a, 0, 0])))
    angle = math.acos(60 * base / a)
    row = pair.residual_rows(X_FM)[0]
    assert abs(row[5]) == pytest.approx(40 * base, rel=1e-14)  # the base radius is the arm
    assert X @ X_FM.matrix @ row[:3] == pytest.approx(math.sin(angle), rel=1e-12)
    turned = math.atan2(-X_FM.matrix[1, 0], -X_FM.matrix[0, 0])
    more = (math.tan(angle) - angle) - (math.tan(pair.pressure_angle) - pair.pressure_angle)
    assert abs(turned) == pytest.approx(60 * more / 40, rel=1e-9)


def test_numbers_of_a_pair() -> None:
    """Contact ratio and least teeth by the formulas of the tool, by base pitch and radii."""
    pair = SpurGears(20, 40, 1.0)
    alpha, r, R = math.radians(20), 10.0, 20.0
    way = math.sqrt((r + 1) ** 2 - (r * math.cos(alpha)) ** 2) - r * math.sin(alpha)
    way += math.sqrt((R + 1) ** 2 - (R * math.cos(alpha)) ** 2) - R * math.sin(alpha)
    assert pair.contact_ratio == pytest.approx(way / (math.pi * math.cos(alpha)))
    assert pair.least_teeth == pytest.approx((17.0973, 17.0973), abs=1e-4)
    assert HelicalGears(20, 40, 1.0, math.radians(30)).nominal_distance == pytest.approx(
        30 / math.cos(math.radians(30))
    )
    # x_1 + x_2 = 0.5: inv(angle) = inv(20 deg) + 2 * 0.5 tan(20 deg)/60
    shifted = SpurGears(20, 40, 1.0, shift_1=0.5)
    found = shifted.working_angle
    wanted = math.tan(alpha) - alpha + math.tan(alpha) / 60
    assert math.tan(found) - found == pytest.approx(wanted, rel=1e-12)


# --- trains ---------------------------------------------------------------------------------------


def wheel(
    m: Mechanism, name: str, at: Any, axis: Any = "z", on: Any = None, size: float = 1e-3
) -> None:
    m.body(name, 1.0, at, (size, 1.2 * size, 1.9 * size))
    m.revolute(name, on or m.ground, name, at=at, axis=axis)


def planetary(planets: int = 3, sun: int = 24, planet: int = 18, helix: float = 0.0) -> Mechanism:
    ring, module = sun + 2 * planet, 2 * MM
    m = Mechanism("planetary", (0, 0, 0))
    for name in ("sun", "carrier", "ring"):
        wheel(m, name, (0, 0, 0))
    a = 0.5 * (sun + planet) * module / math.cos(helix)
    for k in range(planets):
        turn = 2 * math.pi * k / planets
        at = (a * math.cos(turn), a * math.sin(turn), 0.0)
        wheel(m, f"p{k}", at, on="carrier", size=1e-4)
        teeth = {"module": module, "axis": "z", "helix_angle": helix}
        m.helical_gears(
            f"s{k}", "sun", f"p{k}", at=(0, 0, 0), at2=at, teeth_1=sun, teeth_2=planet, **teeth
        )
        m.internal_gears(f"r{k}", f"p{k}", "ring", at=at, at2=(0, 0, 0), teeth_1=planet,
                         teeth_2=ring, flank=-1, **{**teeth, "helix_angle": -helix})  # fmt: skip
    return m


@pytest.mark.parametrize("planets", [1, 3])
def test_willis_of_a_planetary_set(planets: int) -> None:
    """24 w_sun + 60 w_ring = 84 w_carrier, whichever stands; one planet or redundant ones."""
    system = planetary(planets).build().compile()
    found = system.mobility(system.assemble())
    assert (found.freedom, found.rows - found.rank) == (2, planets - 1)
    for fixed, driver, driven, ratio in (
        ("ring", "sun", "carrier", 24 / 84),
        ("carrier", "sun", "ring", -24 / 60),
        ("sun", "ring", "carrier", 60 / 84),
    ):
        work = system.drive({fixed: 0.0, driver: lambda t: 5 * t}, until=2.0, every=0.25)
        assert np.allclose(work[f"{driven}.angle"], 5 * ratio * work.t, atol=1e-11)
    state = system.assemble(rates={"sun": 3.0, "ring": -1.0})
    expected = (24 * 3.0 - 60.0) / 84
    assert state["carrier.rate"] == pytest.approx(expected, rel=1e-12)
    assert state["p0.rate"] + expected == pytest.approx(expected - (3.0 - expected) * 24 / 18)


def test_the_coupler_is_the_set_of_teeth() -> None:
    """Accelerations with `planetary` are those of the wheels, with planets that weigh nothing."""
    m = Mechanism("ideal", (0, 0, 0))
    for name in ("sun", "carrier", "ring"):
        wheel(m, name, (0, 0, 0))
    m.planetary("set", "sun", "ring", "carrier", teeth_sun=24, teeth_ring=60, planets=3)
    ideal = m.build().compile()
    state = ideal.assemble(rates={"sun": 3.0, "ring": -1.0})
    assert state["carrier.rate"] == pytest.approx((72.0 - 60.0) / 84)
    m2 = planetary(1)
    for body in m2.bodies:
        if body.name == "p0":
            body.mass, body.inertia = 1e-9, (1e-13, 1e-13, 1e-13)
    teeth = m2.build().compile()
    efforts = {"sun": 0.3, "ring": -0.1, "carrier": 0.2}
    a = ideal.accelerations(state, efforts=efforts)
    b = teeth.accelerations(teeth.assemble(rates={"sun": 3.0, "ring": -1.0}), efforts=efforts)
    for name in efforts:
        assert b[name] == pytest.approx(a[name], rel=1e-6)


def test_moments_on_a_planetary_set_are_in_the_ratio_of_its_teeth() -> None:
    """At rest: sun, ring and carrier as 24 to 60 to -84, and every planet carries its part."""
    system = planetary(1).build().compile()
    state = system.assemble()
    moving = system.accelerations(state, efforts={"sun": 2.4, "ring": 6.0, "carrier": -8.4})
    assert np.max(np.abs(moving.vdot)) < 1e-10
    loads = system.reactions(state, efforts={"sun": 2.4, "ring": 6.0, "carrier": -8.4})
    tangential = 2.4 / (12 * 2 * MM)
    world = loads["p0"].force
    assert np.hypot(*world[:2]) == pytest.approx(2 * tangential, rel=1e-10)


def test_ravigneaux_set() -> None:
    """Two suns, one ring: 32 w_small + 76 w_ring... by Willis with paired planets between."""
    small, large, ring, inner, outer = 26, 34, 74, 20, 20
    module = 1.5 * MM
    m = Mechanism("ravigneaux", (0, 0, 0))
    for name in ("small", "large", "carrier", "ring"):
        wheel(m, name, (0, 0, 0))
    far, near, between = (0.5 * (n) * module for n in (large + outer, small + inner, inner + outer))
    turn = math.acos((far**2 + near**2 - between**2) / (2 * far * near))
    long = (far, 0.0, 0.0)
    short = (near * math.cos(turn), near * math.sin(turn), 0.02)
    wheel(m, "long", long, on="carrier")
    wheel(m, "short", short, on="carrier")
    axis = {"module": module, "axis": "z"}
    m.spur_gears("a", "large", "long", at=(0, 0, 0), at2=long, teeth_1=large, teeth_2=outer, **axis)
    m.spur_gears("b", "small", "short", at=(0, 0, 0.02), at2=short, teeth_1=small, teeth_2=inner,
                 **axis)  # fmt: skip
    m.spur_gears("c", "short", "long", at=short, at2=long, teeth_1=inner, teeth_2=outer, **axis)
    m.internal_gears(
        "d", "long", "ring", at=long, at2=(0, 0, 0), teeth_1=outer, teeth_2=ring, **axis
    )
    system = m.build().compile()
    assert system.mobility(system.assemble()).freedom == 2
    state = system.assemble(rates={"small": 7.0, "carrier": 2.0})
    # relative to the carrier: the large sun turns against the ring, the small one with it
    assert state["ring.rate"] - 2.0 == pytest.approx((7.0 - 2.0) * small / ring, rel=1e-12)
    assert state["large.rate"] - 2.0 == pytest.approx(-(7.0 - 2.0) * small / large, rel=1e-12)


def differential() -> Mechanism:
    """A case that carries a planet between two side wheels, all at 90 degrees."""
    m = Mechanism("differential", (0, 0, 0))
    r = 16 * 2 * MM
    for name, at, axis in (
        ("case", (0, 0, 0), "x"), ("left", (-r, 0, 0), "x"), ("right", (r, 0, 0), "x")
    ):  # fmt: skip
        wheel(m, name, at, axis)
    wheel(m, "planet", (0, r, 0), "y", on="case")
    for side, x in (("left", -r), ("right", r)):
        m.bevel_gears(f"{side}_teeth", side, "planet", at=(x, 0, 0), axis="x", at2=(0, r, 0),
                      axis2="y", teeth_1=32, teeth_2=32, module=2 * MM)  # fmt: skip
    return m


def test_a_differential_halves() -> None:
    system = differential().build().compile()
    assert system.mobility(system.assemble()).freedom == 2
    state = system.assemble(rates={"left": 10.0, "right": 4.0})
    assert state["case.rate"] == pytest.approx(7.0, rel=1e-12)
    # what the case puts in comes out on both sides alike
    efforts = {"case": 6.0, "left": -3.0, "right": -3.0}
    assert np.max(np.abs(system.accelerations(system.assemble(), efforts=efforts).vdot)) < 1e-11
    uneven = system.accelerations(state, efforts={"left": 0.3})
    assert uneven["case"] == pytest.approx((uneven["left"] + uneven["right"]) / 2, rel=1e-9)


# --- forces of teeth ------------------------------------------------------------------------------


def idle_train() -> System:
    """A pinion above an idler, a gear to its right."""
    m = Mechanism("idler", (0, 0, 0))
    pinion, gear = (0.0, 87.5 * MM, 0.0), (100 * MM, 0.0, 0.0)
    for name, at in (("pinion", pinion), ("idler", (0, 0, 0)), ("gear", gear)):
        wheel(m, name, at)
    teeth: dict[str, Any] = {"module": "2.5 mm", "axis": "z"}
    m.spur_gears("upper", "pinion", "idler", at=pinion, at2=(0, 0, 0), teeth_1=20, teeth_2=50,
                 **teeth)  # fmt: skip
    m.spur_gears("lower", "idler", "gear", at=(0, 0, 0), at2=gear, teeth_1=50, teeth_2=30,
                 flank=-1, **teeth)  # fmt: skip
    return m.build().compile()


def test_spur_gears_on_an_idler() -> None:
    """F_t = T/r, F_r = F_t tan(20 degrees); the idler's shaft bears both meshes: F_t - F_r twice.

    The upper tooth force is (F_t, -F_r) on the idler, the lower (-F_r, F_t).
    """
    system = idle_train()
    torque = 2500 / (1750 * 2 * math.pi / 60)  # of 2.5 kW at 1750 rev/min
    tangential = torque / (0.5 * 20 * 2.5 * MM)
    radial = tangential * math.tan(math.radians(20))
    state = system.assemble()
    drive = {"pinion": torque, "gear": torque * 30 / 20 * -1.0}
    moving = system.accelerations(state, efforts=drive)
    assert np.max(np.abs(moving.vdot)) < 1e-10
    force = system.reactions(state, efforts=drive, axes="world")
    on_idler = force["upper"].force
    assert np.abs(on_idler[:2]) == pytest.approx([tangential, radial], rel=1e-10)
    whole = tangential / math.cos(math.radians(20))
    assert np.linalg.norm(on_idler) == pytest.approx(whole, rel=1e-10)
    each = tangential - radial
    assert np.abs(force["idler"].force) == pytest.approx([each, each, 0.0], rel=1e-10, abs=1e-9)


def test_forces_of_a_helical_pinion() -> None:
    """F_t = T/r, F_r = F_t tan(alpha_n)/cos(beta), F_a = F_t tan(beta), in all F_t/(cos cos).

    By the normal of a tooth: its part along the axis is sin(beta) of what is in the pitch plane,
    cos(alpha_n) of the whole. 1 hp at 1800 rev/min, 18 teeth, 12 per inch in the normal section.
    """
    m = Mechanism("helical", (0, 0, 0))
    wheel(m, "pinion", (0, 0, 0))
    normal, helix = math.radians(20), math.radians(30)
    d = 18 / (12 * math.cos(helix)) * INCH
    wheel(m, "gear", (0, -1.5 * d, 0))
    m.helical_gears("teeth", "pinion", "gear", at=(0, 0, 0), at2=(0, -1.5 * d, 0), axis="z",
                    teeth_1=18, teeth_2=36, module=INCH / 12, helix_angle=helix)  # fmt: skip
    system = m.build().compile()
    torque = 550 * 12 * LBF * INCH / (1800 * 2 * math.pi / 60)
    state = system.assemble()
    found = system.reactions(state, efforts={"pinion": torque, "gear": 2 * torque}, axes="world")
    force, along = found["teeth"].force, torque / (0.5 * d)
    parts = [along, along * math.tan(normal) / math.cos(helix), along * math.tan(helix)]
    assert np.abs(force) == pytest.approx(parts, rel=1e-10)
    whole = along / (math.cos(normal) * math.cos(helix))
    assert np.linalg.norm(force) == pytest.approx(whole, rel=1e-10)
    assert found["pinion"].force == pytest.approx(force, rel=1e-10)


def test_forces_of_bevel_gears() -> None:
    """F_t = T/r; F_t tan(20 degrees) across the cone, of which the cosine and sine of its angle.

    5 hp at 600 rev/min, 15 and 45 teeth, on the mean radius 1.293 in.
    """
    m = Mechanism("bevel", (0, 0, 0))
    wheel(m, "pinion", (3 * 1.293 * INCH, 0, 0), "x")
    wheel(m, "gear", (0, 0, 1.293 * INCH), "z")
    m.bevel_gears("teeth", "pinion", "gear", at=(3 * 1.293 * INCH, 0, 0), axis="x", axis2="z",
                  at2=(0, 0, 1.293 * INCH), teeth_1=15, teeth_2=45,
                  module=2 * 1.293 / 15 * INCH)  # fmt: skip
    system = m.build().compile()
    torque = 5 * 550 * 12 * LBF * INCH / (600 * 2 * math.pi / 60)
    efforts = {"pinion": torque, "gear": 3 * torque}
    state = system.assemble()
    assert np.max(np.abs(system.accelerations(state, efforts=efforts).vdot)) < 1e-9
    force = system.reactions(state, efforts=efforts, axes="world")["teeth"].force
    tangential, cone = torque / (1.293 * INCH), math.atan(15 / 45)
    apart = tangential * math.tan(math.radians(20))
    assert abs(force[1]) == pytest.approx(tangential, rel=1e-10)
    # thrust of the gear along z, away from the apex; radial along x
    assert force[2] == pytest.approx(apart * math.cos(cone), rel=1e-10)
    assert force[0] == pytest.approx(-apart * math.sin(cone), rel=1e-10)


def test_forces_of_a_worm() -> None:
    """Without friction: the thrust of the worm is the tangential force of the wheel, and so on."""
    m = Mechanism("worm", (0, 0, 0))
    lead = math.radians(10)
    pair = WormGears(2, 40, 3 * MM, lead)
    a = pair.nominal_distance
    wheel(m, "worm", (0, 0, 0), "x")
    wheel(m, "wheel", (0, -a, 0), "z")
    m.worm_gears("teeth", "worm", "wheel", at=(0, 0, 0), axis="x", at2=(0, -a, 0), axis2="z",
                 starts=2, teeth=40, module=3 * MM, lead_angle=lead)  # fmt: skip
    system = m.build().compile()
    state = system.assemble(rates={"worm": 10.0})
    assert abs(state["wheel.rate"]) == pytest.approx(10.0 * 2 / 40, rel=1e-12)
    sign = math.copysign(1.0, state["wheel.rate"])
    efforts = {"worm": 1.0, "wheel": -sign * 20.0}
    assert np.max(np.abs(system.accelerations(system.assemble(), efforts=efforts).vdot)) < 1e-9
    force = system.reactions(system.assemble(), efforts=efforts, axes="world")["teeth"].force
    r_1, r_2 = pair.radii
    alpha = math.radians(20)
    tangential = 1.0 / r_1
    total = tangential / (math.cos(alpha) * math.sin(lead))
    assert abs(force[2]) == pytest.approx(tangential, rel=1e-10)
    assert abs(force[0]) == pytest.approx(20.0 / r_2, rel=1e-10)
    assert force[1] == pytest.approx(-total * math.sin(alpha), rel=1e-10)


# --- cases of textbooks, as printed ---------------------------------------------------------------
# R. G. Budynas, Instructor's Solution Manual to Accompany Mechanical Engineering Design (Shigley;
# 2006), chapter 13, by problem and page; forces in lbf, lengths in inches.


def test_spur_gears_of_shigley_13_31() -> None:
    """18 and 45 teeth, 5 per inch, 32 hp at 1800 rev/min (pages 346, 347)."""
    m = Mechanism("spur", (0, 0, 0))
    for name, x in (("pinion", 0.0), ("gear", 6.3 * INCH)):
        wheel(m, name, (x, 0, 0))
    m.spur_gears("teeth", "pinion", "gear", at=(0, 0, 0), at2=(6.3 * INCH, 0, 0), axis="z",
                 teeth_1=18, teeth_2=45, module=INCH / 5)  # fmt: skip
    system = m.build().compile()
    torque = 1120 * LBF * INCH
    found = system.reactions(
        system.assemble(), efforts={"pinion": torque, "gear": 2.5 * torque}, axes="world"
    )
    radial, tangential, _ = np.abs(found["teeth"].force) / LBF
    assert (tangential, radial) == pytest.approx((622, 226), abs=0.5)
    for shaft in ("pinion", "gear"):  # two bearings of 331 lbf each
        assert np.linalg.norm(found[shaft].force) / LBF == pytest.approx(662, abs=0.5)


def test_helical_gears_of_shigley_13_35() -> None:
    """18 and 32 teeth, 4 per inch in the normal section, 30 degrees, 800 lbf (page 351)."""
    radii = np.array([5.196, 9.238]) / 2
    distance = 25 / (4 * math.cos(math.radians(30)))
    assert sum(radii) == pytest.approx(distance, abs=1e-3)
    m = Mechanism("helical", (0, 0, 0))
    wheel(m, "pinion", (0, 0, 0))
    wheel(m, "gear", (0, -distance * INCH, 0))
    m.helical_gears("teeth", "pinion", "gear", at=(0, 0, 0), at2=(0, -distance * INCH, 0), axis="z",
                    teeth_1=18, teeth_2=32, module=INCH / 4, helix_angle="30 deg")  # fmt: skip
    system = m.build().compile()
    # of the moment of the gear the page prints twice as much, with the diameter as its arm
    efforts = dict(zip(("pinion", "gear"), 800 * radii * LBF * INCH, strict=True))
    state = system.assemble()
    force = np.abs(system.reactions(state, efforts=efforts, axes="world")["teeth"].force) / LBF
    assert force == pytest.approx([800, 336, 462], abs=1.0)
    assert np.linalg.norm(force) == pytest.approx(983, abs=1.0)


def test_bevel_gears_of_shigley() -> None:
    """16 and 32 teeth on radii of 2 and 4 in, 1.5 in wide, 2.5 hp at 240 rev/min.

    J. E. Shigley, Mechanical Engineering Design, problem of chapter 13 with these teeth; a public
    solution has 657 lbf in, a mean radius of 1.665 in, and 394.5, 128.4 and 64.2 lbf.
    """
    cone = math.atan(16 / 32)
    mean = 2 - 1.5 / 2 * math.sin(cone)
    assert mean == pytest.approx(1.665, abs=5e-4)
    m = Mechanism("bevel", (0, 0, 0))
    wheel(m, "pinion", (2 * mean * INCH, 0, 0), "x")
    wheel(m, "gear", (0, 0, mean * INCH), "z")
    m.bevel_gears("teeth", "pinion", "gear", at=(2 * mean * INCH, 0, 0), axis="x", axis2="z",
                  at2=(0, 0, mean * INCH), teeth_1=16, teeth_2=32,
                  module=2 * mean / 16 * INCH)  # fmt: skip
    system = m.build().compile()
    torque = 2.5 * 550 * 12 * LBF * INCH / (240 * 2 * math.pi / 60)
    assert torque / (LBF * INCH) == pytest.approx(657, abs=0.6)
    efforts = {"pinion": torque, "gear": 2 * torque}
    found = system.reactions(system.assemble(), efforts=efforts, axes="world")
    for name in ("teeth", "pinion", "gear"):  # the teeth, and what both shafts hold against them
        axial, tangential, radial = np.abs(found[name].force) / LBF
        assert (tangential, radial, axial) == pytest.approx((394.5, 128.4, 64.2), abs=0.5)


TRAINS = {
    "planetary": lambda: planetary(1, helix=0.3),
    "differential": differential,
}


@pytest.mark.parametrize("train", TRAINS)
def test_newton_and_euler_of_all_bodies(train: str) -> None:
    """In any motion, with efforts, and by the independent solver in absolute coordinates."""
    system = TRAINS[train]().build().compile()
    rng = np.random.default_rng(5)
    names = ["sun", "ring"] if train == "planetary" else ["left", "right"]
    state = system.assemble(rates=dict(zip(names, rng.uniform(-9, 9, 2), strict=True)))
    moving = system.accelerations(state, efforts={names[0]: 0.7, names[1]: -0.4})
    assert imbalance(system, moving) < 1e-10
    solver, there = absolute(system, state)
    theirs = solver.reactions(there)
    ours = system.reactions(state, axes="world")
    size = max(np.max(np.abs(r.force)) for r in theirs.values())
    for joint, reaction in theirs.items():
        assert np.max(np.abs(ours[joint].force - reaction.force)) < 1e-8 * size, joint


def test_a_housing_feels_the_difference_of_the_moments() -> None:
    """Wheels on a housing that one joint holds: it feels the moments, and no force of teeth."""
    m = Mechanism("gearbox", (0, 0, 0))
    m.body("housing", 10.0, (0.05, 0, 0), (0.1, 0.1, 0.1))
    m.weld("foot", m.ground, "housing", at=(0, 0, 0))
    for name, x in (("first", 0.0), ("second", 90 * MM)):
        wheel(m, name, (x, 0, 0.1), on="housing")
    m.helical_gears("teeth", "first", "second", at=(0, 0, 0.1), at2=(90 * MM, 0, 0.1), axis="z",
                    teeth_1=20, teeth_2=40, module=3 * MM * math.cos(0.3),
                    helix_angle=0.3)  # fmt: skip
    for name, torque in (("first", 10.0), ("second", 20.0)):
        m.torque(f"on_{name}", name, m.ground, axis="z", torque=torque)
    system = m.build().compile()
    state = system.assemble()
    assert np.max(np.abs(system.accelerations(state).vdot)) < 1e-9
    foot = system.reactions(state, axes="world")["foot"]
    assert foot.force == pytest.approx(np.zeros(3), abs=1e-9)
    assert foot.moment == pytest.approx([0, 0, 30.0], abs=1e-9)


def on_a_rack() -> Mechanism:
    """A wheel above a rack along x."""
    m = Mechanism("rack", (0, 0, 0))
    wheel(m, "pinion", (0, 0, 0))
    m.body("rack", 2.0, (0, -30 * MM, 0), (1e-3,) * 3)
    m.prismatic("rack", m.ground, "rack", at=(0, -30 * MM, 0), axis="x")
    m.rack_and_pinion("teeth", "pinion", "rack", at=(0, 0, 0), axis="z", at2=(0, -30 * MM, 0),
                      axis2="x", teeth=20, module=3 * MM, helix_angle=0.0)  # fmt: skip
    return m


@pytest.mark.parametrize("mirror", ["x", "y", "z"])
def test_a_rack_in_a_mirror(mirror: Any) -> None:
    """The image of a rack moves, and pushes on its bearings, as the mirror shows."""
    flip = np.where(np.array(list("xyz")) == mirror, -1.0, 1.0)
    found = []
    for options in ({}, {"mirror": mirror}):
        host = Mechanism("host", (0, 0, 0))
        host.add("p", on_a_rack(), **options)
        system = host.build().compile()
        state = system.assemble(rates={"p.pinion": 2.0})
        assert abs(state["p.rack.speed"]) == pytest.approx(0.06, rel=1e-12)
        moving = system.accelerations(state, efforts={"p.pinion": 1.5})
        force = system.reactions(moving, axes="world")["p.pinion"].force
        found.append((moving["p.rack"], force))
    assert found[1][0] == pytest.approx(found[0][0], rel=1e-12)
    assert np.max(np.abs(found[0][1][:2])) > 1.0
    assert found[1][1] == pytest.approx(flip * found[0][1], rel=1e-9, abs=1e-9)


FILE = """
sarrus: 1
name: pair
bodies:
  pinion: {mass: 1, com: [0, 0, 0], inertia: [1e-3, 1e-3, 1e-3]}
  wheel: {mass: 2, com: [90 mm, 0, 0], inertia: [4e-3, 4e-3, 4e-3]}
joints:
  A: {type: revolute, parent: ground, child: pinion, at: [0, 0, 0], axis: z}
  B: {type: revolute, parent: ground, child: wheel, at: [90 mm, 0, 0], axis: z}
  teeth: {type: spur_gears, parent: pinion, child: wheel, at: [0, 0, 0], at2: [90 mm, 0, 0],
    axis: z,
    teeth_1: 20, teeth_2: 40, module: 3 mm}
forces:
  load: {type: joint_torque, joint: B, effort: 12 N*m}
drives: {A: 30*t}
run: {until: 1, every: 0.1}
"""


def test_the_force_of_a_tooth_from_a_file(tmp_path: Path) -> None:
    """Driven at a constant rate against 12 N m: F_t = 12/60 mm, radial by tan(20 degrees)."""
    path = tmp_path / "pair.yaml"
    path.write_text(FILE, encoding="utf-8")
    run = load(path).compile().drive({"A": lambda t: 30 * t}, until=1.0, every=0.1)
    assert run["teeth.tangential_force"] == pytest.approx(200.0, rel=1e-10)
    assert run["teeth.radial_force"] == pytest.approx(200 * math.tan(math.radians(20)), rel=1e-10)
    assert run["teeth.mesh_power"] == pytest.approx(12 * 15.0, rel=1e-10)
    assert run["A.reaction.force@world"][:, 0] == pytest.approx(run["teeth.radial_force"], rel=1e-9)


def test_teeth_that_pull_are_named_in_a_run(tmp_path: Path) -> None:
    """Driven to and fro: half of the time on the other flanks; or all of it, by the wrong sign."""
    path = tmp_path / "pair.yaml"
    path.write_text(FILE.replace("effort: 12 N*m", "effort: 0 N*m"), encoding="utf-8")
    swung = load(path).compile()
    run = swung.simulate(swung.assemble(), until=1.0, every=0.05,
                         inputs={"A": lambda t: 3.0 * np.cos(2.0 * np.pi * t)})  # fmt: skip
    (told,) = run.notices
    # of 3 N m at A, the wheel takes its part by inertia: 4e-3/4 of 1e-3 + 4e-3/4, on 28.2 mm
    most = 3.0 * 0.5 / (30 * MM * math.cos(math.radians(20)))
    assert told.code == "W76" and "Take a gear_mesh" in str(told)
    assert f"first at t = 0.3 s, most at t = 0.5 s by {most:.4g} N" in str(told)
    assert f"radial force of {most * math.sin(math.radians(20)):.4g} N" in str(told)
    steady = {"A": -3.0}
    run = swung.simulate(swung.assemble(), until=0.1, every=0.05, inputs=steady)
    (told,) = run.notices
    assert told.code == "W76" and "Give flank: -1" in str(told)
    steady = {"A": 3.0}
    assert not swung.simulate(swung.assemble(), until=0.1, every=0.05, inputs=steady).notices
    path.write_text(path.read_text("utf-8").replace("teeth_1: 20", "flank: 0, teeth_1: 20"))
    free = load(path).compile()
    assert not free.simulate(free.assemble(), until=0.1, every=0.05, inputs={"A": -3.0}).notices


# --- what does not mesh ---------------------------------------------------------------------------

PLACE: dict[str, Any] = {
    "at": (0, 0, 0),
    "axis": "z",
    "teeth_1": 20,
    "teeth_2": 40,
    "module": 0.003,
}
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("spur_gears", {"at2": (0.1, 0, 0)}, "mesh at 90 mm"),
    ("spur_gears", {"at2": (0.09, 0, 0), "module": "2.5 mm"}, "module 3 mm"),
    ("spur_gears", {"at2": (0.09, 0, 0), "axis2": (0, 1, 1)}, "Use bevel_gears"),
    ("spur_gears", {"at2": (0.09, 0, 0), "teeth_1": 20.5}, "whole number"),
    ("spur_gears", {"at2": (0, 0, 1)}, "on the axis of wheel 1"),
    ("spur_gears", {"at2": (0.09, 0, 0), "flank": 0.5}, "-1, 0 and 1"),
    ("helical_gears", {"at2": (0.09, 0, 0), "helix_angle": "20 deg"}, "mesh at 95.776 mm"),
    ("internal_gears", {"at2": (0.09, 0, 0), "teeth_2": 20}, "teeth of the wheel inside"),
    ("bevel_gears", {"at2": (0.03, 0.001, 0), "at": (0, 0, 0.06), "axis2": "x"}, "do not meet"),
    ("bevel_gears", {"at2": (0.03, 0, 0), "axis2": "z"}, "are crossing"),
    ("bevel_gears", {"at2": (0.03, 0, 0), "axis2": "x"}, "is the apex"),
    ("bevel_gears", {"at2": (0.03, 0, 0), "at": (0, 0, 1)}, "is missing"),
]


@pytest.mark.parametrize(("kind", "options", "text"), WRONG)
def test_teeth_that_do_not_mesh(kind: str, options: dict[str, Any], text: str) -> None:
    m = Mechanism("wrong")
    wheel(m, "a", (0, 0, 0))
    wheel(m, "b", (0.09, 0, 0))
    getattr(m, kind)("teeth", "a", "b", **{**PLACE, **options})
    with pytest.raises(ModelError, match="teeth") as error:
        m.build()
    assert text in str(error.value)


@pytest.mark.parametrize(
    ("teeth", "text"),
    [
        ({"teeth_sun": 24, "teeth_ring": 61}, "whole teeth"),
        ({"teeth_sun": 24, "teeth_ring": 72, "teeth_planet": 20}, "do not fit"),
        ({"teeth_sun": 24, "teeth_ring": 72, "planets": 5}, "not a multiple of 5"),
        ({"teeth_sun": 24, "teeth_ring": 72, "planets": 8}, "touch each other"),
        ({"teeth_sun": 24, "teeth_ring": 24}, "leaves no room"),
    ],
)
def test_planets_that_cannot_be_put_in(teeth: dict[str, Any], text: str) -> None:
    m = Mechanism("wrong")
    for name in ("sun", "carrier", "ring"):
        wheel(m, name, (0, 0, 0))
    m.planetary("set", "sun", "ring", "carrier", **teeth)
    with pytest.raises(ModelError) as error:
        m.build()
    assert "M45" in str(error.value) and text in str(error.value)


def test_a_locked_set_is_told() -> None:
    m = Mechanism("locked")
    wheel(m, "sun", (0, 0, 0))
    m.planetary("set", "sun", "ground", "ground", teeth_sun=24, teeth_ring=60)
    with pytest.raises(ModelError, match="the sun cannot turn"):
        m.build()


def test_undercut_and_short_contact_are_told() -> None:
    m = Mechanism("small")
    wheel(m, "a", (0, 0, 0))
    wheel(m, "b", (0.075, 0, 0))
    m.spur_gears("teeth", "a", "b", at=(0, 0, 0), at2=(0.075, 0, 0), axis="z", teeth_1=10,
                 teeth_2=40, module=0.003)  # fmt: skip
    (found,) = m.build().notices
    assert (found.code, "a wheel of 10 teeth is undercut" in str(found)) == ("W75", True)
    assert "17.1 teeth" in str(found)
