"""The part of a system that answers questions of derivatives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from sarrus.arguments import checked
from sarrus.system import requests
from sarrus.system.assembled import AssembledModel
from sarrus.system.given import checked_state, end_of
from sarrus.system.state import State

if TYPE_CHECKING:
    from sarrus.system.analysis import (
        Branch,
        Equilibrium,
        Gradients,
        Linearization,
        SensitivityRun,
    )
    from sarrus.system.analysis.asking import Analysis
    from sarrus.system.analysis.system_jacobian import (
        ForwardDerivatives,
        InverseDerivatives,
        SystemJacobian,
    )
    from sarrus.system.one_state.motion import Motion
    from sarrus.system.system import System


@checked
class AnalysedModel(AssembledModel):
    """Linearisation, statics and sensitivities of a system; see `System`."""

    def _analysis(self, efforts: Any, driven: Any, locked: Any, given: Any,
                  span: tuple[float, float], names: Sequence[str] = ()) -> Analysis:  # fmt: skip
        from sarrus.system.analysis.asking import Analysis

        return Analysis(cast("System", self), efforts, driven, locked, given, names, span)

    def inverse_derivatives(self, q: Any, v: Any, vdot: Any, **given: Any) -> InverseDerivatives:
        """Return tau of a tree and its exact derivatives by q, v and vdot, by recursions.

        Columns by q run along the velocity coordinates: q moves to add(q, e_k).
        """
        from sarrus.system.analysis.system_jacobian import InverseDerivatives

        self._refuse_loops("inverse_derivatives")
        call = self.kernel("inverse_derivatives").call
        return InverseDerivatives(*call(q, v, vdot, *self._last(**given)))

    def forward_derivatives(self, q: Any, v: Any, tau: Any, **given: Any) -> ForwardDerivatives:
        """Return vdot, with loops also the multipliers, and exact derivatives by q, v and tau."""
        from sarrus.system.analysis.system_jacobian import forward_derivatives_of

        return forward_derivatives_of(cast("System", self), q, v, tau, self._last(**given))

    def system_jacobian(self, moving: Motion, **given: Any) -> SystemJacobian:
        """Return the derivatives of the residual of paper 4 at a motion (from `accelerations`)."""
        from sarrus.system.analysis.system_jacobian import system_jacobian_of

        return system_jacobian_of(moving, self._last(**given))

    def linearize(
        self,
        state: State,
        inputs: Sequence[str] = (),
        outputs: Any = (),
        *,
        independent: Sequence[str] | None = None,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> Linearization:
        """Return small motions about a state: A, B, C, D, eigenvalues, vibrations, response.

        inputs: joints whose efforts are the inputs; outputs: channels by name ("A.angle",
        "C.reaction.force.x", "tip.position") or functions of (t, state) written with NumPy;
        independent: the coordinates, chosen by pivoting where none are given; efforts, driven,
        locked: as in `simulate`; laws of the state take part in the derivatives.
        """
        analysis = self._analysis(efforts, driven, locked, given, (state.t, state.t))
        return analysis.linearization(checked_state(self, state), inputs, outputs, independent)

    def equilibrium(
        self,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        *,
        stable: bool = False,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> Equilibrium:
        """Return where the mechanism stays at rest, near a guess, with reactions and stability.

        stable: go down in energy, to a stable one; otherwise the nearest, by Newton's iteration.
        """
        start = self._at_rest(guess)
        analysis = self._analysis(efforts, driven, locked, given, (start.t, start.t))
        return analysis.equilibrium(start, stable=stable)

    def follow(
        self,
        parameter: str,
        first: float,
        last: float,
        guess: State | Mapping[str, Any] | np.ndarray | None = None,
        *,
        steps: int = 50,
        stable: bool = False,
        efforts: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> Branch:
        """Return the equilibria from one value of a parameter to another, past folds.

        parameter: one number, such as "S.k" or, of several, "B.parent_point[0]".
        """
        start = self._at_rest(guess)
        name = parameter.partition("[")[0]
        analysis = self._analysis(efforts, {}, locked, given, (start.t, start.t), [name])
        return analysis.branch(parameter, first, last, steps, start, stable)

    def _at_rest(self, guess: Any) -> State:
        if isinstance(guess, State):
            return State(self, checked_state(self, guess).q, np.zeros(self.nv), guess.t)
        if isinstance(guess, Mapping):
            return self.assemble(dict(guess))
        return self.assemble(guess=guess)

    def sensitivities(
        self,
        at: State | Equilibrium,
        outputs: Any,
        by: Sequence[str],
        *,
        independent: Sequence[str] | None = None,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> Gradients:
        """Return exact derivatives of outputs by parameters ("crank.mass", "B.point", "S.k").

        At a state, the independent coordinates and velocities stay and the others close the loops:
        derivatives of kinematics, of accelerations and reactions, and with all freedoms `driven`,
        of driving efforts. At an equilibrium, the mechanism moves with it. outputs: as in
        `linearize`.
        """
        t = at.t if isinstance(at, State) else at.state.t
        analysis = self._analysis(efforts, driven, locked, given, (t, t), by)
        return analysis.gradients(at, outputs, independent)

    def simulate_sensitivities(
        self,
        start: State,
        by: Sequence[str],
        *,
        until: float,
        every: float | None = None,
        rtol: float = 1e-8,
        atol: float = 1e-10,
        efforts: Mapping[str, Any] | None = None,
        driven: Mapping[str, Any] | None = None,
        locked: Iterable[str] = (),
        **given: Any,
    ) -> SensitivityRun:
        """Return a motion with its derivatives by parameters, integrated together.

        The independent coordinates and velocities of the start stay; the others close the loops.
        """
        requests.check_positive(every=every, rtol=rtol, atol=atol)
        end = end_of(until, checked_state(self, start).t)
        analysis = self._analysis(efforts, driven, locked, given, (start.t, end), by)
        return analysis.in_time(start, until, every, rtol, atol)
