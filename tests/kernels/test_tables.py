"""Tables in kernels: one look-up whatever their length, the same numbers as in Python."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sarrus
from kernels.native import machine
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.derivative import jacobian
from sarrus.kernels.functions.look_up import inverse_distance
from sarrus.kernels.interpreter import interpret
from sarrus.kernels.loops.bound import BoundKernel
from sarrus.kernels.loops.fixed import DONE, FixedLoop
from sarrus.kernels.mapping import outputs_of_rows
from sarrus.kernels.targets.llvm.programs import PART_SIZE, program_text
from sarrus.kernels.trace import trace
from sarrus.spatial.curve import Curve
from sarrus.spatial.dual import Dual

ORDERS = range(-1, 4)
BEYOND = ("hold", "line", "refuse")
SIZES = {"two": 2, "five": 5, "some": 50, "thousand": 1000}


def curve_of(
    n: int, spacing: str = "random", smooth: int = 1, beyond: str = "line", seed: int = 5
) -> Curve:
    random = np.random.default_rng(seed)
    equal = np.linspace(-1.0, 2.0, n)
    step = 3.0 / (n - 1)
    x = {
        "equal": equal,
        "nearly equal": equal + random.uniform(-0.12, 0.12, n) * step,
        "random": np.cumsum(random.uniform(0.01, 2.0, n)) * step - 1.0,
        "crowded": -1.0 + 3.0 * np.linspace(0.0, 1.0, n) ** 4,
    }[spacing]
    return Curve(x, np.sin(4.0 * x) + 0.3 * random.normal(size=n), smooth, beyond)


def everything(curve: Curve) -> Callable[..., dict[str, Any]]:
    return lambda x: {"y": np.array([curve.derivative(order, x) for order in ORDERS])}


def kernel_of(function: Callable[..., Any], cache: Path | None = None, **inputs: Any) -> Kernel:
    return KernelFactory(Cache(cache)).make("test", function, inputs or {"x": ()})


def places(curve: Curve) -> np.ndarray:
    """Numbers everywhere: at rows, one bit beside them, between and beyond them."""
    x = curve.x[:: max(1, len(curve.x) // 200)]
    span = curve.x[-1] - curve.x[0]
    sides = [np.nextafter(x, -np.inf), x, np.nextafter(x, np.inf)]
    between = np.linspace(curve.x[0] - span, curve.x[-1] + span, 301)
    return np.concatenate([*sides, between, curve.x[-1:], [1e5, -1e5]])


def assert_same(found: np.ndarray, curve: Curve, at: np.ndarray) -> None:
    for k, order in enumerate(ORDERS):
        expected = curve.derivative(order, at)
        inner = (at >= curve.x[0]) & (at <= curve.x[-1])
        scale = np.abs(expected) + np.max(np.abs(expected[inner]))
        np.testing.assert_array_less(np.abs(found[:, k] - expected), 1e-13 * scale + 1e-300)


# Numbers ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spacing", ["equal", "nearly equal", "random", "crowded"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_native_look_ups_are_those_of_python(spacing: str, size: str, smooth: int) -> None:
    n = max(SIZES[size], 4 if smooth == 2 else 2)
    for beyond in BEYOND:
        curve = curve_of(n, spacing, smooth, beyond)
        at = places(curve)
        found = outputs_of_rows(kernel_of(everything(curve)), {"x": at}, {})["y"]
        assert_same(found, curve, at)


def test_which_rows_are_found_directly() -> None:
    """The direct way is taken where it can be off by one place only, and else not."""
    assert inverse_distance(np.linspace(0.0, 2.0, 5)) == 2.0
    assert inverse_distance(np.array([0.0, 1.2, 2.0, 2.8, 4.0])) == 1.0
    assert inverse_distance(np.array([0.0, 1.3, 2.0, 2.8, 4.0])) == 0.0
    assert inverse_distance(np.array([1.0, 1.0 + 1e-310, 2.0])) == 0.0
    for spacing, direct in (("equal", True), ("nearly equal", True), ("crowded", False)):
        assert (inverse_distance(curve_of(500, spacing).x) > 0.0) is direct


@pytest.mark.parametrize("spacing", ["equal", "crowded"])
@pytest.mark.parametrize("beyond", BEYOND)
def test_nan_and_infinity(spacing: str, beyond: str) -> None:
    curve = curve_of(30, spacing, beyond=beyond)
    kernel = kernel_of(everything(curve))
    assert np.all(np.isnan(kernel(np.array(np.nan))))
    for x in (np.inf, -np.inf, 1.7e308, -1.7e308):
        found = kernel(np.array(x))
        expected = np.array([curve.derivative(order, x) for order in ORDERS])
        np.testing.assert_allclose(found, expected, rtol=1e-12)
        if beyond == "hold":
            np.testing.assert_array_equal(found[1:], [curve.y[-1 if x > 0 else 0], 0.0, 0.0, 0.0])


@settings(max_examples=25, deadline=None, derandomize=True)
@given(
    st.lists(st.floats(1e-3, 10.0), min_size=4, max_size=30),
    st.lists(st.floats(-1e3, 1e3), min_size=30, max_size=30),
    st.lists(st.floats(-1e60, 1e60), min_size=1, max_size=10),
    st.sampled_from([0, 1, 2]),
    st.sampled_from(BEYOND),
)
def test_random_tables(
    steps: list[float], values: list[float], far: list[float], smooth: int, beyond: str
) -> None:
    """In the pieces that Python finds, by an independent search too."""
    x = np.cumsum(steps)
    curve = Curve(x, values[: len(x)], smooth, beyond)
    program = trace(everything(curve), {"x": ()})
    run = machine(program)
    for at in (*far, *x, *np.nextafter(x, np.inf), *np.nextafter(x, -np.inf)):
        (found,) = run(np.array(at))
        expected = np.array([curve.derivative(order, float(at)) for order in ORDERS])
        scale = np.abs(expected) + np.max(np.abs(curve.pieces), axis=0)[[4, 0, 1, 2, 3]] * 6.0
        np.testing.assert_array_less(np.abs(found - expected), 1e-12 * scale + 1e-300)
        inside = [k for k in range(len(x) - 1) if x[k] <= at <= x[k + 1]]
        if inside:
            assert curve.piece(np.array(at)) == inside[-1] + 1
        np.testing.assert_allclose(interpret(program, [np.array(at)])[0], expected, rtol=0, atol=0)


# One look-up --------------------------------------------------------------------------------


def test_operations_do_not_grow_with_the_table() -> None:
    counts = []
    for n in (4, 100, 100_000):
        curve = curve_of(n, "random", 2)
        program = trace(
            lambda x, c=curve: {"y": np.array([c(x), c.slope(x), c.integral(x)])}, {"x": ()}
        )
        counts.append(program.counts)
        assert len(program.instructions) == 6  # argument, table, piece and three look-ups
    assert counts[0] == counts[1] == counts[2]
    assert counts[0] == {"piece": 1, "table_value": 1, "table_slope": 1, "table_integral": 1}


def test_one_search_for_one_argument_and_one_copy_of_the_data() -> None:
    curve, again, other = curve_of(50), curve_of(50), curve_of(50, seed=6)

    def function(x: Any) -> dict[str, Any]:
        pair = [again(x[0]) + curve.slope(x[0]), curve.integral(x[1]), other(x[0])]
        return {"y": np.array(pair)}

    program = trace(function, {"x": (2,)})
    assert program.counts["piece"] == 3
    text = program_text(program).text
    assert text.count("internal constant") == 2
    assert text.count('define internal double @"own.piece"(') == 1
    assert "own.table_curvature" not in text


def test_known_arguments_are_folded() -> None:
    curve = curve_of(50)
    program = trace(lambda x: {"y": x * curve(0.3 + 0.0 * x) + curve.slope(x * 0.0)}, {"x": ()})
    assert set(program.counts) == {"mul", "add"}
    np.testing.assert_allclose(
        interpret(program, [np.array(2.0)])[0], 2.0 * curve(0.3) + curve.slope(0.0), rtol=1e-15
    )


def test_hundred_thousand_rows_stand_in_the_code_once() -> None:
    """However many look-ups there are: three characters a byte, and the rest as for four rows."""
    n = 100_000
    short, long = (
        program_text(trace(everything(curve_of(rows, "equal", 1)), {"x": ()})).text
        for rows in (4, n)
    )
    rows_and_pieces = 8 * (n + 5 * (n + 1))
    assert len(long) - len(short) == pytest.approx(3 * rows_and_pieces, rel=0.01)


def test_values_pass_from_one_part_to_the_next() -> None:
    """A search in one function of the module serves look-ups in later ones."""
    curve = curve_of(40)

    def function(x: Any) -> dict[str, Any]:
        total = curve(x[0])
        for k in range(PART_SIZE + 50):
            total = np.sqrt(total * total + float(k + 1))
        return {"y": np.array([total, np.sin(curve.slope(x[0])) + curve.integral(x[0]) * total])}

    program = trace(function, {"x": (1,)})
    assert program_text(program).text.count("define internal void @part") > 1
    for at in (-1.7, 0.2, 0.9, 4.0):
        (found,) = machine(program)(np.array([at]))
        (expected,) = interpret(program, [np.array([at])])
        np.testing.assert_allclose(found, expected, rtol=1e-13)


# Derivatives --------------------------------------------------------------------------------


@pytest.mark.parametrize("smooth", [0, 1, 2])
def test_derivatives_are_look_ups(smooth: int) -> None:
    curve = curve_of(30, smooth=smooth)

    def function(x: Any) -> dict[str, Any]:
        first = np.array([curve.derivative(order, x) for order in ORDERS])
        return {"y": jacobian(first, x)}

    program = trace(function, {"x": ()})
    assert program.counts["piece"] == 1 and "mul" not in program.counts
    at = places(curve)
    found = outputs_of_rows(kernel_of(function), {"x": at}, {})["y"]
    for k, order in enumerate(ORDERS):
        expected = curve.derivative(order + 1, at)
        np.testing.assert_allclose(
            found[:, k], expected, rtol=1e-13, atol=1e-13 * np.max(np.abs(expected), initial=1e-9)
        )


def chain(curve: Curve, x: Any) -> Any:
    """Nested look-ups of one curve, one number from many."""
    inner = 0.3 * curve(x[0] * x[1]) + np.sin(x[2])
    return curve(inner) * curve.slope(x[1]) + curve.integral(inner * x[2]) + x[3] * curve(x[3])


@pytest.mark.parametrize("spacing", ["equal", "random"])
def test_reverse_and_forward_mode(spacing: str) -> None:
    """One output of four inputs goes backward, four of one forward; dual numbers say the same."""
    curve = curve_of(30, spacing, 2)

    def backward(x: Any) -> dict[str, Any]:
        return {"y": jacobian(chain(curve, x), x)}

    def forward(s: Any) -> dict[str, Any]:
        x = [0.4 + s, 0.7 * s, s * s - 0.2, 1.1 + 0.1 * s]
        many = np.array([chain(curve, x), chain(curve, x[::-1]), curve(s), curve.integral(s)])
        return {"y": jacobian(many, s)}

    random = np.random.default_rng(2)
    kernel = kernel_of(backward, x=(4,))
    for x in random.uniform(-0.9, 1.4, (40, 4)):
        expected = [
            chain(curve, [Dual(a, float(j == k)) for j, a in enumerate(x)]).rate for k in range(4)
        ]
        scale = np.max(np.abs(expected))
        np.testing.assert_allclose(kernel(x), expected, rtol=0, atol=1e-12 * scale)
    kernel = kernel_of(forward, s=())
    for s in random.uniform(-0.9, 1.4, 40):
        d = Dual(float(s), 1.0)
        x = [0.4 + d, 0.7 * d, d * d - 0.2, 1.1 + 0.1 * d]
        duals = [chain(curve, x), chain(curve, x[::-1]), curve(d), curve.integral(d)]
        expected = [dual.rate for dual in duals]
        scale = np.max(np.abs(expected))
        np.testing.assert_allclose(kernel(np.array(s)), expected, rtol=0, atol=1e-12 * scale)


def test_dual_numbers_of_symbols() -> None:
    """Value, rate and acceleration of a law, as for driven coordinates."""
    curve = curve_of(30, smooth=2)

    def jet(t: Any) -> dict[str, Any]:
        x = curve(Dual(Dual(t, 1.0), Dual(1.0, 0.0)))
        return {"y": np.array([x.value.value, x.value.rate, x.rate.rate])}

    found = kernel_of(jet, t=())(np.array(0.31))
    expected = [curve(0.31), curve.slope(0.31), curve.curvature(0.31)]
    np.testing.assert_allclose(found, expected, rtol=1e-13)
    assert trace(jet, {"t": ()}).counts["piece"] == 1


def test_arrays_of_symbols() -> None:
    curve = curve_of(30)
    x = np.linspace(-2.0, 3.0, 6).reshape(2, 3)
    kernel = kernel_of(lambda x: {"y": curve(x)}, x=(2, 3))
    np.testing.assert_allclose(kernel(x), curve(x), rtol=1e-13)


# Where kernels go ---------------------------------------------------------------------------


def test_in_a_native_loop() -> None:
    """Euler's steps of dy/dt = curve(t): a loop in machine code calls the kernel."""
    curve = curve_of(1000, "random")

    def step(y: Any, t: Any, h: Any) -> dict[str, Any]:
        return {"y_next": y + h[0] * curve(t[0]), "watch": np.array([1.0])}

    kernel = kernel_of(step, y=(1,), t=(1,), h=(1,))
    y = np.array([0.25])
    loop = FixedLoop(BoundKernel(kernel, {"h": np.array([0.01])}))
    reached, kept, why = loop.run(y, -0.5, 0.01, (0, 200), 1, 0.0)
    assert (reached, why) == (200, DONE)
    expected = 0.25 + 0.01 * np.cumsum(curve(-0.5 + 0.01 * np.arange(200)))
    np.testing.assert_allclose(kept[:, 0], expected, rtol=0, atol=1e-13)


