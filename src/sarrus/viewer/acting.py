"""Forces and moments of elements on bodies, as the arrows of the page show them."""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model
from sarrus.model.forces import WHEELS, Contact, Moment, PointContact, Torque, Track, UserForce
from sarrus.model.forces.belt import belt
from sarrus.model.forces.element import ForceElement
from sarrus.model.forces.frame_pair import FramePair
from sarrus.model.forces.line import LineElement
from sarrus.system.history import Channel, History
from sarrus.viewer.embedding import Packer, load_steps
from sarrus.viewer.joints import PRECISION, body_numbers, typical_largest
from sarrus.viewer.links import numbers

NOISE = 1e-9
"""Part of the largest force times arm, or moment, below which a moment is rounding."""
TURNING = (FramePair, Moment, Torque, Track, UserForce)
"""Elements that turn bodies as well as push them."""

Place = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Acting:
    """An element that loads a body; at: where its arrows begin, in the body frame [m].

    below: how far under that point the arrow of the force begins [m]; turns: whether the element
    has moments of its own; tensions: how many tensions its channels have, of a band that runs.
    """

    element: str
    body: str
    at: np.ndarray
    below: float
    turns: bool
    tensions: int = 0

    def channel(self, part: str) -> str:
        """Return the name of the channel of the force, or the moment about the body's origin."""
        return f"force:{self.element}.{self.body}.{part}"


def acting_of(model: Model, history: History) -> list[Acting]:
    """Return all that elements do to bodies, where the history has channels of it."""
    found = []
    for e in model.forces:
        places: dict[str, list[Place]] = {}
        for body, at in _places(e):
            places.setdefault(body, [])
            if at is not None:
                places[body].append(at)
        for body, points in places.items():
            if body == GROUND or f"force:{e.name}.{body}.force" not in history:
                continue
            at = np.array(points or [model.body(body).com], dtype=float).mean(axis=0)
            below = e.radius if isinstance(e, WHEELS) else 0.0
            runs = 0
            if isinstance(e, Track) and e.sprocket:
                runs, below = len(e.wheels), e.radii[e.wheels.index(body)] if points else 0.0
            found.append(Acting(e.name, body, at, below, isinstance(e, TURNING), runs))
    return found


def _places(e: ForceElement) -> list[tuple[str, Place | None]]:
    """Return the bodies that an element loads and where; None: at no point of its own."""
    if isinstance(e, LineElement):
        return [(e.body_a, e.point_a), (e.body_b, e.point_b)]
    if isinstance(e, FramePair):
        return [(e.body_a, e.on_a.position), (e.body_b, e.on_b.position)]
    if isinstance(e, Contact):
        other = None if e.base_shape is None else e.base_shape.pose.position
        return [(e.body, e.shape.pose.position), (e.base, other)]
    if isinstance(e, PointContact):
        return [(e.body, point) for point in e.points]
    if isinstance(e, Track):
        return [*zip(e.wheels, e.points, strict=True), (e.base, None)]
    if isinstance(e, UserForce):
        pushed = [target for kind, target in e.acts if kind == "force"]
        points = [(body, at) for name, body, at in e.points if name in pushed]
        return [*points, *((target, None) for kind, target in e.acts if kind == "moment")]
    point = getattr(e, "point", None)
    return [(body, point) for body in e.bodies]


def acting_names(found: list[Acting]) -> list[str]:
    """Return the channels of the loads on bodies."""
    forces = [one.channel("force") for one in found]
    bands = {one.element: one.tensions for one in found if one.tensions}
    tensions = [name for band, count in bands.items() for name in _tension_names(band, count)]
    return [*forces, *(one.channel("moment") for one in found if one.turns), *tensions]


def _tension_names(band: str, count: int) -> list[str]:
    """Return the channels of the tensions of a band that runs, the centrifugal one last."""
    parts = [*(f"tension{k + 1}" for k in range(count)), "centrifugal"]
    return [f"force:{band}.{part}" for part in parts]


