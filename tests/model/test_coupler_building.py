"""Couplers: coordinates by name, factors with units, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sarrus.errors import Location, ModelError
from sarrus.model import Mechanism, Model
from sarrus.model.coupler import Coupler, CouplerTerm


def wheels(add: Callable[[Mechanism], None]) -> Model:
    """Return the model of a body on every kind of joint, all on ground, and couplers."""
    m = Mechanism()
    kinds = {"A": "revolute", "B": "revolute", "P": "prismatic", "C": "cylindrical"}
    kinds |= {"S": "spherical", "F": "free", "W": "weld"}
    for name, kind in kinds.items():
        m.body(name.lower(), 1, (0.1, 0.1, 0.1), (1, 1, 1))
        axis = {} if kind in ("spherical", "free", "weld") else {"axis": "z"}
        m.joint(kind, name, m.ground, name.lower(), at=(0, 0, 0), **axis)
    m.distance("rod", "a", "b", at_a=(0, 0, 0), at_b=(1, 0, 0))
    add(m)
    return m.build()


def test_terms_by_coordinate_and_by_joint() -> None:
    def add(m: Mechanism) -> None:
        m.couple("long", {"A.angle": 1.0, "B.angle": -2})
        m.couple("short", {"A": 1.0, "B": -2}, offset="90 deg")
        m.couple("more", {"C.displacement": 1, "C.angle": -0.01, "F.z": 3, "P": -1}, offset="5 mm")

    a, b = CouplerTerm("A", 0, 1.0), CouplerTerm("B", 0, -2.0)
    long, short, more = wheels(add).couplers
    assert long == Coupler("long", (a, b))
    assert short == Coupler("short", (a, b), pytest.approx(1.5707963267948966), "rad")
    c, angle = CouplerTerm("C", 1, 1.0), CouplerTerm("C", 0, -0.01)
    rest = (CouplerTerm("F", 2, 3.0), CouplerTerm("P", 0, -1.0))
    assert more == Coupler("more", (c, angle, *rest), 0.005, "m")


def test_a_gear_is_driven_minus_ratio_driver() -> None:
    [gear] = wheels(lambda m: m.gear("g", "A", "B.angle", -3, offset=0.1)).couplers
    terms = (CouplerTerm("B", 0, 1.0), CouplerTerm("A", 0, 3.0))
    assert gear == Coupler("g", terms, 0.1, "rad")
    # with q_A = 0.2 the driven wheel stands at ratio q_A + offset = -0.5
    q = {"A": 0.2, "B": -3 * 0.2 + 0.1}
    assert sum(t.factor * q[t.joint] for t in gear.terms) == pytest.approx(gear.offset)


def test_rack_and_pinion_have_the_unit_of_the_first_coordinate() -> None:
    rack, angle, gear = wheels(
        lambda m: (
            m.couple("rack", {"P": 1, "A": "-20 mm/rad"}, offset="1 cm"),
            m.couple("angle", {"A": 1, "P": "-50 rad/m"}, offset="180 deg"),
            m.gear("gear", "A", "P", "20 mm", offset="1 cm"),
        )
    ).couplers
    assert rack.unit == "m" and [t.factor for t in rack.terms] == [1.0, -0.02]
    assert angle.unit == "rad" and [t.factor for t in angle.terms] == [1.0, -50.0]
    assert (gear.terms, gear.offset, gear.unit) == (rack.terms, 0.01, "m")


def test_one_term_holds_a_coordinate_and_zeros_are_left_out() -> None:
    model = wheels(lambda m: m.couple("lock", {"A": 2, "B": 0}, offset=1))
    assert model.couplers == (Coupler("lock", (CouplerTerm("A", 0, 2.0),), 1.0),)


def test_couplers_take_part_in_the_content_of_a_model() -> None:
    with_gear, without = wheels(lambda m: m.gear("g", "A", "B", 2)), wheels(lambda m: None)
    assert with_gear != without and with_gear.content_hash != without.content_hash


def test_couplers_connect_no_bodies() -> None:
    m = Mechanism()
    for name in ("a", "b"):
        m.body(name, 1, inertia=(1, 1, 1))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis="z")
    m.free("B", "b", "a")
    m.body("c", 1, inertia=(1, 1, 1))
    m.body("d", 1, inertia=(1, 1, 1))
    m.revolute("C", "c", "d", at=(0, 0, 0), axis="z")
    m.gear("g", "A", "C", 2)
    assert [p.value for p in m.build().notices if p.code == "M06"] == ["'c', 'd'"]


def test_names_are_a_space_of_their_own() -> None:
    assert wheels(lambda m: m.gear("A", "A", "B", 2)).couplers[0].name == "A"


def messages(add: Callable[[Mechanism], None]) -> tuple[list[str], str]:
    with pytest.raises(ModelError) as caught:
        wheels(add)
    return [p.code for p in caught.value.problems], str(caught.value)


@pytest.mark.parametrize(
    ("code", "terms", "words"),
    [
        ("M09", {"A.angel": 1}, "'A.angel' is not the name of a coordinate of a joint. Did you m"),
        ("M09", {"A.angel": 1}, "mean 'A.angle'?"),
        ("M09", {"Q": 1}, "known names"),
        ("M09", {"a.angle": 1}, "mean 'A.angle'?"),
        ("M09", {3: 1}, "3 is not the name of a coordinate"),
        (
            "M09",
            {"A.rate": 1},
            "'A.rate' is a velocity; a coupler relates positions. Give 'A.angle'",
        ),
        ("M09", {"S.omega_x": 1}, "velocity"),
        ("M09", {"S.quat_w": 1}, "is a part of a quaternion, not an angle"),
        ("M09", {"F.quat_x": 1}, "is a part of a quaternion, not an angle"),
        ("M09", {"S": 1}, "'S' is a spherical joint; its coordinates are parts of a quaternion"),
        ("M09", {"C": 1}, "which has 2 coordinates. Give 'C.angle' or 'C.displacement'"),
        ("M09", {"F": 1}, "which has 7 coordinates. Give 'F.x' or 'F.y' or 'F.z'"),
        ("M09", {"W": 1}, "is a weld joint, which has no coordinates"),
        ("M09", {"rod": 1}, "is a distance joint, which has no coordinates"),
        ("M28", {}, "terms name no coordinate"),
        ("M28", {"A": 1, "A.angle": 2}, "'A.angle' and 'A' are the same coordinate"),
        ("M25", [("A", 1)], "is not a mapping"),
        ("M25", {"A": None}, "coupler 'c' / terms['A']]: None is nothing"),
        ("M25", {"A": True}, "true or false"),
        ("M04", {"A": float("nan")}, "NaN"),
        ("M04", {"A": 0, "B": 0.0}, "no factor other than 0"),
        ("M05", {"A": 1, "B": "2 mm"}, "length"),
        ("M05", {"P": 1, "A": "2 kg"}, "mass"),
    ],
)
def test_terms_that_are_refused(code: str, terms: Any, words: str) -> None:
    codes, text = messages(lambda m: m.couple("c", terms))
    assert codes == [code]
    assert words.casefold() in text.casefold()


@pytest.mark.parametrize(
    ("code", "gear", "words"),
    [
        ("M09", ("Q", "B", 2), "coupler 'g' / driver"),
        ("M09", ("A", "S", 2), "coupler 'g' / driven"),
        ("M28", ("A", "A", 2), "the same coordinate"),
        ("M04", ("A", "B", 0), "ratio is 0: the driven coordinate would not follow"),
        ("M25", ("A", "B", None), "coupler 'g' / ratio"),
    ],
)
def test_gears_that_are_refused(code: str, gear: tuple[Any, Any, Any], words: str) -> None:
    codes, text = messages(lambda m: m.gear("g", *gear))
    assert codes == [code] and words in text


def test_the_offset_has_the_unit_of_the_row() -> None:
    codes, text = messages(lambda m: m.gear("g", "A", "B", 2, offset="3 mm"))
    assert codes == ["M05"] and "coupler 'g' / offset" in text


def test_every_problem_of_a_coupler_at_once() -> None:
    codes, _ = messages(lambda m: m.couple("c", {"A": "x", "Q.y": 1, "B": "1 m"}, offset="1 kg"))
    assert sorted(codes) == ["M05", "M05", "M09", "M25"]


def test_a_joint_with_problems_of_its_own_is_reported_once() -> None:
    def add(m: Mechanism) -> None:
        m.revolute("X", m.ground, "nobody", at=(0, 0, 0), axis="z")
        m.gear("g", "X.angle", "A", 2)
        m.gear("h", "X", "A", 2)

    codes, text = messages(add)
    assert codes == ["M09"] and "nobody" in text


def test_M07_two_couplers_of_one_name() -> None:
    def add(m: Mechanism) -> None:
        for line, name in ((3, "g"), (7, "G")):
            m.gear(name, "A", "B", 2, source={"": Location("m.yaml", line, 1)})

    codes, text = messages(add)
    assert codes == ["M07"] and "m.yaml:7:1" in text and "m.yaml:3:1" in text
    assert messages(lambda m: m.couple("", {"A": 1}))[0] == ["M07"]
    assert messages(lambda m: m.couple(None, {"A": 1}))[0] == ["M07"]  # type: ignore[arg-type]


def test_places_come_from_the_file() -> None:
    source = {"": Location("m.yaml", 3, 1), "terms": Location("m.yaml", 4, 9, "{...}")}
    _, text = messages(lambda m: m.couple("c", {"Q": 1, "A": "x"}, source=source))
    assert all(line.startswith("m.yaml:4:9: error") for line in text.splitlines())
