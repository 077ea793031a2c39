"""Robots from tables of parameters: numbered links, joined by frames on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from sarrus.formats.records import Document, Record
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND
from sarrus.model.building.entry import Entry
from sarrus.model.building.orientation import clean
from sarrus.model.mechanism import Mechanism
from sarrus.model.pose import Pose, matrix3, vector3
from sarrus.spatial import Transform

LINK_KEYS = (
    *("name", "mass", "com", "inertia", "inertia_about", "inertia_axes"),
    *("shape", "shapes", "density"),
)
LIMIT_KEYS = ("limits", "speed_limit", "effort_limit")
NOTHING = {"mass": 0.0, "com": (0.0, 0.0, 0.0), "inertia": (0.0, 0.0, 0.0)}


@dataclass
class Chain:
    """A chain of numbered links that is being read; link 0 is ground or the floating base.

    base_pose: Z, the frame of link 0 in the world; names and poses (all coordinates zero,
    in the world) of the links by number.
    """

    mechanism: Mechanism
    document: Document
    base_pose: Transform
    names: dict[int, str] = field(default_factory=lambda: {0: GROUND})
    poses: dict[int, Transform] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.poses[0] = self.base_pose

    def numbers(self, record: Record, **units: str) -> dict[str, float]:
        """Return parameters of a row by name, each in its unit; 0 for those that are not there."""
        entry = Entry(record.element, record.source(), self.document.problems)
        read = {key: entry.number(key, record.get(key, 0.0), unit) for key, unit in units.items()}
        return {key: 0.0 if value is None else value for key, value in read.items()}

    def add_base(self, link: Mapping[str, Any]) -> None:
        """Make link 0 a body that floats."""
        self._body(0, Record("base link", dict(link), (), self.document), "base")
        self.mechanism.free(f"{self.names[0]}_free", GROUND, self.names[0])

    def add_link(
        self,
        number: int,
        parent: int,
        kind: str,
        row: Record,
        link: Record,
        on_parent: Transform,
        on_child: Transform,
    ) -> None:
        """Add a link and its inner joint, with the joint frames in the two link frames."""
        self.poses[number] = self.poses[parent] @ on_parent @ on_child.inverse
        self._body(number, link, f"link{number}")
        limits = {key: row.values[key] for key in LIMIT_KEYS if key in row.values}
        self.mechanism.joint(
            kind,
            row.get("name", f"joint{number}"),
            self.names[parent],
            self.names[number],
            on_parent=self.on_body(parent, on_parent),
            on_child=clean_pose(on_child),
            **limits,
            source=row.source(**{key: key for key in LIMIT_KEYS}),
        )

    def on_body(self, number: int, frame: Transform) -> Pose:
        """Return a frame of a link as a pose in the body frame; ground is the world."""
        return clean_pose(self.base_pose @ frame if self.names[number] == GROUND else frame)

    def add_frame(self, name: str, number: int, frame: Transform) -> None:
        """Add a named frame to a link."""
        pose = self.on_body(number, frame)
        self.mechanism.frame(name, self.names[number], at=pose.position, rotation=pose.rotation)

    def _body(self, number: int, link: Record, name: str) -> None:
        link.only(LINK_KEYS)
        values = {key: value for key, value in link.values.items() if key in LINK_KEYS}
        self.names[number] = values.pop("name", name)
        pose = clean_pose(self.poses[number])
        source = link.source(**{key: key for key in LINK_KEYS})
        self.mechanism.body(
            self.names[number], **values, at=pose.position, rotation=pose.rotation, source=source
        )


def link_records(
    document: Document, links: Sequence[Mapping[str, Any]] | None, count: int
) -> list[Record]:
    """Return one record of mass properties per link; without any, the links have no mass."""
    if links is None:
        return [Record(f"link {i + 1}", dict(NOTHING), (), document) for i in range(count)]
    records = list(document.records(links, ("links",), "link"))
    if len(links) != count:
        rule = f"has {len(links)} entries for {count} rows; give one for each"
        document.report("M25", "links", rule)
    missing = count - len(records)
    return records + [Record("link", dict(NOTHING), (), document) for _ in range(missing)]


def as_transform(document: Document, element: str, value: Any) -> Transform:
    """Return the transform of a Pose, a Transform or a 4x4 matrix; None is the identity."""
    if value is None:
        return Transform.identity()
    if isinstance(value, Transform):
        return value
    if isinstance(value, Pose):
        return value.transform
    try:
        T = np.array(value, dtype=float)
    except (TypeError, ValueError, OverflowError):
        T = np.zeros(0)
    if T.shape == (4, 4) and np.array_equal(T[3], (0.0, 0.0, 0.0, 1.0)):
        return Transform.of(T[0:3, 0:3], T[0:3, 3])
    document.report("M20", element, "must be a Pose, a Transform or a 4x4 matrix")
    return Transform.identity()


def clean_pose(transform: Transform) -> Pose:
    """Return a pose without round-off noise in its rotation and without negative zeros."""
    return Pose(vector3(transform.position + 0.0), matrix3(clean(transform.matrix)))
