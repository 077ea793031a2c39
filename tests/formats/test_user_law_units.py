"""Units in formulas of the user: those of parameters, states, coordinates and rates count."""

from pathlib import Path

import pytest

import sarrus
from sarrus.errors import ModelError

DOCUMENT = """
sarrus: 1
bodies:
  wheel: {mass: 1, com: [0.1, 0, 0], inertia: [1, 1, 1]}
  sled: {mass: 1, com: [0.1, 0, 0], inertia: [1, 1, 1]}
joints:
  A: {type: revolute, parent: ground, child: wheel, at: [0, 0, 0], axis: z}
  P: {type: prismatic, parent: ground, child: sled, at: [0, 0, 0], axis: x}
constants: {h: 0.1 m}
forces:
  f: {type: user_force, %s}
"""

WRONG = [
    ("parameters: {k: 10 N/m}, loads: [{effort: A, value: -k*A}]", "force per length"),
    ("parameters: {k: [10, N/m]}, loads: [{effort: A, value: -k*A}]", "force per length"),
    ("parameters: {k: 10 N/m}, loads: [{effort: A, value: -parameter(k)*A}]", "force per length"),
    ("parameters: {k: 10*h}, loads: [{effort: A, value: -k*A}]", "is length, not force"),
    ("parameters: {k: 10 N*m/rad}, loads: [{effort: P, value: -k*A}]", "not force. Give it in N"),
    ("parameters: {k: 10 N/m}, loads: [{effort: P, value: -k*rate(P)}]", "not force. Give it in N"),
    ("parameters: {k: 10 N/m}, loads: [{effort: P, value: -k*P.speed}]", "Give it in N"),
    ("parameters: {k: 10 N/m}, loads: [{effort: P, let: {w: k*A}, value: -w}]", "Give it in N"),
    ("parameters: {k: 10 N}, loads: [{effort: P, let: {w: 'k + 3 [m]'}, value: w}]", "together"),
    ("parameters: {k: 10 N*m}, loads: [{moment: wheel, value: [k/h, 0, 0]}]", "is force, not"),
    ("states: {i: 0 A}, rates: {i: 0}, loads: [{effort: A, value: i}]", "is current"),
    ("states: {i: [0, A]}, rates: {i: 0}, loads: [{effort: A, value: i}]", "is current"),
    ("states: {f: 0 N*m}, rates: {f: '3 [A/s]'}, loads: [{effort: A, value: f}]", "per time"),
    ("states: {f: 0 N}, rates: {f: '(3 [A] - f)/(1 [s])'}, loads: [{effort: P, value: f}]", "puts"),
    ("states: {f: {start: 0 N}}, rates: {f: -f}, loads: [{effort: P, value: f}]", "per time"),
    ("parameters: {k: 1 N*m}, energy: k*rate(A), loads: [{effort: A, value: -k*A}]", "not force"),
    (
        "parameters: {c: 1 N*m*s}, dissipation: c*A^2, loads: [{effort: A, value: 0}]",
        "Give it in W",
    ),
    ("parameters: {k: [12, revolute]}, loads: [{effort: A, value: -k*A}]", "unit 'revolute'"),
    ("states: {k: [12, revolute]}, rates: {k: 0}, loads: [{effort: A, value: -A}]", "'revolute'"),
]

RIGHT = [
    "parameters: {k: 10 N/m}, loads: [{effort: P, value: -k*P}]",
    "parameters: {k: 10 N*m/rad}, loads: [{effort: A, value: -k*A}]",
    "parameters: {k: 10 N/m}, loads: [{effort: A, value: '-k*A*h^2'}]",
    "parameters: {k: 10}, loads: [{effort: A, value: -k*A}, {effort: P, value: -k*P}]",
    "parameters: {k: [10, N/m]}, loads: [{effort: A, value: -parameter(k)*coordinate(A)}]",
    "parameters: {c: 10 N*m*s}, dissipation: c*A.rate^2, loads: [{effort: A, value: -c*rate(A)}]",
    "parameters: {k: 1 N*m}, energy: 0.5*k*A^2, loads: [{effort: A, value: -k*A}]",
    "states: {i: 0 A}, rates: {i: '3 [A/s] - i/(2 [s])'}, "
    "loads: [{effort: A, value: '3 [N*m/A]*i'}]",
    "states: {i: 0}, rates: {i: '-i/(1 [s])'}, loads: [{effort: A, value: i}]",
    "states: {f: {start: 0 N, scale: 1 N}}, rates: {f: '-f/(1 [s])'}, "
    "loads: [{effort: P, value: f}]",
]


@pytest.mark.parametrize(("law", "words"), WRONG)
def test_units_that_do_not_fit_are_refused(tmp_path: Path, law: str, words: str) -> None:
    file = tmp_path / "model.yaml"
    file.write_text(DOCUMENT % law)
    with pytest.raises(ModelError, match="M05") as refused:
        sarrus.load(file)
    assert words in str(refused.value)
    assert len(refused.value.problems) == 1
    assert refused.value.problems[0].location is not None


@pytest.mark.parametrize("law", RIGHT)
def test_units_that_fit_are_accepted(tmp_path: Path, law: str) -> None:
    file = tmp_path / "model.yaml"
    file.write_text(DOCUMENT % law)
    assert [force.name for force in sarrus.load(file).forces] == ["f"]


@pytest.mark.parametrize("states", [{}, {"states": {"k": (1.0, "revolute")}}])
def test_a_unit_that_is_none_is_refused_in_python(states: dict[str, object]) -> None:
    m = sarrus.Mechanism("bar")
    bar = m.body("bar", mass=1.0, com=(0.1, 0, 0), inertia=(1, 1, 1))
    m.revolute("A", m.ground, bar, at=(0, 0, 0), axis="z")
    given = states or {"parameters": {"k": (12.0, "revolute")}}
    rates = {"rates": lambda s: {"k": 0.0 * s.time}} if states else {}
    m.user_force("f", lambda s: [s.effort("A", -s.coordinate("A"))], **given, **rates)
    with pytest.raises(ModelError, match="unknown unit 'revolute'"):
        m.build()


def test_laws_written_from_python_open_whatever_their_numbers_stand_for(tmp_path: Path) -> None:
    m = sarrus.Mechanism("bar")
    bar = m.body("bar", mass=1.0, com=(0.1, 0, 0), inertia=(1, 1, 1))
    m.revolute("A", m.ground, bar, at=(0, 0, 0), axis="z")
    m.user_force(
        "f",
        lambda s: [s.effort("A", -0.04 * s.parameter("k") * s.coordinate("A") + s.state("i"))],
        parameters={"k": (10.0, "N/m")},
        states={"i": (0.0, "A")},
        rates=lambda s: {"i": -s.state("i") / 0.1},
    )
    model = m.build()
    sarrus.save(model, tmp_path / "model.yaml")
    assert sarrus.load(tmp_path / "model.yaml").forces == model.forces
