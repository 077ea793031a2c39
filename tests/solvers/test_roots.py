"""The first crossing of several functions: found, on the far side, and as near as numbers allow."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sarrus.solvers.roots import crossing, first_crossing

Function = Callable[[float], float]


def found(
    functions: list[Function], a: float, b: float, directions: list[int] | None = None
) -> tuple[float, tuple[int, ...]] | None:
    """Return the first crossing, after checking what must hold whatever it is."""

    def values(t: float) -> np.ndarray:
        assert a <= t <= b
        return np.array([f(t) for f in functions])

    counts = np.array(directions or [0] * len(functions))
    answer = first_crossing(values, a, values(a), b, counts)
    if answer is not None:
        t, which = answer
        assert a < t <= b and which == tuple(sorted(set(which))) and which
        crossed = crossing(values(a), values(t), counts)
        assert all(crossed[i] for i in which), "on the far side, all of these have crossed"
        assert set(np.flatnonzero(crossed)) == set(which), "and no other has"
    return answer


def just_before(f: Function, t: float, a: float, steps: int = 4) -> bool:
    """Tell whether the sign is still that at a, a few numbers before t."""
    for _ in range(steps):
        t = np.nextafter(t, a)
    return t <= a or np.sign(f(t)) == np.sign(f(a))


# One function ---------------------------------------------------------------------------------

SHAPES: dict[str, Callable[[float, float], Function]] = {
    "line": lambda r, s: lambda t: s * (t - r),
    "cubic": lambda r, s: lambda t: s * (t - r) ** 3,
    "flat": lambda r, s: lambda t: s * (t - r) ** 15,
    "bent": lambda r, s: lambda t: s * np.expm1(min(3.0 * (t - r), 600.0)),
    "very bent": lambda r, s: lambda t: s * np.expm1(min(40.0 * (t - r), 600.0)),
    "steep": lambda r, s: lambda t: s * np.tanh(1e6 * (t - r)),
    "root": lambda r, s: lambda t: s * np.copysign(np.sqrt(abs(t - r)), t - r),
    "step": lambda r, s: lambda t: s if t >= r else -s,
    "uneven step": lambda r, s: lambda t: s * (1e12 if t >= r else -1e-12),
    "wavy": lambda r, s: lambda t: s * ((t - r) + 0.05 * np.sin(30.0 * (t - r))),
    "tiny": lambda r, s: lambda t: 1e-300 * s * (t - r),
    "huge": lambda r, s: lambda t: 1e300 * s * (t - r),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_random_crossings(shape: str, sign: float) -> None:
    random = np.random.default_rng(5)
    for _ in range(30):
        a, size = random.uniform(-2.0, 2.0), 10.0 ** random.uniform(-6, 3)
        b = a + size
        r = random.uniform(a, b)
        f = SHAPES[shape](r, sign * random.uniform(0.1, 10.0))
        answer = found([f], a, b)
        assert answer is not None and answer[1] == (0,)
        t = answer[0]
        # where the function rounds to zero it has crossed as well
        assert t >= r or f(t) == 0.0
        assert just_before(f, t, a) or f(t) == 0.0
        if shape not in ("flat", "cubic"):
            assert abs(t - r) <= 8 * np.spacing(max(abs(a), abs(b)))


@pytest.mark.parametrize("direction, expected", [(0, True), (1, True), (-1, False)])
def test_upward_crossings_count_upwards(direction: int, expected: bool) -> None:
    assert (found([lambda t: t - 0.3], 0.0, 1.0, [direction]) is not None) == expected
    assert (found([lambda t: 0.3 - t], 0.0, 1.0, [-direction]) is not None) == expected


def test_nothing_crosses() -> None:
    assert found([lambda t: 1.0 + t, lambda t: -1.0 - t], 0.0, 1.0) is None
    assert found([lambda t: t], 0.0, 1.0) is None, "it starts from zero"
    assert found([lambda t: -t], 0.0, 1.0) is None
    assert found([lambda t: 0.0], 0.0, 1.0) is None
    assert first_crossing(lambda t: np.zeros(0), 0.0, np.zeros(0), 1.0, np.zeros(0)) is None


def test_what_is_not_a_number_crosses_nothing() -> None:
    assert found([lambda t: np.nan], 0.0, 1.0) is None
    assert found([lambda t: -1.0 if t < 0.5 else np.nan], 0.0, 1.0) is None


def test_arriving_at_zero_is_crossing() -> None:
    assert found([lambda t: t - 1.0], 0.0, 1.0) == (1.0, (0,))
    assert found([lambda t: min(t - 0.5, 0.0)], 0.0, 1.0) is not None
    assert found([lambda t: 1.0 - t], 0.0, 1.0, [-1]) == (1.0, (0,))


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("r", [0.3, 0.999, 1e-3, 1e-20])
def test_arriving_at_zero_and_staying_there(r: float, sign: float) -> None:
    """The first time counts, not the end of the interval."""
    answer = found([lambda t: sign * min(t - r, 0.0)], 0.0, 1.0)
    assert answer is not None and answer[0] == pytest.approx(r, rel=1e-14)


def test_zero_between_other_values() -> None:
    """Zero for a while, and back before the end of the interval or beyond it."""
    answer = found([lambda t: min(t - 0.3, 0.0) + max(t - 0.6, 0.0)], 0.0, 1.0)
    assert answer is not None and answer[0] == pytest.approx(0.3, abs=1e-15)
    assert found([lambda t: -abs(t - 0.5)], 0.0, 1.0) is None


def test_what_is_not_a_number_on_the_way() -> None:
    """The time returned is where the crossing has happened, not where nothing is known."""
    for sign in (1.0, -1.0):
        answer = found([lambda t, s=sign: np.nan if 0.2 < t < 0.6 else s * (t - 0.4)], 0.0, 1.0)
        assert answer is not None and answer[0] == pytest.approx(0.6, abs=1e-15)


def test_infinite_values() -> None:
    answer = found([lambda t: np.inf if t >= 0.375 else -np.inf], 0.0, 1.0)
    assert answer is not None and answer[0] == pytest.approx(0.375, abs=1e-15)
    answer = found([lambda t: -1.0 if t < 0.6 else np.inf], 0.0, 1.0)
    assert answer is not None and answer[0] == pytest.approx(0.6, abs=1e-15)


def test_values_beyond_the_largest_product() -> None:
    answer = found([lambda t: 1.7e308 * (1.0 if t > 100.25 else -1.0)], 100.0, 101.0)
    assert answer is not None and answer[0] == pytest.approx(100.25, abs=1e-13)


@pytest.mark.parametrize("smallest", [5e-324, 1e-320, 1e-310])
def test_the_smallest_values(smallest: float) -> None:
    """The time returned is on the far side there too."""
    for r in (0.3, 0.001):
        for sign in (1.0, -1.0):
            size = sign * smallest
            answer = found([lambda t, r=r, v=size: -v if t >= r else v], 0.0, 1.0)
            assert answer is not None and answer[0] == pytest.approx(r, abs=1e-15)
            answer = found([lambda t, r=r, v=size: v * (t - r) + v], -2.0, 1.0)
            assert answer is not None and answer[0] <= r


@pytest.mark.parametrize("r", [1e-3, 1e-9, 1e-15, 1e-20])
def test_crossings_near_the_start(r: float) -> None:
    """Near zero, numbers are closer than at the end of the interval."""
    answer = found([lambda t: t - r], 0.0, 1.0)
    assert answer is not None and answer[0] == pytest.approx(r, rel=1e-15)


def test_the_narrowest_interval() -> None:
    a = 1.0
    b = float(np.nextafter(a, 2.0))
    assert found([lambda t: t - b], a, b) == (b, (0,))
    assert found([lambda t: -1.0 if t < b else 1.0], a, b) == (b, (0,))


def test_few_evaluations_for_smooth_functions() -> None:
    """False position is fast where functions are nearly straight; bisection takes 50."""
    count = 0

    def f(t: float) -> np.ndarray:
        nonlocal count
        count += 1
        return np.array([np.sin(t) - 0.4])

    answer = first_crossing(f, 0.0, f(0.0), 1.0, np.zeros(1))
    assert answer is not None and answer[0] == pytest.approx(np.arcsin(0.4), abs=1e-15)
    assert count < 30


def test_evaluations_are_bounded() -> None:
    """Also for functions that no method likes."""
    count = 0

    def f(t: float) -> np.ndarray:
        nonlocal count
        count += 1
        return np.array([1e-200 if t > 1e-200 else -1e200])

    assert first_crossing(f, 0.0, f(0.0), 1.0, np.zeros(1)) is not None
    assert count < 250


# Several functions ----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_first_of_several(seed: int) -> None:
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 7))
    times = random.uniform(0.0, 1.2, n)
    signs = random.choice([-1.0, 1.0], n)
    directions = random.integers(-1, 2, n)
    shapes = [SHAPES[name] for name in random.choice(["line", "bent", "steep", "step", "root"], n)]
    functions = [
        shape(r, s) for shape, r, s in zip(shapes, times.tolist(), signs.tolist(), strict=True)
    ]
    counting = [i for i in range(n) if times[i] <= 1.0 and directions[i] in (0, signs[i])]
    answer = found(functions, 0.0, 1.0, directions.tolist())
    if not counting:
        assert answer is None
        return
    first = min(counting, key=lambda i: times[i])
    assert answer is not None and answer[1] == (first,)
    assert answer[0] == pytest.approx(times[first], abs=1e-15)


def test_several_at_once() -> None:
    """All that have crossed at the time returned are named, in their order."""
    functions: list[Function] = [
        lambda t: t - 0.7,
        lambda t: t - 0.5,
        lambda t: 4.0 * (0.5 - t),
        lambda t: 1.0 if t >= 0.5 else -1.0,
        lambda t: t + 1.0,
    ]
    answer = found(functions, 0.0, 1.0)
    assert answer is not None and answer[0] == 0.5 and answer[1] == (1, 2, 3)
    assert found(functions, 0.0, 1.0, [1, -1, 1, 1, 0]) == (0.5, (3,))
    late = found(functions, 0.0, 1.0, [1, -1, 1, -1, 0])
    assert late is not None and late[1] == (0,)


def test_order_of_the_functions_does_not_matter() -> None:
    functions: list[Function] = [
        lambda t: t - 0.7,
        lambda t: np.sin(9 * t) - 0.3,
        lambda t: 0.8 - t,
    ]
    answers = []
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        answer = found([functions[i] for i in order], 0.0, 0.9, [0, 0, 0])
        assert answer is not None
        answers.append((answer[0], tuple(sorted(order[i] for i in answer[1]))))
    assert len(set(answers)) == 1


def test_what_comes_back_has_not_crossed() -> None:
    """Only the two ends are compared; a caller who wants more looks at smaller intervals."""
    assert found([lambda t: (t - 0.3) * (t - 0.6)], 0.0, 1.0) is None
    answer = found([lambda t: (t - 0.3) * (t - 0.6)], 0.0, 0.5)
    assert answer is not None and answer[0] == pytest.approx(0.3, abs=1e-15)


@pytest.mark.parametrize("count", [1, 200])
def test_many_values_that_cross_take_as_many_evaluations_as_one(count: int) -> None:
    """What crosses first is bracketed, once for all."""
    asked: list[float] = []

    def values(t: float) -> np.ndarray:
        asked.append(t)
        return np.sin(3.0 * t) - 0.5 - 1e-3 * np.arange(count)

    answer = first_crossing(values, 0.0, values(0.0), 0.5, np.zeros(count))
    assert answer is not None and answer[1] == (0,)
    assert answer[0] == pytest.approx(np.arcsin(0.5) / 3.0, abs=1e-15)
    assert len(asked) <= 30
