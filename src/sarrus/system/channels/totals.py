"""The channels of the whole mechanism: energies, the energy balance, momentum, centre of mass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sarrus.spatial.arrays import Array
from sarrus.system.channels.bodies import vector
from sarrus.system.channels.definition import Definition, Equation
from sarrus.system.channels.view import StateView

if TYPE_CHECKING:
    from sarrus.system.system import System

ENERGIES = (
    ("kinetic", "kinetic energy", (0,)),
    ("gravity", "energy of gravity, zero at the world's origin", (1,)),
    ("elements", "energy stored in force elements", (2,)),
    ("potential", "energy of gravity and force elements", (1, 2)),
    ("total", "kinetic and potential energy", (0, 1, 2)),
)
ENERGY_BALANCE = (
    ("work", "work done by efforts and supplied by elements, since the start"),
    ("loss", "energy turned into heat, since the start"),
    ("corrections", "energy changed by projections on the loops and by impacts, since the start"),
)


def total_definitions(system: System) -> Iterator[Definition]:
    """Go through the channels of the mechanism as a whole, which are the same for all systems."""
    del system
    for name, text, places in ENERGIES:
        also = ("energy",) if name == "total" else ()
        yield Definition("system", f"energy.{name}", "J", text, _energy(places), also=also)
    text = "power that force elements turn into heat"
    yield Definition("system", "power.dissipation", "W", text, _dissipation)
    for k, (name, text) in enumerate(ENERGY_BALANCE):
        yield Definition(
            "system",
            f"energy.{name}",
            "J",
            text,
            _accumulated_equation(k),
            also=(name,),
            accumulates=True,
        )
    yield from _momenta()


def _dissipation(at: StateView) -> Array:
    if not at.system.compiled.loops.bearings:
        return at.of_all("energy")["dissipation"][..., 0]
    return at.of_all("heat")["heat"][..., 0]


def _energy(places: tuple[int, ...]) -> Equation:
    def equation(at: StateView) -> Array:
        with np.errstate(invalid="ignore", over="ignore"):
            return at.of_all("energy")["energy"][..., list(places)].sum(axis=-1)

    return equation


def _accumulated_equation(k: int) -> Equation:
    def equation(at: StateView) -> Array:
        missing = np.full((*np.shape(at.q)[:-1], len(ENERGY_BALANCE)), np.nan)
        return (missing if at.balance is None else at.balance)[..., k]

    return equation


def _momenta() -> Iterator[Definition]:
    of = "of the mechanism, world axes"

    def momentum(at: StateView) -> Array:
        return at.of_all("momentum")["momentum"]

    def com(at: StateView) -> Array:
        total = at.of_all("momentum")
        return _quotient(total["moment"], total["mass"])

    def about_com(at: StateView) -> Array:
        both = momentum(at)
        return both[..., 3:6] - np.cross(com(at), both[..., 0:3])

    def acceleration(at: StateView) -> Array:
        found = at.of_all("mass_accelerations")
        return _quotient(found["force"], found["mass"])

    for name, unit, text, equation in (
        ("momentum.linear", "kg m/s", "linear momentum", lambda at: momentum(at)[..., 0:3]),
        (
            "momentum.angular",
            "kg m^2/s",
            "angular momentum about the world's origin",
            lambda at: momentum(at)[..., 3:6],
        ),
        (
            "momentum.angular_about_com",
            "kg m^2/s",
            "angular momentum about its centre of mass",
            about_com,
        ),
        ("com.position", "m", "centre of mass", com),
        (
            "com.velocity",
            "m/s",
            "velocity of the centre of mass",
            lambda at: _quotient(momentum(at)[..., 0:3], at.of_all("momentum")["mass"]),
        ),
    ):
        yield vector("system", name, unit, f"{text} {of}", equation)
    text = f"acceleration of the centre of mass {of}"
    yield vector("system", "com.acceleration", "m/s^2", text, acceleration, solved=True)


def _quotient(values: Array, mass: Array) -> Array:
    """Return values / mass; not a number where there is no mass at all."""
    if mass.dtype == object:
        whole = isinstance(mass[0], (int, float)) and mass[0] == 0.0
        return np.full(3, np.nan) if whole else values / mass
    with np.errstate(divide="ignore", invalid="ignore"):
        return values / mass
