"""Mechanisms as parts of others: names, places, mirror images, connections, nesting."""

from __future__ import annotations

import dataclasses
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from sarrus import Mechanism, Model, ModelError, System
from sarrus.formats.tir import read_tyre
from sarrus.model.building.parts import PLANES, mirrored_motion
from sarrus.model.joints import TYPES, Helical
from sarrus.model.shapes import Mesh

TYRE = files("sarrus.tyres") / "data" / "passenger_car.tir"
TURN = (0.2, -0.3, 0.5)
INERTIA = (0.021, 0.032, 0.043, 0.001, -0.002, 0.003)


def zoo() -> Mechanism:
    """A chain of many joints with many force elements, and no symmetry."""
    m = Mechanism("zoo")
    m.point("A", (0.1, 0.3, 0.2))
    places = [(0.1, 0.3, 0.2), (0.5, 0.4, 0.1), (0.9, 0.2, 0.3), (1.2, 0.5, 0.2), (1.6, 0.3, 0.1)]
    kinds: list[tuple[str, dict[str, Any]]] = [
        ("revolute", {"axis": (0.2, 0.5, 1.0)}),
        ("prismatic", {"axis": (1.0, 0.3, -0.2)}),
        ("universal", {"axis": "x", "axis2": "y"}),
        ("cylindrical", {"axis": (0.1, -0.4, 0.8)}),
        ("helical", {"axis": (0.3, 0.4, 0.5), "lead": 0.4}),
    ]
    last = "ground"
    for i, ((kind, how), at) in enumerate(zip(kinds, places, strict=True)):
        name = f"b{i}"
        com = tuple(np.add(at, (0.15, 0.05, -0.1)))
        m.body(name, 1.0 + 0.3 * i, com, INERTIA)
        m.joint(kind, f"j{i}", last, name, at=at, **how)
        last = name
    m.body("ball", 0.7, (0, 0, 0.02), INERTIA, at=(1.9, 0.6, 0.2), rpy=TURN)
    m.spherical("s", last, "ball", at=(1.8, 0.5, 0.2))
    m.frame("tip", "ball", at=(0.1, 0.2, 0.3), rpy=TURN)
    ends = {"at_a": (0.0, 0.1, 0.9), "at_b": places[3]}
    m.spring_damper("spring", m.ground, "b2", k=300.0, c=20.0, free_length=0.4, **ends)
    stiff = np.diag([300.0, 200.0, 400.0, 20.0, 30.0, 10.0])
    stiff[0, 4] = stiff[4, 0] = 12.0
    stiff[1, 2] = stiff[2, 1] = 25.0
    m.bushing("bush", "b3", "ball", stiff.tolist(), at=(1.7, 0.4, 0.3), rpy=TURN,
              preload=[5.0, 4.0, 3.0, 1.0, 2.0, 0.5])  # fmt: skip
    m.torque("torque", "b1", "b4", (0.3, 0.8, 0.1), 7.0)
    m.point_force("push", "b2", (3.0, 4.0, 5.0), at=(0.9, 0.1, 0.1))
    m.point_force("follow", "b3", (3.0, -4.0, 2.0), at=(1.1, 0.1, 0.1), follower=True)
    m.point_force("wave", "b1", (1.0, lambda t: 2.0 + np.sin(t), 0.5), at=(0.5, 0.3, 0.2))
    m.moment("twist", "b0", (0.4, lambda t: 1.5 + t, 0.2))
    m.joint_spring("turn", "j0", k=40.0, d=3.0, free=0.2, preload=1.0)
    m.joint_damper("slow", "j3", d=2.0, coordinate="rate")
    m.joint_spring("slide", "j4", k=15.0)
    m.point_contact("touch", "b1", k=4e3, a=0.1, mu=0.4, at=(0.6, 0.5, -0.02))
    m.tyre("tyre", "b4", read_tyre(TYRE), at=(1.6, 0.4, 0.3), axle=(0.1, 1.0, 0.05),
           side="right",
           initial_slip=0.01, initial_side_slip=0.02)  # fmt: skip
    m.couple("tie", {"j0.angle": 1.0, "j4.angle": -2.0, "j1.displacement": 0.7})
    return m


def hosted(part: Mechanism | Model, gravity: Any = (0.4, 0.7, -9.81), **how: Any) -> Model:
    host = Mechanism("host", gravity=gravity)
    host.add("p", part, **how)
    return host.build()


def motion(system: System, q: np.ndarray, v: np.ndarray, t: float = 0.3) -> np.ndarray:
    return system.accelerations(system.state(q, v, t=t))


