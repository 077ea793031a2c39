"""The data files of the papers' examples, and small files for single rules."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sarrus.study import Study

MODELS = Path(__file__).parents[2] / "examples" / "models"


def example(name: str, **given: Any) -> Study:
    """Return the study of a data file; given: constants and other values, "." written "__"."""
    return Study.load(
        MODELS / f"{name}.yaml", {key.replace("__", "."): x for key, x in given.items()}
    )


PENDULUM = """\
sarrus: 1
gravity: [0, 0, -9.81]
constants: {l: 1 m, m: 2 kg}
bodies:
  rod: {mass: m, com: [l/2, 0, 0], inertia: [1e-3, m*l^2/12, m*l^2/12]}
frames:
  tip: {body: rod, at: [l, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}
"""
"""A rod that hangs on the hinge A about y and is drawn level: a positive turn goes down."""

SLIDER = """\
sarrus: 1
gravity: [0, 0, -9.81]
bodies:
  ball: {mass: 1 kg, com: [0, 0, 0], inertia: [1, 1, 1]}
joints:
  height: {type: prismatic, parent: ground, child: ball, at: [0, 0, 0], axis: z}
forces:
  S: {type: joint_spring, joint: height, k: 100 N/m}
"""
"""A mass that moves up and down on a spring."""


def written(folder: Path, text: str, sections: str = "", name: str = "model.yaml") -> Path:
    """Write a file of a text and some sections."""
    path = folder / name
    path.write_text(text + sections, encoding="utf-8")
    return path


def study(
    folder: Path, text: str, sections: str = "", set: Mapping[str, Any] | None = None
) -> Study:
    """Return the study of a text and some sections."""
    return Study.load(written(folder, text, sections), set)


FOUR_BAR = """\
sarrus: 1
bodies:
  crank: {mass: 1, com: [0, 0, 0.2], inertia: [0.02, 0.02, 1e-3]}
  coupler: {mass: 1, com: [0.4, 0, 0.5], inertia: [0.02, 0.06, 0.06]}
  rocker: {mass: 1, com: [0.9, 0, 0.3], inertia: [0.02, 0.02, 1e-3]}
frames:
  B: {body: crank, at: [0, 0, 0.4]}
  C: {body: coupler, at: [0.8, 0, 0.6]}
  D: {body: rocker, at: [1, 0, 0]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}
  B: {type: revolute, parent: crank, child: coupler, at: [0, 0, 0.4], axis: y}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.8, 0, 0.6], axis: y}
  D: {type: revolute, parent: ground, child: rocker, at: [1, 0, 0], axis: y}
"""
"""A planar four-bar whose joints B, C and D are marked by frames, in the plane y = 0."""
