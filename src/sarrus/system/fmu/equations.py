"""What the kernels of an FMU compute, as programs of a mode of a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.derivative import pushforward
from sarrus.kernels.program import LEAVES, Port, Program, needed_program
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import join
from sarrus.system.analysis.outputs import Outputs
from sarrus.system.channels.traced_state import TracedState
from sarrus.system.flow import flow_kernels
from sarrus.system.flow.flow import Flow
from sarrus.system.flow.steps import METHODS, Step
from sarrus.system.live.equations import ALIVE, EVENT_NUMBERS, LiveEquations
from sarrus.system.simulation.event_watch import switch_count, switches
from sarrus.system.simulation.mode_kernels import Simulator

if TYPE_CHECKING:
    from sarrus.system.live.events import LiveEvents

Arrays = Mapping[str, Any]
STAGED = "rk4"
"""The method whose stages are a loop in C: the slope is written twice, not four times."""

KINKS = frozenset({"lt", "le", "min", "max", "abs", "sign"})
"""Operations that have a kink or a jump where their operands meet, or are zero."""


@dataclass(frozen=True, eq=False)
class FmuEquations:
    """The programs of one mode; method: that of the steps of Co-Simulation.

    events: those of the FMU, None without any; charted: whether states are independent coordinates.
    """

    sim: Simulator
    outputs: Outputs
    method: str
    events: LiveEvents | None = None
    charted: bool = False

    @cached_property
    def n_outputs(self) -> int:
        """Number of outputs, whose names are known then."""
        self.outputs.content(self.sim)
        return len(self.outputs.names)

    @cached_property
    def n_switches(self) -> int:
        """Number of values at whose zeros laws of force elements have kinks."""
        return switch_count(self.sim)

    @property
    def n_kinks(self) -> int:
        """Number of values at whose zeros laws of time have kinks."""
        return self._kinks.outputs[0].size

    @cached_property
    def _slope(self) -> Program:
        return self._program({"y": (self.sim.size,)}, flow_kernels.slope)

    @cached_property
    def _kinks(self) -> Program:
        return kinks_in_time(self._slope)

    @cached_property
    def programs(self) -> dict[str, Program]:
        """All programs, by the names of their functions in C."""
        shape = {"y": (self.sim.size,)}
        found = {"slope": self._slope}
        moved = {**shape, "dy": (self.sim.size,), **self._effort_directions}
        found["tangent_slope"] = self._program(moved, self._tangent_slope)
        live = LiveEquations(self.sim.system)
        if self.charted or self.events is not None:
            found["rows"] = self._program(shape, _rows(live, self.events is not None))
        if self.charted:
            found["move"] = self._program({**shape, "change": (self._nv,)}, live.move())
            found["rates"] = self._program(shape, _rates)
            found["tangent_rows"] = self._program(
                {**shape, "dy": (self.sim.size,)}, _tangent_rows(live)
            )
        if self.n_outputs:
            found["outputs"] = self._program(shape, self._outputs)
            found["tangent_outputs"] = self._program(moved, self._tangent_outputs)
        if self.n_switches:
            found["switches"] = self._program(shape, _switches)
        if self.n_kinks:
            found["kinks"] = self._kinks
        if self.events is not None:
            found |= self._event_programs(live, self.events)
        if self.method == STAGED:
            more = {"trial": (self.sim.size,), "sum": (self.sim.size,), "h": (1,)}
            found["finish"] = self._program({**shape, **more}, _finish)
        elif (formula := METHODS[self.method].step) is not None:
            found["step"] = self._program({**shape, "h": (1,)}, _step(formula))
        return found

    def _event_programs(self, live: LiveEquations, events: LiveEvents) -> dict[str, Program]:
        """Return the programs of what events watch, and of what they need."""
        shape = {"y": (self.sim.size,)}
        wide = {**shape, EVENT_NUMBERS: (len(events.numbers),), ALIVE: (len(events),)}
        found = {
            "event_values": self._program(wide, live.events(events)),
            "impact": self._program(wide, live.impact(events)),
        }
        if events.computed:
            found["computed"] = self._program(shape, live.body_of_changes(events))
        if events.made:
            found["frames"] = self._program(shape, live.made_frames(events.made))
        return found

    @property
    def _nv(self) -> int:
        return int(self.sim.system.nv)

    @property
    def _effort_directions(self) -> dict[str, tuple[int, ...]]:
        return {"dtau": (self._nv,), "dtau_cut": (self.sim.system.compiled.loops.n_cut_v,)}

    def _program(self, shapes: Mapping[str, tuple[int, ...]], body: Any) -> Program:
        # where locked coordinates are is found by events, in trees too
        holds = self.events is not None and any(d.is_held for d in self.sim.driven)
        held = {"hold": (len(self.sim.hold),)} if holds else {}
        return self.sim.program({**shapes, **held}, body, self.sim.actuation.efforts)

    def _outputs(self, flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        y = arrays["y"]
        state = TracedState(self.sim.system, flow.inputs_at(t, y), flow, y)
        return {"found": self.outputs.values(state)}

    def _tangent_outputs(self, flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        return {"dfound": _along(self._outputs(flow, t, arrays)["found"], arrays)}

    def _tangent_slope(self, flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        return {"dydot": _along(flow.slope(t, arrays["y"]).ydot, arrays)}


def kinks_in_time(program: Program) -> Program:
    """Return the program of the values at whose zeros what depends on time alone has kinks.

    Of comparisons and of the smaller or larger of two it is their difference, of absolute values
    and signs what they are of; laws of drives and efforts and the motion of ground have such.
    """
    names = [port.name for port in program.inputs]
    own, instructions = {names.index("t")}, list(program.instructions)
    state = {k for k, name in enumerate(names) if name in ("y", "tau", "tau_cut")}
    of_time: list[bool] = []
    of_state: list[bool] = []
    found: list[int] = []
    for op, *operands in program.instructions:
        if op in LEAVES:
            of_time.append(op == "input" and operands[0] in own)
            of_state.append(op == "input" and operands[0] in state)
            continue
        of_time.append(any(of_time[a] for a in operands))
        of_state.append(any(of_state[a] for a in operands))
        if of_time[-1] and not of_state[-1] and op in KINKS:
            if len(operands) == 2:
                found.append(len(instructions))
                instructions.append(("sub", operands[0], operands[1]))
            else:
                found.append(operands[0])
    distinct = {instructions[k]: k for k in found}
    port = Port("found", (len(distinct),))
    return needed_program(program.inputs, (port,), instructions, [list(distinct.values())])


def _along(values: Any, arrays: Arrays) -> Any:
    """Return the derivatives of values along dy, dtau, dtau_cut."""
    at = join(arrays["y"], arrays["tau"], arrays["tau_cut"])
    return pushforward(values, at, join(arrays["dy"], arrays["dtau"], arrays["dtau_cut"]))


def _finish(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the end of a step of the classical method, from k1 + 2 (k2 + k3) and the last stage.

    t: of the end; as `runge_kutta_4` has it, with the factors of the last stage.
    """
    last = flow.slope(t, arrays["trial"])
    following = arrays["y"] + (arrays["h"][0] / 6.0) * (arrays["sum"] + last.ydot)
    return {
        "y_next": flow.closed_state(t, following, last.factors),
        "watch": np.array([last.watch]),
    }