def test_a_part_alone_is_the_mechanism_itself() -> None:
    """Without place, mirror and connection, a part differs from its own model in names alone."""
    own, part = zoo().build(), hosted(zoo(), gravity=(0, 0, -9.81))
    assert [f"p.{body.name}" for body in own.bodies] == [body.name for body in part.bodies]
    for a, b in zip((*own.bodies, *own.joints), (*part.bodies, *part.joints), strict=True):
        same = {"name": a.name}
        if hasattr(a, "parent"):
            same |= {"parent": a.parent, "child": a.child}
        assert dataclasses.replace(b, **same) == a
    assert [f.name for f in part.forces] == [f"p.{f.name}" for f in own.forces]
    assert part.frames[0].pose == own.frames[0].pose


def signs_of(model: Model, part: Model) -> tuple[np.ndarray, np.ndarray]:
    """Return the factors of coordinates and velocities between a part and its mirror image."""
    q, v = [], []
    for joint in model.joints:
        found = mirrored_motion(joint.type, PLANES["y"])
        assert found is not None
        q += found.coordinates
        v += found.velocities
    return np.array(q), np.array(v)


def near(a: Any, b: Any, size: float = 1e-9) -> bool:
    a, b = np.asarray(a), np.asarray(b)
    return bool(np.max(np.abs(a - b)) <= size * (1.0 + np.max(np.abs(b))))


@pytest.fixture(scope="module")
def plain() -> System:
    return hosted(zoo()).compile(kernels=())


def some_state(system: System) -> tuple[np.ndarray, np.ndarray]:
    wanted = {"p.j0": 0.2, "p.j1": 0.05, "p.j2.angle_1": -0.2, "p.j2.angle_2": 0.1}
    wanted |= {"p.j3.angle": 0.3, "p.j3.displacement": 0.04}
    rates = {"p.j0": 0.5, "p.j1": -0.3, "p.j2.rate_1": 0.4, "p.j3.rate": 0.7, "p.j3.speed": -0.2}
    state = system.assemble(wanted, rates)
    return state.q, state.v


def test_the_mirror_image_moves_as_the_mirror_shows(plain: System) -> None:
    """With gravity mirrored, too, coordinates times their signs have accelerations times them."""
    image = hosted(zoo(), gravity=(0.4, -0.7, -9.81), mirror=True).compile(kernels=())
    sign_q, sign_v = signs_of(plain.model, image.model)
    q, v = some_state(plain)
    state = plain.state(q, v, t=0.3)
    mirrored = image.state(sign_q * q, sign_v * v, t=0.3)  # is consistent
    found, shown = plain.accelerations(state), image.accelerations(mirrored)
    assert np.max(np.abs(found.vdot)) > 1.0
    assert near(shown.vdot, sign_v * found.vdot)
    here, there = plain.poses(state.q), image.poses(mirrored.q)
    for name in ("p.b3", "p.ball"):
        assert near(there[name].position, np.array([1, -1, 1]) * here[name].position)


def test_a_part_that_is_placed_moves_as_before(plain: System) -> None:
    """Turned about the vertical and shifted, with gravity turned: the same accelerations."""
    c, s = np.cos(0.7), np.sin(0.7)
    gravity = (c * 0.4 - s * 0.7, s * 0.4 + c * 0.7, -9.81)
    turned = hosted(zoo(), gravity=gravity, at=(3.0, -2.0, 0.0), rpy=(0, 0, 0.7))
    system = turned.compile(kernels=())
    q, v = some_state(plain)
    found = plain.accelerations(plain.state(q, v, t=0.3))
    assert near(system.accelerations(system.state(q, v, t=0.3)).vdot, found.vdot)


def test_a_connected_ground_is_the_body_of_the_host(plain: System) -> None:
    """On a body that is welded to ground, in a frame of its own, the part moves as on ground."""
    host = Mechanism("host", gravity=(0.4, 0.7, -9.81))
    host.body("frame", 3.0, (0.1, 0.2, 0.3), INERTIA, at=(0.3, -0.4, 0.7), rpy=TURN)
    host.weld("w", host.ground, "frame", at=(0, 0, 0))
    host.add("p", zoo(), connect="frame")
    model = host.build()
    assert model.joint("p.j0").parent == "frame"
    tyre = next(force for force in model.forces if force.name == "p.tyre")
    assert tyre.base == "ground"  # a road is the world's
    system = model.compile(kernels=())
    q, v = some_state(plain)
    found = plain.accelerations(plain.state(q, v, t=0.3))
    assert near(system.accelerations(system.state(q, v, t=0.3)).vdot, found.vdot)


