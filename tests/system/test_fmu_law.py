"""Outputs of FMUs as laws of time: of drives, and of efforts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sarrus import FmuLaw, Mechanism, ModelError, Study, System, export
from sarrus.model import fmu_permission
from system.outside_fmus import outside_fmu

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")

STIFFNESS, DAMPING, MASS, FORCE = 50.0, 1.2, 0.02, 20.0
W = np.sqrt(STIFFNESS / MASS)
RATIO = DAMPING / (2.0 * np.sqrt(STIFFNESS * MASS))
TURNING = W * np.sqrt(1.0 - RATIO * RATIO)
DOCUMENT = """\
sarrus: 1
bodies: {block: {mass: 2 kg, inertia: [1, 1, 1]}}
joints: {A: {type: prismatic, parent: ground, child: block, at: [0, 0, 0], axis: y}}
drives:
  A: {fmu: filter.fmu, output: X.displacement, inputs: {X.effort: "20 [N]*1"}, every: 0.5 ms}
run: {kind: drive, until: 200 ms, every: 10 ms}
outputs: [A, A.drive_effort]
"""


def stepped(t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return how far a mass on a spring goes under a constant force, and its acceleration."""
    side = RATIO / np.sqrt(1.0 - RATIO * RATIO) * np.sin(TURNING * t)
    decay = np.exp(-RATIO * W * t)
    x = FORCE / STIFFNESS * (1.0 - decay * (np.cos(TURNING * t) + side))
    return x, FORCE / MASS * decay * (np.cos(TURNING * t) - side)


def slide() -> System:
    m = Mechanism("slide")
    block = m.body("block", mass=2.0, inertia=(1, 1, 1))
    m.prismatic("A", m.ground, block, at=(0, 0, 0), axis="y")
    return m.build().compile()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("laws")
    m = Mechanism("filter")
    mass = m.body("mass", mass=MASS, inertia=(1, 1, 1))
    m.prismatic("X", m.ground, mass, at=(0, 0, 0), axis="x")
    m.joint_spring("S", "X", STIFFNESS, DAMPING)
    system = m.build().compile()
    export.fmu(
        system, place / "filter.fmu", inputs=["X"], outputs=["X.displacement", "S.X.speed.effort"]
    )
    outside_fmu(place / "outside.fmu")
    return place


def law(folder: Path, **how: Any) -> FmuLaw:
    return FmuLaw(folder / "filter.fmu", "X.displacement", **{"inputs": {"X.effort": FORCE}, **how})


def test_a_drive_follows_the_output_in_closed_form(folder: Path) -> None:
    driven = slide().drive({"A": law(folder)}, until=0.2, every=0.01)
    x, acceleration = stepped(driven.t)
    assert np.max(np.abs(driven["A"] - x)) < 1e-9
    gap = np.abs(driven["A.effort"] - 2.0 * acceleration)
    assert np.max(gap) < 2e-3 * np.max(np.abs(2.0 * acceleration))  # of the order of every^2


def test_a_drive_in_a_run_and_an_effort_over_time(folder: Path) -> None:
    system = slide()
    start = law(folder).over(0.2)(0.0)
    run = system.simulate(system.assemble({"A": start}), until=0.2, every=0.02, rtol=1e-9,
                          driven={"A": law(folder)})  # fmt: skip
    assert np.max(np.abs(np.array(run.history["A"]) - stepped(run.t)[0])) < 1e-9
    with pytest.raises(ModelError, match="M05"):  # a length is no force
        system.simulate(system.assemble(), until=0.2, inputs={"A": law(folder)})
    effort = FmuLaw(folder / "filter.fmu", "S.X.speed.effort", inputs={"X.effort": FORCE})
    run = system.simulate(
        system.assemble(), until=0.2, every=0.02, rtol=1e-10, inputs={"A": effort}
    )
    t = 0.2  # the effort is m a - F of the filter, so that the momentum is m v - F t
    v = FORCE / (MASS * TURNING) * np.exp(-RATIO * W * t) * np.sin(TURNING * t)
    assert abs(2.0 * run.history["A.speed"][-1] - (MASS * v - FORCE * t)) < 1e-7


