"""Formulas as text: the same arithmetic on the same operands."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sarrus import Curve, ModelError
from sarrus.formats.writing.formula_text import FormulaText, formula_text
from sarrus.formats.writing.law_records import function_record
from sarrus.formats.writing.numbers import number_text
from sarrus.model.expressions.joining import expression_with_parts, parse_with_curves
from sarrus.model.forces.formula import OPERATIONS, Formula, Step
from sarrus.model.forces.recorder import traced_formula
from sarrus.spatial.arrays import select

ARGUMENTS = ("x", "y", "z")
TABLE = Curve([-2.0, -1.0, 0.5, 2.0], [1.0, -1.0, 0.3, 4.0], smooth=2, beyond="line")


def read(text: FormulaText) -> list[Formula]:
    """The formulas of the results of a text, as the reader of files makes them."""
    parts = {name: parse_with_curves(part) for name, part in text.let.items()}
    whole = [
        expression_with_parts(parse_with_curves(value), parts, text.curves) for value in text.values
    ]
    return [traced_formula(w.function(ARGUMENTS, {}), *ARGUMENTS) for w in whole]


def random_formula(seed: int, size: int = 25) -> Formula:
    """Arithmetic at random; comparisons are used by selections only."""
    rng = np.random.default_rng(seed)
    steps: list[Step] = [("argument", 0), ("argument", 1), ("argument", 2)]
    usable, conditions = [0, 1, 2], []
    numbers = [k for k in OPERATIONS if k not in ("lt", "le", "select", "pow")]
    for _ in range(size):
        moving = [k for k in usable if steps[k][0] != "number"]
        pick = lambda among: int(rng.choice(among))  # noqa: E731
        draw = rng.random()
        if draw < 0.15:
            steps.append(("number", float(rng.normal()) * 10.0 ** int(rng.integers(-12, 12))))
        elif draw < 0.25:
            steps.append((str(rng.choice(["lt", "le"])), pick(moving), pick(usable)))
            conditions.append(len(steps) - 1)
            continue
        elif draw < 0.35 and conditions:
            steps.append(("select", pick(conditions), pick(moving), pick(usable)))
        elif draw < 0.42:
            steps.append(("curve", TABLE, int(rng.integers(-1, 3)), pick(moving)))
        elif draw < 0.5:
            steps.append(("number", float(rng.integers(2, 5))))
            steps.append(("pow", pick(moving), len(steps) - 1))
        else:
            kind = str(rng.choice(numbers))
            operands = [pick(moving), *[pick(usable) for _ in range(OPERATIONS[kind][0] - 1)]]
            steps.append((kind, *operands))
        usable.append(len(steps) - 1)
    results = [k for k in usable if steps[k][0] not in ("argument", "number")][-3:]
    return Formula("random", ARGUMENTS, tuple(steps), tuple(results))


def test_each_curve_has_one_name() -> None:
    other = Curve([0.0, 1.0, 2.0], [0.0, 1.0, 4.0], smooth=1, beyond="line")
    steps: list[Step] = [("argument", 0)]
    steps += [("curve", curve, 0, 0) for curve in (TABLE, other, TABLE)]
    steps += [("add", 1, 2), ("mul", 4, 3)]
    formula = Formula("two", ARGUMENTS, tuple(steps), (5,))
    text = formula_text(formula, ARGUMENTS)
    assert sorted(map(id, text.curves.values())) == sorted(map(id, (TABLE, other)))
    (again,) = read(text)
    for x in (-1.5, 0.3, 1.7):
        assert again.values(x, 0.0, 0.0) == formula.values(x, 0.0, 0.0)


def bits(value: float) -> str:
    return "nan" if math.isnan(value) else float(value).hex()


@pytest.mark.parametrize("seed", range(200))
def test_random_formulas_are_read_with_the_same_bits(seed: int) -> None:
    formula = random_formula(seed)
    again = read(formula_text(formula, ARGUMENTS))
    rng = np.random.default_rng(seed)
    with np.errstate(all="ignore"):
        for point in rng.normal(size=(20, 3)) * 3.0:
            here = [bits(v) for v in formula.values(*point)]
            there = [bits(f(*point)) for f in again]
            assert here == there


@pytest.mark.parametrize("seed", range(200))
def test_nothing_is_computed_twice(seed: int) -> None:
    formula = random_formula(seed)
    for result, again in zip(formula.results, read(formula_text(formula, ARGUMENTS)), strict=True):
        assert _count(again, again.results[0]) == _count(formula, result)


def _count(formula: Formula, result: int) -> dict[str, int]:
    """How many different steps of each kind lead to a result."""
    needed, kinds = {result}, {}
    for place in range(result, -1, -1):
        step = formula.steps[place]
        if place in needed and step[0] not in ("argument", "number"):
            needed.update([step[3]] if step[0] == "curve" else step[1:])
            kinds.setdefault(step[0], set()).add(_key(formula, place))
    return {kind: len(found) for kind, found in kinds.items()}


def _key(formula: Formula, place: int) -> str:
    """A step by its operands, so that equal steps count once."""
    step = formula.steps[place]
    if step[0] in ("argument", "number"):
        return repr(step)
    operands = [step[3]] if step[0] == "curve" else step[1:]
    inner = ",".join(_key(formula, k) for k in operands)
    return f"{step[0]}{step[2] if step[0] == 'curve' else ''}({inner})"


def _text(function, *arguments: str) -> FormulaText:
    return formula_text(traced_formula(function, *arguments), arguments)


def test_precedence_needs_few_brackets() -> None:
    assert _text(lambda x: 2.0 * x + 3.0 * x**2 - 4.0, "x").values == ("2*x + 3*x^2 - 4",)
    assert _text(lambda x: 1.0 - (2.0 - x), "x").values == ("1 - (2 - x)",)
    assert _text(lambda x: 1.0 / (2.0 / x), "x").values == ("1/(2/x)",)
    assert _text(lambda x: -(x**2), "x").values == ("-x^2",)
    assert _text(lambda x: (-x) ** 2, "x").values == ("(-x)^2",)
    assert _text(lambda x: x ** (-2.0), "x").values == ("x^(-2)",)
    assert _text(lambda x: -2.0 * x - (-x), "x").values == ("(-2)*x - (-x)",)
    assert _text(lambda x: select(x < 1.0, x, 1.0), "x").values == ("if(x < 1, x, 1)",)


def test_what_is_used_twice_has_a_name() -> None:
    text = _text(lambda x: np.sin(x) * np.sin(x) + np.sin(x), "x")
    assert (text.let, text.values) == ({"c1": "sin(x)"}, ("c1*c1 + c1",))


def test_names_of_parts_are_free() -> None:
    formula = Formula("f", ("c1",), (("argument", 0), ("sin", 0), ("mul", 1, 1)), (2,))
    text = formula_text(formula, ("c1",))
    assert list(text.let) == ["c_1"]


def test_the_words_of_a_file_are_kept() -> None:
    law = read(FormulaText(("1e3*x + 2e4*x^3",)))[0]
    alone = Formula(law.name, law.arguments, law.steps, law.results)
    assert alone.name == "1e3*x + 2e4*x^3"
    assert function_record("force 's' / force", alone, ARGUMENTS) == "1e3*x + 2e4*x^3"


def test_functions_that_cannot_be_traced_are_named() -> None:
    with pytest.raises(ModelError) as caught:
        function_record("force 's' / force", lambda x: math.sin(x), ("x",))
    (problem,) = caught.value.problems
    assert (problem.code, problem.element) == ("F19", "force 's' / force")
    assert "<lambda>" in problem.value


def test_infinite_numbers_have_no_text() -> None:
    formula = Formula("f", ("x",), (("argument", 0), ("number", math.inf), ("min", 0, 1)), (2,))
    with pytest.raises(ModelError, match="F19"):
        formula_text(formula, ("x",))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (-3.0, "-3"),
        (0.1, "0.1"),
        (1e-5, "1e-5"),
        (1.5e-10, "1.5e-10"),
        (1e22, "1e22"),
        (123456.0, "123456"),
        (-0.0, "-0.0"),
        (2, "2"),
    ],
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number_text(value) == text
    assert float(text).hex() == float(value).hex()


def test_random_numbers_are_exact() -> None:
    raw = np.random.default_rng(3).integers(0, 2**64, 20000, dtype=np.uint64)
    for value in raw.view(float).tolist():
        if math.isfinite(value):
            assert float(number_text(value)) == value
