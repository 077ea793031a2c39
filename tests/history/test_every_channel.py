"""Every channel of an open and of closed mechanisms against an evaluation state by state."""

from __future__ import annotations

import numpy as np
import pytest

from history import machines
from history.oracle import Oracle, rpy_matrix
from sarrus.system.history import History

STATES = (0, 1, 37, 64, 99, 100)


def difference(name: str, found: np.ndarray, expected: np.ndarray, cut: bool) -> float:
    """Return how far a value is from what it should be, angles of cut joints but for turns."""
    if name.endswith(".rpy"):
        return float(np.max(np.abs(rpy_matrix(*found) - expected)))
    off = np.asarray(found) - np.asarray(expected)
    if cut:
        off = off - 2.0 * np.pi * np.round(off / (2.0 * np.pi))
    return float(np.max(np.abs(off)))


@pytest.mark.parametrize("machine", ["swing", "turn", "four_bar", "bricard"])
def test_every_channel_against_the_system(histories: dict[str, History], machine: str) -> None:
    """Native, in one pass, against the dense solver and public calls at single states."""
    history = histories[machine]
    run = history.part.source.run
    definitions = list(history.catalogue)
    assert len(definitions) > 60
    values = history.read(*[d.full_name for d in definitions])
    cut = {n for joint in history.system.topology.cuts for n in joint.coordinate_names}
    scale = {d.full_name: float(np.max(np.abs(values[d.full_name]))) for d in definitions}
    for k in STATES:
        oracle = Oracle(run, k)
        for d in definitions:
            found = values[d.full_name][k]
            assert np.shape(found) == d.shape
            off = difference(d.name, found, oracle.value(d.kind, d.name), d.name in cut)
            assert off <= 1e-9 * max(1.0, scale[d.full_name]), (k, d.full_name, off)


def test_no_kind_of_channel_is_zero_by_accident(histories: dict[str, History]) -> None:
    """Of every kind there is one that does not vanish, so that the comparison means something."""
    moving: dict[str, bool] = {}
    for machine in ("swing", "turn"):
        history = histories[machine]
        for d in history.catalogue:
            family = f"{d.kind} {d.name.rpartition('.')[2]}"
            seen = bool(np.any(history[d.full_name] != 0.0))
            moving[family] = moving.get(family, False) or seen
    assert len(moving) > 40
    moving.pop("joint drive_effort")  # nothing is driven or locked: see test_catalogue.py
    assert not [family for family, seen in moving.items() if not seen]


RATES = {
    "swing": [
        ("waist.angle", "waist.rate", "waist.angle_acceleration"),
        ("slide.displacement", "slide.speed", "slide.displacement_acceleration"),
        ("hand.position", "hand.velocity", "hand.acceleration"),
        ("tool.position", "tool.velocity", "tool.acceleration"),
        ("upper.com", "upper.com_velocity", "upper.com_acceleration"),
        ("com.position", "com.velocity", "com.acceleration"),
        ("wrist.omega_x", "wrist.omega_x_dot", None),
        ("hand.angular_velocity", "hand.angular_acceleration", None),
        ("spring.length", "spring.length_rate", None),
    ],
    "turn": [
        ("crank_pivot.angle", "crank_pivot.rate", "crank_pivot.angle_acceleration"),
        ("fork.angle_1", "fork.rate_1", "fork.angle_1_acceleration"),
        ("fork.angle_2", "fork.rate_2", "fork.angle_2_acceleration"),
        ("guide.displacement", "guide.speed", "guide.acceleration"),
        ("rod.position", "rod.velocity", "rod.acceleration"),
        ("marker.position", "marker.velocity", "marker.acceleration"),
        ("rod.angular_velocity", "rod.angular_acceleration", None),
        ("ball.omega_y", "ball.omega_y_dot", None),
        ("spring.length", "spring.length_rate", None),
    ],
}


def slope(values: np.ndarray, h: float) -> np.ndarray:
    """Return the rates at all but two states at each end, of fourth order."""
    v = np.asarray(values)
    return (v[:-4] - 8.0 * v[1:-3] + 8.0 * v[3:-1] - v[4:]) / (12.0 * h)


@pytest.mark.parametrize("machine", ["swing", "turn"])
def test_rates_are_differences_of_values(histories: dict[str, History], machine: str) -> None:
    """Velocities and accelerations against differences over time: nothing of ours in between."""
    system = histories[machine].system
    simulate = {"swing": machines.swing, "turn": machines.turn}[machine]
    h = 2e-4
    history = History(simulate(system, until=0.2, method="rk4", step=h, every=h))
    for value, rate, second in RATES[machine]:
        expected = slope(history[value], h)
        scale = np.max(np.abs(expected)) + 1e-3
        assert np.max(np.abs(history[rate][2:-2] - expected)) <= 2e-7 * scale, rate
        if second is not None:
            expected = slope(history[rate], h)
            scale = np.max(np.abs(expected)) + 1e-3
            assert np.max(np.abs(history[second][2:-2] - expected)) <= 2e-7 * scale, second


@pytest.mark.parametrize(
    "machine",
    ["four_bar", *[pytest.param(m, marks=pytest.mark.slow) for m in ("swing", "bricard")]],
)
def test_channels_by_batches_have_the_same_bits(
    histories: dict[str, History], machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States in vectors and on threads, as for long histories, against one after the other."""
    history = histories[machine]
    names = [d.full_name for d in history.catalogue]
    alone = history.read(*names)
    monkeypatch.setattr("sarrus.kernels.factory.MANY_ROWS", 1)
    factory = history.system.compiled.compiler.factory
    before = factory.compiled + factory.cached
    together = History(history.part.source.run).read(*names)
    assert factory.compiled + factory.cached > before + 3
    for name in names:
        np.testing.assert_array_equal(together[name], alone[name], err_msg=name)
