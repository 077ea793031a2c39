"""Finite elements against closed forms, and their reduction to modes."""

from __future__ import annotations

import json

import numpy as np
import pytest

import sarrus
from sarrus.fem import (
    BeamMaterial,
    Section,
    beam_structure,
    craig_bampton,
    load_modes,
    plate_structure,
    union,
)

E, NU, RHO, LENGTH, DIAMETER = 210e9, 0.3, 7850.0, 1.0, 0.01
AREA, I = np.pi * DIAMETER**2 / 4, np.pi * DIAMETER**4 / 64
UNIT = np.sqrt(E * I / (RHO * AREA)) / LENGTH**2


def rod(elements, **options):
    given = {"section": "round", "diameter": DIAMETER, "material": "steel"} | options
    return beam_structure((0, 0, 0), (LENGTH, 0, 0), elements=elements, **given)


def test_free_beam_has_the_frequencies_of_its_closed_form():
    # cos a cosh a = 1; rotary inertia lowers the higher ones by some 1e-4
    found = rod(8).frequencies(12)
    assert np.max(found[:6]) < 1e-4 * found[6]
    expected = UNIT * np.array([4.73004074, 7.85320462, 10.9956078]) ** 2
    assert found[6:12:2] == pytest.approx(expected, rel=2e-3)


def test_errors_of_frequencies_fall_with_the_fourth_power_of_the_size():
    # against many elements, as rotary inertia is not in the closed form
    exact = rod(32).frequencies(5, held={0: range(6)})[4]
    coarse, fine = (rod(n).frequencies(5, held={0: range(6)})[4] / exact - 1 for n in (4, 8))
    assert np.log2(coarse / fine) == pytest.approx(4.0, abs=0.4)


def test_sheared_cantilever_bends_by_timoshenkos_deflection():
    section = Section(1e-4, 2e-9, 1e-9, 1e-9, 1.2, 1.2)
    material = BeamMaterial(2e9, 8e8, 1000.0)
    length = 0.05
    beam = beam_structure(
        (0, 0, 0), (0, length, 0), elements=3, section=section, material=material, shear=True
    )
    free = np.arange(6, beam.size)
    K = beam.stiffness.toarray()[np.ix_(free, free)]
    force = np.zeros(beam.size)
    force[-4] = 1.0  # along z at the end
    found = np.linalg.solve(K, force[free])[-4]
    bending, shearing = length**3 / (3 * 2e9 * 1e-9), 1.2 * length / (8e8 * 1e-4)
    assert found == pytest.approx(bending + shearing, rel=1e-11)


def test_plates_have_the_frequencies_of_their_closed_forms_with_order_two():
    # simply supported: pi^2 (m^2 + n^2); free square of nu = 0.3: 13.468, 19.596, 24.270 (Leissa,
    # The free vibration of rectangular plates, Journal of Sound and Vibration 31, 1973: 13.489,
    # 19.789, 24.432 as upper bounds)
    errors = []
    h, rho = 0.01, 7800.0
    unit = np.sqrt(2e11 * h**3 / (12 * (1 - 0.09)) / (rho * h))
    for n in (5, 10):
        plate = plate_structure(
            1.0, 1.0, h, elements=(n, n), young_modulus=2e11, poisson_ratio=0.3, density=rho
        )
        r = plate.positions
        border = np.min(np.minimum(r[:, :2], 1.0 - r[:, :2]), axis=1) < 1e-9
        held = {int(k): [2] for k in np.flatnonzero(border)}
        errors.append(plate.frequencies(1, held=held)[0] / (unit * 2 * np.pi**2) - 1)
    assert abs(errors[1]) < 0.01
    assert np.log2(errors[0] / errors[1]) == pytest.approx(2.0, abs=0.2)
    free = plate.frequencies(6)[3:] / unit
    assert free == pytest.approx((13.468, 19.596, 24.270), rel=3e-3)


def test_mass_and_inertia_of_a_structure_are_those_of_the_solid():
    found = craig_bampton(rod(5), {"a": 0, "b": 5}, modes=2, reference="a").mass_matrix
    m = RHO * AREA * LENGTH
    about = m * LENGTH**2 / 3 + RHO * I * LENGTH
    assert np.diag(found)[:6] == pytest.approx((m, m, m, 2 * RHO * I * LENGTH, about, about))


