"""What channels are read from: a state, or rows of them, in numbers or symbols.

The equation of a channel is written once over a `StateView`. Arrays of a view end with the axes of
the quantity; rows of states come first where there are rows. A history maps native kernels over its
rows, a traced state evaluates the same equations with symbols (or numbers) for one state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from sarrus.spatial import arrays
from sarrus.spatial.arrays import Array, length, select

if TYPE_CHECKING:
    from sarrus.system.channels.labels import Labels
    from sarrus.system.system import System

Part = tuple[str | int, ...]
"""What a number of a force element is: of which element, what, and of which body or joint."""


class JointLoads(NamedTuple):
    """Loads of all joints on their children about the world's origin; last axes: joints x 6.

    wrench: all that passes through each; reaction: the constraint part of it.
    """

    wrench: Array
    reaction: Array


class KeptLoads(Protocol):
    """Loads of some joints that were recorded with states."""

    def load(self, joint: str, part: str) -> Array | None:
        """Return "wrench" or "reaction" of a joint as in `JointLoads`; None: not recorded."""


class StateView(Protocol):
    """A state, or states in rows: t, q, v, and what follows from them."""

    @property
    def system(self) -> System:
        """The system whose states they are; force elements that are off are missing in it."""

    @property
    def values(self) -> Mapping[str, Any]:
        """Numbers of the model that are inputs, by their full names."""

    @property
    def q(self) -> Array:
        """Coordinates of the tree."""

    @property
    def v(self) -> Array:
        """Velocities of the tree."""

    @property
    def vdot(self) -> Array:
        """Accelerations of the tree."""

    @property
    def cut_q(self) -> Array:
        """Coordinates of the cut joints."""

    @property
    def cut_v(self) -> Array:
        """Velocities of the cut joints."""

    @property
    def cut_vdot(self) -> Array:
        """Accelerations of the cut joints."""

    @property
    def tau(self) -> Array:
        """Efforts of drives on the velocities of the tree, given and found."""

    @property
    def tau_cut(self) -> Array:
        """Efforts of drives on the velocities of the cut joints, given and found."""

    @property
    def drive_tau(self) -> Array:
        """The part of tau that drives and locks have found to enforce their motions."""

    @property
    def drive_tau_cut(self) -> Array:
        """The same part of tau_cut."""

    @property
    def multipliers(self) -> Array:
        """Multipliers of all rows of loops and couplers."""

    @property
    def balance(self) -> Array | None:
        """Work, loss and corrections since the start of a run; None where nobody kept them."""

    @property
    def base(self) -> Array | None:
        """The motion of a prescribed ground (`GroundMotion.flat`), None where it is fixed."""

    def of_body(self, quantity: str, body: str) -> Mapping[str, Array]:
        """Return a quantity of one body, by the names of `equations.OF_BODIES`."""

    def of_all(self, quantity: str) -> Mapping[str, Array]:
        """Return a quantity of the whole mechanism, by the names of `equations.OF_ALL`."""

    def of_element(self, part: Part) -> Array | None:
        """Return what a force element does, None where it is switched off."""

    @property
    def joint_loads(self) -> Any:
        """Loads of all joints on their children, with what `JointLoads` has."""

    @property
    def kept(self) -> KeptLoads | None:
        """Loads of joints that were recorded with the states; None where none were."""


class LabelledView(StateView, Protocol):
    """Rows of states in numbers, which can tell what is unique about their loads."""

    def load_labels(self, joint: str, form: Any, k: int) -> Labels:
        """Return what is unique about force (0) or moment (1) of a joint."""

    def effort_labels(self, vector: str, places: tuple[int, ...]) -> Labels:
        """Return whether efforts on velocities are unique, or shared with other drives."""

    def row_labels(self, row: int, owner: str) -> Labels:
        """Return whether the multiplier of a row is unique."""


def traced(values: Any) -> bool:
    """Tell whether values are symbols, or dual numbers, rather than floats."""
    return np.asarray(values).dtype == object


def norm(values: Array) -> Array:
    """Return the lengths of vectors; of symbols, differentiable at zero."""
    return length(values) if traced(values) else np.linalg.norm(values, axis=-1)


def choice(condition: Any, a: Any, b: Any) -> Any:
    """Return a where a condition holds, else b, entry by entry."""
    if not (traced(condition) or traced(a) or traced(b)):
        return np.where(condition, a, b)
    parts = np.broadcast_arrays(*(np.asarray(x, dtype=object) for x in (condition, a, b)))
    out = np.empty(parts[0].shape, dtype=object)
    flat = zip(*(part.ravel() for part in parts), strict=True)
    out.reshape(-1)[:] = [select(c, x, y) for c, x, y in flat]
    return out if out.ndim else out[()]


def each(function: Any, *values: Any) -> Any:
    """Return an elementary function of NumPy, entry by entry where numbers and symbols mix."""
    if not any(traced(x) for x in values):
        return function(*values)
    parts = np.broadcast_arrays(*(np.asarray(x, dtype=object) for x in values))
    out = np.empty(parts[0].shape, dtype=object)
    out.reshape(-1)[:] = [function(*x) for x in zip(*(p.ravel() for p in parts), strict=True)]
    return out if out.ndim else out[()]


def angle_of(y: Any, x: Any) -> Any:
    """Return the angle of the point (x, y), in (-pi, pi]."""
    return each(arrays.angle_of, y, x) if traced(y) or traced(x) else np.arctan2(y, x)
