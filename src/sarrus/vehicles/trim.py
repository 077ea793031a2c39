"""Trim: ride height at rest, straight running and steady cornering, as steady motions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, SimulationStopped
from sarrus.late_dataclass import dataclass
from sarrus.vehicles.vehicle import Vehicle, as_vehicle, states_of

if TYPE_CHECKING:
    from sarrus.system.analysis import SteadyMotion
    from sarrus.system.state import State

LIFTED = 1e-3
"""Part of the nominal load below which the load of a wheel counts as none."""
MISSED = 2e-3
"""Part of the speed by which a trim may miss it: a body that pitches looks up or down."""
INSTANT = 1e-6
"""Time [s] in which nothing changes, over which loads are looked at."""
STEP = 1.0
"""Lateral acceleration [m/s^2] by which steady motions are followed."""


@dataclass(frozen=True)
class Trim:
    """A vehicle in steady motion.

    speed [m/s] ahead; lateral_acceleration [m/s^2] to the left; steer: coordinate of the joint that steers [rad or
    m]; roll [rad], positive to the right; pitch [rad], nose down; side_slip [rad], of the origin of the body;
    loads [N] of the wheels by tyre; steady: the motion itself, with its linearization and stability.
    """  # noqa: E501

    vehicle: Vehicle
    speed: float
    lateral_acceleration: float
    steer: float
    roll: float
    pitch: float
    side_slip: float
    loads: dict[str, float]
    steady: SteadyMotion

    @property
    def state(self) -> State:
        """The state, from which runs begin."""
        return self.steady.state

    @property
    def states(self) -> dict[str, float]:
        """The states of the force elements by name."""
        return states_of(self.vehicle, self.state)

    @property
    def yaw_rate(self) -> float:
        """Yaw rate [rad/s], to the left."""
        return self.lateral_acceleration / self.speed

    @property
    def curvature(self) -> float:
        """1/radius of the circle [1/m]; the speed is that over the ground."""
        return self.yaw_rate / (self.speed / np.cos(self.side_slip))

    @property
    def eigenvalues(self) -> np.ndarray:
        """Eigenvalues of small motions about it [1/s]."""
        return np.asarray(self.steady.linearization.eigenvalues)


def straight_running(vehicle: Any, speed: float, *, near: Trim | None = None) -> Trim:
    """Return the vehicle in straight running at a speed [m/s], held by its wheels.

    near: another trim of the same vehicle, from which the search begins.

    Example:
        trim = sarrus.vehicles.straight_running(sarrus.gallery.simple_car(), 25.0)
    """
    return steady_cornering(vehicle, speed, 0.0, near=near)


def steady_cornering(
    vehicle: Any, speed: float, lateral_acceleration: float, *, near: Trim | None = None
) -> Trim:
    """Return the vehicle in a steady circle at a speed [m/s] and lateral acceleration [m/s^2].

    The yaw rate is lateral_acceleration/speed; the steering that it needs is found. near: another
    trim of the same vehicle. Raises ModelError (H03) beyond what the tyres hold.
    """
    car = with_held_speed(as_vehicle(vehicle))
    if not np.isfinite(speed) or speed <= 0.0:
        rule = "must be above 0"
        raise ModelError(Problem("H05", "trim / speed", rule, f"{speed:g} m/s"))
    if near is not None and near.vehicle.model == car.model:
        car = near.vehicle
    found = near
    if found is None or abs(found.speed - speed) > 0.5 * speed:
        found = _steady_trim(car, car.rolling(speed), speed, 0.0, 0.0)
    while abs(lateral_acceleration - found.lateral_acceleration) > STEP:
        sign = 1.0 if lateral_acceleration > found.lateral_acceleration else -1.0
        now = found.lateral_acceleration + sign * STEP
        found = _steady_trim(car, _at_speed(found, speed), speed, now, found.steer)
    return _steady_trim(car, _at_speed(found, speed), speed, lateral_acceleration, found.steer)


def ride_height(vehicle: Any) -> float:
    """Return the height of the origin of the body on its tyres at rest [m], in world axes."""
    car = as_vehicle(vehicle)
    steered = [name for name in (car.hands.joint, car.hands.other) if name]
    level = [f"{car.root}.{v.name}" for v in car.model.joint(car.root).type.velocities]
    aside = [name for name in level if name.endswith((".vx", ".vy", ".omega_z"))]
    wheel_loads(car, car.system.assemble(), {})
    state = car.system.equilibrium(
        car.system.assemble(), locked=[*aside, *steered, *car.hubs.values()]
    ).state
    wheel_loads(car, state, {})
    return float(car.system.poses(state.q)[car.body].position[2])


def with_held_speed(car: Vehicle) -> Vehicle:
    """Return the vehicle with a driver who holds a speed and the steering, and sees no path."""
    hands = car.hands
    if hands.path is None and hands.holds_speed and hands.speed_law is None:
        return car
    return car.with_driver(path=None, speed_law=None, holds_speed=True)


def _at_speed(trim: Trim, speed: float) -> State:
    """Return the state of a trim with all velocities changed as the speed is, wheels included."""
    state = trim.state
    return trim.vehicle.system.state(
        state.q, state.v * (speed / trim.speed), states=trim.states, t=state.t
    )


def _steady_trim(car: Vehicle, start: State, speed: float, lateral: float, steer: float) -> Trim:
    """Return the steady motion near a state."""
    system = car.system
    numbers = car.numbers(speed=speed, steer=steer, steer_gain=0.0, brake_gain=0.0)
    try:
        steady: Any = system.equilibrium(
            start,
            moving={f"{car.body}.angular_velocity.z": lateral / speed},
            unknown=[f"{car.driver}.steer"],
            parameters=numbers,
        )
    except (ModelError, SimulationStopped) as error:
        wheel_loads(car, start, numbers, some=lateral != 0.0)
        why = error.problems[0]
        rule = f"finds no steady motion at {speed:.4g} m/s and {lateral:.4g} m/s^2: {why.rule}"
        cause = "the tyres cannot hold it, or motor or engine do not reach the speed"
        action = "lower the speed or the lateral acceleration"
        where = f"vehicle '{car.model.name}'"
        raise ModelError(Problem("H03", where, rule, cause=cause, action=action)) from error
    return _trim(car, steady, speed, lateral, numbers)


def _trim(
    car: Vehicle, steady: Any, speed: float, lateral: float, numbers: dict[str, float]
) -> Trim:
    state, steer = steady.state, float(steady.found[f"{car.driver}.steer"])
    values = {**numbers, f"{car.driver}.steer": steer}
    loads = wheel_loads(car, state, values, some=lateral != 0.0)
    motion = car.system.kinematics(state.q, state.v, parameters=values)[car.body]
    R, v = np.asarray(motion.rotation), np.asarray(motion.velocity)
    ahead = np.array([R[0, 0], R[1, 0], 0.0]) / np.hypot(R[0, 0], R[1, 0])
    left = np.array([-ahead[1], ahead[0], 0.0])
    slip, reached = float(np.arctan2(left @ v, ahead @ v)), float(ahead @ v)
    if abs(reached - speed) > MISSED * speed:
        rule = f"does not reach {speed:.4g} m/s at {lateral:.4g} m/s^2, but {reached:.4g} m/s"
        cause = "the throttle is open, or the brake pedal down"
        action = "ask for a speed that motor or engine reach, or give the driver the right gains"
        where = f"vehicle '{car.model.name}'"
        raise ModelError(Problem("H03", where, rule, cause=cause, action=action))
    roll, pitch = float(np.arcsin(R[2, 1])), float(-np.arcsin(R[2, 0]))
    return Trim(car, speed, lateral, steer, roll, pitch, slip, loads, steady)


def wheel_loads(
    car: Vehicle, state: State, numbers: dict[str, float], *, some: bool = False
) -> dict[str, float]:
    """Return the loads of the wheels by tyre [N]; refuse (H02) those that do not touch the road.

    some: whether some may be in the air, as in a bend, but not all.
    """
    row = car.system.simulate(
        state, until=state.t + INSTANT, step=INSTANT, method="rk4", parameters=numbers
    )
    loads = {tyre.name: float(row[f"{tyre.name}.F_z"][0]) for tyre in car.tyres}
    least = {tyre.name: LIFTED * tyre.tyre.nominal_load for tyre in car.tyres}
    lifted = [name for name, load in loads.items() if load < least[name]]
    if lifted and (not some or len(lifted) == len(loads)):
        action = "check places, radii and road of the wheels, and that gravity points down"
        problems = [
            Problem("H02", f"tyre '{name}'", "does not touch the road", action=action)
            for name in lifted
        ]
        raise ModelError(problems)
    return loads
