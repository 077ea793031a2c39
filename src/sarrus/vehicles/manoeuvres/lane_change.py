"""Lane changes (ISO 3888): the entry speed that a vehicle holds without leaving its lanes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.paths import Path, PointPath
from sarrus.vehicles.manoeuvres.driving import EVERY, peak, positive
from sarrus.vehicles.motion import BodyTrack, body_track, lateral_acceleration_of
from sarrus.vehicles.result import Diagram, ManoeuvreResult, Measured, degrees
from sarrus.vehicles.vehicle import ALONE, Vehicle, as_vehicle

RUN_IN = 1.5
"""Time [s] of straight running before the first lane."""
RUN_OUT = 15.0
"""Way [m] after the last lane."""
RESOLUTION = 0.1
"""To which the entry speed is found [m/s]."""
PREVIEWS = (0.8, 1.0, 1.25)
"""Factors of the driver's preview that are tried at each speed, as a driver would."""
CORNERS = ("front left", "front right", "rear left", "rear right")


@dataclass(frozen=True)
class Lane:
    """A lane: from start to end along x, between right and left along y [m]."""

    start: float
    end: float
    right: float
    left: float

    @property
    def middle(self) -> float:
        """The middle between its borders [m]."""
        return 0.5 * (self.left + self.right)


@dataclass(frozen=True)
class LaneChange:
    """The lanes of a lane change, from x = 0 on, first one around y = 0 [m].

    standard: its number; lanes: one after the other; coast_at: way [m] from the start of the first
    lane, after which both feet are off, None where the speed is held.

    Example:
        track = sarrus.vehicles.LaneChange.of_part_1(width=1.8)
    """

    standard: str
    lanes: tuple[Lane, ...]
    coast_at: float | None = None

    @staticmethod
    def of_part_1(width: float) -> LaneChange:
        """Return the double lane change of ISO 3888-1 for a width of the vehicle [m].

        Lengths 15, 30, 25, 25, 15 + 15 m; widths 1.1 w + 0.25, 1.2 w + 0.25, 1.3 w + 0.25 m; the
        right border of the second lane is 3.5 m to the left of that of the first.
        """
        first, second, third = (factor * width + 0.25 for factor in (1.1, 1.2, 1.3))
        right = -0.5 * first
        return LaneChange(
            "ISO 3888-1",
            (
                Lane(0.0, 15.0, right, right + first),
                Lane(45.0, 70.0, right + 3.5, right + 3.5 + second),
                Lane(95.0, 125.0, right, right + third),
            ),
        )

    @staticmethod
    def of_part_2(width: float) -> LaneChange:
        """Return the obstacle avoidance of ISO 3888-2 for a width of the vehicle [m].

        Lengths 12, 13.5, 11, 12.5, 12 m; widths 1.1 w + 0.25, w + 1, and the larger of 3 m and 1.3 w +
        0.25; 1 m lies between the left border of the first lane and the right one of the second. 2 m after
        the start of the first lane the throttle is released.
        """  # noqa: E501
        first, second, third = 1.1 * width + 0.25, width + 1.0, max(3.0, 1.3 * width + 0.25)
        right = -0.5 * first
        return LaneChange(
            "ISO 3888-2",
            (
                Lane(0.0, 12.0, right, right + first),
                Lane(25.5, 36.5, right + first + 1.0, right + first + 1.0 + second),
                Lane(49.0, 61.0, right, right + third),
            ),
            2.0,
        )

    def path(self, run_in: float) -> Path:
        """Return a path through the middles of the lanes, which begins run_in [m] before them.

        Between two lanes it is a polynomial of degree five, without a jump of curvature.
        """
        x = [np.arange(-run_in, self.lanes[0].end, 2.0)]
        y = [np.full(len(x[0]), self.lanes[0].middle)]
        for before, after in zip(self.lanes[:-1], self.lanes[1:], strict=True):
            # the change begins before the lane ends and ends after the next begins, as far as the
            # body has room there
            s = np.linspace(0.0, 1.0, 25)
            x.append(before.end + s * (after.start - before.end))
            y.append(
                before.middle + (after.middle - before.middle) * s**3 * (10 - 15 * s + 6 * s * s)
            )
            more = np.arange(after.start + 2.0, after.end, 2.0)
            x.append(more)
            y.append(np.full(len(more), after.middle))
        last = self.lanes[-1]
        x.append(np.arange(last.end, last.end + 2.0 * RUN_OUT, 2.0))
        y.append(np.full(len(x[-1]), last.middle))
        return PointPath(np.concatenate(x), np.concatenate(y))

    def room(self, track: BodyTrack, vehicle: Vehicle) -> np.ndarray:
        """Return how far each corner of the body is from the nearest border [m], below 0 outside.

        Instants x corners; infinite where a corner is in no lane. What lies between two instants
        is not seen.
        """
        corners = track.corners(vehicle)
        found = np.full(corners.shape[:2], np.inf)
        for lane in self.lanes:
            inside = (corners[:, :, 0] >= lane.start) & (corners[:, :, 0] <= lane.end)
            room = np.minimum(lane.left - corners[:, :, 1], corners[:, :, 1] - lane.right)
            found = np.where(inside, np.minimum(found, room), found)
        return found


