"""Models and mechanisms as YAML: readable, and read as the same model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formats.test_writing_mechanism import CASES, GALLERY, LOOPS, Own, content
from formats.writing_zoo import turned, zoo, zoo_model
from loops.random_loops import random_loop
from random_trees import random_tree
from sarrus import Curve, Mechanism, Model, ModelError, gallery, load
from sarrus.formats.writing import yaml_text
from sarrus.formats.writing.yaml_layout import document, scalar
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.model.forces import UserForce, WheelContact
from sarrus.road import FunctionRoad, Road

OWN_LAWS = ("rope", "drag", "brake", "lagging", "wheel own")
"""Elements of the zoo whose laws are functions of Python that no two files can share."""


def read(text: str) -> Model:
    value, marks = parse(text, "f.yaml")
    return read_document(value, marks, "f.yaml").model()


def check(model: Model) -> str:
    text = yaml_text(model)
    again = read(text)
    assert content(again) == content(model)
    assert again.content_hash == model.content_hash
    assert yaml_text(again) == text
    return text


def test_every_element_is_read_again() -> None:
    model = zoo_model()
    for described in (model, zoo()):
        again = read(yaml_text(described))
        for name in ("name", "gravity", "base", "bodies", "joints", "frames", "couplers", "start"):
            assert repr(getattr(again, name)) == repr(getattr(model, name)), name
        assert repr(again.ground_shapes) == repr(model.ground_shapes)
        for old, new in zip(model.forces, again.forces, strict=True):
            assert old.name in OWN_LAWS or repr(new) == repr(old)


def test_laws_of_python_become_expressions_with_the_same_bits() -> None:
    model = zoo_model()
    again = read(yaml_text(model))
    rng = np.random.default_rng(2)
    for old, new in zip(model.forces, again.forces, strict=True):
        if not isinstance(old, UserForce):
            continue
        assert isinstance(new, UserForce)
        assert (new.acts, new.parameters) == (old.acts, old.parameters)
        assert new.formula.name == old.formula.name
        assert set(new.reads) <= set(old.reads)
        assert new.points == tuple(p for p in old.points if p in new.points)
        assert (new.has_energy, new.has_dissipation) == (old.has_energy, old.has_dissipation)
        for _ in range(50):
            seen = {item: rng.normal() for item in old.reads}
            here = old.formula.values(*[seen[item] for item in old.reads])
            there = new.formula.values(*[seen[item] for item in new.reads])
            assert [float(x).hex() for x in here] == [float(x).hex() for x in there]


def test_a_road_that_is_a_function_keeps_its_heights() -> None:
    roads: list[Road] = []
    for model in (zoo_model(), read(yaml_text(zoo_model()))):
        wheel = next(f for f in model.forces if f.name == "wheel own")
        assert isinstance(wheel, WheelContact)
        roads.append(wheel.road)
    old, new = roads
    assert isinstance(new, FunctionRoad)
    assert new.kinks_at == (1.0,)
    x = np.linspace(-3.0, 3.0, 200)
    assert np.array_equal(new.height(x), old.height(x))
    assert np.array_equal(new.slope(x), old.slope(x))


def test_a_model_of_a_file_is_the_same_after_every_writing() -> None:
    check(read(yaml_text(zoo())))


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.parent.name)
def test_reference_problems_are_read_again(case: Path) -> None:
    check(load(case))


@pytest.mark.parametrize("name", [*GALLERY, "vehicle_5dof"])
def test_gallery_is_read_again(name: str) -> None:
    made = getattr(gallery, name)()
    check(getattr(made, "model", made))


@pytest.mark.parametrize("seed", range(100))
def test_random_trees_are_read_again(seed: int) -> None:
    check(random_tree(seed, 2 + seed % 7))


@pytest.mark.parametrize("kind", LOOPS)
def test_random_loops_are_read_again(kind: str) -> None:
    check(random_loop(kind, 11).model)


def small(name: str = "arm") -> Mechanism:
    m = Mechanism("small")
    m.body(name, "2 lb", ("10 mm", 0, 0), (1, 1, 1), at=(0, 0, 1))
    m.revolute("J", "ground", name, at=("1 ft", 0, 0), axis="y", limits=("-90 deg", "90 deg"))
    return m


def test_the_words_of_the_user_are_kept() -> None:
    assert yaml_text(small(), {"run": {"until": 5, "every": "10 ms"}}) == (
        "sarrus: 1\n"
        "name: small\n"
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  arm: {mass: 2 lb, com: [10 mm, 0, 0], inertia: [1, 1, 1], at: [0, 0, 1]}\n"
        "joints:\n"
        "  J:\n"
        "    type: revolute\n"
        "    parent: ground\n"
        "    child: arm\n"
        "    at: [1 ft, 0, 0]\n"
        "    axis: y\n"
        "    limits: [-90 deg, 90 deg]\n"
        "run: {until: 5, every: 10 ms}\n"
    )


@pytest.mark.parametrize("described", [zoo, zoo_model, gallery.tracked_vehicle])
def test_lines_are_short(described: Any) -> None:
    made = described()
    text = yaml_text(getattr(made, "model", made))
    assert max(len(line) for line in text.splitlines()) <= 100


NAMES = [
    *(
        "a b",
        "a: b",
        "a #b",
        "- a",
        "1",
        "1.5",
        "1e5",
        "010",
        "0x10",
        "1:30",
        "1_000",
        "2020-01-01",
    ),
    *("yes", "No", "on", "true", "null", "~", "nan", ".inf", "y", "", " a", "a ", "a\tb"),
    *("{i}", "link{1}", "}{", "{{a}}", "[a]", "a, b", "'", '"', "a\\b", "%", "@a", "`a`", "!a"),
    *(
        "&a",
        "*a",
        "|",
        ">",
        "?",
        ":",
        "-",
        "=",
        "<<",
        "#",
        "\u00e9t\u00e9",
        "\u6a5f\u69cb",
        "\U0001f600",
    ),
    *("a.b", "-x", "(a)", "a/b", "ground2", "for", "3 mm", "2*x", "a" * 200),
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_read_as_they_are(name: str) -> None:
    text = document({"bodies": {name: {"shapes": [name, {name: name}]}}, "x": name})
    value, _ = parse(text, "f.yaml")
    assert value == {"bodies": {name: {"shapes": [name, {name: name}]}}, "x": name}


@pytest.mark.parametrize("name", [n for n in NAMES if n.strip() == n and n and "\t" not in n])
def test_models_with_odd_names_are_read_again(name: str) -> None:
    m = small(name)
    m.frame(f"f {name}", name, (1, 2, 3))
    m.spring_damper("s", "ground", name, at_a=(0, 0, 0), on_b=f"f {name}", k=1.0)
    m.start_velocity(name, (1, 0, 0))
    assert read(yaml_text(m)) == m.build()
    check(m.build())


def test_reading_names_in_expressions() -> None:
    m = small("odd body")
    m.frame("my tip", "odd body", (0, 0, 1))
    m.user_force("u", lambda motion: motion.force("my tip", -motion.velocity("my tip")))
    m.user_force("v", lambda motion: motion.moment("odd body", motion.angular_velocity("odd body")))
    again = read(yaml_text(m))
    assert [force.acts for force in again.forces] == [force.acts for force in m.build().forces]


def test_arrays_handles_and_quantities_are_written() -> None:
    m = Mechanism("m", gravity=np.array([0.0, 0.0, -9.81]))
    arm = m.body("arm", np.float64(2.0), np.array([0.1, 0.0, 0.0]), np.eye(3))
    tip = arm.frame("tip", np.array([0.3, 0.0, 0.0]))
    m.revolute("J", m.ground, arm, at=np.zeros(3), axis=np.array([0, 1, 0]))
    m.spring_damper("s", m.ground, arm, at_a=(0, 0, 1), on_b=tip, k=np.int64(3))
    assert read(yaml_text(m)).content_hash == m.build().content_hash


def test_own_elements_are_refused_all_at_once() -> None:
    m = small()
    for i in range(3):
        own = Own()
        own.name, own.bodies = f"own{i}", ("arm",)  # type: ignore[misc]
        m.add(own)
    m.spring_damper("s", "ground", "arm", at_a=(0, 0, 0), on_b=(0, 0, 0), force=lambda x: float(x))
    m.forces = [m.forces[-1], *m.forces[:-1]]
    with pytest.raises(ModelError) as caught:
        yaml_text(m)
    assert {p.code for p in caught.value.problems} <= {"F19", "M29"}
    m.forces = m.forces[1:]
    with pytest.raises(ModelError) as caught:
        yaml_text(m)
    assert [p.element for p in caught.value.problems] == [f"force 'own{i}'" for i in range(3)]
    assert {p.code for p in caught.value.problems} == {"F19"}


def test_roads_of_other_classes_are_refused() -> None:
    class OwnRoad(FunctionRoad):
        pass

    m = small()
    road = OwnRoad(lambda x: 0.0 * x)
    m.wheel_contact("w", "arm", road, at=(0, 0, 0), radius=0.3, k=1.0, follows="point")
    with pytest.raises(ModelError, match=r"F19.*force 'w' / road"):
        yaml_text(m)


def test_turned_carriers_are_written_to_the_last_digit() -> None:
    m = Mechanism()
    m.body("a", 1.0, rotation=turned(3))
    m.body("b", 1.0, rotation=turned(4))
    for i, axis in enumerate(np.random.default_rng(1).normal(size=(50, 3))):
        m.torque(f"t{i}", "a", "b", axis, 2.0)
    model = m.build()
    again = read(yaml_text(model))
    gap = [np.subtract(o.axis, n.axis) for o, n in zip(model.forces, again.forces, strict=True)]  # type: ignore[attr-defined]
    assert np.max(np.abs(gap)) < 1e-15


def test_long_tables_are_filled() -> None:
    m = small()
    x = np.linspace(0.0, 1.0, 400)
    m.point_force("p", "arm", Curve(x, np.sin(x)), at=(0, 0, 0), along="z")
    text = yaml_text(m)
    assert max(len(line) for line in text.splitlines()) <= 100
    assert len(text.splitlines()) < 300
    assert read(text) == m.build()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("250 mm", "250 mm"),
        ("-z", "-z"),
        ("10*sin(3*t)", "10*sin(3*t)"),
        ("if(t < 1, t, 1)", '"if(t < 1, t, 1)"'),
        ("on", '"on"'),
        ("12", '"12"'),
        ("5 N*s/m", "5 N*s/m"),
        (None, "null"),
        (True, "true"),
        (0.25, "0.25"),
    ],
)
def test_scalars(value: Any, text: str) -> None:
    assert scalar(value) == text
    assert parse(f"x: {text}", "f")[0] == {"x": value}
