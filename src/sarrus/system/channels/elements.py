"""The channels of force elements, whatever their type: by what their loads say.

For every body that an element loads: force and moment; for every coordinate: the effort; the
energy that it stores, the power that it turns into heat, brings in and puts on the mechanism; its
states and their rates. An element that loads two points and nothing else has a length.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.loads import TreeScene
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import CoordinateLoad, ForceElement, Load, MomentLoad, PointLoad
from sarrus.model.joints.joint_type import Coordinate
from sarrus.spatial.arrays import Array, Scalar, cross, dot, length, vector
from sarrus.system.channels.bodies import vector as vector_definition
from sarrus.system.channels.definition import Definition, Equation
from sarrus.system.channels.efforts import EFFORT
from sarrus.system.channels.view import Part, StateView
from sarrus.system.quantities.equations import Inputs, Outputs

if TYPE_CHECKING:
    from sarrus.system.system import System

NO_FORCE = np.zeros(3)


@dataclass(frozen=True)
class Acting:
    """The loads of one element at a state, in numbers or symbols."""

    scene: TreeScene
    element: ForceElement

    @cached_property
    def loads(self) -> list[Load]:
        """What the element puts on the mechanism."""
        return list(self.element.loads(self.scene))

    def on_bodies(self) -> dict[str, tuple[Array, Array]]:
        """Return force and moment about the body's origin, in world axes, by body."""
        found: dict[str, tuple[Array, Array]] = {}
        for load in self.loads:
            if isinstance(load, CoordinateLoad):
                continue
            force, moment = found.get(load.body, (NO_FORCE, NO_FORCE))
            if isinstance(load, MomentLoad):
                found[load.body] = (force, moment + load.moment)
                continue
            arm = load.point - self.scene.pose(load.body).position
            found[load.body] = (force + load.force, moment + cross(arm, load.force))
        return found

    def on_coordinates(self) -> dict[tuple[str, int], Scalar]:
        """Return efforts by joint and number of the velocity."""
        found: dict[tuple[str, int], Scalar] = {}
        for load in self.loads:
            if isinstance(load, CoordinateLoad):
                key = (load.joint, load.index)
                found[key] = found.get(key, 0.0) + load.effort
        return found

    def power(self) -> Scalar:
        """Return the power of the loads on the mechanism."""
        total: Scalar = 0.0
        for body, (force, moment) in self.on_bodies().items():
            origin = self.scene.point(body, (0.0, 0.0, 0.0)).velocity
            total = total + dot(force, origin) + dot(moment, self.scene.angular_velocity(body))
        for (joint, index), effort in self.on_coordinates().items():
            total = total + effort * self.scene.rate(joint, index)
        return total

    def line(self) -> tuple[Scalar, Scalar, Scalar] | None:
        """Return length, its rate and the pull of an element between two points, if it is one."""
        loads = self.loads
        if len(loads) != 2 or not all(isinstance(load, PointLoad) for load in loads):
            return None
        a, b = (load for load in loads if isinstance(load, PointLoad))
        gap = b.point - a.point
        distance = length(gap)
        along = gap / distance
        rate = dot(self._velocity(b) - self._velocity(a), along)
        return distance, rate, dot(a.force, along)

    def _velocity(self, load: PointLoad) -> Array:
        scene = self.scene
        arm = load.point - scene.pose(load.body).position
        turning = cross(scene.angular_velocity(load.body), arm)
        return scene.point(load.body, (0.0, 0.0, 0.0)).velocity + turning


def quantities(x: Inputs) -> dict[Part, Array]:
    """Return all that the force elements do."""
    if "bearing" in x.arrays:
        x = x.with_bearing_loads(x.arrays["bearing"])
    scene = TreeScene(x.velocities, x.time)
    found: dict[Part, Array] = {}
    for element in x.tree.forces:
        found |= of_element(scene, element)
    return found


def of_element(scene: TreeScene, element: ForceElement) -> dict[Part, Array]:
    """Return all that one force element does."""
    i, acting = element.name, Acting(scene, element)
    found: dict[Part, Array] = {}
    for body, (force, moment) in acting.on_bodies().items():
        found[i, "force", body], found[i, "moment", body] = force, moment
    for (joint, index), effort in acting.on_coordinates().items():
        found[i, "effort", joint, index] = vector(effort)
    line = acting.line()
    if line is not None:
        found[i, "line"] = vector(*line)
    if element.states:
        found[i, "states"] = vector(*[scene.state(element, s.name) for s in element.states])
        found[i, "rates"] = vector(*element.state_rates(scene))
    if element.measures:
        found[i, "measures"] = vector(*element.measure_values(scene))
    if getattr(element, "exact", False):
        found[i, "bound"] = vector(element.bound(scene))  # type: ignore[attr-defined]
    found[i, "energy"] = vector(
        element.potential(scene),
        element.dissipation(scene),
        element.supply(scene),
        acting.power(),
    )
    return found


