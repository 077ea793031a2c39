"""A consistent state of a system, read by name."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.public_names import with_limits

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_limits
@dataclass(frozen=True, eq=False)
class State:
    """Time t [s], coordinates q and velocities v of the tree, and the measured cut joints.

    `state["A.angle"]` reads any coordinate or velocity of any joint, in the tree or cut;
    `state["A"]` the coordinates of a joint. Angles of cut joints are unwrapped to be nearest to
    those asked for. `note` says how the state came about, `notices` what could not be met of it.
    z holds the states of force elements (`state["motor.current"]`), their start values unless
    others were given.
    """

    system: System
    q: np.ndarray
    v: np.ndarray
    t: float = 0.0
    cut_q: np.ndarray | None = None
    cut_v: np.ndarray | None = None
    note: str = ""
    notices: tuple[Problem, ...] = ()
    own_z: np.ndarray | None = None
    """The states of force elements, None for the start values."""

    @property
    def z(self) -> np.ndarray:
        """The states of force elements, in the order of `system.states`; empty where none have."""
        return np.array(self.system.compiled.states_at(self))

    @with_checks
    def __getitem__(self, name: str) -> Any:
        found = self.system.compiled.locate(name)
        if found is None:
            known = self.system.compiled.names()
            raise ModelError(
                Problem(
                    "M09",
                    f"'{name}'",
                    "is not a coordinate of this system",
                    action=nearest(name, known),
                )
            )
        vector, place = found
        if vector == "z":
            return float(self.z[place][0])
        values = {"q": self.q, "v": self.v, "cut_q": self.cut_q, "cut_v": self.cut_v}[vector]
        part = np.asarray(values)[place]
        return float(part[0]) if part.size == 1 else part.copy()

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.system.compiled.locate(name) is not None

    @with_checks
    def at(self, t: float) -> State:
        """Return the same state at another time.

        Example:
            later = state.at(0.5)
        """
        return replace(self, t=float(t))

    def __repr__(self) -> str:
        shown = ", ".join(
            f"{name}={self[name]:.6g}" for name in self.system.compiled.layout.q_names[:6]
        )
        more = ", ..." if len(self.system.compiled.layout.q_names) > 6 else ""
        unmet = "".join(f"; {p.element} = {p.value} {p.rule}" for p in self.notices)
        return f"<State t={self.t:g} s: {shown}{more}{unmet}>"

    def _repr_html_(self) -> str:
        from sarrus.summaries import html_table

        layout = self.system.compiled.layout
        rows = [(name, self[name]) for name in (*layout.q_names, *layout.v_names)]
        return html_table(f"State at t = {self.t:g} s", ("coordinate", "value [SI]"), rows)
