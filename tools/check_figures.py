"""A plugin of pytest that keeps what tests reach: the error nearest to what it may be.

`pytest -p check_figures -o enable_assertion_pass_hook=true --figures=FILE` writes a JSON object:
for each test that passes, error and tolerance of its narrowest comparison, over all parameters.
Comparisons are those by `numpy.testing.assert_allclose`, by `closeness.assert_close`, and
assertions of the form `a < b` with two numbers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SIDE = r"(?:np\.float64\()?(-?[\d.]+(?:e[+-]?\d+)?)\)?"
LESS = re.compile(rf"^{SIDE} <=? {SIDE}$")
LARGEST = 0.1
"""What is greater is no tolerance but another limit, such as a number of steps."""
current: list[tuple[float, float]] = []
"""Error and what is allowed, of every comparison of the test that runs."""


def noted(error: float, allowed: float) -> None:
    """Keep a comparison, if it is one of numbers that can be compared."""
    if np.isfinite(error) and np.isfinite(allowed) and 0.0 <= error <= allowed:
        current.append((float(error), float(allowed)))


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
            noted(float(error[k]), float(allowed[k]))

    return assert_allclose


def watched_close(compare: Callable[..., None], error: Callable[..., float]) -> Any:
    """Return the comparison of the tests, which now tells what it found."""

    def assert_close(actual: Any, expected: Any, rel: float, what: str = "") -> None:
        compare(actual, expected, rel, what)
        noted(error(actual, expected), rel)

    return assert_close


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file."""
    parser.addoption("--figures", help="where to write what tests reach")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Watch the comparisons before the tests import them."""
    import closeness

    session.config.stash[FOUND] = {}
    np.testing.assert_allclose = watched_allclose(np.testing.assert_allclose)
    closeness.assert_close = watched_close(closeness.assert_close, closeness.relative_error)


def pytest_assertion_pass(item: pytest.Item, lineno: int, orig: str, expl: str) -> None:
    """Keep an assertion that compares two numbers."""
    match = LESS.match(expl.partition("\n")[0].strip())
    if match and float(match[2]) <= LARGEST:
        noted(float(match[1]), float(match[2]))


FOUND = pytest.StashKey[dict[str, tuple[float, float]]]()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Any:
    """Keep the narrowest comparison of a test that passes."""
    current.clear()
    outcome = yield
    if outcome.excinfo is None and current:
        name = item.nodeid.partition("[")[0].removeprefix("tests/")
        found = item.config.stash[FOUND]
        known = [found[name]] if name in found else []
        found[name] = max([*current, *known], key=lambda c: c[0] / c[1] if c[1] else 0.0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the figures."""
    path = session.config.getoption("--figures")
    if path:
        found = session.config.stash[FOUND]
        Path(path).write_text(json.dumps(found, indent=1, sort_keys=True), encoding="utf-8")
