"""Named parts of expressions in files, as the writer uses them."""

from __future__ import annotations

import numpy as np
import pytest

from formats.test_writing_yaml import read
from sarrus import Model, ModelError
from sarrus.model.forces import Strut, UserForce

HEAD = """\
sarrus: 1
constants: {r: 2}
bodies:
  a: {mass: 1, inertia: [1, 1, 1]}
joints:
  J: {type: revolute, parent: ground, child: a, at: [0, 0, 0], axis: z}
forces:
"""
SPRING = (
    "  S: {type: spring_damper, a: ground, b: a, at_a: [0, 0, 0], at_b: [1, 0, 0], force: %s}\n"
)
USER = "  U: {type: user_force, loads: [%s]}\n"


def strut(force: str) -> Strut:
    model = read(HEAD + SPRING % force)
    (found,) = model.forces
    assert isinstance(found, Strut)
    return found


def user(load: str) -> Model:
    return read(HEAD + USER % load)


def test_parts_use_parts_and_constants() -> None:
    spring = strut('{let: {s: sin(x), q: s*r}, expression: "q + s^2"}').spring
    assert spring is not None
    for x in (0.3, -1.2):
        assert spring(x) == np.sin(x) * 2.0 + np.sin(x) ** 2.0


def test_a_part_hides_a_constant() -> None:
    spring = strut("{let: {r: 3*x}, expression: r}").spring
    assert spring is not None
    assert spring(2.0) == 6.0


def test_an_expression_may_be_a_part_that_is_not_the_last() -> None:
    spring = strut("{let: {p: 3*x, q: 5*x}, expression: p}").spring
    assert spring is not None
    assert spring(2.0) == 6.0


@pytest.mark.parametrize(
    ("word", "value"), [("curve", 4.0), ("slope", 4.0), ("curvature", 2.0), ("integral", 8.0 / 3.0)]
)
def test_curves_are_looked_up(word: str, value: float) -> None:
    table = "{curve: [[0, 0], [1, 1], [2, 4], [3, 9]], smooth: 2, beyond: line}"
    spring = strut(f'{{curves: {{k: {table}}}, expression: "{word}(k, x)"}}').spring
    assert spring is not None
    assert spring(2.0) == pytest.approx(value, abs=1e-12)


def test_parts_of_loads() -> None:
    (force,) = user('{effort: J, let: {w: rate(J)}, value: "-w*abs(w)"}').forces
    assert isinstance(force, UserForce)
    assert force.formula(3.0) == -9.0


BAD = {
    "{let: {s: sin(y)}, expression: s}": "M09|F22",
    "{let: {s: 5 +}, expression: s}": "F22",
    "{let: {s: [1]}, expression: s}": "M25",
    "{let: 5, expression: x}": "M25",
    "{let: {1a: x}, expression: x}": "M25",
    "{let: {s: q, q: x}, expression: s}": "M09|F22",
    '{curves: {}, let: {s: x}, expression: "curve(k, x)"}': "F22",
    '{curves: {k: 5}, expression: "curve(k, x)"}': "M25",
    "{lets: {s: x}, expression: x}": "M09",
    '{curves: {k: {curve: [[0, 0], [1, 1]]}}, expression: "curve(k)"}': "F22",
}


@pytest.mark.parametrize("force", BAD)
def test_mistakes_in_parts_have_a_place(force: str) -> None:
    with pytest.raises(ModelError) as caught:
        strut(force)
    problems = caught.value.problems
    assert all(p.location is not None and p.location.line == 8 for p in problems), problems
    assert problems[0].code in BAD[force].split("|"), problems
    assert len(problems) == 1, problems


def test_mistakes_in_parts_of_loads_have_a_place() -> None:
    with pytest.raises(ModelError) as caught:
        user('{effort: J, let: {w: rate(K)}, value: "-w"}')
    (problem,) = caught.value.problems
    assert problem.location is not None
    assert (problem.code, problem.location.line) == ("M09", 8)
