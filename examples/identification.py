"""What a robot's arm really weighs: a motion that shows it, measurements, the model that fits.

A five-bar in a vertical plane has two drives and a loop. A motion is sought that excites all that
can be seen of its inertias and friction. The real machine, here another model with noise, is moved
by it; from angles and torques of the two drives the numbers are found, with intervals, and checked
with another motion.
"""

import numpy as np

import sarrus
from sarrus.identification import Measured, excite, identify
from sarrus.robotics import JointLimits


def five_bar(mass: float, friction: float) -> sarrus.Model:
    m = sarrus.Mechanism("five-bar", gravity=(0, -9.81, 0))
    tip = (0.0, 0.4, 0.0)
    rods = []
    for k, x in enumerate((-0.15, 0.15)):
        elbow = (2.0 * x, 0.2, 0.0)
        crank = m.body(f"crank{k}", 0.6, com=(x / 2, 0.1, 0), inertia=3 * [2e-3], at=(x, 0, 0))
        rods.append(m.body(f"rod{k}", mass, com=(-x, 0.1, 0), inertia=3 * [4e-3], at=elbow))
        m.revolute(f"M{k}", m.ground, crank, at=(x, 0, 0), axis="z")
        m.revolute(f"E{k}", crank, rods[-1], at=elbow, axis="z")
        if friction:
            m.joint_friction(f"gear{k}", f"M{k}", friction, d=0.5 * friction, smoothing=0.01)
    m.revolute("P", *rods, at=tip, axis="z")
    return m.build()


DRIVES = ["M0", "M1"]
model = five_bar(0.3, 0.0).compile(kernels=())
limits = dict.fromkeys(DRIVES, JointLimits(position=(-0.3, 0.3), speed=3.0, acceleration=15.0))
first, second = (
    excite(model, joints=DRIVES, limits=limits, period=6.0, starts=3, rounds=0, seed=seed)
    for seed in (1, 2)
)
print(first)

machine = five_bar(0.42, 0.15).compile(kernels=())
rng = np.random.default_rng(3)


def measure(motion) -> Measured:
    run = machine.drive(motion.laws, times=np.arange(0.0, 6.0, 0.02))
    data = Measured.of_history(run.history, DRIVES)
    tau = {j: x + 0.02 * rng.standard_normal(len(x)) for j, x in data.tau.items()}
    return Measured(data.t, data.q, v=data.v, a=data.a, tau=tau)


found = identify(model, measure(first), check=measure(second))
print(found)
assert abs(found["M0.coulomb"] - 0.15) < 0.02
assert found.checked.error["M0"] < 0.03 < found.checked.error_before["M0"]
