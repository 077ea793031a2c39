"""Numbers of a model that are kernel inputs: their names, shapes and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.arguments import check_once
from sarrus.dynamics.model_numbers import further_numbers
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import Joint, Model
from sarrus.model.model import drawn_pose
from sarrus.spatial.tracking import reals

GRAVITY = "gravity"


@dataclass(frozen=True)
class Parameters:
    """The chosen parameters, one after the other in a flat vector, with the model's values."""

    names: tuple[str, ...]
    defaults: tuple[np.ndarray, ...]

    @cached_property
    def size(self) -> int:
        """Length of the flat vector."""
        return sum(value.size for value in self.defaults)

    @cached_property
    def vector(self) -> np.ndarray:
        """The model's own values, flat."""
        parts = [value.ravel() for value in self.defaults]
        return np.concatenate(parts) if parts else np.zeros(0)

    def split(self, flat: Any) -> dict[str, Any]:
        """Return the values of a flat vector (numbers or symbols) by name."""
        values: dict[str, Any] = {}
        at = 0
        for name, default in zip(self.names, self.defaults, strict=True):
            part = flat[at : at + default.size]
            values[name] = part.reshape(default.shape) if default.shape else part[0]
            at += default.size
        return values

    def flat_values(self, keywords: Mapping[str, Any], full_names: Mapping[str, str]) -> np.ndarray:
        """Return the flat vector with the given values put in; `full_names` resolves names."""
        flat = self.vector.copy()
        full = {name: full_names.get(name) or self._full(name) for name in keywords}
        check_parameters_once(full)
        wanted = {full[name]: value for name, value in keywords.items()}
        problems = [_choice_problem(name, self.names) for name in wanted if name not in self.names]
        if problems:
            raise ModelError(problems)
        at = 0
        for name, default in zip(self.names, self.defaults, strict=True):
            if name in wanted:
                flat[at : at + default.size] = _value(name, wanted[name], default.shape).ravel()
            at += default.size
        return flat

    def _full(self, name: str) -> str:
        """Return the full name of a chosen parameter that is given without its kind."""
        fits = [full for full in self.names if full.partition(":")[2] == name]
        return fits[0] if len(fits) == 1 else name


def chosen_parameters(model: Model, names: Iterable[str]) -> tuple[Parameters, dict[str, str]]:
    """Return the parameters of the given names, and how each name was understood.

    Refuses names that mean nothing, more than one number, or what another name means already.
    """
    wanted = tuple(names)
    known = _known_numbers(model) if wanted else {}
    understood = _full_names(known, wanted)
    check_once("parameter", [(name, parameter_parts(understood[name])) for name in wanted])
    full = tuple(understood.values())
    return Parameters(full, tuple(known[name] for name in full)), understood


def merged_parameters(model: Model, names: Iterable[str], more: Iterable[str]) -> list[str]:
    """Return the full names of parameters, then of those of more that are not among them."""
    wanted = (*names, *more)
    known = _known_numbers(model) if wanted else {}
    return list(dict.fromkeys(_full_names(known, wanted).values()))


def _full_names(known: Mapping[str, Any], names: Iterable[str]) -> dict[str, str]:
    """Return the full name that each name means; refuses what means none or several."""
    understood: dict[str, str] = {}
    problems: list[Problem] = []
    for name in names:
        fits = [full for full in known if full == name or full.partition(":")[2] == name]
        if len(fits) == 1:
            understood[name] = fits[0]
        else:
            problems.append(_unknown(name, fits, list(known)))
    if problems:
        raise ModelError(problems)
    return understood


def check_parameters_once(full_names: Mapping[str, str]) -> None:
    """Refuse parameters that several names mean; full_names: how each name was understood."""
    check_once("parameter", [(name, parameter_parts(full)) for name, full in full_names.items()])


def parameter_parts(full: str) -> tuple[str, ...]:
    """Return the numbers that one moves: the point of a joint is a point of both its bodies."""
    for both in (".point", ".axis"):
        if full.startswith("joint:") and full.endswith(both):
            joint, what = full.removesuffix(both), both[1:]
            return (f"{joint}.parent_{what}", f"{joint}.child_{what}")
    return (full,)


def _all(model: Model) -> Iterable[tuple[str, np.ndarray]]:
    """Every number that may become a kernel input, under its full name."""
    yield from _of_bodies(model)
    for joint in model.joints:
        yield from _of_joint(model, joint)
    yield from _of_forces(model)


def number_entries(model: Model) -> Iterable[tuple[str, np.ndarray]]:
    """Every number that may become a kernel input once, with whole frames of joints."""
    yield from _of_bodies(model)
    for joint in model.joints:
        yield from _frames_of_joint(joint)
    yield from _of_forces(model)
    yield from further_numbers(model)


