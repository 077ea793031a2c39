"""What roads refuse, and where their errors point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sarrus.errors import ModelError
from sarrus.road import (
    CosineBump,
    Flat,
    FunctionRoad,
    HalfRound,
    Iso8608,
    Shifted,
    SineRoad,
    SumOfRoads,
    TableRoad,
)

BAD: dict[str, tuple[Callable[[], Any], str, str]] = {
    "negative radius": (lambda: HalfRound(-0.1), "M04", "road HalfRound / radius"),
    "no radius": (lambda: HalfRound(0.0), "M04", "road HalfRound / radius"),
    "radius NaN": (lambda: HalfRound(np.nan), "M04", "road HalfRound / radius"),
    "radius as text": (lambda: HalfRound("0.254 m"), "M25", "road HalfRound / radius"),
    "radius true": (lambda: HalfRound(True), "M25", "road HalfRound / radius"),
    "place infinite": (lambda: HalfRound(0.1, np.inf), "M04", "road HalfRound / at"),
    "negative wheel": (lambda: HalfRound(0.1).felt_by_wheel(-0.3), "M04", "radius of the wheel"),
    "wheel NaN": (lambda: Flat().felt_by_wheel(np.nan), "M25", "radius"),
    "wheel of a table": (
        lambda: CosineBump(0.1, 1.0).felt_by_wheel(-0.3),
        "M04",
        "road WheelEnvelope / radius",
    ),
    "no tolerance": (
        lambda: CosineBump(0.1, 1.0).felt_by_wheel(0.3, 0.0),
        "M04",
        "road WheelEnvelope / tolerance",
    ),
    "endless under a wheel": (
        lambda: FunctionRoad(lambda x: 0.1 * x).felt_by_wheel(0.3),
        "M04",
        "road WheelEnvelope / between",
    ),
    "ends reversed": (
        lambda: FunctionRoad(lambda x: 0.1 * x).felt_by_wheel(0.3, between=(2.0, 1.0)),
        "M25",
        "road WheelEnvelope / between",
    ),
    "no length": (lambda: CosineBump(0.1, 0.0), "M04", "road CosineBump / length"),
    "rise too long": (lambda: CosineBump(0.1, 1.0, rise=1.0), "M04", "road CosineBump / rise"),
    "no wave": (lambda: SineRoad(0.1, -1.0), "M04", "road SineRoad / wavelength"),
    "sine reversed": (lambda: SineRoad(0.1, 1.0, 0.0, 2.0, 1.0), "M04", "road SineRoad / end"),
    "row NaN": (
        lambda: TableRoad([0, 1, 2, 3], [0, 0, np.nan, 0]),
        "N14",
        "road TableRoad row 2",
    ),
    "row out of order": (
        lambda: TableRoad([0, 1, 1, 3], [0, 0, 0, 0]),
        "N14",
        "road TableRoad row 2",
    ),
    "rows missing": (lambda: TableRoad([0, 1], [0]), "N14", "road TableRoad"),
    "beyond": (lambda: TableRoad([0, 1], [0, 1], beyond="up"), "N14", "road TableRoad / beyond"),
    "no function": (lambda: FunctionRoad(0.1), "M04", "road FunctionRoad / function"),
    "kink NaN": (
        lambda: FunctionRoad(np.sin, kinks_at=(np.nan,)),
        "M25",
        "road FunctionRoad / kinks_at",
    ),
    "unknown class": (lambda: Iso8608("I", 100.0), "M04", "road Iso8608 / roughness"),
    "small letter": (lambda: Iso8608("c", 100.0), "M04", "road Iso8608 / roughness"),
    "negative roughness": (lambda: Iso8608(-1e-6, 100.0), "M04", "road Iso8608 / roughness"),
    "negative seed": (lambda: Iso8608("C", 100.0, -1), "M04", "road Iso8608 / seed"),
    "seed 1.5": (lambda: Iso8608("C", 100.0, 1.5), "M04", "road Iso8608 / seed"),
    "too coarse": (lambda: Iso8608("C", 100.0, spacing=0.2), "M04", "road Iso8608 / spacing"),
    "short": (lambda: Iso8608("C", 5.0), "M04", "road Iso8608 / length"),
    "too long": (lambda: Iso8608("C", 1e9), "M04", "road Iso8608 / length"),
    "band reversed": (lambda: Iso8608("C", 100.0, band=(2.0, 1.0)), "M25", "road Iso8608 / band"),
    "band from zero": (lambda: Iso8608("C", 100.0, band=(0.0, 1.0)), "M25", "road Iso8608 / band"),
    "no road": (lambda: Shifted("flat", 1.0), "M25", "road Shifted / road"),
    "sum of nothing": (lambda: SumOfRoads(()), "M25", "road SumOfRoads / roads"),
    "scaled by NaN": (lambda: Flat().scale(np.nan), "M04", "road Scaled / factor"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_and_located(name: str) -> None:
    make, code, place = BAD[name]
    with pytest.raises(ModelError) as caught:
        make()
    (problem,) = caught.value.problems
    assert problem.code == code
    assert place in problem.element
    assert problem.rule


def test_all_mistakes_are_told_at_once() -> None:
    with pytest.raises(ModelError) as caught:
        SineRoad(np.inf, -1.0, "x")
    assert len(caught.value.problems) == 3


def test_words_of_an_unknown_class() -> None:
    with pytest.raises(
        ModelError, match=r"'I' is not a class of ISO 8608; they are A, B, .*256e-6"
    ):
        Iso8608("I", 100.0)


def test_road_without_a_height_is_named_with_the_place() -> None:
    road = FunctionRoad(lambda x: 1.0 / x if abs(x) > 1e-3 else float("nan"), finest=0.01)
    with pytest.raises(ModelError, match=r"road FunctionRoad.*no finite height near x"):
        _ = road.felt_by_wheel(0.3, between=(-1.0, 1.0)).curve


def test_sum_with_something_else_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        _ = Flat() + 1.0