def test_a_body_of_the_part_may_be_one_of_the_host() -> None:
    """Two pendulums, one as a part whose ground body is drawn elsewhere than that of the host."""
    part = Mechanism("arm")
    part.body("hub", 5.0, at=(1.0, 0, 0), rpy=TURN)
    part.body("arm", 1.0, (1.5, 0, 0), (0.1, 0.1, 0.1))
    part.revolute("A", "hub", "arm", at=(1.2, 0.1, 0), axis=(0.1, 1, 0))
    part.add("none", Mechanism("empty"))
    host = Mechanism("host")
    host.body("wheel", 2.0, (0, 0, 0), (0.1, 0.2, 0.1), at=(1.0, 0.5, 0.2))
    host.revolute("O", host.ground, "wheel", at=(1.0, 0.5, 0.2), axis="y")
    host.add("a", part, at=(0.0, 0.5, 0.2), connect={"hub": "wheel"})
    model = host.build()
    assert [body.name for body in model.bodies] == ["wheel", "a.arm"]
    pin = model.joint("a.A")
    assert pin.parent == "wheel"
    assert near(pin.on_parent.position, (0.2, 0.1, 0.0))
    assert [notice.code for notice in model.notices] == ["M35"]  # the 5 kg of the hub


def test_parts_of_parts_have_names_by_dots() -> None:
    corner = Mechanism("corner")
    corner.point("pin", (0, 0.5, 0))
    corner.body("arm", 1.0, (0, 0.7, 0), (0.1, 0.1, 0.1))
    corner.revolute("A", corner.ground, "arm", at="pin", axis="x")
    axle = Mechanism("axle")
    axle.add("left", corner)
    axle.add("right", corner, mirror=True)
    axle.couple("bar", {"left.A.angle": 1.0, "right.A.angle": -1.0})
    car = Mechanism("car")
    car.body("chassis", 10.0, (0, 0, 0), (1, 1, 1))
    car.free("base", car.ground, "chassis")
    for name, x in (("front", 1.0), ("rear", -1.0)):
        car.add(name, axle, at=(x, 0, 0), connect="chassis")
    car.spring_damper("cross", "front.left.arm", "rear.right.arm", k=1.0,
                      at_a="front.left.pin", at_b="rear.right.pin")  # fmt: skip
    model = car.build()
    assert [joint.name for joint in model.joints][1:] == [
        "front.left.A", "front.right.A", "rear.left.A", "rear.right.A",
    ]  # fmt: skip
    assert model.joint("rear.right.A").on_parent.position == (-1.0, -0.5, 0.0)
    cross = model.forces[0]
    assert (cross.point_a, cross.point_b) == ((0.0, 0.5, 0.0), (0.0, -0.5, 0.0))
    # equal angles are mirror images: the axis of the right arm points backward
    assert near(np.array(model.joint("front.right.A").on_parent.rotation)[:, 2], (-1, 0, 0))
    assert model.couplers[1].terms[1].joint == "rear.right.A"


@pytest.mark.parametrize("plane", ["x", "y", "z"])
@pytest.mark.parametrize("name", [n for n, t in TYPES.items() if t.in_tree])
def test_every_joint_type_has_a_mirror_image(name: str, plane: str) -> None:
    kind = TYPES[name]()
    found = mirrored_motion(kind, PLANES[plane])
    assert found is not None
    rng = np.random.default_rng(3)
    q = kind.with_unit_quaternion(rng.uniform(-1, 1, kind.nq))
    M, C = np.diag(PLANES[plane]), np.diag(found.turn)
    X, image = kind.pose(q), kind.mirror_image().pose(q * np.array(found.coordinates))
    assert near(image.matrix, C.T @ M @ X.matrix @ M @ C)
    assert near(image.position, C.T @ M @ X.position)
    if name in ("revolute", "prismatic", "universal", "spherical", "planar", "helical"):
        assert found.coordinates == (1.0,) * kind.nq


def test_skew_axes_in_a_mirror_twist_the_other_way() -> None:
    for name in ("revolute_revolute", "revolute_cylindrical"):
        kind = TYPES[name](length=0.7, twist=0.5)
        assert kind.mirror_image() == TYPES[name](length=0.7, twist=-0.5)
        assert mirrored_motion(kind, PLANES["y"]) is not None


def test_a_screw_in_a_mirror_has_the_other_hand() -> None:
    assert Helical(0.4).mirror_image() == Helical(-0.4)


