"""Constants of a file, and what is written with them."""

from __future__ import annotations

import math

import pytest

from sarrus.errors import Location
from sarrus.formats.records import Document
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.scope import MOST_INDICES, Scope, problem_of, read_constants
from sarrus.model.expressions import ExpressionError, Value
from sarrus.model.quantity import QuantityError, quantity
from sarrus.model.units import si_unit


def constants_of(text: str) -> tuple[Scope, list[str]]:
    """Return the scope of a file, and its problems."""
    value, marks = parse(text, "f.yaml")
    document = Document(marks)
    scope = read_constants(value["constants"], document)
    return scope, [str(p) for p in document.problems]


def test_constants_use_those_before_them():
    scope, problems = constants_of(
        "constants:\n  r: 100 mm\n  n: 4\n  omega: 2*pi [rad/s]\n  half: r/2\n  l: n*r + 1\n"
        "  x: 1e-3\n  v: omega*r\n  text: '7'\n"
    )
    assert not problems
    assert {name: value.number for name, value in scope.items()} == {
        **{"r": 0.1, "n": 4, "omega": 2 * math.pi, "half": 0.05, "l": 1.4, "x": 0.001},
        **{"v": 2 * math.pi * 0.1, "text": 7.0},
    }
    assert scope["v"].si("m/s") == scope["v"].number and type(scope["n"].number) is int
    with pytest.raises(QuantityError, match="is length, not mass"):
        scope["half"].si("kg")


def test_every_mistake_of_the_constants_is_reported_with_its_place():
    scope, problems = constants_of(
        "constants:\n  a: 2*b\n  b: 010\n  c: 5 furlongz\n  d: yes\n  pi: 3\n  e.f: 1\n"
        '  g: "1 + (2"\n  h: [1]\n  i: 1 [m] + 2 [s]\n  j: 1e400\n  k: a + g\n  sin: 1\n'
        "  m: -1\n  l:\n"
    )
    starts = [
        *("f.yaml:2:8: error F22 [constant 'a']: '2*b' has the unknown name 'b'",),
        *("f.yaml:3:6: error M25 [constant 'b']: '010' starts with 0",),
        *("f.yaml:4:6: error M05 [constant 'c']: '5 furlongz' has the unknown unit",),
        *("f.yaml:5:6: error M25 [constant 'd']: 'yes' is not a decimal number",),
        *("f.yaml:6:7: error F22 [constant 'pi']: is not a name for a constant",),
        *("f.yaml:7:8: error F22 [constant 'e.f']: is not a name for a constant",),
        *("f.yaml:8:11: error F22 [constant 'g']: '1 + (2' has a bracket",),
        *("f.yaml:9:6: error M25 [constant 'h']: [1] is a list, not a number",),
        *("f.yaml:10:12: error M05 [constant 'i']: '1 [m] + 2 [s]' puts together length",),
        *("f.yaml:11:6: error M04 [constant 'j']: inf is infinite",),
        *("f.yaml:13:8: error F22 [constant 'sin']: is not a name for a constant",),
        *("f.yaml:15:5: error M25 [constant 'l']: None is nothing, not a number",),
    ]
    assert len(problems) == len(starts)
    for problem, start in zip(problems, starts, strict=True):
        assert problem.startswith(start), problem
    assert scope["m"].number == -1
    document = Document()
    assert not read_constants([1], document) and document.problems[0].code == "M25"
    assert not read_constants(None, Document())


def test_numbers_and_text_of_the_builder_come_back_as_they_are():
    scope = Scope({"r": Value(0.1, si_unit("m")[1]), "n": Value(4), "no": Value(3), "e1": Value(2)})
    for raw in (5, 1.5, True, None, [1], "250 mm", "5 N*s/m", "8", "010", "1_000", "1:30", "nan"):
        assert scope.scalar(raw) is raw
    for raw in ("yes", "off", "0x10", "\uff11", "", "1,5", "1 2", "-.inf", "5 mm/2", "True"):
        assert scope.scalar(raw) is raw
    assert scope.scalar("no") == 3.0  # the name of a constant
    assert scope.scalar("e1") == 2.0
    assert scope.scalar("n/8") == 0.5 and type(scope.scalar("n")) is float
    assert quantity(scope.scalar("r/2"), "m") == 0.05
    with pytest.raises(QuantityError, match="is length, not mass"):
        quantity(scope.scalar("r/2"), "kg")
    for raw in ("q", "5 mm - 2 mm", "2*", "r.x", "x", "y"):
        with pytest.raises(ExpressionError):
            scope.scalar(raw)


def test_indices_go_before_constants_and_into_text():
    scope = Scope({"n": Value(4), "i": Value(9), "r": Value(0.5)})
    inner = scope.with_indices({"i": 3}).with_indices({"j": 1})
    assert inner.text("link{i-1}") == "link2"
    assert inner.text("{i}_{j+1}.{n/2}") == "3_2.2"
    assert inner.text("plain") == "plain" and inner.text("a{{b}}") == "a{b}"
    assert scope.text("{i}") == "9" and len(inner) == 4 and set(inner) == {"i", "j", "n", "r"}
    assert inner["i"] == Value(3) and scope["i"] == Value(9)
    for raw, position in (
        ("{r}", 1),
        ("a{i", 1),
        ("a}", 1),
        ("{}", 1),
        ("link{k}", 5),
        ("{i+}", 3),
    ):
        with pytest.raises(ExpressionError) as caught:
            inner.text(raw)
        assert caught.value.position == position, raw


def test_ranges_of_integers():
    scope = Scope({"n": Value(4), "r": Value(0.5)})
    assert scope.range("1..n") == range(1, 5) and scope.range("2 .. n-1") == range(2, 4)
    assert scope.range("-1..1") == range(-1, 2) and len(scope.range("3..1")) == 0
    assert len(scope.range(f"1..{MOST_INDICES}")) == MOST_INDICES
    for raw in ("n", 4, None, "1..", "..4", "1..r", "1..m", f"0..{MOST_INDICES}", "1..9e18", [1]):
        with pytest.raises(ExpressionError):
            scope.range(raw)
    with pytest.raises(ExpressionError) as caught:
        scope.range("1..m")
    assert caught.value.position == 3
    for raw in (math.inf, math.nan, 1.5, True, "1/2", 10**400, None):
        with pytest.raises(ExpressionError, match="not an integer"):
            scope.integer(raw)
    assert scope.integer("n*2") == 8 and scope.integer(7.0) == 7


def test_the_place_of_an_error_is_the_character_where_it_is_written():
    error = ExpressionError("has no value", 4)
    place = Location("f", 3, 10, "'1 + x'")
    assert str(problem_of(error, "e", "1 + x", place).location) == "f:3:15"
    elsewhere = problem_of(error, "e", "1 + link3", place).location
    assert str(elsewhere) == "f:3:10"  # the text is not as written there
    assert problem_of(error, "e", 3, None).location is None