def _step(formula: Step) -> Any:
    """Return the body of one step of a method."""

    def body(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        following, watch = formula(flow, arrays["y"], t, arrays["h"][0])
        return {"y_next": following, "watch": np.array([watch])}

    return body


def _rates(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the matrix of qdot = T v."""
    layout = flow.compiler.layout
    q = layout.with_unit_quaternions(arrays["y"][: flow.nq])
    return {"rates": np.array([layout.rate(q, unit) for unit in np.eye(flow.nv)], dtype=object).T}


def _rows(live: LiveEquations, held: bool) -> Any:
    """Return the body of all rows of loops, drives and locks; held: and where those are."""
    rows, names = live.rows(), ("gaps", "Phi", "slip", "turned", *(["here"] if held else []))

    def body(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        found = rows(flow, t, arrays)
        return {name: found[name] for name in names if name in found}

    return body


def _tangent_rows(live: LiveEquations) -> Any:
    """Return the body of the derivative of the rates of all rows along dy."""
    rows = live.rows()

    def body(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
        slip = rows(flow, t, arrays)["slip"]
        return {"dslip": pushforward(slip, arrays["y"], arrays["dy"])}

    return body


def _switches(flow: Flow, t: Any, arrays: Arrays) -> Arrays:
    """Return the values at whose zeros laws of force elements have kinks."""
    return {"found": np.array(switches(flow.inputs_at(t, arrays["y"])), dtype=object)}
