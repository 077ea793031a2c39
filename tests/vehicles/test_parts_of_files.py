"""Parts of cars as files: each is the template of the gallery, and has its mirror image."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from sarrus import Mechanism, System, gallery

PARTS = Path(__file__).parents[2] / "examples" / "car" / "parts"
ANGLES = {"camber": np.radians(-0.5), "toe": np.radians(0.1)}
UPRIGHT = {"camber": 0.0, "toe": 0.0}


@dataclass(frozen=True)
class Case:
    """A part: its template, where it is led, the bodies that are compared; sides: whether twice."""

    make: Callable[..., Mechanism]
    options: dict[str, Any]
    at: dict[str, float]
    bodies: tuple[str, ...]
    sides: bool = True
    freedom: int = 2


CASES = {
    "front_corner": Case(
        gallery.wishbone_corner, ANGLES | {"steering": "host"},
        {"left.lower_pivot": 0.1, "right.lower_pivot": -0.05, "rack": 0.01},
        ("left.wheel", "right.wheel", "left.upright", "right.upper_arm"), freedom=5,
    ),
    "strut_corner": Case(
        gallery.strut_corner, ANGLES | {"steering": "host"},
        {"left.pivot": 0.1, "right.pivot": -0.05, "rack": 0.01},
        ("left.wheel", "right.wheel", "left.upright", "right.rod"), freedom=5,
    ),
    "rear_corner": Case(
        gallery.trailing_arm_corner, UPRIGHT, {"left.pivot": 0.1, "right.pivot": -0.05},
        ("left.wheel", "right.wheel"), freedom=4,
    ),
    "multilink_corner": Case(
        gallery.multilink_corner, UPRIGHT, {"left.upright.z": 0.03, "right.upright.z": -0.02},
        ("left.wheel", "right.wheel"), freedom=4,
    ),
    "twist_beam": Case(
        gallery.twist_beam, UPRIGHT, {"part.beam": 0.1},
        ("part.left.wheel", "part.right.wheel"), sides=False, freedom=4,
    ),
    "leaf_axle": Case(
        lambda **how: gallery.solid_axle(guidance="leaf", **how), {},
        {"part.axle.z": 0.02, "part.axle.quat_x": 0.01},
        ("part.left.wheel", "part.right.wheel"), sides=False, freedom=8,
    ),
    "recirculating_ball": Case(
        gallery.recirculating_ball, {}, {"part.column": 3.0}, ("part.rack", "part.pitman"),
        sides=False, freedom=1,
    ),
}  # fmt: skip


def bench_of_file(name: str, case: Case, folder: Path) -> System:
    """The part of a file, twice with a mirror image where it is a corner, on a bench."""
    rack = case.options.get("steering") == "host"
    joined = ", connect: {rack: rack}" if rack else ""
    file = Path(shutil.copy(PARTS / f"{name}.yaml", folder)).name
    lines = ["sarrus: 1", "name: bench", "include:"]
    if case.sides:
        lines.append(f"  left: {{file: '{file}'{joined}}}")
        lines.append(f"  right: {{file: '{file}'{joined}, mirror: true}}")
    else:
        lines.append(f"  part: {{file: '{file}'}}")
    if rack:
        lines += ["bodies: {rack: {mass: 1, inertia: [1, 1, 1]}}",
                  "joints: {rack: {type: prismatic, parent: ground, child: rack,"
                  " at: [0, 0, 0], axis: y}}"]  # fmt: skip
    path = folder / "bench.yaml"
    path.write_text("\n".join(lines) + "\n")
    return sarrus.load(path).compile(kernels=())


def bench_of_template(case: Case) -> System:
    m = Mechanism("bench", (0.0, 0.0, -9.81))
    connect: dict[str, Any] = {"ground": m.ground}
    if case.options.get("steering") == "host":
        rack = m.body("rack", 1.0, (0, 0, 0), (1, 1, 1))
        m.prismatic("rack", m.ground, rack, at=(0, 0, 0), axis="y")
        connect["rack"] = rack
    part = case.make(**case.options)
    for side in ("left", "right") if case.sides else ("part",):
        m.add(side, part, connect=connect, mirror=side == "right")
    return m.build().compile(kernels=())


@pytest.mark.parametrize("name", CASES)
def test_a_part_of_a_file_is_the_template(name: str, tmp_path: Path) -> None:
    """Bodies are where those of the template are, and have its freedoms; sides are images."""
    case = CASES[name]
    ours, other = bench_of_file(name, case, tmp_path), bench_of_template(case)
    assert not ours.model.notices
    for system in (ours, other):
        found = system.mobility(system.assemble())
        assert (found.freedom, found.redundant) == (case.freedom, ())
    hubs = {name: 0.0 for name in ours.coordinates if name.endswith("hub.angle")}
    states = [system.assemble(case.at | hubs) for system in (ours, other)]
    drawn = [system.assemble() for system in (ours, other)]
    for body in case.bodies:
        moves = []
        for system, state, start in zip((ours, other), states, drawn, strict=True):
            now, before = system.poses(state.q)[body], system.poses(start.q)[body]
            turn = np.array(now.rotation) @ np.array(before.rotation).T
            shift = np.array(now.position) - turn @ np.array(before.position)
            moves.append((turn, shift))
        # displacements, which do not depend on where the origin of a body is
        assert np.max(np.abs(moves[0][0] - moves[1][0])) < 1e-9
        assert np.max(np.abs(moves[0][1] - moves[1][1])) < 1e-9
        assert np.max(np.abs(moves[0][1])) > 1e-4
    if not case.sides:
        return
    flip = np.diag([1.0, -1.0, 1.0])
    other_side = {"left": "right", "right": "left"}
    image = {}
    for key, value in case.at.items():
        side, _, rest = key.partition(".")
        image[f"{other_side[side]}.{rest}" if rest else key] = value
    if "rack" in image:
        image["rack"] = -image["rack"]
    mirrored = ours.assemble(image)
    left = np.array(ours.poses(mirrored.q)["left.wheel"].position)
    right = np.array(ours.poses(states[0].q)["right.wheel"].position)
    assert np.max(np.abs(left - flip @ right)) < 1e-9
