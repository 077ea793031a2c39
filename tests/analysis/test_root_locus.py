"""Eigenvalues over a parameter: the benchmark bicycle, onsets in closed form, curves by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis.test_steady_motion import ABOUT, ARM, INERTIA, G, M, plain_top
from sarrus import Mechanism, Model, ModelError, System
from sarrus.analysis import RootLocus, root_locus

Reference = Callable[[str], dict[str, Any]]


def bicycle(p: dict[str, float]) -> Model:
    """The Whipple bicycle: x ahead, y to the left, z up; the paper's axes, turned about x."""
    w, c, lam = p["w"], p["c"], p["lam"]
    m = Mechanism("bicycle", (0.0, 0.0, -p["g"]))
    for name, key in (("frame", "B"), ("fork", "H")):
        I = np.diag([p[f"I{key}xx"], p[f"I{key}yy"], p[f"I{key}zz"]])
        I[0, 2] = I[2, 0] = -p[f"I{key}xz"]
        m.body(name, p[f"m{key}"], (0, 0, 0), I, at=(p[f"x{key}"], 0.0, -p[f"z{key}"]))
    centers = {"rear": (0.0, 0.0, p["rR"]), "front": (w, 0.0, p["rF"])}
    for name, key in (("rear", "R"), ("front", "F")):
        across, about = p[f"I{key}xx"], p[f"I{key}yy"]
        m.body(name, p[f"m{key}"], (0, 0, 0), (across, about, across), at=centers[name])
    m.free("frame", m.ground, "frame")
    m.revolute("steer", "frame", "fork", at=(w + c, 0, 0), axis=(np.sin(lam), 0, -np.cos(lam)))
    m.revolute("rear", "frame", "rear", at=centers["rear"], axis="y")
    m.revolute("front", "fork", "front", at=centers["front"], axis="y")
    for name, key in (("rear", "R"), ("front", "F")):
        m.rolling(f"{name} contact", name, radius=p[f"r{key}"], center=centers[name], axis="y")
    return m.build()


@pytest.fixture(scope="module")
def rolling(reference: Reference) -> tuple[System, dict[str, Any]]:
    case = reference("bicycle_whipple_linear")
    return bicycle(case["parameters"]).compile(kernels=()), case["expected"]


def test_bicycle_over_speed(rolling: tuple[System, dict[str, Any]], tmp_path: Any) -> None:
    """The four of lean and steer at 0 to 10 m/s, one of the speed, which is free; and where
    stability changes: weave and capsize."""
    system, expected = rolling
    values = np.arange(11.0)
    locus = root_locus(system, "frame.vx", values, moving={"steer.angle": 0.0})
    for found, pairs in zip(locus.eigenvalues, expected["eigenvalues"].values(), strict=True):
        assert len(found) == 5 and np.min(np.abs(found)) < 1e-9
        for real, imaginary in pairs:
            assert np.min(np.abs(found - complex(real, imaginary))) < 1e-10
    aside = locus.points[-1].aside
    assert set(aside) == {
        "rear.angle", "front.angle", "frame.x", "frame.y", "frame turn about z",
    }  # fmt: skip
    assert aside["rear.angle"] == pytest.approx(10.0 / 0.3)
    weave, capsize = locus.critical
    assert weave.value == pytest.approx(expected["weave_speed"], abs=1e-10)
    assert capsize.value == pytest.approx(expected["capsize_speed"], abs=1e-10)
    assert weave.oscillates and not weave.grows and weave.frequency == pytest.approx(0.5467, 1e-3)
    assert capsize.grows and not capsize.oscillates
    assert locus.stable_ranges == ((weave.value, capsize.value),)
    assert locus.unit == "m/s" and "frame.vx = 0 to 10" in repr(locus)
    assert locus["rear.rate"] == pytest.approx(values / 0.3)
    figure = locus.plot(path=tmp_path / "locus.svg", title="bicycle")
    assert len(figure.axes) == 2 and (tmp_path / "locus.svg").stat().st_size > 1000
    assert list(locus.table())[:2] == ["frame.vx", "real 0"]


def test_values_may_fall(rolling: tuple[System, dict[str, Any]]) -> None:
    system, expected = rolling
    locus = root_locus(system, "frame.vx", [6.5, 5.0], moving={"steer.angle": 0.0})
    assert locus.critical[0].value == pytest.approx(expected["capsize_speed"], abs=1e-10)
    assert locus.critical[0].grows


