"""Keys of the sections that say what is done with a model: unit, default, one line of text.

The readers stand in `sarrus.study`; a test compares their keys and defaults with these. Editors get
them by the schema, readers by the page of the model file.
"""

from __future__ import annotations

from typing import Any

from sarrus.late_dataclass import dataclass


@dataclass(eq=False, repr=False)
class StudyKey:
    """A key of a section: its meaning, its unit, and its default as files write it.

    default: None where nothing is meant, "..." where the key is needed; choices: the words that
    are allowed.
    """

    text: str
    unit: str = ""
    default: Any = None
    choices: tuple[str, ...] = ()

    @property
    def needed(self) -> bool:
        """Whether the key must be there."""
        return bool(self.default == "...")


Keys = dict[str, StudyKey]

COMPILE: Keys = {
    "cut": StudyKey("joints to cut, of those that close loops; others follow from the graph"),
    "planar": StudyKey(
        "of the loops of a planar machine, keep only the rows in its plane", "", False
    ),
    "tolerance": StudyKey(
        "of the data, in place of that of the file: loops that close within so many radians, or "
        "parts of their length, are taken as exact"
    ),
    "weights": StudyKey("of joint types where the tree is chosen: {revolute: 1, spherical: 3}"),
    "parameters": StudyKey("numbers of the model that stay inputs of the code: [crank.mass, S.k]"),
    "wait": StudyKey("machine code from the first call on, in place of interpreted", "", False),
}
ASSEMBLY: Keys = {
    "wanted": StudyKey("coordinates that are met, exactly where the loops allow", "rad or m", {}),
    "rates": StudyKey("velocities of joints at the start", "rad/s or m/s", {}),
    "weights": StudyKey("of coordinates and velocities, where not all can be met", "", {}),
    "guess": StudyKey("coordinates where the search begins", "rad or m", {}),
    "start": StudyKey("where it begins else", "", "drawing", ("drawing", "zero")),
    "branch": StudyKey("the number of the assembly, counted from the nearest, from 1"),
    "starts": StudyKey("how many further starts are tried where the first finds none"),
    "strict": StudyKey("refuse what cannot be met exactly", "", False),
    "proof": StudyKey("count `branch` among all assemblies, found with proof", "", False),
    "t": StudyKey("the time of the start", "s", 0.0),
    "states": StudyKey("start values of states of force elements: {motor.current: 0.2 A}", "", {}),
}
EVENTS: Keys = {
    "name": StudyKey("of the event, in the account of the run", "", ""),
    "when": StudyKey("a time [s], a channel, or an expression of t and the state", "", "..."),
    "do": StudyKey("one action or a list of them", "", "record"),
    "at": StudyKey("the value that is crossed, in the unit of what is watched", "", 0.0),
    "direction": StudyKey("of the crossing", "", "both", ("up", "down", "both")),
    "most": StudyKey("how often it may happen, any number if not given"),
}
EQUILIBRIUM: Keys = {
    "moving": StudyKey("velocities of a steady motion", "rad/s or m/s"),
    "aside": StudyKey("coordinates that do not matter, such as the angle of a wheel that turns"),
    "unknown": StudyKey(
        "numbers or efforts that are found too, one for each thing that is held", "", []
    ),
    "stable": StudyKey("look for one that is stable", "", False),
    "over": StudyKey("what is varied for eigenvalues: {shaft.rate: {from: 1, to: 9, count: 41}}"),
}
REALTIME: Keys = {
    "rate": StudyKey("samples a second", "Hz", 100.0),
    "until": StudyKey("end time, until it is stopped if not given", "s"),
    "method": StudyKey("integrator of equal steps", "", "rk4"),
    "substeps": StudyKey("steps a sample", "", 1),
    "overrun": StudyKey("what a missed deadline does", "", "slip", ("slip", "stop")),
    "every": StudyKey("spacing of the states that are kept", "s"),
    "efforts": StudyKey(
        "efforts that are read: [A], or {A: 5 N*m} with the largest", "N m or N", []
    ),
    "channels": StudyKey("channels that are written, the coordinates if not given"),
}
RUN: Keys = {
    "kind": StudyKey("simulate a motion, or prescribe it", "", "simulate", ("simulate", "drive")),
    "until": StudyKey("end time", "s", 1.0),
    "method": StudyKey(
        "auto, pece, adams, bdf, ida, reduced, partitioned with error control; rk4, abm4, ab3, "
        "euler with equal steps",
        "",
        "auto",
    ),
    "rtol": StudyKey("relative tolerance", "", 1e-6),
    "atol": StudyKey("absolute tolerance, in SI", "", 1e-8),
    "step": StudyKey("size of equal steps, needed by methods with such", "s"),
    "every": StudyKey(
        "spacing of the states that are kept; if not given, a 200th of the run, or all equal steps",
        "s",
    ),
    "times": StudyKey("instants at which states are kept, in place of until and every", "s"),
    "certify": StudyKey("compare with a second run, so that errors are stated"),
    "baumgarte": StudyKey("rate at which gaps decay, 0 to close loops in every step", "1/s", 0.0),
    "eps": StudyKey("corrections of the loops until they are below it", "rad or m"),
    "independent": StudyKey(
        "coordinates of the methods reduced and partitioned, chosen if not given"
    ),
    "solve": StudyKey("how dependent ones are found", "", None, ("elimination", "svd")),
    "share": StudyKey("kind drive: share efforts among redundant drives", "", False),
    "deflections": StudyKey("kind drive: flexible links give way to their loads", "", False),
    "keep": StudyKey("loads of joints that are recorded: [A.reaction, C.wrench]", "", []),
    "formulation": StudyKey(
        "of these loads", "", "auto", ("auto", "state_vector", "articulated", "recursive")
    ),
}
SLIDERS: Keys = {
    "from": StudyKey("the lowest value, half of the value of the file if not given"),
    "to": StudyKey("the highest value, twice the value of the file if not given"),
    "step": StudyKey("the smallest change, any if not given"),
    "unit": StudyKey("in which it is shown, that of the range if not given"),
    "text": StudyKey("what stands beside the slider, the name if not given"),
}
FILM: Keys = {
    "fps": StudyKey("pictures per second", "", 30.0),
    "size": StudyKey("width and height in pixels, even numbers", "", [1280, 720]),
    "speed": StudyKey("seconds of the motion in a second of the film", "", 1.0),
    "camera": StudyKey(
        "iso, front, right, top, or a path: {view: iso, orbit: 90 deg, follow: chassis, zoom: 1.5, "
        "orthographic: false, keys: [{t: 1 s, eye: [1, -2, 1], target: [0, 0, 0]}]}",
        "",
        "iso",
    ),
    "theme": StudyKey("colors", "", "light", ("light", "dark")),
    "plots": StudyKey("channels beside or below the mechanism, with a mark that moves", "", []),
    "labels": StudyKey("show names", "", False),
    "reactions": StudyKey("show the forces that joints bear", "", False),
    "axes": StudyKey("show the axes of joints", "", False),
    "clock": StudyKey("show the time", "", True),
}
BALANCE: Keys = {
    "force": StudyKey("cancel the shaking force", "", True),
    "moment": StudyKey("cancel the shaking moment", "", True),
    "gravity": StudyKey("cancel the weight", "", False),
    "by": StudyKey(
        "what may be added: bodies that get a counterweight, {counterweight: crank, radius: 5 cm}, "
        "{disk: coupler}, {counter_rotation: A, ratio: -1}, {spring: arm, at: [0.3, 0, 0], to: "
        "[0, 0.2, 0], free_length: unknown}; found if not given"
    ),
    "about": StudyKey("fixed point of the shaking moment", "m", [0.0, 0.0, 0.0]),
}
TOLERANCES: Keys = {
    "varied": StudyKey(
        "numbers of the model, or constants of the file, with the width above and below: {r: 0.1 "
        "mm, crank.mass: {plus: 10 g, minus: 0 g, distribution: uniform}, B.point[0]: {plus: 0.2 "
        "mm, cp: 1.33, cpk: 1}}",
        "",
        {},
    ),
    "outputs": StudyKey("channels of one number that are looked at", "", []),
    "samples": StudyKey("of Monte Carlo, 0 for none", "", 1024),
    "seed": StudyKey("of the samples", "", 0),
    "sobol": StudyKey("points of Sobol indices, 0 for none", "", 0),
}
IDENTIFY: Keys = {
    "by": StudyKey(
        "what is found: inertia, friction, offset, rotor, stiffness, a body, a number of a body or "
        "joint (arm.mass, A.viscous) or of the model (spring.k)", "", "[inertia, friction]",
    ),
    "measured": StudyKey("files with motions and efforts (.csv, .parquet, .mcap), beside this one"),
    "check": StudyKey("other such files, to compare with"),
    "joints": StudyKey("joints that `sarrus excite` moves, by default all drives of an open chain"),
    "limits": StudyKey(
        "of their motions: {A: {position: [-1 rad, 1 rad], speed: 2 rad/s, acceleration: 8 "
        "rad/s^2, torque: 5 N*m}}", "", {},
    ),
    "noise": StudyKey("standard deviations of efforts, where they are known", "N m or N", {}),
    "consistent": StudyKey("inertias such as bodies have, no friction below zero", "", True),
    "cutoff": StudyKey("of the filter before rates and accelerations are taken", "1/s"),
    "every": StudyKey("one of so many rows is kept", "", 1),
}  # fmt: skip
OPTIMIZE: Keys = {
    "objective": StudyKey(
        "what is minimized, in words: max abs A.effort, rms, mean, range, integral EXPRESSION, "
        "final, EXPRESSION at 0.2 s, maximize ...; a list of several yields a front",
        "",
        "...",
    ),
    "by": StudyKey(
        "what is varied, with bounds: {r: [50 mm, 150 mm], crank.mass: [1 kg, 2 kg]}", "", "..."
    ),
    "constraints": StudyKey(
        "limits in words: B.angle <= 60 deg (at all times), tip.position.z >= 0.1 at 0.2 s, "
        "final A.angle = 1, r + l <= 0.5 m",
        "",
        [],
    ),
    "search": StudyKey(
        "for the least value: near the start, or by evolution everywhere",
        "",
        "auto",
        ("auto", "slsqp", "trust-constr", "ipopt", "evolution"),
    ),
    "derivatives": StudyKey(
        "of runs by what is varied: adjoint gradients, or differences of runs",
        "",
        "auto",
        ("auto", "gradient", "differences"),
    ),
    "starts": StudyKey("designs at which a search near the start begins", "", 1),
    "windows": StudyKey("parts of the time whose peaks are told apart", "", 8),
    "points": StudyKey("of a front", "", 11),
    "limit": StudyKey("designs that may be run", "", 5000),
    "seed": StudyKey("random seed", "", 0),
}
OPTIMAL_MOTION: Keys = {
    "end": StudyKey(
        "values or ranges of coordinates, velocities and channels: {cart: 2 m, rope: 0}; the rest "
        "is free",
        "",
        "...",
    ),
    "efforts": StudyKey(
        "joints or velocities with drives, and their largest efforts: {cart: 20 N}, {A: [0, 5 "
        "N*m]}; a list of names for those of the model, all joints of an open chain by default",
        "",
        None,
    ),
    "minimize": StudyKey(
        "time, effort, energy, acceleration or a channel, or weights: {time: 1, effort: 0.1}",
        "",
        "time",
    ),
    "limits": StudyKey(
        "magnitudes or [low, high] of coordinates, velocities and channels, and of joints {speed, "
        "acceleration, torque, power, position, force, moment}: {rope: 20 deg, cart: {speed: 1 "
        "m/s}}",
        "",
        {},
    ),
    "duration": StudyKey("fixed, or [shortest, longest]; found if not given", "s", None),
    "via": StudyKey("values that are passed on the way, a list", "", []),
    "rest": StudyKey("whether it ends at rest", "", True),
    "method": StudyKey(
        "formula of collocation", "", "hermite-simpson", ("hermite-simpson", "trapezoid")
    ),
    "intervals": StudyKey("of the first mesh, in each phase", "", 20),
    "tolerance": StudyKey("of equations between nodes and of the objective", "", 1e-4),
    "most": StudyKey("intervals of the finest mesh", "", 400),
    "search": StudyKey("solver: own, or ipopt with CasADi", "", "own", ("own", "ipopt")),
}
MANOEUVRES: Keys = {
    "type": StudyKey(
        "what is driven",
        "",
        "...",
        (
            "steady-circle",
            "step-steer",
            "frequency-response",
            "lane-change",
            "braking-in-turn",
            "straight-braking",
            "sine-with-dwell",
            "ride",
        ),
    ),
    "driver": StudyKey("the element `driver`, where there are several", "", None),
    "width": StudyKey("of the body from above, track + 0.25 m if not given", "m", None),
    "length": StudyKey("of the body from above, wheelbase + 1.8 m if not given", "m", None),
    "speed": StudyKey("at which it is driven", "m/s", None),
    "radius": StudyKey("of the circle", "m", None),
    "lateral_acceleration": StudyKey("of the circle, or after a step", "m/s^2", None),
    "step": StudyKey("between circles", "m/s^2", None),
    "most": StudyKey("largest lateral acceleration of circles, largest angle of a sine", "", None),
    "until": StudyKey("how long it is driven", "s", None),
    "part": StudyKey("of ISO 3888: 1 or 2", "", None),
    "slowest": StudyKey("entry speed of a lane change", "m/s", None),
    "fastest": StudyKey("entry speed of a lane change", "m/s", None),
    "method": StudyKey("of a frequency response", "", None, ("linear", "sine")),
    "frequencies": StudyKey("of a frequency response", "Hz", None),
    "pedal": StudyKey("how far it goes down", "", None),
    "pedals": StudyKey("how far they go down, one run each", "", None),
    "factors": StudyKey("amplitudes over the steering that makes 0.3 g", "", None),
    "road": StudyKey("class of ISO 8608, A to H, or bump", "", None),
    "seed": StudyKey("of a rough road", "", None),
}
SECTIONS: dict[str, Keys] = {
    "compile": COMPILE,
    "assembly": ASSEMBLY,
    "events": EVENTS,
    "equilibrium": EQUILIBRIUM,
    "realtime": REALTIME,
    "run": RUN,
    "sliders": SLIDERS,
    "film": FILM,
    "balance": BALANCE,
    "tolerances": TOLERANCES,
    "optimize": OPTIMIZE,
    "identify": IDENTIFY,
    "optimal_motion": OPTIMAL_MOTION,
    "manoeuvres": MANOEUVRES,
}

