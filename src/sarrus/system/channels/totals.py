"""The channels of the whole mechanism: energies, the ledger, momentum, centre of mass."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sarrus.system.channels.bodies import acceleration_outputs, vector
from sarrus.system.channels.definition import Definition
from sarrus.system.history.chunk import Chunk
from sarrus.system.history.equations import heat

ENERGIES = (
    ("kinetic", "kinetic energy", (0,)),
    ("gravity", "energy of gravity, zero at the world's origin", (1,)),
    ("elements", "energy stored in force elements", (2,)),
    ("potential", "energy of gravity and force elements", (1, 2)),
    ("total", "kinetic and potential energy", (0, 1, 2)),
)
LEDGER = (
    ("work", "work done by efforts and supplied by elements, since the start"),
    ("loss", "energy turned into heat, since the start"),
    ("booked", "energy changed by projections on the loops and by impacts, since the start"),
)


def total_definitions(ledger: bool, note: str = "") -> Iterator[Definition]:
    """Go through the channels of the mechanism as a whole."""
    for name, text, places in ENERGIES:
        also = ("energy",) if name == "total" else ()
        full = f"energy.{name}"
        yield Definition("system", full, "J", text, _energy(places), also=also)
    text = "power that force elements turn into heat"
    yield Definition(
        "system",
        "power.dissipation",
        "W",
        text,
        _dissipation,
    )
    for k, (name, text) in enumerate(LEDGER if ledger else ()):
        full = f"energy.{name}"
        yield Definition("system", full, "J", text, _booked(k), also=(name,))
    yield from _momenta(note)


def _dissipation(chunk: Chunk) -> np.ndarray:
    loops = chunk.system.loops
    if not loops.bearings:
        return chunk.named("energy")["dissipation"][:, 0]
    kernel = loops.kernel("history_heat", ("q", "v", "bearing"), heat)
    return chunk.outputs(kernel)["heat"][:, 0]


def _energy(places: tuple[int, ...]) -> Callable[[Chunk], np.ndarray]:
    def read(chunk: Chunk) -> np.ndarray:
        with np.errstate(invalid="ignore", over="ignore"):
            return chunk.named("energy")["energy"][:, list(places)].sum(axis=1)

    return read


def _booked(k: int) -> Callable[[Chunk], np.ndarray]:
    def read(chunk: Chunk) -> np.ndarray:
        missing = np.full((len(chunk), len(LEDGER)), np.nan)
        return (missing if chunk.ledger is None else chunk.ledger)[:, k]

    return read


def _momenta(note: str) -> Iterator[Definition]:
    of = "of the mechanism, world axes"

    def total(chunk: Chunk) -> dict[str, np.ndarray]:
        return chunk.named("momentum")

    def com(chunk: Chunk) -> np.ndarray:
        return _divided(total(chunk)["moment"], total(chunk)["mass"])

    def about_com(chunk: Chunk) -> np.ndarray:
        both = total(chunk)["momentum"]
        return both[:, 3:6] - np.cross(com(chunk), both[:, 0:3])

    def acceleration(chunk: Chunk) -> np.ndarray:
        found = chunk.once(acceleration_outputs)
        return _divided(found["force"], found["mass"])

    for name, unit, text, read in (
        ("momentum.linear", "kg m/s", "linear momentum", lambda c: total(c)["momentum"][:, 0:3]),
        (
            "momentum.angular",
            "kg m^2/s",
            "angular momentum about the world's origin",
            lambda c: total(c)["momentum"][:, 3:6],
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
            lambda c: _divided(total(c)["momentum"][:, 0:3], total(c)["mass"]),
        ),
    ):
        yield vector("system", name, unit, f"{text} {of}", read)
    text = f"acceleration of the centre of mass {of}{note}"
    yield vector("system", "com.acceleration", "m/s^2", text, acceleration)


def _divided(values: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """Return values / mass; not a number where there is no mass at all."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return values / mass
