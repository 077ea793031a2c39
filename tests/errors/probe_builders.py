"""Calls that build: mechanisms, roads, motions of robots, files; each argument is probed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import sarrus
from errors.probing import Subject
from robotics.arms import puma
from sarrus import Event, Mechanism, events, ride, road, robotics
from simulation.machines import pendulum

ORIGIN = (0.0, 0.0, 0.0)
BRUSH = sarrus.tyres.BrushTyre(0.3, 2e5, 4000.0, stiffness=6e4, stiffness_along=8e4)
AXIS = (0.0, 0.0, 1.0)
ROBOT = "<robot name='r'><link name='a'/></robot>"


def _with(method: str, **given: Any) -> Subject:
    """A method of a mechanism with two bodies, and the model built with it."""

    def call(**values: Any) -> Any:
        m = Mechanism("probed")
        m.body("a", 1.0, ORIGIN, (1.0, 1.0, 1.0))
        m.body("b", 1.0, ORIGIN, (1.0, 1.0, 1.0))
        m.revolute("J", m.ground, "a", at=ORIGIN, axis="y")
        m.revolute("K", "a", "b", at=ORIGIN, axis="y")
        getattr(m, method)(**values)
        return m.build()

    return Subject(f"Mechanism.{method}", call, given)


def _mechanism() -> list[Subject]:
    pair = {"parent": "a", "child": "c"}
    ends = {"a": "a", "b": "b", "at_a": ORIGIN, "at_b": (1.0, 0.0, 0.0)}
    axial = {"at": ORIGIN, "axis": "y"}

    def joint(kind: str, **options: Any) -> Subject:
        def call(**values: Any) -> Any:
            m = Mechanism("probed")
            for name in "ac":
                m.body(name, 1.0, ORIGIN, (1.0, 1.0, 1.0))
            m.weld("W", m.ground, "a")
            getattr(m, kind)(**values)
            return m.build()

        return Subject(f"Mechanism.{kind}", call, {"name": "X", **pair, **options})

    return [
        Subject("Mechanism", lambda **g: Mechanism(**g).build(), {"name": "m", "gravity": ORIGIN}),
        _with("body", name="c", mass=1.0, com=ORIGIN, inertia=(1.0, 1.0, 1.0), at=ORIGIN,
              rotation=None, shape=None, shapes=(), density=None),
        joint("revolute", **axial), joint("prismatic", **axial), joint("cylindrical", **axial),
        joint("helical", **axial, lead=0.1), joint("spherical", at=ORIGIN),
        joint("universal", **axial, axis2="x"), joint("planar", **axial), joint("free"),
        joint("weld", at=ORIGIN), joint("joint", type_name="revolute", **axial),
        _with("frame", name="f", body="a", at=ORIGIN, rotation=None),
        _with("couple", name="c", terms={"J": 1.0, "K": 1.0}, offset=0.0),
        _with("gear", name="g", driver="J", driven="K", ratio=2.0, offset=0.0),
        _with("distance", name="d", **ends, length=None),
        _with("spring_damper", name="s", **ends, k=1.0, c=1.0, free_length=1.0, force=None),
        _with("gas_spring", name="g", **ends, area=0.1, volume=1.0, pressure=1e5, exponent=1.4),
        _with("bushing", name="b", a="a", b="b", stiffness=np.ones(6), damping=np.ones(6),
              at=ORIGIN),
        _with("point_force", name="p", body="a", force=ORIGIN, at=ORIGIN, follower=False),
        _with("moment", name="m", body="a", moment=ORIGIN, follower=False),
        _with("torque", name="t", a="a", b="b", axis="y", torque=1.0),
        _with("joint_spring", name="s", joint="J", k=1.0, d=0.1, free=0.0, coordinate=None),
        _with("joint_damper", name="d", joint="J", d=0.1, coordinate=None),
        _with("joint_torque", name="t", joint="J", effort=1.0),
        _with("joint_friction", name="f", joint="J", sliding=1.0, static=2.0, smoothing=0.1),
        _with("bearing_friction", name="f", joint="J", mu=0.1, radius=0.1, smoothing=0.1),
        _with("joint_gas_spring", name="g", joint="J", effort=1.0, ratio=0.1, exponent=1.4),
        _with("torsion_bar", name="t", joint="J", k=1.0, preset=0.0, d=0.0),
        _with("end_stop", name="e", joint="J", k=1e3, a=0.1, lower=-1.0, upper=1.0),
        _with("window_force", name="w", force=1.0, window=(0.0, 1.0), joint="J", width=0.1),
        _with("point_contact", name="p", body="a", at=ORIGIN, k=1e3, a=0.1, mu=0.1, road=None),
        _with("wheel_contact", name="w", body="a", road=None, at=ORIGIN, radius=0.3, k=1e3, c=1.0,
              follows="point", speed=1.0),
        _with("tyre", name="w", body="a", tyre=BRUSH, at=ORIGIN, mu=1.0, low_speed=1.0),
        _with("track", name="t", wheels=[("a", ORIGIN, 0.1), ("b", (1.0, 0.0, 0.0), 0.1)], k=1e3),
        _with("speed_control", name="s", joint="J", body="a", speed=1.0, kp=1.0, ki=1.0, limit=1.0),
        _with("user_force", name="u", function=lambda m: m.force("a", (0.0, 0.0, 1.0)),
              points={"a": ("a", ORIGIN)}, parameters={}),
        _with("start_velocity", body="a", velocity=ORIGIN, angular_velocity=ORIGIN),
        Subject("Model.body", pendulum().body, {"name": "rod"}),
        Subject("Model.joint", pendulum().joint, {"name": "A"}),
        Subject("Model.mass_properties", lambda b: pendulum().mass_properties(b), {"b": "rod"}),
        Subject("Model.compile", pendulum().compile, {"parameters": ["rod.mass"], "weights": {},
                "cut": (), "planar": False, "kernels": ()}),
        Subject("Sphere", sarrus.Sphere, {"radius": 1.0}),
        Subject("Box", sarrus.Box, {"size": (1.0, 1.0, 1.0)}),
        Subject("Cylinder", sarrus.Cylinder, {"radius": 1.0, "length": 1.0}),
        Subject("Capsule", sarrus.Capsule, {"radius": 1.0, "length": 1.0}),
        Subject("Curve", sarrus.Curve, {"x": [0.0, 1.0, 2.0], "y": [0.0, 1.0, 3.0], "smooth": 1,
                "beyond": "hold"}),
    ]  # fmt: skip


def _events() -> list[Subject]:
    kinds: dict[type, dict[str, Any]] = {
        Event: {"when": 1.0, "do": (), "at": 0.0, "direction": "up", "name": "e", "most": 1},
        events.Attach: {"name": "p", "body": "rod", "mass": 1.0, "com": ORIGIN,
                        "inertia": np.zeros((3, 3))},
        events.Bounce: {"restitution": 0.5, "rest": 0.0},
        events.Detach: {"name": "p", "body": "rod"},
        events.Drive: {"coordinate": "A", "law": 1.0},
        events.Effort: {"joint": "A", "law": 1.0},
        events.Enable: {"element": "e", "on": True},
        events.Lock: {"joint": "A"},
        events.Release: {"joint": "A"},
        events.SetParameter: {"name": "rod.mass", "value": 1.0},
    }  # fmt: skip
    return [Subject(kind.__name__, kind, given) for kind, given in kinds.items()]


def _roads() -> list[Subject]:
    flat = road.Flat(0.0)
    kinds: dict[Any, dict[str, Any]] = {
        road.Flat: {"level": 0.0},
        road.CosineBump: {"top": 0.1, "length": 1.0, "at": 0.0, "rise": None},
        road.HalfRound: {"radius": 0.1, "at": 0.0, "wheel": 0.3},
        road.SineRoad: {"amplitude": 0.1, "wavelength": 1.0, "phase": 0.0, "start": None},
        road.TableRoad: {"x": [0.0, 1.0, 2.0], "z": [0.0, 0.1, 0.0], "smooth": 1, "beyond": "hold"},
        road.FunctionRoad: {"function": lambda x: 0.0 * x, "kinks_at": (), "finest": 0.05},
        road.Iso8608: {"roughness": "B", "length": 10.0, "seed": 0, "spacing": 0.05,
                       "waviness": 2.0, "band": (0.011, 2.83), "taper": 5.0},
        road.Scaled: {"road": flat, "factor": 1.0},
        road.Shifted: {"road": flat, "by": 1.0},
        road.SumOfRoads: {"roads": (flat, flat)},
        road.WheelEnvelope: {"road": flat, "radius": 0.3, "tolerance": 1e-5, "between": (0.0, 1.0)},
        flat.scale: {"factor": 1.0},
        flat.shift: {"by": 1.0},
        flat.felt_by_wheel: {"radius": 0.3, "tolerance": 1e-5, "between": (0.0, 1.0)},
    }  # fmt: skip
    t = np.arange(0.0, 4.0, 0.01)
    wave = {"t": t, "a": np.sin(t)}
    found = ride.spectrum(t, np.sin(9.0 * t), 1.0)
    kinds |= {
        ride.rms: wave, ride.vdv: wave, ride.msdv: wave, ride.crest_factor: wave,
        ride.mtvv: {**wave, "tau": 1.0, "exponential": False},
        ride.running_rms: {**wave, "tau": 1.0, "exponential": False},
        ride.weighted_acceleration: {**wave, "weighting": "Wk"},
        ride.ride: {"t": t, "accelerations": {"z": np.sin(t)}, "place": "seat"},
        ride.spectrum: {"x": t, "y": np.sin(t), "segment": 1.0, "trend": "mean"},
        ride.fitted_roughness: {"found": found, "band": (0.5, 5.0)},
        ride.roughness_class: {"Gd": 1e-6},
        ride.comfort_ratings: {"total": 0.3},
        ride.total_value: {"parts": {"x": (1.0, 1.0)}},
        found.between: {"first": 1.0, "last": 2.0},
    }  # fmt: skip
    return [Subject(getattr(kind, "__qualname__", "road"), kind, g) for kind, g in kinds.items()]


def _robots() -> list[Subject]:
    r = robotics
    law = r.Quintic(1.0)
    arm = puma().compile(kernels=())
    frame = arm.model.frames[-1].name if arm.model.frames else arm.model.bodies[-1].name
    turned = np.eye(3)
    here = sarrus.Pose(ORIGIN)
    there = sarrus.Pose((1.0, 0.0, 0.0))
    motor = {"name": "m", "rated_torque": 1.0, "peak_torque": 2.0, "max_speed": 100.0,
             "rotor_inertia": 1e-4, "mass": 1.0}  # fmt: skip
    move = r.joint_move([0.0], [1.0], law)
    calls: dict[Any, dict[str, Any]] = {
        r.Linear: {"duration": 1.0, "distance": 1.0},
        r.Cubic: {"duration": 1.0, "start_rate": 0.0, "end_rate": 0.0, "distance": 1.0},
        r.Quintic: {"duration": 1.0, "start_rate": 0.0, "end_acceleration": 0.0},
        r.Septic: {"duration": 1.0},
        r.Trapezoid: {"duration": 1.0, "ramp": 0.2, "end_ramp": 0.2},
        r.SCurve: {"duration": 1.0, "ramp": 0.3, "rounding": 0.1},
        r.Trapezoid.within: {"velocity": 1.0, "acceleration": 1.0, "distance": 1.0,
                             "duration": None},
        r.SCurve.within: {"velocity": 1.0, "acceleration": 1.0, "jerk": 9.0},
        law.with_duration: {"duration": 2.0},
        law.within_limits: {"velocity": 1.0, "acceleration": 1.0, "jerk": 1.0},
        r.Limits: {"velocity": 1.0, "acceleration": 1.0, "jerk": 1.0},
        r.PathLimits: {"speed": 1.0, "acceleration": 1.0},
        r.JointLimits: {"position": (-1.0, 1.0), "speed": 1.0, "torque": 1.0},
        r.joint_move: {"start": [0.0], "end": [1.0], "law": law, "limits": None, "duration": None,
                       "together": "path", "continuous": False, "names": ()},
        r.joint_spline: {"points": [[0.0], [1.0], [0.0]], "times": [0.0, 1.0, 2.0], "degree": 3,
                         "start_rate": 0.0},
        r.joint_blend: {"points": [[0.0], [1.0], [0.0]], "times": [0.0, 1.0, 2.0], "blend": 0.1,
                        "smooth": True},
        r.line_move: {"start": here, "end": there, "law": law, "turn": "axis-angle",
                      "limits": None, "duration": None},
        r.arc_move: {"start": here, "via": (0.5, 0.5, 0.0), "end": there, "law": law},
        r.spline_move: {"start": here, "via": [(0.5, 0.5, 0.0)], "end": there, "law": law},
        r.Line: {"start": np.zeros(3), "end": np.ones(3)},
        r.Arc.through: {"start": ORIGIN, "via": (0.5, 0.5, 0.0), "end": (1.0, 0.0, 0.0)},
        r.Arc.about: {"start": (1.0, 0.0, 0.0), "center": ORIGIN, "axis": AXIS, "angle": 1.0},
        r.AxisAngle: {"start": turned, "end": turned},
        r.SplinePath.through: {"points": [ORIGIN, (1.0, 0.0, 0.0), (1.0, 1.0, 0.0)]},
        r.Move: {"motion": move, "label": ""},
        r.Wait: {"duration": 1.0, "label": ""},
        r.Grip: {"payload": 1.0, "duration": 0.0},
        r.Release: {"duration": 0.0},
        r.Sequence: {"steps": [r.Move(move), r.Wait(1.0)]},
        r.DCMotor: {**motor, "torque_constant": 0.1, "resistance": 1.0, "voltage": 48.0},
        r.ServoMotor: {**motor, "base_speed": 50.0},
        r.CurveMotor: {**motor, "curve": ((0.0, 2.0), (100.0, 1.0))},
        r.Gear: {"name": "g", "ratio": 10.0, "efficiency": 0.9, "inertia": 0.0,
                 "peak_torque": 10.0},
        r.Friction: {"sliding": 1.0, "static": 2.0, "d": 0.0, "smoothing": 0.01},
        r.Drive: {"motor": r.Catalogue.generic().motors[0], "gear": r.Gear("g", 10.0)},
        r.PD: {"kp": 1.0, "kd": 1.0, "gravity": False},
        r.ComputedTorque: {"kp": 1.0, "kd": 1.0},
        r.Target: {"position": ORIGIN, "rotation": None, "point": ORIGIN, "only": "xyz"},
        r.Target.on_line: {"through": ORIGIN, "along": AXIS, "point": ORIGIN},
        r.Target.on_plane: {"through": ORIGIN, "normal": AXIS},
        r.reach: {"system": arm, "targets": {frame: (0.4, 0.2, 0.3)}, "weights": None,
                  "limits": True, "tolerance": 1e-6, "restarts": 1, "seed": 0},
        r.crank_angles: {"at": ORIGIN, "axis": AXIS, "tip": (1.0, 0.0, 0.0),
                         "end": (1.0, 1.0, 0.0), "length": 1.0},
        r.leg_lengths: {"pose": here, "on_base": [ORIGIN], "on_platform": [(0.0, 0.0, 1.0)]},
        r.meeting_points: {"centers": [ORIGIN, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)],
                           "distances": [1.0, 1.0, 1.0]},
    }  # fmt: skip
    return [Subject(f.__qualname__, f, given) for f, given in calls.items()]


def _files(folder: Path) -> list[Subject]:
    rows = [{"a": 1.0, "d": 0.0, "alpha": 0.0, "type": "revolute"}]
    return [
        Subject("load", lambda s: sarrus.load(s), {"s": folder / "rod.yaml"}),
        Subject("save", sarrus.save, {"described": pendulum(), "path": folder / "rod.yaml",
                "overwrite": True, "drop": False, "convention": "classic"}),
        Subject("convert", sarrus.convert, {"source": folder / "rod.yaml",
                "target": folder / "rod.json", "overwrite": True, "drop": False}),
        Subject("load_urdf", lambda s: sarrus.load_urdf(s), {"s": ROBOT}),
        Subject("from_dh", sarrus.from_dh, {"rows": rows, "convention": "classic", "name": "r",
                "gravity": ORIGIN, "links": None, "base_pose": None, "tool": None}),
        Subject("open_run", sarrus.open_run, {"path": folder / "rod.sarrus", "inputs": None,
                "driven": None, "events": None, "model": None}),
        Subject("rerun", sarrus.rerun, {"path": folder / "rod.sarrus", "inputs": None}),
        Subject("Study.load", sarrus.Study.load, {"path": folder / "rod.yaml", "set": {},
                "strict": False}),
        Subject("ResultFile", sarrus.ResultFile, {"path": folder / "a.sarrus", "overwrite": True,
                "every": 1.0, "states": 100, "patience": 1.0}),
    ]  # fmt: skip


def subjects(folder: Path) -> list[Subject]:
    """Return all calls; files are written into a folder."""
    sarrus.save(pendulum(), folder / "rod.yaml", overwrite=True)
    system = pendulum().compile(kernels=())
    file = sarrus.ResultFile(folder / "rod.sarrus", overwrite=True)
    system.simulate(system.assemble(), until=0.02, method="rk4", step=0.01, file=file)
    return [*_mechanism(), *_events(), *_roads(), *_robots(), *_files(folder)]
