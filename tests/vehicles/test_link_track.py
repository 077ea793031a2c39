"""A vehicle whose tracks are links: how they are laid, tensions beside the super-element, time."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from sarrus import gallery
from sarrus.errors import ModelError
from sarrus.gallery.link_track import LinkTrack, laid_pins
from sarrus.model.forces import JointSpring, TrackLinks
from sarrus.road import Flat

TRACK = LinkTrack()
PITCH_RADIUS = 0.5 * TRACK.pitch / np.sin(np.pi / TRACK.teeth)
LINEAR = TRACK.mass / TRACK.pitch
"""Mass of a metre of track."""


def test_pins_are_a_pitch_apart_and_seven_stay_on_the_sprocket() -> None:
    (x, rate), pins, passing = laid_pins(TRACK, 0.79, 0.37, 0.318)
    around = np.array([*pins, pins[0]])
    apart = np.linalg.norm(np.diff(around, axis=0), axis=1)
    np.testing.assert_allclose(apart, TRACK.pitch, rtol=1e-11)
    assert abs(x - TRACK.idler[0]) < 0.25 and abs(rate) < 0.1
    hub = np.array([TRACK.sprocket[0], -0.79 - TRACK.sprocket[1]])
    at_rim = np.abs(np.linalg.norm(np.array(pins) - hub, axis=1) - PITCH_RADIUS) < 1e-9
    assert at_rim.sum() >= 4
    # links keep their length as the track runs, by the rates of their pins
    way, going = np.diff(around, axis=0), np.diff(np.array([*passing, passing[0]]), axis=0)
    assert np.max(np.abs(np.sum(way * going, axis=1))) < 1e-5
    np.testing.assert_allclose(np.linalg.norm(passing, axis=1), 1.0, atol=0.2)


def test_links_that_do_not_close_are_told() -> None:
    with pytest.raises(ModelError, match=r"links.*do not close around the wheels: between 6"):
        gallery.link_track_vehicle(sides=1, track=LinkTrack(links=80))
    with pytest.raises(ModelError, match="sides"):
        gallery.link_track_vehicle(sides=3)


def test_both_sides_have_about_160_bodies_and_two_loops() -> None:
    model = gallery.link_track_vehicle(speed=3.0)
    assert len(model.bodies) == 159
    assert sum(joint.type.type_name == "point_on_line" for joint in model.joints) == 2
    assert sum(isinstance(force, TrackLinks) for force in model.forces) == 2


@cache
def run_at(speed: float) -> Any:
    """Six seconds of the half vehicle on level ground."""
    system = gallery.link_track_vehicle(sides=1, speed=speed).compile()
    return system.simulate(
        system.initial_state(), until=6.0, step=2.5e-4, every=0.01, method="euler"
    )


def tensions(run: Any) -> tuple[float, float, float, float]:
    """Means over the last three seconds: upper, rear and front run, and the idler's spring [N]."""
    late = np.asarray(run.t) > 3.0
    hull = np.asarray(run["hull.position"])
    pulls, x, z = [], [], []
    for i in range(1, TRACK.links + 1):
        force = np.asarray(run[f"pin right{i}.reaction.force"])
        place = np.asarray(run[f"link right{i}.position"]) - hull
        pulls.append(np.linalg.norm(force, axis=1)[late])
        x.append(place[late, 0])
        z.append(place[late, 2])
    T, x, z = np.array(pulls), np.array(x), np.array(z)
    upper = (z > 0.1) & (np.abs(x) < 1.8)
    sloping = (z > -0.6) & (z < -0.15)
    rear = sloping & (x > -2.6) & (x < -2.2)
    front = sloping & (x > 2.05) & (x < 2.35)
    spring = next(f for f in run.system.model.forces if isinstance(f, JointSpring))
    held = spring.k * (spring.free - np.asarray(run["tensioner right.displacement"])[late])
    return tuple(float(part.mean()) for part in (T[upper], T[rear], T[front], held))  # type: ignore[return-value]


@pytest.mark.slow
def test_at_rest_the_tension_is_that_of_the_super_element() -> None:
    """Of a band with the same preload; links on soft wheels, with weight, differ by a tenth."""
    upper, rear, front, _ = tensions(run_at(0.0))
    track = gallery.Track(preload=TRACK.preload, speed=0.0)
    system = gallery.tracked_vehicle(road=Flat(), track=track).compile()
    rest = system.simulate(system.assemble(), until=4.0, every=0.1)
    other = float(rest["track right.tension1"][-1])
    assert other == pytest.approx(TRACK.preload, rel=0.02)
    assert np.mean([upper, rear, front]) == pytest.approx(other, rel=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [0.0, 5.0, 11.0])
