"""Calls of systems, runs and histories that work; each of their arguments is probed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from errors.probing import Subject
from loops.mechanisms import four_bar
from realtime.fake_clock import FakeClock
from sarrus import Event, Model, PointDrive, Run, Sampled, State, System, analysis, export
from simulation.machines import pendulum

AT_REST = np.zeros(1)


@cache
def rod_model() -> Model:
    return pendulum()


@cache
def rod() -> System:
    """An open chain with a parameter."""
    return rod_model().compile(parameters=["rod.mass"])


@cache
def bar() -> System:
    """A closed loop."""
    return four_bar().compile(kernels=())


@cache
def start() -> State:
    return rod().assemble({"A": 0.3})


@cache
def closed() -> State:
    return bar().assemble()


@cache
def run() -> Run:
    return rod().simulate(start(), until=0.02, method="rk4", step=0.01)


def _system() -> list[Subject]:
    s, x = rod(), start()
    q = {"q": AT_REST}
    qv = {**q, "v": AT_REST}
    last = {"t": 0.0, "parameters": {"rod.mass": 1.0}}
    arm = {"body": "rod", "r": (0.0, 0.0, 0.0)}
    efforts = {"efforts": {"A": 1.0}}
    forced = {**efforts, "driven": {}, "locked": ()}
    by = ["rod.mass"]
    moving = s.accelerations(x)
    calls: dict[Callable[..., Any], dict[str, Any]] = {
        s.forward_dynamics: {**qv, "tau": AT_REST, **last},
        s.inverse_dynamics: {**qv, "vdot": AT_REST, **last},
        _of(analysis.hybrid_dynamics, s): {
            **qv, "tau": AT_REST, "driven": {"A": 1.0}, "locked": (), **last,
        },
        s.mass_matrix: {**q, **last},
        s.bias: {**qv, **last},
        s.applied_efforts: {**qv, **last},
        s.energy: {**qv, **last},
        _of(analysis.dissipation, s): qv,
        s.momentum: qv,
        s.kinematics: {**qv, "vdot": AT_REST, **last},
        s.poses: {**q, **last},
        s.point: {**arm, **qv, "vdot": AT_REST},
        s.jacobian: {**arm, **q},
        _of(analysis.inverse_derivatives, s): {**qv, "vdot": AT_REST},
        _of(analysis.forward_derivatives, s): {**qv, "tau": AT_REST},
        s.add: {**q, "dv": AT_REST},
        s.difference: {"q1": AT_REST, "q0": AT_REST},
        s.coordinates_of: {"values": {"A": 1.0}},
        s.velocities_of: {"values": {"A": 1.0}},
        s.assemble: {
            "wanted": {"A": 0.1},
            "rates": {"A": 0.1},
            "weights": {"A": 1.0},
            "guess": AT_REST,
            "t": 0.0,
            "starts": 2,
        },
        s.assemblies: {"wanted": {"A": 0.1}, "tries": 2},
        s.state: {**qv, "t": 0.0},
        s.initial_state: {"t": 0.0, "at": x},
        s.mobility: {"state": x},
        s.explain: {"name": "A", "state": x},
        s.accelerations: {"state": x, **forced, "points": (), "loads": {}, "share": False, **last},
        s.wrenches: {"at_state": AT_REST, "v": AT_REST, "vdot": AT_REST, "joints": ["A"]},
        s.reactions: {"at_state": x, "joints": ["A"], "at": (0.0, 0.0, 0.0), **efforts},
        _of(analysis.reduced_equations, s): {"state": x, "independent": ["A.rate"], **efforts},
        _of(analysis.project, s): {**qv, "eps": 1e-10, "t": 0.0},
        _of(analysis.system_jacobian, s): {"moving": moving},
        s.linearize: {"state": x, "inputs": ["A"], "outputs": ["A.angle"], **forced},
        s.equilibrium: {
            "guess": {"A": 0.1}, "stable": False, "moving": None, "aside": None, "unknown": (),
            **efforts, "locked": (),
        },
        _of(analysis.root_locus, s): {
            "over": "rod.mass", "values": [1.0, 1.1], "guess": {"A": 0.1},
        },
        _of(analysis.follow, s): {
            "parameter": "rod.mass",
            "first": 1.0,
            "last": 1.1,
            "guess": {"A": 0.1},
            "steps": 3,
            "stable": False,
        },
        _of(analysis.sensitivities, s): {
            "at": x, "outputs": ["A.angle_acceleration"], "by": by, **efforts,
        },
        _of(analysis.simulate_sensitivities, s): {
            "start": x, "by": by, "until": 0.01, "every": 0.01,
        },
        s.drive: {
            "motions": {"A": 0.1},
            "until": 0.1,
            "every": 0.05,
            "times": [0.0, 0.1],
            "efforts": {},
            "loads": {},
            "guess": {"A": 0.1},
            "share": False,
            "deflections": False,
            "points": (),
            **last,
        },
        s.simulate: {
            "start": x,
            "until": 0.02,
            "method": "rk4",
            "step": 0.01,
            "every": 0.01,
            "rtol": 1e-6,
            "atol": 1e-8,
            "inputs": {"A": 1.0},
            "driven": {},
            "locked": (),
            "events": (),
            "progress": False,
            "baumgarte": 0.0,
            "independent": None,
            "solve": None,
            **last,
        },
        _paced(s): {
            "start": x, "rate": 100.0, "read": lambda t: {"A": 0.1}, "write": None,
            "efforts": ["A"], "channels": None, "method": "rk4", "substeps": 1, "overrun": "slip",
            "every": 0.01, "inputs": {}, "driven": {}, "locked": (), "events": (),
            "progress": False, "baumgarte": 0.0, **last,
        },
        _of(export.c_code, s): {"name": "rod", "quantities": ["mass_matrix"], "methods": ["euler"]},
    }  # fmt: skip
    return [Subject(f"System.{f.__name__}", f, given) for f, given in calls.items()]


def _paced(system: System) -> Callable[..., Any]:
    """Return `realtime` with an end, and a clock that does not keep anyone waiting."""

    def realtime(start: Any, **how: Any) -> Any:
        return system.realtime(start, until=0.02, clock=FakeClock(), **how)

    return realtime


def _of(function: Callable[..., Any], system: System) -> Callable[..., Any]:
    """A function of a system as a call of one."""

    @wraps(function)
    def call(**given: Any) -> Any:
        return function(system, **given)

    return call


def _laws() -> list[Subject]:
    """Laws, loads and efforts by name, each value probed."""
    s, x = rod(), start()

    def drive(**how: Any) -> Any:
        return s.drive(times=[0.0, 0.01], **how)

    def simulate(**how: Any) -> Any:
        return s.simulate(x, until=0.02, method="rk4", step=0.01, **how)

    return [
        Subject("drive motion", lambda A: drive(motions={"A": A}), {"A": 0.1}),
        Subject("drive effort", lambda A: drive(motions={"A": 0.1}, efforts={"A": A}), {"A": 0.1}),
        Subject("drive load", lambda rod: drive(motions={"A": 0.1}, loads={"rod": rod}),
                {"rod": (1.0,) * 6}),
        Subject("drive guess", lambda guess: drive(motions={"A": 0.1}, guess=guess),
                {"guess": AT_REST}),
        Subject("input", lambda A: simulate(inputs={"A": A}), {"A": 0.1}),
        Subject("driven", lambda A: simulate(driven={"A": A}), {"A": 0.3}),
        Subject("locked", lambda A: simulate(locked=[A]), {"A": "A"}),
        Subject("event", lambda e: simulate(events=[e]), {"e": Event("A.angle")}),
        Subject("parameter", lambda p: simulate(parameters={"rod.mass": p}), {"p": 1.0}),
        Subject("progress", lambda p: simulate(progress=p), {"p": None}),
        Subject("starts", lambda x: s.simulate(x, until=0.02, method="rk4", step=0.01),
                {"x": [x, x]}),
        Subject("auto", lambda until, rtol, atol, every: s.simulate(
            x, until=until, rtol=rtol, atol=atol, every=every),
            {"until": 0.01, "rtol": 1e-6, "atol": 1e-8, "every": 0.01}),
        Subject("Sampled", lambda function, every: simulate(inputs={"A": Sampled(function, every)}),
                {"function": lambda t, state: 0.0, "every": 0.01}),
        Subject("PointDrive", lambda body, r, path, components: bar().drive(
            {"A": 1.0}, times=[0.0], points=[PointDrive(body, r, path, components)]),
            {"body": "crank", "r": (0.0, 0.0, 0.0), "path": lambda t: np.zeros(3),
             "components": ""}),
        Subject("acceleration", lambda A: s.accelerations(x, driven={"A": A}), {"A": 0.3}),
        Subject("load", lambda b: s.accelerations(x, loads={"rod": b}), {"b": np.zeros(6)}),
        Subject("closed forward dynamics", bar().forward_dynamics,
                {"q": closed().q, "v": closed().v, "tau": np.zeros(bar().nv)}),
        Subject("closed state", bar().state, {"q": closed().q, "v": closed().v}),
        Subject("closed reactions", bar().reactions, {"at_state": closed()}),
    ]  # fmt: skip


def _results(folder: Path) -> list[Subject]:
    r = run()
    h, d = r.history, rod().drive({"A": lambda t: t}, times=[0.0, 0.01])
    lin = rod().linearize(start(), inputs=["A"], outputs=["A.angle"])
    eq = rod().equilibrium({"A": 0.1})
    code = export.c_code(rod(), "rod", quantities=["mass_matrix"], methods=["euler"])
    many = rod().simulate([start()] * 2, until=0.02, method="rk4", step=0.01)
    point = (("rod", (0.0, 0.0, 0.0)), ("ground", (1.0, 0.0, 0.0)))
    ab = {"a": point[0], "b": point[1]}
    return [
        Subject("State by name", lambda name: start()[name], {"name": "A"}),
        Subject("State.at", start().at, {"t": 0.0}),
        Subject("Run by name", lambda name: r[name], {"name": "A.angle"}),
        Subject("Run.state", r.state, {"k": 0}),
        Subject("Run.motion", r.motion, {"k": 0}),
        Subject("Run.segment", r.segment, {"k": 0}),
        Subject("Run.pieces", r.pieces, {"first": 0, "last": 1}),
        Subject("ManyRuns[]", lambda k: many[k], {"k": 0}),
        Subject("Drive by name", lambda name: d[name], {"name": "A.angle"}),
        Subject("Drive.accelerations", d.accelerations, {"name": "A.rate"}),
        Subject("Drive.reactions", d.reactions, {"joint": "A", "axes": "world", "at": None}),
        Subject("Drive.body", d.body, {"name": "rod"}),
        Subject("Drive.point", d.point, {"body": "rod", "r": (0.0, 0.0, 0.0)}),
        Subject("History", sarrus.History, {"result": r, "measures": {}}),
        Subject("History by name", lambda key: h[key], {"key": "A.angle"}),
        Subject("History part", lambda a, b: h[a:b], {"a": 0.0, "b": 0.01}),
        Subject("History.between", h.between, {"start": 0.0, "end": 0.01}),
        Subject("History.at", h.at, {"times": [0.0, 0.01]}),
        Subject("History.channel", h.channel, {"name": "A.angle"}),
        Subject("History.channels", h.channels, {"pattern": "A"}),
        Subject("History.definitions", h.definitions, {"names": ["A.angle"]}),
        Subject("History.compare", h.compare, {"other": r, "channels": ["A.angle"]}),
        Subject("History.distance", h.distance, ab),
        Subject("History.angle", h.angle, {"a": "rod", "b": "ground", "about": None}),
        Subject("History.relative_pose", h.relative_pose, {"a": "rod", "b": "ground"}),
        Subject("History.point", h.point, {"body": "rod", "r": (0.0, 0.0, 0.0)}),
        Subject("History.load", h.load, {"joint": "A"}),
        Subject("History.reaction", h.reaction, {"joint": "A", "on": "child", "axes": "world"}),
        Subject("History.wrench", h.wrench, {"joint": "A", "at": None}),
        Subject("History.measure", h.measure,
                {"name": "m", "function": lambda x: x["A.angle"], "unit": "", "description": ""}),
        Subject("History.read", lambda name: h.read(name), {"name": "A.angle"}),
        Subject("History.pieces", lambda name: h.pieces(name), {"name": "A.angle"}),
        Subject("History.to_csv", h.to_csv, {"path": folder / "a.csv", "channels": ["A.angle"]}),
        Subject("Linearization", lambda f: lin.response(f), {"f": [1.0]}),
        Subject("equilibrium", lambda guess: rod().equilibrium(guess), {"guess": eq.state}),
        Subject("CCode.write", code.write, {"folder": folder / "code", "overwrite": True}),
    ]  # fmt: skip


def subjects(folder: Path) -> list[Subject]:
    """Return all calls; files are written into a folder."""
    return [*_system(), *_laws(), *_results(folder)]