def test_reduction_keeps_static_stiffness_and_lowest_frequencies():
    beam = rod(10)
    modes = craig_bampton(beam, {"a": 0, "b": 10}, modes=4, reference="a")
    exact = beam.frequencies(4, held={0: range(6)})
    assert modes.frequencies[:4] == pytest.approx(exact, rel=2e-3)
    # deflection by a unit force at b, from K^-1 of the modal coordinates
    shape = modes.interfaces["b"].shape[2]
    found = shape @ np.linalg.solve(modes.stiffness, shape)
    assert found == pytest.approx(LENGTH**3 / (3 * E * I), rel=1e-10)


def test_free_reduction_leaves_rigid_motions_out():
    beam = rod(10)
    modes = craig_bampton(beam, {"a": 0, "b": 10}, modes=6)
    exact = beam.frequencies(12)[6:]
    assert modes.frequencies[:6] == pytest.approx(exact, rel=5e-3)
    M = modes.mass_matrix
    scale = np.sqrt(np.outer(np.diag(M), np.diag(M)))
    assert np.max(np.abs(M[:6, 6:] / scale[:6, 6:])) < 1e-6


def test_stress_at_the_root_is_that_of_the_bending_moment():
    modes = craig_bampton(rod(10), {"a": 0, "b": 10}, modes=0, reference="a", stresses={"root": 0})
    force = np.array([0.0, 3.0, 0.0, 0.0, 0.0, 0.0])
    q = np.linalg.solve(modes.stiffness, modes.interfaces["b"].shape.T @ force)
    expected = 3.0 * LENGTH * DIAMETER / 2 / I
    stresses = modes.outline.stresses @ q
    assert np.max(np.abs(stresses)) == pytest.approx(expected, rel=1e-9)
    assert abs(modes.stresses["root"] @ q) <= expected * (1 + 1e-9)


def test_joined_structures_share_nodes():
    first = rod(4)
    second = beam_structure(
        (LENGTH, 0, 0), (LENGTH, 0.5, 0), elements=2, section="round", diameter=DIAMETER,
        material="steel",
    )  # fmt: skip
    frame = union(first, second)
    assert len(frame.positions) == 7
    assert frame.mass == pytest.approx(first.mass + second.mass, rel=1e-14)
    K = frame.stiffness.toarray()
    assert np.sum(np.linalg.eigvalsh(K) < 1e-6 * np.max(K)) >= 6


def test_files_hold_mode_sets_exactly(tmp_path):
    modes = craig_bampton(rod(4), {"a": 0, "b": 4}, modes=1, reference="a", stresses={"root": 0})
    modes.save(tmp_path / "rod.json")
    found = load_modes(tmp_path / "rod.json")
    assert np.array_equal(found.moments, modes.moments)
    assert np.array_equal(found.stiffness, modes.stiffness)
    assert np.array_equal(found.interfaces["b"].shape, modes.interfaces["b"].shape)
    assert np.array_equal(found.outline.triangles, modes.outline.triangles)
    assert np.array_equal(found.stresses["root"], modes.stresses["root"])


def test_outlines_that_name_other_points_are_refused(tmp_path):
    modes = craig_bampton(rod(2), {"a": 0, "b": 2}, modes=0, reference="a", keep=1)
    path = tmp_path / "rod.json"
    modes.save(path)
    record = json.loads(path.read_text())
    for wrong in ([0, 1, 999], [0, 1, 10**30]):
        record["outline"]["triangles"][0] = wrong
        path.write_text(json.dumps(record))
        with pytest.raises(sarrus.ModelError, match="S97"):
            load_modes(path)


@pytest.mark.parametrize(
    "text", ["", "{}", '{"format": "other"}', '{"format": "sarrus mode set 1", "interfaces": 3}']
)
def test_files_that_are_no_mode_sets_are_named(text, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(text)
    with pytest.raises(sarrus.ModelError) as caught:
        load_modes(path)
    assert caught.value.problems[0].code == "S97"
    assert "bad.json" in caught.value.problems[0].element


def test_what_cannot_be_reduced_is_named():
    beam = rod(2)
    for interfaces, reference, words in (
        ({}, None, "no interface frames"),
        ({"a": 9}, None, "from 0 to 2"),
        ({"a": 0}, "b", "not one of the interfaces"),
    ):
        with pytest.raises(sarrus.ModelError, match=words) as caught:
            craig_bampton(beam, interfaces, modes=1, reference=reference)
        assert caught.value.problems[0].code == "S91"
    with pytest.raises(sarrus.ModelError, match="no material"):
        rod(2, material="cheese")
    with pytest.raises(sarrus.ModelError, match="no section"):
        rod(2, section="hexagon")
