"""Expressions: against Python's own grammar, units, what is traced, and hostile text."""

from __future__ import annotations

import ast
import math
import operator
import pickle
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sarrus.model.expressions import ExpressionError, Value, parse_expression
from sarrus.model.forces.formula import OPERATIONS
from sarrus.model.forces.recorder import slope, traced_formula
from sarrus.model.quantity import QuantityError, quantity
from sarrus.model.units import si_unit
from sarrus.spatial.arrays import minimum, select

NAMES = {"r": 0.25, "n": 4, "A.angle": -0.7, "link_2": 3}
SCOPE = {name: Value(number) for name, number in NAMES.items()}

# ---- Python's grammar as the independent reading ----

SIGNS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
CALLS = {
    **{name: getattr(math, name) for name in ("sqrt", "exp", "log", "tanh", "sin", "cos", "tan")},
    **{name: getattr(math, name) for name in ("asin", "acos", "atan", "atan2")},
    **{"abs": abs, "min": min, "max": max, "if_": lambda c, a, b: a if c else b},
}


def by_python(text: str) -> float:
    """Return the value of an expression by Python's parser and the functions of `math`."""

    def walk(node: ast.AST):
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, (ast.Name, ast.Attribute)):
            name = ast.unparse(node)
            return math.pi if name == "pi" else NAMES[name]
        if isinstance(node, ast.UnaryOp):
            return SIGNS[type(node.op)](walk(node.operand))
        if isinstance(node, ast.BinOp):
            return SIGNS[type(node.op)](walk(node.left), walk(node.right))
        if isinstance(node, ast.Compare):
            return SIGNS[type(node.ops[0])](walk(node.left), walk(node.comparators[0]))
        return CALLS[node.func.id](*map(walk, node.args))

    written = text.replace("^", "**").replace("if(", "if_(")
    return walk(ast.parse(written.strip(), mode="eval").body)


def random_text(rng: random.Random, depth: int) -> str:
    """Return an expression with as few brackets as chance has it."""
    gap = rng.choice(["", " "])
    if depth == 0 or rng.random() < 0.15:
        digits = rng.choice(["2", "0.5", "3", "1e-1", ".25", "7.", "1.5E+0", "12"])
        return rng.choice([digits, rng.choice([*NAMES, "pi"])])
    a, b, c = (random_text(rng, depth - 1) for _ in range(3))
    kind = rng.random()
    if kind < 0.5:
        return f"{a}{gap}{rng.choice('+-*/')}{gap}{b}"
    if kind < 0.6:
        return f"{rng.choice('+-')}{gap}{a}"
    if kind < 0.7:
        return f"{a}{rng.choice(['^', '**', ' ^ '])}{rng.choice(['2', '-1', '0.5', '3'])}"
    if kind < 0.8:
        return f"({gap}{a}{gap})"
    if kind < 0.9:
        one = rng.choice(["sqrt", "exp", "log", "tanh", "sin", "cos", "tan", "abs", "atan"])
        return rng.choice([f"{one}({a})", f"min({a},{gap}{b}, {c})", f"max({a}, {b})"])
    return rng.choice([f"if({a} {rng.choice(['<', '<=', '>', '>='])} {b}, {c}, {a})"])


def test_values_agree_with_pythons_grammar():
    rng, compared, without = random.Random(5), 0, 0
    for _ in range(4000):
        text = random_text(rng, rng.randint(1, 5))
        try:
            expected = by_python(text)
            usable = isinstance(expected, (int, float)) and math.isfinite(expected)
        except (ArithmeticError, ValueError, TypeError):  # TypeError: of complex numbers
            usable = False
        try:
            found = parse_expression(text).value(SCOPE)
        except ExpressionError as error:
            assert not usable and error.code == "F22" and 0 <= error.position < len(text), text
            without += 1
            continue
        if usable:
            assert found.number == pytest.approx(expected, rel=1e-12, abs=1e-300), text
            compared += 1
    assert compared > 2500 and without > 50


CASES = {
    "-2^2": -4,
    "2^3^2": 512,
    "2^-1": 0.5,
    "-2^-2": -0.25,
    "--3": 3,
    "2 - 3 - 4": -5,
    "2 / 4 / 5": 0.1,
    "2*-3": -6,
    "(1 + 2)*3": 9,
    "2**3": 8,
    "if(n < 5, 1, 2)": 1,
    "if(n >= 5, 1/0, 2)": 2,
    "if(0 < 1, 7, sqrt(-1))": 7,
    "min(3, 1, 2)": 1,
    "max(3, n, 2)": 4,
    "atan2(1, -1)": 3 * math.pi / 4,
    "`A`.angle*2": -1.4,
}