def test_the_idler_feels_the_tension_less_the_centrifugal_part(speed: float) -> None:
    """As the super-element says it: both runs pull with T - mass speed^2, along their ways."""
    upper, _, front, held = tensions(run_at(speed))
    slope = np.cos(np.arctan2(0.44, 0.66))  # of the front run, from the first wheel to the idler
    pull = upper + front * slope - LINEAR * speed**2 * (1.0 + slope)
    assert held == pytest.approx(pull, rel=0.06)


@pytest.mark.slow
@pytest.mark.parametrize("speed", [5.0, 11.0])
def test_the_sprocket_holds_the_speed_by_the_difference_of_tensions(speed: float) -> None:
    run = run_at(speed)
    late = np.asarray(run.t) > 3.0
    upper, rear, _, _ = tensions(run)
    torque = -float(np.asarray(run["links right.torque"])[late].mean())
    assert np.asarray(run["hull.vx"])[late].mean() == pytest.approx(speed, rel=0.01)
    assert torque > 0.0
    # the rest is the weight of the rear run and of the links at the sprocket, and bending of pins
    assert torque / PITCH_RADIUS == pytest.approx(rear - upper, abs=0.08 * upper)
    assert run.drift < 1e-9


@pytest.mark.slow
def test_half_the_step_changes_the_mean_tension_little() -> None:
    """The step that the contacts need, 0.25 ms with semi-implicit Euler."""
    system = gallery.link_track_vehicle(sides=1, speed=5.0).compile()
    found = []
    for step in (2.5e-4, 1.25e-4):
        run = system.simulate(
            system.initial_state(), until=4.0, step=step, every=0.01, method="euler"
        )
        late = np.asarray(run.t) > 2.0
        T = np.linalg.norm(np.asarray(run["pin right20.reaction.force"])[late], axis=1)
        found.append([T.mean(), T.std(), np.asarray(run["hull.vx"])[late].mean()])
    (mean, spread, vx), (finer_mean, finer_spread, finer_vx) = found
    assert mean == pytest.approx(finer_mean, rel=0.02)
    assert spread == pytest.approx(finer_spread, rel=0.1)
    assert vx == pytest.approx(finer_vx, rel=1e-3)


@pytest.mark.slow
def test_ten_minutes() -> None:
    """2.4 million steps of 0.25 ms, four minutes of processor time: nothing drifts or wears out."""
    system = gallery.link_track_vehicle(sides=1, speed=5.0).compile()
    run = system.simulate(
        system.initial_state(), until=600.0, step=2.5e-4, every=0.05, method="euler"
    )
    vx = np.asarray(run["hull.vx"])
    T = np.linalg.norm(np.asarray(run["pin right20.reaction.force"]), axis=1)
    parts = [slice(k * len(vx) // 5, (k + 1) * len(vx) // 5) for k in range(1, 5)]
    means = [T[part].mean() for part in parts]
    assert means == pytest.approx([means[0]] * 4, rel=0.02)
    assert [vx[part].mean() for part in parts] == pytest.approx([5.0] * 4, rel=0.005)
    assert run.drift < 1e-9


@pytest.mark.slow
def test_the_whole_vehicle_goes_straight() -> None:
    """Both tracks are the same, link by link: nothing turns the hull, and tensions are those."""
    system = gallery.link_track_vehicle(sides=2, speed=5.0).compile()
    run = system.simulate(
        system.initial_state(), until=5.0, step=2.5e-4, every=0.05, method="euler", certify=False
    )
    assert np.max(np.abs(np.asarray(run["hull.y"]))) < 1e-9
    late = np.asarray(run.t) > 2.5
    means = []
    for side in ("left", "right"):
        T = np.linalg.norm(np.asarray(run[f"pin {side}20.reaction.force"]), axis=1)[late]
        means.append(T.mean())
    assert means[0] == pytest.approx(means[1], rel=1e-6)
    assert np.asarray(run["hull.vx"])[late].mean() == pytest.approx(5.0, rel=0.01)
    assert run.drift < 1e-9
