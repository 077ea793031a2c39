"""Robots from Denavit-Hartenberg tables, in the classic or the modified convention."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.chain import LIMIT_KEYS, Chain, as_transform, link_records
from sarrus.formats.records import Document, Record
from sarrus.formats.screw import screw_x, screw_z
from sarrus.model.building.references import nearest
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.spatial import Transform

CONVENTIONS = ("classic", "modified")
ROW_KEYS = ("theta", "d", "a", "alpha", "type", "offset", "name", *LIMIT_KEYS)


def from_dh(
    rows: Sequence[Mapping[str, Any]],
    convention: str = "",
    *,
    name: str = "robot",
    gravity: Any = (0.0, 0.0, -9.81),
    links: Sequence[Mapping[str, Any]] | None = None,
    base: str = "weld",
    base_link: Mapping[str, Any] | None = None,
    base_pose: Any = None,
    tool: Any = None,
    strict: bool = False,
) -> Model:
    """Return the model of a serial robot.

    classic: T = Screw(z, theta, d) Screw(x, a, alpha), link frame at the outboard end (paper 3);
    modified: T = Screw(x, a, alpha) Screw(z, theta, d), link frame at the joint (Craig).
    The convention must be stated: the same numbers mean another robot in the other one.

    rows: theta [rad], d [m], a [m], alpha [rad], type "revolute" (if not given) or "prismatic",
    and optionally offset (added to theta, or to d), name, limits, speed_limit, effort_limit.
    The joint coordinate is zero at the theta (revolute) or d (prismatic) of the table.
    links: mass, com, inertia of every link in its link frame, as for `Mechanism.body`; without
    them the links have no mass. base: "weld", or "free" with the mass properties `base_link`.
    base_pose: Z, base frame in the world; tool: E, the frame "tool" on the last link (Pose,
    Transform or 4x4). Angles and lengths may be text with units, such as "90 deg".

    Example:
        rows = [{"a": 0.4, "alpha": 0, "d": 0}, {"a": 0.3, "alpha": 0, "d": 0}]
        model = sarrus.from_dh(rows, "classic")
    """
    if not isinstance(convention, str):
        rule = "must be 'classic' or 'modified'"
        raise ModelError(Problem("M31", "from_dh / convention", rule, repr(convention)[:80]))
    for what, table in (("rows", rows), ("links", () if links is None else links)):
        if not isinstance(table, Sequence) or isinstance(table, (str, bytes)):
            raise ModelError(
                Problem("M31", f"from_dh / {what}", "must be a list", repr(table)[:80])
            )
    options = {"links": links, "base": base, "base_link": base_link, "base_pose": base_pose}
    mechanism = Mechanism(name, gravity)
    return dh_model(Document(), mechanism, rows, convention, **options, tool=tool, strict=strict)


def dh_model(
    document: Document,
    mechanism: Mechanism,
    rows: Sequence[Mapping[str, Any]],
    convention: str,
    *,
    links: Sequence[Mapping[str, Any]] | None = None,
    base: str = "weld",
    base_link: Mapping[str, Any] | None = None,
    base_pose: Any = None,
    tool: Any = None,
    strict: bool = False,
) -> Model:
    """Return the model of a table of a document, whose places go into the messages."""
    _check_words(document, convention, base)
    chain = Chain(mechanism, document, as_transform(document, "base_pose", base_pose))
    if base == "free":
        chain.add_base(base_link or {})
    table = list(document.records(list(rows), ("rows",), "row"))
    mass = link_records(document, links, len(rows))
    for i, (row, link) in enumerate(zip(table, mass, strict=False)):
        _add_row(chain, i + 1, row, link, convention)
    if tool is not None:
        chain.add_frame("tool", len(table), as_transform(document, "tool", tool))
    return document.build(chain.mechanism, strict=strict)


def _check_words(document: Document, convention: str, base: str) -> None:
    if convention not in CONVENTIONS:
        value = repr(convention) if convention else "no convention"
        rule = "is stated, but the same table means another robot in another convention"
        if convention:
            rule = "is not a convention"
        action = nearest(str(convention), CONVENTIONS)
        document.report("M09", "convention", rule, value=value, action=action)
    if base not in ("weld", "free"):
        document.report("M09", "base", "must be 'weld' or 'free'", value=repr(base))


def _add_row(chain: Chain, number: int, row: Record, link: Record, convention: str) -> None:
    row.only(ROW_KEYS)
    kind = row.get("type", "revolute")
    if kind not in ("revolute", "prismatic"):
        row.report("M09", "must be 'revolute' or 'prismatic'", value=f"the type {kind!r}")
        kind = "revolute"
    for key in ("a", "alpha", "d" if kind == "revolute" else "theta"):
        row.need(key)
    p = chain.numbers(row, theta="rad", d="m", a="m", alpha="rad")
    offset = chain.numbers(row, offset="rad" if kind == "revolute" else "m")["offset"]
    p["theta" if kind == "revolute" else "d"] += offset
    z, x = screw_z(p["theta"], p["d"]), screw_x(p["a"], p["alpha"])
    if convention == "modified":
        chain.add_link(number, number - 1, kind, row, link, x @ z, Transform.identity())
    else:
        chain.add_link(number, number - 1, kind, row, link, z, x.inverse)
