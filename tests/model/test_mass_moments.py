"""Second moments of flexible bodies: the same kinetic energy with few masses."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus.model.mass_moments import (
    fitted_moments,
    least_moment,
    mass_matrix,
    mass_split,
    moments_of_nodes,
    moments_of_points,
)
from sarrus.model.mode_set import Interface, modes_of_moments, modes_of_nodes

RNG = np.random.default_rng(11)
COUNT, MODES = 40, 3
MASSES = RNG.uniform(0.5, 1.0, COUNT)
POSITIONS = RNG.normal(size=(COUNT, 3))
SHAPES = 0.3 * RNG.normal(size=(COUNT, 3, MODES))
STIFFNESS = np.diag([100.0, 200.0, 300.0])


def moments_of_split(split):
    G = moments_of_points(split.point_masses, split.positions, split.shapes)
    still = np.zeros((1, 3, split.shapes.shape[2]))
    of_frame = moments_of_nodes(
        np.array([split.mass]), split.com[None], still, still, split.inertia[None]
    )
    return G + of_frame


def test_few_masses_have_the_moments_of_many():
    G = moments_of_points(MASSES, POSITIONS, SHAPES)
    split = mass_split(G)
    assert len(split.positions) == 3 * MODES + 1
    assert moments_of_split(split) == pytest.approx(G, abs=1e-13 * np.max(G))
    assert np.linalg.eigvalsh(split.inertia)[0] >= 0.0


def test_heavy_masses_have_the_moments_of_shifts_of_second_order():
    G = moments_of_points(MASSES, POSITIONS, SHAPES)
    theta = RNG.normal(size=(COUNT, 3, MODES, MODES))
    theta = theta + theta.swapaxes(2, 3)

    def moments(masses, positions, shifts):
        weights = np.column_stack([np.ones(len(masses)), positions]) * masses[:, None]
        return np.einsum("pk,pibc->kibc", weights, shifts)

    wanted = moments(MASSES, POSITIONS, theta)
    split = mass_split(G, wanted)
    assert moments_of_split(split) == pytest.approx(G, abs=1e-13 * np.max(G))
    found = moments(split.point_masses, split.positions, split.second)
    assert found == pytest.approx(wanted, abs=1e-12 * np.max(np.abs(wanted)))
    # along one direction alone two masses suffice, and the others keep shapes of first order
    wanted[2:] = 0.0
    split = mass_split(G, wanted)
    assert moments_of_split(split) == pytest.approx(G, abs=1e-13 * np.max(G))
    found = moments(split.point_masses, split.positions, split.second)
    assert found[:2] == pytest.approx(wanted[:2], abs=1e-12 * np.max(np.abs(wanted)))
    assert not np.any(split.second[2:])
    assert np.sum(split.point_masses[:2]) > 0.6 * np.sum(split.point_masses)


def test_kinetic_energy_of_the_masses_is_that_of_all_points_while_deformed():
    split = mass_split(moments_of_points(MASSES, POSITIONS, SHAPES))
    v, w, q, rate = (RNG.normal(size=3) for _ in range(4))

    def energy(masses, positions, shapes):
        r = positions + shapes @ q
        return 0.5 * np.sum(masses * np.sum((v + np.cross(w, r) + shapes @ rate) ** 2, axis=1))

    whole = energy(MASSES, POSITIONS, SHAPES)
    points = energy(split.point_masses, split.positions, split.shapes)
    at_com = v + np.cross(w, split.com)
    rigid = 0.5 * split.mass * at_com @ at_com + 0.5 * w @ split.inertia @ w
    assert points + rigid == pytest.approx(whole, rel=1e-13)


def test_inertia_of_nodes_is_that_of_points_around_them():
    turns = RNG.normal(size=(1, 3, MODES))
    arms = np.array([[0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.3]])
    arms = np.concatenate([arms, -arms])
    spread = 0.5 * sum(np.outer(d, d) for d in arms)
    J = np.trace(spread) * np.eye(3) - spread
    found = moments_of_nodes(np.array([3.0]), POSITIONS[:1], SHAPES[:1], turns, J[None])
    around = SHAPES[0] + np.stack([np.cross(turns[0].T, d).T for d in arms])
    expected = moments_of_points(np.full(6, 0.5), POSITIONS[0] + arms, around)
    assert found == pytest.approx(expected, abs=1e-13)


def test_mass_matrix_is_the_second_derivative_of_the_kinetic_energy():
    G = moments_of_points(MASSES, POSITIONS, SHAPES)
    J = np.concatenate(
        [np.tile(np.eye(3), (COUNT, 1, 1)),
         np.stack([_cross(r) for r in POSITIONS]),
         SHAPES],
        axis=2,
    )  # fmt: skip
    expected = np.einsum("p,pia,pib->ab", MASSES, J, J)
    assert mass_matrix(G) == pytest.approx(expected, abs=1e-12)


def _cross(r):
    """The matrix of w x r by w."""
    return -np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])


def test_moments_are_fitted_to_a_mass_matrix():
    G = moments_of_points(MASSES, POSITIONS, SHAPES)
    M = mass_matrix(G)
    M[6:, 6:] *= 1.02
    M[0:3, 6:] *= 0.99
    M[6:, 0:3] *= 0.99
    found = fitted_moments(G, M)
    assert mass_matrix(found) == pytest.approx(M, abs=1e-12)
    assert least_moment(found) > 0.0
    assert np.max(np.abs(fitted_moments(G, mass_matrix(G)) - G)) < 1e-10


def good():
    return {
        "masses": MASSES, "positions": POSITIONS, "shapes": SHAPES, "stiffness": STIFFNESS,
        "interfaces": {"tip": 3},
    }  # fmt: skip


HALF = np.triu(np.full((3, 3), 2.0)) + 50.0 * np.eye(3)
BAD = {
    "no interfaces": ({"interfaces": {}}, "S91", "interfaces"),
    "node": ({"interfaces": {"tip": 99}}, "S91", "tip"),
    "name": ({"interfaces": {"frame": 3}}, "S91", "frame"),
    "half": ({"stiffness": HALF}, "S92", "stiffness"),
    "negative": ({"stiffness": -STIFFNESS}, "S93", "stiffness"),
    "masses": ({"masses": -MASSES}, "S93", "masses"),
    "size": ({"stiffness": np.eye(2)}, "S94", "moments"),
    "rows": ({"shapes": SHAPES[:5]}, "S94", "shapes"),
    "not square": ({"stiffness": np.ones((3, 2))}, "S94", "stiffness"),
    "mass": ({"mass": HALF}, "S92", "mass"),
    "no mass": ({"mass": -np.eye(3)}, "S93", "moments"),
    "second": ({"second": np.zeros((COUNT, 3, 2, 2))}, "S94", "second"),
    "half of second": (
        {"second": np.tile(np.triu(np.ones((3, 3))), (COUNT, 3, 1, 1))},
        "S92",
        "second",
    ),
    "stress": ({"stresses": {"root": [1.0]}}, "S94", "root"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_a_mode_set_is_named(case):
    change, code, place = BAD[case]
    with pytest.raises(sarrus.ModelError) as caught:
        modes_of_nodes(**{**good(), **change})
    assert code in [p.code for p in caught.value.problems]
    assert any(place in p.element for p in caught.value.problems)


def test_a_rigid_shift_among_the_shapes_is_refused_by_the_builder():
    shapes = np.zeros((COUNT, 3, 1))
    shapes[:, 0] = 1.0
    modes = modes_of_nodes(
        masses=MASSES, positions=POSITIONS, shapes=shapes, stiffness=[[5.0]], interfaces={"a": 0}
    )
    m = sarrus.Mechanism("shift")
    m.modal_body("body", modes)
    with pytest.raises(sarrus.ModelError, match="S96"):
        m.build()


def test_interfaces_may_have_axes_of_their_own():
    G = moments_of_points(MASSES, POSITIONS, SHAPES)
    R = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    shape = RNG.normal(size=(6, 3))
    modes = modes_of_moments(G, STIFFNESS, {"tip": Interface(np.ones(3), R, shape)})
    assert modes.count == 3
    with pytest.raises(sarrus.ModelError, match="axes"):
        modes_of_moments(G, STIFFNESS, {"tip": Interface(np.ones(3), 2 * R, shape)})
