"""A leg in independent coordinates: the reduced equations of paper 2, (44) and (46).

Every evaluation takes the independent coordinates and velocities of the state, finds the dependent
ones by the closure (47), Newton's iteration for positions and a linear equation for velocities, and
solves as many equations as the mechanism has freedoms. What the integrator has for the dependent
ones, the stage of its own step, is where Newton's iteration begins, and has no other influence:
the error of a step is that of the independent ones alone.

A choice of coordinates is left where another is much better: at dead points of the choice.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from sarrus.errors import ModelError
from sarrus.system.one_state.reducing import named_places
from sarrus.system.simulation.methods.adaptive_leg import AdaptiveLeg
from sarrus.system.simulation.methods.independent import (
    WORSE,
    Choice,
    ScaledRows,
    first_choice,
    later_choice,
    not_all_of_tree,
)
from sarrus.system.simulation.methods.leg import Crossing, LegState
from sarrus.system.simulation.methods.reduced_equations import ReducedEquations
from sarrus.system.simulation.native_loops import WATCH


def begun_equations(here: LegState) -> ReducedEquations:
    """Return the reduced equations of a leg, in the coordinates with which it begins."""
    sim, plan, memory = here.sim, here.order.plan, here.memory
    found = ReducedEquations(sim, plan.solve, sim.inputs(None, here.record.held))
    account = here.record.account
    if memory:
        known = memory["choice"]
        dependent, closing = (tuple(int(k) for k in known[key]) for key in ("dependent", "closing"))
        found.choose(here.y, Choice(dependent, closing, float(known["watch"])))
        if memory["T"] is not None:
            found.shared["T"][...] = memory["T"]
        return found
    first = not account.independent
    choose = first_choice if first else later_choice
    found.choose(here.y, choose(sim, here.y, plan.independent))
    note_choice(here, found.names, here.t)
    return found


def note_choice(here: LegState, names: list[str], t: float) -> None:
    """Enter a choice in the account of the run, unless it is the one before."""
    account = here.record.account
    if not account.independent or list(account.independent[-1][1]) != names:
        account.independent.append([t, names])


def note_tree(here: LegState) -> None:
    """Enter the coordinates of a tree, all independent but those that are driven or held."""
    sim, names = here.sim, here.order.plan.independent
    driven = {d.v for d in sim.driven}
    free = [k for k in range(sim.system.nv) if k not in driven]
    first = not here.record.account.independent
    if first and names is not None and sorted(named_places(sim.system, names)) != free:
        raise ModelError(not_all_of_tree(sim, names, free))
    if here.memory is None:
        note_choice(here, [sim.system.velocities[k] for k in free], here.t)


def choice_record(equations: ReducedEquations) -> dict[str, Any]:
    """Return the choice of coordinates for a file, with which a run goes on."""
    choice = equations.choice
    return {
        "dependent": list(choice.dependent),
        "closing": list(choice.closing),
        "watch": choice.watch,
    }


def better_choice(equations: ReducedEquations, y: np.ndarray) -> Choice | None:
    """Return another choice at a state if it is much better than the present one."""
    rows = ScaledRows.at(equations.sim, y)
    best = rows.by_pivots()
    if set(best.dependent) == set(equations.choice.dependent):
        return None
    now = rows.watch(equations.choice.dependent)
    return best if now < WORSE * best.watch else None


def usual_limit(equations: ReducedEquations) -> float:
    """Return the watch below which a choice is looked at again."""
    return min(WATCH, WORSE * equations.choice.watch)


class ReducedLeg(AdaptiveLeg):
    """Steps of the Runge-Kutta method of "auto" in independent coordinates."""

    keeps_slopes = True

    def __init__(self, here: LegState) -> None:
        self.equations = begun_equations(here)
        self.newton = 0
        super().__init__(here)
        self.limit = usual_limit(self.equations)
        if here.memory:
            self.limit = float(here.memory["limit"])
        self.loop.limit(self.limit)

    def _kernels(self) -> tuple[Any, Any, dict[str, np.ndarray]]:
        equations = self.equations
        return equations.bound_slope(), equations.bound_closing(), equations.shared

    def _tolerances(self) -> tuple[float, np.ndarray]:
        """Return tolerances that leave dependent entries out of the mean error of a step."""
        rtol, atol = super()._tolerances()
        counts = self.equations.controlled
        part = float(np.sqrt(np.mean(counts)))
        return part * rtol, np.where(counts, part * atol, np.inf)

    def _low(self) -> None:
        if not self._chosen_anew():
            super()._low()

    def _approach(self, end: float, to_the_least: bool) -> Crossing | None:
        if not to_the_least and self._chosen_anew():
            return None
        return super()._approach(end, to_the_least)

    def _chosen_anew(self) -> bool:
        """Choose other coordinates where they are much better; return whether that was done."""
        loop, equations = self.loop, self.equations
        found = None if self.approach is not None else better_choice(equations, loop.y)
        if found is None:
            return False
        equations.choose(loop.y, found)
        loop.tolerate(self._tolerances()[1])
        self.limit = usual_limit(equations)
        loop.limit(self.limit)
        loop.renew()
        note_choice(self.here, equations.names, loop.t)
        self.here.record.account.choices += 1
        self.chosen = loop.steps
        return True

    def _keep(self, until: float = np.inf) -> None:
        super()._keep(until)
        self.here.record.account.iterations += self.equations.iterations - self.newton
        self.newton = self.equations.iterations

    def memory(self) -> dict[str, Any]:
        """Return all that is needed to go on exactly from here, the choice of coordinates too."""
        own = {"choice": choice_record(self.equations), "limit": self.limit}
        return {**super().memory(), **own}
