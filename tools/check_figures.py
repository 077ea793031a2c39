"""A plugin of pytest that keeps what tests reach: the error nearest to what it may be.

`pytest -p check_figures -o enable_assertion_pass_hook=true --figures=FILE` writes a JSON object:
for each test that passes, over all its parameters, its ratio nearest to the bound, else error and
tolerance of its narrowest comparison, else how many values are exactly the same. Comparisons are
those by `numpy.testing.assert_allclose`, by `pytest.approx`, by the functions of `closeness`, and
assertions of the form `a < b` with two numbers.
"""

from __future__ import annotations

import ast
import json
import operator
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
LARGEST = 0.1
"""What is greater is no tolerance but another limit, such as a number of steps."""


@dataclass
class Reached:
    """What a test reached, as far as it went."""

    error: tuple[float, float] | None = None
    """The narrowest error and what is allowed."""
    ratio: tuple[float, float] | None = None
    """The least ratio and its bound."""
    same: int = 0
    """How many values are exactly the same."""

    def note_error(self, error: float, allowed: float) -> None:
        """Keep a comparison, if it is one of numbers that can be compared."""
        if not (np.isfinite(error) and np.isfinite(allowed) and 0.0 <= error <= allowed):
            return
        if self.error is None or share(error, allowed) > share(*self.error):
            self.error = float(error), float(allowed)

    def note_ratio(self, ratio: float, bound: float) -> None:
        """Keep a ratio that is above its bound."""
        if self.ratio is None or ratio / bound < self.ratio[0] / self.ratio[1]:
            self.ratio = float(ratio), float(bound)

    def add(self, other: Reached) -> None:
        """Keep what the same test reached with other parameters."""
        if other.error:
            self.note_error(*other.error)
        if other.ratio:
            self.note_ratio(*other.ratio)
        self.same += other.same

    def __str__(self) -> str:
        """Return the figure of the table, empty without one."""
        if self.ratio:
            return f"{self.ratio[0]:.3g} above {self.ratio[1]:.3g}"
        if self.error:
            return f"{self.error[0]:.1e} of {self.error[1]:.1e}"
        return f"{self.same} the same" if self.same else ""


def share(error: float, allowed: float) -> float:
    """Return which part of what is allowed an error takes."""
    return error / allowed if allowed else 0.0


current = Reached()
"""What the test that runs has reached up to now."""


def watched_allclose(compare: Callable[..., None]) -> Callable[..., None]:
    """Return NumPy's comparison, which now tells what it found."""

    def assert_allclose(
        actual: Any, desired: Any, rtol: float = 1e-7, atol: float = 0.0, *more: Any, **how: Any
    ) -> None:
        compare(actual, desired, rtol, atol, *more, **how)
        a, b = np.broadcast_arrays(np.asarray(actual), np.asarray(desired))
        if a.size and a.dtype.kind in "fciu" and b.dtype.kind in "fciu":
            error, allowed = np.abs(a - b).ravel(), (atol + rtol * np.abs(b)).ravel()
            k = int(np.argmax(error / np.where(allowed > 0, allowed, np.inf)))
            current.note_error(float(error[k]), float(allowed[k]))

    return assert_allclose


def watched_close(compare: Callable[..., None], error: Callable[..., float]) -> Any:
    """Return the comparison of the tests, which now tells what it found."""

    def assert_close(actual: Any, expected: Any, rel: float, what: str = "") -> None:
        compare(actual, expected, rel, what)
        current.note_error(error(actual, expected), rel)

    return assert_close


def watched_same(compare: Callable[..., int]) -> Callable[..., int]:
    """Return the exact comparison of the tests, which now tells how much it compared."""

    def assert_same(actual: Any, expected: Any, what: str = "") -> int:
        count = compare(actual, expected, what)
        current.same += count
        return count

    return assert_same


def watched_above(compare: Callable[..., None]) -> Callable[..., None]:
    """Return the comparison of ratios, which now tells what it found."""

    def assert_above(actual: float, bound: float, what: str = "") -> None:
        compare(actual, bound, what)
        current.note_ratio(actual, bound)

    return assert_above


def watched_equality(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Return how `pytest.approx` compares one number, which now tells what it found."""

    def equals(self: Any, actual: Any) -> bool:
        close = compare(self, actual)
        numbers = isinstance(actual, int | float) and isinstance(self.expected, int | float)
        if close and numbers:
            current.note_error(abs(float(actual) - float(self.expected)), float(self.tolerance))
        return close

    return equals


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--figures", help="where to write what tests reach")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Watch the comparisons before the tests import them."""
    import closeness

    session.config.stash[FOUND] = {}
    np.testing.assert_allclose = watched_allclose(np.testing.assert_allclose)
    closeness.assert_close = watched_close(closeness.assert_close, closeness.relative_error)
    closeness.assert_same = watched_same(closeness.assert_same)
    closeness.assert_above = watched_above(closeness.assert_above)
    one_number: Any = type(pytest.approx(1.0))  # arrays and sequences are compared one by one
    one_number.__eq__ = watched_equality(one_number.__eq__)


def value(node: ast.expr) -> float:
    """Return the number that an expression of numbers stands for, else not a number."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "np.float64":
        return value(node.args[0])
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](value(node.left), value(node.right))
    return float("nan")


def comparisons(node: ast.expr) -> list[tuple[float, float]]:
    """Return both sides of every `a < b` and `a <= b` that must hold for an expression."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return [pair for part in node.values for pair in comparisons(part)]
    if isinstance(node, ast.Compare) and [type(o) for o in node.ops] in ([ast.Lt], [ast.LtE]):
        return [(value(node.left), value(node.comparators[0]))]
    return []


def pytest_assertion_pass(item: pytest.Item, lineno: int, orig: str, expl: str) -> None:
    """Keep an assertion that compares numbers."""
    try:
        asserted = ast.parse(expl.partition("\n")[0].strip(), mode="eval").body
    except (SyntaxError, ValueError):  # it shows objects
        return
    for error, allowed in comparisons(asserted):
        if allowed <= LARGEST:
            current.note_error(error, allowed)


FOUND = pytest.StashKey[dict[str, Reached]]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Keep what a test reaches that passes."""
    global current
    current = Reached()
    outcome = yield
    if outcome.excinfo is None:
        name = item.nodeid.partition("[")[0].removeprefix("tests/")
        item.config.stash[FOUND].setdefault(name, Reached()).add(current)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the figures."""
    path = session.config.getoption("--figures")
    if path:
        found = {name: str(each) for name, each in session.config.stash[FOUND].items() if str(each)}
        Path(path).write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