def lane_change(
    vehicle: Any,
    *,
    part: int = 1,
    speed: float | None = None,
    slowest: float = 8.0,
    fastest: float = 50.0,
    track: LaneChange | None = None,
) -> ManoeuvreResult:
    """Return the lane change of ISO 3888, part 1 or 2: the largest entry speed that is held, found by search.

    Held is what takes no corner of the driven body (length x width of the vehicle) over a border; of a
    trailer the rearward amplification (ISO 14791) is told. speed: one run
    at that speed [m/s] instead of the search between slowest and fastest; track: other lanes. Raises
    ModelError (H04) where not even the slowest speed is held.

    Example:
        result = sarrus.vehicles.lane_change(sarrus.gallery.simple_car(), part=2)
        print(result["entry_speed"] * 3.6, "km/h")
    """  # noqa: E501
    positive("lane change", slowest=slowest, fastest=fastest, speed=1.0 if speed is None else speed)
    car = as_vehicle(vehicle)
    if track is None:
        if part not in (1, 2):
            raise ModelError(
                Problem("H05", "lane change / part", "must be 1 or 2", repr(part)[:20])
            )
        track = (LaneChange.of_part_1, LaneChange.of_part_2)[part - 1](car.width)
    if fastest <= slowest:
        rule = f"must be above slowest, {slowest:g} m/s"
        raise ModelError(Problem("H05", "lane change / fastest", rule, f"{fastest:g} m/s"))
    driver = Attempts(car, track, max(fastest, speed or 0.0))
    if speed is not None:
        return driver.result(driver.at(speed), searched=False)
    best, least = None, driver.at(slowest)
    if least.outside:
        raise ModelError(driver.cannot_follow(least))
    best, low, high = least, slowest, None
    while high is None or high - low > RESOLUTION:
        asked = min(1.3 * low, fastest) if high is None else 0.5 * (low + high)
        attempt = driver.at(asked)
        if attempt.outside:
            high = asked
        else:
            best, low = attempt, asked
            if asked >= fastest:
                break
    return driver.result(best, searched=True)


@dataclass(frozen=True)
class Attempt:
    """One run through the lanes: entry speed [m/s], room [m] by instant and corner."""

    asked: float
    preview: float
    entry: float
    run: Any
    track: BodyTrack
    room: np.ndarray
    ended: str = ""

    @property
    def least(self) -> float:
        """The least room [m]."""
        return float(np.min(self.room))

    @property
    def outside(self) -> bool:
        """Whether a corner left its lane, or the run did not reach the end."""
        return self.least < 0.0 or bool(self.ended)


