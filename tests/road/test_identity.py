"""Roads as parts of a model: equal, hashed, told apart by their text, recorded and restored."""

from __future__ import annotations

import functools
import pickle
from typing import Any

import numpy as np
import pytest

from road.profiles import ROADS, X
from sarrus.formats.plain import record_of, value_of
from sarrus.road import TYPES, CosineBump, FunctionRoad, HalfRound, Iso8608, SineRoad, TableRoad
from sarrus.road.fingerprint import fingerprint

ALL = {**ROADS, "wheel": CosineBump(0.1, 1.0, 2.0).felt_by_wheel(0.3)}
PLAIN = [name for name in ALL if name not in ("ramp", "function")]


@pytest.mark.parametrize("name", ALL)
def test_roads_are_hashable_and_told_apart(name: str) -> None:
    road = ALL[name]
    assert hash(road) == hash(road) and road == road
    for other, different in ALL.items():
        if other != name:
            assert road != different and repr(road) != repr(different)


@pytest.mark.parametrize("name", PLAIN)
def test_record_brings_the_road_back(name: str) -> None:
    road = ALL[name]
    again = value_of(record_of(road, TYPES), TYPES, lambda part: None)
    assert again == road and hash(again) == hash(road) and repr(again) == repr(road)
    np.testing.assert_array_equal(again.height(X), road.height(X))


@pytest.mark.parametrize("name", PLAIN)
def test_roads_travel_between_processes(name: str) -> None:
    road = ALL[name]
    assert pickle.loads(pickle.dumps(road)) == road


def test_frozen() -> None:
    with pytest.raises(AttributeError):
        HalfRound(0.1).radius = 0.2
    road = TableRoad([0.0, 1.0], [0.0, 1.0])
    with pytest.raises(ValueError, match="read-only"):
        road.z[0] = 1.0


def test_rows_are_copied() -> None:
    rows = np.array([0.0, 1.0, 2.0])
    road = TableRoad(rows, rows)
    rows[1] = 7.0
    assert road.height(1.0) == 1.0


def test_text_holds_every_number() -> None:
    """The text is part of the key of compiled kernels: one bit less would be a stale kernel."""
    assert repr(SineRoad(0.1, 1.0)) != repr(SineRoad(np.nextafter(0.1, 1), 1.0))
    rows = np.linspace(0.0, 1.0, 5000)
    other = rows.copy()
    other[2500] = np.nextafter(other[2500], 2.0)
    assert repr(TableRoad(rows, rows)) != repr(TableRoad(rows, other))
    assert TableRoad(rows, rows) != TableRoad(rows, other)
    assert repr(Iso8608("C", 50.0)) != repr(Iso8608("C", 50.0, seed=1))


HEIGHT = 0.1


def by_global(x: Any) -> Any:
    return HEIGHT * x


def made(k: float) -> Any:
    def inner(x: Any) -> Any:
        return k * x

    return inner


def by_default(x: Any, k: float = 1.0, *, extra: float = 0.0) -> Any:
    return k * x + extra


def test_functions_are_told_apart_by_all_they_depend_on(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fingerprint(made(1.0)) == fingerprint(made(1.0)) != fingerprint(made(2.0))
    assert fingerprint(lambda x: 1.0 * x) != fingerprint(lambda x: 2.0 * x)
    assert fingerprint(np.sin) != fingerprint(np.cos)
    one, two = functools.partial(by_default, k=1.0), functools.partial(by_default, k=2.0)
    assert fingerprint(one) == fingerprint(functools.partial(by_default, k=1.0))
    assert fingerprint(one) != fingerprint(two)
    before, calling = fingerprint(by_global), fingerprint(lambda x: by_global(x))
    monkeypatch.setitem(by_global.__globals__, "HEIGHT", 0.2)
    assert fingerprint(by_global) != before
    after = fingerprint(lambda x: by_global(x))
    assert after.split(":")[1] != calling.split(":")[1]


def test_objects_that_cannot_be_looked_into_are_never_taken_for_each_other() -> None:
    class Profile:
        def __call__(self, x: Any) -> Any:
            return 0.1 * x

    one, other = Profile(), Profile()
    assert fingerprint(one) == fingerprint(one) != fingerprint(other)
    assert repr(FunctionRoad(one)) != repr(FunctionRoad(other))


def test_function_that_calls_itself_has_a_print() -> None:
    def again(x: Any, n: int = 2) -> Any:
        return x if n == 0 else again(0.5 * x, n - 1)

    assert fingerprint(again) == fingerprint(again)
