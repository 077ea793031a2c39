"""A vehicle: a model with a driver, tyres and a body, and what manoeuvres ask of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.model.forces import Driver, TyreContact
from sarrus.model.forces.driver import FAR

if TYPE_CHECKING:
    from sarrus.system import System
    from sarrus.system.state import State

PARAMETERS = (
    "speed",
    "steer",
    "steer_gain",
    "brake_gain",
    "release",
    "coast",
    "preview",
    "understeer",
    "lag",
    "quickness",
)
"""Numbers of the driver that stay inputs of the equations, so that manoeuvres compile once."""
ALONE: Mapping[str, Any] = {
    "steer_law": None,
    "speed_law": None,
    "holds_speed": True,
    "throttle": 0.0,
    "throttle_law": None,
    "brake": 0.0,
    "brake_law": None,
    "release": FAR,
    "coast": FAR,
}
"""Attributes of a driver who holds a speed, without laws of time."""
OVERHANG = 0.9
"""Of the body over the axles at each end [m], unless its length is given."""
BESIDE = 0.25
"""Of the body over the track [m], unless its width is given."""


@dataclass(frozen=True)
class Vehicle:
    """A model with a driver; axes of its body: x forward, y to the left, z up.

    driver: the name of the element `driver`, where there are several; width, length [m]: of the body
    from above, by default track + 0.25 m and wheelbase + 1.8 m; mass [kg]: all bodies.

    Example:
        car = sarrus.vehicles.Vehicle(sarrus.gallery.simple_car())
    """  # noqa: E501

    model: Model
    driver: str = ""
    width: float = 0.0
    length: float = 0.0
    _systems: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        drivers = [f.name for f in self.model.forces if isinstance(f, Driver)]
        where = f"vehicle '{self.model.name}'"
        if not drivers:
            action = "add a `driver` that steers a joint and holds a speed"
            raise ModelError(Problem("H01", where, "has no driver", action=action))
        if self.driver and self.driver not in drivers:
            rule, action = "is not a driver of the model", nearest(self.driver, drivers)
            raise ModelError(Problem("H01", f"{where} / driver", rule, self.driver, action=action))
        if not self.driver and len(drivers) > 1:
            rule = f"has several drivers: {', '.join(drivers)}"
            raise ModelError(Problem("H01", where, rule, action="name one: driver='...'"))
        object.__setattr__(self, "driver", self.driver or drivers[0])
        if len(self.tyres) < 2:
            rule = f"has {len(self.tyres)} tyres, and needs two or more"
            action = "add a `tyre` to each wheel"
            raise ModelError(Problem("H01", where, rule, action=action))
        wheelbase, track = self.wheelbase, self.track
        object.__setattr__(self, "width", float(self.width) or track + BESIDE)
        object.__setattr__(self, "length", float(self.length) or wheelbase + 2.0 * OVERHANG)

    # --- parts ----------------------------------------------------------------------------------

    @property
    def hands(self) -> Driver:
        """The driver."""
        return next(f for f in self.model.forces if f.name == self.driver)  # type: ignore[return-value]

    @property
    def body(self) -> str:
        """The body that is driven."""
        return self.hands.body

    @cached_property
    def tyres(self) -> tuple[TyreContact, ...]:
        """The tyres, in the order of the model."""
        return tuple(f for f in self.model.forces if isinstance(f, TyreContact))

    def _place(self, tyre: TyreContact) -> np.ndarray:
        """Return where a wheel is in the drawing, in axes of the body [m]."""
        at = self.model.body(tyre.body).pose.transform.point(np.array(tyre.point))
        X_BW = self.model.body(self.body).pose.transform.inverse
        return np.asarray(X_BW.point(at), dtype=float)

    @cached_property
    def towed(self) -> tuple[str, ...]:
        """The bodies that the driven one tows, with the axles below them: a trailer, by its parts.

        What hangs together without the driven body and rests on two axles or more.
        """
        links = [(joint.parent, joint.child) for joint in self.model.joints]
        links += [f.bodies for f in self.model.forces if len(f.bodies) == 2]
        links = [link for link in links if not {GROUND, self.body} & set(link)]
        found: list[str] = []
        left = [body.name for body in self.model.bodies if body.name != self.body]
        while left:
            group = {left[0]}
            while more := {b for link in links if group & set(link) for b in link} - group:
                group |= more
            left = [name for name in left if name not in group]
            wheels = [tyre for tyre in self.tyres if tyre.body in group]
            places = [float(self._place(tyre)[0]) for tyre in wheels]
            if places and np.ptp(places) > min(tyre.radius for tyre in wheels):
                found += [body.name for body in self.model.bodies if body.name in group]
        return tuple(found)

    @property
    def trailer(self) -> str:
        """The heaviest body that is towed; empty where there is none."""
        return max(self.towed, key=lambda name: self.model.body(name).mass, default="")

    @cached_property
    def places(self) -> np.ndarray:
        """Where the wheels are in the drawing, in axes of the body, a row for each [m].

        Those of the driven vehicle alone, not of what it tows.
        """
        own = [tyre for tyre in self.tyres if tyre.body not in self.towed]
        return np.array([self._place(tyre) for tyre in own or self.tyres])

    @property
    def wheelbase(self) -> float:
        """Distance of the first axle from the last one [m], without trailers."""
        return float(np.ptp(self.places[:, 0]))

    @property
    def track(self) -> float:
        """Distance of left wheels from right ones [m]."""
        return float(np.ptp(self.places[:, 1]))

    @property
    def middle(self) -> float:
        """Where the middle between the axles is, ahead of the origin of the body [m]."""
        x = self.places[:, 0]
        return float(0.5 * (x.min() + x.max()))

    @property
    def mass(self) -> float:
        """Mass of all bodies [kg]."""
        return float(self.model.mass_properties().mass)

    @cached_property
    def root(self) -> str:
        """The joint between ground and the body, which has the velocity vx."""
        for joint in self.model.joints:
            if joint.parent == GROUND and joint.child == self.body:
                names = [v.name for v in joint.type.velocities]
                if "vx" in names:
                    return joint.name
        rule = f"has no joint between ground and '{self.body}' that moves forward"
        action = "add m.free('chassis', m.ground, body), or a planar joint about z"
        raise ModelError(Problem("H01", f"vehicle '{self.model.name}'", rule, action=action))

    @cached_property
    def hubs(self) -> dict[str, str]:
        """The joints that the wheels turn on, by the names of the tyres."""
        found = {}
        for tyre in self.tyres:
            for joint in self.model.joints:
                units = [v.unit for v in joint.type.velocities]
                if tyre.body in (joint.child, joint.parent) and units == ["rad/s"]:
                    found[tyre.name] = joint.name
        return found

    # --- variants -------------------------------------------------------------------------------

    def with_driver(self, **changes: Any) -> Vehicle:
        """Return the vehicle with other attributes of its driver, as `Driver` keeps them."""
        changed = replace(self.hands, **changes)
        forces = tuple(changed if f.name == self.driver else f for f in self.model.forces)
        return Vehicle(replace(self.model, forces=forces), self.driver, self.width, self.length)

    def with_road(self, road: Any) -> Vehicle:
        """Return the vehicle with all wheels on another road."""
        tyres = {tyre.name for tyre in self.tyres}
        forces = tuple(
            replace(f, road=road) if f.name in tyres else f  # type: ignore[type-var]
            for f in self.model.forces
        )
        return Vehicle(replace(self.model, forces=forces), self.driver, self.width, self.length)

    @property
    def system(self) -> System:
        """The compiled model, whose numbers of the driver stay inputs; made once."""
        if "system" not in self._systems:
            known = [f"{self.driver}.{name}" for name in PARAMETERS]
            self._systems["system"] = self.model.compile(parameters=known)
        found: System = self._systems["system"]
        return found

    def numbers(self, **values: float) -> dict[str, float]:
        """Return numbers of the driver as parameters of the system."""
        return {f"{self.driver}.{name}": float(value) for name, value in values.items()}

    # --- states ---------------------------------------------------------------------------------

    def rolling(self, speed: float) -> State:
        """Return a state in which the vehicle of the drawing rolls straight on at a speed [m/s]."""
        rates: dict[str, float] = {}
        joint = self.model.joint(self.root)
        for velocity in joint.type.velocities:
            rates[f"{self.root}.{velocity.name}"] = speed if velocity.name == "vx" else 0.0
        for tyre in self.tyres:
            if tyre.name in self.hubs:
                radius = tyre.tyre.rolling_radius(tyre.tyre.nominal_load, speed / tyre.radius)
                rates[self.hubs[tyre.name]] = speed / float(radius)
        return self.system.assemble(rates=rates)

    def state_from(self, state: State, states: Mapping[str, float] | None = None) -> State:
        """Return a state of a variant of this vehicle as one of it; states: others by name.

        Coordinates and velocities are the same; of the states of elements those that both have.
        """
        known = {name: x for name, x in (states or {}).items() if name in self.system.states}
        return self.system.state(state.q, state.v, states=known)


def states_of(vehicle: Vehicle, state: State) -> dict[str, float]:
    """Return the states of the force elements by name."""
    return dict(zip(vehicle.system.states, map(float, state.z), strict=True))


def ready_vehicle(vehicle: Any) -> Vehicle:
    """Return a vehicle whose driver holds a speed and the steering, and sees no path.

    So manoeuvres begin: what the driver of a file does by laws of time is no part of them.
    """
    car = as_vehicle(vehicle)
    wanted = {**ALONE, "path": None}
    ready = all(getattr(car.hands, name) == value for name, value in wanted.items())
    return car if ready else car.with_driver(**wanted)


def as_vehicle(vehicle: Any) -> Vehicle:
    """Return a vehicle of a model, a system or a vehicle."""
    if isinstance(vehicle, Vehicle):
        return vehicle
    model = getattr(vehicle, "model", vehicle)
    if isinstance(model, Model):
        return Vehicle(model)
    rule = "is not a vehicle"
    action = "give a Vehicle, a Model or a System"
    raise ModelError(Problem("H01", "vehicle", rule, repr(vehicle)[:80], action=action))