PROGRAM = """
import sys
import numpy as np
sys.path.insert(0, sys.argv[2])
from kernels.test_tables import curve_of, everything
from sarrus.kernels import Cache, KernelFactory

factory = KernelFactory(Cache(sys.argv[1]))
curve = curve_of(2000, "random", 2)
kernel = factory.make(repr(curve), everything(curve), {"x": ()})
out = kernel(np.array(0.377))
print(factory.cached, factory.compiled, *[value.hex() for value in out.tolist()])
"""


def test_kept_on_disk_for_another_process(tmp_path: Path) -> None:
    curve = curve_of(2000, "random", 2)
    factory = KernelFactory(Cache(tmp_path / "kernels"))
    kernel = factory.make(repr(curve), everything(curve), {"x": ()})
    expected = [value.hex() for value in kernel(np.array(0.377)).tolist()]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "kernels"), str(Path(__file__).parents[1])],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
        env={"PYTHONPATH": str(Path(sarrus.__file__).parents[1]), "SARRUS_CACHE": ""},
    )
    assert done.stdout.split() == ["1", "0", *expected]


def test_the_content_of_a_table_is_in_its_key(tmp_path: Path) -> None:
    """One number of many changed in its last bit: another text, and so another kernel."""
    curve = curve_of(5000)
    y = curve.y.copy()
    y[2500] = np.nextafter(y[2500], 9.0)
    changed = Curve(curve.x, y, 1, "line")
    factory = KernelFactory(Cache(tmp_path / "kernels"))
    for each in (curve, curve_of(5000), changed):
        factory.make(repr(each), everything(each), {"x": ()})
    assert (factory.cached, factory.compiled) == (1, 2)
