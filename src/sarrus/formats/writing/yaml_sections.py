"""A mechanism as the sections of a model file: plain values in the order of the format."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sarrus.errors import ModelError, Problem
from sarrus.formats.writing.draft_values import (
    name_with_braces,
    plain,
    pose_record,
    record_of_fields,
    shape_record,
)
from sarrus.formats.writing.law_records import Plain
from sarrus.formats.writing.mechanism_of import force_draft, nearest_draft, scope_of
from sarrus.formats.writing.user_law_records import fmu_record, row_record, user_force_record
from sarrus.formats.yaml.elements import Element, elements
from sarrus.model.building.drafts import (
    BeamDraft,
    BodyDraft,
    CouplerDraft,
    ForceDraft,
    FrameDraft,
    JointDraft,
    ModalBodyDraft,
)
from sarrus.model.building.drawing import same
from sarrus.model.described import ends_of
from sarrus.model.forces import Fmu, Nonholonomic, UserForce
from sarrus.model.joints import TYPES
from sarrus.model.mechanism import Mechanism
from sarrus.model.mode_set import ModeSource
from sarrus.model.model import TOLERANCE, Model
from sarrus.model.options import WHEELS
from sarrus.model.registry import FORCE_METHODS

VERSION = 1
STILL = [0.0, 0.0, 0.0]
FIRST = (
    *("joint", "coordinate", "driver", "driven", "body", "a", "b", "at", "at_a", "at_b"),
    *("on", "on_a", "on_b", "on_parent", "on_child", "rotation", "quaternion_wxyz", "rpy"),
)
"""What an element is about and where it is comes before its numbers."""
BUILT = ("element", "user_force", "nonholonomic", "fmu")
"""Force elements that are known only when the model is built."""


def sections_of(mechanism: Mechanism) -> dict[str, Plain]:
    """Return the sections of a mechanism; raises one ModelError with all that cannot be written."""
    return _Sections(mechanism).all()


class _Sections:
    """The sections of one mechanism, and what is wrong with them."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.problems: list[Problem] = []
        self.model: Model | None = None

    def all(self) -> dict[str, Plain]:
        """Return all sections that say something."""
        m = self.mechanism
        if any(draft.type_name in BUILT for draft in m.forces):
            self.model = m.build()
        found: dict[str, Plain] = {"sarrus": VERSION, "name": m.name}
        found["gravity"] = self.one(plain, "model / gravity", m.gravity)
        if m.tolerance != TOLERANCE:
            found["tolerance"] = self.one(plain, "model / tolerance", m.tolerance)
        if m.base != "fixed":
            found["base"] = m.base
        found["points"] = {
            name_with_braces(point.name): self.one(plain, _of(point), point.at)
            for point in m.points
        }
        found["bodies"] = self.named_records(m.bodies, _body)
        found["beams"] = self.named_records(m.beams, _beam)
        found["modal_bodies"] = self.named_records(m.modal_bodies, _modal_body)
        if m.ground_shapes:
            shapes = [self.one(shape_record, "ground / shape", shape) for shape in m.ground_shapes]
            found["ground"] = {"shapes": shapes}
        found["frames"] = self.named_records(m.frames, _frame)
        found["joints"] = self.named_records(m.joints, _joint)
        found["couplers"] = self.named_records(m.couplers, _coupler)
        found["forces"] = {
            name_with_braces(draft.name): self.one(self.force, i, draft)
            for i, draft in enumerate(m.forces)
        }
        found["start"] = self.starts()
        if self.problems:
            raise ModelError(self.problems)
        kept = ("gravity", "tolerance", "bodies")
        return {key: value for key, value in found.items() if value or key in kept}

    def one(self, make: Callable[..., Plain], *of: Any) -> Plain:
        """Return what a function makes; keep its problems."""
        try:
            return make(*of)
        except ModelError as error:
            self.problems += error.problems
            return None

    def named_records(
        self, drafts: Iterable[Any], make: Callable[[Any], Plain]
    ) -> dict[str, Plain]:
        """Return the records of drafts by name."""
        return {name_with_braces(draft.name): self.one(make, draft) for draft in drafts}

    def force(self, place: int, draft: ForceDraft) -> Plain:
        """Return the record of a force element."""
        if draft.type_name not in BUILT or self.model is None:
            return _force(draft)
        element = self.model.forces[place]
        scope = scope_of(self.model, self.mechanism)
        if isinstance(element, Nonholonomic):
            return {"type": "nonholonomic", **row_record(scope, element)}
        if isinstance(element, Fmu):
            return {"type": "fmu", **fmu_record(scope, element)}
        if isinstance(element, UserForce):
            return {"type": "user_force", **user_force_record(scope, element)}
        told = force_draft(scope, element)
        if told.type_name != "element":
            return _force(told)
        near = nearest_draft(scope, element)
        if near is None:
            raise ModelError(_not_describable(element))
        return _force(near)

    def starts(self) -> dict[str, Plain]:
        """Return the initial velocities by body."""
        found: dict[str, Plain] = {}
        for draft in self.mechanism.starts:
            name = _name(draft.body)
            if name in found:
                rule = "is given twice, which no file can hold"
                self.problems.append(Problem("F19", f"start of body '{name}'", rule))
            values = {"velocity": draft.velocity, "angular_velocity": draft.angular_velocity}
            moving = {k: raw for k, raw in values.items() if not same(_floats(raw), STILL)}
            moving = moving or {"velocity": draft.velocity}
            where = f"start of body '{name}'"
            found[name] = {k: self.one(plain, f"{where} / {k}", raw) for k, raw in moving.items()}
        return found


