"""A model with its topology, coordinates, loops and the kernels made so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import checked
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.system import requests
from sarrus.system.flow import load_friction
from sarrus.system.given import by_name, numbers
from sarrus.system.quantities import equations
from sarrus.system.quantities.base_input import GroundMotion
from sarrus.system.quantities.compiler import Compiler
from sarrus.system.quantities.equations import Equation
from sarrus.system.quantities.loops import Loops
from sarrus.system.quantities.parameters import chosen_parameters, parameter_names
from sarrus.system.report import report
from sarrus.topology import analyse, layout

if TYPE_CHECKING:
    from sarrus.system.channels.catalogue import Catalogue
    from sarrus.system.channels.view import Part

USUAL = ("inverse_dynamics", "forward_dynamics")
USER_CACHE = "user"


@checked
class CompiledModel:
    """What a system is made of: names, coordinates, kernels. The user's object is `System`."""

    def __init__(
        self,
        model: Model,
        *,
        parameters: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        cut: Sequence[str] = (),
        planar: bool = False,
        cache: Cache | Path | str | None = USER_CACHE,
        kernels: Iterable[str] = USUAL,
    ) -> None:
        self.model = model
        self.topology = analyse(model, weights=weights, cut=cut)
        self.chosen_cuts = tuple(cut)
        self.options: dict[str, Any] = {
            "weights": weights,
            "cut": tuple(joint.name for joint in self.topology.cuts),
            "planar": planar,
            "cache": cache,
            "kernels": (),
        }
        self.layout = layout(self.topology)
        chosen, self._understood = chosen_parameters(model, parameters)
        self.compiler = Compiler(self.topology, self.layout, chosen, _cache(cache), planar)
        self._kernels: dict[str, Kernel] = {}
        self._calls: dict[str, Callable[..., Any]] = {}
        if not self.closed:
            for name in kernels:
                if name != "forward_dynamics" or not self._massless():
                    self.kernel(name)

    @property
    def nq(self) -> int:
        """Number of position coordinates."""
        return self.layout.nq

    @property
    def nv(self) -> int:
        """Number of velocity coordinates."""
        return self.layout.nv

    @property
    def coordinates(self) -> tuple[str, ...]:
        """Names of the entries of q."""
        return self.layout.q_names

    @property
    def velocities(self) -> tuple[str, ...]:
        """Names of the entries of v, vdot and tau."""
        return self.layout.v_names

    @property
    def parameter_names(self) -> list[str]:
        """Full names of all numbers of the model that may be made inputs."""
        return parameter_names(self.model)

    def full_parameter(self, name: str) -> str:
        """Return the full name of a number of the model that is an input."""
        return self._understood.get(name) or next(
            (n for n in self.compiler.parameters.names if n == name or n.partition(":")[2] == name),
            name,
        )

    def has_parameter(self, name: str) -> bool:
        """Whether a number of the model is an input."""
        return self.full_parameter(name) in self.compiler.parameters.names

    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels made so far."""
        return dict(self._kernels)

    def __str__(self) -> str:
        return report(self)

    def __repr__(self) -> str:
        bodies = len(self.model.bodies)
        return f"<System '{self.model.name}': {bodies} bodies, {self.nv} velocity coordinates>"

    @property
    def closed(self) -> bool:
        """Whether the mechanism has loops or couplers."""
        return bool(self.topology.cuts or self.model.couplers)

    @cached_property
    def loops(self) -> Loops:
        """The constraint equations of the loops."""
        return Loops(self.compiler)

    @cached_property
    def catalogue(self) -> Catalogue:
        """All channels of the system by name."""
        from sarrus.system.channels.catalogue import system_catalogue

        return system_catalogue(self)  # type: ignore[arg-type]

    @cached_property
    def element_parts(self) -> list[Part]:
        """What the kernel of force elements yields, in the order of its outputs."""
        from sarrus.system.channels.elements import structure

        return structure(self)  # type: ignore[arg-type]

    # --- coordinates and names ------------------------------------------------------------------

    def neutral(self) -> np.ndarray:
        """Return the q at which the frames of every joint coincide."""
        return self.layout.neutral()

    def drawing(self) -> np.ndarray:
        """Return the q of the drawing: neutral, but for bodies that were drawn away from it."""
        return requests.drawn_coordinates(self.model, self.layout)

    def add(self, q: np.ndarray, dv: np.ndarray) -> np.ndarray:
        """Return q moved by the tangent increment dv."""
        return self.layout.add(numbers("q", q, self.nq), numbers("dv", dv, self.nv))

    def difference(self, q1: np.ndarray, q0: np.ndarray) -> np.ndarray:
        """Return the dv with add(q0, dv) = q1."""
        return self.layout.difference(numbers("q1", q1, self.nq), numbers("q0", q0, self.nq))

    def coordinates_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return q with the named coordinates or joints set, all others neutral."""
        return requests.vector_of(self.layout, "q", values, self.neutral())

    def velocities_of(self, values: Mapping[str, Any]) -> np.ndarray:
        """Return v (or vdot, tau) with the named entries or joints set, all others zero."""
        return requests.vector_of(self.layout, "v", values, np.zeros(self.nv))

    def names(self) -> list[str]:
        """Return all names that a state answers to."""
        cut = [
            n
            for joint in self.topology.cuts
            for n in (*joint.coordinate_names, *joint.velocity_names)
        ]
        return [*self.layout.q_names, *self.layout.v_names, *cut, *self.model.joint_index]

    def locate(self, name: str) -> tuple[str, slice] | None:
        """Return which vector ("q", "v", "cut_q", "cut_v") holds a name, and where."""
        bare = name.removeprefix("joint:")
        for joint in self.topology.cuts:
            for vector, names, places in (
                ("cut_q", joint.coordinate_names, self.loops.cut_q),
                ("cut_v", joint.velocity_names, self.loops.cut_v),
            ):
                if bare == joint.name and vector == "cut_q":
                    return vector, places[joint.name]
                if bare in names:
                    at = places[joint.name].start + names.index(bare)
                    return vector, slice(at, at + 1)
        known = (self.layout.q_slice, self.layout.q_names, self.layout.v_names)
        return self.layout.find(bare) if any(bare in names for names in known) else None

    def located(self, name: str, allowed: Sequence[str]) -> tuple[str, slice]:
        """Return where a name stands, which must be in one of the allowed vectors."""
        found = self.locate(name)
        if found is None or found[0] not in allowed:
            what = "coordinate" if "q" in allowed else "velocity"
            raise ModelError(
                Problem(
                    "M09",
                    f"'{name}'",
                    f"is no {what} of this system",
                    action=nearest(name, self.names()),
                )
            )
        return found

    def located_rate(self, name: str) -> tuple[str, slice]:
        """Return where the velocities of a name stand: of a velocity, a coordinate or a joint."""
        bare = name.removeprefix("joint:")
        if bare in self.layout.v_slice:
            return "v", self.layout.v_slice[bare]
        if bare in self.loops.cut_v:
            return "cut_v", self.loops.cut_v[bare]
        found = self.locate(name)
        if found is not None and found[0] in ("q", "cut_q"):
            joint, within = self.joint_at(*found)
            kind = self.model.joint(joint).type
            if kind.quaternion_at is None:
                places = self.layout.v_slice if found[0] == "q" else self.loops.cut_v
                start = places[joint].start
                return found[0].replace("q", "v"), slice(start + within.start, start + within.stop)
        return self.located(name, ("v", "cut_v"))

    def joint_at(self, vector: str, place: slice) -> tuple[str, slice]:
        """Return the joint that holds a place of "q" or "cut_q", and the place within it."""
        places = self.layout.q_slice if vector == "q" else self.loops.cut_q
        for joint, whole in places.items():
            if whole.start <= place.start and place.stop <= whole.stop and whole.stop > whole.start:
                return joint, slice(place.start - whole.start, place.stop - whole.start)
        raise ModelError(Problem("S05", f"{vector} {place}", "belongs to no joint"))

    # --- kernels --------------------------------------------------------------------------------

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of a quantity, compiling it if need be."""
        self._call(name)
        return self._kernels[name]

    def made(self, name: str, shapes: Mapping[str, tuple[int, ...]], equation: Equation) -> Kernel:
        """Return the kernel of an equation with inputs of these shapes, made once."""
        if name not in self._kernels:
            self._kernels[name] = self.compiler.make(name, shapes, equation)
        return self._kernels[name]

    def _call(self, name: str) -> Callable[..., Any]:
        call = self._calls.get(name)
        if call is None:
            if name in ("inverse_dynamics", "forward_dynamics"):
                self._refuse_loops(name)
            if name == "forward_dynamics":
                self._refuse_massless(range(self.nv))
            if name not in requests.QUANTITIES:
                raise ModelError(requests.unknown("quantity", name, list(requests.QUANTITIES)))
            inputs, equation = requests.QUANTITIES[name]
            if self.loops.bearings:
                equation = load_friction.QUANTITIES.get(name, equation)
            call = self._add(name, inputs, equation)
        return call

    def _body_call(self, kind: str, body: str, inputs: tuple[str, ...]) -> Callable[..., Any]:
        index = -1 if body == GROUND else self.topology.index[body]
        name = f"{kind} {index}"
        call = self._calls.get(name)
        if call is None:
            call = self._add(name, inputs, partial(getattr(equations, kind), body=body))
        return call

    def _add(self, name: str, inputs: tuple[str, ...], equation: Equation) -> Callable[..., Any]:
        shapes = {key: requests.shape_of(key, self.nq, self.nv) for key in inputs}
        kernel = self.compiler.make(name, shapes, equation)
        self._kernels[name] = kernel
        self._calls[name] = kernel.call
        return kernel.call

    def _last(
        self,
        t: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        base: GroundMotion | None = None,
    ) -> tuple[np.ndarray, ...]:
        """Return the last inputs of a call, or nothing when all have their usual values."""
        if t is None and parameters is None and base is None:
            return ()
        last = dict(self.compiler.given)
        if t is not None:
            last["t"] = numbers("t", t, 1).reshape(1)
        if parameters is not None and by_name("parameter", parameters):
            last["p"] = self.compiler.parameters.filled(parameters, self._understood)
        if base is not None:
            if not self.compiler.prescribed:
                raise ModelError(requests.fixed_base(self.model.name))
            if not isinstance(base, GroundMotion):
                rule = "must be a GroundMotion"
                raise ModelError(Problem("M31", "base", rule, repr(base)[:80]))
            last["base"] = base.flat
        return tuple(last.values())

    def last_inputs(self, **given: Any) -> tuple[np.ndarray, ...]:
        """Return the last inputs of kernels for the keywords t, parameters and base."""
        return self._last(**given)

    def _massless(self) -> list[Problem]:
        return [notice for notice in self.model.notices if notice.code == "M01"]

    def _refuse_massless(self, free: Iterable[int]) -> None:
        problems = requests.massless_among(self._massless(), self.layout, set(free))
        if problems:
            raise ModelError(problems)

    def _refuse_loops(self, what: str) -> None:
        if self.closed:
            raise ModelError(requests.closed(self.model.name, what))


def _cache(choice: Cache | Path | str | None) -> Cache:
    if isinstance(choice, Cache):
        return choice
    return Cache.default() if choice == USER_CACHE else Cache(choice)
