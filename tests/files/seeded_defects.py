"""A hundred model files with one defect each: what is replaced in which file, and what is told.

The place of a defect is the line of the edit; `line` names another one by a text that stands there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Defect:
    """source: of the file; old, new: the edit; element, code: of the problem; cause: its words."""

    source: str
    old: str
    new: str
    element: str
    code: str
    cause: str
    line: str = ""


def _machine(*row: str) -> Defect:
    return Defect("machine", *row)


def _driven(*row: str) -> Defect:
    return Defect("driven", *row)


def _template(name: str, *row: str) -> Defect:
    return Defect(f"templates/{name}.yaml", *row)


def _example(name: str, *row: str) -> Defect:
    return Defect(f"models/{name}.yaml", *row)


HEAD = [
    _machine("sarrus: 1", "sarrus: 2", "file / sarrus", "F20", "is not a version"),
    _machine("sarrus: 1", "sarrus: true", "file / sarrus", "F20", "is not a version"),
    _machine("gravity:", "gravty:", "file", "M09", "'gravity'"),
    _machine("bodies:", "body:", "file", "M09", "'bodies'"),
    _machine("name: machine", "name: 12", "model / name", "M25", "is not a name"),
    _machine(
        "gravity: [0, 0, -9.81]",
        "gravity: [0, -9.81]",
        "model 'machine' / gravity",
        "M25",
        "3 numbers",
    ),
    _machine(
        "gravity: [0, 0, -9.81]", "gravity: 9.81", "model 'machine' / gravity", "M25", "3 numbers"
    ),
    _machine("0, -9.81]", "0, -9.81 kg]", "model 'machine' / gravity[2]", "M05", "kg"),
    _machine("gravity:", "base: free\ngravity:", "model / base", "M09", "fixed or prescribed"),
    _machine("r: 100 mm", "r: 100 mmm", "constant 'r'", "M05", "unit"),
    _machine("l: 3*r", "l: 3*rr", "constant 'l'", "F22", "unknown name 'rr'"),
    _machine("l: 3*r", "l: 3*(r", "constant 'l'", "F22", ""),
    _machine("n: 3", "sin: 3", "constant 'sin'", "F22", "not a name"),
    _machine("n: 3\n", "n: 3\n  r: 1\n", "YAML", "F06", "given twice", "  r: 1\n"),
    _machine("omega: 2*pi [rad/s]", "omega: r + m", "constant 'omega'", "M05", "length"),
    _machine("l: 3*r", "l: 1/(r - r)", "constant 'l'", "F22", ""),
]
BODIES = [
    _machine("mass: 1 kg", "mass: -1 kg", "body 'crank' / mass", "M04", "below 0 kg"),
    _machine("mass: 1 kg", "mass: 1 N", "body 'crank' / mass", "M05", "N"),
    _machine("mass: 1 kg", "mass: 010", "body 'crank' / mass", "M25", "octal"),
    _machine("mass: 1 kg", "mass: 1_000", "body 'crank' / mass", "M25", "underscores"),
    _machine("mass: 1 kg", "mass: 0x10", "body 'crank' / mass", "M25", "hexadecimal"),
    _machine("mass: 1 kg", "mass: 1:30", "body 'crank' / mass", "M25", "not a decimal number"),
    _machine("mass: 1 kg", "mass: .nan", "body 'crank' / mass", "M04", "not a finite number"),
    _machine("mass: 1 kg", "mass: 1e400", "body 'crank' / mass", "M04", "too large"),
    _machine("mass: 1 kg", "mass: 1e31", "body 'crank' / mass", "M24", "too large"),
    _machine("mass: 1 kg", "mass: yes", "body 'crank' / mass", "M25", ""),
    _machine("mass: 1 kg", "mass: true", "body 'crank' / mass", "M25", "true or false"),
    _machine("mass: 1 kg", "mass: ", "body 'crank' / mass", "M25", "no value"),
    _machine("mass: 1 kg", "mass: [1]", "body 'crank' / mass", "M25", "not a number"),
    _machine("mass: 1 kg", "mass: r", "body 'crank' / mass", "M05", "length"),
    _machine("{mass: 1 kg", "{mas: 1 kg", "body 'crank'", "M09", "'mass'"),
    _machine("com: [r/2, 0, 0]", "com: [r/2, 0]", "body 'crank' / com", "M25", "3 numbers"),
    _machine("com: [r/2, 0, 0]", "com: [r/2, 0 s, 0]", "body 'crank' / com[1]", "M05", "s"),
    _machine("com: [r/2, 0, 0]", "com: [r//2, 0, 0]", "body 'crank' / com", "F22", ""),
    _machine(
        "inertia: [1e-4, 1e-3, 1e-3]",
        "inertia: [1e-4, 1e-3, -1e-3]",
        "body 'crank' / inertia",
        "M03",
        "negative",
    ),
    _machine(
        "inertia: [1e-4, 1e-3, 1e-3]",
        "inertia: [1e-4, 1e-3]",
        "body 'crank' / inertia",
        "M25",
        "3 principal moments",
    ),
    _machine(
        "type: box, size: [l", "type: bax, size: [l", "body 'rod' / shape / type", "M09", "'box'"
    ),
    _machine(
        "size: [l, 20 mm, 20 mm]", "size: [l, 20 mm, 0]", "body 'rod' / shape / size", "M04", ""
    ),
    _machine("color: red", "colour: red", "body 'rod' / shape", "M09", "'color'"),
    _machine("color: grey", "color: grey, sise: 1", "body 'ground' / shape", "M09", "'sise'"),
    _machine("i: 1..n", "i: 1..m", "body 'link{i}' / for", "F22", "mass, not an integer"),
    _machine("i: 1..n", "i: 1..q", "body 'link{i}' / for", "F22", "unknown name 'q'"),
    _machine("i: 1..n", "i: 3", "body 'link{i}' / for", "M25", "not a range"),
    _machine("i: 1..n", "i: 1..1000000", "body 'link{i}' / for", "F02", "100,000"),
    _machine("mass: 0.1*i", "mass: i - 2", "body 'link1' / mass", "M04", "below 0 kg"),
    _machine("  slider: {mass: 500 g,", "  rod: {mass: 500 g,", "YAML", "F06", "given twice"),
    _machine(
        "  slider: {mass: 500 g,", "  ground: {mass: 500 g,", "body 'ground' / name", "M07", "base"
    ),
    _machine("mass: m\n", "mass: m\n    mass: 2\n", "YAML", "F06", "given twice", "    mass: 2"),
]
JOINTS = [
    _machine("tip: {body: crank", "tip: {body: crnk", "frame 'tip' / body", "M09", "'crank'"),
    _machine("rpy: [0, 90 deg, 0]", "rpy: [0, 90 m, 0]", "frame 'wrist' / rpy[1]", "M05", "m"),
    _machine(
        "rpy: [0, 90 deg, 0]",
        "quaternion_wxyz: [1, 1, 0, 0]",
        "frame 'wrist' / quaternion_wxyz",
        "M20",
        "length",
    ),
    _machine(
        "{type: revolute, parent: ground, child: crank",
        "{type: revolut, parent: ground, child: crank",
        "joint 'A' / type",
        "M09",
        "'revolute'",
    ),
    _machine(
        "{type: revolute, parent: ground, child: crank",
        "{parent: ground, child: crank",
        "joint 'A'",
        "M09",
        "'type' is missing",
    ),
    _machine("child: crank", "child: crnak", "joint 'A' / child", "M09", "'crank'"),
    _machine("child: crank, at", "chld: crank, at", "joint 'A'", "M09", "'child'"),
    _machine(
        "child: crank, at: [0, 0, 0], axis: y",
        "child: crank, at: [0, 0, 0], axis: w",
        "joint 'A' / axis",
        "M19",
        "",
    ),
    _machine(
        "child: crank, at: [0, 0, 0], axis: y",
        "child: crank, at: [0, 0, 0], axis: [0, 0, 0]",
        "joint 'A' / axis",
        "M19",
        "length",
    ),
    _machine(
        "child: crank, at: [0, 0, 0], axis: y",
        "child: crank, at: [0, 0, 0], axis: [1, 0]",
        "joint 'A' / axis",
        "M19",
        "",
    ),
    _machine("limits: [-1, 1]", "limits: [1, -1]", "joint 'D' / limits", "M21", ""),
    _machine("limits: [-1, 1]", "limits: [-1 rad, 1]", "joint 'D' / limits", "M05", ""),
    _machine("parent: crank, child: rod", "parent: rod, child: rod", "joint 'B'", "M08", "itself"),
    _machine('parent: "link{i-1}"', 'parent: "link{i-2}"', "joint 'J2' / parent", "M09", "'link0'"),
    _machine(
        "J1: {type: revolute",
        "J2: {type: revolute",
        "joint 'J2' / name",
        "M07",
        "two joints",
        "J{i}",
    ),
    _machine("driver: J1", "driver: J9", "coupler 'G' / driver", "M09", "'J9'"),
    _machine("ratio: -2", "ratio: 0", "coupler 'G' / ratio", "M04", ""),
    _machine("type: gear", "type: geer", "coupler 'G' / type", "M09", "'gear'"),
]
FORCES = [
    _machine("k: 1e3,", "k: 1e3 kg,", "force 'S' / k", "M05", "kg"),
    _machine("a: ground, b: slider", "a: ground, b: slidr", "force 'S' / b", "M09", "'slider'"),
    _machine("c: 5 N*s/m", "c: 5 N/m", "force 'S' / c", "M05", "N/m"),
    _machine(
        "type: spring_damper", "type: spring_dampr", "force 'S' / type", "M09", "'spring_damper'"
    ),
    _machine("10*sin(omega*t)", "10*sin(omga*t)", "force 'P' / force", "F22", "'omega'"),
    _machine("10*sin(omega*t)", "10*sine(omega*t)", "force 'P' / force", "F22", "sine"),
    _machine("10*sin(omega*t)", "10*sin(omega*t", "force 'P' / force", "F22", ""),
    _machine("10*sin(omega*t)", "__import__('os')", "force 'P' / force", "F22", ""),
    _machine("[1, 5]], d: 0.1", "[-2, 5]], d: 0.1", "force 'T' / k row 2", "N14", ""),
    _machine("[1, 5]], d: 0.1", "[1, 5 kg]], d: 0.1", "force 'T' / k row 2", "M05", "kg"),
    _machine("d: 0.1}", "d: -0.1}", "force 'T' / d", "M04", "below zero"),
    _machine("joint: J3", "joint: J33", "force 'T' / joint", "M09", "'J3'"),
    _machine("position(toe, x)", "position(te, x)", "force 'U' / loads", "M09", "'toe'"),
    _machine("position(toe, x)", "position(toe, u)", "force 'U' / loads", "F22", "position"),
    _machine("-k*position", "-kk*position", "force 'U' / loads", "M09", "'k'"),
    _machine("{force: toe", "{force: tow", "force 'U' / loads", "M09", "'toe'"),
    _template("vehicle", "road:", "raod:", "force 'tyre'", "M09", "'road'"),
]
STUDY = [
    _machine("cut: [C]", "cut: [Q]", "compile / cut", "M09", "Q"),
    _machine("guess: {A: 0.4}", "guess: {Q: 0.4}", "assembly / guess", "M09", "'Q'"),
    _machine("rates: {A: 10}", "rates: {A: 10 kg}", "assembly / rates / A", "M05", "kg"),
    _machine("A.angle - 0.3", "A.angel - 0.3", "inputs / A", "M09", "'A.angle'"),
    _machine("when: A.angle", "when: A.angel", "event 'hit' / when", "M09", "A.angle"),
    _machine("direction: up", "direction: upp", "event 'hit' / direction", "M25", "'up'"),
    _machine("{lock: J1}", "{lok: J1}", "event 'late' / do", "M09", "'lock'"),
    _machine("do: stop", "do: stopp", "event 'end' / do", "M25", "'stop'"),
    _machine("until: 1 s", "until: -1 s", "run / until", "M04", "above 0"),
    _machine("until: 1 s", "untill: 1 s", "run", "M09", "'until'"),
    _machine("kind: simulate", "kind: simulat", "run / kind", "M25", "'simulate'"),
    _machine("rtol: 1e-6", "rtol: 1 mm", "run / rtol", "M05", ""),
    _machine("outputs: [A.angle,", "outputs: [A.angel,", "outputs", "M09", "'A.angle'"),
    _driven('{A: "w*t"}', '{Q: "w*t"}', "drives", "M09", "'Q'"),
    _driven('{A: "w*t"}', '{A: "w*s"}', "drives / A", "F22", "'s'"),
    _driven("every: 10 ms", "every: 10 kg", "run / every", "M05", "kg"),
]
SYNTAX = [
    _machine("compile: {cut: [C]", "compile: {cut: [C", "YAML", "F01", ""),
    _machine("name: machine", "name: *machine", "YAML", "F05", "alias"),
    _machine("name: machine", "name: &a machine", "YAML", "F05", "anchor"),
    _machine("name: machine", "name: !!str machine", "YAML", "F05", "tag"),
    _machine("frames:\n", "---\nframes:\n", "YAML", "F05", "second document"),
    _machine("name: machine", "name: \u202emachine", "YAML", "F07", "U+202E"),
    _machine("  m: 2 kg", "\tm: 2 kg", "YAML", "F01", "tab"),
]
DEFECTS = [*HEAD, *BODIES, *JOINTS, *FORCES, *STUDY, *SYNTAX]