def test_co_simulation_holds_its_inputs_and_converges(folder: Path) -> None:
    """Inputs change linearly, and hold over a step: an error of the first order."""
    exact = law(folder, inputs={"X.effort": lambda t: 50.0 * t}).over(0.2)(0.2)
    gaps = []
    for every in (4e-3, 2e-3, 1e-3):
        found = law(folder, inputs={"X.effort": lambda t: 50.0 * t}, kind="co_simulation",
                    every=every)  # fmt: skip
        gaps.append(abs(found.over(0.2)(0.2) - exact))
    orders = np.log2(np.array(gaps[:-1]) / np.array(gaps[1:]))
    assert np.all((orders > 0.8) & (orders < 1.2)), gaps


def test_a_law_outside_runs_needs_an_end(folder: Path) -> None:
    with pytest.raises(ModelError, match="F70"):
        law(folder)(0.1)
    assert law(folder, until=0.2)(0.1) == pytest.approx(float(stepped(np.array(0.1))[0]), abs=1e-9)


def test_what_an_output_cannot_do_is_refused(folder: Path) -> None:
    outside = folder / "outside.fmu"
    with pytest.raises(ModelError, match=r"F70.*jumps from 0 to 1"):
        FmuLaw(outside, "level").over(0.6)
    with pytest.raises(ModelError, match=r"E-FMU.*SIGSEGV"):
        FmuLaw(outside, "valve.y", parameters={"fault": 1}).over(0.6)
    with pytest.raises(ModelError, match=r"F70.*asked for the end"):
        FmuLaw(outside, "valve.y", parameters={"fault": 5}).over(0.7)
    with pytest.raises(ModelError) as raised:
        FmuLaw(outside, "valve.z", inputs={"w": 1.0})
    assert [p.code for p in raised.value.problems] == ["M09", "M09"]
    m = Mechanism("arm")
    arm = m.body("arm", mass=2.0, inertia=(1, 1, 1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    for keywords in ({"driven": {"A": law(folder)}}, {"inputs": {"A": law(folder)}}):
        with pytest.raises(ModelError, match="M05"):
            turning = m.build().compile()
            turning.simulate(turning.assemble(), until=0.1, **keywords)
    assert "did you mean 'valve.y'" in str(raised.value).lower()
    with pytest.raises(ModelError, match=r"F70.*rows"):
        FmuLaw(outside, "valve.y", every=1e-9).over(1.0)


def test_a_model_file_names_an_fmu_and_does_not_let_it_run(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fmu_permission, "_ALLOWED", set())
    path = folder / "model.yaml"
    path.write_text(DOCUMENT, encoding="utf-8")
    study = Study.load(path)
    with pytest.raises(ModelError, match=r"D22.*--allow-fmu"):
        study.run()
    fmu_permission.allow_fmu(folder / "filter.fmu")
    found = study.run()
    assert np.max(np.abs(np.array(found.history["A"]) - stepped(found.t)[0])) < 1e-10


def test_mistakes_of_a_model_file_have_their_lines(folder: Path) -> None:
    path = folder / "wrong.yaml"
    path.write_text(DOCUMENT.replace("X.displacement", "X.displacment"), encoding="utf-8")
    with pytest.raises(ModelError, match=r"wrong.yaml:5:\d+: error M09"):
        Study.load(path)
    turned = DOCUMENT.replace("prismatic", "revolute").replace("20 [N]*1", "20 [m]*1")
    path.write_text(turned, encoding="utf-8")
    with pytest.raises(ModelError) as raised:
        Study.load(path)
    assert {p.code for p in raised.value.problems} == {"M05"}