@pytest.mark.parametrize(("text", "expected"), CASES.items())
def test_small_cases(text, expected):
    assert parse_expression(text).value(SCOPE).number == pytest.approx(expected, rel=1e-15)


def test_integers_stay_exact_and_never_grow_without_end():
    def value(text: str):
        return parse_expression(text).value(SCOPE).number

    for text, expected in (("n - 1", 3), ("2*n^2", 32), ("-n", -4), ("3^20", 3**20)):
        assert value(text) == expected and type(value(text)) is int
    assert type(value("n/2")) is float
    assert value("10^15*10") == 1e16 and type(value("10^15*10")) is float
    assert value("999999999999999999999") == 1e21
    for text in ("9^9^9^9", "10^999", "(10^300)^(10^300)", "1e308*10"):
        with pytest.raises(ExpressionError, match="infinite"):
            value(text)


# ---- units ----

LENGTH = (("length", Fraction(1)),)


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [
        ("5 [mm]", "m", 0.005),
        ("5 [mm] + 1", "m", 1.005),
        ("2*pi [rad/s]", "rad/s", 2 * math.pi),
        ("2*pi [rad/s]", "Hz", 2 * math.pi),
        ("(1 + 2) [mm]", "m", 0.003),
        ("2 [m]^2", "m^2", 4.0),
        ("sqrt(2 [m^2] + 2 [m^2])", "m", 2.0),
        ("(8 [m^3])^(1/3)", "m", 2.0),
        ("3 [kN] * 2 [m]", "N*m", 6000.0),
        ("6 [m] / 2 [s]", "m/s", 3.0),
        ("1 / 4 [s]", "1/s", 0.25),
        ("4 [1/s]", "Hz", 4.0),
        ("2 [kg*m^2/s^2]", "J", 2.0),
        ("sin(30 [deg])", "m", 0.5),
        ("0.3*(1 [m] / 2 [m])", "m", 0.15),
        ("3*sin(90 [deg])", "N", 3.0),
        ("if(1 [m] < 2 [mm], 1 [s], 2 [s])", "s", 2.0),
        ("max(1 [m], 2 [ft])", "m", 1.0),
        ("min(1 [m], 0.5)", "m", 0.5),
        ("atan2(1 [mm], 1 [mm])", "rad", math.pi / 4),
        ("abs(-5 [mm])", "mm", 5.0),
        ("r", "kg", 0.25),
    ],
)
def test_dimensions_go_through_arithmetic(text, unit, expected):
    found = parse_expression(text).value(SCOPE)
    assert found.si(unit) == pytest.approx(expected, rel=1e-14)
    assert quantity(found, unit) == found.si(unit)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("1 [m] + 2 [s]", 6),
        ("1 [m] - 2 [kg]", 6),
        ("min(1 [m], 2 [s])", 0),
        ("if(1 < 2, 1 [m], 2 [s])", 0),
        ("if(1 [m] < 2 [s], 1, 2)", 9),
        ("sin(1 [m])", 0),
        ("exp(1 [kg])", 0),
        ("2^(1 [m])", 1),
        ("(2 [m]) [mm]", 8),
        ("5 [furlongz]", 2),
        ("5 [degC]", 2),
        ("5 [dB]", 2),
        ("5 [lbf/dB]", 2),
        ("5 [1/dBm]", 2),
        ("1 + 5 []", 6),
    ],
)
def test_M05_dimensions_that_do_not_fit_are_located(text, position):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text).value(SCOPE)
    assert (caught.value.code in ("M05", "M25")) and caught.value.position == position


def test_numbers_with_units_are_those_of_the_builder():
    """`100 [mm]` is to the last digit what "100 mm" is."""
    rng = random.Random(1)
    for unit in ("mm", "inch", "ft", "lb", "deg", "rpm", "lbf*s/inch", "N*m/rad", "kPa", "%"):
        si = {"%": "dimensionless", "lb": "kg", "deg": "rad", "rpm": "rad/s", "kPa": "Pa"}
        si |= dict.fromkeys(("mm", "inch", "ft"), "m") | {"lbf*s/inch": "N*s/m"}
        for _ in range(20):
            digits = repr(round(rng.uniform(0.01, 1000.0), rng.randint(0, 6)))
            found = parse_expression(f"{digits} [{unit}]").value({})
            assert found.number == quantity(f"{digits} {unit}", si.get(unit, unit))
            assert found.dimension == si_unit(si.get(unit, unit))[1]


