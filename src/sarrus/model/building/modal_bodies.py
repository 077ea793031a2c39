"""Modal bodies: a reference frame, point masses and interface frames that follow the modes.

A modal body is read as a part of the mechanism: the body `rod.frame`, on which all deformations
are measured, bodies `rod.mass_1`, ... which have the mass that moves with the modes, and a body for
each interface, without mass, to which joints go. The joint `rod.modes` has the modal coordinates;
joints of the others follow them by couplers, so that they are no closed loops. `rod.elasticity`
holds stiffness, damping and stresses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.model.building.drafts import ModalBodyDraft, PartDraft, PoseDraft
from sarrus.model.building.reading import Reading
from sarrus.model.joints.own_types import TYPES
from sarrus.model.mass_moments import mass_split
from sarrus.model.mode_set import ModeSet, ModeSource, load_modes
from sarrus.model.options import NO_UNIT
from sarrus.spatial.arrays import Array
from sarrus.spatial.tracking import fixed_value

if TYPE_CHECKING:
    from sarrus.model.building.references import Scope
    from sarrus.model.mechanism import Mechanism

REASON = "the damping of a modal body follows it"
TINY = 1e-12
"""Part of the greatest entry of a shape below which one is left out: rounding of the reduction."""


def modal_part(scope: Scope, draft: ModalBodyDraft) -> PartDraft | None:
    """Return the part that a modal body is; None after a problem."""
    entry = scope.entry("modal body", draft.name, draft.source)
    reading = Reading(scope, entry, draft.name, draft.options, draft.defaults)
    modes = read_modes(draft.modes, entry)
    ratio = reading.number("damping_ratio", NO_UNIT, at_least=0.0)
    time = reading.number("damping_time", "s", at_least=0.0)
    rate = reading.number("damping_rate", "1/s", at_least=0.0)
    if modes is None or reading.failed:
        return None
    numbers = [float(fixed_value(x or 0.0, REASON)) for x in (ratio, time, rate)]
    mechanism = modal_mechanism(str(draft.name), modes, damping_matrix(modes, *numbers))
    if mechanism is None:
        rule = "move the whole mass: a shape is a rigid shift, so that no mass is left at the frame"
        action = "hold the reference frame in the model of finite elements, or leave that mode out"
        entry.report("S96", "modes", rule, action=action)
        return None
    get = draft.options.get
    pose = PoseDraft(get("at"), get("rotation"), get("quaternion_wxyz"), get("rpy"))
    return PartDraft(draft.name, mechanism, pose, None, None, draft.source)


def placeholder(draft: ModalBodyDraft) -> PartDraft:
    """Return a part with the names of a modal body that could not be read."""
    from sarrus.model.mechanism import Mechanism

    m = Mechanism(str(draft.name))
    names = list(draft.modes.interfaces) if isinstance(draft.modes, (ModeSet, ModeSource)) else []
    for name in ("frame", *names):
        m.body(name, 1.0, inertia=(1.0, 1.0, 1.0))
    return PartDraft(draft.name, m, PoseDraft(), None, None, draft.source)


def part_names(modes: ModeSet) -> tuple[list[str], dict[str, Any]]:
    """Return the names of the bodies, and joints with what has their coordinates."""
    m = modal_mechanism("", modes, np.zeros((0, 0)))
    if m is None:
        return ["frame", *modes.interfaces], {}
    types = {j.name: TYPES[j.type_name].of_record(j.options) for j in m.joints}
    return [body.name for body in m.bodies], types


def read_modes(raw: Any, entry: Any) -> ModeSet | None:
    """Return a mode set, of its file or finite-element model where one is given.

    None after a problem.
    """
    if isinstance(raw, ModeSet):
        return raw
    if isinstance(raw, (str, ModeSource)) or hasattr(raw, "__fspath__"):
        try:
            return raw.mode_set if isinstance(raw, ModeSource) else load_modes(raw)
        except ModelError as refused:
            for found in refused.problems:
                entry.report(
                    found.code, "modes", f"{found.element}: {found.rule}", value=found.value,
                    cause=found.cause, action=found.action,
                )  # fmt: skip
            return None
    rule = "is no mode set"
    action = "give a sarrus.fem.ModeSet, a sarrus.fem.BeamModes or the like, or the path of a file"
    entry.report("S91", "modes", rule, value=entry.literal("modes", raw), action=action)
    return None


def damping_matrix(modes: ModeSet, ratio: float, time: float, rate: float) -> Array:
    """Return D = 2 ratio M (M^-1 K)^(1/2) + time K + rate M of the modal coordinates [N s/m]."""
    D = time * modes.stiffness + rate * modes.modal_mass
    if ratio:
        from scipy.linalg import eigh

        values, V = eigh(modes.stiffness, modes.modal_mass)
        MV = modes.modal_mass @ V  # V^T M V = 1
        D = D + MV @ np.diag(2.0 * ratio * np.sqrt(np.maximum(values, 0.0))) @ MV.T
    return 0.5 * (D + D.T)


def modal_mechanism(name: str, modes: ModeSet, damping: Array) -> Mechanism | None:
    """Return a modal body as a mechanism of its own; None where no mass is rigid."""
    from sarrus.model.mechanism import Mechanism

    split = mass_split(modes.moments, modes.second)
    if split is None:
        return None
    m = Mechanism(name)
    m.body("frame", split.mass, split.com.tolist(), split.inertia.tolist(), at=(0, 0, 0))
    zero = (0.0, 0.0, 0.0)
    still = np.zeros((3, modes.count))
    for k, (place, shift) in enumerate(zip(split.positions, split.shapes, strict=True)):
        shape = _clean(np.concatenate([shift, still]))
        second = None
        if split.second is not None and np.any(split.second[k]):
            curved = split.second[k]
            second = _clean(np.concatenate([curved, 0.0 * curved]))
        body = f"mass_{k + 1}"
        m.body(body, float(split.point_masses[k]), zero, zero, at=place.tolist())
        if k == 0:
            rows = None if second is None else pair_rows(second)
            m.mode_shape(
                "modes", "frame", body, at=place.tolist(), shape=shape.T.tolist(), second=rows
            )
        else:
            add_follower(m, body, place, np.eye(3), shape, second)
    for interface, at in modes.interfaces.items():
        R = at.rotation
        # the frame's axes: shapes are in those of the reference frame
        shape = _clean(np.concatenate([R.T @ at.shape[:3], R.T @ at.shape[3:]]))
        pose: dict[str, Any] = {"at": at.position.tolist(), "rotation": R.tolist()}
        m.body(interface, 0.0, zero, zero, **pose)
        second = None
        if at.second is not None:
            parts = [np.tensordot(R.T, half, 1) for half in (at.second[:3], at.second[3:])]
            second = _clean(np.concatenate(parts))
        add_follower(m, interface, at.position, R, shape, second)
    damped = {"damping": damping.tolist()} if np.any(damping) else {}
    m.modal_elasticity(
        "elasticity", "modes", stiffness=modes.stiffness.tolist(), **damped, **surface_of(modes),
        places=list(modes.stresses), stresses=[list(row) for row in modes.stresses.values()],
    )  # fmt: skip
    return m


def surface_of(modes: ModeSet) -> dict[str, Any]:
    """Return the surface of a mode set as options of the elasticity; points at one place once."""
    found = modes.outline
    if found is None or not len(found.triangles):
        return {}
    count = len(found.positions)
    size = float(np.max(np.ptp(found.positions, axis=0)))
    shapes = np.swapaxes(found.shapes, 1, 2).reshape(count, -1)
    stresses = found.stresses if len(found.stresses) else np.zeros((count, 0))
    peak = float(np.max(np.abs(stresses), initial=0.0)) or 1.0
    # points of neighbor elements are one where their stress is
    known = np.concatenate([found.positions / size, stresses / peak], axis=1).round(6) + 0.0
    _, first, places = np.unique(known, axis=0, return_index=True, return_inverse=True)
    return {
        "surface": found.positions[first].tolist(),
        "surface_shapes": shapes[first].tolist(),
        "surface_stresses": stresses[first].tolist() if stresses.shape[1] else [],
        "triangles": np.ravel(places)[found.triangles].tolist(),
    }


def add_follower(
    m: Mechanism, body: str, place: Array, R: Array, shape: Array, second: Array | None
) -> None:
    """Add the joint of a body that moves by a shape, 6 x n, and the couplers to the modes.

    second: of the shape, 6 x n x n.
    """
    pose: dict[str, Any] = {"at": place.tolist(), "rotation": R.tolist()}
    curved = np.zeros((6, *2 * shape.shape[1:])) if second is None else second
    is_curved = bool(np.any(curved))
    moved = [k for k in range(6) if np.any(shape[k])]
    used = [k for k in range(shape.shape[1]) if np.any(shape[:, k]) or np.any(curved[:, k])]
    if not moved and not is_curved:
        m.weld(f"{body}_shape", "frame", body, **pose)
        return
    joint = f"{body}_shape"
    if is_curved:
        columns = shape[:, used].T
        rows = {k: {mode: 1.0} for k, mode in enumerate(used)}
        pose["second"] = pair_rows(curved[:, used][:, :, used])
    elif len(moved) < len(used):  # coordinates are the shifts and turns themselves
        columns = np.eye(6)[moved]
        rows = {k: dict(enumerate(shape[row])) for k, row in enumerate(moved)}
    else:  # they are the modal coordinates
        columns = shape[:, used].T
        rows = {k: {mode: 1.0} for k, mode in enumerate(used)}
    m.mode_shape(joint, "frame", body, **pose, shape=columns.tolist())
    for k, row in rows.items():
        terms = {f"{joint}.mode_{k + 1}": 1.0}
        terms |= {f"modes.mode_{mode + 1}": -float(x) for mode, x in row.items() if x}
        m.couple(f"{joint}_{k + 1}", terms)


def pair_rows(second: Array) -> list[list[float]]:
    """Return shapes of second order, 6 x n x n, as rows of six for the pairs 1 1, 1 2, ..., 2 2."""
    n = second.shape[1]
    rows, columns = np.triu_indices(n)
    found: list[list[float]] = second[:, rows, columns].T.tolist()
    return found


def _clean(shape: Array) -> Array:
    """Return a shape without the noise of rounding beside its largest shift and turn."""
    found = shape.copy()
    for part in (found[:3], found[3:]):
        part[np.abs(part) < TINY * np.max(np.abs(part), initial=0.0)] = 0.0
    return found + 0.0
