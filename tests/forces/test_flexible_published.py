"""Flexible links beside published tables and beside another program with the same numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import sarrus
from sarrus.fem import BeamMaterial, Section, beam_structure, craig_bampton

# Hodges and Pierce, Introduction to structural dynamics and aeroelasticity, 2nd edition, 2011,
# tables 3.10 and 3.11: a beam on a hinge with a torsional spring k = EI/L, frequencies in
# sqrt(EI/(rho A L^4))
TABULATED = (1.55730, 16.2501)
SIDE, STEEL = 0.01, BeamMaterial(210e9, 80e9, 7850.0)


def elastic_arm(kind, size):
    """An elastic link on an elastic joint about y."""
    length = 1.0
    sizes = {"section": "rectangle", "width": SIDE, "height": SIDE}
    m = sarrus.Mechanism("arm", gravity=(0, 0, 0))
    if kind == "segments":
        link = m.flexible_beam(
            "link", (0, 0, 0), (length, 0, 0), segments=size, mass="consistent",
            young_modulus=STEEL.young_modulus, shear_modulus=STEEL.shear_modulus,
            density=STEEL.density, **sizes,
        )  # fmt: skip
        start = link.start
    else:
        beam = beam_structure((0, 0, 0), (length, 0, 0), elements=10, material=STEEL, **sizes)
        modes = craig_bampton(beam, {"a": 0, "b": 10}, modes=size, reference="a")
        start = m.modal_body("link", modes).frame
    m.revolute("joint", m.ground, start, at=(0, 0, 0), axis="y")
    EI = STEEL.young_modulus * SIDE**4 / 12
    m.joint_spring("gear", "joint", k=EI / length)
    system = m.build().compile(kernels=())
    unit = np.sqrt(EI / (STEEL.density * SIDE**2)) / length**2
    at = system.coordinates.index("joint.angle")
    found = [
        2 * np.pi * v.frequency / unit
        for v in system.linearize(system.assemble()).vibrations
        if abs(v.shape[at]) > 1e-6 * np.max(np.abs(v.shape))
    ]
    return np.sort(found)[:2]


# 4 shapes with both ends held are two in the plane, 8 are four, beside deflections of the end
@pytest.mark.parametrize(
    ("size", "error"), [(4, 5e-4), pytest.param(8, 5e-5, marks=pytest.mark.slow)]
)
def test_arm_with_elastic_link_and_joint_has_tabulated_frequencies_by_modes(size, error):
    assert elastic_arm("modes", size) == pytest.approx(TABULATED, rel=error)


@pytest.mark.slow
def test_arm_with_elastic_link_and_joint_has_tabulated_frequencies_by_segments():
    errors = [np.abs(elastic_arm("segments", n) / TABULATED - 1) for n in (3, 6)]
    assert np.all(errors[1] < (1.5e-3, 2e-2))
    assert np.log2(errors[0] / errors[1]) == pytest.approx((2.0, 2.0), abs=0.4)


# Bathe and Bolourchi 1979, the bend of 45 degrees: radius 100 in, section 1 in x 1 in, E 1e7 psi,
# no lateral contraction, 600 lbf at its end across its plane. Their shifts of the end are -23.5,
# -13.4 and 53.4 in with 8 straight elements; those of converged beam elements (documentation of
# Kynema, 9 nodes of one spectral element) have five digits.
BEND = (-23.646, -13.721, 53.578)


def bend(segments):
    """Shifts of the end of the bend along its start, towards its middle and across its plane."""
    angles = np.linspace(0.0, np.pi / 4, 2 * segments + 1)
    line = 100.0 * np.stack([np.sin(angles), 1.0 - np.cos(angles), 0.0 * angles], axis=1)
    m = sarrus.Mechanism("bend", gravity=(0, 0, 0))
    rod = m.flexible_beam(
        "rod", tuple(line[0]), tuple(line[-1]), through=line[1:-1].tolist(), segments=segments,
        shear=True, area=1.0, torsion_constant=1 / 6, second_moment_y=1 / 12,
        second_moment_z=1 / 12, shear_ratio_y=1.2, shear_ratio_z=1.2, young_modulus=1e7,
        shear_modulus=5e6, density=1.0, up=(0, 0, 1),
    )  # fmt: skip
    m.weld("clamp", m.ground, rod.start, at=(0, 0, 0))
    m.point_force("P", rod.end, (0, 0, 1.0), at=tuple(line[-1]))
    system = m.build().compile(kernels=(), parameters=["P.force"])
    state = None
    for load in np.linspace(100.0, 600.0, 6):
        state = system.equilibrium(state, parameters={"P.force": (0, 0, float(load))}).state
    return system.poses(state.q)[rod.end.name].position - line[-1]


@pytest.mark.slow
def test_end_of_a_curved_cantilever_is_where_published_solutions_have_it():
    errors = [float(np.linalg.norm(bend(n) - BEND)) for n in (2, 4)]
    assert errors[1] < 0.02 * 60
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.5)


# The four-bar of Bauchau (Flexible multibody dynamics, 2011), with the numbers of its sections as
# in the example four_bar_mechanism of TACS: bars of 0.12, 0.24 and 0.12 m, the axis of the joint
# between the last two 5 degrees aside, so that rigid bars could not move at all.
THICK = (52.99e6, 16.88e6, 733.5, 1131.0, 1.997, 0.016)
THIN = (13.25e6, 4.220e6, 45.84, 70.66, 0.4992, 0.008)
"""E A, G A of shear, G J, E I [N, N m^2], mass by length [kg/m], side [m]."""
TILT = np.radians(5.0)


def numbers(bar):
    EA, GA, GJ, EI, line, side = bar
    area = side * side
    E, G = EA / area, 1.2 * GA / area
    return E, G, line / area, Section(area, GJ / G, EI / E, EI / E, 1.2, 1.2)


def misaligned(kind, counts=(2, 2, 2)):
    m = sarrus.Mechanism("four-bar", gravity=(0, 0, 0))
    ends = {}
    bars = {
        "crank": ((0, 0, 0), (0, 0.12, 0), THICK),
        "link": ((0, 0.12, 0), (0.24, 0.12, 0), THICK),
        "rocker": ((0.24, 0, 0), (0.24, 0.12, 0), THIN),
    }
    for (name, (a, b, bar)), count in zip(bars.items(), counts, strict=True):
        E, G, density, section = numbers(bar)
        if kind == "segments":
            rod = m.flexible_beam(
                name, a, b, segments=count, shear=True, area=section.area,
                torsion_constant=section.torsion_constant,
                second_moment_y=section.second_moment_y, second_moment_z=section.second_moment_z,
                shear_ratio_y=1.2, shear_ratio_z=1.2, young_modulus=E, shear_modulus=G,
                density=density,
            )  # fmt: skip
            ends[name] = rod.start, rod.end
        else:
            structure = beam_structure(
                a, b, elements=count, section=section, material=BeamMaterial(E, G, density),
                shear=True, up=(0, 0, 1),
            )  # fmt: skip
            modes = craig_bampton(
                structure, {"a": 0, "b": count}, modes=0, reference="a", second_order=True
            )
            rod = m.modal_body(name, modes, at=a)
            ends[name] = rod.frame, rod.interface("b")
    m.revolute("A", m.ground, ends["crank"][0], at=(0, 0, 0), axis="z")
    m.revolute("B", ends["crank"][1], ends["link"][0], at=(0, 0.12, 0), axis="z")
    m.revolute("D", m.ground, ends["rocker"][0], at=(0.24, 0, 0), axis="z")
    axis = (np.sin(TILT), 0, np.cos(TILT))
    m.revolute("C", ends["rocker"][1], ends["link"][1], at=(0.24, 0.12, 0), axis=axis)
    return m.build().compile(kernels=(), cut=["C"])


def rise(kind, counts=(2, 2, 2), degrees=(15, 30, 45, 60)):
    """Rise of the end of the link out of the plane, with the crank held at angles, at rest."""
    system = misaligned(kind, counts)
    end = f"link.{counts[1]}" if kind == "segments" else "link.b"
    state = system.assemble({"A": 0.0})
    places = [system.coordinates.index(f"{name}.angle") for name in "ABD"]
    found = {}
    for before, after in pairwise((0, *degrees)):
        step = -np.radians(after - before)
        q = np.array(state.q)
        q[places] += step * np.array([1.0, -1.0, 1.0])  # as a parallelogram turns
        wanted = {"A": float(q[places[0]])}
        state = system.equilibrium(system.assemble(wanted, guess=q), locked=["A"]).state
        found[after] = float(system.poses(state.q)[end].position[2])
    return found


IN_EXUDYN = {30: -0.001867908599013868, 60: -0.003698808358745787}
"""The same in Exudyn 1.13.6, with two geometrically exact beam elements for each bar, by
`test_four_bar_beside_exudyn.py`. No table of the published curves was found."""
FINER = -0.003512464869870300
"""At 60 degrees with 4, 8 and 4 elements of Exudyn."""


def test_flexible_four_bar_with_an_axis_aside_rises_as_in_another_program():
    found = rise("segments")
    assert [found[k] for k in IN_EXUDYN] == pytest.approx(list(IN_EXUDYN.values()), rel=1e-8)


@pytest.mark.slow
def test_flexible_four_bar_by_modes_rises_as_fine_elements_do():
    assert rise("modes", (6, 6, 6))[60] == pytest.approx(FINER, rel=0.03)
