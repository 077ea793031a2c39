"""Events gone back: the jump of the adjoint, and the time of the event, which moves.

At an event the state jumps, y+ = R(t, y-), at the time t* at which g(t*, y-) = 0. With w+ the
adjoint after it and f-, f+ the slopes on both sides, the objective changes with t* by

    T = (R_y^T w+) . f- + w+ . R_t - w+ . f+,

and t* changes with the state and the inputs so that g stays zero, which gives

    w- = R_y^T w+ - T / (dg/dt) g_y,   x_bar = R_x^T w+ - T / (dg/dt) g_x,   dg/dt = g_t + g_y . f-.

Between equal steps f- and f+ are the derivatives of the steps that end and begin at the event, by
their sizes: all is that of what was computed.

Velocities jump in the mass norm (`events.impact`), M (v+ - v-) + A^T Lambda = 0, A v+ = b. With
(mu, nu) the solution of the same equations for (w_v, 0), the products are the derivatives of

    -S,   S = mu . M (v+ - v-) + Lambda . A mu + nu . (A v+ - b),

by q, v- and the inputs, all else held.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sarrus.design.gradients.adjoint_kernels import AdjointKernels, products
from sarrus.design.gradients.backward import Backward
from sarrus.design.gradients.start import hold_back
from sarrus.design.gradients.tape import SingleStep, TapedEvent, TapedLeg
from sarrus.dynamics.loads import TreeScene
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Kernel
from sarrus.kernels.derivative import jacobian
from sarrus.spatial.arrays import join
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.step_gradients import adjoint_products, channel_adjoint, varied_inputs
from sarrus.system.simulation.event_watch import EventWatch, event_value
from sarrus.system.simulation.events.actions import Join
from sarrus.system.simulation.events.change import AddedPayload, Change
from sarrus.system.simulation.events.event import Event
from sarrus.system.simulation.events.happening import actions_of
from sarrus.system.simulation.events.impact import brought_momentum
from sarrus.system.simulation.mode_kernels import Simulator

CODE = "G11"
GRAZING = 1e-9
"""Part of what it is made of below which the rate of an event's value is none."""


def jump_back(
    back: Backward,
    tape: Sequence[TapedLeg | TapedEvent],
    event: TapedEvent,
    w: np.ndarray,
    moved: float | None,
    by_time: float,
) -> np.ndarray:
    """Return the adjoint before an event from that after it.

    moved: the derivative by the time at which the steps after it begin, None where the flow tells;
    by_time: of the objective by the time of the samples at the event.
    """
    sim, after, t = event.sim, event.after, event.t
    w_plus = w.copy()
    if event.row_after >= 0:
        w_plus += back.sources.s[event.row_after]
    held = back.totals.hold.get(id(after)) if event.changed and after is not sim else None
    if held is not None:
        w_plus[: sim.system.nq] += hold_back(after, event.y_after[: sim.system.nq], held)
    w_minus, by_t = w_plus, 0.0
    if event.changed:
        w_minus, by_t = _reset_back(back, event, w_plus)
    if event.row_before >= 0:
        w_minus = w_minus + back.sources.s[event.row_before]
    moving = _moving_event(event)
    before = _leg_before(tape, event)
    if moving is None or before is None:
        return w_minus
    kernel = _value_kernel(back.kernels, sim, event.watch, moving)
    value = sim.inputs(sim.choice(event.y), event.watch.held)
    found = products(kernel, value, y=event.y, w=np.ones(1), t=np.array([t]))
    g_y, g_x, g_t = (found[name].copy() for name in ("y_bar", "x_bar", "time_bar"))
    last = before.parts[-1] if before.parts else None
    if isinstance(last, SingleStep) and last.ends:
        along = back.single(sim, last, w_minus, count=False)[1][1]
        rate = float(g_t[0] + back.single(sim, last, g_y, count=False)[1][1])
    else:
        slope = _slope(sim, event.y, t, event.watch.held)
        along, rate = w_minus @ slope, float(g_t[0] + g_y @ slope)
        size = abs(g_t[0]) + np.abs(g_y) @ np.abs(slope)
        if abs(rate) <= GRAZING * size:
            raise ModelError(_grazes(event, moving))
    if rate == 0.0:
        raise ModelError(_grazes(event, moving))
    later = moved
    if later is None:
        goes_on = bool(np.any(w))
        later = -float(w @ _slope(after, event.y_after, t, None)) if goes_on else 0.0
    sigma = -(along + by_t + later + by_time) / rate
    back.totals.add(sim, sigma * g_x)
    return w_minus + sigma * g_y


