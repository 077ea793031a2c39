"""Model files that tests damage: our examples, our templates, and one of every element."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from formats.yaml_examples import documents

ROOT = Path(__file__).parents[2]
FOLDERS = ("examples/models", "src/sarrus/cli/templates")

MACHINE = """\
# every section of the file
sarrus: 1
name: machine
description: a crank, a rod, a slider, and a chain
constants:
  r: 100 mm
  l: 3*r
  m: 2 kg
  n: 3
  omega: 2*pi [rad/s]
gravity: [0, 0, -9.81]
ground: {shapes: [{type: box, size: [1, 1, 20 mm], at: [0, 0, -0.2], color: grey}]}
bodies:
  crank: {mass: 1 kg, com: [r/2, 0, 0], inertia: [1e-4, 1e-3, 1e-3]}
  rod:
    mass: m
    com: [r + l/2, 0, 0]
    inertia: [1e-3, m*l^2/12, m*l^2/12]
    shapes: [{type: box, size: [l, 20 mm, 20 mm], at: [r + l/2, 0, 0], color: red}]
  slider: {mass: 500 g, com: [r + l, 0, 0], inertia: [1e-3, 1e-3, 1e-3]}
  link{i}: {for: {i: 1..n}, mass: 0.1*i, com: [(i - 0.5)*r, 0, 1], inertia: [1e-4, 1e-4, 1e-4]}
frames:
  tip: {body: crank, at: [r, 0, 0]}
  wrist: {body: slider, at: [r + l, 0, 0], rpy: [0, 90 deg, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}
  B: {type: revolute, parent: crank, child: rod, at: [r, 0, 0], axis: y}
  C: {type: revolute, parent: rod, child: slider, at: [r + l, 0, 0], axis: y}
  D: {type: prismatic, parent: ground, child: slider, at: [r + l, 0, 0], axis: x, limits: [-1, 1]}
  J1: {type: revolute, parent: ground, child: link1, at: [0, 0, 1], axis: y}
  J{i}: {for: {i: 2..n}, type: revolute, parent: "link{i-1}", child: "link{i}",
    at: [(i-1)*r, 0, 1], axis: y}
couplers:
  G: {type: gear, driver: J1, driven: J2, ratio: -2}
forces:
  S: {type: spring_damper, a: ground, b: slider, at_a: [1, 0, 0], at_b: [r + l, 0, 0], k: 1e3,
    c: 5 N*s/m}
  P: {type: point_force, body: crank, force: ["10*sin(omega*t)", 0, 0], at: [r, 0, 0]}
  T: {type: joint_spring, joint: J3, k: [[-1, -5], [0, 0], [1, 5]], d: 0.1}
  U: {type: user_force, points: {toe: {body: rod, at: [r, 0, 0]}}, parameters: {k: 10 N/m},
    loads: [{force: toe, value: ["-k*position(toe, x)", 0, 0]}, {effort: J1, value: -0.1*rate(J1)}]}
compile: {cut: [C], planar: true}
assembly: {guess: {A: 0.4}, rates: {A: 10}}
inputs: {A: "-10*(A.angle - 0.3) - 2*A.rate"}
events:
  - {name: hit, when: A.angle, at: 0.1, direction: up, do: [record], most: 3}
  - {name: late, when: 0.5, do: {lock: J1}}
  - {name: end, when: 0.9 s, do: stop}
run: {kind: simulate, until: 1 s, method: auto, rtol: 1e-6, atol: 1e-8, every: 10 ms}
outputs: [A.angle, C.reaction.force]
"""

DRIVEN = """\
sarrus: 1
constants: {a: 0.2 m, b: 0.5 m, c: 0.4 m, d: 0.5 m, w: 10 rad/s}
bodies:
  crank: {mass: 1, com: [0, 0, a/2], inertia: [0.02, 0.02, 1e-3]}
  coupler: {mass: 1, com: [0.25, 0, 0.3], inertia: [0.02, 0.06, 0.06]}
  rocker: {mass: 1, com: [d, 0, c/2], inertia: [0.02, 0.02, 1e-3]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}
  B: {type: revolute, parent: crank, child: coupler, at: [0, 0, a], axis: y}
  C: {type: revolute, parent: coupler, child: rocker, at: [d, 0, c], axis: y}
  D: {type: revolute, parent: ground, child: rocker, at: [d, 0, 0], axis: y}
drives: {A: "w*t"}
run: {kind: drive, until: 1, every: 10 ms}
outputs: [D.angle, A.effort]
"""


@cache
def sources() -> dict[str, str]:
    """Return the texts by name, all of them right."""
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.yaml"))]
    found = {f"{path.parent.name}/{path.name}": path.read_text("utf-8") for path in files}
    examples = {name: text for name, text in documents().items() if "type: track_links" not in text}
    return {**found, **examples, "machine": MACHINE, "driven": DRIVEN}  # their links are no track
