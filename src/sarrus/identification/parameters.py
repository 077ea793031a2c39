"""The numbers that can be identified, each with its column: what efforts change by its unit.

Numbers in which the efforts are linear: of a body the ten inertia parameters (mass, first moment
h = mass x centre, inertia J about the origin of the body's frame); of a joint that turns or slides

    coulomb   tanh(rate/smoothing)     viscous   rate       offset   1
    rotor     acceleration: `armature` of the joint      stiffness position

and any other number of the model (`spring.k`, `A.point[0]`), whose column is a derivative.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from sarrus.dynamics.regressor import PARAMETERS
from sarrus.errors import ModelError, Problem
from sarrus.identification.motion import CHUNK, Follower, Motion
from sarrus.late_dataclass import dataclass
from sarrus.model import Model
from sarrus.model.building.references import nearest
from sarrus.model.forces.joint_friction import JointFriction
from sarrus.system.analysis.matrices import inertia_parameters, regressor
from sarrus.system.quantities.parameters import full_names, parameter_units

INERTIA, JOINT, NUMBER = "inertia", "joint", "number"
OF_JOINTS = ("coulomb", "viscous", "offset", "rotor", "stiffness")
POSITIVE = ("coulomb", "viscous", "rotor", "stiffness")
GROUPS = {
    "inertia": (),
    "friction": ("coulomb", "viscous"),
    **{name: (name,) for name in OF_JOINTS},
    "rotors": ("rotor",),
    "offsets": ("offset",),
}
INERTIA_UNITS = dict(zip(PARAMETERS, ("kg", *["kg m"] * 3, *["kg m^2"] * 6), strict=True))
SMOOTHING = 0.01
"""The rate [rad/s or m/s] at which dry friction has built up, where the model does not say it."""


@dataclass(frozen=True)
class Parameter:
    """One number: its name, unit and value in the model as it is.

    kind: of what; owner: body, joint, or the full name of a number of the model; what: which of
    its numbers; index: of a number of the model that is several, which of them.
    """

    name: str
    unit: str
    value: float
    kind: str
    owner: str
    what: str
    smoothing: float = SMOOTHING
    index: tuple[int, ...] = ()

    @property
    def positive(self) -> bool:
        """Whether the number of a joint is none below zero."""
        return self.kind == JOINT and self.what in POSITIVE


def friction_of(model: Model, joint: str) -> JointFriction | None:
    """Return the element of dry and viscous friction on a joint, if there is one."""
    found = [
        f for f in model.forces if isinstance(f, JointFriction) and f.joint == joint and not f.index
    ]
    return found[0] if found else None


def parameters_of(
    model: Model, by: Iterable[str], drives: Sequence[str], known: dict[str, float]
) -> list[Parameter]:
    """Return the parameters that names mean; drives: joints that groups of joints are about.

    known: inertia parameters of all bodies by name.
    """
    found: dict[str, Parameter] = {}
    problems = []
    for name in [by] if isinstance(by, str) else by:
        made = _parameters_of_name(model, str(name), drives, known)
        if isinstance(made, Problem):
            problems.append(made)
        else:
            found |= {one.name: one for one in made}
    if problems:
        raise ModelError(problems)
    if not found:
        raise ModelError(Problem("M09", "by", "names no parameter", action='give by="inertia"'))
    order = {INERTIA: 0, JOINT: 1, NUMBER: 2}
    return sorted(found.values(), key=lambda one: order[one.kind])


def _parameters_of_name(
    model: Model, name: str, drives: Sequence[str], known: dict[str, float]
) -> list[Parameter] | Problem:
    if name == "inertia":
        return [_inertia(full, value) for full, value in known.items()]
    if name in GROUPS:
        return [_of_joint(model, joint, what) for joint in drives for what in GROUPS[name]]
    if name in known:
        return [_inertia(name, known[name])]
    if name in model.body_index:
        return [_inertia(f"{name}.{p}", known[f"{name}.{p}"]) for p in PARAMETERS]
    owner, _, what = name.rpartition(".")
    if owner in model.joint_index and what in GROUPS:
        if model.joint(owner).type.nv != 1:
            rule = "is of a joint with more than one coordinate"
            return Problem("M09", f"by '{name}'", rule)
        return [_of_joint(model, owner, one) for one in GROUPS[what]]
    return _number(model, name, [*known, *GROUPS, *(f"{j}.{w}" for j in drives for w in OF_JOINTS)])


def _inertia(name: str, value: float) -> Parameter:
    body, _, what = name.rpartition(".")
    return Parameter(name, INERTIA_UNITS[what], value, INERTIA, body, what)


def _of_joint(model: Model, joint: str, what: str) -> Parameter:
    turns = model.joint(joint).type.coordinates[0].unit == "rad"
    effort, unit = ("N m", "rad") if turns else ("N", "m")
    units = {
        "coulomb": effort, "offset": effort, "viscous": f"{effort} s/{unit}",
        "stiffness": f"{effort}/{unit}", "rotor": "kg m^2" if turns else "kg",
    }  # fmt: skip
    there = friction_of(model, joint)
    value, smoothing = model.joint(joint).armature if what == "rotor" else 0.0, SMOOTHING
    if there is not None:
        smoothing = there.smoothing
        value = {"coulomb": there.sliding, "viscous": there.d}.get(what, 0.0)
    return Parameter(f"{joint}.{what}", units[what], value, JOINT, joint, what, smoothing)


def _number(model: Model, name: str, others: Sequence[str]) -> list[Parameter] | Problem:
    from sarrus.system.quantities.parameters import chosen_parameters

    table = full_names(model)
    bare, _, rest = name.partition("[")
    fits = table.get(bare, [])
    xyz = dict(zip("xyz", range(3), strict=True))
    if not fits and bare[-2:-1] == "." and bare[-1:] in xyz:
        bare, rest = bare[:-2], f"{xyz[bare[-1]]}]"
        fits = table.get(bare, [])
    if len(fits) != 1:
        if fits:
            return Problem("M09", f"by '{name}'", f"fits {' and '.join(fits)}")
        action = nearest(name, [*others, *table])
        return Problem("M09", f"by '{name}'", "is no number that can be identified", action=action)
    (full,) = fits
    values = chosen_parameters(model, [full])[0].defaults[0]
    unit = parameter_units(model, full)[0]
    try:
        wanted = tuple(int(k) for k in rest.rstrip("]").split(",")) if rest else None
        chosen = list(np.ndindex(values.shape)) if wanted is None else [wanted]
        return [
            Parameter(
                f"{bare}[{','.join(map(str, k))}]" if k else bare, unit, float(values[k]), NUMBER,
                full, bare.rpartition(".")[2], index=k,
            )
            for k in chosen
        ]  # fmt: skip
    except (ValueError, IndexError):
        return Problem("M09", f"by '{name}'", f"is no place in numbers of shape {values.shape}")


def columns(follower: Follower, motion: Motion, parameters: Sequence[Parameter]) -> np.ndarray:
    """Return W, states x independent joints x parameters: efforts for a unit of each.

    Numbers of the model have columns of zeros here; `identify` puts their derivatives there.
    """
    system = follower.system
    W = np.zeros((len(motion), motion.V.shape[2], len(parameters)))
    inertial = [k for k, p in enumerate(parameters) if p.kind == INERTIA]
    if inertial:
        places = {name: k for k, name in enumerate(inertia_parameters(system))}
        chosen = [places[parameters[k].name] for k in inertial]
        for at in range(0, len(motion), CHUNK):
            rows = slice(at, at + CHUNK)
            states = motion.q[rows], motion.v[rows], motion.vdot[rows]
            Y = regressor(system, *states, **follower.keywords)[..., chosen]
            W[rows, :, inertial] = np.einsum("nvu,nvp->nup", motion.V[rows], Y)
    for k, p in enumerate(parameters):
        if p.kind == JOINT:
            W[:, :, k] = motion.share(p.owner) * joint_law(motion, p)[:, None]
    return W


def joint_law(motion: Motion, p: Parameter) -> np.ndarray:
    """Return the effort at the joint itself for a unit of a parameter of it."""
    j = p.owner
    if p.what == "coulomb":
        return np.tanh(motion.rate[j] / p.smoothing)
    if p.what == "viscous":
        return motion.rate[j]
    if p.what == "rotor":
        return motion.acceleration[j]
    if p.what == "stiffness":
        return motion.position[j]
    return np.ones(len(motion))


def with_value(p: Parameter, value: float) -> Parameter:
    """Return the parameter with another value."""
    return replace(p, value=value)