POWERS = st.dictionaries(
    st.sampled_from(["m", "s", "kg", "A"]), st.sampled_from([-3, -2, -1, 1, 2, 3]), min_size=1
)


@given(POWERS, POWERS)
def test_products_of_units_are_units_of_products(a, b):
    """The dimension of x [a] * y [b] is what adding the powers by hand gives."""
    base = {"m": "length", "s": "time", "kg": "mass", "A": "current"}

    def unit(powers: dict[str, int]) -> str:
        return "*".join(f"{name}^({p})" for name, p in powers.items())

    def added(sign: int):
        sums = {name: a.get(name, 0) + sign * b.get(name, 0) for name in base}
        return tuple(sorted((base[name], Fraction(p)) for name, p in sums.items() if p))

    found = parse_expression(f"2 [{unit(a)}] * 3 [{unit(b)}]").value({})
    assert found == Value(6.0, added(1))
    assert parse_expression(f"3 [{unit(a)}] / 2 [{unit(b)}]").value({}) == Value(1.5, added(-1))


def test_a_value_of_another_dimension_is_refused():
    value = parse_expression("5 [mm]").value({})
    assert value.dimension == LENGTH and float(value) == 0.005
    with pytest.raises(QuantityError, match="is length, not mass") as caught:
        value.si("kg")
    assert caught.value.code == "M05"
    with pytest.raises(QuantityError, match="is length, not mass"):
        quantity(value, "kg")


def test_without_units_the_library_of_units_is_not_loaded():
    program = (
        "import sys; from sarrus.model.expressions import parse_expression, Value\n"
        "Value(parse_expression('2*sin(pi/3)^2').value({}).number).si('m')\n"
        "parse_expression('k*x').function(['x'], {'k': Value(2)}, unit='N')\n"
        "raise SystemExit('pint' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


# ---- functions ----

LAWS = {
    "1e3*x + 2e4*x^3": lambda x, y: 1e3 * x + 2e4 * x**3,
    "-x^2": lambda x, y: -(x**2),
    "10*sin(3*x) - cos(y)/2": lambda x, y: 10 * np.sin(3 * x) - np.cos(y) / 2,
    "x/y/2": lambda x, y: x / y / 2,
    "2*pi*x": lambda x, y: 2 * math.pi * x,
    "k*(x - x0)": lambda x, y: 5.0 * (x - 0.25),
    "if(x < 0, 0, x)": lambda x, y: select(x < 0, 0, x),
    "if(x >= y, x, 2*y)": lambda x, y: select(x >= y, x, 2 * y),
    "min(x, y)": lambda x, y: minimum(x, y),
    "min(1, x)": lambda x, y: minimum(1, x),
    "max(x, y)": lambda x, y: select(x < y, y, x),
    "abs(x) + sqrt(y)": lambda x, y: abs(x) + np.sqrt(y),
    "exp(-x)*tanh(y) + log(y)": lambda x, y: np.exp(-x) * np.tanh(y) + np.log(y),
    "asin(x) + acos(x) + atan(x)": lambda x, y: np.arcsin(x) + np.arccos(x) + np.arctan(x),
    "atan2(x, y)": lambda x, y: np.arctan2(x, y),
    "atan2(x, 2)": lambda x, y: np.arctan2(x, 2),
    "tan(x)^0.5": lambda x, y: np.tan(x) ** 0.5,
    "3*k": lambda x, y: 15.0,
    "if(k > 1, x, 1/0)": lambda x, y: x,
    "(x [mm]) + y": lambda x, y: x * 0.001 + y,
    "5 [N] * x": lambda x, y: 5.0 * x,
}
CONSTANTS = {"k": Value(5.0), "x0": Value(0.25)}


@pytest.mark.parametrize(("text", "law"), LAWS.items())
def test_a_law_is_traced_as_the_function_of_python(text, law):
    found = parse_expression(text).function(["x", "y"], CONSTANTS)
    formula, expected = traced_formula(found, "x", "y"), traced_formula(law, "x", "y")
    assert formula.steps == expected.steps and formula.results == expected.results
    assert formula.name == text
    for x, y in ((0.3, 0.7), (0.9, 0.2)):
        assert found(x, y) == law(x, y) == formula(x, y)


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("2^x", lambda x: 2.0**x),
        ("x^x", lambda x: x**x),
        ("atan2(2, x)", lambda x: math.atan2(2, x)),
        ("atan2(-2, x - 1)", lambda x: math.atan2(-2, x - 1)),
        ("max(1, x, x^2)", lambda x: max(1, x, x**2)),
        ("min(x, 1, 3 - x)", lambda x: min(x, 1, 3 - x)),
        (
            "if(x < 1, if(x < 0.4, x^2, x), 2*x)",
            lambda x: (x**2 if x < 0.4 else x) if x < 1 else 2 * x,
        ),
    ],
)
def test_laws_that_python_writes_otherwise(text, law):
    formula = traced_formula(parse_expression(text).function(["x"], {}), "x")
    rate = slope(formula)
    for x in (0.2, 0.7, 1.3, 2.6):
        assert formula(x) == pytest.approx(law(x), rel=1e-14)
        h = 1e-3
        difference = (8 * (law(x + h) - law(x - h)) - law(x + 2 * h) + law(x - 2 * h)) / (12 * h)
        assert rate(x) == pytest.approx(difference, rel=1e-8, abs=1e-9)


