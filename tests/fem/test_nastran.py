"""Matrices of punched files, in the three ways in which fields are written."""

from __future__ import annotations

import numpy as np
import pytest

import sarrus
from sarrus.fem import beam_structure, craig_bampton, modes_of_matrices, read_nastran

ROD = beam_structure(
    (0, 0, 0), (0.6, 0, 0.2), elements=4, section="rectangle", width=0.02, height=0.01,
    material="steel",
)  # fmt: skip
K, M = ROD.stiffness.toarray(), ROD.mass_matrix.toarray()


def long_line(*fields):
    return fields[0].ljust(8) + "".join(str(x).rjust(16) for x in fields[1:])


def short_line(*fields):
    return fields[0].ljust(8) + "".join(str(x).rjust(8) for x in fields[1:])


def number(x):
    """A number with the exponent of Fortran."""
    return f"{x:.9E}".replace("E", "D")


def exact(A):
    """A matrix with the nine digits that files have."""
    return np.array([[float(number(x).replace("D", "E")) for x in row] for row in A])


def place(row):
    return 10 * (row // 6 + 1), row % 6 + 1


def dmig(name, A, form="6"):
    """Entries of 16 characters, as they are punched: the lower half, column by column."""
    lines = [short_line("DMIG", name, 0, form, 2, 0, "", 30)]
    for j in range(len(A)):
        lines.append(long_line("DMIG*", name, *place(j), ""))
        lines += [
            long_line("*", *place(i), number(A[i, j]), "")
            for i in range(j if form == "6" else 0, len(A))
            if A[i, j]
        ]
    return lines


def grids(write):
    return [write("GRID", 10 * (k + 1), "", *r) for k, r in enumerate(ROD.positions.tolist())]


def comma(*fields):
    return ",".join(str(x) for x in fields)


@pytest.mark.parametrize("form", ["6", "1"])
def test_punched_matrices_are_those_that_were_written(form, tmp_path):
    path = tmp_path / "rod.pch"
    lines = ["$ a comment", *dmig("KAAX", K, form), *dmig("MAAX", M, form), *grids(comma)]
    path.write_text("\n".join(lines))
    model = read_nastran(path)
    assert model.stiffness.toarray() == pytest.approx(exact(K), abs=1e-6)
    assert model.mass_matrix.toarray() == pytest.approx(exact(M), rel=1e-12)
    assert model.positions == pytest.approx(ROD.positions)
    frames = {"a": 0, "b": 4}
    found = modes_of_matrices(model, frames, modes=1, reference="a", keep=2)
    expected = craig_bampton(ROD, frames, modes=1, reference="a", keep=2)
    assert found.frequencies == pytest.approx(expected.frequencies, rel=1e-6)


def test_short_fields_and_exponents_without_a_letter_and_nodes_of_another_file(tmp_path):
    # two points and a spring along x between them
    lines = [
        short_line("DMIG", "STIF", 0, 6, 1, 0),
        short_line("DMIG", "STIF", 1, 1, "", 1, 1, "3.+5"),
        short_line("", 2, 1, "-3.+5"),
        short_line("DMIG", "STIF", 2, 1, "", 2, 1, "3.+5"),
        short_line("DMIG", "MASS", 0, 6, 1, 0),
        *[short_line("DMIG", "MASS", g, c, "", g, c, "2.5-1") for g in (1, 2) for c in (1, 2, 3)],
    ]
    path, nodes = tmp_path / "bar.pch", tmp_path / "bar.bdf"
    path.write_text("\n".join(lines))
    nodes.write_text("GRID*                  1                 0.              0.\n"
                     "*                     0.\nGRID,2,,1500.,0.,0.\n")  # fmt: skip
    model = read_nastran(path, nodes, stiffness="STIF", mass="MASS", units="mm-t-s")
    assert model.positions == pytest.approx(np.array([[0, 0, 0], [1.5, 0, 0]]))
    assert model.stiffness.toarray()[0, 6] == pytest.approx(-3e8)
    assert model.mass_matrix.toarray()[1, 1] == pytest.approx(250.0)


BAD = {
    "no matrix": (["GRID,10,,0.,0.,0."], "no matrix KAAX"),
    "no grid": ([*dmig("KAAX", K), *dmig("MAAX", M)], "no entry GRID"),
    "a word": ([*dmig("KAAX", K), *dmig("MAAX", M), "GRID,10,,zero,0.,0."], "zero"),
    "a system": ([*dmig("KAAX", K), *dmig("MAAX", M), "GRID,10,3,1.,0.,0."], "system of its own"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_is_named(case, tmp_path):
    lines, words = BAD[case]
    path = tmp_path / "bad.pch"
    path.write_text("\n".join(lines))
    with pytest.raises(sarrus.ModelError, match=words) as caught:
        read_nastran(path)
    assert caught.value.problems[0].code == "S97"
    assert "bad.pch" in caught.value.problems[0].element


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(sarrus.ModelError, match="S97"):
        read_nastran(tmp_path / "none.pch")