class Attempts:
    """A vehicle on its way through lanes, at one speed after the other."""

    def __init__(self, car: Vehicle, track: LaneChange, fastest: float) -> None:
        self.run_in = RUN_IN * fastest
        self.lanes = track
        self.way = self.run_in + track.lanes[-1].end + RUN_OUT
        self.car = car.with_driver(**{**ALONE, "steer": 0.0, "path": track.path(self.run_in)})

    def at(self, speed: float) -> Attempt:
        """Return the run at a speed, with that preview which leaves most room."""
        tried = [self.once(speed, factor * self.car.hands.preview) for factor in PREVIEWS]
        return max(tried, key=lambda attempt: (not attempt.ended, attempt.least))

    def once(self, speed: float, preview: float) -> Attempt:
        """Return the run at a speed with a preview [s]."""
        car, lanes = self.car, self.lanes
        ahead = RUN_IN * speed
        start = car.rolling(speed)
        # the vehicle starts ahead / speed seconds before the first lane, with its nose there
        nose = car.middle + 0.5 * car.length
        q = start.q.copy()
        names = list(car.system.coordinates)
        q[names.index(f"{car.root}.x")] -= ahead + nose
        distance = self.run_in - ahead - nose
        known = {f"{car.driver}.distance": distance}
        state = car.system.state(q, start.v, states=known)
        coast = 1e9
        if lanes.coast_at is not None:
            coast = self.run_in + lanes.coast_at - nose
        end = lanes.lanes[-1].end + nose + car.length
        until = (ahead + end) / (0.7 * speed)
        numbers = car.numbers(speed=speed, coast=coast, preview=preview)
        ended = ""
        run: Any
        try:
            run = car.system.simulate(
                state, until=until, every=EVERY, parameters=numbers, certify=False
            )
        except SimulationStopped as stopped:
            run, ended = getattr(stopped, "run", None), stopped.problems[0].rule
            if run is None:
                raise
        track = body_track(run, car)
        room = lanes.room(track, car)
        passed = track.x - nose > lanes.lanes[-1].end
        if not ended and not np.any(passed):
            ended = "the vehicle did not reach the end of the last lane"
        last = int(np.argmax(passed)) if np.any(passed) else len(track.t) - 1
        front = track.x + nose
        entry = float(np.interp(0.0, front[: last + 1], track.speed[: last + 1]))
        return Attempt(speed, preview, entry, run, track, room[: last + 1], ended)

    def cannot_follow(self, attempt: Attempt) -> Problem:
        """Return what is wrong where the slowest speed is not held."""
        where = f"{self.lanes.standard} at {3.6 * attempt.asked:.3g} km/h"
        if attempt.ended and attempt.least >= 0.0:
            rule = f"cannot be followed: {attempt.ended}"
        else:
            k, corner = np.unravel_index(int(np.argmin(attempt.room)), attempt.room.shape)
            x = attempt.track.corners(self.car)[k, corner, 0]
            rule = (
                f"cannot be followed: the {CORNERS[corner]} corner of the body leaves its lane by "
                f"{-attempt.least:.3g} m at x = {x:.4g} m"
            )
        cause = "the driver looks too far or too near, the steering is too slow, or width is wrong"
        hands = self.car.hands
        action = (
            f"change preview ({hands.preview:g} s), lag or limit of the driver '{hands.name}', "
            "give `understeer`, or check wheelbase, ratio and width"
        )
        return Problem("H04", where, rule, cause=cause, action=action)

    def result(self, best: Attempt, searched: bool) -> ManoeuvreResult:
        """Return what the best run yields."""
        track, room = best.track, best.room
        last = len(room)
        lateral = track.speed * track.yaw_rate
        corner = CORNERS[int(np.unravel_index(int(np.argmin(room)), room.shape)[1])]
        values = [
            Measured("entry_speed", best.entry, "m/s", "at the start of the first lane"),
            Measured("exit_speed", float(track.speed[last - 1]), "m/s", "at the end of the last"),
            Measured("least_room", best.least, "m", f"to a border, of the {corner} corner"),
            Measured("lateral_acceleration", peak(lateral[:last]), "m/s^2", "the largest"),
            Measured("yaw_rate", peak(track.yaw_rate[:last]), "rad/s", "the largest"),
            Measured("side_slip", peak(track.side_slip[:last]), "rad", "the largest"),
            Measured("roll", peak(track.roll[:last]), "rad", "the largest"),
        ]
        steering = np.asarray(best.run[f"{self.car.driver}.steering"])[:last] / self.car.hands.ratio
        loads = np.array([best.run[f"{tyre.name}.F_z"] for tyre in self.car.tyres])[:, :last]
        values.append(Measured("steering", peak(steering), "rad", "largest angle of the wheels"))
        values.append(Measured("least_load", float(loads.min()), "N", "of a wheel"))
        if self.car.trailer:
            towed = lateral_acceleration_of(best.run, self.car.trailer)[:last]
            drawn = lateral_acceleration_of(best.run, self.car.body)[:last]
            text = f"largest lateral acceleration of '{self.car.trailer}' by that of the body"
            values.append(Measured("rearward_amplification", peak(towed) / peak(drawn), "", text))
        speed = f"{3.6 * best.entry:.1f} km/h"
        verdict = f"largest entry speed that is held: {speed}"
        if not searched:
            held = "no corner leaves its lane"
            left = best.ended or f"the {corner} corner leaves its lane by {-best.least:.3g} m"
            verdict = f"entry at {speed}: {left if best.outside else held}"
        value = (
            Measured("width", self.car.width, "m", "of the body"),
            Measured("length", self.car.length, "m", "of the body"),
            Measured("preview", best.preview, "s", "of the driver, of those tried the best"),
        )
        corners = track.corners(self.car)[:last]
        sides = [
            (name, corners[:, k, 0], corners[:, k, 1]) for k, name in enumerate(CORNERS)
        ]  # fmt: skip
        edges = [
            ([lane.start, lane.end, lane.end, lane.start, lane.start, np.nan],
             [lane.right, lane.right, lane.left, lane.left, lane.right, np.nan])
            for lane in self.lanes.lanes
        ]  # fmt: skip
        across, along = (np.concatenate([edge[k] for edge in edges]) for k in range(2))
        borders = ("lanes", across, along)
        x = track.x[:last]
        diagrams = (
            Diagram("x [m]", "corners and lanes, y [m]", (*sides, borders)),
            Diagram("x [m]", "steering [deg]", (("", x, degrees(steering)),)),
            Diagram("x [m]", "lateral acceleration [m/s²]", (("", x, lateral[:last]),)),
            Diagram("x [m]", "yaw rate [deg/s]", (("", x, degrees(track.yaw_rate[:last])),)),
            Diagram("x [m]", "side slip [deg]", (("", x, degrees(track.side_slip[:last])),)),
            Diagram("x [m]", "speed [km/h]", (("", x, 3.6 * track.speed[:last]),)),
        )
        return ManoeuvreResult(
            "lane change", self.lanes.standard, self.car, value, tuple(values), diagrams,
            {"best": best.run}, not best.outside, verdict,
        )  # fmt: skip
