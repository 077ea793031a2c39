"""Elastic teeth of bevel gears, racks and worms: efficiency by direction, energy, derivatives."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation as Scipy

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
from sarrus.model.forces import BevelMesh, ForceElement, GearMesh, RackMesh, WormMesh
from sarrus.model.joints import BevelGears, RackAndPinion, SpurGears, WormGears
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.spatial import Transform

ALPHA, LEAD, MM = math.radians(20.0), 0.15, 1e-3
TOOTH: dict[str, Any] = {"module": 3 * MM, "stiffness": 1e7, "damping": 5.0}


def worm(**options: Any) -> Mechanism:
    """A worm of two threads on A along x, and a wheel of 40 teeth below it on B."""
    a = WormGears(2, 40, 3 * MM, LEAD).nominal_distance
    m = Mechanism("worm", (0, 0, 0))
    m.body("worm", 1, (0, 0, 0), (1e-4,) * 3)
    m.body("wheel", 1, (0, -a, 0), (1e-2,) * 3)
    m.revolute("A", m.ground, "worm", at=(0, 0, 0), axis="x")
    m.revolute("B", m.ground, "wheel", at=(0, -a, 0), axis="z")
    m.worm_mesh("teeth", "worm", "wheel", at=(0, 0, 0), axis="x", at2=(0, -a, 0), axis2="z",
                **{"starts": 2, "teeth": 40, "lead_angle": LEAD, **TOOTH, **options})  # fmt: skip
    return m


def bevel(angle: float = 0.5 * math.pi, **options: Any) -> Mechanism:
    """Wheels of 20 and 40 teeth on A and B, whose axes cross in the origin."""
    pair = BevelGears(20, 40, 3 * MM, angle=angle)
    z, e = np.array([0, 0, 1]), np.array([math.sin(angle), 0, math.cos(angle)])
    places = pair.reach * math.cos(pair.cone) * z, pair.reach * math.cos(angle - pair.cone) * e
    m = Mechanism("bevel", (0, 0, 0))
    for body, joint, at, axis, size in zip("ab", "AB", places, (z, e), (1e-3, 4e-3), strict=True):
        m.body(body, 1, tuple(at), (size,) * 3)
        m.revolute(joint, m.ground, body, at=tuple(at), axis=tuple(axis))
    m.bevel_mesh("teeth", "a", "b", at=tuple(places[0]), axis=tuple(z), at2=tuple(places[1]),
                 axis2=tuple(e), **{"teeth_1": 20, "teeth_2": 40, **TOOTH, **options})  # fmt: skip
    return m


def rack(**options: Any) -> Mechanism:
    """A wheel of 20 teeth on A, and a rack below it on B along x."""
    m = Mechanism("rack", (0, 0, 0))
    m.body("wheel", 1, (0, 0, 0), (1e-3,) * 3)
    m.body("rack", 2, (0, -30 * MM, 0), (1e-3,) * 3)
    m.revolute("A", m.ground, "wheel", at=(0, 0, 0), axis="z")
    m.prismatic("B", m.ground, "rack", at=(0, -30 * MM, 0), axis="x")
    m.rack_mesh("teeth", "wheel", "rack", at=(0, 0, 0), axis="z", at2=(0, -30 * MM, 0), axis2="x",
                **{"teeth": 20, **TOOTH, **options})  # fmt: skip
    return m


def by_friction(mu: float) -> tuple[float, float]:
    """The efficiencies of a worm: friction mu N along the thread, N along the normal of the teeth.

    Of both on the worm, its tangent takes N (cos a sin g + mu cos g) and the wheel
    N (cos a cos g - mu sin g) where the worm drives; where the wheel does, mu has the other sign.
    """
    c, t = math.cos(ALPHA), math.tan(LEAD)
    return t * (c - mu * t) / (c * t + mu), (c - mu / t) / (c + mu * t)


LOSSY = {
    "worm": (worm, {"mu": 0.05}, by_friction(0.05), 1 / 20),
    "bevel": (bevel, {"efficiency": 0.95, "efficiency_back": 0.9, "smoothing": 1e-3},
              (0.95, 0.9), -1 / 2),
    "obtuse bevel": (lambda **more: bevel(2.0, **more),
                     {"efficiency": 0.95, "efficiency_back": 0.9, "smoothing": 1e-3},
                     (0.95, 0.9), -1 / 2),
    "rack": (rack, {"efficiency": 0.95, "efficiency_back": 0.9, "smoothing": 1e-3},
             (0.95, 0.9), 0.03),
}  # fmt: skip


@pytest.mark.parametrize("driver", ["A", "B"])
@pytest.mark.parametrize("kind", LOSSY)
def test_efficiency_by_the_direction_of_power(kind: str, driver: str) -> None:
    """At a steady rate, what comes out over what goes in is the efficiency of that direction."""
    make, options, expected, ratio = LOSSY[kind]
    other = "B" if driver == "A" else "A"
    push = {"A": 1.0, "B": 1.0 / abs(ratio)}
    drag = {"A": 1.0 / 60.0, "B": 1.0 / 60.0 / ratio**2}
    m = make(**options, stiffness=1e6)
    m.joint_torque("drive", driver, push[driver])
    m.joint_damper("load", other, drag[other])
    m.joint_damper("hold", driver, 0.3 * drag[driver])
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=3.0, every=1.0, rtol=1e-8, atol=1e-10)
    last = "speed" if kind == "rack" else "rate"
    rates = {"A": run["A.rate"][-1], "B": run[f"B.{last}"][-1]}
    assert abs(rates["B"] / rates["A"]) == pytest.approx(abs(ratio), rel=1e-6)
    entering = (push[driver] - 0.3 * drag[driver] * rates[driver]) * rates[driver]
    leaving = drag[other] * rates[other] ** 2
    assert leaving / entering == pytest.approx(expected[driver == "B"], rel=1e-5)
    assert run["teeth.loss"][-1] == pytest.approx(entering - leaving, rel=1e-4)
    assert run.energy_error < 1e-7


def test_a_worm_of_mott() -> None:
    """R. L. Mott, Machine Elements in Mechanical Design, 4th ed., chapter 10, page 480.

    3 threads, 52 teeth, 6 per inch, a worm of 2 in; 4168 lb in at the wheel, friction 0.022: the
    wheel feels 962 lb along its motion, 265 lb along its axis and 352 lb away from the worm.
    """
    inch, pound = 0.0254, 4.4482216152605
    lead, mu = math.atan(3 / 12), 0.022
    normal = math.atan(math.tan(ALPHA) * math.cos(lead))
    assert math.degrees(lead) == pytest.approx(14.04, abs=5e-3)
    assert math.degrees(normal) == pytest.approx(19.45, abs=5e-3)
    a = 0.5 * (2 + 52 / 6) * inch
    m = Mechanism("mott", (0, 0, 0))
    m.body("worm", 1, (0, 0, 0), (1e-3,) * 3)
    m.body("wheel", 1, (0, -a, 0), (1e-2,) * 3)
    m.revolute("A", m.ground, "worm", at=(0, 0, 0), axis="x")
    m.revolute("B", m.ground, "wheel", at=(0, -a, 0), axis="z")
    m.worm_mesh("teeth", "worm", "wheel", at=(0, 0, 0), axis="x", at2=(0, -a, 0), axis2="z",
                starts=3, teeth=52, module=inch / 6 * math.cos(lead), lead_angle=lead,
                pressure_angle=normal, mu=mu, stiffness=1e7, damping=5.0)  # fmt: skip
    speed = 1750 * 2 * math.pi / 60
    torque = 4168 * pound * inch
    m.joint_torque("load", "B", -torque)
    system = m.build().compile()
    start = system.assemble(rates={"A": speed, "B": speed * 3 / 52})
    run = system.simulate(start, until=0.3, every=0.1, driven={"A": lambda t: speed * t},
                          rtol=1e-8, atol=1e-10)  # fmt: skip
    on_wheel = np.abs(run["B.reaction.force@world"][-1]) / pound
    assert on_wheel == pytest.approx([962, 352, 265], abs=1.5)
    sliding = run["teeth.sliding_speed"][-1] / inch * 60 / 12
    assert sliding == pytest.approx(944, abs=2.0)  # ft/min


def test_a_worm_with_much_friction_locks_itself() -> None:
    """mu above cos(a) tan(g): the wheel cannot drive the worm; below, it does."""
    edge = math.cos(ALPHA) * math.tan(LEAD)
    rates = []
    for mu in (0.7 * edge, 1.3 * edge):
        m = worm(mu=mu, smoothing=1e-5)
        m.joint_torque("drive", "B", 20.0)
        system = m.build().compile()
        run = system.simulate(system.assemble(), until=0.2, every=0.1, method="bdf")
        rates.append(abs(run["A.rate"][-1]))
    assert rates[0] > 50.0 and rates[1] < 0.1


@pytest.mark.parametrize("make", [worm, bevel, rack])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_bearings_feel_what_rigid_teeth_give_them(make: Any, sign: float) -> None:
    """Both shafts are held against a moment: the same forces as of the joint, for each flank."""
    m = make()
    drafts = {"worm": "worm_gears", "bevel": "bevel_gears", "rack": "rack_and_pinion"}
    torque = 2.0 * sign
    rigid = make()
    (draft,) = rigid.forces
    options = {k: x for k, x in draft.options.items() if k not in TOOTH or k == "module"}
    rigid.forces.remove(draft)
    a, b = options.pop("a"), options.pop("b")
    getattr(rigid, drafts[m.name])("teeth", a, b, flank=sign, **options)
    stiff = rigid.build().compile()
    held = stiff.drive({"B": 0.0}, until=1e-9, every=1e-9, efforts={"A": torque})
    m.joint_torque("drive", "A", torque)
    m.joint_damper("drag", "A", 5.0)
    m.joint_spring("stay", "B", k=1e9, d=1e5)
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=1.0, every=0.5, method="bdf")
    for joint in "AB":
        name = f"{joint}.reaction.force@world"
        expected = held[name][-1]
        assert run[name][-1] == pytest.approx(expected, abs=2e-3 * np.max(np.abs(expected)))
    for name in ("tooth_force", "tangential_force", "radial_force", "axial_force"):
        expected = held[f"teeth.{name}"][-1]
        assert run[f"teeth.{name}"][-1] == pytest.approx(expected, rel=2e-3, abs=1e-6), name


ELEMENTS: dict[str, Any] = {
    "gear": (GearMesh, {"teeth_1": 20, "teeth_2": 40, "helix_angle": 0.2, "efficiency": 0.9,
                        "efficiency_back": 0.8, "variation": 0.5}),
    "ring": (GearMesh, {"teeth_1": 20, "teeth_2": 60, "internal": True, "efficiency": 0.9,
                        "efficiency_back": 0.8}),
    "bevel": (BevelMesh, {"teeth_1": 20, "teeth_2": 40, "angle": 1.3, "efficiency": 0.9,
                          "efficiency_back": 0.8, "variation": 0.5}),
    "rack": (RackMesh, {"teeth": 20, "helix_angle": -0.2, "efficiency": 0.9,
                        "efficiency_back": 0.8, "variation": 0.5}),
    "worm": (WormMesh, {"starts": 2, "teeth": 40, "lead_angle": LEAD, "mu": 0.2,
                        "smoothing": 0.1, "variation": 0.5}),
    "crossed": (WormMesh, {"starts": 14, "teeth": 22, "lead_angle": 0.8, "twist": 2.3, "mu": 0.2,
                           "smoothing": 0.1}),
}  # fmt: skip


def element(kind: str, m: Any, rng: np.random.Generator) -> ForceElement:
    """Return an element whose teeth press a little, between a body and another or ground."""
    cls, numbers = ELEMENTS[kind]
    names = [body.name for body in m.model.bodies]
    a = str(rng.choice(names))
    b = str(rng.choice([GROUND, *(name for name in names if name != a)]))
    made: ForceElement = cls(
        name="teeth", body_a=a, body_b=b, on_a=Pose(), on_b=Pose(), module=0.05, stiffness=1e3,
        damping=0.2, backlash=0.0, **numbers,
    )  # fmt: skip
    pair = made.pair(1.0)
    turn = Scipy.random(random_state=int(rng.integers(1000))).as_matrix()
    here = scene(m, m.q, m.v)
    X_AF = Transform.of(turn, rng.normal(size=3))
    X_WF = here.pose(a) @ X_AF
    off = Transform.of(
        Scipy.from_rotvec(rng.uniform(-2e-2, 2e-2, 3)).as_matrix(), rng.uniform(-2e-2, 2e-2, 3)
    )
    X_BM = here.pose(b).inverse @ X_WF @ pair.nearest_pose(pair.drawn) @ off
    poses = [Pose(vector3(X.position), matrix3(X.matrix)) for X in (X_AF, X_BM)]
    return replace(made, on_a=poses[0], on_b=poses[1])  # type: ignore[type-var]


@pytest.mark.parametrize("kind", ELEMENTS)
@pytest.mark.parametrize("seed", range(3))
def test_identities(kind: str, seed: int) -> None:
    """Gradient of the energy, power, derivatives to 1e-12 against dual numbers, and in symbols."""
    rng = np.random.default_rng(seed)
    m = mechanism(seed)
    whole = with_element(m, element(kind, m, rng))
    assert_gradient(whole)
    assert assert_power(whole) >= 0.0
    assert_derivatives(whole, near=0.0)
    assert_traced(whole, {"stiffness": 1.2e3, "backlash": 1e-4})


def test_contact_ratios() -> None:
    """A rack is a wheel of ever more teeth; a bevel gear has the radius of its back cone."""
    large = SpurGears(20, 1e6, 3 * MM).contact_ratio
    assert large is not None
    assert RackAndPinion(20, 3 * MM).contact_ratio == pytest.approx(large, rel=1e-5)
    cone = math.atan(0.5)
    back = SpurGears(20 / math.cos(cone), 40 / math.sin(cone), 1.0).contact_ratio
    assert BevelGears(20, 40, 3 * MM).contact_ratio == pytest.approx(back, rel=1e-12)
    assert WormGears(14, 22, 3 * MM, 0.8, twist=2.3).contact_ratio is None
    flat = WormGears(1, 40, 3 * MM, 1e-4).contact_ratio
    assert flat == pytest.approx(RackAndPinion(40, 3 * MM).contact_ratio, rel=1e-6)


@pytest.mark.parametrize("make", [worm, bevel, rack])
def test_there_and_back_through_a_file(make: Any, tmp_path: Path) -> None:
    model = make(backlash=1e-5).build()
    sarrus.save(model, tmp_path / "m.yaml")
    text = (tmp_path / "m.yaml").read_text("utf-8")
    assert "axis2" in text and "on_a" not in text
    assert sarrus.load(tmp_path / "m.yaml").forces == model.forces


@pytest.mark.parametrize("make", [worm, bevel, rack])
def test_a_mirror_image_presses_alike(make: Any) -> None:
    m = Mechanism("two", (0, 0, 0))
    part = make()
    part.joint_torque("drive", "A", 0.5)
    m.add("one", part)
    m.add("other", part, mirror="x")
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.01, every=2e-3, rtol=1e-9, atol=1e-12)
    one, other = (run[f"{name}.teeth.tooth_force"] for name in ("one", "other"))
    assert np.max(np.abs(one)) > 5.0
    assert np.abs(other) == pytest.approx(np.abs(one), rel=1e-5, abs=1e-5)


HEAD = """\
sarrus: 1
bodies:
  a: {mass: 1, inertia: [1e-3, 1e-3, 1e-3]}
  b: {mass: 1, com: [0, -80 mm, 0], inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: x}
  B: {type: revolute, parent: ground, child: b, at: [0, -80 mm, 0], axis: z}
