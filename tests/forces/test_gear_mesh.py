"""Elastic teeth: forces, backlash, efficiency by the direction of power, energy, mesh stiffness."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, System
from sarrus.model.forces import GearMesh

ALPHA = math.radians(20.0)


def pair(internal: bool = False, **options: Any) -> Mechanism:
    """A wheel of 20 teeth on A, and one of 40 or a ring of 60 on B; 1e-3 and 4e-3 kg m^2."""
    a = 0.06 if internal else 0.09
    m = Mechanism("pair", (0, 0, 0))
    m.body("pinion", 1.0, (0, 0, 0), (1e-3,) * 3)
    m.body("wheel", 2.0, (a, 0, 0), (4e-3,) * 3)
    m.revolute("A", m.ground, "pinion", at=(0, 0, 0), axis="z")
    m.revolute("B", m.ground, "wheel", at=(a, 0, 0), axis="z")
    m.gear_mesh(
        "teeth", "pinion", "wheel", at=(0, 0, 0), at2=(a, 0, 0), axis="z", teeth_1=20,
        teeth_2=60 if internal else 40, module=3e-3, internal=internal,
        **{"stiffness": 1e8, **options},
    )  # fmt: skip
    return m


def turning(system: System, rate: float, ratio: float, depth: float = 0.0) -> Any:
    """Return a state with the teeth pressed by a depth, that rolls without slip."""
    base = 0.03 * math.cos(ALPHA)
    return system.assemble({"A": depth / base, "B": 0.0}, {"A": rate, "B": rate * ratio})


@pytest.mark.parametrize(("internal", "ratio"), [(False, -0.5), (True, 1 / 3)])
def test_the_force_is_that_of_rigid_teeth(internal: bool, ratio: float) -> None:
    """Along the normal of the flank that presses; both bearings feel it, for both directions."""
    system = pair(internal).build().compile()
    for depth in (1e-6, -1e-6):
        state = turning(system, 0.0, ratio, depth)
        found = system.reactions(state, axes="world")
        push = 100.0
        expected = np.array([push * math.sin(ALPHA), -math.copysign(push, depth), 0.0])
        expected[1] *= -math.cos(ALPHA)
        side = -1.0 if internal else 1.0  # the ring is pushed away from the wheel inside
        assert found["A"].force * [side, 1, 1] == pytest.approx(
            [expected[0], side * expected[1], 0.0], rel=1e-4
        )
        assert found["B"].force == pytest.approx(-found["A"].force, rel=1e-9)


def test_teeth_lie_loose_within_their_backlash() -> None:
    system = pair(backlash=4e-5).build().compile()
    for depth, force in ((1.9e-5, 0.0), (-1.9e-5, 0.0), (2.1e-5, 100.0), (-2.1e-5, -100.0)):
        run = system.simulate(turning(system, 0.0, -0.5, depth), until=1e-9, every=1e-9)
        assert run["teeth.tooth_force"][0] == pytest.approx(force, rel=1e-6, abs=1e-9)
    # thrown from one flank to the other, as often as the time allows
    state = turning(system, 1.0, 0.0, 0.0)
    run = system.simulate(state, until=0.02, every=1e-5, rtol=1e-9, atol=1e-12)
    assert run.energy_error < 1e-8
    signs = np.sign(run["teeth.tooth_force"])
    assert {-1.0, 0.0, 1.0} <= set(signs)


@pytest.mark.parametrize("internal", [False, True])
@pytest.mark.parametrize("driver", ["A", "B"])
def test_efficiency_by_the_direction_of_power(internal: bool, driver: str) -> None:
    """At a steady rate, what comes out over what goes in is the efficiency of that direction."""
    other = "B" if driver == "A" else "A"
    m = pair(internal, efficiency=0.95, efficiency_back=0.9, damping=5.0, smoothing=1e-3)
    m.joint_damper("load", other, 0.5)
    m.joint_torque("drive", driver, 5.0)
    m.joint_damper("hold", driver, 0.4)
    system = m.build().compile()
    ratio = 1 / 3 if internal else -0.5
    rate = 5.0 if driver == "A" else 5.0 / ratio
    state = turning(system, rate, ratio, 1e-7 if driver == "A" else -1e-7)
    run = system.simulate(state, until=0.4, every=0.1, rtol=1e-9, atol=1e-11)
    rates = {name: run[f"{name}.rate"][-1] for name in "AB"}
    entering = (5.0 - 0.4 * rates[driver]) * rates[driver]
    leaving = 0.5 * rates[other] ** 2
    assert leaving / entering == pytest.approx(0.95 if driver == "A" else 0.9, rel=1e-5)
    assert run.energy_error < 1e-9
    assert run["teeth.loss"][-1] == pytest.approx(entering - leaving, rel=1e-4)


def test_a_mesh_with_large_losses_locks_itself() -> None:
    """With an efficiency of 0 or less from behind, the wheel cannot drive the pinion."""
    m = pair(efficiency=0.45, efficiency_back=-0.1, stiffness=1e6, damping=5.0, smoothing=0.05)
    m.joint_torque("drive", "B", 1.0)
    system = m.build().compile()
    run = system.simulate(turning(system, 0.0, -0.5, -1e-7), until=0.1, every=0.01)
    assert abs(run["B.rate"][-1]) < 0.2  # it creeps as the smoothing lets it; 12 rad/s without loss


@pytest.mark.parametrize("helix", [0.0, 0.3])
def test_energy_with_a_stiffness_that_varies(helix: float) -> None:
    """The pairs of teeth that touch change the stiffness, and the springs give what they take."""
    m = pair(variation=1.0, backlash=1e-5, helix_angle=helix) if not helix else None
    if m is None:
        m = Mechanism("pair", (0, 0, 0))
        a = 0.09 / math.cos(helix)
        for name, at, size in (("A", 0.0, 1e-3), ("B", a, 4e-3)):
            m.body(f"b{name}", 1.0, (at, 0, 0), (size,) * 3)
            m.revolute(name, m.ground, f"b{name}", at=(at, 0, 0), axis="z")
        m.gear_mesh("teeth", "bA", "bB", at=(0, 0, 0), at2=(a, 0, 0), axis="z", teeth_1=20,
                    teeth_2=40, module=3e-3, helix_angle=helix, stiffness=1e8,
                    variation=1.0)  # fmt: skip
    m.joint_torque("drive", "A", 5.0)
    m.joint_torque("load", "B", 10.0)
    system = m.build().compile()
    run = system.simulate(
        turning(system, 20.0, -0.5, 1.6e-6), until=0.05, every=5e-4, rtol=1e-10, atol=1e-13
    )
    assert run.energy_error < 1e-8
    force = run["teeth.tooth_force"]
    assert np.max(force) > 1.2 * np.mean(force)  # shaken by the mesh
    assert run["teeth.tangential_force"][-1] == pytest.approx(
        force[-1] * math.cos(ALPHA) * math.cos(helix), rel=1e-9
    )


def test_stiffness_follows_the_pairs_of_teeth() -> None:
    """Of wheels with contact ratio e, one pair or two: k/e and 2 k/e, in the parts 2 - e, e - 1."""
    system = pair(variation=1.0).build().compile()
    element = next(f for f in system.model.forces if isinstance(f, GearMesh))
    ratio = element.pair(1.0).contact_ratio
    assert ratio is not None and 1.6 < ratio < 1.7
    base, found = 0.03 * math.cos(ALPHA), []
    for k in range(200):
        angle = 2 * math.pi / 20 * k / 200
        state = system.assemble({"A": angle + 1e-7 / base, "B": -angle / 2})
        push = system.reactions(state, axes="world")["A"].force
        found.append(np.linalg.norm(push[:2]) / 1e-7)
    found = np.array(found)
    assert np.min(found) == pytest.approx(1e8 / ratio, rel=1e-2)
    assert np.max(found) == pytest.approx(2e8 / ratio, rel=1e-2)
    assert np.mean(found > 1.5e8 / ratio) == pytest.approx(ratio - 1, abs=0.02)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"efficiency": 1.1}, "above 1"),
        ({"internal": True, "efficiency": 0.3}, "would jam"),
        ({"efficiency_back": -3.0}, "sliding teeth"),
        ({"teeth_2": 41}, "mesh at 91.5 mm"),
    ],
)
def test_numbers_that_no_mesh_has(options: dict[str, Any], text: str) -> None:
    internal = bool(options.pop("internal", False))
    m = pair(internal, **{k: v for k, v in options.items() if k != "teeth_2"})
    if "teeth_2" in options:
        m.forces[-1].options["teeth_2"] = options["teeth_2"]
    with pytest.raises(ModelError) as error:
        m.build()
    assert text in str(error.value)


def test_a_mirror_image_presses_alike() -> None:
    """A pair and its image in the plane x = 0 move as images of each other."""
    m = Mechanism("two", (0, 0, 0))
    part = pair(damping=1.0)
    part.joint_torque("drive", "A", 2.0)
    m.add("one", part)
    m.add("other", part, mirror="x")
    system = m.build().compile()
    run = system.simulate(system.assemble(), until=0.01, every=1e-3, rtol=1e-10, atol=1e-13)
    one, other = (run[f"{name}.teeth.tooth_force"] for name in ("one", "other"))
    assert np.max(np.abs(one)) > 10.0
    assert np.abs(other) == pytest.approx(np.abs(one), rel=1e-6, abs=1e-6)
