"""Runs whose steps have become so small that the end is out of reach, and who asks for these steps.

Every force element is asked how fast it makes the mechanism answer: with Q its efforts on the
velocities, M the mass matrix and z its own states,

    sqrt(|M^-1 dQ/dq|),   |M^-1 dQ/dv|,   |dzdot/dz|   [1/s]

along a few directions, by differences so short that they see the branch of a law that a step sees.
The fastest is named. Steps of a method with error control are a few tenths of 1/this at most.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sarrus.dynamics.inverse import inverse_dynamics
from sarrus.dynamics.kinematics import accelerations
from sarrus.dynamics.loads import AppliedLoads, TreeScene, with_loads
from sarrus.dynamics.mass_matrix import mass_matrix
from sarrus.errors import Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.element import ForceElement
from sarrus.system.quantities.equations import Inputs

if TYPE_CHECKING:
    from sarrus.system.simulation.methods.leg import LegState
    from sarrus.system.simulation.mode_kernels import Simulator

ASKED = 1e4
"""Steps, as parts of the time in which an element answers, that it may be asking for."""
DEEP = 5.0
"""Efforts of an element at the start, in weights of the mechanism, that none has that rests."""
DIRECTIONS, SHIFT = 4, 1e-7
"""Directions in which elements are asked, and how far, in lengths of the model and radians."""


@dataclass(frozen=True)
class Answer:
    """How fast an element makes the mechanism answer [1/s], and where it stands.

    push: the largest of its efforts [N, N m]; depth: how far it is beyond where it begins to touch,
    in `unit`, None for an element that does not touch.
    """

    element: ForceElement
    rate: float
    push: float
    depth: float | None
    unit: str

    @property
    def where(self) -> str:
        """How deep it is pressed in, and its efforts."""
        pressed = (
            "" if self.depth is None else f"is pressed in by {self.depth:.3g} {self.unit} and "
        )
        return f"{pressed}pushes with {self.push:.3g} N or N m"


def fastest_answer(sim: Simulator, t: float, y: np.ndarray) -> Answer | None:
    """Return the answer of the force element that makes a mechanism answer fastest at a state."""
    flow, system = sim.flow_in_numbers(), sim.system
    y = np.array(y[: sim.size])
    x = flow.inputs_at(t, y)
    elements = [e for e in x.tree.forces if not e.has_bearing and not e.is_row]
    if not elements or not np.all(np.isfinite(y)):
        return None
    nq, nv = system.nq, system.nv
    columns = system.compiled.loops.column_scale
    M = np.asarray(mass_matrix(x.positions), dtype=float)
    scaled = columns[:, None] * M * columns
    weights = np.linalg.pinv(scaled, rcond=1e-13, hermitian=True)
    here = efforts_of(x, elements)
    rates = np.zeros(len(elements))
    random = np.random.default_rng(1788)
    first = sim.size - 3 - sim.nz
    for _ in range(DIRECTIONS):
        along = random.normal(size=nv)
        along /= np.linalg.norm(along)
        moved, faster, other = y.copy(), y.copy(), y.copy()
        moved[:nq] = system.compiled.layout.add(y[:nq], SHIFT * columns * along)
        faster[nq : nq + nv] += SHIFT * columns * along
        other[first : first + sim.nz] += SHIFT * sim.system.compiled.state_scales
        for state, power in ((moved, 0.5), (faster, 1.0), (other, 0.0)):
            there = efforts_of(flow.inputs_at(t, state), elements)
            for k, ((Q, z), (Q0, z0)) in enumerate(zip(there, here, strict=True)):
                change = np.linalg.norm(weights @ (columns * (Q - Q0))) / SHIFT
                found = change**power if power else 0.0
                if not power and len(z):
                    found = float(np.max(np.abs(z - z0) / _scales(elements[k]))) / SHIFT
                if np.isfinite(found):
                    rates[k] = max(rates[k], found)
    k = int(np.argmax(rates))
    if not rates[k] > 0.0:
        return None
    scene = TreeScene(x.velocities, x.time)
    depth = max((-float(gap) for gap in elements[k].gaps(scene)), default=None)
    push = float(np.max(np.abs(here[k][0]), initial=0.0))
    unit = "" if depth is None else elements[k].gap_unit or _unit(sim, elements[k])
    return Answer(elements[k], float(rates[k]), push, depth, unit)


def _is_deep(sim: Simulator, at: Answer) -> bool:
    """Whether an element pushes back with many times the weight of the mechanism."""
    model = sim.system.model
    weight = sum(body.mass for body in model.bodies) * float(np.linalg.norm(model.gravity))
    return at.depth is not None and at.depth > 0.0 and at.push > DEEP * weight


def _scales(element: ForceElement) -> np.ndarray:
    return np.array([1.0 if state.scale is None else state.scale for state in element.states])


def _unit(sim: Simulator, element: ForceElement) -> str:
    """Return the unit of a coordinate whose stop an element is."""
    joint = next(j for j in sim.system.model.joints if j.name == element.joint)  # type: ignore[attr-defined]
    return str(joint.type.coordinates[element.index].unit)  # type: ignore[attr-defined]


def efforts_of(x: Inputs, elements: list[ForceElement]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the efforts of every element on the velocities, and the rates of its states."""
    speed = x.without_gravity().velocities
    still = accelerations(speed, np.zeros(x.tree.nv))
    nothing = AppliedLoads((None,) * len(x.tree.links), {})
    without = np.asarray(inverse_dynamics(still, nothing).tau, dtype=float)
    scene = TreeScene(x.velocities, x.time)
    found = []
    for element in elements:
        loads = with_loads(x.velocities, nothing, element.loads(scene))
        tau = without - np.asarray(inverse_dynamics(still, loads).tau, dtype=float)
        found.append((tau, np.asarray(element.state_rates(scene), dtype=float)))
    return found


def collapse_problem(here: LegState, t: float, y: np.ndarray, step: float) -> Problem:
    """Return what to say of a run that does not reach its end; step: the mean of the last [s]."""
    sim, end = here.sim, here.order.plan.end
    rule = f"the steps are about {step:.2g} s, and {(end - t) / step:.1g} of them are left to "
    rule += f"until = {end:.6g} s"
    found = fastest_answer(sim, t, y)
    cause = "until is not in seconds, or a motion that becomes ever faster"
    action = "end earlier, or look at the motion before this time"
    if found is not None and found.rate * step < ASKED:
        kind = found.element.type_name.replace("_", " ")
        rule += f". {kind} '{found.element.name}' asks for the smallest: it answers within "
        rule += f"{1.0 / found.rate:.2g} s, {found.where}"
        at_start = fastest_answer(sim, here.t, here.y)
        if at_start is not None and _is_deep(sim, at_start):
            kind = at_start.element.type_name.replace("_", " ")
            rule += f". At t = {here.t:.6g} s {kind} '{at_start.element.name}' {at_start.where}"
            cause = (
                "a start deep inside what pushes, far beyond the range that its law is meant for"
            )
            action = "start where it just touches (system.equilibrium finds where it rests), or "
            action += "check its place, radius and stiffness"
        else:
            cause = f"the stiffness or damping of '{found.element.name}', a jump in its law, or an "
            cause += "until that is not in seconds"
            action = "soften it, take it out to compare, use method='bdf', or end earlier"
    return Problem("E-STEP", f"t = {t:.9g} s", rule, cause=cause, action=action)