def _leg_before(tape: Sequence[TapedLeg | TapedEvent], event: TapedEvent) -> TapedLeg | None:
    """Return the leg that ends at an event, None for one at the start."""
    at = next(k for k, part in enumerate(tape) if part is event)
    for part in reversed(tape[:at]):
        if isinstance(part, TapedLeg):
            return part
        if part.t < event.t:
            return None
    return None


def _moving_event(event: TapedEvent) -> int | None:
    """Return which of the events of a crossing has a time that moves, None where none does."""
    found = [k for k in event.which
             if not isinstance(event.watch.events[k].when, (int, float))]  # fmt: skip
    if len(found) > 1:
        names = ", ".join(f"'{event.watch.events[k].label}'" for k in found)
        rule = "happen at the same time: which is first has no derivative"
        action = "end the run before, or give one of them alone"
        raise ModelError(Problem(CODE, f"events {names} at t = {event.t:.9g} s", rule,
                                 action=action))  # fmt: skip
    return found[0] if found else None


def _grazes(event: TapedEvent, k: int) -> Problem:
    return Problem(
        CODE,
        f"event '{event.watch.events[k].label}' at t = {event.t:.9g} s",
        "only grazes: its value does not change with time there, and its time has no derivative",
        action="change the model or the start so that it is crossed",
    )


def _slope(
    sim: Simulator, y: np.ndarray, t: float, held: tuple[np.ndarray, ...] | None
) -> np.ndarray:
    slope = sim.bound_slope(sim.inputs(sim.choice(y), held))
    slope.inputs["y"][...], slope.inputs["t"][...] = y, t
    slope()
    return slope.outputs["ydot"].copy()


def _value_kernel(kernels: AdjointKernels, sim: Simulator, watch: EventWatch, k: int) -> Kernel:
    """Return the kernel of the products with the derivatives of an event's value."""
    event = watch.events[k]

    def value(flow: Flow, t: Any, y: Any) -> Any:
        reader = TracedState(sim.system, flow.inputs_at(t, y), flow, y)
        return np.array([event_value(event, t, reader)])

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
        return channel_adjoint(value, flow, t, arrays)

    shapes = {"y": (sim.size,), "w": (1,)}
    return kernels.make(sim, f"event {id(event)}", shapes, body, private=True)


# --- what an event does ---------------------------------------------------------------------------


def _change(event: TapedEvent) -> Change:
    """Return what the actions of an event have changed."""
    watch, sim = event.watch, event.sim
    state = sim.state_of(event.y, event.t)
    change = Change(event.t, state, event.mode, sim=sim)
    for k in event.which:
        change.event = k
        for action in actions_of(watch.events[k], event.t, state):
            action.apply(change)
    return change


