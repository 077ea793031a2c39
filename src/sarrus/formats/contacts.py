"""Contacts of robot files: solids that may touch become contact elements, if a user wants them.

MuJoCo's and Gazebo's contacts are soft by laws of their solvers, in which the mass counts; here
each pair of solids is one `contact`, whose stiffness the user gives.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.located import Located
from sarrus.formats.xml.unread import Unread
from sarrus.late_dataclass import dataclass
from sarrus.model.body import GROUND, PlacedShape
from sarrus.model.building.references import nearest
from sarrus.model.mechanism import Mechanism
from sarrus.model.model import Model
from sarrus.model.pose import Pose
from sarrus.model.shapes import Shape

NUMBERS = ("k", "a", "exponent", "mu", "smoothing", "restitution", "impact_speed", "rule")
"""Options of `contact` that hold for all pairs."""
PAIRS = ("ground", "all")
KEYS = (*NUMBERS, "pairs")
MOST_CONTACTS = 400
NOT_MADE = (
    "contacts are left out; contacts={'k': 1e5} (--set contacts.k=1e5) makes those with what is "
    "fixed"
)
"""The topic of contacts that nobody asked for."""
NO_PAIR = "there is no contact of these shapes; add spheres, capsules or boxes by m.contact"


@dataclass(frozen=True)
class Hull:
    """A solid that may touch others; body: GROUND for what is fixed in the world.

    shape: None for what is below a plane, whose normal is z of the pose; any other shape without a
    contact for what is only told. pose: in the frame of the body, of ground in the world. mu: by
    the file; meets: bits of what it is and of what it touches; family: those of one do not touch
    each other.
    """

    body: str
    shape: Shape | None
    pose: Pose
    element: Located
    name: str = ""
    mu: float | None = None
    meets: tuple[int, int] = (1, 1)
    family: str = ""


def read_contacts(contacts: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the option `contacts` of a reader, checked; {} for none."""
    if contacts is None:
        return {}
    if not isinstance(contacts, Mapping):
        action = "give a table, such as {'k': 1e5, 'mu': 0.6}"
        raise ModelError(
            Problem("M25", "contacts", "is not a table", repr(contacts)[:80], action=action)
        )
    for key in contacts:
        if key not in KEYS:
            action = nearest(str(key)[:60], KEYS)
            rule = "is not a number of contacts"
            raise ModelError(Problem("M09", "contacts", rule, f"'{key}'", action=action))
    if contacts.get("pairs", "ground") not in PAIRS:
        rule, value = "must be 'ground' or 'all'", repr(contacts["pairs"])[:80]
        raise ModelError(Problem("M09", "contacts / pairs", rule, value))
    if "k" not in contacts:
        rule = "is missing: the stiffness of a point of contact, which robot files do not have"
        action = "give one, such as 'k': 1e5 (N/m): 100 N sink in by 1 mm"
        raise ModelError(Problem("M09", "contacts / k", rule, action=action))
    return dict(contacts)


def add_contacts(
    mechanism: Mechanism,
    model: Model,
    hulls: Sequence[Hull],
    contacts: Mapping[str, Any],
    unread: Unread,
    *,
    mu_of: Any = max,
    excluded: Collection[frozenset[str]] = (),
    named: Mapping[frozenset[str], float] | None = None,
) -> None:
    """Add a contact for every pair of solids that may touch, and note those that have none.

    model: that of the mechanism without them; bodies that a weld or one joint holds together do not
    touch. mu_of: the friction of a pair from that of both; excluded: pairs of bodies;
    named: pairs of solids by name that touch in any case, with their friction.
    """
    from sarrus.model.forces.contact_sites import is_pair  # few files have contacts

    numbers = {key: contacts[key] for key in NUMBERS if key in contacts}
    group, neighbors = _groups(model)
    names = {force.name for force in model.forces}
    found: list[tuple[Hull, Shape, Hull]] = []
    for a, b in combinations(hulls, 2):
        one, other = (a, b) if group[b.body] == group[GROUND] else (b, a)
        ends = frozenset((group[a.body], group[b.body]))
        fixed = group[GROUND] in ends
        if len(ends) == 1 or (not fixed and contacts.get("pairs") != "all"):
            continue
        of_family = a.family and a.family == b.family
        masks = (a.meets[0] & b.meets[1]) or (b.meets[0] & a.meets[1])
        apart = ends in neighbors and not fixed
        usual = masks and not (of_family or apart or frozenset((a.body, b.body)) in excluded)
        if not usual and frozenset((a.name, b.name)) not in (named or {}):
            continue
        plane_moves = other.shape is None and other.body != GROUND
        if one.shape is None or plane_moves or not is_pair(one.shape, other.shape):
            unread.note(NO_PAIR, one.element)
            continue
        found.append((one, one.shape, other))
    if len(found) > MOST_CONTACTS:
        rule = f"makes {len(found)} contacts, and {MOST_CONTACTS} at most are read"
        action = "take contacts={'pairs': 'ground', ...}, and add those that count by m.contact"
        raise ModelError(Problem("F02", "contacts", rule, action=action))
    for one, shape, other in found:
        own = dict(numbers)
        frictions = [hull.mu for hull in (one, other) if hull.mu is not None]
        mu = (named or {}).get(frozenset((one.name, other.name)))
        if "mu" not in own and (mu is not None or frictions):
            own["mu"] = mu_of(frictions) if mu is None else mu
        if other.shape is None:
            own |= {"origin": other.pose.position, "up": [row[2] for row in other.pose.rotation]}
        else:
            own |= {"base": other.body, "base_shape": PlacedShape(other.shape, other.pose)}
        name = f"{one.name or one.body}_on_{other.name or other.body}"
        while name in names:
            name += "_"
        names.add(name)
        mechanism.contact(
            name, one.body, **own, shape=PlacedShape(shape, one.pose),
            source={"": one.element.place},
        )  # fmt: skip


def _groups(model: Model) -> tuple[dict[str, str], set[frozenset[str]]]:
    """Return for each body the first of those that welds hold together, and groups with a joint."""
    group = {GROUND: GROUND, **{body.name: body.name for body in model.bodies}}

    def first(name: str) -> str:
        while group[name] != name:
            name = group[name]
        return name

    for joint in model.joints:
        if not joint.type.nv and joint.type.n_rows:
            a, b = first(joint.parent), first(joint.child)
            if b == GROUND:
                a, b = b, a
            group[b] = a
    together = {name: first(name) for name in group}
    neighbors = {
        frozenset((together[joint.parent], together[joint.child])) for joint in model.joints
    }
    return together, neighbors
