"""The Reference FMUs of the Modelica Association give the results that come with them.

They are built from their sources (github.com/modelica/Reference-FMUs) and not part of this project:

    cmake -S . -B build2 -DFMI_VERSION=2 && cmake --build build2
    cmake -S . -B build3 -DFMI_VERSION=3 && cmake --build build3
    SARRUS_REFERENCE_FMUS=$PWD python -m pytest -m slow tests/system/test_reference_fmus.py
"""

from __future__ import annotations

import csv
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from sarrus import Mechanism, ModelError, Run, System
from sarrus.elements import allow_fmu
from sarrus.model import fmu_permission

FOLDER = Path(os.environ.get("SARRUS_REFERENCE_FMUS", "nowhere"))
NAMES = ("BouncingBall", "Dahlquist", "VanDerPol", "Stair", "Resource", "Feedthrough", "StateSpace")
ONLY_IN_3 = ("StateSpace",)
NO_NUMBERS = ("String_output", "Binary_output")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FOLDER.is_dir(), reason="SARRUS_REFERENCE_FMUS names no folder"),
]


@pytest.fixture(autouse=True)
def allowed() -> Iterator[None]:
    known = set(fmu_permission._ALLOWED)
    allow_fmu()
    yield
    fmu_permission._ALLOWED.clear()
    fmu_permission._ALLOWED.update(known)


def place(name: str, version: int) -> Path:
    return FOLDER / f"build{version}" / "fmus" / f"{name}.fmu"


def expected(name: str) -> dict[str, np.ndarray]:
    """Return the results that come with an FMU, arrays by their elements."""
    with open(FOLDER / name / f"{name}_out.csv", newline="", encoding="utf-8") as file:
        head, *rows = list(csv.reader(file))
    found: dict[str, np.ndarray] = {}
    for column, values in zip(head, zip(*rows, strict=True), strict=True):
        if column in NO_NUMBERS:
            continue
        parts = [[{"false": 0.0, "true": 1.0}.get(x) for x in v.split()] for v in values]
        numbers = np.array(
            [[float(x) if known is None else known for x, known in zip(v.split(), p, strict=True)]
             for v, p in zip(values, parts, strict=True)]
        )  # fmt: skip
        if numbers.shape[1] == 1:
            found[column] = numbers[:, 0]
        else:
            found |= {f"{column}[{k + 1}]": numbers[:, k] for k in range(numbers.shape[1])}
    return found


def host(path: Path, outputs: list[str], every: float | None) -> System:
    m = Mechanism("host")
    block = m.body("block", mass=1.0, inertia=(1, 1, 1))
    m.prismatic("A", m.ground, block, at=(0, 0, 0), axis="x")
    how = {} if every is None else {"every": every}
    m.fmu("f", path, outputs=dict.fromkeys(outputs), **how)
    return m.build().compile()


def run_of(name: str, version: int, exchange: bool, **how: float) -> tuple[Run, dict[str, str]]:
    """Return a run over the instants of the reference, and the channel of each output."""
    reference = expected(name)
    t = reference.pop("time")
    spacing = round(float(t[1] - t[0]), 9)
    outputs = list(reference)
    if version == 2:  # whose types are fewer
        outputs = [x for x in outputs if "Float32" not in x and "nt8" not in x
                   and "nt16" not in x and "nt64" not in x and "UInt32" not in x]  # fmt: skip
    system = host(place(name, version), outputs, None if exchange else spacing)
    run = system.simulate(system.assemble(), until=float(t[-1]), every=spacing, **how)
    return run, {x: "f." + x.replace("[", "_").replace("]", "") for x in outputs}


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("name", NAMES)
def test_co_simulation_gives_the_results_that_come_with_it(name: str, version: int) -> None:
    if version == 2 and name in ONLY_IN_3:
        pytest.skip("is written for FMI 3.0 alone")
    run, channels = run_of(name, version, exchange=False)
    reference = expected(name)
    assert channels and len(run.t) == len(reference["time"])
    for output, channel in channels.items():
        assert np.array_equal(np.asarray(run[channel]), reference[output]), output


def decay(t: np.ndarray) -> np.ndarray:
    return np.exp(-t)


def oscillation(t: np.ndarray) -> np.ndarray:
    found = solve_ivp(
        lambda _, x: [x[1], (1.0 - x[0] * x[0]) * x[1] - x[0]], (0.0, t[-1]), [2.0, 0.0],
        "DOP853", t, rtol=1e-12, atol=1e-12,
    )  # fmt: skip
    return np.asarray(found.y[0])


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize(
    ("name", "output", "law"), [("Dahlquist", "x", decay), ("VanDerPol", "x0", oscillation)]
)
def test_model_exchange_solves_their_equations(
    name: str, output: str, law: object, version: int
) -> None:
    """Their own results are those of Euler's method, which is 2 to 35 % off."""
    run, channels = run_of(name, version, exchange=True, rtol=1e-11, atol=1e-12)
    assert callable(law)
    assert np.allclose(run[channels[output]], law(np.asarray(run.t)), rtol=0.0, atol=1e-8)


@pytest.mark.parametrize("version", [2, 3])
def test_the_ball_bounces_by_its_closed_form(version: int) -> None:
    run, channels = run_of("BouncingBall", version, exchange=True, rtol=1e-11, atol=1e-12)
    fall = np.sqrt(2.0 / 9.81)
    at, times = fall, np.asarray(run.t)
    speed = 0.7 * 9.81 * fall
    h = np.where(times < fall, 1.0 - 0.5 * 9.81 * times**2, 0.0)
    for _ in range(3):
        lasts = 2.0 * speed / 9.81
        inside = (times >= at) & (times < at + lasts)
        since = times - at
        h = np.where(inside, speed * since - 0.5 * 9.81 * since**2, h)
        at, speed = at + lasts, 0.7 * speed
    known = times < at - 1e-9
    assert known.sum() > 150
    assert np.allclose(np.asarray(run[channels["h"]])[known], h[known], rtol=0.0, atol=1e-8)


def test_scheduled_execution_is_refused() -> None:
    with pytest.raises(ModelError, match="neither ModelExchange nor CoSimulation"):
        host(place("Clocks", 3), ["result1"], None)