forces:
"""
WORM = "  F: {type: worm_mesh, a: a, b: b, at: [0, 0, 0], axis: x, at2: [0, -80 mm, 0], " \
       "axis2: z, starts: 2, teeth: 40, module: 3 mm, stiffness: 1e7, "  # fmt: skip
BEVEL = "  F: {type: bevel_mesh, a: a, b: b, at: [20 mm, -80 mm, 0], axis: x, stiffness: 1e7, " \
        "teeth_1: 20, teeth_2: 40, module: 3 mm, "  # fmt: skip
RACK = "  F: {type: rack_mesh, a: a, b: b, at: [0, 0, 0], axis: x, at2: [0, -30 mm, 0], " \
       "axis2: z, teeth: 20, stiffness: 1e7, "  # fmt: skip
WRONG = [
    (WORM + "lead_angle: 12 deg}", "M45", ("80 mm apart", "mesh at 75.76")),
    (WORM + "lead_angle: 0}", "M04", ("would not advance",)),
    (WORM + "lead_angle: 8.961769 deg, mu: -1}", "M04", ("mu", "-1")),
    (BEVEL + "at2: [0, -80 mm, 1 mm], axis2: [0, 1, 1]}", "M45", ("do not meet",)),
    (BEVEL + "at2: [0, -80 mm, 40 mm], axis2: z, efficiency: 1.2}", "M04", ("above 1",)),
    (BEVEL + "at2: [0, -80 mm, 40 mm], axis2: z, pressure_angle: 60 deg}", "M04", ("below",)),
    (RACK + "module: 2.5 mm}", "M45", ("30 mm apart", "mesh at 25 mm")),
    (RACK + "module: 3 mm, teeth: 20.5}", "M45", ("whole number",)),
    (RACK + "module: 3 mm, axis2: x}", "M45", ("across",)),
]


@pytest.mark.parametrize(("text", "code", "words"), WRONG)
def test_what_does_not_mesh_is_named_with_its_line(
    text: str, code: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    for key in ("teeth: 20.5", "axis2: x}"):
        if key in text:
            text = text.replace("teeth: 20, " if "teeth" in key else "axis2: z, ", "")
    file = tmp_path / "bad.yaml"
    file.write_text(HEAD + text + "\n", encoding="utf-8")
    with pytest.raises(ModelError) as caught:
        sarrus.load(file)
    said = "\n".join(str(p) for p in caught.value.problems if p.code == code)
    assert f"bad.yaml:{len(HEAD.splitlines()) + 1}" in said, said
    for word in words:
        assert word in said, said


def test_a_stiffness_that_follows_unknown_pairs_is_refused() -> None:
    twist = 2.3
    pair = WormGears(14, 22, 3 * MM, 0.8, twist=twist)
    a = pair.nominal_distance
    m = Mechanism("crossed")
    for body, at in (("a", (0, 0, 0)), ("b", (a, 0, 0))):
        m.body(body, 1, at, (1e-3,) * 3)
        m.free(body.upper(), m.ground, body)
    m.worm_mesh("teeth", "a", "b", at=(0, 0, 0), axis="z", at2=(a, 0, 0),
                axis2=(0, -math.sin(twist), math.cos(twist)), starts=14, teeth=22,
                lead_angle=0.8, variation=1.0, **TOOTH)  # fmt: skip
    with pytest.raises(ModelError, match="not known at these axes"):
        m.build()