EXAMPLES: dict[str, str] = {
    "constants": 'constants: {r: 200 mm, omega: 60 rpm, m: "2 [kg/m]*r"}\n',
    "points": "points: {O: [0, 0, 0], B: [200 mm, 0, 0], C: {distances: {O: 150 mm, B: 120 mm}}}\n",
    "gravity": "gravity: [0, 0, -9.81]\n",
    "tolerance": "tolerance: 1e-6\n",
    "base": 'base: {position: ["2 [cm]*sin(60 [rpm]*t)", 0, 0]}\n',
    "ground": "ground: {shapes: [{type: box, size: [1, 1, 10 mm], at: [0, 0, -5 mm]}]}\n",
    "compile": "compile: {parameters: [arm.mass]}\n",
    "assembly": "assembly: {wanted: {A.angle: 30 deg}, rates: {A.rate: 60 rpm}}\n",
    "inputs": 'inputs: {A: "0.5 [N*m*s]*(6 [rad/s] - A.rate)"}\n',
    "drives": 'drives: {A: "30 [deg]*sin(3*t)"}\nrun: {kind: drive, until: 2 s}\n',
    "locked": "locked: [A]\n",
    "events": (
        "events:\n"
        "  - {name: down, when: A.angle, at: 90 deg, direction: up, do: record}\n"
        "  - {when: 0.5 s, do: [{effort: {joint: A, law: 1 N*m}}, {lock: A}]}\n"
    ),
    "equilibrium": "equilibrium: {stable: true}\n",
    "realtime": "realtime: {rate: 500 Hz, efforts: {A: 5 N*m}, channels: [A.angle]}\n",
    "run": "run: {until: 2 s, every: 10 ms, rtol: 1e-8, atol: 1e-10}\n",
    "outputs": "outputs: [A.rate, arm.position, A.reaction.force]\n",
    "units": "units: [mm, deg, rpm]\n",
    "sliders": (
        "constants: {g: 9.81 m/s^2}\n"
        "gravity: [0, 0, -g]\n"
        "sliders:\n"
        "  g: {from: 1.6 m/s^2, to: 25 m/s^2, step: 0.1 m/s^2, text: weight of the place}\n"
        "  arm.mass: [1 kg, 4 kg]\n"
        "  inputs.A: {from: -5 N*m, to: 5 N*m, text: torque of the motor}\n"
    ),
    "film": "film: {fps: 25, camera: {view: iso, orbit: 90 deg, follow: arm}, plots: [A.angle]}\n",
    "balance": (
        "balance:\n  gravity: true\n  by: [{spring: arm, at: [300 mm, 0, 0], to: [0, 0, 200 mm]}]\n"
    ),
    "tolerances": (
        "tolerances:\n"
        "  varied: {arm.mass: 10 g, 'arm.com[0]': {plus: 1 mm, distribution: uniform}}\n"
        "  outputs: [arm.com.x]\n"
    ),
    "manoeuvres": (
        "manoeuvres:\n"
        "  step: {type: step-steer, speed: 80 km/h, lateral_acceleration: 4 m/s^2}\n"
        "  moose: {type: lane-change, part: 2, width: 1.8 m}\n"
    ),
    "identify": (
        "identify:\n"
        "  by: [inertia, A.viscous]\n"
        "  measured: measured.csv\n"
        "  limits: {A: {position: [-60 deg, 60 deg], speed: 2 rad/s, acceleration: 8 rad/s^2}}\n"
    ),
    "optimal_motion": (
        "optimal_motion:\n"
        "  end: {A: 90 deg}\n"
        "  efforts: {A: 12 N*m}\n"
        "  limits: {A: {speed: 3 rad/s}}\n"
        "  minimize: {time: 1, effort: 0.1}\n"
    ),
    "optimize": (
        "constants: {k: 20 N*m*s/rad}\n"
        'inputs: {A: "-k*A.rate"}\n'
        "optimize:\n"
        "  objective: integral A.angle^2\n"
        "  by: {k: [1 N*m*s/rad, 50 N*m*s/rad], arm.mass: {from: 1 kg, to: 4 kg}}\n"
        "  constraints: [max abs A.rate <= 60 rpm, arm.mass >= 1.5 kg]\n"
    ),
}
"""Lines of a file, each with the mechanism `HEAD`; the tests read them."""

HEAD = """\
sarrus: 1
bodies: {arm: {mass: 2 kg, com: [200 mm, 0, 0], inertia: [0.001, 0.03, 0.03]}}
joints: {A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}}
"""
