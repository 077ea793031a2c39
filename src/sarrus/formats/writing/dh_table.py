"""The Denavit-Hartenberg table of a serial robot, and its text as a file."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.chain import clean_pose
from sarrus.formats.denavit_hartenberg import CONVENTIONS, from_dh
from sarrus.formats.writing.dh_frames import Parameters, link_frames
from sarrus.formats.writing.joint_drafts import limit_options
from sarrus.formats.writing.serial_chain import Link, serial_chain
from sarrus.formats.writing.yaml_layout import document
from sarrus.late_dataclass import dataclass
from sarrus.model.body import Frame
from sarrus.model.building.drawing import pose_options
from sarrus.model.building.orientation import product, relative
from sarrus.model.building.references import nearest
from sarrus.model.mass_properties import MassProperties
from sarrus.model.model import Model
from sarrus.model.pose import Pose

TOOL = "tool"
"""The name of the frame that a table can hold."""
EARTH = (0.0, 0.0, -9.81)
"""The gravity of a table that says nothing of it."""


@dataclass(frozen=True)
class DhTable:
    """What `from_dh` takes: rows, links, base_pose and tool, in SI; notices: what is left out."""

    convention: str
    name: str
    gravity: tuple[float, ...]
    rows: list[dict[str, Any]]
    links: list[dict[str, Any]]
    base_pose: Pose
    tool: Pose | None = None
    notices: tuple[Problem, ...] = ()

    def model(self, **options: Any) -> Model:
        """Return the robot of the table; options as for `from_dh`."""
        values = {"name": self.name, "gravity": self.gravity, "links": self.links, **options}
        return from_dh(
            self.rows, self.convention, base_pose=self.base_pose, tool=self.tool, **values
        )


def dh_table(model: Model, convention: str = "classic", *, drop: bool = False) -> DhTable:
    """Return the table of an open chain of revolute and prismatic joints on ground.

    The body frames are kept as link frames where they stand as the convention asks, else the link
    frames are at the common normals of the joint axes, and mass properties are given in them. The
    joint coordinates stay what they are. What a table cannot hold is refused, everything at once
    (F19), or left out with drop=True.
    """
    if convention not in CONVENTIONS:
        action = nearest(str(convention), CONVENTIONS)
        problem = Problem("M09", "convention", "is not a convention", repr(convention), "", action)
        raise ModelError(problem)
    links, problems = serial_chain(model)
    errors = [p for p in problems if p.severity == "error"]
    hard = [p for p in errors if p.element.startswith(("joint", "body", "base", "model"))]
    if hard or (errors and not drop):
        raise ModelError(hard if drop else errors)
    base, frames, parameters = link_frames(links, convention)
    rows = [_row(link, p) for link, p in zip(links, parameters, strict=True)]
    masses = [_link(link, frame) for link, frame in zip(links, frames, strict=True)]
    tool, left_out = _tool(model, links[-1], frames[-1])
    notices = tuple(replace(p, severity="warning") for p in (*problems, *left_out))
    gravity = model.gravity
    return DhTable(convention, model.name, gravity, rows, masses, clean_pose(base), tool, notices)


def _row(link: Link, p: Parameters) -> dict[str, Any]:
    kind = "prismatic" if link.joint.type.is_slider else "revolute"
    found: dict[str, Any] = {"name": link.joint.name, "type": kind}
    found |= {"theta": p.theta, "d": p.d, "a": p.a, "alpha": p.alpha}
    return found | limit_options(link.joint)


def _link(link: Link, frame: Any) -> dict[str, Any]:
    """Return the mass properties of a link in its link frame."""
    body = link.body
    own = MassProperties.of_body(body)
    kept = frame is link.pose
    moved = own if kept else own.in_frame(relative(clean_pose(frame), clean_pose(link.pose)))
    (xx, xy, xz), (_, yy, yz), (_, _, zz) = moved.inertia
    inertia = [xx, yy, zz] if not any((xy, yz, xz)) else [xx, yy, zz, xy, yz, xz]
    return {"name": body.name, "mass": body.mass, "com": list(moved.com), "inertia": inertia}


def _tool(model: Model, last: Link, frame: Any) -> tuple[Pose | None, list[Problem]]:
    """Return the frame "tool" on the last link; other frames are left out."""
    tool: Pose | None = None
    problems = []
    for named in model.frames:
        if named.name == TOOL and named.body == last.body.name:
            tool = _on_link(named, last, frame)
        else:
            rule = "is not a frame of a table, which has one, 'tool' on the last link"
            problems.append(Problem("F21", f"frame '{named.name}'", rule, severity="warning"))
    return tool, problems


def _on_link(named: Frame, last: Link, frame: Any) -> Pose:
    if frame is last.pose:
        return named.pose
    return product(relative(clean_pose(frame), clean_pose(last.pose)), named.pose)


def dh_record(table: DhTable) -> dict[str, Any]:
    """Return a table as plain values, as `read_dh` reads them."""
    found: dict[str, Any] = {"dh": table.convention, "name": table.name}
    if table.gravity != EARTH:
        found["gravity"] = list(table.gravity)
    if table.base_pose != Pose():
        found["base_pose"] = pose_options(table.base_pose)
    found |= {"rows": table.rows, "links": table.links}
    if table.tool is not None:
        found["tool"] = pose_options(table.tool) or {"at": [0.0, 0.0, 0.0]}
    return found


def dh_text(table: DhTable, *, as_json: bool = False) -> str:
    """Return a table as YAML, or as JSON."""
    record = dh_record(table)
    return json.dumps(record, indent=2) + "\n" if as_json else document(record)
