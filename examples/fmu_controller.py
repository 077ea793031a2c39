"""A controller that comes as an FMU holds a pendulum; the same equations inside say the same."""

import tempfile
from pathlib import Path

import numpy as np

import sarrus

# A filter of second order, as another program would export it: 0.02 x'' + 1.2 x' + 50 x = u.
m = sarrus.Mechanism("filter")
mass = m.body("mass", mass=0.02, inertia=(1, 1, 1))
m.prismatic("X", m.ground, mass, at=(0, 0, 0), axis="x")
m.joint_spring("S", "X", 50.0, 1.2)
folder = Path(tempfile.mkdtemp())
made = sarrus.export.fmu(
    m.build().compile(), folder / "filter.fmu", inputs=["X"], outputs=["X.displacement"]
)


def error(motion):
    return 20.0 * (0.5 - motion.coordinate("A"))


def pendulum(control):
    m = sarrus.Mechanism("pendulum")
    arm = m.body("arm", mass=2.0, com=(0.2, 0, 0), inertia=(0.01, 0.1, 0.1))
    m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
    control(m)
    system = m.build().compile()
    return system.simulate(system.assemble({"A": 0.9}), until=1.0, every=0.02, rtol=1e-10)


def outside(m):
    m.fmu(
        "controller", made.path, inputs={"X.effort": error}, outputs={"X.displacement": None},
        loads=lambda motion: motion.effort("A", 10.0 * motion.state("X_displacement")),
    )  # fmt: skip


def inside(m):
    def rates(motion):
        x, v = motion.state("x"), motion.state("v")
        return {"x": v, "v": (error(motion) - 50.0 * x - 1.2 * v) / 0.02}

    m.user_force(
        "controller", lambda motion: motion.effort("A", 10.0 * motion.state("x")),
        states={"x": (0.0, "m"), "v": (0.0, "m/s")}, rates=rates,
    )  # fmt: skip


there, here = pendulum(outside), pendulum(inside)
off = np.max(np.abs(np.array(there.history["A.angle"]) - np.array(here.history["A.angle"])))
print(f"largest difference of the angle: {off:.1e} rad")
assert off < 1e-9
