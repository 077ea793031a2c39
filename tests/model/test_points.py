"""Named points of the drawing, shapes between points, and links with a density."""

import math

import numpy as np
import pytest

from sarrus import Bar, Capsule, Link, Mechanism, ModelError, Rod, Shaft, Study
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.model.materials import DENSITIES, material_density

FILE = """
sarrus: 1
constants: {r: 200 mm, l: 0.5}
points:
  A: [0, 0, 0]
  B: [0, 0, r]
  C: [B.x + l, 0, 1.5*B.z]
  D: {from: C, by: [100 mm, 0, -C.z]}
  P{i}: {for: {i: 1..2}, at: [i, 0, 0]}
bodies:
  crank: {density: steel, shapes: [{type: rod, from: A, to: B, radius: 8 mm}]}
  coupler: {density: aluminium}
  rocker: {at: D, rpy: [0, 0, 90 deg], mass: 2, com: C,
           shapes: [{type: bar, from: C, to: D, width: 30 mm, thickness: 8 mm},
                    {type: sphere, radius: 5 mm, at: C}]}
frames:
  pen: {body: rocker, at: C}
joints:
  A: {type: revolute, parent: ground, child: crank, at: A, axis: y}
  B: {type: revolute, parent: crank, child: coupler, at: B, axis: y}
  C: {type: revolute, parent: coupler, child: rocker, at: C, axis: y}
  D: {type: revolute, parent: ground, child: rocker, at: D, axis: y}
forces:
  spring: {type: spring_damper, a: ground, b: rocker, at_a: A, at_b: C, k: 200 N/m}
  pull: {type: user_force, points: {tip: {body: rocker, at: C}},
         loads: [{force: tip, value: [1, 0, 0]}]}
"""


def model(text=FILE, **changes):
    for old, new in changes.items():
        text = text.replace(old, new)
    value, marks = parse(text, "m.yaml")
    return read_document(value, marks, "m.yaml").model()


def problems(old, new):
    with pytest.raises(ModelError) as caught:
        model(FILE.replace(old, new))
    assert FILE.count(old) >= 1
    return caught.value.problems


def test_points_mean_the_same_place_for_joints_shapes_frames_and_forces():
    found = model()
    bodies = {body.name: body for body in found.bodies}
    rocker = bodies["rocker"]
    C = np.array([0.5, 0.0, 0.3])
    at = rocker.pose.transform.point
    assert np.allclose(at(np.array(found.frames[0].pose.position)), C, atol=1e-15)
    assert np.allclose(at(np.array(rocker.shapes[1].pose.position)), C, atol=1e-15)
    assert np.allclose(at(np.array(rocker.com)), C, atol=1e-15)
    joint = next(j for j in found.joints if j.name == "C")
    assert np.allclose(at(np.array(joint.on_child.position)), C, atol=1e-15)
    assert np.allclose(at(np.array(found.forces[0].point_b)), C, atol=1e-15)
    bar = rocker.shapes[0]
    assert np.allclose(at(np.array(bar.pose.position)), np.add(C, [0.6, 0.0, 0.0]) / 2, atol=1e-15)
    assert bar.shape.size[2] == pytest.approx(math.hypot(0.1, 0.3) + 0.03)
    turned = rocker.pose.transform.matrix @ np.array(bar.pose.rotation)
    assert np.allclose(np.abs(turned[:, 0]), [0, 1, 0])  # thickness along the hinges


def test_a_link_gets_its_shape_from_its_joints_and_its_mass_from_a_density():
    coupler = next(body for body in model().bodies if body.name == "coupler")
    length = math.hypot(0.5, 0.1)
    rod = Capsule(length / 20, length)
    assert coupler.mass == pytest.approx(DENSITIES["aluminium"] * rod.volume)
    assert np.allclose(coupler.com, [0.25, 0, 0.25])
    moments = np.linalg.eigvalsh(np.array(coupler.inertia))
    assert np.allclose(moments, np.sort(np.diag(rod.inertia(coupler.mass))))


def test_the_file_says_what_python_says():
    m = Mechanism("mechanism")
    A, B = m.point("A", (0, 0, 0)), m.point("B", (0, 0, "200 mm"))
    m.body("crank", density="steel", shape=Rod(A, B, radius="8 mm"))
    m.body("other", density=1000, shapes=[Shaft("A", (0.1, 0, 0), radius=0.01)])
    m.body("flat", mass=1, shapes=[Bar(A, B, width=0.03, thickness=0.01, beyond=0, side="x")])
    m.revolute("A", "ground", "crank", at=A, axis="y")
    m.revolute("B", "crank", "other", at="B", axis="y")
    m.weld("W", "crank", "flat", at="B")
    crank, other, flat = m.build().bodies
    assert crank == model().bodies[0]
    assert other.mass == pytest.approx(1000 * math.pi * 0.01**2 * 0.1)
    assert flat.shapes[0].shape.size == (0.01, 0.03, 0.2)


