"""Points of bodies: positions, velocities and accelerations of any of them."""

from __future__ import annotations

import numpy as np
import pytest

from history import machines
from sarrus import ModelError
from sarrus.system import Run
from sarrus.system.history import History

SEAT = (-0.2, 1.3, 0.1)
"""The driver's seat of paper 1, here on bodies of other mechanisms."""


@pytest.mark.parametrize(("machine", "body"), [("swing", "hand"), ("turn", "rod")])
def test_CHK_O04_point_acceleration_is_its_second_difference(
    histories: dict[str, History], machine: str, body: str
) -> None:
    h = 1e-4
    simulate = {"swing": machines.swing, "turn": machines.turn}[machine]
    run = simulate(histories[machine].system, until=0.05, method="rk4", step=h, every=h)
    seat = History(run).point(body, SEAT)
    x = np.asarray(seat.position)
    second = (x[2:] - 2.0 * x[1:-1] + x[:-2]) / h**2
    scale = np.max(np.abs(second))
    assert scale > 1.0
    assert np.max(np.abs(seat.acceleration[1:-1] - second)) <= 1e-5 * scale
    first = (x[2:] - x[:-2]) / (2.0 * h)
    assert np.max(np.abs(seat.velocity[1:-1] - first)) <= 1e-5 * np.max(np.abs(first))
    assert (seat.position.unit, seat.velocity.unit, seat.acceleration.unit) == (
        "m",
        "m/s",
        "m/s^2",
    )


def test_points_equal_those_of_the_system(swing: Run) -> None:
    history = History(swing)
    seat = history.point("hand", SEAT, name="seat")
    for k in (0, 50, 100):
        moving = swing.motion(k)
        state = moving.state
        expected = swing.system.point("hand", SEAT, state.q, state.v, moving.vdot)
        for name in ("position", "velocity", "acceleration"):
            found = getattr(seat, name)[k]
            np.testing.assert_allclose(found, getattr(expected, name), rtol=1e-11, atol=1e-11)
            np.testing.assert_array_equal(history[f"seat.{name}"][k], found)
    np.testing.assert_array_equal(history["seat.x"], history["seat.position"][:, 0])


def test_points_of_frames_and_of_ground(swing: Run) -> None:
    history = History(swing)
    tool = history.point("tool").position
    np.testing.assert_allclose(tool, history["tool.position"], rtol=0, atol=1e-15)
    shifted = history.point("tool", (0.0, 0.0, 0.2)).position
    along = history["tool.rotation"][:, :, 2]
    np.testing.assert_allclose(shifted, tool + 0.2 * along, rtol=0, atol=1e-14)
    fixed = history.point("station", (0.1, 0.0, 0.0))
    np.testing.assert_allclose(fixed.position, np.tile((1.1, 0.5, 0.0), (len(history), 1)))
    assert not np.any(fixed.velocity) and not np.any(fixed.acceleration)


@pytest.mark.parametrize("r", [(1.0, 2.0), "here", (0.0, np.nan, 0.0)])
def test_points_must_be_three_numbers(swing: Run, r: object) -> None:
    with pytest.raises(ModelError, match="three numbers"):
        History(swing).point("hand", r)


def test_points_of_unknown_bodies_are_refused(swing: Run) -> None:
    with pytest.raises(ModelError, match="Did you mean 'hand'"):
        History(swing).point("hnad")
