"""The constants of a live machine: what sliders change, and how the numbers of the model follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from sarrus.errors import ModelError, Problem
from sarrus.kernels.program import Program
from sarrus.late_dataclass import dataclass
from sarrus.system.live.following import Following
from sarrus.system.quantities.parameters import parameter_units

if TYPE_CHECKING:
    from sarrus.system.constants.constants_map import ConstantsMap
    from sarrus.system.system import System

GUARDS = "guards"
"""The output of a map of constants that says where it holds."""


@dataclass(frozen=True)
class Constants:
    """Numbers that sliders change, in SI units.

    program: from the constants to parameters by their full names, or to all of them as `p`, to
    numbers of the drawing, and to `guards`, which are 1 where the map holds; None where the
    constants are the parameters themselves, entry by entry. outputs, drawing: names of these;
    guards: for each, where it is decided and by which constants. ranges: lowest and highest value
    by name, where they are known; following: what follows beside the parameters.
    """

    names: tuple[str, ...]
    values: tuple[float, ...]
    units: tuple[str, ...]
    program: Program | None = None
    outputs: tuple[str, ...] = ()
    drawing: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    ranges: Mapping[str, tuple[float, float]] | None = None
    cannot: Mapping[str, str] | None = None
    """Constants that no machine can follow, with the reason."""
    following: Following = field(default_factory=Following)

    def places(self, system: System) -> dict[str, slice]:
        """Return where the parameters that follow the constants stand in p."""
        known = parameter_places(system)
        ports = () if self.program is None else self.program.outputs
        if any(port.name == "p" for port in ports):
            return {"p": slice(0, system.compiled.compiler.parameters.size)}
        missing = [name for name in self.outputs if name not in known]
        if missing:
            rule = "follows from the constants, but is not an input of this system"
            action = "compile with parameters= the outputs of the map of constants"
            raise ModelError(Problem("S02", f"parameter '{missing[0]}'", rule, action=action))
        return {name: known[name] for name in self.outputs}

    def fixed_entries(self, system: System) -> dict[int, float]:
        """Return the entries of p that no constant changes, with their values."""
        if self.program is None:
            return {}
        values = system.compiled.compiler.parameters.vector
        found = {k: float(x) for k, x in enumerate(values)}
        ports = [port.name for port in self.program.outputs]
        for name, place in self.places(system).items():
            for k, value in enumerate(self.program.results[ports.index(name)]):
                op, *operands = self.program.instructions[value]
                if op == "const":
                    found[place.start + k] = float(operands[0])
                else:
                    found.pop(place.start + k)
        return found


def parameter_places(system: System) -> dict[str, slice]:
    """Return where each parameter of a system stands in p."""
    parameters, at = system.compiled.compiler.parameters, 0
    found = {}
    for name, value in zip(parameters.names, parameters.defaults, strict=True):
        found[name] = slice(at, at + value.size)
        at += value.size
    return found


def mapped_constants(
    found: ConstantsMap, ranges: Mapping[str, tuple[float, float]] | None = None
) -> Constants:
    """Return the constants of a map from constants of a file to numbers (`ConstantsMap`)."""
    return Constants(
        tuple(constant.name for constant in found.constants),
        tuple(float(constant.value) for constant in found.constants),
        tuple(str(constant.unit) for constant in found.constants),
        found.program,
        tuple(found.outputs),
        tuple(found.drawing),
        tuple(f"{c.where or 'the model'} ({', '.join(c.constants)})" for c in found.guards),
        ranges,
        dict(found.cannot),
    )


def own_constants(
    system: System, ranges: Mapping[str, tuple[float, float]] | None = None
) -> Constants:
    """Return the parameters of a system as constants, one for each number."""
    parameters, model = system.compiled.compiler.parameters, system.model
    names: list[str] = []
    units: list[str] = []
    for name, value in zip(parameters.names, parameters.defaults, strict=True):
        entries = [""] if not value.shape else [f".{k}" for k in range(value.size)]
        if value.shape == (3,):
            entries = [".x", ".y", ".z"]
        names += [f"{name}{entry}" for entry in entries]
        units += [parameter_units(model, name)[0]] * len(entries)
    values = tuple(float(x) for x in parameters.vector)
    return Constants(tuple(names), values, tuple(units), ranges=ranges)
