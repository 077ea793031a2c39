"""What a mechanism is, in a few lines: mobility, loops, cut joints, redundancy, gravity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sarrus.errors import count, printable

if TYPE_CHECKING:
    from sarrus.system import System
    from sarrus.system.one_state.mobility import Mobility
    from sarrus.topology import Loop

MOST_NAMED = 12


def title(system: System) -> str:
    """Return the name with the numbers of bodies, joints and loops."""
    model, cuts = system.model, system.topology.cuts
    parts = [count(len(model.bodies), "body", "bodies"), count(len(model.joints), "joint")]
    parts.append(count(len(cuts), "loop") if cuts else "no loop")
    if model.couplers:
        parts.append(count(len(model.couplers), "coupler"))
    if model.forces:
        parts.append(count(len(model.forces), "force element"))
    return f"{printable(model.name, 80)}: {', '.join(parts)}"


def mechanism_rows(system: System, mobility: Mobility) -> list[tuple[str, str]]:
    """Return labels and texts about a mechanism at a state."""
    model = system.model
    gravity = ", ".join(f"{g:g}" for g in model.gravity)
    return [
        ("mobility", _mobility(mobility, system.topology.velocity_rows)),
        *(("loop" if k == 0 else "", circle(x)) for k, x in enumerate(shown_loops(system))),
        ("cut joints", name_list([joint.name for joint in system.topology.cuts]) or "none"),
        ("redundant", _redundant(mobility)),
        ("passive", name_list(list(mobility.passive))),
        (
            "singular",
            "mobility is higher here than nearby (singular position)" if mobility.singular else "",
        ),
        ("gravity", f"({gravity}) m/s^2"),
        ("base", "prescribed" if model.base != "fixed" else ""),
    ]


def mechanism_data(system: System, mobility: Mobility) -> dict[str, Any]:
    """Return the same as plain data."""
    model, topology = system.model, system.topology
    return {
        "name": model.name,
        "bodies": len(model.bodies),
        "joints": len(model.joints),
        "mobility": mobility.freedom,
        **_position_mobility(mobility),
        "coordinates": system.nq,
        "velocities": system.nv,
        "loops": [{"cut": x.cut, "bodies": x.bodies, "joints": x.joints} for x in topology.loops],
        "cut_joints": [joint.name for joint in topology.cuts],
        "loop_equations": mobility.rows,
        "redundant": list(mobility.redundant),
        "passive": list(mobility.passive),
        "singular": mobility.singular,
        "gravity": list(model.gravity),
    }


def _position_mobility(mobility: Mobility) -> dict[str, int]:
    """Return the freedoms of position, where they are not those of velocity."""
    apart = mobility.positions != mobility.freedom
    return {"position_mobility": mobility.positions} if apart else {}


def shown_loops(system: System) -> tuple[Loop, ...]:
    """Return the loops that are worth printing: not hundreds."""
    return system.topology.loops[:MOST_NAMED]


def circle(loop: Loop) -> str:
    """Return a loop as `ground -A- crank =C= rocker -D- ground`; the cut has double lines."""
    text = loop.bodies[0]
    for joint, body in zip(loop.joints, (*loop.bodies[1:], loop.bodies[0]), strict=True):
        text += f" ={joint}= {body}" if joint == loop.cut else f" -{joint}- {body}"
    return printable(text, 500)


def _mobility(mobility: Mobility, of_velocities: Sequence[str]) -> str:
    words = f"{count(mobility.freedom, 'degree')} of freedom"
    more = mobility.positions - mobility.freedom
    if more:
        shown = ", ".join(of_velocities[:MOST_NAMED])
        shown += ", ..." if len(of_velocities) > MOST_NAMED else ""
        words += f" of velocity, {mobility.positions} of position: {more} more by {shown}"
    if mobility.rows:
        words += f" ({count(mobility.rank, 'independent constraint equation')})"
    return words


def _redundant(mobility: Mobility) -> str:
    if not mobility.rows:
        return ""
    if not mobility.n_redundant:
        return f"none of {count(mobility.rows, 'constraint equation')}"
    names = name_list(list(mobility.redundant))
    return f"{mobility.n_redundant} of {count(mobility.rows, 'constraint equation')}: {names}"


def name_list(names: list[str], most: int = MOST_NAMED) -> str:
    """Return names with commas; of many, the first ones and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return printable(", ".join(names[:most]) + more, 1000)
