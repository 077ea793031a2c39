"""Machines with friction in their bearings, and loads found in absolute coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from cartesian.mechanisms import placed
from loops.mechanisms import four_bar, slider_crank
from sarrus import Mechanism, Model, System
from sarrus.cartesian import CartesianSystem, Reaction
from sarrus.model.forces import BearingFriction
from sarrus.system.state import State

G = 9.81


def pendulum(mu: float = 0.3, radius: float = 0.05, **law: Any) -> Model:
    """A rod about z whose centre of mass is 0.5 m from its bearing."""
    m = Mechanism("pendulum", (0.0, -G, 0.0))
    m.body("rod", 2.0, (0, 0, 0), (0.1, 0.1, 0.1), at=(0.5, 0, 0))
    m.revolute("A", m.ground, "rod", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "A", mu, radius=radius, **law)
    return m.build()


def drawer(mu: float, height: float = 0.2, length: float = 0.1, tilt: float = 0.5) -> Model:
    """A drawer on a tilted guide along x, its mass `height` above the guide: mu height / length.

    Friction T turns the drawer by the moment height T, which the guide carries over its length:
    T = s mu (N + height T / length).
    """
    m = Mechanism("drawer", (G * np.sin(tilt), 0.0, -G * np.cos(tilt)))
    m.body("drawer", 3.0, (0, 0, height), (0.1, 0.1, 0.1))
    m.prismatic("J", m.ground, "drawer", at=(0, 0, 0), axis="x")
    m.bearing_friction("F", "J", mu, length=length, smoothing=0.01)
    return m.build()


def painleve(mu: float, tangent: float = 2.0) -> Model:
    """A slender rod whose end slides along x, at an angle to the guide with this tangent."""
    m = Mechanism("painleve", (0.0, -G, 0.0))
    angle = float(np.arctan(tangent))
    m.body("shoe")
    at = (0.5 * np.cos(angle), 0.5 * np.sin(angle), 0.0)
    m.body("rod", 1.0, (0, 0, 0), (1e-3, 1.0 / 12, 1.0 / 12), at=at, rpy=(0, 0, angle))
    m.prismatic("guide", m.ground, "shoe", at=(0, 0, 0), axis="x")
    m.revolute("pin", "shoe", "rod", at=(0, 0, 0), axis="z")
    m.bearing_friction("F", "guide", mu, smoothing=1e-3)
    return m.build()


def rubbing_four_bar(mu: float = 0.2, radius: float = 0.05, smoothing: float = 0.05) -> Model:
    """A four-bar with friction in all its joints, one of which is cut."""

    def more(m: Mechanism) -> None:
        for joint in "ABCD":
            m.bearing_friction(f"F{joint}", joint, mu, 1.5 * mu, radius=radius, smoothing=smoothing)

    return four_bar(more=more)


def rubbing_slider_crank(mu: float = 0.1) -> Model:
    """The spatial slider-crank, with friction in the crank's pivot and in the guide."""

    def more(m: Mechanism) -> None:
        sizes = {"radius": 0.02, "pivot": 0.01}
        m.bearing_friction("FA", "crank_pivot", mu, 1.4 * mu, smoothing=0.05, **sizes)
        m.bearing_friction("FG", "guide", mu, length=0.3, smoothing=0.01)

    return slider_crank(more=more, start=0.4)


def slip(e: BearingFriction, w: float) -> float:
    """The coefficient of friction at a rate, in the textbook's form."""
    fading = np.exp(-(abs(w / e.stribeck) ** e.exponent))
    return float((e.mu + (e.static - e.mu) * fading) * np.tanh(w / e.smoothing))


def carried(e: BearingFriction, reaction: Reaction, axis: np.ndarray) -> float:
    """The load of a bearing under a reaction; axis: its own, in the world."""
    along = float(reaction.force @ axis)
    across = reaction.force - along * axis
    moment = float(np.linalg.norm(reaction.moment)) / e.length if e.length else 0.0
    return e.radius * float(np.linalg.norm(across)) + e.pivot * abs(along) + moment


def in_absolute_coordinates(
    system: System, state: State, given: Mapping[str, float] | None = None
) -> tuple[dict[str, float], dict[str, Any], dict[str, Reaction]]:
    """Return loads, accelerations of bodies and reactions, by iteration in the Cartesian solver.

    It knows nothing of bearings: efforts of friction are given to it, and the reactions that it
    finds make the next ones, until nothing changes any more.
    """
    model = system.model
    bearings = [f for f in model.forces if isinstance(f, BearingFriction)]
    others = tuple(f for f in model.forces if not isinstance(f, BearingFriction))
    plain = replace(model, forces=others)
    solver = CartesianSystem(plain, compiled=False)
    at = placed(plain, System(plain, cache=None), state.q, state.v)
    rates = solver.rates(at)
    axes = {b.joint: _axis(system, state, b.joint) for b in bearings}
    loads = {b.name: 0.0 for b in bearings}
    for _ in range(200):
        efforts = {joint: np.atleast_1d(value) for joint, value in (given or {}).items()}
        for b in bearings:
            friction = -slip(b, float(rates[b.joint][0])) * loads[b.name]
            efforts[b.joint] = efforts.get(b.joint, np.zeros(1)) + friction
        found = solver.reactions(at, efforts=efforts)
        new = {b.name: carried(b, found[b.joint], axes[b.joint]) for b in bearings}
        change = max(abs(new[n] - loads[n]) for n in loads)
        loads = new
        if change <= 1e-14 * max(loads.values()):
            return loads, solver.accelerations(at, efforts=efforts), found
    raise AssertionError("the iteration does not end")


def _axis(system: System, state: State, joint: str) -> np.ndarray:
    j = system.compiled.loops.joints.index(joint)
    return np.asarray(system.compiled.loops.frames(state.q)[0][j, 1][:, 2])