def pack_acting(
    model: Model, found: list[Acting], read: dict[str, Channel], poses: np.ndarray, packer: Packer
) -> dict[str, Any]:
    """Add what elements do to bodies, frames x loads x 3; return its lists and largest values.

    Forces are those on the body, moments those about the point where the arrow begins, both in
    world axes. poses: of ground and the bodies, frames x bodies x 3 x 4.
    """
    number = body_numbers(model)
    forces = {id(one): _clean(read[one.channel("force")]) for one in found}
    moments = {}
    for one in found:
        if one.turns:
            arm = poses[:, number[one.body], :, :3] @ one.at
            about = _clean(read[one.channel("moment")])
            turning = about - np.cross(arm, forces[id(one)])
            moments[id(one)] = np.where(np.abs(turning) > NOISE * np.max(np.abs(about)), turning, 0)
    for track in (e for e in model.forces if isinstance(e, Track) and e.sprocket):
        on_band = [one for one in found if one.element == track.name]
        if on_band:
            found = [*found, *_show_tensions(track, on_band, read, poses, number, forces)]
    lists: dict[str, Any] = {"largest": {}}
    for name, part, values in (("acting", "force", forces), ("turning", "moment", moments)):
        kept = [one for one in found if id(one) in values and np.any(values[id(one)])]
        lists[name] = [
            {"element": o.element, "body": number[o.body], "at": numbers(o.at), "below": o.below}
            for o in kept
        ]
        if kept:
            stacked = np.stack([values[id(one)] for one in kept], axis=1)
            packer.add_steps(name, packer.frames(stacked), load_steps(stacked, PRECISION))
            sizes = np.linalg.norm(stacked, axis=2)
            lists["largest"][f"acting.{part}"] = typical_largest(sizes)
    return lists


def _show_tensions(
    track: Track,
    on_band: list[Acting],
    read: dict[str, Channel],
    poses: np.ndarray,
    number: dict[str, int],
    forces: dict[int, np.ndarray],
) -> list[Acting]:
    """Return the tensions of a band that runs, an arrow at either end of each straight part.

    What the wheels feel of them is taken from the forces on their bodies, which leaves the grip of
    the ground. Arrows at the sprocket stand on the base, which does not turn with it.
    """
    *tensions, lifting = (_clean(read[n]) for n in _tension_names(track.name, len(track.wheels)))
    R_base = poses[:, number[track.base], :, :3]
    e1, e2 = R_base @ np.array(track.e1), R_base @ np.array(track.e2)
    centers = []
    for body, point in zip(track.wheels, track.points, strict=True):
        X = poses[:, number[body]]
        centers.append(X[:, :, :3] @ np.array(point) + X[:, :, 3])
    flat = [(np.sum(e1 * c, axis=1), np.sum(e2 * c, axis=1)) for c in centers]
    spans = belt(flat, track.radii, track.wraps).spans
    of_body = {one.body: one for one in on_band}
    found = []
    for i, ((x, y), tension) in enumerate(zip(spans, tensions, strict=True)):
        along = x[:, None] * e1 + y[:, None] * e2
        outward = y[:, None] * e1 - x[:, None] * e2
        for wheel, sense in ((i, 1.0), ((i + 1) % len(spans), -1.0)):
            body = track.wheels[wheel]
            if body in of_body:
                felt = sense * (tension - lifting)[:, None] * along
                forces[id(of_body[body])] = forces[id(of_body[body])] - felt
            shown = track.base if wheel == track.driver else body
            tangent = centers[wheel][0] + track.radii[wheel] * outward[0]
            X = poses[0, number[shown]]
            arrow = Acting(track.name, shown, X[:, :3].T @ (tangent - X[:, 3]), 0.0, False)
            forces[id(arrow)] = sense * tension[:, None] * along
            found.append(arrow)
    least = NOISE * max(float(np.max(np.abs(tensions))), 1e-300)
    for one in on_band:
        forces[id(one)] = np.where(np.abs(forces[id(one)]) > least, forces[id(one)], 0.0)
    return found


def _clean(values: Channel) -> np.ndarray:
    return np.nan_to_num(np.asarray(values), nan=0.0, posinf=0.0, neginf=0.0)
