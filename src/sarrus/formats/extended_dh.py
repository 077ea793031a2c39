"""Branched and closed chains from extended Denavit-Hartenberg tables (paper 2, (5), (6))."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sarrus.formats.chain import LIMIT_KEYS, Chain, as_transform, link_records
from sarrus.formats.records import Document, Record
from sarrus.formats.screw import screw_x, screw_z
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.spatial import Transform

UNITS = {"psi": "rad", "c": "m", "a": "m", "alpha": "rad", "theta": "rad", "d": "m"}
ROW_KEYS = ("link", "parent", *UNITS, "s", "name", *LIMIT_KEYS)
FRAME_KEYS = ("link", *UNITS)


def extended_screw(
    psi: float, c: float, a: float, alpha: float, theta: float, d: float
) -> Transform:
    """Return Screw(z, psi, c) Screw(x, a, alpha) Screw(z, theta, d): a frame on a link (5)."""
    return screw_z(psi, c) @ screw_x(a, alpha) @ screw_z(theta, d)


def from_extended_dh(
    rows: Sequence[Mapping[str, Any]],
    *,
    name: str = "mechanism",
    gravity: Any = (0.0, 0.0, -9.81),
    links: Sequence[Mapping[str, Any]] | None = None,
    cuts: Sequence[Mapping[str, Any]] = (),
    end_effectors: Sequence[Mapping[str, Any]] = (),
    base_pose: Any = None,
    strict: bool = False,
) -> Model:
    """Return the model of a branched chain with cut links and end effectors.

    rows: link (number of the link and of its inner joint, 1, 2, ...), parent (number of the
    inner link, 0 is the base), psi [rad], c [m], a [m], alpha [rad], theta [rad], d [m], and
    s: 0 revolute, 1 prismatic. The link frame stands at the end of the product (5); psi and c
    are for links with several outer joints, 0 for the first. The joint coordinate is zero at
    the theta (s = 0) or d (s = 1) of the table.
    links: mass, com, inertia of links 1, 2, ... in their link frames; without them no mass.
    cuts: {"near": frame, "far": frame}, the frames C_j and R_j of the two sections of a cut
    link, which are welded to each other; end_effectors: frames E_k. A frame has the link that
    it stands on and the same parameters, constant. They are named C1, R1, E1, ...
    """
    values = {"links": links, "cuts": cuts, "end_effectors": end_effectors, "base_pose": base_pose}
    mechanism = Mechanism(name, gravity)
    return extended_model(Document(), mechanism, rows, **values, strict=strict)


def extended_model(
    document: Document,
    mechanism: Mechanism,
    rows: Sequence[Mapping[str, Any]],
    *,
    links: Sequence[Mapping[str, Any]] | None = None,
    cuts: Sequence[Mapping[str, Any]] = (),
    end_effectors: Sequence[Mapping[str, Any]] = (),
    base_pose: Any = None,
    strict: bool = False,
) -> Model:
    """Return the model of a table of a document, whose places go into the messages."""
    chain = Chain(mechanism, document, as_transform(document, "base_pose", base_pose))
    table = _rows_by_link(document, rows)
    mass = link_records(document, links, len(rows))
    for number in sorted(table):
        _add_row(chain, number, table[number], mass[number - 1])
    for j, cut in enumerate(document.records(list(cuts), ("cuts",), "cut"), start=1):
        _add_cut(chain, j, cut)
    ends = document.records(list(end_effectors), ("end_effectors",), "end effector")
    for k, end in enumerate(ends, start=1):
        number, frame = _frame(chain, end)
        chain.add_frame(f"E{k}", number, frame)
    return document.build(chain.mechanism, strict=strict)


def _rows_by_link(document: Document, rows: Sequence[Mapping[str, Any]]) -> dict[int, Record]:
    """Return the rows by link number; report numbers that are not 1, 2, ..., each once."""
    records = list(document.records(list(rows), ("rows",), "row"))
    table: dict[int, Record] = {}
    for record in records:
        number = record.need("link", 0)
        free = isinstance(number, int) and 1 <= number <= len(records) and number not in table
        if free:
            table[number] = record
        else:
            rule = f"must be one of 1..{len(records)}, each given once"
            record.report("M25", rule, value=f"the link number {number!r}")
    return table


def _add_row(chain: Chain, number: int, row: Record, link: Record) -> None:
    row.only(ROW_KEYS)
    parent = row.need("parent", 0)
    if not isinstance(parent, int) or parent not in chain.names:
        rule = "must be 0 or the number of a link before this one"
        row.report("M25", rule, value=f"the parent {parent!r}")
        parent = 0
    s = row.need("s", 0)
    if s not in (0, 1):
        row.report("M25", "must be 0 (revolute) or 1 (prismatic)", value=f"s = {s!r}")
    for key in ("a", "alpha", "theta" if s == 1 else "d"):
        row.need(key)
    frame = extended_screw(**chain.numbers(row, **UNITS))
    kind = "prismatic" if s == 1 else "revolute"
    chain.add_link(number, parent, kind, row, link, frame, Transform.identity())


def _add_cut(chain: Chain, j: int, cut: Record) -> None:
    cut.only(("near", "far", "name"))
    sections = []
    for key, letter in (("near", "C"), ("far", "R")):
        value = cut.need(key, {"link": 0})
        values = value if isinstance(value, Mapping) else {}
        inner = Record(f"{cut.element} / {key}", values, (*cut.path, key), chain.document)
        number, frame = _frame(chain, inner)
        chain.add_frame(f"{letter}{j}", number, frame)
        sections.append((number, frame))
    (near, C), (far, R) = sections
    chain.mechanism.weld(
        cut.get("name", f"cut{j}"),
        chain.names[near],
        chain.names[far],
        on_parent=chain.on_body(near, C),
        on_child=chain.on_body(far, R),
    )


def _frame(chain: Chain, record: Record) -> tuple[int, Transform]:
    """Return the link and the pose of a section or an end effector."""
    record.only(FRAME_KEYS)
    number = record.need("link", 0)
    if not isinstance(number, int) or number not in chain.names:
        record.report("M25", "is not the number of a link", value=repr(number))
        number = 0
    return number, extended_screw(**chain.numbers(record, **UNITS))
