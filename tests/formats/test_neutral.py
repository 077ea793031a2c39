"""The neutral format of the reference problems."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.formats import load
from sarrus.formats.located_json import parse
from sarrus.formats.neutral import read_neutral
from sarrus.model.forces import JointDamper, SpringDamper, Torque
from sarrus.model.joints import Distance
from sarrus.topology import analyze, layout

REFERENCE = Path(__file__).parents[1] / "reference" / "bench"
CASES = [p for p in sorted(REFERENCE.glob("*/case.json")) if '"model"' in p.read_text("utf-8")]

EYE = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
TURNED = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]


def body(name: str, com: list[float], **other: Any) -> dict[str, Any]:
    return {"name": name, "mass": 2.0, "com": com, "R": TURNED, "inertia_com_body": EYE} | other


def four_bar() -> dict[str, Any]:
    hinge = {"type": "revolute", "axis": [0, 2, 0]}
    bodies = [body("A", [0, 0, 0.5]), body("coupler", [0.5, 0, 1]), body("D", [1, 0, 0.5])]
    bodies[0] |= {"v_com": [0.5, 0, 0], "omega_world": [0, 1, 0]}
    return {
        "gravity": [0, 0, -9.81],
        "bodies": bodies,
        "joints": [
            {"name": "A", "a": "ground", "b": "A", "point": [0, 0, 0], **hinge},
            {"name": "B", "a": "A", "b": "coupler", "point": [0, 0, 1], **hinge},
            {"name": "C", "a": "coupler", "b": "D", "point": [1, 0, 1], **hinge},
            {"name": "D", "a": "D", "b": "ground", "point": [1, 0, 0], **hinge},
        ],
        "loads": [
            {"type": "spring_damper", "a": "A", "point_a": [0, 0, 0.5], "b": "ground"}
            | {"point_b": [1, 0, 0], "k": 10.0, "c": 1.0, "L0": 0.3},
            {"type": "joint_torque", "a": "ground", "b": "A", "axis": [0, 1, 0], "tau": 3.0},
            {"type": "joint_damper", "joint": "A", "d": 0.1},
        ],
    }


def problems_of(data: dict[str, Any]) -> list[str]:
    """Return the codes of the problems; as text, every one must have its place."""
    with pytest.raises(ModelError) as caught:
        read_neutral(data)
    text = json.dumps(data, indent=1)
    with pytest.raises(ModelError) as located:
        read_neutral(*parse(text, "f.json"), "f.json")
    assert all(p.location is not None for p in located.value.problems)
    assert len(located.value.problems) == len(caught.value.problems)
    return [p.code for p in caught.value.problems]


def test_bodies_stand_at_their_center_of_mass():
    model = read_neutral(four_bar(), name="four_bar")
    first = model.body("A")
    assert first.com == (0.0, 0.0, 0.0) and first.pose.position == (0.0, 0.0, 0.5)
    assert np.array_equal(first.pose.rotation, TURNED)
    assert model.start[0].velocity == (0.5, 0.0, 0.0)
    assert model.start[0].angular_velocity == (0.0, 1.0, 0.0)


def test_joints_close_in_the_drawing_on_either_side_of_ground():
    model = read_neutral(four_bar())
    pose = {b.name: b.pose.transform for b in model.bodies} | {"ground": model_ground()}
    for joint in model.joints:
        X_WF = pose[joint.parent] @ joint.on_parent.transform
        X_WM = pose[joint.child] @ joint.on_child.transform
        assert np.allclose(X_WF.position, X_WM.position, atol=1e-15)
        assert np.allclose(X_WF.matrix, X_WM.matrix, atol=1e-15)
        assert np.allclose(X_WF.matrix[:, 2], [0, 1, 0])
    assert model.joint("D").child == "ground"


def model_ground():
    from sarrus.spatial import Transform

    return Transform.identity()


def test_loads():
    spring, torque, damper = read_neutral(four_bar()).forces
    assert isinstance(spring, SpringDamper) and isinstance(torque, Torque)
    assert isinstance(damper, JointDamper) and damper.joint == "A" and damper.d == 0.1
    # the point (0, 0, 0.5) is the centre of mass of A; the axis is fixed in ground
    assert spring.point_a == (0.0, 0.0, 0.0) and spring.point_b == (1.0, 0.0, 0.0)
    assert (spring.k, spring.c, spring.free_length) == (10.0, 1.0, 0.3)
    assert torque.body_b == "A" and torque.axis == (0.0, 1.0, 0.0) and torque.torque == 3.0


@pytest.mark.parametrize("path", CASES, ids=lambda p: p.parent.name)
def test_reference_cases_load(path: Path):
    data = json.loads(path.read_text("utf-8"))
    for case in data.get("cases", {"": data}).values():
        model = read_neutral(case)
        topology = analyze(model)
        assert len(topology.branches) == len(model.bodies)
        assert layout(topology).nv >= 1
        assert all(problem.severity != "error" for problem in model.notices)
    if "model" in data:
        assert load(path) == read_neutral(data)


def test_unknown_keys_are_warnings_with_the_nearest_name():
    data = four_bar()
    data["bodies"][0]["omega_wrld"] = [0, 0, 0]
    del data["bodies"][0]["omega_world"]
    data["graviti"] = 1
    model = read_neutral(data)
    shown = [str(p) for p in model.notices if p.code == "M09"]
    assert len(shown) == 2 and "'omega_world'" in shown[1]
    with pytest.raises(ModelError):
        read_neutral(data, strict=True)


@pytest.mark.parametrize("key", ["name", "mass", "com", "inertia_com_body"])
def test_missing_keys_of_a_body(key: str):
    data = four_bar()
    del data["bodies"][1][key]
    codes = problems_of(data)
    assert "M09" in codes and (len(codes) == 1 or key == "name")


@pytest.mark.parametrize("key", ["type", "name", "a", "b", "point", "axis"])
def test_missing_keys_of_a_joint(key: str):
    data = four_bar()
    del data["joints"][0][key]
    assert "M09" in problems_of(data)


@pytest.mark.parametrize("part", ["bodies", "joints", "loads"])
@pytest.mark.parametrize("value", [3, "x", None, [3], {"a": 1}, [[]]])
def test_wrong_kinds(part: str, value: Any):
    assert "M25" in problems_of(four_bar() | {part: value})


@pytest.mark.parametrize("kind", ["perpendicular", "align_axis"])
def test_constraints_of_a_later_version(kind: str):
    data = four_bar()
    data["joints"].append({"name": "d", "type": kind, "a": "A", "b": "D", "length": 1.0})
    assert problems_of(data) == ["N-F20"]


def with_rod(**other: Any) -> dict[str, Any]:
    data = four_bar()
    rod = {"name": "rod", "type": "distance", "a": "A", "b": "D", "length": 0.8}
    rod |= {"point_a": [0, 0, 0.5], "point_b": [1, 0, 0.5]} | other
    data["joints"].append({key: value for key, value in rod.items() if value != "missing"})
    return data


def test_distances():
    model = read_neutral(with_rod())
    rod = model.joint("rod")
    assert rod.type == Distance(0.8) and (rod.parent, rod.child) == ("A", "D")
    # both points are the centres of mass; F and M have world axes, the bodies are turned
    assert rod.on_parent.position == rod.on_child.position == (0.0, 0.0, 0.0)
    assert np.array_equal(np.array(rod.on_parent.rotation), np.array(TURNED).T)
    assert "rod" in [joint.name for joint in analyze(model).cuts]


@pytest.mark.parametrize("key", ["a", "b", "point_a", "point_b", "length"])
def test_missing_keys_of_a_distance(key: str):
    assert problems_of(with_rod(**{key: "missing"})) == ["M09"]


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("M04", {"length": 0}),
        ("M04", {"length": -0.8}),
        ("M25", {"length": "long"}),
        ("M25", {"point_a": [0, 0]}),
        ("M09", {"b": "E"}),
    ],
)
def test_bad_values_of_a_distance(code: str, wrong: dict[str, Any]):
    assert problems_of(with_rod(**wrong)) == [code]


def test_unknown_keys_of_a_distance():
    model = read_neutral(with_rod(lenght=1.0, point=[0, 0, 0]))
    assert [p.code for p in model.notices if p.severity == "warning"] == ["M09"]


@pytest.mark.parametrize(
    ("case", "rod", "mobility"),
    [("adams_distance_case01", "J", 5), ("joint_zoo_loop", "loopD", 11)],
)
def test_shared_cases_with_distances_load(shared_models: Path, case: str, rod: str, mobility: int):
    path = shared_models.parent / case / "case.json"
    data = json.loads(path.read_text("utf-8"))
    model = load(path)
    topology = analyze(model)
    assert rod in [joint.name for joint in topology.cuts]
    given = next(joint for joint in data["model"]["joints"] if joint["name"] == rod)
    joint = model.joint(rod)
    pose = {b.name: b.pose.transform for b in model.bodies} | {"ground": model_ground()}
    a = pose[joint.parent] @ joint.on_parent.transform
    b = pose[joint.child] @ joint.on_child.transform
    assert np.allclose(a.position, given["point_a"], atol=1e-15)
    assert np.allclose(b.position, given["point_b"], atol=1e-15)
    assert np.allclose(a.matrix, np.eye(3)) and np.allclose(b.matrix, np.eye(3))
    assert joint.type.is_closed(a.inverse @ b, 1e-15)
    assert topology.mobility == mobility


def test_unknown_types_and_names():
    data = four_bar()
    data["joints"][0]["type"] = "revolut"
    data["loads"][0]["type"] = ["spring"]
    data["joints"][1]["a"] = "cuopler"
    with pytest.raises(ModelError) as caught:
        read_neutral(data)
    text = str(caught.value)
    assert "mean 'revolute'" in text and "mean 'coupler'" in text.replace("Did you ", "")


def test_M04_the_literal_is_shown_as_written():
    text = json.dumps(four_bar(), indent=1)
    for old, new in (('"mass": 2.0', '"mass": 1e400'), ('"k": 10.0', '"k": 1e-400')):
        with pytest.raises(ModelError) as caught:
            read_neutral(*parse(text.replace(old, new, 1), "f.json"), "f.json")
        [problem] = caught.value.problems
        assert problem.value == new.split()[1] and problem.location.text == problem.value


def test_M04_inside_a_matrix_and_a_vector():
    text = json.dumps(four_bar())
    for old, new in (
        ("[1, 0, 0], [0, 1, 0]", "[1, 0, 0], [0, 1e999, 0]"),
        ("0.5, 0, 1]", "0.5, -1e999, 1]"),
    ):
        bad = text.replace(old, new, 1)
        with pytest.raises(ModelError) as caught:
            read_neutral(*parse(bad, "f.json"), "f.json")
        place = caught.value.problems[0].location
        assert bad[place.column - 1 :].startswith(("1e999", "-1e999"))


def test_rounding_of_an_inertia_is_removed_but_not_a_mistake():
    data = four_bar()
    data["bodies"][0]["inertia_com_body"] = [[1, 1e-16, 0], [0, 1, 0], [0, 0, 1]]
    inertia = np.array(read_neutral(data).body("A").inertia)
    assert np.array_equal(inertia, inertia.T) and inertia[0, 1] == 5e-17
    data["bodies"][0]["inertia_com_body"] = [[1, 1e-3, 0], [0, 1, 0], [0, 0, 1]]
    with pytest.raises(ModelError):
        read_neutral(data)


def test_data_are_not_changed():
    data = four_bar()
    before = copy.deepcopy(data)
    read_neutral(data)
    assert data == before


def test_a_body_without_a_joint_is_free():
    data = four_bar()
    data["bodies"].append(body("loose", [3, 3, 3]))
    model = read_neutral(data)
    assert [j.type.type_name for j in model.joints if j.child == "loose"] == ["free"]
