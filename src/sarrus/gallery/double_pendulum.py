"""The double pendulum: two square bars on hinges, the first one damped."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, ORANGE, block
from sarrus.gallery.example import Example
from sarrus.gallery.linkwork import foot, hinge
from sarrus.model import Mechanism, Model


def double_pendulum(
    *,
    lengths: tuple[float, float] = (0.5, 0.5),
    masses: tuple[float, float] = (13.86, 13.86),
    width: float = 0.06,
    damping: float = 0.1,
    gravity: float = 9.80665,
) -> Model:
    """Return the model: bodies upper and lower, hinges A and B about z, drawn level along x.

    lengths, width [m] of the square bars; masses [kg]; damping of A [N m s/rad]; gravity along -y
    [m/s^2]. The numbers are those of the double pendulum of the Modelica Standard Library.
    """
    m = Mechanism("double pendulum", (0.0, -gravity, 0.0))
    inner, x = m.ground, 0.0
    parts = zip("AB", ("upper", "lower"), lengths, masses, (BLUE, ORANGE), strict=True)
    for layer, (joint, name, length, mass, color) in enumerate(parts):
        across, along = mass * (length**2 + width**2) / 12.0, mass * width**2 / 6.0
        middle = (0.5 * length, 0.0, 0.0)
        body = m.body(name, mass, middle, (along, across, across), at=(x, 0.0, 0.0))
        drawn = (length + 0.5 * width, width, 0.5 * width)
        block(body, (0.5 * length, 0.0, 0.6 * width * layer), drawn, color)
        hinge(m, joint, inner, body, (x, 0.0, 0.0))
        inner, x = body, x + length
    foot(m, (0.0, 0.0, 0.0), 0.25 * width)
    if damping:
        m.joint_damper("rubbing", "A", damping)
    return m.build()


EXAMPLE = Example(
    "double_pendulum",
    double_pendulum,
    "two bars on hinges, released from horizontal (Modelica Standard Library)",
    until=3.0,
    outputs=("A.angle", "B.angle"),
)
