"""Channels in other units and in other axes, by name, wherever a channel is named."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from sarrus import ModelError
from sarrus.system import Event, Run
from sarrus.system.history import History


@pytest.fixture
def closed(four_bar: Run) -> History:
    return History(four_bar)


def first(history: History) -> tuple[str, str]:
    """The names of the first joint and of its child."""
    joint = history.system.model.joints[0]
    return joint.name, joint.child


def test_every_channel_is_its_si_value_times_a_factor(histories: dict[str, History]) -> None:
    for history in histories.values():
        shown = history.in_units("mm", "deg", "kN", "kW", "g")
        names = [entry.name for entry in history.channels()]
        here, there = history.read(*names), shown.read(*names)
        for name in names:
            a, b = here[name], there[name]
            columns = history.catalogue.find(name).columns
            factors = np.array([shown.units.factor(c.unit) for c in columns]).reshape(a.shape[1:])
            assert np.array_equal(np.asarray(a) * factors, np.asarray(b), equal_nan=True), name
            assert a.unique == b.unique and a.components == b.components
        assert {entry.name: entry.unit for entry in shown.channels()} == {
            name: there[name].unit for name in names
        }


def test_tables_and_views_are_in_the_units_chosen(closed: History, tmp_path: Path) -> None:
    shown = closed.in_units("mm", "deg", "kN", "ms")
    joint, body = first(closed)
    with shown.to_csv(tmp_path / "a.csv", [f"{body}.com"]).open(encoding="utf-8") as stream:
        head, *rows = csv.reader(stream)
    assert head == ["t [ms]", *(f"{body}.com.{axis} [mm]" for axis in "xyz")]
    table = np.array(rows, dtype=float)
    assert np.array_equal(table[:, 0], 1e3 * closed.t)
    assert np.array_equal(table[:, 1:], 1e3 * np.asarray(closed[f"{body}.com"]))
    assert shown.reaction(joint).force.unit == "kN" and shown.point(body).velocity.unit == "mm/s"
    assert shown.distance(body, "ground").unit == "mm" and shown.t[-1] == closed.t[-1]
    assert shown.between(0.0, 0.1)[f"{joint}.angle"].unit == "deg"
    assert shown.at([0.05])[f"{joint}.angle"].unit == "deg"
    assert shown.in_units("SI")[f"{joint}.angle"].unit == "rad"
    assert shown.compare(closed, [f"{joint}.angle"]).worst.largest == 0.0


def test_axes_of_loads_are_those_of_the_long_names(closed: History) -> None:
    joint, body = first(closed)
    pairs = {
        f"{joint}.reaction.force@world": f"{joint}.reaction.in.world.force",
        f"{joint}.wrench.moment@body": f"{joint}.wrench.in.body.moment",
        f"{joint}.reaction.force@joint": f"{joint}.reaction.force",
        f"{joint}.reaction.force@{body}": f"{joint}.reaction.in.{body}.force",
        f"{joint}.reaction.on.parent.force@world": f"{joint}.reaction.on.parent.in.world.force",
        f"{joint}.reaction.force@world.x": f"{joint}.reaction.in.world.force.x",
        f"{joint}.reaction.force.x@world": f"{joint}.reaction.in.world.force.x",
    }
    for name, long in pairs.items():
        a, b = closed[name], closed[long]
        assert np.array_equal(a, b) and a.unique == b.unique and a.unit == b.unit
    assert closed[f"{joint}.reaction.force.x@world"].name == f"{joint}.reaction.force@world.x"


def test_vectors_of_bodies_turn_with_the_rotation_of_the_axes(swing: Run) -> None:
    history = History(swing)
    body = history.system.model.bodies[-1].name
    joint = history.system.model.joints[0].name
    for name, axes in ((f"{body}.velocity", "body"), ("com.velocity", body)):
        R, v = np.asarray(history[f"{body}.rotation"]), np.asarray(history[name])
        turned = np.asarray(history[f"{name}@{axes}"])
        assert np.allclose(turned, np.einsum("nij,ni->nj", R, v), rtol=0, atol=1e-13)
        assert np.array_equal(history[f"{name}@world"], v)
        norms = np.linalg.norm(v, axis=1)
        assert np.allclose(history[f"{name}@{joint}.norm"], norms, rtol=0, atol=1e-13)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("com.velocity@body", "belongs to no body"),
        ("com.velocity@joint", "belongs to no joint"),
        ("energy@world", "not a vector"),
        ("com.velocity@wrold", "Did you mean 'world'"),
        ("com.velocity@", "names the axes ''"),
        ("@world", "not a channel"),
    ],
)
def test_axes_that_cannot_be(closed: History, name: str, says: str) -> None:
    with pytest.raises(ModelError, match=says):
        closed[name]
    assert name not in closed


def test_names_with_axes_where_channels_are_named(swing: Run) -> None:
    """In measures, in events (natively) and as outputs of a linearization."""
    history, system = History(swing), swing.system
    body = system.model.bodies[-1].name
    name = f"{body}.com_velocity@{body}.x"
    history.measure("twice", lambda x: 2.0 * x[name])
    assert np.allclose(history["twice"], 2.0 * np.asarray(history[name]), rtol=1e-12, atol=1e-14)
    found = system.linearize(swing.state(0), outputs=[name])
    assert found.C.shape[0] == 1 and np.any(found.C)
    values = np.asarray(history[name])
    level = float(values[0] + values[len(values) // 3]) / 2.0
    again = system.simulate(
        swing.state(0), until=float(swing.t[-1]), events=[Event(name, at=level)]
    )
    assert again.events and np.isclose(again.history[name][again.events[0].state], level, atol=1e-6)
