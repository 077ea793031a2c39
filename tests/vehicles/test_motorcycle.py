"""The motorcycle: as a bicycle of Whipple in closed form, at rest, weave and wobble over speed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rolling import closed_forms
from sarrus import Model, ModelError, gallery, vehicles
from sarrus.analysis import root_locus
from sarrus.gallery.motorcycle import FRONT_TYRE, REAR_TYRE
from sarrus.tyres import LinearTyre

G = 9.81


def lumped(model: Model, names: tuple[str, ...]) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, centre and inertia about it of bodies as one, by Steiner's theorem."""
    bodies = [model.body(name) for name in names]
    mass = sum(body.mass for body in bodies)
    places = [np.asarray(b.pose.transform.point(np.array(b.com)), float) for b in bodies]
    com = sum(b.mass * p for b, p in zip(bodies, places, strict=True)) / mass
    total = np.zeros((3, 3))
    for body, place in zip(bodies, places, strict=True):
        r = place - com
        xx, yy, zz, xy, yz, xz = _six(body.inertia)
        own = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        total += own + body.mass * (r @ r * np.eye(3) - np.outer(r, r))
    return mass, com, total


def _six(inertia: Any) -> tuple[float, ...]:
    matrix = np.asarray(inertia, float)
    if matrix.shape == (3, 3):
        pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))
        return tuple(float(matrix[i, j]) for i, j in pairs)
    return tuple(float(x) for x in matrix)


def whipple(p: Mapping[str, Any]) -> dict[str, np.ndarray]:
    """Return M, C1, K0 and K2 of Meijaard et al. (2007), appendix A; axes of the paper, z down.

    p: w, c, lam; of R and F: r, m, Ixx, Iyy; of B and H: m, x, z, Ixx, Ixz, Izz.
    """
    w, c, lam = p["w"], p["c"], p["lam"]
    (rR, mR, IRxx, IRyy), (rF, mF, IFxx, IFyy) = p["R"], p["F"]
    (mB, xB, zB, IBxx, IBxz, IBzz), (mH, xH, zH, IHxx, IHxz, IHzz) = p["B"], p["H"]
    mT = mR + mB + mH + mF
    xT = (xB * mB + xH * mH + w * mF) / mT
    zT = (-rR * mR + zB * mB + zH * mH - rF * mF) / mT
    ITxx = IRxx + IBxx + IHxx + IFxx + mR * rR**2 + mB * zB**2 + mH * zH**2 + mF * rF**2
    ITxz = IBxz + IHxz - mB * xB * zB - mH * xH * zH + mF * w * rF
    ITzz = IRxx + IBzz + IHzz + IFxx + mB * xB**2 + mH * xH**2 + mF * w**2
    mA = mH + mF
    xA, zA = (xH * mH + w * mF) / mA, (zH * mH - rF * mF) / mA
    IAxx = IHxx + IFxx + mH * (zH - zA) ** 2 + mF * (rF + zA) ** 2
    IAxz = IHxz - mH * (xH - xA) * (zH - zA) + mF * (w - xA) * (rF + zA)
    IAzz = IHzz + IFxx + mH * (xH - xA) ** 2 + mF * (w - xA) ** 2
    s, k = np.sin(lam), np.cos(lam)
    uA = (xA - w - c) * k - zA * s
    IAll = mA * uA**2 + IAxx * s**2 + 2.0 * IAxz * s * k + IAzz * k**2
    IAlx = -mA * uA * zA + IAxx * s + IAxz * k
    IAlz = mA * uA * xA + IAxz * s + IAzz * k
    mu = c / w * k
    SR, SF = IRyy / rR, IFyy / rF
    ST, SA = SR + SF, mA * uA + mu * mT * xT
    cross = IAlx + mu * ITxz
    turning = mu * ST + SF * k
    return {
        "M": np.array([[ITxx, cross], [cross, IAll + 2.0 * mu * IAlz + mu**2 * ITzz]]),
        "C1": np.array([
            [0.0, turning + ITxz / w * k - mu * mT * zT],
            [-turning, IAlz / w * k + mu * (SA + ITzz / w * k)],
        ]),
        "K0": np.array([[mT * zT, -SA], [-SA, -SA * s]]),
        "K2": np.array([[0.0, (ST - mT * zT) / w * k], [0.0, (SA + SF * s) / w * k]]),
    }  # fmt: skip


def eigenvalues(p: Mapping[str, np.ndarray], v: float, damping: float) -> np.ndarray:
    """Return the four of lean and steer at a speed, with a damper of the steering [N m s/rad]."""
    C = v * p["C1"] + np.diag([0.0, damping])
    right = np.hstack([G * p["K0"] + v**2 * p["K2"], C])
    return np.linalg.eigvals(np.vstack([np.eye(2, 4, 2), -np.linalg.solve(p["M"], right)]))


def parameters(model: Model, wheelbase: float, trail: float, rake: float) -> dict[str, Any]:
    """Return the numbers of the paper for a motorcycle whose joints but the steering are welded."""
    found: dict[str, Any] = {"w": wheelbase, "c": trail, "lam": rake}
    for key, name in (("R", "rear_wheel"), ("F", "front_wheel")):
        body = model.body(name)
        xx, yy, *_ = _six(body.inertia)
        found[key] = float(body.pose.position[2]), body.mass, xx, yy
    for key, names in (("B", ("frame", "rider", "swing_arm")), ("H", ("head", "fork"))):
        mass, com, I = lumped(model, names)
        # z of the paper is down: xz has the other sign
        found[key] = mass, com[0], -com[2], I[0, 0], -I[0, 2], I[2, 2]
    return found


