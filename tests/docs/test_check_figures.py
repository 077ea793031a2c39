"""The plugin that writes what tests reach, on a file of small tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from docs.pages import DOCS

ROOT = DOCS.parent
TESTS = """
import numpy as np, pytest
from closeness import assert_above, assert_close, assert_same

@pytest.mark.parametrize("gap", [1e-9, 3e-9])
def test_narrowest_of_all_parameters(gap):
    np.testing.assert_allclose([1.0, 1.0 + gap], 1.0, rtol=0, atol=1e-8)

def test_approx():
    assert np.array([0.0, 2e-6]) == pytest.approx(np.zeros(2), abs=1e-5)

def test_close():
    assert_close([2.0, 4.0], [2.0, 4.0 + 4e-7], 1e-6)

def test_less():
    assert 0.25e-3 < 1e-3

def test_less_of_a_product():
    scale = np.float64(2.0)
    assert np.max([0.0, 5e-7]) <= 1e-6 * scale and 7 < 12

def test_no_tolerance():
    assert 7 < 12

def test_same():
    assert_same(np.eye(2), ((1, 0), (0, 1)))
    assert_same({"a": (1, 2)}, {"a": [1, 2]})

def test_ratio_counts_more_than_error():
    assert_above(6.5, 6.0)
    assert_above(9.0, 6.0)
    assert 1e-7 < 1e-6

def test_that_fails():
    assert 1e-9 < 1e-8
    assert_same([1, 2], [1, 3])
"""


def test_figures_of_small_tests(tmp_path: Path) -> None:
    (tmp_path / "test_small.py").write_text(TESTS, encoding="utf-8")
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "check_figures"]
    command += ["-p", "no:cacheprovider", "-o", "enable_assertion_pass_hook=true"]
    command += [f"--figures={figures}", f"--rootdir={tmp_path}", "test_small.py"]
    places = os.pathsep.join([str(ROOT / "tools"), str(ROOT / "tests")])
    where = {**os.environ, "PYTHONPATH": places, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=where, capture_output=True, text=True)
    assert "1 failed, 9 passed" in done.stdout, done.stdout + done.stderr
    found = json.loads(figures.read_text(encoding="utf-8"))
    assert {name.partition("::")[2]: figure for name, figure in found.items()} == {
        "test_narrowest_of_all_parameters": "3.0e-09 of 1.0e-08",
        "test_approx": "2.0e-06 of 1.0e-05",
        "test_close": "1.0e-07 of 1.0e-06",
        "test_less": "2.5e-04 of 1.0e-03",
        "test_less_of_a_product": "5.0e-07 of 2.0e-06",
        "test_same": "6 the same",
        "test_ratio_counts_more_than_error": "6.5 above 6",
    }
