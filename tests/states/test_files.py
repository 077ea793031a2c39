"""Models with states in files: reading, writing, settings from the command line, C code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from command_line import run_line
from sarrus import ModelError
from sarrus.export import c_code
from sarrus.study import Study
from states.machines import U, compiled, motor, motor_solution
from system.test_c_code import compiled_and_run, needs_gcc

MODEL = """\
sarrus: 1
name: motor
bodies:
  rotor: {mass: 1 kg, inertia: [0.01, 0.01, 0.02]}
joints:
  A: {type: revolute, parent: ground, child: rotor, at: [0, 0, 0], axis: z}
forces:
  motor:
    type: user_force
    parameters: {R: 2 ohm, L: 50 mH, k: 0.3 N*m/A, u: 12 V}
    states: {i: 100 mA, p: {start: 0, scale: 2}}
    rates:
      i: (u - R*i - k*rate(A))/L
      p: i/(1 [A*s])
    loads: [{effort: A, value: "k*i"}]
    energy: 0.5*L*i*i
    dissipation: R*i*i
    supply: u*i
assembly: {states: {motor.i: 200 mA}}
events:
  - {when: 50 ms, do: {set: {motor.i: 0.5 A}}}
run: {until: 0.1 s, rtol: 1e-10, atol: 1e-12, certify: false}
"""


def written(folder: Path, text: str = MODEL) -> Path:
    path = folder / "motor.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_states_with_formulas_round_trip_exactly(tmp_path: Path) -> None:
    model = sarrus.load(written(tmp_path))
    sarrus.save(model, tmp_path / "again.yaml")
    again = sarrus.load(tmp_path / "again.yaml")
    assert again.content_hash == model.content_hash
    assert again.forces == model.forces
    (element,) = model.forces
    assert [(s.name, s.unit, s.scale) for s in element.states] == [("i", "A", None), ("p", "", 2.0)]
    assert element.initial_i == pytest.approx(0.1)


def test_elements_with_states_round_trip_exactly(tmp_path: Path) -> None:
    m = sarrus.Mechanism("all")
    m.body("load", mass=3.0, com=(1, 0, 0), inertia=(1, 1, 1))
    m.prismatic("S", m.ground, "load", at=(1, 0, 0), axis="x")
    ends: dict[str, Any] = {"at_a": (0, 0, 0), "at_b": (1, 0, 0)}
    m.relaxation("rel", m.ground, "load", **ends, k=1e3, c=50.0, initial_creep="1 mm")
    m.dc_motor("motor", "S", constant=3.0, resistance=2.0, inductance=0.1,
               voltage=lambda t: np.sin(t))  # fmt: skip
    m.pid("pid", "S", 30.0, target=([0.0, 1.0], [0.0, 0.2]), ki=1.0)
    m.hydraulic_cylinder(
        "cyl", m.ground, "load", **ends, area_a=2e-3, area_b=1e-3, stroke=0.5, closed_length=0.8,
        dead_a=1e-4, dead_b=1e-4, initial_pressure_a="5 bar", initial_pressure_b=0.0,
    )  # fmt: skip
    model = m.build()
    sarrus.save(model, tmp_path / "all.yaml")
    again = sarrus.load(tmp_path / "all.yaml")
    assert again.forces == model.forces
    assert again.compile().states == model.compile().states


def test_the_command_line_runs_exports_and_sets(tmp_path: Path) -> None:

    path, out = written(tmp_path), tmp_path / "motor.sarrus"
    run = run_line(["run", str(path), "-o", str(out), "-q"])
    assert run.exit_code == 0, run.output
    found = sarrus.open_run(out)
    rate, _ = motor_solution(0.05, i=0.2)
    assert found["motor.i"][-1] == pytest.approx(motor_solution(0.05, i=0.5, w=rate)[1], abs=1e-7)
    table = tmp_path / "motor.csv"
    run = run_line(["export", str(out), "-o", str(table)])
    assert run.exit_code == 0, run.output
    assert "motor.i" in table.read_text(encoding="utf-8")
    changes = ["motor.parameters.u=6 V", "motor.states.i=1 A", "assembly={}", "events=[]"]
    more = [part for change in changes for part in ("--set", change)]
    run = run_line(["run", str(path), "-f", "-o", str(out), "-q", *more])
    assert run.exit_code == 0, run.output
    exact = motor_solution(0.1, u=0.5 * U, i=1.0)[1]
    assert sarrus.open_run(out)["motor.i"][-1] == pytest.approx(exact, abs=1e-7)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("i: 100 mA", "i: null", r"11:.*states.*has no start value"),
        ("{motor.i: 200 mA}", "{motor.i: 200 mV}", r"19:.*motor.i.*200 mV"),
        ("{motor.i: 200 mA}", "{motor.j: 200 mA}", r"19:.*motor.j"),
        ("{motor.i: 0.5 A}", "{motor.i: 0.5 V}", r"21:.*0.5 V"),
        ("- k*rate(A)", "- k*rate(A) + j", r"13:.*'j'"),
        ("      p: i/(1 [A*s])\n", "", r"rates of .*'p'"),
    ],
)
def test_bad_files_are_refused_with_their_lines(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    assert old in MODEL
    with pytest.raises(ModelError, match=said):
        Study.load(written(tmp_path, MODEL.replace(old, new)))


@needs_gcc
def test_c_code_has_the_bits_of_runs(tmp_path: Path) -> None:
    system = compiled(motor())
    code = c_code(system, "bar", methods=("rk4",), outputs=["motor.i"])
    assert "#define BAR_NZ 1" in code.files["bar.h"]
    code.write(tmp_path)
    printed = compiled_and_run(tmp_path, "bar")
    run = system.simulate(system.assemble(), until=0.1, step=1e-3, method="rk4", every=0.1)
    assert np.array_equal(printed["rk4.y"][-4:-3], run.final.z)
