"""Mode sets from matrices: the same as those of the elements that made them."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus.fem import beam_structure, craig_bampton, matrix_model, modes_of_matrices

COUNT = 8
ROD = beam_structure(
    (0, 0, 0), (0.6, 0, 0.2), elements=COUNT, section="rectangle", width=0.02, height=0.01,
    material="steel",
)  # fmt: skip
K, M, R = ROD.stiffness, ROD.mass_matrix, ROD.positions
FRAMES = {"a": 0, "b": COUNT}


def test_matrices_give_the_modes_of_the_elements():
    exact = craig_bampton(ROD, FRAMES, modes=2, reference="a", keep=4)
    found = modes_of_matrices(matrix_model(K, M, R), FRAMES, modes=2, reference="a", keep=4)
    assert found.frequencies == pytest.approx(exact.frequencies, rel=1e-9)
    one, other = (modes.mass_matrix for modes in (found, exact))
    # the sizes of shapes differ, not what does not depend on them
    assert one[:6, :6] == pytest.approx(other[:6, :6], abs=1e-9 * np.max(other))
    both = [m.interfaces["b"].shape @ np.linalg.solve(m.stiffness, m.interfaces["b"].shape.T)
            for m in (found, exact)]  # fmt: skip
    assert both[0] == pytest.approx(both[1], rel=1e-6, abs=1e-9 * np.max(np.abs(both[1])))


def test_coupling_of_rigid_and_modal_motion_is_that_of_the_matrix():
    model = matrix_model(K, M, R)
    modes = modes_of_matrices(model, FRAMES, modes=1, reference="a", keep=3)
    # of the deflected shape by a unit force at b, whatever the sizes of the coordinates
    exact = craig_bampton(ROD, FRAMES, modes=1, reference="a", keep=3)
    coupling = []
    for found in (modes, exact):
        at = found.interfaces["b"].shape[2]
        coupling.append(found.mass_matrix[:6, 6:] @ np.linalg.solve(found.stiffness, at))
    assert coupling[0] == pytest.approx(coupling[1], rel=1e-6, abs=1e-8 * np.max(coupling[1]))


def test_units_of_millimetres_and_tonnes_give_the_same():
    turns = np.tile([1.0] * 3 + [1e-3] * 3, len(R))
    scale = np.outer(1.0 / turns, 1.0 / turns)
    K_mm = 1e-3 * K.toarray() * scale
    M_mm = 1e-3 * M.toarray() * scale
    model = matrix_model(K_mm, M_mm, 1e3 * R, units="mm-t-s")
    assert abs(model.stiffness - K).max() < 1e-9 * abs(K).max()
    assert abs(model.mass_matrix - M).max() < 1e-9 * abs(M).max()


def test_an_interface_of_several_nodes_is_rigid():
    model = matrix_model(K, M, R)
    modes = modes_of_matrices(model, {"a": 0, "b": [COUNT - 1, COUNT]}, modes=0, reference="a")
    tip = modes.interfaces["b"]
    assert tip.position == pytest.approx(0.5 * (R[-1] + R[-2]))
    single = modes_of_matrices(model, FRAMES, modes=0, reference="a")
    gives = [
        at @ np.linalg.solve(found.stiffness, at)
        for found in (modes, single)
        for at in (found.interfaces["b"].shape[1],)
    ]
    # the free length ends at the first of the two nodes
    free = (COUNT - 1) / COUNT
    assert free**3 < gives[0] / gives[1] < 1.0


def test_stresses_and_a_surface_come_with_the_matrices():
    exact = craig_bampton(ROD, FRAMES, modes=0, reference="a", keep=3, stresses={"root": 0})
    # the stress by the freedoms of the first element, at the spot that was chosen there
    element = ROD.elements[0]
    model = matrix_model(K, M, R)
    rows = np.zeros((len(element.spots), ROD.size))
    rows[:, element.freedoms] = element.stresses
    named = {f"spot_{k}": row for k, row in enumerate(rows)}
    found = modes_of_matrices(
        model, FRAMES, modes=0, reference="a", keep=3, stresses=named,
        triangles=[[0, 1, 2], [2, 3, 4]],
    )  # fmt: skip
    force = np.array([0.0, 5.0, 3.0, 0.0, 0.0, 0.0])
    stresses = []
    for modes in (exact, found):
        q = np.linalg.solve(modes.stiffness, modes.interfaces["b"].shape.T @ force)
        stresses.append([row @ q for row in modes.stresses.values()])
    gaps = np.abs(np.abs(stresses[1]) - abs(stresses[0][0]))
    assert np.min(gaps) < 1e-5 * abs(stresses[0][0])
    assert found.outline.positions == pytest.approx(R[:5] - R[0])
    assert found.outline.shapes.shape == (5, 3, 3)
    assert found.outline.triangles.tolist() == [[0, 1, 2], [2, 3, 4]]
    for options, words in (
        ({"stresses": {"root": [1.0]}}, "root"),
        ({"triangles": [[0, 1, 99]]}, "triangles"),
        ({"triangles": [[0.5, 1, 2]]}, "triangles"),
    ):
        with pytest.raises(sarrus.ModelError, match=words) as caught:
            modes_of_matrices(model, FRAMES, modes=0, reference="a", **options)
        assert caught.value.problems[0].code == "S94"


HALF = np.triu(K.toarray())
BAD = {
    "unit": (K, M, R, {"units": "cubits"}, "S95"),
    "positions": (K, M, 1e3 * R, {}, "S95"),
    "held": (K + np.max(K.toarray()) * np.diag([1.0] * 6 + [0.0] * 6 * COUNT), M, R, {}, "S95"),
    "half": (HALF, M, R, {}, "S92"),
    "size": (K, M[:6][:, :6], R, {}, "S94"),
    "nodes": (K, M, R[:5], {}, "S94"),
    "freedoms": (K, M, R, {"freedoms": [(0, 0)]}, "S94"),
}


@pytest.mark.parametrize("case", BAD)
def test_matrices_that_do_not_fit_are_named(case):
    stiffness, mass, positions, options, code = BAD[case]
    with pytest.raises(sarrus.ModelError) as caught:
        matrix_model(stiffness, mass, positions, **options)
    assert [p.code for p in caught.value.problems] == [code]