def test_what_formulas_hold_can_be_written_and_nothing_else():
    ours = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2"}
    text = {"add": "x+1", "sub": "x-1", "mul": "2*x", "div": "x/2", "pow": "x^3", "neg": "-x"}
    text |= {"lt": "if(x<1,x,1)", "le": "if(x<=1,x,1)", "select": "if(x<1,x,1)"}
    text |= {"min": "min(x,1)", "arctan2": "atan2(x,1)"}
    for name in OPERATIONS:
        written = text.get(name, f"{ours.get(name, name)}(x)")
        formula = traced_formula(parse_expression(written).function(["x"], {}), "x")
        assert name in {step[0] for step in formula.steps}
    for name in ("sinh", "cosh", "floor", "ceil", "sign", "log10", "hypot", "round", "eval"):
        with pytest.raises(ExpressionError, match=f"unknown function '{name}'"):
            parse_expression(f"{name}(x)")


def test_names_and_readers():
    found = parse_expression("k*(position(tip, x) - A.angle) + t*position(tip, x) - `left arm`.q")
    assert found.names == ("k", "A.angle", "t", "left arm.q")
    assert found.readers == (("position", ("tip", "x")),)
    asked = []

    def read(name: str, names: tuple[str, ...]) -> float:
        asked.append((name, names))
        return 10.0

    law = found.function(["t", "A.angle", "left arm.q"], {"k": Value(2.0)}, read)
    assert not asked  # only when the law is called
    assert law(3.0, 4.0, 1.0) == 2.0 * (10.0 - 4.0) + 3.0 * 10.0 - 1.0
    assert asked == [("position", ("tip", "x"))] * 2
    with pytest.raises(ExpressionError, match="reads the motion"):
        found.function(["t", "A.angle", "left arm.q"], {"k": Value(2.0)})
    with pytest.raises(ExpressionError, match="unknown function 'height'"):
        parse_expression("height(road)", ("depth",))
    assert parse_expression("depth(road)", ("depth",)).readers == (("depth", ("road",)),)


def test_an_argument_is_never_taken_for_a_constant():
    with pytest.raises(ExpressionError, match="a constant and an argument") as caught:
        parse_expression("3 + x").function(["x"], {"x": Value(1)})
    assert caught.value.position == 4
    with pytest.raises(TypeError, match="2 arguments"):
        parse_expression("x").function(["x", "y"], {})(1.0)


def test_laws_are_checked_as_far_as_dimensions_are_known():
    scope = {"k": Value(5.0, si_unit("N/m")[1]), "w": Value(2.0, si_unit("rad/s")[1])}
    for text in ("w*t", "k*t + 5 [N]", "sin(w*t)", "5*t", "7", "5 [N]*sin(3*t)", "k*(2 [m])"):
        parse_expression(text).function(["t"], scope, unit="N")
    for text in ("k", "5 [mm] + t", "if(t < 1, 5 [mm], t)", "k*2", "3 [s]*sin(t)"):
        with pytest.raises(ExpressionError) as caught:
            parse_expression(text).function(["t"], scope, unit="N")
        assert caught.value.code == "M05"


# ---- hostile and mistaken text ----

