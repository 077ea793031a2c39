"""The section `optimize`: what is minimized, by which numbers, and within which limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At
from sarrus.late_dataclass import dataclass
from sarrus.model.expressions import ExpressionError, Value
from sarrus.model.model import Model
from sarrus.model.quantity import QuantityError
from sarrus.study import values
from sarrus.study.events import Channel
from sarrus.study.names import Names
from sarrus.study.settings import Assembly

if TYPE_CHECKING:
    from sarrus.design.objectives.objective import NamesInScope
    from sarrus.design.optimization.variables import Nominal, Variable

COUNTS = ("starts", "windows", "points", "limit")
WORDS = ("search", "derivatives")
OWN = {"objective": "G20", "constraints": "G22"}
"""Codes of texts that make no sense."""
KEYS = ("objective", "by", "constraints", *WORDS, *COUNTS, "seed")


@dataclass(frozen=True)
class OptimizationPlan:
    """Arguments of `sarrus.design.optimize`; by: names with (low, high) in SI units.

    objective: texts, none where the file has no such section.
    """

    objective: tuple[str, ...] = ()
    by: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    constraints: tuple[str, ...] = ()
    search: str = "auto"
    derivatives: str = "auto"
    starts: int = 1
    windows: int = 8
    points: int = 11
    limit: int = 5000
    seed: int = 0

    @property
    def keywords(self) -> dict[str, Any]:
        """How it is made."""
        return {name: getattr(self, name) for name in (*WORDS, *COUNTS, "seed")}


@dataclass(frozen=True)
class OptimizationReader:
    """Reads the section; model: None where it could not be built; channel: units of channels."""

    names: Names
    model: Model | None
    channel: Channel
    assembly: Assembly
    inputs: Mapping[str, Any]
    constants: Mapping[str, Any]

    def read(self, at: At, raw: Any) -> OptimizationPlan:
        """Return the plan; problems are left with the page."""
        from sarrus.design.optimization.optimize import DERIVATIVES, SEARCHES

        entries = values.known_keys(at, raw, KEYS, ("objective", "by"))
        found: dict[str, Any] = {}
        for name, known in (("search", SEARCHES), ("derivatives", DERIVATIVES)):
            if name in entries:
                found[name] = values.word(at.key(name, name), entries[name], known)
        for name in COUNTS:
            if name in entries:
                found[name] = values.count(at.key(name, name), entries[name])
        if "seed" in entries:
            seed = values.number(at.key("seed", "seed"), entries["seed"], values.PURE)
            found["seed"] = None if seed is None else int(seed)
        variables = self._variables(at.key("by", "by"), entries.get("by"))
        found["by"] = {v.name: (v.low, v.high) for v in variables}
        scope = self._scope(at, variables)
        for name in ("objective", "constraints"):
            if name in entries:
                found[name] = self._texts(at.key(name, name), entries[name], name, scope)
        return OptimizationPlan(**{key: value for key, value in found.items() if value is not None})

    def _texts(self, at: At, raw: Any, kind: str, scope: NamesInScope) -> tuple[str, ...]:
        from sarrus.design.objectives.objective import constraints_of_text, objective_of_text

        found = []
        for here, text in values.items(at, raw):
            if values.text(here, text) is None:
                continue
            found.append(text)
            if self.model is None:
                continue
            try:
                if kind == "objective":
                    objective_of_text(text, scope)
                else:
                    constraints_of_text(text, scope)
            except ExpressionError as error:
                code = OWN[kind] if error.code == "F22" else error.code
                here.expression_problem(
                    text, ExpressionError(error.reason, error.position, error.hint, code)
                )
        return tuple(found)

    def _variables(self, at: At, raw: Any) -> tuple[Variable, ...]:
        from sarrus.design.optimization.variables import read_variables

        if self.model is None or raw is None:
            return ()
        listed = {str(name): None for _, name in values.items(at, raw)}
        entries = dict(raw) if isinstance(raw, Mapping) else listed
        found: list[Variable] = []
        own = self._is_own(at)
        for name, bounds in entries.items():
            here = at.key(name, str(name)) if isinstance(raw, Mapping) else at
            try:
                ends = self._ends(here, bounds)
                found += read_variables({str(name): ends}, self._nominal(at), own)
            except ModelError as error:
                for p in error.problems:
                    shown = here.literal(bounds) if bounds is not None else f"'{name}'"
                    here.report(p.code, p.rule, value=shown, action=p.action, cause=p.cause)
            except ExpressionError as error:
                here.expression_problem(str(bounds), error)
            except QuantityError as error:
                here.report(error.code, error.reason, action=error.action)
        return tuple(found)

    def _ends(self, at: At, raw: Any) -> Any:
        """Return bounds with their texts as values, which may use the constants of the file."""
        if isinstance(raw, Mapping):
            known = values.known_keys(at, raw, ("from", "to"), ("from", "to"))
            return {key: self._value(at, value) for key, value in known.items()}
        if isinstance(raw, (list, tuple)):
            return [self._value(at, value) for value in raw]
        return raw

    def _value(self, at: At, raw: Any) -> Any:
        return at.scope.value(raw) if isinstance(raw, str) else raw

    def _is_own(self, at: At) -> bool:
        """Whether constants have the values of the file: others may be beyond bounds in a run."""
        for name in self.constants:
            place = at.page.marks.get(("constants", name))
            written = "" if place is None else place.text.strip("'\"")
            try:
                if written and name in at.scope and at.scope.value(written) != at.scope[name]:
                    return False
            except (ExpressionError, QuantityError):
                continue  # a text that is shown in part
        return True

    def _nominal(self, at: At) -> Nominal:
        from sarrus.design.optimization.variables import Nominal
        from sarrus.system.constants.constants_map import written_constant

        constants = {name: written_constant(name, raw, at.scope[name])
                     for name, raw in self.constants.items() if name in at.scope}  # fmt: skip
        if self.model is None:
            raise ModelError([])
        return Nominal(
            self.model, constants, None, self.assembly.wanted, self.assembly.rates, self.inputs
        )

    def _scope(self, at: At, variables: tuple[Variable, ...]) -> NamesInScope:
        from sarrus.design.objectives.objective import NamesInScope

        units = {v.name: v.unit for v in variables}
        scope: dict[str, Value] = {n: at.scope[n] for n in at.scope if n not in units}
        return NamesInScope(self._unit, units, scope)

    def _unit(self, name: str) -> str:
        unit = self.channel(name)
        if unit is not None:
            return unit
        names = self.names
        vectors = [f"{p}.{part}" for p in names.places for part in ("position", "acceleration")]
        efforts = [f"{joint}.effort" for joint in names.joints]
        known = [*names.coordinates, *names.velocities, *vectors, *efforts]
        raise ExpressionError(f"names no channel: '{name}'", 0, lambda: names.hint(name, known))