def _reset_back(back: Backward, event: TapedEvent, w_plus: np.ndarray) -> tuple[np.ndarray, float]:
    """Return the adjoint before the jump of a state, and the derivative by its time."""
    sim, after, change = event.sim, event.after, _change(event)
    _refuse(event, change)
    by_energy = float(w_plus[-1])
    if by_energy:  # what the jump changes is added to the corrections
        w_plus = w_plus + _energy_back(back, after, event.y_after, event.t, by_energy)
    nq, nv = sim.system.nq, sim.system.nv
    v_minus, v_plus = event.y[nq : nq + nv], event.y_after[nq : nq + nv]
    q = event.y[:nq]
    bounces = _bounces(event, change, q, v_minus)
    M = after.system.mass_matrix(q, **after.kept_keywords)
    A = np.vstack([after.all_rows(q), *(row[None, :] for _, _, row in bounces)])
    momentum = M @ (v_minus - v_plus) + brought_momentum(after, q, v_minus, change.brought)
    mu, nu, multipliers = _impact_adjoint(after, M, A, momentum, w_plus[nq : nq + nv])
    thrown = [(e, r) for e, r, _ in bounces]
    kernel = _impact_kernel(back.kernels, after, thrown, change.brought)
    found = products(
        kernel, after.inputs(None), y=event.y, t=np.array([event.t]), v_plus=v_plus,
        multipliers=multipliers, mu=mu, nu=nu,
    )  # fmt: skip
    back.totals.add(after, -found["x_bar"])
    w_minus = w_plus.copy()
    w_minus[nq : nq + nv] = 0.0
    w_minus = w_minus - found["y_bar"]
    if by_energy:
        w_minus = w_minus + _energy_back(back, sim, event.y, event.t, -by_energy)
    for name in change.states:
        after.z(w_minus)[sim.system.compiled.place_of(name, ("z",))[1]] = 0.0
    return w_minus, -float(found["time_bar"][0])


def _refuse(event: TapedEvent, change: Change) -> None:
    names = ", ".join(f"'{event.watch.events[k].label}'" for k in event.which)
    where = f"event {names} at t = {event.t:.9g} s"
    made = [n for n in change.joined if not event.sim.system.model.joint(n).type.is_drawn]
    if made:
        rule = f"makes the joint '{made[0]}' where its frames meet, through which no gradient goes"
        raise ModelError(Problem(CODE, where, rule, action="draw the joint where it is made"))
    state = event.sim.state_of(event.y, event.t)
    for k in event.which:
        for action in actions_of(event.watch.events[k], event.t, state):
            if action.looks and not isinstance(action, Join):
                what = type(action).__name__
                rule = f"asks a function of the state ({what}), through which no gradient goes"
                raise ModelError(Problem(CODE, where, rule, action="give a number or a law of t"))


def _bounces(
    event: TapedEvent, change: Change, q: np.ndarray, v: np.ndarray
) -> list[tuple[Event, float, np.ndarray]]:
    """Return the events that are thrown back, with their restitution and their rows."""
    found = []
    for k, (restitution, rest) in change.bounces.items():
        J, still = event.watch.gradient(k, q, event.t)
        slow = abs(float(J @ v) + still) < rest
        found.append((event.watch.events[k], 0.0 if slow else restitution, J))
    return found


