"""Modal bodies of second order: rotation stiffens them, loads along them buckle them."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from forces.test_flexible_beam import AREA, EI, LENGTH, RHO, ritz_frequencies
from sarrus.fem import BeamMaterial, Section, beam_structure, craig_bampton, modes_of_nodes


def modes_of_rod(*, keep, second_order=True, elements=12, length=LENGTH, **options):
    given = {"section": "round", "diameter": 0.01, "material": "steel"} | options
    rod = beam_structure((0, 0, 0), (length, 0, 0), elements=elements, **given)
    return craig_bampton(
        rod, {"a": 0, "b": elements}, modes=4, reference="a", keep=keep, second_order=second_order
    )


def frequencies(system, start, **options):
    values = system.linearize(start, **options).eigenvalues
    return np.sort(np.abs(np.imag(values)))[::2], np.max(np.real(values))


def test_rotation_stiffens_modes_as_an_independent_ritz_solution_says():
    speed = 6.0 * np.sqrt(EI / (RHO * AREA)) / LENGTH**2
    found = {}
    for second_order in (False, True):
        m = sarrus.Mechanism("spin", gravity=(0, 0, 0))
        rod = m.modal_body(
            "rod", modes_of_rod(keep=4 if second_order else 2, second_order=second_order)
        )
        m.revolute("hub", m.ground, rod.frame, at=(0, 0, 0), axis="z")
        system = m.build().compile(kernels=())
        start = system.assemble({"hub": 0.0}, {"hub": speed})
        law = {"hub": f"{float(speed)!r}*t"}
        found[second_order] = frequencies(system, start, driven=law)
    expected = ritz_frequencies(speed)
    assert found[True][0][:2] == pytest.approx(expected, rel=1e-2)
    assert found[True][1] < 1e-6 * expected[0]
    # without the second order the rod would give way in the plane of rotation
    assert found[False][1] > expected[0]


def test_load_along_a_column_of_modes_buckles_it_at_eulers_load():
    euler = np.pi**2 * EI / (4 * LENGTH**2)
    squares = []
    modes = modes_of_rod(keep=4)
    for part in (0.9, 1.1):
        m = sarrus.Mechanism("column", gravity=(0, 0, 0))
        rod = m.modal_body("rod", modes)
        m.weld("root", m.ground, rod.frame, at=(0, 0, 0))
        m.point_force("P", rod.interface("b"), (-part * euler, 0, 0), at=(LENGTH, 0, 0))
        system = m.build().compile(kernels=())
        values = system.linearize(system.assemble()).eigenvalues
        squares.append(float(np.min(np.real(-(values**2)))))
    found = 0.9 + 0.2 * squares[0] / (squares[0] - squares[1])
    assert found == pytest.approx(1.0, abs=6e-3)


def free_body():
    rng = np.random.default_rng(8)
    count, n = 12, 2
    theta = 0.3 * rng.normal(size=(count, 3, n, n))
    modes = modes_of_nodes(
        masses=rng.uniform(0.5, 1.0, count), positions=rng.normal(size=(count, 3)),
        shapes=0.4 * rng.normal(size=(count, 3, n)), stiffness=[[900.0, 100.0], [100.0, 1500.0]],
        second=theta + theta.swapaxes(2, 3), interfaces={"tip": 3},
    )  # fmt: skip
    m = sarrus.Mechanism("free", gravity=(0, 0, 0))
    body = m.modal_body("body", modes)
    m.free("F", m.ground, body.frame)
    return m.build().compile(kernels=())


def test_free_body_with_shifts_of_second_order_keeps_momentum_and_energy():
    system = free_body()
    rng = np.random.default_rng(9)
    names = [f"body.modes.mode_{k + 1}" for k in range(2)]
    rates = dict(zip(names, rng.normal(size=2), strict=True)) | {"F": rng.normal(size=6)}
    start = system.assemble(dict(zip(names, 0.1 * rng.normal(size=2), strict=True)), rates)
    run = system.simulate(start, until=0.3, rtol=1e-12, atol=1e-13)
    ends = ((run.q[0], run.v[0]), (run.q[-1], run.v[-1]))
    before, after = (system.momentum(q, v) for q, v in ends)
    for one, other in ((before.linear, after.linear), (before.angular, after.angular)):
        assert np.max(np.abs(other - one)) < 1e-10 * np.max(np.abs(one))
    energies = [system.energy(q, v).total for q, v in ends]
    assert energies[1] == pytest.approx(energies[0], rel=1e-10)


SPIN_UP = (
    "if(t < 15 [s], 0.4 [rad/s^2]*(t^2/2 + (15 [s]/(2*pi))^2*(cos(2*pi*t/15 [s]) - 1)), "
    "6 [rad/s]*t - 45 [rad])"
)
"""The manoeuvre of Kane, Ryan and Banerjee, Dynamics of a cantilever beam attached to a moving
base, Journal of Guidance, Control, and Dynamics 10, 1987, in the form of Simo and Vu-Quoc."""


def lag(kind, size):
    """How far the end is beside the line of its root, over time; size: segments, or modes kept."""
    # EI, rho A and length of Simo and Vu-Quoc 1987, part II, as in test_flexible_beam
    m = sarrus.Mechanism(kind, gravity=(0, 0, 0))
    if kind == "modes":
        beam = beam_structure(
            (0, 0, 0), (10, 0, 0), elements=10, section=Section(4e-4, 2e-7, 2e-7, 2e-7),
            material=BeamMaterial(7e10, 2.5e10, 3000.0),
        )  # fmt: skip
        modes = craig_bampton(
            beam, {"a": 0, "b": 10}, modes=size, reference="a", keep=size, second_order=True
        )
        root, tip = m.modal_body("rod", modes).frame, "rod.b"
    else:
        rod = m.flexible_beam(
            "rod", (0, 0, 0), (10, 0, 0), segments=size, mass="consistent", young_modulus=7e10,
            shear_modulus=2.5e10, density=3000.0, area=4e-4, torsion_constant=2e-7,
            second_moment_y=2e-7, second_moment_z=2e-7,
        )  # fmt: skip
        root, tip = rod.start, f"rod.{size}"
    m.revolute("hub", m.ground, root, at=(0, 0, 0), axis="z")
    system = m.build().compile(kernels=())
    run = system.simulate(
        system.assemble(), until=16.0, every=0.1, method="bdf", rtol=1e-6, atol=1e-8,
        driven={"hub": SPIN_UP},
    )  # fmt: skip
    at, angle = np.asarray(run[f"{tip}.position"]), np.asarray(run["hub.angle"])
    return at[:, 1] * np.cos(angle) - at[:, 0] * np.sin(angle)


@pytest.mark.slow
def test_spin_up_of_modes_approaches_that_of_segments():
    coarse, fine = lag("segments", 4), lag("segments", 6)
    # segments are of order two: what is left falls with the square of their number
    right = (36 * fine - 16 * coarse) / 20
    size = np.max(np.abs(right))
    assert size == pytest.approx(0.5736, rel=3e-3)
    errors = [np.max(np.abs(lag("modes", n) - right)) / size for n in (2, 4, 8)]
    assert np.all(errors < np.array([0.013, 0.008, 0.004]))
    assert errors[2] < errors[1] < errors[0]
    assert np.max(np.abs(right[-5:])) < 0.02 * size
