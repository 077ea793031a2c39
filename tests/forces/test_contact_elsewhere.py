"""Contact where other force elements are: events, many runs, linear models, C code, arrows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from forces.convex_meshes import box_mesh
from sarrus import Mechanism, Sphere, System, export
from sarrus.events import Bounce, Event, Stop
from sarrus.viewer.acting import acting_of
from system.test_c_code import assert_same, compiled_and_run, needs_gcc

G = 9.81


def brick() -> System:
    """A brick of a mesh, 1 kg, above ground."""
    m = Mechanism("brick", gravity=(0, 0, -G))
    body = m.body("brick", 1.0, inertia=(4e-3, 6e-3, 8e-3), at=(0, 0, 0.15))
    m.free("F", m.ground, body)
    m.contact("touch", body, shape=box_mesh((0.3, 0.2, 0.1)), k=2e4, a=2.0, mu=0.4)
    return m.build().compile()


def ball(restitution: float = 0.5) -> System:
    m = Mechanism("ball", gravity=(0, 0, -G))
    body = m.body("ball", 1.0, inertia=(1e-3, 1e-3, 1e-3), at=(0, 0, 0.3))
    m.prismatic("A", m.ground, body, at=(0, 0, 0), axis="z")
    m.contact("touch", body, shape=Sphere(0.1), k=1e6, restitution=restitution, impact_speed=1.0)
    return m.build().compile()


def test_an_event_sees_the_touch() -> None:
    """It falls 0.2 m: at sqrt(2 h/g) the gap is 0."""
    system = ball()
    run = system.simulate(
        system.assemble(),
        until=1.0,
        every=0.1,
        events=[Event("touch.gap", Stop(), direction="down")],
    )
    assert run.t[-1] == pytest.approx(np.sqrt(0.4 / G), abs=1e-9)
    assert run["touch.gap"][-1] == pytest.approx(0.0, abs=1e-9)
    # the exact one: the speed is turned round at the touch, and the spring never acts
    hit = Event("touch.gap", Bounce(0.5), direction="down")
    run = system.simulate(system.assemble(), until=0.25, every=0.05, events=[hit])
    wanted = 0.5 * np.sqrt(0.4 * G) - G * (0.25 - np.sqrt(0.4 / G))
    assert run["A.speed"][-1] == pytest.approx(wanted, abs=1e-7)


def test_many_runs_touch_as_one_does() -> None:
    system = brick()
    starts = [system.assemble(rates={"F": [vx, 0, 0, 0, 0, 0]}) for vx in (0.0, 0.5, 1.0)]
    how: dict[str, Any] = {"until": 0.3, "method": "rk4", "step": 1e-3, "every": 0.05}
    runs = system.simulate(starts, **how)
    for k, start in enumerate(starts):
        alone = system.simulate(start, **how)
        for name in ("brick.position", "touch.normal_force", "touch.points", "touch.gap"):
            assert np.asarray(runs[name])[k] == pytest.approx(alone[name], abs=1e-9)
    assert np.max(np.asarray(runs["touch.points"])) >= 4.0


def test_its_linear_model_at_rest() -> None:
    """On four points of k the brick is on a spring of 4 k, and of k L^2 about its middle."""
    system = brick()
    depth = G / 8e4
    start = system.assemble()
    q = np.array(start.q)
    q[system.coordinates.index("F.z")] -= 0.1 + depth
    A = np.asarray(system.linearize(system.state(q)).A)
    n = A.shape[0] // 2
    k, inertia = 2e4, (4e-3, 6e-3)
    stiffness = [4.0 * k, 4.0 * k * 0.1**2 / inertia[0], 4.0 * k * 0.15**2 / inertia[1]]
    found = np.sort(np.diag(-A[n:, :n]))[-3:]
    assert found == pytest.approx(np.sort(stiffness), rel=2e-3)


@pytest.mark.slow
@needs_gcc
def test_its_c_code_has_the_digits_of_the_kernels(tmp_path: Path) -> None:
    """A ball falls beside the edge of a mesh, by 2 cm."""
    m = Mechanism("ball", gravity=(0, 0, -G))
    body = m.body("ball", 1.0, inertia=(1e-3, 1e-3, 1e-3), at=(0.52, 0.1, 0.248))
    m.free("F", m.ground, body)
    m.contact("touch", body, m.ground, shape=Sphere(0.1), base_shape=box_mesh((1.0, 1.0, 0.3)),
              k=1e5, a=1.0, mu=0.3)  # fmt: skip
    system = m.build().compile()
    code = export.c_code(system, "ball", methods=("rk4",))
    assert code.step is not None
    code.write(tmp_path)
    found = compiled_and_run(tmp_path, "ball")
    start = system.assemble()
    run = system.simulate(start, until=100 * code.step, step=code.step, method="rk4")
    now = [*run.q[-1], *run.v[-1]]
    assert np.max(run["touch.normal_force"]) > 0.0
    assert_same(found["rk4.y"][: len(now)], now)


def brick_on_brick() -> System:
    """A brick of a mesh 5 mm above the rim of a slab of a mesh, a little aslant."""
    m = Mechanism("brick", gravity=(0, 0, -G))
    body = m.body("brick", 1.0, inertia=(4e-3, 6e-3, 8e-3), at=(0.45, 0.1, 0.16),
                  rpy=(0.02, 0.03, 0.2))  # fmt: skip
    m.free("F", m.ground, body)
    m.contact("touch", body, shape=box_mesh((0.3, 0.2, 0.1)), k=2e4, a=1.0, mu=0.3,
              smoothing=0.01, base_shape=box_mesh((1.0, 1.0, 0.2)))  # fmt: skip
    return m.build().compile()


@pytest.mark.slow
@needs_gcc
def test_meshes_in_c_fall_as_those_of_the_run(tmp_path: Path) -> None:
    """The example takes a hundred steps of the length that the contact needs, not of 1 ms."""
    system = brick_on_brick()
    code = export.c_code(system, "brick", methods=("rk4",))
    assert [n.code for n in code.notices] == ["W84"] and code.step is not None
    assert code.step < 0.9e-3
    code.write(tmp_path)
    found = compiled_and_run(tmp_path, "brick")
    run = system.simulate(system.assemble(), until=100 * code.step, step=code.step, method="rk4")
    assert np.max(run["touch.normal_force"]) > G and np.max(run["touch.points"]) >= 2.0
    now = [*run.q[-1], *run.v[-1]]
    assert_same(found["rk4.y"][: len(now)], now)


@pytest.mark.slow
def test_meshes_in_an_fmu_fall_as_those_of_the_run(tmp_path: Path) -> None:
    fmpy = pytest.importorskip("fmpy")
    system = brick_on_brick()
    names = ["brick.position", "touch.normal_force", "touch.gap", "touch.points"]
    made = export.fmu(system, tmp_path / "brick.fmu", outputs=names, stop=0.2, step=4e-4)
    found = fmpy.simulate_fmu(
        str(made.path), fmi_type="CoSimulation", stop_time=0.2, output_interval=0.01
    )
    run = system.simulate(system.assemble(), until=0.2, every=0.01, method="rk4", step=4e-4)
    assert np.max(run["touch.points"]) >= 2.0
    for k in range(3):
        other = found[f"brick.position[{k}]"]
        assert other == pytest.approx(run["brick.position"][:, k], abs=1e-6)
    assert found["touch.gap"] == pytest.approx(run["touch.gap"], abs=1e-6)


def test_arrows_stand_where_the_shape_is() -> None:
    system = brick()
    run = system.simulate(system.assemble(), until=0.2, every=0.1)
    (arrow,) = [one for one in acting_of(system.model, run.history) if one.body == "brick"]
    assert arrow.element == "touch" and tuple(arrow.at) == (0.0, 0.0, 0.0)
