"""Random rolling machines: trees and loops, several contacts, rows that say the same twice.

Sarrus against the solver in absolute coordinates: freedoms, accelerations, reactions and motion;
the balance of every body with what the contacts are said to do; other cuts, the same motion.
"""

from __future__ import annotations

import numpy as np
import pytest

from loops.free_bodies import imbalance
from rolling.comparison import (
    acceleration_error,
    known_run,
    loads_of,
    other_bases,
    place_error,
    same_state,
)
from rolling.machines import FAMILIES, Sample, sample
from sarrus import System
from sarrus.events import Event, Record

RTOL = 1e-10
QUICK = ("disc", "ball_on_deck", "sleigh")
"""Families whose runs take a second to compile."""
LONG = [(family, seed) for family in FAMILIES for seed in range(1, 5)]
CUTS = {
    "mill": [(("tilt",), ("yoke",)), (("post",), ("arm",)), (("runner_hub",), ("runner",))],
    "locomotive": [(("rear_pin",), ("frame",)), (("front_hub",), ("frame",))],
    "cart": [(("left_hub", "castor_socket"), ("cart", "left", "castor"))],
    "bicycle": [(("steer",), ("frame", "fork"))],
    "ball_on_deck": [(("deck_joint",), ("ball", "deck"))],
    "sleigh": [(("ice",), ("sleigh",)), (("hitch",), ("trailer",))],
}
"""Joints that are cut, and bodies that free joints carry then."""


def check_here(system: System, found: Sample) -> None:
    """Freedoms, accelerations, reactions and balance at the start."""
    world, x, V = found.machine.world(), found.x, found.V
    state = same_state(system, world, x, V)
    mobility = system.mobility(state)
    assert (mobility.positions, mobility.freedom) == world.freedoms(x)
    assert bool(mobility.n_redundant) == found.machine.redundant
    moving = system.accelerations(state)
    assert acceleration_error(system, moving, world, x, V) < 1e-10
    assert imbalance(system, moving, loads_of(found.machine, world, moving, x, V)) < 1e-11
    reactions = system.reactions(moving, axes="world")
    for name, grip in world.grips(0.0, x, V).items():
        ours, size = reactions[name], np.linalg.norm(grip.force)
        assert found.machine.redundant or all(ours.unique_force)
        off = np.abs(ours.force - grip.force)[np.array(ours.unique_force)]
        assert np.max(off, initial=0.0) < 1e-10 * size, name
        # A contact is a force at a point: no moment is left there.
        left = ours.moment + np.cross(ours.at - grip.point, ours.force)
        assert np.max(np.abs(left)) < 1e-10 * size, name


def check_run(system: System, found: Sample) -> None:
    """To where the other solver goes; the energy that the run accounts for is kept."""
    world, ((x, V), end) = known_run(found)
    state = same_state(system, world, x, V)
    until = found.until
    # the other solver lets contacts pull: events on their forces take the place of those that stop
    wheels = [joint.name for joint in system.topology.cuts if joint.type.type_name == "rolling"]
    pulls = [Event(f"{name}.normal_force", Record()) for name in wheels]
    run = system.simulate(
        state, until=until, every=until, rtol=RTOL, atol=1e-2 * RTOL, events=pulls
    )
    assert run.t[-1] == until
    assert run.energy_error < 1e-9 and run.drift < 1e-11
    assert place_error(system, run.final, world, *end) < 1e-8
    assert np.max(np.abs(end[0] - x)) > 1e-3


@pytest.mark.parametrize("family", FAMILIES)
def test_random_machine(family: str) -> None:
    found = sample(family, 0)
    system = found.machine.mechanism().build().compile(kernels=())
    check_here(system, found)
    if family in QUICK:
        check_run(system, found)


@pytest.mark.slow
@pytest.mark.parametrize("family, seed", LONG)
def test_random_machines_run(family: str, seed: int) -> None:
    found = sample(family, seed)
    system = found.machine.mechanism().build().compile(kernels=())
    check_here(system, found)
    check_run(system, found)


def test_a_coupling_rod_goes_through_its_dead_point() -> None:
    """There the rows that close positions lose rank, and all rows together do not.

    Velocities and forces do not feel it, and gaps of rounding move nothing: steps stay long, rows
    are not chosen again, and the three normal forces, which are unique, stay what they are.
    """
    found = sample("locomotive", 3)
    system = found.machine.mechanism().build().compile(kernels=())
    state = same_state(system, found.machine.world(), found.x, found.V)
    run = system.simulate(state, until=3.0, every=0.01, rtol=RTOL, atol=1e-2 * RTOL, certify=False)
    spans = np.asarray(run["rear_hub.angle"])
    assert np.ptp(spans) > 2.0 * np.pi  # two dead points at least
    assert run.account.smallest_watch > 1e-5 and run.account.rejected < run.account.steps / 2
    assert run.energy_error < 1e-9 and run.drift < 1e-11
    turned = np.asarray(run["front_hub.angle"]) - spans
    assert np.ptp(turned) < 1e-8  # the wheels turn alike, as the rod has them and as they roll
    for wheel in ("rear", "front", "other"):
        force = np.asarray(run[f"{wheel}_contact.normal_force"])
        assert np.max(np.abs(np.diff(force, 2))) < 0.02 * np.max(force)


def test_free_joint_elsewhere() -> None:
    """Another body hangs on ground by the free joint: other coordinates, the same machine."""
    found = sample("bicycle", 5)
    system = found.machine.mechanism("front").build().compile(kernels=())
    check_here(system, found)


@pytest.mark.slow
@pytest.mark.parametrize("family", [f for f in FAMILIES if other_bases(sample(f, 6).machine)])
def test_free_joint_on_any_body(family: str) -> None:
    found = sample(family, 6)
    for base in other_bases(found.machine):
        system = found.machine.mechanism(base).build().compile(kernels=())
        check_here(system, found)
    check_run(system, found)


@pytest.mark.parametrize(
    "family, cut, bases",
    [
        pytest.param(family, *how, marks=() if (family, k) == ("mill", 0) else pytest.mark.slow)
        for family, cuts in CUTS.items()
        for k, how in enumerate(cuts)
    ],
)
def test_cut_elsewhere(family: str, cut: tuple[str, ...], bases: tuple[str, ...]) -> None:
    found = sample(family, 7)
    system = found.machine.mechanism(*bases).build().compile(kernels=(), cut=cut)
    assert set(cut) <= {joint.name for joint in system.compiled.topology.cuts}
    check_here(system, found)
    check_run(system, found)


def test_length_of_a_model_is_no_rounding() -> None:
    """Joints at one point, written from different bodies, are apart by rounding alone.

    Their distance was the unit in which gaps are judged, so that poses closed to 1e-16 m were
    refused; the radius of a wheel is a length, a point of the ground is none.
    """
    found = sample("plate_on_balls", 4)
    system = found.machine.mechanism().build().compile(kernels=())
    assert system.compiled.loops.length == pytest.approx(0.15)
    world = found.machine.world()
    same_state(system, world, found.x, found.V)
