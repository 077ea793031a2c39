"""Force elements with kinks: steps with error control end where they switch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import sarrus
from sarrus import Event, Mechanism
from sarrus.model.forces import CoordinateLoad, ForceElement, Load, Scene
from sarrus.spatial.arrays import Scalar, select
from sarrus.system import System

K, M, G = 4000.0, 2.0, 9.81


@dataclass(frozen=True)
class Buffer(ForceElement):
    """A spring that only pushes, below zero."""

    name: str
    joint: str
    k: float
    told: bool = True

    type_name: ClassVar[str] = "buffer"

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def loads(self, scene: Scene) -> Sequence[Load]:
        x = scene.coordinate(self.joint, 0)
        return (CoordinateLoad(self.joint, 0, select(x < 0.0, -self.k * x, 0.0)),)

    def potential(self, scene: Scene) -> Scalar:
        x = scene.coordinate(self.joint, 0)
        return select(x < 0.0, 0.5 * self.k * x * x, 0.0)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        return (scene.coordinate(self.joint, 0),) if self.told else ()


def bouncing(told: bool = True) -> System:
    m = Mechanism("bouncing", (0.0, 0.0, -G))
    m.body("ball", M, (0, 0, 0), (0.01, 0.01, 0.01))
    m.prismatic("J", m.ground, "ball", at=(0, 0, 0), axis="z")
    m.add(Buffer("buffer", "J", K, told))
    return m.build().compile(kernels=())


def exact(t: np.ndarray) -> np.ndarray:
    """Return the height of the ball dropped from 0.3 m, arc by arc."""
    fall = np.sqrt(2.0 * 0.3 / G)
    v, w = G * fall, np.sqrt(K / M)
    rest = M * G / K
    # below zero: z = -rest + rest cos wt - v/w sin wt, until z = 0 again
    touch = 2.0 * (np.pi - np.arctan2(v / w, rest)) / w
    period = 2.0 * fall + touch
    s = np.mod(t + fall, period)  # zero: leaving upwards
    up = v * s - 0.5 * G * s * s
    d = s - 2.0 * fall
    return np.where(s < 2.0 * fall, up, -rest + rest * np.cos(w * d) - v / w * np.sin(w * d))


@pytest.mark.parametrize("method", ["auto", "pece", "adams", "bdf", "ida"])
def test_steps_end_where_forces_switch(method: str) -> None:
    """Fewer evaluations are lost at the kinks, and the motion is that of the closed form."""
    how: dict[str, Any] = {"until": 5.0, "every": 0.01, "method": method}
    how |= {"rtol": 1e-8, "atol": 1e-10}
    run = bouncing().simulate(bouncing().state([0.3]), **how)
    assert np.max(np.abs(run.q[:, 0] - exact(run.t))) < 2e-5
    assert not run.notices and not run.events
    np.testing.assert_array_equal(run.t, 0.01 * np.arange(501))
    if method == "auto":
        plain = bouncing(told=False).simulate(bouncing(False).state([0.3]), **how)
        assert run.account.steps < plain.account.steps


def test_events_at_the_same_instant_as_a_switch() -> None:
    system = bouncing()
    touch = Event("J", direction="down", name="touch")
    run = system.simulate(system.state([0.3]), until=1.0, events=[touch], rtol=1e-9, atol=1e-11)
    fall = np.sqrt(2.0 * 0.3 / G)
    assert run.events[0].t == pytest.approx(fall, abs=1e-9)
    period = float(run.events[1].t - run.events[0].t)
    found = solve_ivp(
        lambda t, y: [y[1], -G + (-K * y[0] / M if y[0] < 0 else 0.0)], (0, 1), [0.3, 0.0],
        rtol=1e-10, atol=1e-12, max_step=1e-3, events=lambda t, y: y[0],
    )  # fmt: skip
    downs = found.t_events[0][::2]
    assert period == pytest.approx(downs[1] - downs[0], abs=1e-6)


def test_run_with_switches_is_resumed_bit_for_bit(tmp_path: Path) -> None:
    system, path = bouncing(), tmp_path / "run.sarrus"
    how: dict[str, Any] = {"until": 2.0, "every": 0.001}
    whole = system.simulate(system.state([0.3]), **how)

    def stop(fraction: float) -> None:
        if fraction > 0.5:
            raise KeyboardInterrupt

    file = sarrus.ResultFile(path, every=0.0, states=50)
    system.simulate(system.state([0.3]), file=file, progress=stop, **how)
    resumed = sarrus.resume(path, model=system.model)
    assert np.array_equal(resumed.t, whole.t) and np.array_equal(resumed.q, whole.q)


@dataclass(frozen=True)
class Wall(ForceElement):
    """A narrow ramp: a constant push back between 10.003 and 10.013."""

    name: str
    joint: str
    told: bool

    type_name: ClassVar[str] = "wall"

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,)

    def _inside(self, scene: Scene) -> Scalar:
        x = scene.coordinate(self.joint, 0)
        return select(x < START, 0.0, select(x > END, END - START, x - START))

    def loads(self, scene: Scene) -> Sequence[Load]:
        x = scene.coordinate(self.joint, 0)
        push = select(x < START, 0.0, select(x > END, 0.0, -PUSH))
        return (CoordinateLoad(self.joint, 0, push),)

    def potential(self, scene: Scene) -> Scalar:
        return PUSH * self._inside(scene)

    def switches(self, scene: Scene) -> Sequence[Scalar]:
        x = scene.coordinate(self.joint, 0)
        return (x - START, x - END) if self.told else ()


START, END, PUSH = 10.003, 10.013, 50.0


def test_a_wall_between_the_stages_of_a_step_is_not_overlooked() -> None:
    """Even motion takes steps of seconds; a ramp of a moment is felt because it is told."""
    final = {}
    for told in (True, False):
        m = Mechanism("passing", (0.0, 0.0, 0.0))
        m.body("cart", M, (0, 0, 0), (0.01, 0.01, 0.01))
        m.prismatic("J", m.ground, "cart", at=(0, 0, 0), axis="x")
        m.add(Wall("wall", "J", told))
        system = m.build().compile(kernels=())
        run = system.simulate(system.state([0.0], [1.0]), until=20.0, rtol=1e-9, atol=1e-11)
        final[told] = float(run.v[-1, 0])
    slower = np.sqrt(1.0 - 2.0 * PUSH * (END - START) / M)
    assert final[True] == pytest.approx(slower, abs=1e-8)
    assert final[False] == 1.0, "the wall is not narrow enough to show anything"


def test_switching_without_end_gets_on() -> None:
    """A mass that rests on the edge of its buffer, shaken by less than rounding can tell."""
    system = bouncing()

    def shaking(t: Any, state: Any) -> Any:
        return M * G + 1e-9 * np.sin(1e6 * t)

    run = system.simulate(system.state([0.0]), until=1e-3, inputs={"J": shaking})
    assert run.final.t == 1e-3
    assert run.account.steps < 20_000


@dataclass(frozen=True)
class Damped(Buffer):
    """The same with a damper, whose force jumps when it touches."""

    d: float = 40.0

    def loads(self, scene: Scene) -> Sequence[Load]:
        x, v = scene.coordinate(self.joint, 0), scene.rate(self.joint, 0)
        push = select(x < 0.0, -self.k * x - self.d * v, 0.0)
        return (CoordinateLoad(self.joint, 0, push),)

    def dissipation(self, scene: Scene) -> Scalar:
        x, v = scene.coordinate(self.joint, 0), scene.rate(self.joint, 0)
        return select(x < 0.0, self.d * v * v, 0.0)


@pytest.mark.parametrize("rtol", [1e-4, 1e-7, 1e-10, 1e-12])
@pytest.mark.parametrize("balls", [1, 3])
def test_forces_that_jump_are_crossed_at_every_tolerance(rtol: float, balls: int) -> None:
    """Also of several elements at the same instant but for rounding."""
    m = Mechanism("jumping", (0.0, 0.0, -G))
    for k in range(balls):
        m.body(f"ball{k}", M, (0, 0, 0), (0.01, 0.01, 0.01))
        m.prismatic(f"J{k}", m.ground, f"ball{k}", at=(0, 0, 0), axis="z")
        m.add(Damped(f"buffer{k}", f"J{k}", K))
    system = m.build().compile(kernels=())
    start = system.state([0.3 + 1e-16 * k for k in range(balls)])
    run = system.simulate(start, until=1.5, rtol=rtol, atol=1e-2 * rtol, every=0.01)
    v, t = np.sqrt(2.0 * G * 0.3), np.sqrt(0.6 / G)
    found = solve_ivp(
        lambda s, y: [y[1], -G - (K * y[0] + 40.0 * y[1]) / M], (0.0, 1.0), [0.0, -v],
        rtol=1e-13, atol=1e-15, events=_leaves,
    )  # fmt: skip
    leaves = float(found.t_events[0][-1])
    up = float(found.y_events[0][-1][1])
    later = t + leaves
    flying = (run.t > later + 0.01) & (run.t < later + 2.0 * up / G - 0.01)
    s = run.t[flying] - later
    expected = up * s - 0.5 * G * s * s
    assert np.count_nonzero(flying) > 10
    for k in range(balls):
        z = np.asarray(run[f"J{k}.displacement"])[flying]
        assert np.max(np.abs(z - expected)) < max(200.0 * rtol, 1e-11)
    assert run.energy_error < max(1e3 * rtol, 1e-10)


def _leaves(s: float, y: Any) -> float:
    return float(y[0]) if s > 1e-6 else -1.0


_leaves.terminal = True  # type: ignore[attr-defined]
_leaves.direction = 1.0  # type: ignore[attr-defined]