BENCHMARK = {
    "w": 1.02, "c": 0.08, "lam": np.pi / 10.0,
    "R": (0.3, 2.0, 0.0603, 0.12), "F": (0.35, 3.0, 0.1405, 0.28),
    "B": (85.0, 0.3, -0.9, 9.2, 2.4, 2.8), "H": (4.0, 0.9, -0.7, 0.05892, -0.00756, 0.00708),
}  # fmt: skip


def test_formulas_give_the_matrices_of_the_benchmark() -> None:
    for name, matrix in whipple(BENCHMARK).items():
        np.testing.assert_allclose(matrix, closed_forms.BICYCLE[name], rtol=1e-12, atol=1e-13)


def test_rigid_and_rolling_it_is_a_bicycle_of_whipple() -> None:
    """Eigenvalues of the seven bodies against the closed form of the same geometry."""
    shape = {"wheelbase": 1.43, "trail": 0.10, "rake": np.deg2rad(25.0)}
    model = gallery.motorcycle(contact="rolling", rigid=True, steering_damper=6.0, **shape)
    known = whipple(parameters(model, *shape.values()))
    locus = vehicles.speed_locus(model, [4.0, 12.0, 40.0])
    for v, found in zip(locus.values, locus.eigenvalues, strict=True):
        assert np.min(np.abs(found)) < 1e-8  # a change of the speed itself
        for value in eigenvalues(known, v, 6.0):
            assert np.min(np.abs(found - value)) < 1e-8 * max(1.0, abs(value))


def test_it_stands_as_drawn() -> None:
    system = gallery.motorcycle(speed=0.0).compile(kernels=())
    state = system.initial_state()
    assert np.max(np.abs(system.accelerations(state).vdot)) < 1e-7
    assert system.mobility(state).freedom == 12


def test_locus_of_what_does_not_run_is_refused() -> None:
    with pytest.raises(ModelError, match=r"H01.*moves forward"):
        vehicles.speed_locus(gallery.four_bar(), [1.0, 2.0])
    with pytest.raises(ModelError, match=r"H01.*is not a vehicle"):
        vehicles.speed_locus(3.0, [1.0, 2.0])


@pytest.mark.slow
def test_stiff_tyres_tend_to_rolling() -> None:
    """Lean and steer on tyres that hardly slip have the eigenvalues of knife edges that roll."""
    how: dict[str, Any] = {"rigid": True, "steering_damper": 6.0, "speed": 12.0}

    def stiff(like: Any, much: float) -> LinearTyre:
        return LinearTyre(
            radius=like.free_radius, k=16e6, load=1600.0, c=3000.0, relaxation=0.01,
            relaxation_along=0.01, stiffness=much * 3e4, stiffness_along=much * 3e4,
        )  # fmt: skip

    gaps = []
    for much in (30.0, 300.0):
        tyres = {"tyre": stiff(FRONT_TYRE, much), "rear_tyre": stiff(REAR_TYRE, much)}
        rolls = gallery.motorcycle(contact="rolling", **how, **tyres).compile(kernels=())
        ideal = root_locus(rolls, "frame.vx", [12.0, 12.5], rolls.initial_state(),
                           moving={"steer.angle": 0.0}).eigenvalues[0]  # fmt: skip
        found = vehicles.speed_locus(gallery.motorcycle(**how, **tyres), [12.0, 12.5])
        lateral = ideal[np.abs(ideal) > 1e-6]
        nearest = [np.min(np.abs(found.eigenvalues[0] - x)) / max(abs(x), 1.0) for x in lateral]
        gaps.append(max(nearest))
    assert gaps[1] < 5e-3 and gaps[1] < 0.3 * gaps[0]


@pytest.mark.slow
def test_weave_wobble_and_capsize() -> None:
    """As the literature has them: capsize slow and real; weave at 2 to 4 Hz and wobble at 8 to
    12 Hz, both the less damped the faster; wobble is that which the steering damper acts on."""
    locus = vehicles.speed_locus(gallery.motorcycle(), [30.0, 45.0, 60.0])
    bare = vehicles.speed_locus(gallery.motorcycle(steering_damper=0.0), [30.0, 45.0, 60.0])
    for k in range(3):
        values = locus.eigenvalues[k]
        assert 0.0 < np.max(values.real) < 0.6 and values[np.argmax(values.real)].imag == 0.0

    def modes(values: np.ndarray, low: float, high: float) -> complex:
        hertz = values.imag / (2.0 * np.pi)
        return complex(max(values[(hertz > low) & (hertz < high)], key=lambda x: x.real))

    weave = [modes(values, 2.3, 5.0) for values in locus.eigenvalues]
    wobble = [modes(values, 8.0, 11.6) for values in locus.eigenvalues]
    assert all(a.real < b.real < 0.0 for a, b in pairwise(weave))
    assert all(a.real < b.real < 0.0 for a, b in pairwise(wobble))
    assert all(modes(v, 7.0, 11.6).real > x.real + 2.0
               for v, x in zip(bare.eigenvalues, wobble, strict=True))  # fmt: skip