@pytest.mark.parametrize("corners", [3, 5])
def test_links_of_several_joints_join_them_all(corners):
    m = Mechanism()
    m.body("plate", density="steel", shapes=[Link(radius=0.01, offset=(0, 0, 0.02))])
    turns = 2 * np.pi * np.arange(corners) / corners
    for k, turn in enumerate(turns):
        m.point(f"P{k}", (math.cos(turn), math.sin(turn), 0))
        m.body(f"arm{k}", 1, inertia=(1, 1, 1))
        m.revolute(f"J{k}", "plate", f"arm{k}", at=f"P{k}", axis="z")
    plate = m.build().bodies[0]
    assert len(plate.shapes) == corners
    assert np.allclose(plate.com, [0, 0, 0.02], atol=1e-12)


def test_one_joint_and_a_frame_make_a_link():
    m = Mechanism()
    m.point("tip", (0, 0, -1))
    m.body("rod", density="brass")
    m.frame("end", "rod", at="tip")
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y")
    assert np.allclose(m.build().bodies[0].com, [0, 0, -0.5])


def test_frames_of_bodies_that_joints_place_are_at_points_of_the_drawing():
    m = Mechanism()
    m.point("tip", (0, 0, -2))
    m.body("rod", 1, inertia=(1, 1, 1))
    m.frame("end", "rod", at="tip")
    m.revolute("A", "ground", "rod", on_parent=(0, 0, -1), on_child=(0, 0, 0.5), axis="y")
    assert np.allclose(m.build().frames[0].pose.position, [0, 0, -0.5])


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("child: crank, at: A", "child: crank, at: AA", "M09", "not the name of a point"),
        ("from: A, to: B, radius: 8 mm", "from: A, to: X, radius: 8 mm", "M09", "name of a point"),
        ("from: A, to: B, radius: 8 mm", "from: A, to: A, radius: 8 mm", "M04", "no length"),
        ("from: A, to: B, radius: 8 mm", "from: A, radius: 8 mm", "M09", "'to' is missing"),
        ("from: A, to: B, radius: 8 mm", "through: [A], radius: 8 mm", "M28", "two or more"),
        ("from: A, to: B, radius: 8 mm", "through: A, radius: 8 mm", "M25", "list of points"),
        ("from: A, to: B, radius: 8 mm", "from: A, to: B, radius: -8 mm", "M04", "above 0"),
        ("from: A, to: B, radius: 8 mm", "from: A, to: B", "M09", "'radius' is missing"),
        ("density: aluminium", "density: aluminimum", "M09", "aluminium"),
        ("density: aluminium", "density: 2700 kg", "M05", "density"),
        ("A: [0, 0, 0]", "A: [0, 0]", "M25", "3 numbers"),
        ("from: C, by:", "from: Z, by:", "M09", "name of a point"),
        ("{from: C, by: [100 mm, 0, -C.z]}", "{from: C}", "M28", "from"),
        ("child: crank, at: A", "child: rocker, at: A", "M04", "needs a shape"),
    ],
)  # fmt: skip
def test_mistakes_are_told_once_with_their_place(old, new, code, words):
    text = old, new
    if "rocker, at: A" in new:  # a link without joints
        text = ("crank: {density: steel, shapes: [{type: rod, from: A, to: B, radius: 8 mm}]}",
                "lone: {density: steel}\n  crank: {density: steel}")  # fmt: skip
    found = problems(*text)
    assert len(found) == 1
    assert found[0].code == code
    assert words in str(found[0])
    assert found[0].location is not None


def test_frames_of_two_sided_joints_need_a_body_that_stands():
    m = Mechanism()
    m.point("tip", (0, 0, -2))
    m.body("rod", 1, inertia=(1, 1, 1))
    m.frame("end", "rod", at="tip")
    m.revolute("A", "ground", "rod", on_parent=(0, 0, -1), on_child="end", axis="y")
    with pytest.raises(ModelError, match=r"M28.*would say where its body is"):
        m.build()


def test_shapes_between_points_have_no_pose():
    m = Mechanism()
    m.body("rod", 1).shape(Rod((0, 0, 0), (0, 0, 1), radius=0.1), at=(1, 0, 0))
    m.revolute("A", "ground", "rod", at=(0, 0, 0), axis="y")
    with pytest.raises(ModelError, match=r"M28.*say where it is"):
        m.build()


def test_points_and_materials_are_set_from_outside(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(FILE)
    study = Study.load(path, set={"points.B": ["0", "0", "100 mm"], "coupler.density": "steel"})
    joint = next(j for j in study.model.joints if j.name == "B")
    assert joint.on_parent.position == (0.0, 0.0, 0.1)
    assert study.model.bodies[1].mass > 3 * model().bodies[1].mass / 2


def test_materials_have_other_names():
    assert material_density("Aluminum") == material_density("aluminium") == 2700
    assert material_density("cast-iron") == material_density("cast iron")
    assert material_density("unobtainium") is None