def _known_numbers(model: Model) -> dict[str, np.ndarray]:
    """Return all numbers that may become kernel inputs; frames of joints whole and in parts."""
    return {**dict(_all(model)), **dict(number_entries(model))}


def _of_bodies(model: Model) -> Iterable[tuple[str, np.ndarray]]:
    yield GRAVITY, np.array(model.gravity)
    for body in model.bodies:
        yield f"body:{body.name}.mass", np.array(body.mass)
        yield f"body:{body.name}.com", np.array(body.com)
        yield f"body:{body.name}.inertia", np.array(body.inertia)


def _of_forces(model: Model) -> Iterable[tuple[str, np.ndarray]]:
    for element in model.forces:
        for parameter in element.units:
            yield f"force:{element.name}.{parameter}", reals(getattr(element, parameter))


def _frames_of_joint(joint: Joint) -> Iterable[tuple[str, np.ndarray]]:
    for side, pose in (("parent", joint.on_parent), ("child", joint.on_child)):
        yield f"joint:{joint.name}.{side}_point", np.array(pose.position)
        yield f"joint:{joint.name}.{side}_rotation", np.array(pose.rotation)


def _of_joint(model: Model, joint: Joint) -> Iterable[tuple[str, np.ndarray]]:
    name = f"joint:{joint.name}"
    on_parent, on_child = joint.on_parent.transform, joint.on_child.transform
    yield f"{name}.parent_point", on_parent.position
    yield f"{name}.child_point", on_child.position
    if not joint.type.is_drawn:  # where it is made, its frame on the child is where that is
        yield f"{name}.child_rotation", on_child.matrix
    if joint.type.axes == ("axis",):
        yield f"{name}.parent_axis", on_parent.matrix[:, 2]
        yield f"{name}.child_axis", on_child.matrix[:, 2]
    parent, child = (drawn_pose(model, n).transform for n in (joint.parent, joint.child))
    F, M = parent @ on_parent, child @ on_child
    if np.allclose(F.position, M.position, atol=1e-9):
        yield f"{name}.point", F.position
    if np.allclose(F.matrix, M.matrix, atol=1e-9) and joint.type.axial:
        yield f"{name}.axis", F.matrix[:, 2]


def _unknown(name: str, fits: list[str], known: list[str]) -> Problem:
    if fits:
        return Problem(
            "M09", f"parameter '{name}'", f"fits {' and '.join(fits)}", action="use a full name"
        )
    from difflib import get_close_matches  # for mistakes only

    near = get_close_matches(name, [k.partition(":")[2] or k for k in known], n=1)
    hint = f"did you mean '{near[0]}'?" if near else "see sarrus.analysis.parameter_names(system)"
    return Problem("M09", f"parameter '{name}'", "is not a number of this model", action=hint)


def _value(name: str, raw: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return a given value, which must be numbers of the parameter's own shape."""
    value = np.asarray(raw)
    if value.dtype.kind in "biuf" and value.shape == shape:
        return value
    wanted = f"numbers of shape {shape}" if shape else "a number"
    raise ModelError(Problem("S02", f"parameter '{name}'", f"must be {wanted}", value=repr(raw)))


def _choice_problem(name: str, names: tuple[str, ...]) -> Problem:
    return Problem(
        "S02",
        f"parameter '{name}'",
        f"is not an input of this system; its inputs are {list(names)}",
        cause="parameters that are not named at compilation are folded into the code",
        action=f"compile with parameters=[..., '{name}']",
    )


def parameter_names(model: Model) -> list[str]:
    """Return the full names of all numbers that may become kernel inputs."""
    return [name for name, _ in _all(model)]


def is_parameter(model: Model, name: str) -> bool:
    """Tell whether a name means a number of the model."""
    try:
        chosen_parameters(model, [name])
    except ModelError:
        return False
    return True


def full_names(model: Model) -> dict[str, list[str]]:
    """Return the full names that every name of a number of the model may mean."""
    found: dict[str, list[str]] = {}
    for full in _known_numbers(model):
        for name in dict.fromkeys((full, full.partition(":")[2] or full)):
            found.setdefault(name, []).append(full)
    return found


BODY = {"mass": "kg", "com": "m", "inertia": "kg*m^2"}
ROTOR = "kg*m^2 or kg"
JOINT = {"point": "m", "parent_point": "m", "child_point": "m", "armature": ROTOR}


def parameter_units(model: Model, full: str) -> tuple[str, ...]:
    """Return the units that a number of a model may have, by its full name; "1" for pure ones."""
    kind, _, rest = full.partition(":")
    owner, _, what = rest.rpartition(".")
    if kind == "gravity":
        return ("m/s^2",)
    known: Mapping[str, str] = {"body": BODY, "joint": JOINT}.get(kind, {})
    if kind == "force":
        known = next(element.units for element in model.forces if element.name == owner)
    return tuple(known.get(what, "1").split(" or "))
