"""A model with its topology, coordinates, loops and the kernels made so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import check_once
from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel
from sarrus.kernels.background import WAIT, chosen_policy
from sarrus.model import GROUND, Model
from sarrus.model.building.references import nearest
from sarrus.model.forces.among import rows_among
from sarrus.system.checks import (
    by_name,
    check_tolerance,
    closed_mechanism,
    fixed_base_problem,
    massless_problems,
    numbers,
)
from sarrus.system.names import (
    QUANTITIES,
    drawn_coordinates,
    shape_of,
    unknown,
    unknown_keywords,
)
from sarrus.system.quantities.compiler import Compiler, Refused
from sarrus.system.quantities.loops import Loops, SetAside
from sarrus.system.quantities.named_equation import FOLLOWERS, NamedEquation
from sarrus.system.quantities.parameters import (
    check_parameters_once,
    chosen_parameters,
    merged_parameters,
)
from sarrus.system.recent import Recent
from sarrus.topology import analyze, layout

if TYPE_CHECKING:
    from sarrus.system.analysis.factor_products import FactorProducts
    from sarrus.system.channels.catalogue import Catalogue
    from sarrus.system.channels.view import Part
    from sarrus.system.driven.native_instant import NativeInstants
    from sarrus.system.flow.base_motion import BaseLaw
    from sarrus.system.flow.pose_law import PoseLaw
    from sarrus.system.one_state.native_reactions import NativeReactions
    from sarrus.system.quantities.base_input import GroundMotion
    from sarrus.system.quantities.equations import Equation
    from sarrus.system.simulation.native_loops import ClosedDynamics
    from sarrus.system.state import State
    from sarrus.system.system import System

USER_CACHE = "user"
FOLLOWED = {"inverse_dynamics": "inverse", "forward_dynamics": "forward"}
"""Quantities that have equations of their own where couplers let coordinates follow others."""
MOST_ENTRIES = 2000
"""Entries of the mass matrix that are written out; of larger ones, columns are computed."""


class CompiledModel:
    """What a system is made of: topology, coordinates and their names, loops, channels, kernels.

    The part of a `System` on which all else is built; users call the system.
    """

    system: System
    """The object that the user calls."""

    def __init__(
        self,
        system: System,
        model: Model,
        *,
        parameters: Iterable[str] = (),
        weights: Mapping[str, float] | None = None,
        cut: Sequence[str] = (),
        planar: bool = False,
        tolerance: float | None = None,
        cache: Cache | Path | str | None = USER_CACHE,
        wait: bool = False,
    ) -> None:
        self.system = system
        self.model = model
        self.topology = analyze(model, weights=weights, cut=cut)
        self.chosen_cuts = tuple(cut)
        self.options: dict[str, Any] = {
            "weights": weights,
            "cut": tuple(joint.name for joint in self.topology.cuts),
            "planar": planar,
            "tolerance": tolerance,
            "cache": cache,
            "kernels": (),
        }
        if wait:
            self.options["wait"] = True
        self.layout = layout(self.topology)
        self.tolerance = model.tolerance if tolerance is None else tolerance
        check_tolerance(self.tolerance)
        chosen, self._understood = chosen_parameters(model, parameters)
        self.compiler = Compiler(
            self.topology, self.layout, chosen, _cache(cache), planar, self.tolerance,
            WAIT if wait else chosen_policy(),
        )  # fmt: skip
        self._kernels: dict[str, Kernel] = {}
        self._places: dict[str, tuple[str, slice]] = {}
        self._rates: dict[str, tuple[str, slice]] = {}
        self.calls: dict[str, Callable[..., Any]] = {}

    @property
    def keywords(self) -> dict[str, Any]:
        """The keywords with which `System` makes the same system of the model."""
        return {**self.options, "parameters": self.compiler.parameters.names}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle as the part of a system that it is."""
        return getattr, (self.system, "compiled")

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

    @cached_property
    def limited_columns(self) -> tuple[tuple[int, float, float, str, str, str], ...]:
        """Column of y, bounds, name, kind and unit of all limits of joints of the tree."""
        found: list[tuple[int, float, float, str, str, str]] = []
        for joint in self.layout.joints:
            if joint.type.nq != joint.type.nv:
                continue
            q, v = self.layout.q_slice[joint.name].start, self.layout.v_slice[joint.name].start
            coordinates = zip(joint.coordinate_names, joint.type.coordinates, strict=True)
            velocities = zip(joint.velocity_names, joint.type.velocities, strict=True)
            for k, ((name, c), bounds) in enumerate(zip(coordinates, joint.limits, strict=False)):
                if np.any(np.isfinite(bounds)):
                    found.append((q + k, *bounds, name, "range", c.unit))
            speeds = zip(velocities, joint.speed_limits, strict=False)
            for k, ((name, c), most) in enumerate(speeds):
                if np.isfinite(most):
                    found.append((self.nq + v + k, -most, most, name, "speed", c.unit))
        return tuple(found)

    @cached_property
    def drawn(self) -> np.ndarray:
        """The coordinates of all tree joints in the drawing."""
        return drawn_coordinates(self.model, self.layout)

    @cached_property
    def state_names(self) -> tuple[str, ...]:
        """Names of the entries of z, the states of force elements: "motor.current"."""
        return tuple(f"{element}.{state}" for element, state in self.compiler.tree.states)

    @cached_property
    def state_scales(self) -> np.ndarray:
        """The sizes of usual values of z, in which absolute tolerances count."""
        starts = np.abs(self.compiler.start_states())
        scales = [state.scale for state in self.compiler.tree.states.values()]
        pairs = zip(scales, starts, strict=True)
        return np.array([max(1.0, start) if s is None else s for s, start in pairs], dtype=float)

    def full_parameter(self, name: str) -> str:
        """Return the full name of a number of the model that is an input."""
        return self._understood.get(name) or next(
            (n for n in self.compiler.parameters.names if n == name or n.partition(":")[2] == name),
            name,
        )

    def by_full_name(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return parameters by their full names; refuses one that is named twice."""
        if len(values) > 1:
            check_parameters_once({name: self.full_parameter(name) for name in values})
        return {self.full_parameter(name): value for name, value in values.items()}

    def given_numbers(self, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
        """Return the numbers of the model that are inputs, at values that a call is given."""
        known = self.compiler.parameters
        if not known.size:
            return {}
        p = self.compiler.defaults["p"]
        if parameters is not None and (read := by_name("parameter", parameters, self.model)):
            p = known.flat_values(read, self._understood)
        return known.split(p)

    def has_parameter(self, name: str) -> bool:
        """Whether a number of the model is an input."""
        return self.full_parameter(name) in self.compiler.parameters.names

    @property
    def kernels(self) -> dict[str, Kernel]:
        """The kernels made so far."""
        return dict(self._kernels)

    @property
    def tiers(self) -> dict[str, str]:
        """What the kernels made so far are at present: compiled, interpreted or shared code."""
        simulated = {name.partition("|")[0]: k for name, k in self.simulation_kernels.items()}
        kernels = {**self._kernels, **self.loops.kernels, **simulated}
        return {name: kernel.tier for name, kernel in kernels.items()}

    def compile_all(self) -> None:
        """Compile all kernels that are interpreted now, and wait for it."""
        self.compiler.factory.compile_all()

    @cached_property
    def all_holonomic(self) -> bool:
        """Whether no joint has rows of velocities alone."""
        return all(all(joint.type.holonomic) for joint in self.topology.cuts)

    @cached_property
    def has_contacts(self) -> bool:
        """Whether joints only push: wheels on what they roll on, followers on curves."""
        return any(joint.type.is_one_sided for joint in self.topology.cuts)

    @cached_property
    def rolls(self) -> bool:
        """Whether positions follow from velocities on the way, not from prescribed values."""
        bare = [row for row in rows_among(self.model.forces) if not row.closes]
        return not self.all_holonomic or bool(bare)

    @property
    def closed(self) -> bool:
        """Whether the mechanism has loops, couplers or rows of velocities alone."""
        bare = rows_among(self.model.forces)
        return bool(self.topology.holding or self.model.couplers or bare)

    @cached_property
    def followers(self) -> tuple[int, ...] | None:
        """Places in v of the coordinates that couplers let follow others; None with real loops.

        Where they are all that closes a mechanism, it has the dynamics of a tree.
        """
        if not self.closed:
            return None
        from sarrus.topology.followers import follower_places

        return follower_places(self.topology, self.layout)

    @cached_property
    def loops(self) -> Loops:
        """The constraint equations of the loops."""
        return Loops(self.compiler, self.tolerance, self._set_aside)

    def _set_aside(self) -> SetAside | None:
        """Return what is set aside within the tolerance of the data."""
        from sarrus.system.one_state.data_tolerance import set_aside

        return set_aside(self.system)

    @cached_property
    def spatial_loops(self) -> Loops:
        """The loops with all rows of their cut joints, those across the plane of the machine too.

        A planar system leaves these out of its equations; what they carry is undecided by it.
        """
        return self.spatial.loops

    @property
    def spatial(self) -> CompiledModel:
        """The same model with all rows of its cut joints."""
        return self._spatial if self.options["planar"] else self

    @cached_property
    def _spatial(self) -> CompiledModel:
        options = {**self.options, "planar": False}
        names = self.compiler.parameters.names
        return type(self.system)(self.model, parameters=names, **options).compiled

    @cached_property
    def catalogue(self) -> Catalogue:
        """All channels of the system by name."""
        from sarrus.system.channels.catalogue import system_catalogue

        return system_catalogue(self.system)

    @cached_property
    def element_parts(self) -> list[Part]:
        """What the kernel of force elements yields, in the order of its outputs."""
        from sarrus.system.channels.elements import structure

        return structure(self.system)

    @cached_property
    def closed_dynamics(self) -> ClosedDynamics:
        """Forward dynamics with loops in native code."""
        from sarrus.system.simulation.native_loops import ClosedDynamics

        return ClosedDynamics(self.system)

    @cached_property
    def native_reactions(self) -> NativeReactions | None:
        """The native call of the loads of all joints at a state, None where there is none."""
        from sarrus.system.one_state.native_reactions import NativeReactions

        return NativeReactions(self.system) if NativeReactions.serve(self.system) else None

    @cached_property
    def native_instants(self) -> NativeInstants | None:
        """The native calls of the first instant of drives, None where there are none."""
        from sarrus.system.driven.native_instant import NativeInstants

        return NativeInstants(self.system) if NativeInstants.serve(self.system) else None

    @cached_property
    def factor_products(self) -> FactorProducts:
        """The products of factors of derivatives, for large trees."""
        from sarrus.system.analysis.factor_products import FactorProducts

        return FactorProducts(self.compiler.tree)

    @cached_property
    def is_structure(self) -> bool:
        """Whether the loops leave no motion, in general position."""
        return self.closed and self.closed_dynamics.rank == self.nv > 0

    @cached_property
    def drawn_gap(self) -> float:
        """How far the loops are open as drawn, in lengths of the model or radians."""
        gap = self.loops.row_scale * self.loops.closure(self.system.drawing())[0]
        return float(np.max(np.abs(gap), initial=0.0))

    @cached_property
    def formulations(self) -> dict[Any, str]:
        """The formulations of loads of joints that need the fewest operations, once counted."""
        return {}

    @cached_property
    def simulation_kernels(self) -> dict[str, Kernel]:
        """Kernels of simulations made so far, those with laws of the user excepted."""
        return {}

    @cached_property
    def law_kernels(self) -> Recent[dict[str, Kernel]]:
        """Kernels of analyses with functions of the user, by what these compute."""
        return Recent(32)

    @cached_property
    def variants(self) -> Recent[System]:
        """Systems with more numbers of the model as inputs, by their names."""
        return Recent(32)

    def variant(
        self,
        model: Model | None = None,
        parameters: Iterable[str] = (),
        cut: Sequence[str] = (),
        cache: Cache | None = None,
    ) -> System:
        """Return the system of a model with the same bodies and joints, cut at the same joints.

        parameters: names of more numbers that become inputs; those of force elements that the
        model does not have are left out; cut: joints that the model has more, which are cut too;
        cache: where its kernels are, those of this one's if not given.
        """
        from sarrus.dynamics.model_numbers import element_numbers

        other = model or self.model
        kept = [
            f"force:{element.name}"
            for element in other.forces
            if element.units or any(element_numbers(element))
        ]
        names = [
            name
            for name in merged_parameters(self.model, self.compiler.parameters.names, parameters)
            if not name.startswith("force:") or name.rpartition(".")[0] in kept
        ]
        known = {joint.name for joint in other.joints}  # fewer, where a contact is separated
        cuts = [name for name in (*self.options["cut"], *cut) if name in known]
        options = {**self.options, "cut": cuts, **({} if cache is None else {"cache": cache})}
        return type(self.system)(other, parameters=names, **options)

    # --- coordinates and names ------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return all names that a state answers to."""
        cut = [
            n
            for joint in self.topology.cuts
            for n in (*joint.coordinate_names, *joint.velocity_names)
        ]
        joints = [*self.layout.q_names, *self.layout.v_names, *cut, *self.model.joint_index]
        return [*joints, *self.state_names]

    def locate(self, name: str) -> tuple[str, slice] | None:
        """Return which vector ("q", "v", "cut_q", "cut_v", "z") holds a name, and where."""
        found = self._places.get(name)
        if found is None:
            found = self._locate(name)
            if found is not None:
                self._places[name] = found
        return found

    def _locate(self, name: str) -> tuple[str, slice] | None:
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
        if any(bare in names for names in known):
            return self.layout.find(bare)
        state = name.removeprefix("force:")
        if state in self.state_names:
            at = self.state_names.index(state)
            return "z", slice(at, at + 1)
        return None

    def place_of(self, name: str, allowed: Sequence[str]) -> tuple[str, slice]:
        """Return where a name stands, which must be in one of the allowed vectors."""
        found = self.locate(name)
        if found is None or found[0] not in allowed:
            raise ModelError(self._location_problem(name, found, "q" in allowed))
        return found

    def _location_problem(
        self, name: str, found: tuple[str, slice] | None, coordinates: bool
    ) -> Problem:
        """Return the problem of a name that means nothing, or something of the other kind."""
        what = "coordinate" if coordinates else "velocity"
        if found is None:
            rule = f"is not a {what} of this system"
            return Problem("M09", f"'{name}'", rule, action=nearest(name, self.names()))
        if found[0] == "z":
            rule = f"is a state of a force element, not a {what}"
            action = "give it by states={...} of assemble or state"
            return Problem("M09", f"'{name}'", rule, action=action)
        joint = self.model.joint(self.joint_of(*found))
        other = "velocity" if coordinates else "coordinate"
        listed = joint.coordinate_names if coordinates else joint.velocity_names
        action = f"name one of {', '.join(repr(n) for n in listed)}, or all by '{joint.name}'"
        if not coordinates and joint.type.quaternion_at is not None:
            action += "; single coordinates of ball and free joints cannot be driven or held, but "
            action += "points of bodies can be led (PointDrive)"
        rule = f"is a {other} of the {joint.type.type_name} joint '{joint.name}', not a {what}"
        return Problem("M09", f"'{name}'", rule, action=action)

    def joint_of(self, vector: str, place: slice) -> str:
        """Return the joint that holds a place of a vector of coordinates or velocities."""
        tables = {
            "q": self.layout.q_slice,
            "v": self.layout.v_slice,
            "cut_q": self.loops.cut_q,
            "cut_v": self.loops.cut_v,
        }
        return next(name for name, p in tables[vector].items() if p.start <= place.start < p.stop)

    def located_rate(self, name: str) -> tuple[str, slice]:
        """Return where the velocities of a name stand: of a velocity, a coordinate or a joint."""
        found = self._rates.get(name)
        if found is None:
            found = self._rates[name] = self._located_rate(name)
        return found

    def _located_rate(self, name: str) -> tuple[str, slice]:
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
        return self.place_of(name, ("v", "cut_v"))

    def rate_places(self, name: str) -> tuple[tuple[str, int], ...]:
        """Return the vector and the place of every velocity that a name means."""
        vector, place = self.located_rate(name)
        return tuple((vector, k) for k in range(place.start, place.stop))

    def rate_names(self, name: str) -> tuple[str, ...]:
        """Return the velocities that a name means, by names of their own."""
        cut = [n for joint in self.topology.cuts for n in joint.velocity_names]
        names = {"v": self.layout.v_names, "cut_v": cut}
        return tuple(names[vector][k] for vector, k in self.rate_places(name))

    def coordinate_places(self, name: str) -> tuple[tuple[str, int], ...]:
        """Return the vector and the place of every coordinate that a name means."""
        vector, place = self.place_of(name, ("q", "cut_q"))
        return tuple((vector, k) for k in range(place.start, place.stop))

    def check_once(self, what: str, names: Iterable[str]) -> None:
        """Refuse velocities that several of some names mean; what is unknown is left to others."""
        check_once(what, [(name, _places_of(self.rate_places, name)) for name in names])

    def check_coordinates_once(self, what: str, names: Iterable[str]) -> None:
        """Refuse coordinates that several of some names mean; as `check_once`."""
        check_once(what, [(name, _places_of(self.coordinate_places, name)) for name in names])

    def same_coordinates(self, name: str, other: str) -> bool:
        """Tell whether two names mean the same coordinates."""
        places = _places_of(self.coordinate_places, name)
        return bool(places) and places == _places_of(self.coordinate_places, other)

    def same_rates(self, name: str, other: str) -> bool:
        """Tell whether two names, neither of them of a position, mean the same velocities."""
        found = self.locate(other)
        if found is not None and found[0] in ("q", "cut_q") and other not in self.model.joint_index:
            return False
        places = _places_of(self.rate_places, name)
        return bool(places) and places == _places_of(self.rate_places, other)

    def joint_at(self, vector: str, place: slice) -> tuple[str, slice]:
        """Return the joint that holds a place of "q" or "cut_q", and the place within it."""
        places = self.layout.q_slice if vector == "q" else self.loops.cut_q
        for joint, whole in places.items():
            if whole.start <= place.start and place.stop <= whole.stop and whole.stop > whole.start:
                return joint, slice(place.start - whole.start, place.stop - whole.start)
        raise ModelError(Problem("S05", f"{vector} {place}", "belongs to no joint"))

    @cached_property
    def writes_out_mass(self) -> bool:
        """Whether one kernel makes the mass matrix: shared code, or code of each of its entries.

        Larger ones, of models with numbers as inputs, are made column by column.
        """
        return self.compiler.mass_entries <= MOST_ENTRIES or self.compiler.shares_mass_matrix

    # --- kernels --------------------------------------------------------------------------------

    def kernel(self, name: str) -> Kernel:
        """Return the kernel of a quantity, compiling it if need be."""
        self.call(name)
        return self._kernels[name]

    def kernel_of(
        self,
        name: str,
        shapes: Mapping[str, tuple[int, ...]],
        equation: Equation,
        finite: bool = False,
        seldom: bool = False,
    ) -> Kernel:
        """Return the kernel of an equation with inputs of these shapes, made once."""
        if name not in self._kernels:
            self._kernels[name] = self.compiler.make(name, shapes, equation, finite, seldom)
        return self._kernels[name]

    def call(self, name: str) -> Callable[..., Any]:
        """Return the kernel of a quantity as a function."""
        call = self.calls.get(name)
        if call is None:
            if name in ("inverse_dynamics", "forward_dynamics"):
                self.refuse_loops(name)
            if name == "forward_dynamics":
                self.refuse_massless(range(self.nv))
            if name not in QUANTITIES:
                raise ModelError(unknown("quantity", name, list(QUANTITIES)))
            inputs, equation = QUANTITIES[name]
            if self.closed and name in FOLLOWED:
                equation = partial(NamedEquation(FOLLOWED[name], FOLLOWERS), places=self.followers)
            elif self.loops.bearings:
                from sarrus.system.flow.load_friction import QUANTITIES as LOADED

                equation = LOADED.get(name, equation)
            call = self.add_call(name, inputs, equation)
        return call

    def body_name(self, kind: str, body: str) -> str:
        """Return the name of the kernel of a quantity of one body."""
        return f"{kind} {-1 if body == GROUND else self.topology.index[body]}"

    def body_call(self, kind: str, body: str, inputs: tuple[str, ...]) -> Callable[..., Any]:
        """Return the kernel of a quantity of one body as a function."""
        name = self.body_name(kind, body)
        call = self.calls.get(name)
        if call is None:
            call = self.add_call(name, inputs, partial(NamedEquation(kind), body=body))
        return call

    def evaluate(
        self, name: str, arrays: tuple[Any, ...], out: Any, order: str, keywords: Mapping[str, Any]
    ) -> Any:
        """Return a quantity in given arrays, or in an order of memory; keywords: last inputs."""
        kernel = self._kernels.get(name) or self.kernel(name)
        return kernel.ordinary(*arrays, *self.last_inputs(**keywords), out=out, order=order)

    def in_layout(
        self, name: str, found: Any, out: Any, order: str, arrays: tuple[Any, ...]
    ) -> Any:
        """Return a result in given arrays, or in an order of memory; arrays: what it is of."""
        if out is None and order == "K":
            return found
        from sarrus.kernels.layout import put

        return put(found, out, order, arrays, Refused(name))

    def add_call(
        self, name: str, inputs: tuple[str, ...], equation: Equation
    ) -> Callable[..., Any]:
        """Return the kernel of an equation as a function, made and kept under a name."""
        shapes = {key: shape_of(key, self.nq, self.nv) for key in inputs}
        kernel = self.compiler.make(name, shapes, equation, finite=True)
        self._kernels[name] = kernel
        self.calls[name] = kernel.call
        return kernel.call

    def last_inputs(
        self,
        t: float | None = None,
        parameters: Mapping[str, Any] | None = None,
        base: GroundMotion | BaseLaw | PoseLaw | None = None,
        turned: np.ndarray | None = None,
        z: Any = None,
        **unknown: Any,
    ) -> tuple[np.ndarray, ...]:
        """Return the last inputs of a call, or nothing when all have their usual values.

        base: laws of its motion are evaluated at the time t; turned: what angles of cut joints are
        near to, where that matters; z: states of force elements, or rows of them, by default their
        start values.
        """
        if unknown:
            raise ModelError(unknown_keywords(type(self.system), unknown))
        counted = turned is not None and self.compiler.counts
        if t is None and parameters is None and base is None and not counted and z is None:
            return ()
        last = dict(self.compiler.defaults)
        if t is not None:
            last["t"] = numbers("t", t, 1).reshape(1)
        if parameters is not None and (values := by_name("parameter", parameters, self.model)):
            last["p"] = self.compiler.parameters.flat_values(values, self._understood)
            if STATES in last:
                last[STATES] = self.compiler.start_states(last["p"])
        if base is not None:
            if not self.compiler.prescribed:
                raise ModelError(fixed_base_problem(self.model.name))
            from sarrus.system.flow.base_motion import at_instant
            from sarrus.system.quantities.base_input import GroundMotion

            now = at_instant(base, t)
            if not isinstance(now, GroundMotion):
                rule = "must be a GroundMotion, or a PoseLaw"
                raise ModelError(Problem("M31", "base", rule, repr(base)[:80]))
            last["base"] = now.flat
        if counted:
            last[TURNED] = np.asarray(turned, dtype=float)
        if z is not None:
            rows = numbers("z", z)
            if rows.shape[-1:] != (len(self.state_names),):
                numbers("z", z, len(self.state_names))
            if STATES in last:
                last[STATES] = rows
        return tuple(last.values())

    def cut_angles(self, state: State) -> np.ndarray | None:
        """Return what angles of cut joints are at a state, None where that does not matter."""
        if not self.compiler.counts or state.cut_q is None:
            return None
        return np.asarray(state.cut_q, dtype=float)[list(self.loops.wrapped)]

    def last_at(self, last: tuple[np.ndarray, ...], state: State) -> tuple[np.ndarray, ...]:
        """Return the last inputs with the turns of cut joints and the states of elements there."""
        turned, z = self.cut_angles(state), state.own_z
        if turned is None and z is None:
            return last
        defaults = self.compiler.defaults
        named = dict(zip(defaults, last, strict=True)) if last else dict(defaults)
        if turned is not None:
            named[TURNED] = turned
        if z is not None:
            named[STATES] = z
        return tuple(named.values())

    def states_at(self, state: State, last: tuple[np.ndarray, ...] = ()) -> np.ndarray:
        """Return z at a state; last: inputs that hold parameters of its start values."""
        if state.own_z is not None:
            return state.own_z
        defaults = self.compiler.defaults
        named = dict(zip(defaults, last, strict=True)) if last else defaults
        return named.get(STATES, np.zeros(0))

    def states_of(self, values: Mapping[str, Any], last: tuple[np.ndarray, ...]) -> np.ndarray:
        """Return z of states by name; all others have their start values."""
        defaults = self.compiler.defaults
        z = (
            (dict(zip(defaults, last, strict=True)) if last else defaults)
            .get(STATES, np.zeros(0))
            .copy()
        )
        problems = []
        for name, value in values.items():
            found = self.locate(name)
            if found is None or found[0] != "z":
                known = list(self.state_names)
                rule = "is not a state of a force element of this system"
                action = nearest(name, known) if known else "no force element of it has states"
                problems.append(Problem("M09", f"state '{name}'", rule, action=action))
                continue
            z[found[1]] = numbers(f"state '{name}'", value, 1)
        if problems:
            raise ModelError(problems)
        return z

    def massless(self) -> list[Problem]:
        """Return the notices of bodies without mass at the tips of the tree."""
        return [notice for notice in self.model.notices if notice.code == "M01"]

    def refuse_massless(self, free: Iterable[int]) -> None:
        """Refuse accelerations of coordinates that move no mass."""
        problems = massless_problems(self.massless(), self.layout, set(free))
        if problems:
            raise ModelError(problems)

    def refuse_loops(self, what: str) -> None:
        """Refuse what only trees can answer, and those in which coordinates follow others."""
        loaded = what == "forward_dynamics" and self.closed and self.loops.bearings
        if self.closed and (self.followers is None or loaded):
            raise ModelError(closed_mechanism(self.model.name, what))


def _places_of(
    places: Callable[[str], tuple[tuple[str, int], ...]], name: str
) -> tuple[tuple[str, int], ...]:
    """Return the places of a name, none where it means nothing."""
    try:
        return places(name)
    except ModelError:
        return ()


def _cache(choice: Cache | Path | str | None) -> Cache:
    if isinstance(choice, Cache):
        return choice
    return Cache.default() if choice == USER_CACHE else Cache(choice)
