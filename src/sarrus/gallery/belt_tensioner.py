"""A belt drive whose loose run is held taut by a tensioner: an idler on an arm with a spring."""

from __future__ import annotations

from sarrus.gallery.drawing import BLUE, DARK, GREEN, ORANGE, bearing, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.wheels import GRAVITY
from sarrus.model import Mechanism, Model
from sarrus.model.forces.strand import straight_part


def belt_tensioner(
    *,
    radii: tuple[float, float, float] = (0.05, 0.1, 0.03),
    distance: float = 0.5,
    stiffness: float = 60e3,
    preload: float = 150.0,
    mu: float = 0.5,
    spring: float = 60.0,
    load: float = 0.4,
) -> Model:
    """Return the model: driver `A`, driven wheel `B`, arm `C` with the idler `D`, belt `belt`.

    radii of driver, driven wheel and idler, distance of the first two [m]; stiffness E A and
    preload of the belt [N], friction mu; spring of the arm [N m/rad], which balances the belt in
    the drawing; load: damping of the driven wheel [N m s/rad]. y is up.
    """
    r1, r2, r3 = radii
    m = Mechanism("belt drive with tensioner", (0.0, -GRAVITY, 0.0))
    pivot, idler_at = (0.35 * distance, 0.35 * distance, 0.0), (0.5 * distance, 0.2 * distance, 0.0)
    driver = m.body("driver", 1.0, (0, 0, 0), (2e-3, 2e-3, 2e-3))
    driven = m.body("driven", 3.0, (0, 0, 0), (2e-2, 2e-2, 2e-2), at=(distance, 0.0, 0.0))
    arm = m.body("arm", 0.3, (0, 0, 0), (5e-4, 5e-4, 5e-4), at=pivot)
    idler = m.body("idler", 0.2, (0, 0, 0), (1e-4, 1e-4, 1e-4), at=idler_at)
    m.revolute("A", m.ground, driver, at=(0.0, 0.0, 0.0), axis="z")
    m.revolute("B", m.ground, driven, at=(distance, 0.0, 0.0), axis="z")
    m.revolute("C", m.ground, arm, at=pivot, axis="z")
    m.revolute("D", arm, idler, at=idler_at, axis="z")
    # the pull of the belt on the idler in the drawing, which the spring of the arm balances
    centers = [(0.0, 0.0), (distance, 0.0), idler_at[:2]]
    spans = [straight_part(centers[i], centers[k], s - r)[0]
             for i, k, r, s in ((1, 2, r2, -r3), (2, 0, -r3, r1))]  # fmt: skip
    pull = [preload * (spans[1][j] - spans[0][j]) for j in (0, 1)]
    pull[1] -= 0.2 * GRAVITY
    lever = (idler_at[0] - pivot[0], idler_at[1] - pivot[1])
    moment = lever[0] * pull[1] - lever[1] * pull[0]
    m.joint_spring("tensioner", "C", k=spring, d=0.02 * spring, preload=-moment)
    m.joint_damper("load", "B", load)
    m.belt_drive("belt", [(driver, (0, 0, 0), r1), (driven, (distance, 0, 0), r2),
                          (idler, idler_at, -r3)],
                 stiffness=stiffness, preload=preload, damping_time=2e-4, mu=mu)  # fmt: skip
    for body, r, color in ((driver, r1, BLUE), (driven, r2, ORANGE), (idler, r3, GREEN)):
        pin(body, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.98 * r, 0.045, color)
        pin(body, (0.7 * r, 0.0, 0.02), (0.0, 0.0, 1.0), 0.12 * r, 0.02, DARK)
        pin(body, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), 0.2 * r, 0.07, DARK)
    link(arm, (0.0, 0.0, 0.04), (lever[0], lever[1], 0.04), 0.008, DARK)
    for at in ((0.0, 0.0), (distance, 0.0), pivot[:2]):
        bearing(m, (at[0], at[1], -0.04), (0.0, 0.0, 1.0), 0.012, 0.03)
    return m.build()


EXAMPLE = Example(
    "belt_tensioner",
    belt_tensioner,
    "belt drive with slip and a tensioner, started by a torque",
    inputs={"A": 6.0},
    until=1.5,
    every=0.005,
    outputs=("A.rate", "B.rate", "belt.tension1", "belt.tension2"),
)
