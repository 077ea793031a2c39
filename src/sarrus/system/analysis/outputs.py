"""What is asked for: channels by name, or functions of the state."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.errors import ModelError, Problem, message_of
from sarrus.kernels import Kernel
from sarrus.spatial.arrays import Array
from sarrus.system.analysis.contents import AskedState, Content, Notes
from sarrus.system.channels.catalogue import accumulation_problem
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow.flow import Flow
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.system import System

Wanted = Sequence[Any] | Mapping[str, Any] | str


class Outputs:
    """Named outputs; each is the name of a channel or a function of (t, state).

    `names` of the single numbers are known once their content is asked for, or they are evaluated.
    """

    of_run: bool = False
    """Whether the states are of a run, in which channels that accumulate have values."""

    def __init__(self, wanted: Wanted) -> None:
        if isinstance(wanted, str):
            wanted = [wanted]
        if isinstance(wanted, Mapping):
            self._wanted = dict(wanted)
        else:
            listed = wanted if isinstance(wanted, (list, tuple)) else [wanted]
            self._wanted = {_label(k, item): item for k, item in enumerate(listed)}
        for name, item in self._wanted.items():
            if not isinstance(item, str) and not callable(item):
                rule = "must be the name of a channel or a function of (t, state)"
                raise ModelError(Problem("M31", f"output '{name}'", rule, repr(item)[:80]))
        self.names: list[str] = []

    @property
    def key(self) -> str:
        """What tells these outputs from others, functions apart."""
        return repr([(n, w if isinstance(w, str) else None) for n, w in self._wanted.items()])

    @property
    def own(self) -> bool:
        """Whether there are functions of the user among them."""
        return not all(isinstance(wanted, str) for wanted in self._wanted.values())

    def content(self, sim: Simulator) -> Content | None:
        """Return what the functions compute, None where only tracing can tell; sets the names."""
        notes = Notes()
        state = AskedState.of(sim, notes)
        if not self.own:
            self.values(state)
            return ()
        try:
            found = notes.content(self.values(state))
        except Exception:  # whatever a function of the user does is told when it is traced
            return None
        return tuple(self.names), found

    def units(self, system: System) -> list[str]:
        """Return the unit of every number; of functions of the user, none."""
        found: list[str] = []
        for wanted in self._wanted.values():
            if not isinstance(wanted, str):
                continue
            channel = system.compiled.catalogue.find(wanted)
            found += [column.unit for column in channel.columns]
        return found

    def values(self, state: TracedState) -> Array:
        """Return all numbers, in numbers or symbols."""
        found: list[Any] = []
        names: list[str] = []
        for name, wanted in self._wanted.items():
            part = np.asarray(self._value(name, wanted, state))
            for k, value in enumerate(part.flat):
                names.append(name if part.ndim == 0 else f"{name}[{k}]")
                found.append(value)
        self.names = names
        out = np.empty(len(found), dtype=object)
        out[:] = found
        return out

    def _value(self, name: str, wanted: Any, state: TracedState) -> Any:
        if isinstance(wanted, str):
            if state.channel(wanted).accumulates and not self.of_run:
                raise ModelError(accumulation_problem(wanted))
            return state[wanted]
        takes_state = len(inspect.signature(wanted).parameters) > 1
        try:
            return wanted(state.inputs.time, state) if takes_state else wanted(state)
        except ModelError:
            raise
        except Exception as problem:
            raise ModelError(
                Problem(
                    "V03",
                    f"output '{name}'",
                    f"cannot be traced: {message_of(problem)}",
                    cause="its function branches on a value, or uses `math` or another library",
                    action="use NumPy's functions and what `state` offers",
                )
            ) from problem


def output_kernel(sim: Simulator, outputs: Outputs) -> Kernel:
    """Return the kernel of outputs at (y, t) of a mode: g, one number after the other."""

    def body(flow: Flow, t: Any, arrays: Mapping[str, Any]) -> Mapping[str, Any]:
        y = arrays["y"]
        return {"g": outputs.values(TracedState(sim.system, flow.inputs_at(t, y), flow, y))}

    laws = sim.actuation.efforts
    outputs.content(sim)  # names, also where the kernel has been made before
    return sim.kernel(f"outputs {outputs.key}", {"y": (sim.size,)}, body, laws, outputs.own)


def _label(k: int, item: Any) -> str:
    if isinstance(item, str):
        return item
    name = getattr(item, "__name__", "")
    return name if name.isidentifier() else f"output {k}"
