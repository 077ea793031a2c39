"""Ten natural mistakes of new users, in Python and in a file: each is caught by what one needs.

A mistake is made in a model that works. What a user is told, as an error or as a notice, must hold
the words that name the place and the way out. Those of assemblies and drives that the solver words
(two drives, an angle out of reach, a wrong axis) are asked for what they name.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sarrus import Box, Mechanism, Study
from sarrus.errors import SarrusError

Fix = dict[str, Any]


def four_bar(**wrong: Any) -> Mechanism:
    """A four-bar as it is drawn; wrong: what a user got wrong."""
    given: Fix = {"mass": 1.0, "C": (0.3, 0, 0.2), "axis": "y", "gravity": (0, 0, -9.81), **wrong}
    m = Mechanism("four-bar", gravity=given["gravity"])
    m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(1e-4, 1e-3, 1e-3))
    if given["mass"] is None:
        m.body("coupler", shape=Box((0.28, 0.02, 0.02)))
    else:
        m.body("coupler", mass=given["mass"], com=(0.2, 0, 0.1), inertia=(1e-3,) * 3)
    m.body("rocker", mass=1.0, com=(0.3, 0, 0.1), inertia=(1e-3,) * 3)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "coupler", at=(0.1, 0, 0), axis="y")
    m.revolute("C", "coupler", "rocker", at=given["C"], axis=given["axis"])
    if not given.get("open"):
        m.revolute("D", m.ground, "rocker", at=(0.3, 0, 0), axis="y")
    return m


def links(coupler: float, rocker: float) -> Mechanism:
    """The same by lengths: points on the bodies instead of a drawing."""
    m = Mechanism("four-bar")
    zero = (0, 0, 0)
    for name in ("crank", "coupler", "rocker"):
        m.body(name, mass=1.0, com=zero, inertia=(1e-3,) * 3)
    m.revolute("A", m.ground, "crank", on_parent=zero, on_child=zero, axis="y")
    m.revolute("B", "crank", "coupler", on_parent=(0.1, 0, 0), on_child=zero, axis="y")
    m.revolute("C", "coupler", "rocker", on_parent=(coupler, 0, 0), on_child=(rocker, 0, 0),
               axis="y")  # fmt: skip
    m.revolute("D", m.ground, "rocker", on_parent=(0.5, 0, 0), on_child=zero, axis="y")
    return m


def slider(axis: str) -> Mechanism:
    """A slider-crank; axis: of the slide."""
    m = Mechanism("slider-crank")
    for name, x in (("crank", 0.05), ("rod", 0.2), ("slider", 0.3)):
        m.body(name, mass=1.0, com=(x, 0, 0), inertia=(1e-3,) * 3)
    m.revolute("A", m.ground, "crank", at=(0, 0, 0), axis="y")
    m.revolute("B", "crank", "rod", at=(0.06, 0, 0.08), axis="y")
    m.revolute("C", "rod", "slider", at=(0.3, 0, 0), axis="y")
    m.prismatic("P", m.ground, "slider", at=(0.3, 0, 0), axis=axis)
    return m


def assembled(m: Mechanism, **wanted: float) -> Any:
    return m.build().compile(kernels=()).assemble(wanted)


def driven(m: Mechanism, **laws: Any) -> Any:
    return m.build().compile(kernels=()).drive(laws, times=[0.0, 0.25, 0.5])


def swapped() -> Any:
    """The points of a bar that closes the loop, given the wrong way round on its second body."""
    m = links(0.4, 0.35)
    m.joints.pop()
    m.revolute("D", m.ground, "rocker", on_parent=(0, 0, 0), on_child=(0.5, 0, 0), axis="y")
    return m.build().compile(kernels=()).assemble({"A": 0.3})


PYTHON: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "wrong unit": (lambda: four_bar(mass="2 m").build(),
                   ("body 'coupler' / mass", "length, not mass", "kg")),
    "swapped points": (swapped, ("joint 'C'", "gap of", "m and", "wrong point")),
    "missing mass": (lambda: four_bar(mass=None).build(),
                     ("body 'coupler' / mass", "not given", "density")),
    "length in the wrong unit": (lambda: four_bar(C=(300, 0, 200)).build(),
                                 ("joint 'C'", "mm that was taken as m", "unit")),
    "two drives": (lambda: driven(four_bar(), A=lambda t: 0.1 * t, D=lambda t: 0.3 * t),
                   ("'A', 'D'", "driven than", "fewer")),
    "unreachable angle": (lambda: driven(four_bar(), D=lambda t: 6.0 * t),
                          ("'D'", "reach", "t = 0.0230")),
    "sign of gravity": (lambda: four_bar(gravity=(0, 0, 9.81)).build(),
                        ("gravity", "upwards", "sign")),
    "open loop": (lambda: driven(four_bar(open=True), A=lambda t: 0.1 * t),
                  ("'A'", "2 of the mechanism's freedoms", "close a loop is missing")),
    "wrong axis": (lambda: driven(four_bar(axis="x"), A=lambda t: 0.1 * t),
                   ("no freedom", "axis of joint 'C', along (1, 0, 0)", "90 deg off",
                    "'A', 'B', 'D', which are along (0, 1, 0)", "Correct the axes")),
    "wrong axis, assembled": (lambda: assembled(four_bar(axis="z"), A=0.4),
                              ("wanted 'A'", "missed by 0.4 rad", "no freedom", "joint 'C'")),
    "wrong axis of a slide": (lambda: driven(slider("y"), A=lambda t: 0.1 * t),
                              ("no freedom", "joint 'P' slides along the axes of 'A', 'B', 'C'")),
    "wrong branch": (lambda: assembled(four_bar(), A=0.4, D=3.0),
                     ("wanted 'D'", "missed by", "another assembly comes nearer", "'D' = 3.0",
                      "system.assemblies", "guess=")),
    "wrong branch of one value": (lambda: assembled(four_bar(), C=2.2),
                                  ("wanted 'C' = 2.2", "another assembly than that of the guess",
                                   "dead point", "guess=")),
    "branch not drawn": (lambda: assembled(links(0.4, 0.35), A=0.3),
                         ("one of two", "D.angle 1.962 or -2.107", "guess=")),
    "branch of a drive": (lambda: driven(links(0.4, 0.35), A=lambda t: 0.3 + t),
                          ("one of two", "D.angle 1.962 or -2.107", "guess=")),
    "link too short": (lambda: links(0.3, 0.035).build().compile(kernels=()).assemble(),
                       ("joint 'C'", "gap of", "too short", "'rocker'")),
}  # fmt: skip


def told(act: Callable[[], Any]) -> str:
    """What a user reads: the error, or the notices of what comes back."""
    try:
        found = act()
    except SarrusError as error:
        return str(error)
    return "\n".join(str(notice) for notice in getattr(found, "notices", ()))


@pytest.mark.parametrize("mistake", PYTHON)
def test_mistake_in_python(mistake: str) -> None:
    act, words = PYTHON[mistake]
    found = told(act)
    assert all(word in found for word in words), found


def test_without_mistakes_nothing_is_told() -> None:
    assert not told(lambda: four_bar().build())
    assert not told(lambda: driven(four_bar(), A=lambda t: 0.1 * t))


FILE = """\
sarrus: 1
name: four-bar
gravity: [0, 0, -9.81]
bodies:
  crank: {mass: 1 kg, com: [50 mm, 0, 0], inertia: [1e-4, 1e-3, 1e-3]}
  coupler: {mass: 1 kg, com: [0.2, 0, 0.1], inertia: [1e-3, 1e-3, 1e-3]}
  rocker: {mass: 1 kg, com: [0.3, 0, 0.1], inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {type: revolute, parent: ground, child: crank, at: [0, 0, 0], axis: y}
  B: {type: revolute, parent: crank, child: coupler, at: [0.1, 0, 0], axis: y}
  C: {type: revolute, parent: coupler, child: rocker, at: [0.3, 0, 0.2], axis: y}
  D: {type: revolute, parent: ground, child: rocker, at: [0.3, 0, 0], axis: y}
drives:
  A: 0.1 [rad/s]*t
run: {kind: drive, until: 0.5 s, every: 0.25 s}
"""
COUPLER = "  coupler: {mass: 1 kg, com: [0.2, 0, 0.1], inertia: [1e-3, 1e-3, 1e-3]}"
DRAWN = "  coupler: {shape: {type: box, size: [0.28, 0.02, 0.02]}}"
CLOSING = "  D: {type: revolute, parent: ground, child: rocker, at: [0.3, 0, 0], axis: y}\n"
BY_LENGTHS = """\
sarrus: 1
name: four-bar
bodies:
  crank: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
  coupler: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
  rocker: {mass: 1 kg, inertia: [1e-3, 1e-3, 1e-3]}
joints:
  A: {type: revolute, parent: ground, child: crank, axis: y,
      on_parent: [0, 0, 0], on_child: [0, 0, 0]}
  B: {type: revolute, parent: crank, child: coupler, axis: y,
      on_parent: [0.1, 0, 0], on_child: [0, 0, 0]}
  C: {type: revolute, parent: coupler, child: rocker, axis: y,
      on_parent: [0.4, 0, 0], on_child: [0.35, 0, 0]}
  D: {type: revolute, parent: ground, child: rocker, axis: y,
      on_parent: [0.5, 0, 0], on_child: [0, 0, 0]}
run: {until: 0.1 s}
"""

YAML: dict[str, tuple[tuple[str, str], int, tuple[str, ...]]] = {
    "wrong unit": (("mass: 1 kg, com: [0.2", "mass: 1 m, com: [0.2"), 6,
                   ("mass", "length, not mass", "kg")),
    "wrong unit of a law": (("0.1 [rad/s]*t", "0.1 [m/s]*t"), 14, ("drives / A", "m", "rad")),
    "missing mass": ((COUPLER, DRAWN), 6, ("coupler", "not given", "density")),
    "length in the wrong unit": (("at: [0.3, 0, 0.2]", "at: [300, 0, 200]"), 11,
                                 ("joint 'C'", "mm that was taken as m")),
    "two drives": (("  A: 0.1 [rad/s]*t", "  A: 0.1 [rad/s]*t\n  D: 0.3 [rad/s]*t"), 0,
                   ("'A'", "'D'", "fewer")),
    "unreachable angle": (("  A: 0.1 [rad/s]*t", "  D: 6 [rad/s]*t"), 0,
                          ("'D'", "reach", "t = 0.0230")),
    "sign of gravity": (("-9.81", "9.81"), 3, ("gravity", "upwards", "sign")),
    "wrong axis": (("at: [0.3, 0, 0.2], axis: y", "at: [0.3, 0, 0.2], axis: x"), 0,
                   ("no freedom", "joint 'C'", "90 deg off", "Correct the axes")),
    "open loop": ((CLOSING, ""), 0,
                  ("'A'", "2 of the mechanism's freedoms", "close a loop is missing")),
}  # fmt: skip


def read_and_run(text: str, folder: Path) -> str:
    """What the reader and the run of a file tell."""
    file = folder / "four_bar.yaml"
    file.write_text(text)
    try:
        study = Study.load(file)
    except SarrusError as error:
        return str(error)
    doubts = [notice for notice in study.model.notices if notice.code != "M14"]
    return "\n".join(map(str, doubts)) or told(study.run)


@pytest.mark.parametrize("mistake", YAML)
def test_mistake_in_a_file(mistake: str, tmp_path: Path) -> None:
    (old, new), line, words = YAML[mistake]
    assert old in FILE
    found = read_and_run(FILE.replace(old, new), tmp_path)
    assert all(word in found for word in words), found
    if line:
        assert f"four_bar.yaml:{line}:" in found, found


def test_swapped_points_in_a_file(tmp_path: Path) -> None:
    """The points of the last joint, on ground and on the rocker, the wrong way round."""
    right, wrong = (
        "on_parent: [0.5, 0, 0], on_child: [0, 0, 0]",
        ("on_parent: [0, 0, 0], on_child: [0.5, 0, 0]"),
    )
    assert "one of two" in read_and_run(BY_LENGTHS, tmp_path), "lengths do not say the side"
    found = read_and_run(BY_LENGTHS.replace(right, wrong), tmp_path)
    assert all(word in found for word in ("joint 'C'", "gap of 0.15 m", "wrong point")), found


def test_file_without_mistakes(tmp_path: Path) -> None:
    assert not read_and_run(FILE, tmp_path)
