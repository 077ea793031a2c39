"""A Stewart platform led along a path: how long its legs are, and how hard they push."""

import numpy as np

import sarrus
from sarrus import gallery

# A free joint between ground and platform takes no freedom away: the platform is led by it.
system = gallery.stewart_platform(pose=True).compile(kernels=())
HEIGHT, REACH, TILT, OMEGA = 0.7, 0.08, 0.12, 2 * np.pi


def place(t):  # a circle that rises and falls
    x, y = REACH * np.sin(OMEGA * t), REACH * (1.0 - np.cos(OMEGA * t))
    return np.array([x, y, HEIGHT + 0.03 * np.sin(2 * OMEGA * t)])


def tilt(t):
    return TILT * np.sin(OMEGA * t)


law = sarrus.PoseLaw(place, axis=(1, 0, 0), angle=tilt)
led = system.drive({"pose": law}, until=1.0, every=0.05)
wrench = np.asarray(led["pose.effort"])
most = ", ".join(f"{x:.1f}" for x in np.abs(wrench).max(axis=0))
print(f"led by force [N] and moment [N m] in its own axes, at most {most}")

# Check: legs as long as geometry says; the joints are those of the drawing.
foot = {k: np.array(system.model.joint(f"fork{k}").on_parent.position) for k in range(1, 7)}
head = {k: np.array(system.model.joint(f"ball{k}").on_child.position) for k in range(1, 7)}
for k in range(1, 7):
    drawn = np.linalg.norm(head[k] + (0, 0, HEIGHT) - foot[k])
    for t, moved in zip(led.t, led[f"leg{k}"], strict=True):
        c, s = np.cos(tilt(t)), np.sin(tilt(t))
        top = place(t) + np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ head[k]
        assert abs(np.linalg.norm(top - foot[k]) - drawn - moved) < 1e-9

# The legs do it instead: their forces do the same work at every time.
for j in (3, 11):
    state = led.state(j)
    legs = {f"leg{k}": led.accelerations(f"leg{k}")[j] for k in range(1, 7)}
    pushed = system.accelerations(state, driven=legs)
    force = {name: float(pushed.efforts[name][0]) for name in legs}
    power = sum(force[name] * state[f"{name}.speed"] for name in legs)
    assert abs(power - led["pose.power"][j]) < 1e-9 * np.abs(wrench).max()
    print(f"t = {led.t[j]:.2f} s: legs push with {', '.join(f'{f:.1f}' for f in force.values())} N")
print("checked: lengths of the legs by geometry, and the power of both ways to drive")
