"""What the tests share: reference data, and where other people's robot files may be."""

from __future__ import annotations

import gc
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

# Before NumPy is loaded: matrices here are small, and two workers with two threads each on two
# cores wait for each other, which makes a singular value decomposition twenty times slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

REFERENCE = Path(__file__).parent / "reference"
CHECKOUT = Path(__file__).parents[1]

# Every random number is seeded: the same examples on every machine and in every run.
settings.register_profile(
    "sarrus",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("sarrus")

# Two million objects are alive once 20,000 tests are collected. A search for unused cycles through
# all of them takes seconds: it is to come seldom, and to pass over what stays until the end.
gc.set_threshold(50_000)


def pytest_collection_finish() -> None:
    """Leave what the tests are made of out of every later search for unused memory."""
    gc.freeze()


@pytest.fixture
def small_heap() -> None:
    """For tests that search for unused memory: what there was before them is passed over."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def kernel_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Point SARRUS_CACHE to a folder of this session: tests never touch the user's cache.

    Workers that run side by side share it, so that a kernel is compiled once.
    """
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = tmp_path_factory.getbasetemp().parent / "kernels"
        folder.mkdir(mode=0o700, exist_ok=True)
    else:
        folder = tmp_path_factory.mktemp("kernels")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SARRUS_CACHE", str(folder))
        # Tests start hundreds of processes. Where Python is told to leave no bytecode beside its
        # sources, each would translate the package anew, which takes longer than all it does then.
        if os.environ.get("PYTHONDONTWRITEBYTECODE"):
            patch.delenv("PYTHONDONTWRITEBYTECODE")
            patch.setenv("PYTHONPYCACHEPREFIX", str(folder.with_name("bytecode")))
        yield folder


@pytest.fixture(scope="session")
def reference() -> Callable[[str], dict[str, Any]]:
    """`reference("puma560")` is the content of tests/reference/bench/puma560/case.json."""

    def case(name: str) -> dict[str, Any]:
        return json.loads((REFERENCE / "bench" / name / "case.json").read_text(encoding="utf-8"))

    return case


@pytest.fixture(scope="session")
def reference_table() -> Callable[[str], np.ndarray]:
    """`reference_table("refs/paper3_puma560.csv")["tau2_Nm_nopayload"]` is a column."""

    def table(path: str) -> np.ndarray:
        return np.genfromtxt(REFERENCE / path, delimiter=",", names=True, deletechars="")

    return table


@pytest.fixture(scope="session")
def shared_models() -> Path:
    """Return the folder of robot files that are not ours to distribute; skip without it.

    It is `bench/models` in the folder that SARRUS_SHARED names, or in `shared` beside the
    checkout. The cases that need it name their file in `model_file`.
    """
    root = Path(os.environ.get("SARRUS_SHARED", CHECKOUT.parent / "shared"))
    models = root / "bench" / "models"
    if not models.is_dir():
        pytest.skip(
            "robot files are not part of the project: no bench/models in the folder that "
            "SARRUS_SHARED names, nor in ../shared beside the checkout"
        )
    return models
