"""Laws as text in Python: those of functions, with the units of model files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from closeness import assert_close
from sarrus import Event, Mechanism, Model, ModelError, PointDrive, System, events


def pendulum(wind: Any = 0.0) -> Model:
    m = Mechanism("pendulum")
    b = m.body("b", mass=1.0, com=(0, 0, -1), inertia=(1, 1, 1))
    m.revolute("J", m.ground, b, at=(0, 0, 0), axis="x")
    m.point_force("wind", b, [0, wind, 0], on=(0, 0, -1))
    return m.build()


@pytest.fixture(scope="module")
def system() -> System:
    return pendulum().compile(kernels=())


def test_drives(system: System) -> None:
    text = system.drive({"J": "30 [deg]*sin(2*t)"}, until=0.2, every=0.1)
    function = system.drive({"J": lambda t: np.pi / 6 * np.sin(2 * t)}, until=0.2, every=0.1)
    assert_close(text["J.effort"], function["J.effort"], 1e-12)
    with_load = system.drive({"J": "0.1*t"}, efforts={"J": "2*t"}, until=0.1, every=0.1)
    assert with_load.motions[-1].efforts["J"].size


def test_runs(system: System, tmp_path: Path) -> None:
    start = system.assemble({"J": 0.2})
    law = "-3*J.angle - 2 [N*m*s]*J.rate + 1 [N*m]*sin(t)"
    file = tmp_path / "run.sarrus"
    text = system.simulate(start, until=0.2, inputs={"J": law}, file=file)
    same = system.simulate(
        start, until=0.2, inputs={"J": lambda t, x: -3 * x["J.angle"] - 2 * x["J.rate"] + np.sin(t)}
    )
    assert text["J.angle"][-1] == pytest.approx(same["J.angle"][-1], abs=1e-12)
    assert sarrus.open_run(file)["J.effort"][-1] == text["J.effort"][-1]
    moved = system.simulate(system.assemble(), until=0.2, driven={"J": "0.5*t^2"})
    assert moved["J.angle"][-1] == pytest.approx(0.02, abs=1e-9)


def test_events(system: System) -> None:
    start = system.assemble({"J": 0.3})
    actions = [events.Effort("J", "-2*J.rate"), events.SetParameter("b.mass", "1500 g")]
    run = system.simulate(start, until=1.0, events=[Event("J.angle - 0.1*t", do=actions)])
    assert [e.name for e in run.events] == ["J.angle - 0.1*t"]
    at = run.events[0].state
    assert run["J.angle"][at] == pytest.approx(0.1 * run.t[at], abs=1e-9)
    assert run["J.effort"][-1] == pytest.approx(-2 * run["J.rate"][-1], rel=1e-9)
    lead = events.Drive("J", "0.3 + (t - 0.1)^2")
    held = system.simulate(
        start, until=0.2, locked=["J"], events=[Event(0.1, do=lead, name="lead")]
    )
    assert held["J.angle"][-1] == pytest.approx(0.31, abs=1e-8)


def test_small_motions(system: System) -> None:
    rest = system.assemble()
    text = system.linearize(rest, efforts={"J": "-3*J.angle"})
    function = system.linearize(rest, efforts={"J": lambda t, x: -3 * x["J.angle"]})
    assert_close(text.A, function.A, 1e-12)


def test_paths_of_points() -> None:
    m = Mechanism("boat")
    boat = m.body("boat", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.prismatic("x", m.ground, boat, at=(0, 0, 0), axis="x")
    system = m.build().compile(kernels=())
    led = PointDrive("boat", (0, 0, 0), ("10 [mm]*sin(t)", 0, "0 mm"), "x")
    drive = system.drive({}, points=[led], until=1.0, every=0.5)
    assert drive["boat.position.x"][-1] == pytest.approx(0.01 * np.sin(1.0), abs=1e-12)
    with pytest.raises(ModelError, match="three laws of t"):
        system.drive({}, points=[PointDrive("boat", (0, 0, 0), "sin(t)")], until=1.0)


def test_force_elements(tmp_path: Path) -> None:
    text, function = (pendulum(law) for law in ("2*sin(3*t)", lambda t: 2 * np.sin(3 * t)))
    for model in (text, function):
        system = model.compile(kernels=())
        effort = system.applied_efforts([0.3], [0.0], t=0.4)
        assert effort[0] == pytest.approx(2 * np.sin(1.2) * np.cos(0.3), rel=1e-12)
    file = tmp_path / "pendulum.yaml"
    sarrus.save(text, file)
    assert sarrus.load(file) == text
    m = Mechanism("spring")
    b = m.body("b", mass=1.0, com=(0, 0, 0), inertia=(1, 1, 1))
    m.prismatic("z", m.ground, b, at=(0, 0, 0), axis="z")
    m.spring_damper("S", m.ground, b, at_a=(0, 0, -1), at_b=(0, 0, 0), c="2*w + w^3",
                    energy="3 [J/m^2]*x^2")  # fmt: skip
    found = m.build().compile(kernels=()).applied_efforts([0.2], [0.5])
    assert found[0] == pytest.approx(-6 * 0.2 - (2 * 0.5 + 0.125), rel=1e-9)


WRONG: list[tuple[Callable[[System], Any], str]] = [
    (lambda s: s.drive({"J": "60 [m/s]*t"}, until=1), r"M05 .*drive 'J'.*is length"),
    (lambda s: s.drive({"J": "60 rpm*t"}, until=1), r'Write "60 \[rpm\]\*t"'),
    (lambda s: s.drive({"J": "sin(J.angle)"}, until=1), "only t and constants|unknown name"),
    (lambda s: s.drive({"J": "1*t"}, efforts={"J": "J.rate"}, until=1), "effort on 'J'"),
    (lambda s: s.simulate(s.assemble(), until=1, inputs={"J": "-3 [N/m]*J.angle"}), "M05"),
    (lambda s: s.simulate(s.assemble(), until=1, inputs={"J": "-3*K.angle"}), "'J.angle'"),
    (lambda s: s.simulate(s.assemble(), until=1, inputs={"K": "3*t"}), "M09"),
    (lambda s: s.simulate(s.assemble(), until=1, driven={"J": "10 Hz * t"}), r"J"),
    (lambda s: s.simulate(s.assemble(), until=1, events=[Event("J.angle - K.x")]), "K.x"),
    (lambda s: s.simulate(s.assemble(), until=1, events=[Event("J.angel")]), "'J.angle'"),
    (lambda s: pendulum("2 [m]*sin(3*t)"), r"M05 .*force 'wind'"),
    (lambda s: pendulum("sin(tt)"), "unknown name 'tt'"),
]


@pytest.mark.parametrize(("call", "words"), WRONG, ids=[w for _, w in WRONG])
def test_text_is_checked_as_in_files(
    system: System, call: Callable[[System], Any], words: str
) -> None:
    with pytest.raises(ModelError, match=words):
        call(system)