def test_mirrored_meshes_have_negative_scales() -> None:
    part = Mechanism("part")
    part.body("arm", 1.0, (0, 0, 0), (1, 1, 1), shape=Mesh("arm.stl", 0.001))
    part.revolute("A", part.ground, "arm", at=(0, 0, 0), axis="x")
    shape = hosted(part, mirror=True).body("p.arm").shapes[0].shape
    assert shape.scale == (0.001, -0.001, 0.001)


def test_a_law_of_the_user_is_renamed_but_not_moved() -> None:
    part = Mechanism("part")
    part.body("arm", 1.0, (1, 0, 0), (1, 1, 1))
    part.revolute("A", part.ground, "arm", at=(0, 0, 0), axis="y")
    part.user_force("law", lambda motion: motion.effort("A", -2.0 * motion.coordinate("A")))
    part.user_force("pull", lambda motion: motion.moment("arm", (0.0, 1.0, 0.0)))
    assert hosted(part).forces[0].joints == ("p.A",)
    assert hosted(part).forces[1].bodies == ("p.arm",)
    with pytest.raises(ModelError, match=r"M35.*force 'pull'.*law of its own in world axes"):
        hosted(part, mirror=True)


def problems(fill: Any) -> str:
    host = Mechanism("host")
    host.body("chassis", 1.0, (0, 0, 0), (1, 1, 1))
    part = Mechanism("corner")
    part.body("arm", 1.0, (0, 0, 0), (1, 1, 1))
    part.revolute("A", part.ground, "arm", at=(0, 0, 0), axis="x")
    fill(host, part)
    with pytest.raises(ModelError) as caught:
        host.build()
    return str(caught.value)


def test_what_is_no_part_is_refused_with_everything_else() -> None:
    def fill(host: Mechanism, part: Mechanism) -> None:
        host.body("left.arm", 1.0, (0, 0, 0), (1, 1, 1))
        host.add("left", part, connect="chasis")
        host.add("right", part, connect={"arn": "chassis"}, mirror="w")
        host.add("both", part, connect={"arm": "chassis", "ground": "chassis"})
        host.add("me", host)
        host.add("text", "corner")  # type: ignore[arg-type]
        host.add("left", Mechanism("empty"))
        host.add(".", part)

    said = problems(fill)
    for words in (
        "connect['ground']]: 'chasis' is not the name of a body. Did you mean 'chassis'?",
        "[part 'left']: part 'left' has a body 'left.arm', which is the name of another",
        "[part 'right' / mirror]: 'w' is no plane",
        "[part 'both' / joint 'A']: joint 'A' connects 'chassis' with itself",
        "[part 'me']: part 'me' contains itself",
        "[part 'text']: 'corner' is not a mechanism",
        "[part 'left' / name]: 'left' is the name of two parts",
        "[part '.' / name]: '.' is not a name",
    ):
        assert words in said, said


def test_mistakes_inside_a_part_are_those_of_the_part() -> None:
    def fill(host: Mechanism, part: Mechanism) -> None:
        part.body("hub", -1.0)
        part.revolute("B", "arm", "hubb", at=(0, 0, 0), axis="x")
        host.add("left", part, connect="chassis")

    said = problems(fill)
    assert "part 'left' / body 'hub' / mass" in said
    assert "part 'left' / joint 'B' / child]: 'hubb' is not the name of a body" in said


def test_the_ground_of_a_part_cannot_be_prescribed() -> None:
    def fill(host: Mechanism, part: Mechanism) -> None:
        part.prescribe_base()
        host.add("left", part)

    assert "has a ground that moves by laws of its own" in problems(fill)


def test_elements_on_coordinates_that_turn_round_are_refused() -> None:
    def fill(host: Mechanism, part: Mechanism) -> None:
        part.body("rod", 1.0, (0, 0, 0), (1, 1, 1))
        part.cylindrical("C", "arm", "rod", at=(0, 0, 0), axis="x")
        part.joint_spring("k", "C", coordinate="rate", k=1.0)
        part.joint_damper("d", "C", coordinate="rate", d=1.0)
        host.add("left", part, mirror=True)

    said = problems(fill)
    assert "force 'k' acts on 'rate' of 'C', which counts the other way in the mirror" in said
    assert "force 'd'" not in said


def test_a_model_may_be_a_part() -> None:
    part = Mechanism("part")
    part.body("arm", 1.0, (1, 0, 0), (1, 1, 1))
    part.revolute("A", part.ground, "arm", at=(0, 0, 0), axis="y")
    assert hosted(part.build(), mirror=True).joint("p.A").child == "p.arm"