def test_bicycle_in_a_steady_turn(rolling: tuple[System, dict[str, Any]]) -> None:
    """Leant over, with a torque on the handlebar that is found; it stays in its circle."""
    system, _ = rolling
    wishes = {"rear.rate": 20.0, "steer.angle": 0.1}
    steady = system.equilibrium(moving=wishes, unknown=["steer"])
    turn = steady["frame turn about z"]
    assert -1.0 < turn < -0.5  # the axis of the steer points down
    run = system.simulate(steady.state, until=2.0, every=0.1, rtol=1e-12, atol=1e-13,
                          inputs={"steer": steady["steer"]}, certify=False)  # fmt: skip
    for name in ("steer.angle", "rear.rate", "frame.vz", "frame.omega_z"):
        assert np.ptp(np.asarray(run[name])) < 1e-9
    with pytest.raises(ModelError, match=r"S30.*'steer'"):
        system.equilibrium(moving={"rear.rate": 20.0}, unknown=["steer"])


def test_disc_that_rolls_in_a_circle() -> None:
    """(C + m r^2) n W sin + m g r cos = A W^2 sin cos; its axis is at an angle to the vertical."""
    m, r = 2.0, 0.3
    A, C, angle, n = m * r**2 / 4, m * r**2 / 2, 1.3, 8.0
    model = Mechanism("disc", (0, 0, -G))
    model.body("disc", m, (0, 0, 0), (A, C, A), at=(0, 0, r))
    model.free("F", model.ground, "disc", at=(0, 0, r))
    model.rolling("contact", "disc", radius=r, center=(0, 0, r), axis="y")
    system = model.build().compile(kernels=())
    lean = np.pi / 2 - angle
    guess = system.assemble(
        {"F": [0, 0, 0, np.cos(lean / 2), np.sin(lean / 2), 0, 0]}, {"F.omega_y": n}
    )
    steady = system.equilibrium(
        guess, moving={"F.omega_y": n, "disc.position.z": r * np.sin(angle)}
    )
    W = -steady["F turn about z"] * np.sign(steady.state["F.quat_x"])
    s, c = np.sin(angle), np.cos(angle)
    terms = ((C + m * r**2) * n * W * s, m * G * r * c, -A * W**2 * s * c)
    assert min(abs(sum(terms)), abs(terms[0] - terms[1] - terms[2])) < 1e-9
    assert len(steady.linearization.states) == 4


@cache
def _limit() -> float:
    return 2.0 * np.sqrt(INERTIA * M * G * ARM) / ABOUT


def test_onset_of_the_sleeping_top() -> None:
    """Two frequencies meet and leave the axis: where C n = 2 sqrt(A m g l)."""
    still = {"O.omega_x": 0.0, "O.omega_y": 0.0}
    locus = root_locus(plain_top(), "O.omega_z", [0.8 * _limit(), 1.2 * _limit()], moving=still)
    (onset,) = locus.critical
    assert onset.value == pytest.approx(_limit(), rel=1e-10)
    assert onset.oscillates and not onset.grows
    assert locus.stable.tolist() == [False, True]


def inverted_pendulum() -> Model:
    m = Mechanism("pole", (0.0, 0.0, -G))
    m.body("pole", 2.0, (0, 0, 0.5), (0.05, 0.05, 0.001))
    m.revolute("A", m.ground, "pole", at=(0, 0, 0), axis="y")
    m.joint_spring("hold", "A", k=5.0, d=0.3)
    return m.build()


def test_a_number_of_the_model_at_rest() -> None:
    """Upright on a spring: k = m g l; as an equilibrium, and as a steady motion at no speed."""
    system = inverted_pendulum().compile(kernels=())
    for how in ({}, {"moving": {}}):
        locus = root_locus(system, "hold.k", np.linspace(5.0, 15.0, 6), **how)
        assert isinstance(locus, RootLocus) and locus.unit == "N m/rad"
        (onset,) = locus.critical
        assert onset.value == pytest.approx(2.0 * G * 0.5, rel=1e-12)
        assert not onset.oscillates and not onset.grows


@pytest.mark.parametrize("values", [[1.0], [1.0, 1.0], [1.0, 3.0, 2.0], ["a", "b"]])
def test_values_that_go_nowhere(values: Any) -> None:
    with pytest.raises(ModelError, match=r"values.*must be"):
        root_locus(inverted_pendulum().compile(kernels=()), "hold.k", values)


def test_what_is_neither_number_nor_channel() -> None:
    with pytest.raises(ModelError, match=r"'hold\.q'"):
        root_locus(inverted_pendulum().compile(kernels=()), "hold.q", [1.0, 2.0])