def _not_describable(element: Any) -> Problem:
    return Problem(
        "F19",
        f"force '{element.name}'",
        f"is a {type(element).__name__} that a file cannot describe",
        action="use the force elements of Mechanism, or keep the model in Python",
    )


def _floats(raw: Any) -> Any:
    try:
        return [float(x) for x in raw]
    except (TypeError, ValueError):
        return raw


def _name(raw: Any) -> str:
    return name_with_braces(getattr(raw, "name", raw))


def _of(draft: Any) -> str:
    return f"{type(draft).__name__.removesuffix('Draft').lower()} '{draft.name}'"


def _body(draft: BodyDraft) -> Plain:
    where = _of(draft)
    values = {
        key: getattr(draft, key)
        for key in ("mass", "com", "inertia", "inertia_about", "inertia_axes", "density")
    }
    found = {k: plain(f"{where} / {k}", v) for k, v in values.items() if v is not None}
    found |= pose_record(where, draft.pose)
    if draft.shapes:
        found["shapes"] = [shape_record(f"{where} / shape", shape) for shape in draft.shapes]
    if draft.solids:
        found["solids"] = [shape_record(f"{where} / solid", shape) for shape in draft.solids]
    return found


def _beam(draft: BeamDraft) -> Plain:
    return _options(_of(draft), elements()["beams"][""], draft.options)


def _modal_body(draft: ModalBodyDraft) -> Plain:
    where = _of(draft)
    if isinstance(draft.modes, ModeSource):
        element = elements()["modal_bodies"][""]
        source = record_of_fields(f"{where} / modes", draft.modes)
        return {"modes": source} | _options(where, element, draft.options)
    path = getattr(draft.modes, "path", draft.modes)
    if not path:
        rule = "is a mode set that is in no file, which a model file could name"
        action = "write it by `ModeSet.save`, and give the path of that file"
        raise ModelError(Problem("F19", f"{where} / modes", rule, action=action))
    element = elements()["modal_bodies"][""]
    return {"modes": str(path)} | _options(where, element, draft.options)


def _frame(draft: FrameDraft) -> Plain:
    return {"body": _name(draft.body)} | pose_record(_of(draft), draft.pose)


def _joint(draft: JointDraft) -> Plain:
    ends = ends_of(TYPES.get(draft.type_name))
    found = {"type": draft.type_name, ends[0]: _name(draft.parent), ends[1]: _name(draft.child)}
    element = elements()["joints"][draft.type_name]
    return found | _options(_of(draft), element, draft.options)


def _coupler(draft: CouplerDraft) -> Plain:
    element = elements()["couplers"][draft.type_name]
    found = {"type": draft.type_name} | _options(_of(draft), element, draft.options)
    terms = found.get("terms")
    if isinstance(terms, dict):
        found["terms"] = {name_with_braces(key): factor for key, factor in terms.items()}
    offset = plain(f"{_of(draft)} / offset", draft.offset)
    return found | ({} if same(offset, 0.0) else {"offset": offset})


def _force(draft: ForceDraft) -> Plain:
    """Return a force element without what the builder's method takes if nothing is said."""
    defaults = FORCE_METHODS[draft.type_name].defaults
    values = {
        keyword: value
        for keyword, value in draft.options.items()
        if not _is_default(value, defaults.get(keyword))
    }
    element = elements()["forces"][draft.type_name]
    return {"type": draft.type_name} | _options(_of(draft), element, values)


def _is_default(value: Any, default: Any) -> bool:
    numbers = (bool, int, float, str, tuple)
    return type(value) is type(default) and isinstance(value, numbers) and same(value, default)


def _options(where: str, element: Element, options: dict[str, Any]) -> dict[str, Plain]:
    found = {}
    for key in sorted(options, key=lambda key: FIRST.index(key) if key in FIRST else len(FIRST)):
        value = options[key]
        if key == "wheels":
            found[key] = [_wheel(f"{where} / {key}", wheel) for wheel in value]
        else:
            found[key] = plain(f"{where} / {key}", value, element.attributes[key].kind)
    return found


def _wheel(where: str, wheel: Any) -> Plain:
    """Return a wheel of a track: its body, its centre in the drawing or on the body, its radius."""
    body, center, radius = wheel
    on = hasattr(center, "pose")
    found = [_name(body), plain(where, center, WHEELS), plain(where, radius)]
    return dict(zip(("body", "on", "radius"), found, strict=True)) if on else found
