"""The recipe "a channel": one definition in the catalogue, read by all that reads channels."""

from __future__ import annotations

import ctypes
import json
import subprocess
from pathlib import Path

import numpy as np
import pytest

import sarrus
from recipes.conftest import Package
from sarrus import Event, ModelError, Study, export
from sarrus.events import Stop
from sarrus.system.channels.catalogue import SOURCES
from system.test_c_code import needs_gcc

CHANNELS = """
from sarrus.system.channels.catalogue import register
from sarrus.system.channels.definition import XYZ, Definition


def lost_speed(at):
    both = at.of_all("energy")["energy"]
    return both[..., 0] - 0.5 * both[..., 1]


def com_velocity(at):
    return at.of_all("momentum")["momentum"][..., 0:3] / at.of_all("momentum")["mass"]


def tip_rate_change(at):
    return at.vdot[..., 0] * 0.5


@register
def pendulum_channels(system):
    text = "kinetic energy less half of that of gravity"
    yield Definition("system", "energy.excess", "J", text, lost_speed)
    text = "velocity of the common centre of mass, world axes"
    yield Definition(
        "system", "own_velocity", "m/s", text, com_velocity, shape=(3,), components=XYZ
    )
    text = "half of the first acceleration"
    yield Definition(
        "system", "half_acceleration", "rad/s^2", text, tip_rate_change, solved=True
    )
"""

FILE = """\
sarrus: 1
name: pendulum
bodies:
  rod: {mass: 0.5 kg, com: [0, 0, -0.25], inertia: [0.01, 0.01, 1e-4]}
joints:
  hinge: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
assembly: {wanted: {hinge: 1.0}}
run: {until: 0.5, rtol: 1e-9, atol: 1e-11}
events:
  - {when: energy.excess, at: 900 mJ, do: stop}
outputs: [energy.excess, own_velocity.x]
"""


@pytest.fixture
def study(package: Package, tmp_path: Path) -> Study:
    package(CHANNELS)
    file = tmp_path / "pendulum.yaml"
    file.write_text(FILE, "utf-8")
    return Study.load(file)


def excess(system: sarrus.System, q: float, v: float) -> float:
    """The channel by other means: pendulum of 0.5 kg, 0.25 m from the hinge."""
    inertia = 0.01 + 0.5 * 0.25**2
    height = -0.25 * np.cos(q)
    return float(0.5 * inertia * v**2 - 0.5 * 0.5 * 9.81 * height) if system.nq == 1 else np.nan


def test_histories_have_it(study: Study, tmp_path: Path) -> None:
    system, start = study.system, study.start()
    kept = tmp_path / "run.sarrus"
    run = system.simulate(start, until=0.3, every=0.01, file=kept)
    values = np.asarray(run["energy.excess"])
    expected = [excess(system, q, v) for q, v in zip(run.q[:, 0], run.v[:, 0], strict=True)]
    assert np.allclose(values, expected, rtol=0, atol=1e-12)
    assert run["energy.excess"].unit == "J"
    assert np.allclose(run["own_velocity"], run["com.velocity"], rtol=0, atol=1e-13)
    assert np.allclose(run["own_velocity.norm"], np.linalg.norm(run["own_velocity"], axis=1))
    assert np.allclose(run["half_acceleration"], 0.5 * np.asarray(run["hinge.acceleration"]))
    assert "energy.excess" in system.channels("excess").names
    assert np.array_equal(np.asarray(sarrus.open_run(kept)["energy.excess"]), values)


def test_events_and_studies_watch_it(study: Study) -> None:
    run = study.run()
    assert 0.0 < run.t[-1] < 0.5
    assert float(run["energy.excess"][-1]) == pytest.approx(0.9, abs=1e-7)
    assert list(study.outputs) == ["energy.excess", "own_velocity.x"]
    steps = study.system.simulate(
        study.start(), until=0.5, method="rk4", step=1e-3,
        events=[Event("energy.excess", Stop(), at=0.9)],
    )  # fmt: skip
    assert steps.t[-1] == pytest.approx(run.t[-1], abs=1e-6)


def test_linearization_has_it_as_output(study: Study) -> None:
    system = study.system
    state = system.assemble({"hinge": 0.7}, rates={"hinge": 0.4})
    found = system.linearize(state, outputs=["energy.excess"])
    q, v, h = 0.7, 0.4, 1e-6
    slopes = [
        (excess(system, q + h, v) - excess(system, q - h, v)) / (2 * h),
        (excess(system, q, v + h) - excess(system, q, v - h)) / (2 * h),
    ]
    assert np.allclose(found.C[0], slopes, rtol=0, atol=1e-8)


def test_sweeps_measure_it(study: Study) -> None:
    system, start = study.system, study.start()
    for method in ({"method": "rk4", "step": 1e-3}, {"rtol": 1e-9}):
        table = system.sweep(
            {"rod.mass": [0.5, 0.6]}, start=start, measure={"most": "max energy.excess"},
            until=0.3, **method,
        )  # fmt: skip
        run = system.simulate(start, until=0.3, **method)
        assert float(table["most"][0]) == pytest.approx(float(np.max(run["energy.excess"])))


@needs_gcc
def test_c_code_computes_it(study: Study, tmp_path: Path) -> None:
    system = study.system
    code = export.c_code(system, "pendulum", outputs=["energy.excess", "own_velocity"])
    code.write(tmp_path / "c")
    names = json.loads((tmp_path / "c" / "pendulum.json").read_text("utf-8"))
    assert "energy.excess" in json.dumps(names["outputs"])
    library = tmp_path / "c" / "pendulum.so"
    command = ["gcc", "-shared", "-fPIC", str(tmp_path / "c" / "pendulum.c"), "-lm"]
    subprocess.run([*command, "-o", str(library)], check=True, timeout=60)
    y, nothing, work = np.array([0.7, 0.4, 0, 0, 0]), np.zeros(1), np.zeros(1000)
    g = np.full(4, np.nan)
    places = [array.ctypes.data_as(ctypes.c_void_p) for array in (y, nothing, nothing, nothing)]
    places += [array.ctypes.data_as(ctypes.c_void_p) for array in (g, work)]
    ctypes.CDLL(str(library)).pendulum_outputs(*places)
    assert g[0] == pytest.approx(excess(system, 0.7, 0.4), abs=1e-13)
    speed = 0.25 * 0.4
    expected = [-speed * np.cos(0.7), 0, speed * np.sin(0.7)]
    assert np.allclose(g[1:], expected, rtol=0, atol=1e-13)


def test_system_made_before_gets_it(package: Package, tmp_path: Path) -> None:
    file = tmp_path / "pendulum.yaml"
    file.write_text(FILE.split("events:")[0], "utf-8")
    study = Study.load(file)
    run = study.run()
    with pytest.raises(ModelError, match=r"energy\.excess"):
        run["energy.excess"]
    package(CHANNELS)
    assert len(run["energy.excess"]) == len(run)


def test_name_of_another_source_is_refused(study: Study) -> None:
    del study

    def joints(system: sarrus.System) -> list[object]:
        del system
        return []

    with pytest.raises(ModelError, match="M32"):
        SOURCES.register("joints", joints)  # type: ignore[arg-type]
