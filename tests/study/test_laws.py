"""Laws in a file: each against the same law written in Python, or against its own formula."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sarrus import Curve, ModelError, Sampled
from sarrus.model.forces import Formula
from sarrus.study import Study
from sarrus.system.simulation.state_law import StateLaw
from study.models import PENDULUM, SLIDER, study

RUN = "run: {until: 0.5, every: 0.05, rtol: 1e-10, atol: 1e-12}\n"


def in_python(made: Study, inputs: dict) -> np.ndarray:
    """Return the angles of the same run with laws in Python."""
    run = made.system.simulate(made.start(), inputs=inputs, **made.settings.simulation)
    return np.asarray(run["A.angle"])


@pytest.mark.parametrize(
    ("written", "kind", "law"),
    [
        ("3", float, 3.0),
        ("3 N*m", float, 3.0),
        ("2*m*9.81 [m/s^2]*l/4", float, 9.81),
        ("3 [N*m]*sin(4*t)", Formula, lambda t: 3.0 * np.sin(4.0 * t)),
        ("if(t < 0.2, 1, 2 - 5*t)", Formula, None),
        (
            '"-10*(A.angle - 0.3) - 2*A.rate + t"',
            StateLaw,
            lambda t, s: -10.0 * (s["A.angle"] - 0.3) - 2.0 * s["A.rate"] + t,
        ),
        ("coordinate(A.angle)*rate(A)", StateLaw, lambda t, s: s["A.angle"] * s["A.rate"]),
        ("{times: [0, 200 ms, 1], values: [0, 3 N*m, -1]}", tuple, ([0, 0.2, 1], [0, 3, -1])),
        (
            "{curve: [[0, 0], [0.2, 3], [0.4, -1]], smooth: 1, beyond: hold}",
            Curve,
            Curve([0, 0.2, 0.4], [0, 3, -1]),
        ),
        ("{law: -4*A.rate, every: 50 ms}", Sampled, Sampled(lambda t, s: -4.0 * s["A.rate"], 0.05)),
    ],
)
def test_inputs_are_those_of_python(tmp_path: Path, written: str, kind: type, law: object) -> None:
    made = study(tmp_path, PENDULUM, f"inputs:\n  A: {written}\n{RUN}")
    assert isinstance(made.plan.inputs["A"], kind)
    found = np.asarray(made.run()["A.angle"])
    if law is None:
        from sarrus.spatial.arrays import select

        law = lambda t: select(t < 0.2, 1.0, 2.0 - 5.0 * t)  # noqa: E731
    np.testing.assert_allclose(found, in_python(made, {"A": law}), rtol=0, atol=1e-9)
    free = in_python(made, {})
    assert np.max(np.abs(found - free)) > 1e-3


def test_drives_follow_their_law_from_the_start(tmp_path: Path) -> None:
    """What is driven starts where its law does, without a word in `assembly`."""
    made = study(tmp_path, PENDULUM, f"drives: {{A: 0.2 + sin(3*t)/2}}\n{RUN}")
    run = made.run()
    assert made.start()["A.rate"] == pytest.approx(1.5, abs=1e-12)
    t = run.t
    np.testing.assert_allclose(run["A.angle"], 0.2 + np.sin(3 * t) / 2, rtol=0, atol=1e-10)
    angle, vdot = np.asarray(run["A.angle"]), -4.5 * np.sin(3 * t)
    expected = 2.0 * 1.0**2 / 3.0 * vdot - 2.0 * 9.81 * 0.5 * np.cos(angle)
    np.testing.assert_allclose(run["A.effort"], expected, rtol=0, atol=1e-8)


def test_drive_in_degrees(tmp_path: Path) -> None:
    made = study(tmp_path, PENDULUM, f"drives:\n  A: 90 [deg/s]*t\n{RUN}")
    assert made.run()["A.angle"][-1] == pytest.approx(np.pi / 4, abs=1e-12)


def test_locked_coordinates_stay(tmp_path: Path) -> None:
    made = study(
        tmp_path, SLIDER, f"locked: [height]\nassembly: {{wanted: {{height: 0.1}}}}\n{RUN}"
    )
    run = made.run()
    assert np.all(np.asarray(run["height.displacement"]) == 0.1)
    assert np.asarray(run["height.effort"]) == pytest.approx(9.81 + 100 * 0.1, abs=1e-9)


def test_a_point_is_led(tmp_path: Path) -> None:
    """The tip of a driven rod on a circle, given as a path of its point."""
    sections = """\
drives:
  tip: {body: rod, at: [l, 0, 0], path: [cos(2*t), 0, -sin(2*t)], components: z}
run: {kind: drive, until: 0.5, every: 0.1}
"""
    drive = study(tmp_path, PENDULUM, sections).run()
    np.testing.assert_allclose(drive["A.angle"], 2.0 * drive.t, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("law", "code", "says"),
    [
        ("3 N", "M05", "force"),
        ("2 [N]*sin(t)", "M05", "force"),
        ("B.angle", "M09", "did you mean 'A.angle'"),
        ("sin(A.angel)", "M09", "did you mean 'A.angle'"),
        ("sin(t", "F22", ""),
        ("position(tip, x)", "F22", ""),
        ("{times: [0, 1], values: [1]}", "N14", "2 times and 1 values"),
        ("{times: [0, 1, 1], values: [1, 2, 3]}", "N14", "increase"),
        ("{law: A.rate}", "M09", "every"),
        ("[1, 2]", "M25", ""),
        ("true", "M25", ""),
    ],
)
def test_wrong_laws_are_told_with_their_place(
    tmp_path: Path, law: str, code: str, says: str
) -> None:
    with pytest.raises(ModelError) as caught:
        study(tmp_path, PENDULUM, f"inputs:\n  A: {law}\n")
    problem = caught.value.problems[0]
    assert problem.code == code, str(problem)
    assert says.lower() in str(problem).lower()
    assert problem.location is not None
    assert problem.location.line == len(PENDULUM.splitlines()) + 2
    assert len(caught.value.problems) == 1


def test_laws_of_drives_know_no_state(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="Only t and constants"):
        study(tmp_path, PENDULUM, "drives: {A: A.rate}\n")
