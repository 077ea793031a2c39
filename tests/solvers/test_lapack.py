"""LAPACK by itself gives what SciPy gives."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.linalg

from sarrus.solvers import lapack
from sarrus.solvers.lapack import qr_pivots


@pytest.mark.parametrize("shape", [(1, 1), (6, 9), (9, 6), (40, 70), (70, 40), (3, 0)])
def test_pivots_are_those_of_scipy(shape):
    rng = np.random.default_rng(3)
    for kind in ("plain", "ties", "deficient"):
        A = rng.normal(size=shape)
        if kind == "ties":
            A = np.round(A)
        elif kind == "deficient":
            A[:, shape[1] // 2 :] = A[:, : shape[1] - shape[1] // 2]
        if 0 in shape:
            assert qr_pivots(A).size == 0
            continue
        assert np.array_equal(qr_pivots(A), scipy.linalg.qr(A, pivoting=True, mode="r")[1])


def test_what_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="infs or NaNs"):
        qr_pivots(np.array([[1.0, np.nan]]))


def test_another_layout_of_scipy_is_no_trouble(monkeypatch):
    A = np.random.default_rng(1).normal(size=(5, 8))
    expected = qr_pivots(A)
    monkeypatch.setattr(lapack, "EXTENSION", "_not_there")
    lapack.lapack.cache_clear()
    try:
        assert lapack.lapack() is scipy.linalg.lapack
        assert np.array_equal(qr_pivots(A), expected)
    finally:
        lapack.lapack.cache_clear()


def test_a_simulation_imports_nothing_that_it_does_not_need():
    code = """
import sys, sarrus
system = sarrus.System(sarrus.gallery.four_bar())
run = system.simulate(system.assemble({}, {"A": 3.0}), until=0.1)
assert run["A.angle"].size and run["A.reaction.force"].size
heavy = ("scipy", "sksundae", "xml", "http", "numpy.polynomial", "pint", "yaml")
print([name for name in heavy if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
