"""What the examples of elements share: the head of a file, and its calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sarrus import Mechanism

Build = Callable[[Mechanism], Any]

HEAD = """\
sarrus: 1
name: machine
constants: {r: 100 mm, k0: 20 N/cm, omega: "2*pi [rad/s]", F: 10}
gravity: [0, 0, -9.80665]
bodies:
  arm: {mass: 2, com: [r, 0, 0], inertia: [0.01, 0.02, 0.03]}
  bar: {mass: 1500 g, com: [0, 0.2, 0], inertia: [0.01, 0.02, 0.03, 1e-3, 0, 0]}
  top: {mass: 1, com: [0, 0, 0.1], inertia: [[1e-2, 0, 0], [0, 1e-2, 0], [0, 0, 1e-2]]}
  rim: {mass: 1, inertia: [0.01, 0.01, 0.01]}
  cog: {mass: 1, inertia: [0.01, 0.01, 0.01]}
frames:
  tip: {body: arm, at: [2*r, 0, 0]}
  eye: {body: bar, at: [0, 0.3, 0], rpy: [90 deg, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: arm, at: [0, 0, 0], axis: y}
  B: {type: prismatic, parent: arm, child: bar, at: [0.2, 0, 0], axis: z}
  C: {type: cylindrical, parent: ground, child: top, at: [0, 0, 1], axis: z}
  D: {type: revolute, parent: ground, child: rim, at: [0, 0, 0], axis: y}
  E: {type: revolute, parent: ground, child: cog, at: [0, 0, 0], axis: y}
"""


def head() -> Mechanism:
    m = Mechanism("machine", (0, 0, -9.80665))
    m.body("arm", 2, (0.1, 0, 0), (0.01, 0.02, 0.03))
    m.body("bar", 1.5, (0, 0.2, 0), (0.01, 0.02, 0.03, 1e-3, 0, 0))
    m.body("top", 1, (0, 0, 0.1), np.eye(3) * 1e-2)
    m.body("rim", 1, (0, 0, 0), (0.01, 0.01, 0.01))
    m.body("cog", 1, (0, 0, 0), (0.01, 0.01, 0.01))
    m.frame("tip", "arm", (0.2, 0, 0))
    m.frame("eye", "bar", (0, 0.3, 0), rpy=(np.pi / 2, 0, 0))
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis="y")
    m.prismatic("B", "arm", "bar", at=(0.2, 0, 0), axis="z")
    m.cylindrical("C", "ground", "top", at=(0, 0, 1), axis="z")
    m.revolute("D", "ground", "rim", at=(0, 0, 0), axis="y")
    m.revolute("E", "ground", "cog", at=(0, 0, 0), axis="y")
    return m


def called(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function under the name that it has in the file."""
    function.__qualname__ = name
    return function


def f(rest: str) -> str:
    return f"forces:\n  F1: {{{rest}}}\n"
