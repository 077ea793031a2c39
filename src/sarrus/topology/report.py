"""The topology of a mechanism as text that an engineer can check against the drawing."""

from __future__ import annotations

from collections.abc import Sequence

from sarrus.errors import count, printable
from sarrus.model.body import GROUND
from sarrus.model.coupler import Coupler
from sarrus.model.joint import Joint
from sarrus.model.model import Model
from sarrus.topology.topology import Branch, Loop, Topology

SHOWN = 12
"""Equations that are listed by name."""


def report(topology: Topology) -> str:
    """Return bodies, joints, the tree, the loops, the couplers and the mobility, by name."""
    parts = [_title(topology), _bodies(topology), _joints(topology), _tree(topology)]
    if topology.cuts:
        parts.append(_cuts(topology))
    if topology.model.couplers:
        parts.append(_couplers(topology))
    parts.append(_mobility(topology))
    return "\n\n".join(parts) + "\n"


def _title(topology: Topology) -> str:
    model = topology.model
    name = printable(model.name, 80)
    counts = [
        count(len(model.bodies), "body", "bodies"),
        count(len(model.joints), "joint"),
        count(len(topology.cuts), "loop") if topology.cuts else "no loop",
    ]
    if model.couplers:
        counts.append(count(len(model.couplers), "coupler"))
    title = f"{name}: {', '.join(counts)}"
    return f"{title}\n{'=' * len(title)}"


def _bodies(topology: Topology) -> str:
    rows = [["body", "mass [kg]", "carried by", "depth", "distance"]]
    for body in topology.model.bodies:
        i = topology.index[body.name]
        distance = f"{topology.distance[body.name]:g}"
        carrier = topology.branches[i].joint.name
        rows.append([body.name, f"{body.mass:g}", carrier, str(topology.depth[i]), distance])
    return "Bodies\n" + _table(rows, "<><>>")


def _joints(topology: Topology) -> str:
    rows = [["joint", "type", "parent", "child", "freedom", "weight", "role"]]
    for row in topology.joint_table:
        role = f"cut: {count(row.rows, 'equation')}" if row.cut else "tree"
        rows.append(
            [
                row.name,
                row.type,
                row.parent,
                row.child,
                str(row.coordinates),
                f"{row.weight:g}" if topology.model.joint(row.name).type.in_tree else "-",
                role,
            ]
        )
    return "Joints\n" + _table(rows, "<<<<>><")


def _tree(topology: Topology) -> str:
    """Draw the tree; in `stems`, the line that runs down beside each level."""
    last = {p: i for i, p in enumerate(topology.parent)}
    lines, stems = [f"  {GROUND}"], [""] * (len(topology.branches) + 1)
    for i, branch in enumerate(topology.branches):
        p = topology.parent[i]
        ends = last[p] == i
        lines.append(f"  {stems[p]}{'└── ' if ends else '├── '}{_branch(branch)}")
        stems[i] = stems[p] + ("    " if ends else "│   ")
    return "Tree\n" + "\n".join(printable(line, 200) for line in lines)


def _branch(branch: Branch) -> str:
    names = ", ".join(c.name for c in branch.joint.type.coordinates)
    way = ", traversed child -> parent" if branch.reversed else ""
    text = branch.joint.type.type_name + (f": {names}" if names else "") + way
    return f"{branch.outboard}  by {branch.joint.name} ({text})"


def _cuts(topology: Topology) -> str:
    lines = ["Cut joints, and the loop that each one closes"]
    for joint, loop in zip(topology.cuts, topology.loops, strict=True):
        equations = count(joint.type.n_rows, "equation") + _of_velocities(joint)
        lines.append(
            f"  {joint.name} ({joint.type.type_name}, {equations}) "
            f"between {joint.parent} and {joint.child}"
        )
        lines.append(f"    {_circle(loop)}")
    return "\n".join(printable(line) for line in lines)


def _of_velocities(joint: Joint) -> str:
    """Return how many equations of a joint are of velocities alone."""
    n = sum(not closes for closes in joint.type.holonomic)
    return f", {n} of velocities alone" if n else ""


def _circle(loop: Loop) -> str:
    """Return the loop as `ground -A- crank =B= rocker -D- ground`; the cut has double lines."""
    text = loop.bodies[0]
    for joint, body in zip(loop.joints, (*loop.bodies[1:], loop.bodies[0]), strict=True):
        text += f" ═{joint}═ {body}" if joint == loop.cut else f" ─{joint}─ {body}"
    return text


def _couplers(topology: Topology) -> str:
    lines = ["Couplers"]
    for coupler in topology.model.couplers:
        lines.append(f"  {coupler.name}: {_relation(topology.model, coupler)}")
    return "\n".join(printable(line) for line in lines)


def _relation(model: Model, coupler: Coupler) -> str:
    """Return the relation as `B.angle - 2 A.angle = 0 rad`."""
    text = ""
    for term in coupler.terms:
        sign = "-" if term.factor < 0 else "+"
        size = "" if abs(term.factor) == 1.0 else f"{abs(term.factor):g} "
        lead = f" {sign} " if text else sign.strip("+")
        text += f"{lead}{size}{model.joint(term.joint).coordinate_names[term.index]}"
    return f"{text} = {coupler.offset:g} {coupler.unit}"


def _mobility(topology: Topology) -> str:
    text = f"Mobility\n  {count(topology.tree_freedom, 'tree coordinate')}"
    if topology.cuts:
        text += f" - {count(topology.cut_rows, 'loop equation')}"
    if topology.coupler_rows:
        text += f" - {count(topology.coupler_rows, 'coupler equation')}"
    bare = topology.tree_freedom - topology.cut_rows - topology.coupler_rows - topology.mobility
    if bare:
        text += f" - {count(bare, 'row')} of elements"
    text += f" = {count(topology.mobility, 'degree')} of freedom"
    rolls = topology.velocity_rows
    if rolls:
        text += " of velocity"
    if topology.cuts or topology.coupler_rows:
        text += ", by count (Kutzbach-Grubler)"
    if rolls:
        total = count(topology.mobility + len(rolls), "degree")
        held = f"{', '.join(rolls[:SHOWN])}{', ...' if len(rolls) > SHOWN else ''}"
        verb = "holds" if len(rolls) == 1 else "hold"
        text += (
            f"\n  {total} of freedom of position, {len(rolls)} more: {held} {verb} velocities only"
        )
    if not topology.cuts and not topology.coupler_rows:
        return text
    what = "Loop equations" if not topology.coupler_rows else "Equations"
    return (
        f"{text}\n"
        f"  {what} that depend on each other raise the true number; they are counted "
        "when the mechanism is assembled."
    )


def _table(rows: Sequence[Sequence[str]], align: str) -> str:
    clean = [[printable(cell, 40).replace("\n", " ") for cell in row] for row in rows]
    widths = [max(len(row[k]) for row in clean) for k in range(len(align))]
    return "\n".join(
        "  " + "  ".join(f"{c:{a}{w}}" for c, a, w in zip(row, align, widths, strict=True)).rstrip()
        for row in clean
    )
