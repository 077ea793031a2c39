"""Less arithmetic in files: points on the way between others, axes along them, masses of solids."""

from __future__ import annotations

import numpy as np
import pytest

from sarrus import Mechanism, ModelError, Rod, Shaft
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import read_document
from sarrus.model import Model

ARM = """sarrus: 1
constants: {l: 0.5}
points:
  A: [0.1, 0.2, 0]
  B: {from: A, by: [0.3, 0.4, 0]}
  M: {from: A, to: B, along: l/2}
  T: {from: A, to: B, along: 100 mm, left: 50 mm}
  U: {from: A, to: M, along: 0, left: 0.1, normal: -z}
  V: {from: A, to: B, along: -0.1}
bodies:
  arm:
    mass: 2
    at: M
    rotation: [A, B]
    solids: [{type: shaft, from: A, to: B, radius: 0.02}]
    shapes: [{type: rod, from: A, to: B, radius: 0.03, offset: [0, 0, 0.1]}]
frames:
  t: {body: arm, at: T}
joints:
  A: {type: revolute, parent: ground, child: arm, at: A, axis: z}
"""


WAY = "to: M, along: 0, left: 0.1, normal: -z"


def model_of(text: str) -> Model:
    value, marks = parse(text, "arm.yaml")
    return read_document(value, marks).model()


def test_points_along_a_way_and_beside_it() -> None:
    text = ARM.replace(", normal: -z", "")
    model = model_of(text)
    arm, (frame,) = model.bodies[0], model.frames
    along, left = np.array([0.6, 0.8, 0.0]), np.array([-0.8, 0.6, 0.0])
    drawn = arm.pose.transform.point(np.array(frame.pose.position))
    assert np.allclose(drawn, (0.1, 0.2, 0.0) + 0.1 * along + 0.05 * left, atol=1e-15)
    assert np.allclose(arm.pose.position, (0.25, 0.4, 0.0), atol=1e-15)


def test_axes_along_two_points() -> None:
    arm = model_of(ARM.replace(", normal: -z", "")).bodies[0]
    R = np.array(arm.pose.rotation)
    assert np.allclose(R[:, 2], (0.6, 0.8, 0.0), atol=1e-15)
    assert np.allclose(R.T @ R, np.eye(3), atol=1e-15) and np.linalg.det(R) == pytest.approx(1.0)


def test_the_mass_is_of_the_solids_not_of_what_is_drawn() -> None:
    """A round bar: m l^2/12 + m r^2/4 across itself, m r^2/2 about itself; drawn beside it."""
    arm = model_of(ARM.replace(", normal: -z", "")).bodies[0]
    across, about = 2 * 0.5**2 / 12 + 2 * 0.02**2 / 4, 2 * 0.02**2 / 2
    assert np.allclose(arm.com, 0.0, atol=1e-15)
    assert np.allclose(arm.inertia, np.diag([across, across, about]), atol=1e-15)
    assert len(arm.shapes) == 1 and arm.shapes[0].shape.radius == 0.03  # type: ignore[attr-defined]


def test_solids_in_python_with_a_density() -> None:
    m = Mechanism("arm")
    m.body(
        "arm",
        density=7850.0,
        solids=[Shaft((0, 0, 0), (0.5, 0, 0), radius=0.02)],
        shape=Rod((0, 0, 0.1), (0.5, 0, 0.1), radius=0.03),
    )
    m.revolute("A", m.ground, "arm", at=(0, 0, 0), axis="z")
    arm = m.build().bodies[0]
    assert arm.mass == pytest.approx(7850.0 * np.pi * 0.02**2 * 0.5)
    assert np.allclose(arm.com, (0.25, 0, 0))


@pytest.mark.parametrize(
    ("old", "new", "element", "said"),
    [
        ("normal: -z", "normal: q", "point 'U' / normal", "is none of"),
        (WAY, "to: Q, along: 1", "point 'U' / to", "not the name"),
        (WAY, "to: A, along: 1", "point 'U' / to", "at one place"),
        (WAY, "to: B", "point 'U'", "needs `from`, `to`"),
        ("along: l/2", "along: 2 kg", "point 'M' / along", "kg"),
        ("rotation: [A, B]", "rotation: [A, Q]", "body 'arm' / rotation", "not the name of"),
        ("rotation: [A, B]", "rotation: [A, A]", "body 'arm' / rotation", "has length 0"),
    ],
)  # fmt: skip
def test_mistakes(old: str, new: str, element: str, said: str) -> None:
    text = ARM if old == "normal: -z" else ARM.replace(", normal: -z", "")
    old = old.replace(", normal: -z", "") if text is not ARM else old
    assert old in text
    with pytest.raises(ModelError) as found:
        model_of(text.replace(old, new))
    problem = found.value.problems[0]
    assert (problem.element, said in str(problem)) == (element, True), str(problem)
    assert problem.location is not None and len(found.value.problems) == 1
