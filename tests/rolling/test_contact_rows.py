"""Rows of a rolling contact: what they are at a pose, and what the equations make of them."""

from __future__ import annotations

import numpy as np
import pytest

from rolling.wheels import MASS, RADIUS, ball, disc
from sarrus.model.joints import Rolling, contradictions
from sarrus.spatial import Transform
from sarrus.spatial.rotation import quaternion_matrix

KINDS = {
    "ball": Rolling(0.3, crown=0.3),
    "knife edge": Rolling(0.3),
    "crowned": Rolling(0.3, crown=0.08),
    "barrel": Rolling(0.3, crown=0.9),
}
LEANING = np.array([0.8, 0.6, 0.0, 0.0])  # the axis 16 degrees from level
POSE = Transform.of(quaternion_matrix(LEANING), np.array([0.3, -0.5, 0.7]))


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_touching_row_is_the_rate_of_the_gap(kind: Rolling) -> None:
    assert not contradictions(kind)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_contact_is_the_lowest_point_of_the_tread(kind: Rolling) -> None:
    """Against all points of the torus: ring of radius R - rho, tread of radius rho."""
    at = kind.contact(POSE)
    ring, rho = kind.radius - kind.crown, kind.crown
    round_, over = np.meshgrid(np.linspace(0, 2 * np.pi, 721), np.linspace(-1.2, 1.2, 241))
    if rho == kind.radius:
        over = over * np.pi / 2.4
    r = ring + rho * np.cos(over)
    points = np.stack([r * np.cos(round_), r * np.sin(round_), rho * np.sin(over)], axis=-1)
    world = points[r > 0.0] @ POSE.matrix.T + POSE.position
    lowest = world[np.argmin(world[:, 2])]
    assert at.gap <= lowest[2] + 1e-12
    np.testing.assert_allclose(at.point, lowest, atol=6e-3)
    assert abs(at.gap - lowest[2]) < 1e-4


def test_positions_and_velocities_are_counted_apart() -> None:
    found = disc().mobility()
    assert (found.freedom, found.positions, found.rank) == (3, 5, 3)


def test_any_place_on_the_plane_can_be_wanted() -> None:
    """Rows of velocities hold no positions."""
    system = disc()
    state = system.assemble({"any.x": 1.3, "any.y": -0.7}, rates={"any.omega_y": 4.0})
    assert not state.notices
    np.testing.assert_allclose(state.q[:3], [1.3, -0.7, RADIUS], atol=1e-12)
    np.testing.assert_allclose(state.v[0], 4.0 * RADIUS, atol=1e-12)


def test_velocities_that_slip_are_refused() -> None:
    from sarrus import ModelError

    system = disc()
    with pytest.raises(ModelError, match="slip_along"):
        system.state(system.assemble().q, [1.0, 0, 0, 0, 0, 0])


def test_a_ball_on_an_incline_has_five_sevenths_of_the_acceleration() -> None:
    slope = 0.3
    system = ball(normal=(np.sin(slope), 0, np.cos(slope)))
    start = system.assemble()
    motion = system.accelerations(start)
    along = np.array([np.cos(slope), 0, -np.sin(slope)])
    g = -system.model.gravity[2]
    np.testing.assert_allclose(motion.vdot[:3], 5 / 7 * g * np.sin(slope) * along, atol=1e-12)
    force = system.reactions(motion, axes="world")["contact"].force
    normal = np.array([np.sin(slope), 0, np.cos(slope)])
    np.testing.assert_allclose(force @ normal, MASS * g * np.cos(slope), rtol=1e-12)
    np.testing.assert_allclose(force @ along, -2 / 7 * MASS * g * np.sin(slope), rtol=1e-12)


METHODS = {
    "auto": {"rtol": 1e-9, "atol": 1e-11},
    "rk4": {"step": 1e-3},
    "bdf": {"rtol": 1e-9, "atol": 1e-11},
    "ida": {"rtol": 1e-9, "atol": 1e-11},
}


@pytest.mark.parametrize("crown", [0.08])
def test_all_methods_go_the_same_way_and_keep_energy(crown: float) -> None:
    system = disc(crown)
    start = system.assemble(rates={"any.omega_x": 0.3, "any.omega_y": 5.0, "any.omega_z": 1.0})
    ends = []
    for method, options in METHODS.items():
        run = system.simulate(start, until=0.5, method=method, **options)
        assert np.ptp(run.energy) < 2e-8
        ends.append(run.q[-1])
    for end in ends[1:]:
        np.testing.assert_allclose(end, ends[0], atol=1e-7)


def test_freedoms_of_velocity_are_told_by_name() -> None:
    system = disc()
    assert system.topology.velocity_rows == ("contact.slip_along", "contact.slip_across")
    text = system.topology.report()
    assert (
        "5 degrees of freedom of position, 2 more: contact.slip_along, contact.slip_across" in text
    )
