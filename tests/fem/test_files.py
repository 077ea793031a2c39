"""Matrices and nodes of files, against those that were written."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.io import mmwrite
from scipy.sparse import csc_array

import sarrus
from sarrus.fem import modes_of_matrices, read_calculix, read_faces, read_matrix, read_nodes

# a bar of springs between five nodes in space, so that every node moves
NODES = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]])


def springs():
    """Stiffness of springs between all pairs of nodes, which hold no rigid motion."""
    K = np.zeros((15, 15))
    for i in range(5):
        for j in range(i):
            d = NODES[i] - NODES[j]
            k = 1e4 * np.outer(d, d) / (d @ d)
            a, b = slice(3 * i, 3 * i + 3), slice(3 * j, 3 * j + 3)
            K[a, a] += k
            K[b, b] += k
            K[a, b] -= k
            K[b, a] -= k
    return K


K, M = springs(), np.diag(np.repeat([1.0, 2.0, 1.0, 3.0, 1.0], 3))


def write_job(folder, *, broken=""):
    """Files as CalculiX writes them: the nodes have the numbers 10, 20, ..."""
    nodes = [f"{10 * (k + 1)}, {x:g}, {y:g}, {z:g}" for k, (x, y, z) in enumerate(NODES)]
    text = "\n".join(
        ["** a comment", "*NODE, NSET=ALL", *nodes, "*ELEMENT, TYPE=C3D4", "1, 10, 20,", "30, 40"]
    )
    (folder / "job.inp").write_text(text + "\n")
    (folder / "job.dof").write_text(
        "\n".join(f"{10 * (k + 1)}.{i}" for k in range(5) for i in (1, 2, 3))
    )
    for ending, A in ((".sti", K), (".mas", M)):
        entries = [
            f"{i + 1} {j + 1} {A[i, j]!r}".replace("np.float64(", "").replace(")", "")
            for j in range(15)
            for i in range(j + 1)
            if A[i, j]
        ]
        (folder / f"job{ending}").write_text("\n".join(entries) + "\n")
    if broken:
        (folder / broken).write_text("1 nonsense\n")


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("symmetry", ["symmetric", "general"])
def test_matrix_market_gives_both_halves(dense, symmetry, tmp_path):
    mmwrite(tmp_path / "k.mtx", K if dense else csc_array(K), symmetry=symmetry)
    assert read_matrix(tmp_path / "k.mtx").toarray() == pytest.approx(K, rel=1e-12)


HEAD = "%%MatrixMarket matrix coordinate real symmetric\n"
BAD = {
    "empty": "",
    "complex": "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n",
    "no size": HEAD + "3 3\n",
    "few": HEAD + "2 2 3\n1 1 2.0\n",
    "outside": HEAD + "2 2 1\n1 3 2.0\n",
    "word": HEAD + "2 2 1\n1 one 2.0\n",
    "not square": HEAD + "2 3 1\n1 1 2.0\n",
    "not finite": HEAD + "2 2 1\n1 1 nan\n",
}


@pytest.mark.parametrize("case", BAD)
def test_what_is_no_matrix_is_named(case, tmp_path):
    path = tmp_path / "bad.mtx"
    path.write_text(BAD[case])
    with pytest.raises(sarrus.ModelError) as caught:
        read_matrix(path)
    assert caught.value.problems[0].code == "S97"
    assert "bad.mtx" in caught.value.problems[0].element


def test_calculix_gives_the_model_of_its_files(tmp_path):
    write_job(tmp_path)
    model = read_calculix(tmp_path / "job")
    at = [6 * node + k for node in range(5) for k in range(3)]
    assert model.stiffness.toarray()[np.ix_(at, at)] == pytest.approx(K, abs=1e-9)
    assert model.mass_matrix.toarray()[np.ix_(at, at)] == pytest.approx(M)
    assert np.array_equal(model.positions, NODES)
    assert model.triangles.tolist() == [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]
    modes = modes_of_matrices(model, {"a": [0, 1, 2], "b": 4}, modes=2, reference="a")
    assert modes.mass == pytest.approx(8.0)
    # of the whole: the free nodes 3 and 4 with the others held
    values = np.linalg.eigvals(np.linalg.solve(M[9:, 9:], K[9:, 9:]))
    assert modes.frequencies[-1] <= np.sqrt(np.max(values.real)) * (1 + 1e-9)
    assert modes.frequencies[0] >= np.sqrt(np.min(values.real)) * (1 - 1e-9)


@pytest.mark.parametrize("file", ["job.sti", "job.mas", "job.dof", "job.inp"])
def test_lines_that_cannot_be_read_are_named(file, tmp_path):
    write_job(tmp_path, broken=file)
    with pytest.raises(sarrus.ModelError) as caught:
        read_calculix(tmp_path / "job")
    assert caught.value.problems[0].code == "S97"
    assert file in caught.value.problems[0].element


def test_files_that_are_not_there_are_named(tmp_path):
    for read in (read_matrix, read_nodes, read_calculix):
        with pytest.raises(sarrus.ModelError, match="S97"):
            read(tmp_path / "none")


def test_faces_between_elements_are_not_on_the_outside(tmp_path):
    path = tmp_path / "two.inp"
    lower = "1, 1,2,3,4,5,6,7,8"
    path.write_text(
        f"*ELEMENT, TYPE=C3D8R, ELSET=ALL\n{lower}\n2, 5,6,7,8,9,10,11,12\n"
        "*ELEMENT, type=S6\n3, 9,10,11,21,\n22,23\n*ELEMENT, TYPE=B31\n4, 1, 2\n"
    )
    found = read_faces(path)
    # ten faces of two bricks, of two triangles each, and a shell
    assert len(found) == 21
    assert {5, 6, 7, 8} not in [{*a, *b} for a in found.tolist() for b in found.tolist()]
    assert found[-1].tolist() == [9, 10, 11]
    path.write_text("*ELEMENT, TYPE=C3D4\n1, 1, two, 3, 4\n")
    with pytest.raises(sarrus.ModelError, match=r"two.inp.*no element"):
        read_faces(path)


@pytest.mark.parametrize("size", ["900000000000 3 1", "3 3 900000000000"])
def test_heads_that_promise_more_than_a_file_has_take_no_memory(size, tmp_path):
    path = tmp_path / "large.mtx"
    path.write_text(f"%%MatrixMarket matrix coordinate real general\n{size}\n1 1 2.0\n")
    with pytest.raises(sarrus.ModelError, match=r"S97.*large.mtx"):
        read_matrix(path)
