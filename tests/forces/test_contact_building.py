"""Contact as users write them: units, points, roads, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus.errors import ModelError
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.model.forces import PointContact, Track, WheelContact
from sarrus.road import CosineBump, Flat, FunctionRoad, HalfRound, Iso8608, Shifted, SineRoad
from sarrus.storage.record import decode, encode

Add = Callable[[sarrus.Mechanism], None]


def mechanism() -> sarrus.Mechanism:
    m = sarrus.Mechanism("m")
    body = m.body(
        "b", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1), at=(1, 2, 3), rpy=(0, 0, np.pi / 2)
    )
    m.free("f", m.ground, body)
    m.frame("foot", body, at=(0.5, 0, 0))
    return m


def built(add: Add) -> Any:
    m = mechanism()
    add(m)
    return m.build().forces[0]


def test_points_in_the_drawing_in_the_body_and_as_frames() -> None:
    for options, points in (
        ({"at": (1, 2.5, 3)}, ((0.5, 0.0, 0.0),)),
        ({"at": [(1, 2.5, 3), (1, 2, "200 cm")]}, ((0.5, 0.0, 0.0), (0.0, 0.0, -1.0))),
        ({"on": "foot"}, ((0.5, 0.0, 0.0),)),
        ({"on": ["foot", (0, 0, 0)]}, ((0.5, 0.0, 0.0), (0.0, 0.0, 0.0))),
        ({"on": ("-100 mm", 0, 0)}, ((-0.1, 0.0, 0.0),)),
        ({"on": np.array([(1.0, 0, 0), (0, 2.0, 0)])}, ((1.0, 0.0, 0.0), (0.0, 2.0, 0.0))),
    ):
        found = built(lambda m, o=options: m.point_contact("c", "b", k=1e4, **o))  # type: ignore[misc]
        assert isinstance(found, PointContact)
        assert np.array(found.points) == pytest.approx(np.array(points), abs=1e-15)


def test_units_are_read() -> None:
    found = built(
        lambda m: m.point_contact(
            "c", "b", on="foot", k="2 kN/mm^1.5", exponent=1.5, a="1 s/ft", smoothing="1 mm/s"
        )
    )
    assert found.k == pytest.approx(2e3 / 1e-3**1.5)
    assert found.a == pytest.approx(1.0 / 0.3048)
    assert found.smoothing == 1e-3
    wheel = built(
        lambda m: m.wheel_contact(
            "w",
            "b",
            HalfRound(0.254, at=20.8),
            on=(0, 0, 0),
            radius="318 mm",
            k="1500 lbf/inch",
            c=[("0 mm", 0), ("10 mm", "5 N*s/mm")],
            speed="36 km/hour",
            spin="60 rpm",
            mu=0.3,
        )
    )
    assert wheel.radius == 0.318 and wheel.road == HalfRound(0.254, at=20.8, wheel=0.318)
    assert wheel.k == pytest.approx(1500 * 4.4482216152605 / 0.0254)
    assert float(wheel.damper(0.01)) == 5000.0
    assert wheel.speed == pytest.approx(10.0) and wheel.spin == pytest.approx(2 * np.pi)
    assert wheel.mu_across == 0.3


def test_ground_on_a_turned_body_is_stored_in_its_frame() -> None:
    def add(m: sarrus.Mechanism) -> None:
        m.body("c", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
        m.free("g", m.ground, "c")
        m.wheel_contact("w", "c", on=(0, 0, 0), radius=1.0, k=1e3, base="b", origin=(1, 2.5, 3))

    found = built(add)
    assert found.origin == pytest.approx((0.5, 0.0, 0.0), abs=1e-15)
    assert found.along == pytest.approx((0.0, -1.0, 0.0), abs=1e-15)
    assert found.up == (0.0, 0.0, 1.0)


def test_a_disc_feels_its_road_and_a_point_the_road_itself() -> None:
    road = CosineBump(0.1, 0.2, at=3.0)

    def wheel(**options: Any) -> WheelContact:
        return built(  # type: ignore[no-any-return]
            lambda m: m.wheel_contact("w", "b", road, on=(0, 0, 0), radius=0.4, k=1e3, **options)
        )

    assert wheel(follows="point").road is road
    assert wheel().road == road.felt_by_wheel(0.4)
    assert float(wheel().road.height(2.8)) > float(road.height(2.8)) == 0.0


def test_the_part_of_a_road_that_is_shifted_is_written_where_it_was_asked_for(
    tmp_path: Path,
) -> None:
    road = Shifted(SineRoad(0.05, 2.0) + HalfRound(0.1), 2.0)
    m = mechanism()
    m.wheel_contact("w", "b", road, on=(0, 0, 0), radius=0.3, k=1e5, between=(1.0, 4.0))
    sarrus.save(m.build(), tmp_path / "wheel.yaml")
    text = (tmp_path / "wheel.yaml").read_text(encoding="utf-8")
    assert "between: [1, 4]" in text and "follows: point" not in text
    assert sarrus.load(tmp_path / "wheel.yaml").forces == m.build().forces


def test_models_with_contact_come_back_from_records_exactly() -> None:
    m = mechanism()
    m.point_contact("c", "b", on="foot", k=1e4, road=SineRoad(0.1, 2.0), along="x")
    tyre = {"on": (0, 0, 0), "radius": 0.3, "k": [(0, 0), (0.01, 90), (0.03, 900)]}
    m.wheel_contact("w1", "b", CosineBump(0.1, 0.2), **tyre)
    m.wheel_contact("w2", "b", Iso8608("C", 30.0, seed=3), follows="point", **tyre)
    m.wheel_contact("w3", "b", HalfRound(0.2).shift(3.0) + Flat(0.1), **tyre)
    m.track("t", [("b", (1, 2, 3), 0.3), (m.ground, (3, 0, 0), 0.2)], k=1e4, base="b")
    model = m.build()
    assert isinstance(model.forces[-1], Track)
    record = model_record(model)
    for stored in (record, decode(encode(record), "model")):
        found = model_from_record(stored)
        assert found == model and found.content_hash == model.content_hash


GOOD: dict[str, Any] = {"on": (0, 0, 0), "radius": 0.3, "k": 1e4}


def point(**options: Any) -> Add:
    return lambda m: m.point_contact("c", "b", **{"on": (0, 0, 0), "k": 1e4, **options})


def wheel(road: Any = None, **options: Any) -> Add:
    return lambda m: m.wheel_contact("w", "b", road, **{**GOOD, **options})


NAN = float("nan")


@pytest.mark.parametrize(
    ("expected", "add"),
    [
        ({"M04 k", "M04 a", "M04 mu", "M04 smoothing"}, point(k=0, a=-1, mu=-1, smoothing=0)),
        ({"M04 k", "M04 exponent"}, point(k=NAN, exponent=0.5)),
        ({"M05 k"}, point(k="3 N/m", exponent=1.5)),
        ({"M28 at"}, point(at=(0, 0, 0))),
        ({"M25 at"}, point(on=None, at=[(0, 0, 0), (1, 2)])),
        ({"M25 road"}, point(road=3.0)),
        ({"M25 on"}, point(on=[])),
        ({"M09 on"}, point(on=["foot", "foto"])),
        ({"M28 along"}, point(road=SineRoad(1, 1))),
        ({"M19 along"}, point(along=(1, 0, 1))),
        ({"M19 up"}, point(up=(0, 0, 0))),
        ({"M09 base", "M04 k"}, point(base="bb", k=-1)),
        ({"M09 body"}, point(base="b")),
        ({"M04 radius", "M04 k", "M04 c"}, wheel(radius=-0.3, k=-1.0, c=-1.0)),
        ({"M04 k", "M04 speed", "M04 spin"}, wheel(k=0, speed=NAN, spin=float("inf"))),
        ({"M25 follows", "M25 contact"}, wheel(follows="disk", contact="flat")),
        ({"M04 between"}, wheel(FunctionRoad(np.sin))),
        ({"M25 between"}, wheel(FunctionRoad(np.sin), between=(3, "x"))),
        ({"M04 k"}, wheel(k=[(0, 1), (1, 2)])),
        ({"M04 k"}, wheel(k=[(0, 0), (1, 2), (2, -1)])),
        ({"M04 k"}, wheel(k=sarrus.Curve([0, 1, 2], [0, 2, 1], beyond="line"))),
        ({"M04 c"}, wheel(c=[(0, 1), (1, -2)])),
        ({"M25 k"}, wheel(k=np.sin)),
        ({"M04 mu_across"}, wheel(mu_across=-0.1)),
    ],
)
def test_what_is_refused_is_named_all_at_once(expected: set[str], add: Add) -> None:
    with pytest.raises(ModelError) as caught:
        built(add)
    found = {f"{p.code} {p.element.rpartition(' / ')[2]}" for p in caught.value.problems}
    assert found == expected


def test_a_tyre_that_softens_is_a_warning() -> None:
    m = mechanism()
    wheel(k=[(0, 0), (1, 3), (2, 2), (3, 5)])(m)
    model = m.build(strict=False)
    assert [p.code for p in model.notices if p.severity == "warning"] == ["W40"]