WRONG = [
    ("", 0, "is empty"),
    ("   ", 0, "is empty"),
    ("2 +", 3, "ends where a value is expected"),
    ("(1 + 2", 0, "bracket that is not closed"),
    ("1 + 2)", 5, "')' where it makes no sense"),
    ("1 2", 2, "no operator before '2'"),
    ("5 mm", 2, "units in square brackets"),
    ("5mm", 0, "5 [mm]"),
    ("2(3)", 1, "no operator"),
    ("nn + 1", 0, "did you mean 'n'?"),
    ("1 + link2", 4, "did you mean 'link_2'?"),
    ("sine(1)", 0, "did you mean 'sin'?"),
    ("positon(tip)", 0, "did you mean 'position'?"),
    ("sin", 0, "sin(...)"),
    ("sin()", 4, "')' where"),
    ("sin(1, 2)", 0, "2 operands to 'sin', which has 1"),
    ("min(1)", 0, "1 operands to 'min'"),
    ("if(1, 2, 3)", 0, "does not start with a comparison"),
    ("if(1 < 2, 3)", 0, "2 operands to 'if'"),
    ("1 < 2", 2, "outside of the first operand of 'if'"),
    ("if(1 < 2 < 3, 1, 2)", 9, "outside of the first operand"),
    ("1 == 2", 2, "compare with"),
    ("1/0", 1, "divides by zero"),
    ("0^-1", 1, "divides by zero"),
    ("sqrt(-1)", 0, "has no value"),
    ("(-8)^(1/3)", 4, "has no value"),
    ("log(0)", 0, "infinite"),
    ("010 + 1", 0, "write 10"),
    ("1 + 0x10", 4, "not a decimal number"),
    ("1_000*2", 0, "write 1000"),
    ("1:30", 0, "not a decimal number"),
    ("1.2.3", 0, "not a decimal number"),
    ("1e400", 0, "too large"),
    ("1e-400", 0, "below 1e-300"),
    ("1 + * 2", 4, "'*' where"),
    ("position()", 9, "without the names"),
    ("position(1)", 9, "without the names"),
    ("1 [m", 2, "close the bracket"),
    ("1 ] 2", 2, "']'"),
    ("2 \N{MIDDLE DOT} 3", 2, "write *"),
    ("50%", 2, "divide by 100"),
]


@pytest.mark.parametrize(("text", "position", "words"), WRONG)
def test_F22_mistakes_are_located(text, position, words):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text).value(SCOPE)
    assert caught.value.position == position and words in str(caught.value)
    assert caught.value.code in ("F22", "M25", "M04")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value) and again.position == position


HOSTILE = [
    *("__import__('os').system('x')", "__import__(os)", "().__class__", "x.__class__.__bases__"),
    *(
        "'a'*10",
        '"a"',
        "[1, 2][0]",
        "lambda: 1",
        "x := 1",
        "a; b",
        "f'{x}'",
        "{1}",
        "a if b else c",
    ),
    *("1 if 1 else 2", "not 1", "1 and 2", "open(`/etc/passwd`)", "exec(x)", "eval(x)", "$(x)"),
    *("`touch x`", "x\0y", "x\ny", "\ud800", "\u202e1", "import os", "...", "__builtins__"),
    *("1 @ 2", "1 // 2", "1 % 2", "~1", "1 << 2", "1 & 2", "a[0]", "a.b()", "1..real", "1 .real"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_refused(text):
    with pytest.raises(ExpressionError) as caught:
        parse_expression(text).value(SCOPE)
    assert 0 <= caught.value.position <= len(text)


def test_length_and_depth_are_limited():
    def value(text: str) -> float:
        return parse_expression(text).value(SCOPE).number

    assert value("+".join(["1"] * 5000)) == 5000
    assert value("-" * 9999 + "1") == -1
    assert value("(" * 99 + "1" + ")" * 99) == 1
    assert value("1*" * 4999 + "7") == 7
    for text in ("(" * 1000 + "1" + ")" * 1000, "2^" * 1000 + "2", "abs(" * 1000, "-(" * 500 + "1"):
        with pytest.raises(ExpressionError, match="100") as caught:
            value(text)
        assert 90 < caught.value.position < 410
    for text in ("(" * 10**5, "1" * 10**5, "x" * 10**5, "1+" * 10**5, " " * 10**5):
        with pytest.raises(ExpressionError, match="at most 10000"):
            value(text)


@given(st.text(alphabet="12.e+-*/^()[],<>= xrnmsif\u00e9`", max_size=40))
def test_any_text_has_a_value_or_an_error_with_its_place(text):
    try:
        found = parse_expression(text).value(SCOPE)
    except ExpressionError as error:
        assert 0 <= error.position <= len(text) and error.reason
    else:
        assert math.isfinite(found.number)