def state_rates(x: Inputs) -> Outputs:
    """Return the rates of the states of all force elements."""
    if "bearing" in x.arrays:
        x = x.with_bearing_loads(x.arrays["bearing"])
    return {"zdot": x.state_rates}


def numbered_quantities(x: Inputs) -> Outputs:
    """Return `quantities` under their numbers, for a kernel."""
    return {str(n): value for n, value in enumerate(quantities(x).values())}


def structure(system: System) -> list[Part]:
    """Return the keys of `quantities`, which do not depend on the state."""
    state = {"q": system.neutral(), "v": np.zeros(system.nv)}
    x = system.compiled.compiler.inputs(state, 0.0).without_bearing_friction()
    with np.errstate(all="ignore"):
        return list(quantities(x))


def element_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of all force elements."""
    if not system.model.forces:
        return
    found = structure(system)
    for element in system.model.forces:
        own = {part[1:]: part for part in found if part[0] == element.name}
        if own:  # rows of velocities alone do nothing by themselves
            yield from _definitions(system, element, own)


LENGTH = 2
"""Entries of a line that are geometry, and not known where the element is switched off."""


def _read(part: Part, k: int | None = None) -> Equation:
    def equation(at: StateView) -> Array:
        values = at.of_element(part)
        if values is None:
            return _off(part, k, np.shape(at.q)[:-1])
        return values if k is None else values[..., k]

    return equation


def _off(part: Part, k: int | None, rows: tuple[int, ...]) -> Array:
    """Return what an element does that is switched off."""
    if k is None:
        return np.zeros((*rows, 3))
    unknown = part[1] == "line" and k < LENGTH
    return np.full(rows, np.nan if unknown else 0.0)[()]


def _definitions(
    system: System, element: ForceElement, parts: dict[Part, Part]
) -> Iterator[Definition]:
    kind = getattr(element, "type_name", type(element).__name__)
    of = f"{kind} '{element.name}'"
    efforts = [part for part in parts if part[0] == "effort"]
    bodies = [str(part[1]) for part in parts if part[0] == "force"]
    for body in bodies:
        on, name = f"of {of} on '{body}', world axes", f"{element.name}.{body}"
        for what, unit, text in (
            ("force", "N", f"force {on}"),
            ("moment", "N m", f"moment {on}, about the origin of '{body}'"),
        ):
            read = _read(parts[what, body])
            yield vector_definition("force", f"{name}.{what}", unit, text, read, body=body)
    for part in efforts:
        joint, velocity = _velocity(system, part)
        single = len(efforts) == 1 and not bodies
        yield Definition(
            "force",
            f"{element.name}.{joint}.{velocity.name}.effort",
            EFFORT.get(velocity.unit, ""),
            f"effort of {of} on {joint}.{velocity.name}",
            _read(parts[part], 0),
            also=(f"{element.name}.effort",) if single else (),
        )
    for k, state in enumerate(element.states):
        text = f"{state.text}, state of {of}"
        full = f"{element.name}.{state.name}"
        yield Definition("force", full, state.unit, text, _read(parts["states",], k))
        read = _read(parts["rates",], k)
        yield Definition("force", f"{full}_rate", state.rate_unit, f"rate of: {text}", read)
    for k, measure in enumerate(element.measures):
        read = _read(parts["measures",], k)
        text = f"{measure.text}, of {of}"
        yield Definition("force", f"{element.name}.{measure.name}", measure.unit, text, read)
    if ("line",) in parts:
        yield from _line(parts["line",], element.name, of)
    for k, (name, unit, text) in enumerate(
        (
            ("potential", "J", "energy stored in"),
            ("dissipation", "W", "power turned into heat by"),
            ("supply", "W", "power brought in from outside by"),
            ("power", "W", "power of the loads on the mechanism of"),
        )
    ):
        read = _read(parts["energy",], k)
        yield Definition("force", f"{element.name}.{name}", unit, f"{text} {of}", read)


def _velocity(system: System, part: Part) -> tuple[str, Coordinate]:
    joint, index = str(part[1]), int(part[2])
    return joint, system.model.joint(joint).type.velocities[index]


def _line(source: Part, name: str, of: str) -> Iterator[Definition]:
    for k, (part, unit, text) in enumerate(
        (
            ("length", "m", f"distance between the points of {of}"),
            ("length_rate", "m/s", f"rate of the distance between the points of {of}"),
            ("force", "N", f"force of {of} along its line, positive when it pulls"),
        )
    ):
        yield Definition("force", f"{name}.{part}", unit, text, _read(source, k))