def _impact_adjoint(
    sim: Simulator, M: np.ndarray, A: np.ndarray, missing: np.ndarray, w_v: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return mu, nu and the multipliers, of smallest norm in comparable units where A is poor.

    missing: the momentum A^T Lambda that the rows have brought.
    """
    columns = sim.system.compiled.loops.column_scale
    norms = np.linalg.norm(A * columns, axis=1)
    rows = 1.0 / np.where(norms > 0.0, norms, 1.0)
    size = float(np.max(np.abs(columns[:, None] * M * columns), initial=0.0)) or 1.0
    a, m = rows[:, None] * A * columns, columns[:, None] * M * columns / size
    whole = np.block([[m, a.T], [a, np.zeros((len(a), len(a)))]])
    right = np.concatenate([columns * w_v, np.zeros(len(a))])
    found = np.linalg.lstsq(whole, right, rcond=1e-13)[0]
    mu, nu = columns * found[: len(columns)] / size, rows * found[len(columns) :]
    of_jump = np.linalg.lstsq(a.T, columns * missing, rcond=1e-13)[0]
    return mu, nu, rows * of_jump


def _impact_kernel(
    kernels: AdjointKernels,
    sim: Simulator,
    bounces: list[tuple[Event, float]],
    brought: Sequence[AddedPayload],
) -> Kernel:
    """Return the kernel of the products with the derivatives of S."""
    system = sim.system
    loops = system.compiled.loops.m if system.closed else 0
    count = loops + len(sim.driven) + len(bounces)
    nv = system.nv

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
        y = arrays["y"]
        x = flow.inputs_at(t, y, still=False)
        q, v = y[: flow.nq], y[flow.nq : flow.nq + flow.nv]
        mu, v_plus = arrays["mu"], arrays["v_plus"]
        rows = flow.rows_of(x, t)
        along, slips = rows.jacobian @ mu, rows.slip(v_plus)
        for event, restitution in bounces:
            still = join(y[: flow.nq], np.zeros(flow.nv), y[flow.nq + flow.nv :])
            reader = TracedState(system, flow.inputs_at(t, still), flow, still)
            g = np.array([event_value(event, t, reader)])
            by_q, by_t = jacobian(g, q)[0], jacobian(g, np.array([t]))[0, 0]
            rate = flow.compiler.layout.rate
            along = join(along, np.array([by_q @ rate(q, mu)], dtype=object))
            away = by_q @ rate(q, v_plus) + by_t + restitution * (by_q @ rate(q, v) + by_t)
            slips = join(slips, np.array([away], dtype=object))
        S = mu @ (mass_matrix(x.positions) @ (v_plus - v))
        S = S + sum((m * a for m, a in zip(arrays["multipliers"], along, strict=True)), 0.0)
        S = S + sum((n * s for n, s in zip(arrays["nu"], slips, strict=True)), 0.0)
        for load in brought:
            S = S - _payload_momentum(flow, t, x.arrays["q"], v, mu, load)
        varied = varied_inputs(flow, arrays)
        return adjoint_products(np.array([S]), np.ones(1), y, varied, np.array([t]))

    shapes = {"y": (sim.size,), "v_plus": (nv,), "mu": (nv,), "nu": (count,),
              "multipliers": (count,)}  # fmt: skip
    name = f"impact {[(id(e), r) for e, r in bounces]} {[repr(load) for load in brought]}"
    return kernels.make(sim, name, shapes, body, False, private=bool(bounces) or bool(brought))


def _payload_momentum(flow: Flow, t: Any, q: Any, v: Any, mu: Any, load: AddedPayload) -> Any:
    """Return mu . J^T I (V - J v), the momentum that a payload brings along mu."""

    def payload_motion(rates: Any) -> tuple[Any, Any]:
        x = flow.compiler.inputs({"q": q, "v": rates}, t, (flow.last or {}).get("p"),
                                 flow.base_at(t))  # fmt: skip
        scene = TreeScene(x.velocities, t)
        at = scene.point(load.body, np.array(load.properties.com)).velocity
        return np.asarray(at), np.asarray(scene.angular_velocity(load.body))

    still = payload_motion(np.zeros(flow.nv))
    (a, spin_a), (b, spin_b) = ([m - s for m, s in zip(payload_motion(r), still, strict=True)]
                                for r in (mu, v))  # fmt: skip
    x = flow.compiler.inputs({"q": q, "v": np.zeros(flow.nv)}, t, (flow.last or {}).get("p"),
                             flow.base_at(t))  # fmt: skip
    back = TreeScene(x.velocities, t).pose(load.body).rotation.back
    spin = np.array(load.properties.inertia) @ back(np.asarray(load.angular_velocity) - spin_b)
    return load.properties.mass * (a @ (np.asarray(load.velocity) - b)) + back(spin_a) @ spin


def _energy_back(
    back: Backward, sim: Simulator, y: np.ndarray, t: float, weight: float
) -> np.ndarray:
    """Return the adjoint of a state by a weight of its energy, and add that of the inputs."""

    def energy(flow: Flow, t: Any, y: Any) -> Any:
        q, v = y[: flow.nq], y[flow.nq : flow.nq + flow.nv]
        return np.array([flow.energy(q, v, t, y)])

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> dict[str, Any]:
        return channel_adjoint(energy, flow, t, arrays)

    kernel = back.kernels.make(sim, "energy", {"y": (sim.size,), "w": (1,)}, body, False)
    found = products(kernel, sim.inputs(None), y=y, t=np.array([t]), w=np.array([weight]))
    back.totals.add(sim, found["x_bar"])
    return found["y_bar"].copy()
