"""Models as files of MuJoCo, and back: the same motion, and what is lost is said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from mjcf.generated import generated
from mjcf.own_models import ALL
from sarrus import Mechanism, Model, ModelError, convert, load_mjcf, save_mjcf
from sarrus.dynamics import BaseMotion, Tree
from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations, positions, velocities
from sarrus.dynamics.loads import applied_loads
from sarrus.formats.mjcf.saving import mjcf_text
from sarrus.model.forces.spring_damper import SpringDamper
from sarrus.topology import analyze, layout

FEW, MANY = 3, 200


def motion_of(model: Model, values: np.ndarray) -> dict[str, np.ndarray]:
    """Return poses of bodies and efforts of joints in a motion told by joint names alone."""
    topology = analyze(model)
    order = layout(topology)
    names = sorted(order.v_slice)
    q, rows = order.neutral(), [np.zeros(order.nv) for _ in range(3)]
    at = 0
    for name in names:
        place = order.v_slice[name]
        for k in range(place.start, place.stop):
            for row, shift in zip(rows, (0, 1, 2), strict=True):
                row[k] = values[(at + 100 * shift) % len(values)]
            at += 1
    q = order.add(q, rows[0])
    where = positions(Tree.of(topology, order), q, BaseMotion.at_rest())
    speed = velocities(where, rows[1])
    tau = inverse_dynamics(accelerations(speed, rows[2]), applied_loads(speed, 0.0)).tau
    found = {f"joint {name}": np.array(tau[order.v_slice[name]], dtype=float) for name in names}
    for body in model.bodies:
        if not body.mass and not np.any(body.inertia):
            continue  # links without mass between joints of one body have no frame in the file
        X = where.body(body.name)
        found[f"body {body.name}"] = np.column_stack([X.matrix, X.position]).astype(float)
    return found


def compare(first: Model, second: Model, seed: int) -> None:
    values = np.random.default_rng(seed).uniform(-0.6, 0.6, 400)
    a, b = motion_of(first, values), motion_of(second, values)
    assert a.keys() == b.keys()
    largest = max(float(np.max(np.abs(x), initial=1.0)) for x in a.values())
    for name in a:
        np.testing.assert_allclose(b[name], a[name], rtol=1e-12, atol=1e-12 * largest, err_msg=name)


def there_and_back(i: int) -> None:
    first = load_mjcf(generated(i))
    text, _ = mjcf_text(first, partial=True)
    # servos with limits and lines over several sites are formulas here, which MJCF cannot hold
    kept = {f.name for f in load_mjcf(text).forces}
    first = Model(**{**vars_of(first), "forces": tuple(f for f in first.forces if f.name in kept)})
    compare(first, load_mjcf(text), i)
    again, _ = mjcf_text(load_mjcf(text), partial=True)
    compare(load_mjcf(text), load_mjcf(again), i + 1)


def vars_of(model: Model) -> dict[str, object]:
    names = ("name", "gravity", "bodies", "joints", "forces", "couplers", "frames", "base", "start")
    return {name: getattr(model, name) for name in names}


@pytest.mark.parametrize("i", range(FEW))
def test_there_and_back(i: int) -> None:
    there_and_back(i)


@pytest.mark.slow
@pytest.mark.parametrize("i", range(FEW, MANY))
def test_many_there_and_back(i: int) -> None:
    there_and_back(i)


def test_the_arm_comes_back_whole() -> None:
    first = load_mjcf(ALL["arm"])
    text, notices = mjcf_text(first)
    assert not notices
    second = load_mjcf(text)
    assert second.forces == first.forces
    assert second.couplers == first.couplers
    assert second.frames == first.frames
    assert [j.limits for j in second.joints] == [j.limits for j in first.joints]
    compare(first, second, 3)
    assert mjcf_text(second)[0] == text


@pytest.mark.parametrize("name", ["leg", "gripper"])
def test_loops_come_back(name: str) -> None:
    first = load_mjcf(ALL[name])
    text, _ = mjcf_text(first)
    second = load_mjcf(text)
    by_name = {joint.name: joint for joint in second.joints}
    for joint in first.joints:
        other = by_name[joint.name]
        assert other.type == joint.type
        for side in ("on_parent", "on_child"):
            a, b = getattr(joint, side), getattr(other, side)
            np.testing.assert_allclose(b.position, a.position, atol=1e-15)
    assert [c.terms for c in second.couplers] == [c.terms for c in first.couplers]


def test_what_cannot_be_held_is_refused_all_at_once(tmp_path: Path) -> None:
    m = Mechanism("odd")
    arm = m.body("arm", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y", speed_limit=2.0)
    m.pid("servo", "A", kp=5.0, target=0.2)
    m.joint_gas_spring("soft", "A", effort=5.0, ratio=2.0)
    with pytest.raises(ModelError) as caught:
        save_mjcf(m.build(), tmp_path / "odd.xml")
    assert {p.element for p in caught.value.problems} == {"force 'servo'", "force 'soft'"}
    notices = save_mjcf(m.build(), tmp_path / "odd.xml", partial=True)
    assert {p.element for p in notices} == {"force 'servo'", "force 'soft'", "joint 'A'"}
    assert load_mjcf(tmp_path / "odd.xml").joint("A").type.type_name == "revolute"


def test_other_joints_are_hinges_and_slides(tmp_path: Path) -> None:
    m = Mechanism("chain")
    a = m.body("a", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01), at=(0, 0, 1))
    b = m.body("b", 1.0, (0.1, 0, 0), (0.01, 0.01, 0.01), at=(0.3, 0, 1))
    m.universal("U", m.ground, a, at=(0, 0, 1), axis="y", axis2="z")
    m.helical("H", a, b, at=(0.3, 0, 1), axis="x", lead=0.01)
    m.spring_damper(
        "s", m.ground, b, at_a=(0, 0, 0), at_b=(0.3, 0, 1), k=20.0, c=0.5, free_length=0.4
    )
    text, notices = mjcf_text(m.build())
    assert len(notices) == 2
    model = load_mjcf(text)
    assert [j.name for j in model.joints] == ["U_1", "U_2", "H_1", "H_2"]
    assert [c.name for c in model.couplers] == ["joint"]
    spring = model.forces[0]
    assert isinstance(spring, SpringDamper)
    assert (spring.k, spring.c, spring.free_length) == (20.0, 0.5, 0.4)


def test_convert_both_ways(tmp_path: Path) -> None:
    source = tmp_path / "arm.xml"
    source.write_text(ALL["arm"])
    convert(source, tmp_path / "arm.yaml")
    convert(tmp_path / "arm.yaml", tmp_path / "again.xml")
    compare(load_mjcf(source), load_mjcf(tmp_path / "again.xml"), 5)
