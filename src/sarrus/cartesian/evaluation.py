"""The compiled equations, with the Jacobian assembled to one matrix and scaled.

Angular velocities are multiplied by the model length, so that all columns of Phi_Y and all
entries of M have one unit, and ranks do not depend on the units of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np

from sarrus.cartesian.bodies import POSITIONS, VELOCITIES
from sarrus.cartesian.equations import CartesianEquations
from sarrus.cartesian.moving import WIDTH
from sarrus.cartesian.scene import total
from sarrus.kernels import Kernel, KernelFactory
from sarrus.late_dataclass import dataclass
from sarrus.model import GROUND, Model

Function = Callable[..., Any]


@dataclass(frozen=True)
class Terms:
    """The equations of motion at one state, in scaled velocities: M, Q, Phi_Y, gamma.

    pairs: the rows of Phi_Y as they are, for the two bodies of each joint, ground included;
    after those of the joints, a row for every term of the couplers.
    """

    M: np.ndarray
    Q: np.ndarray
    jacobian: np.ndarray
    gamma: np.ndarray
    pairs: np.ndarray


class Evaluation:
    """Values of the equations of a model; `factory` compiles them, None runs them as they are.

    scale: what turns scaled velocities back, 1 and 1 / length; M: the scaled mass matrix;
    kernels: those made so far, by name, with their operation counts.
    """

    def __init__(self, equations: CartesianEquations, factory: KernelFactory | None) -> None:
        self.equations = equations
        self.factory = factory
        self.kernels: dict[str, Kernel] = {}
        self.model: Model = equations.model
        self.n_bodies = len(self.model.bodies)
        self.nq, self.nv = total(self.model, "nq"), total(self.model, "nv")
        angular = np.tile(np.repeat([1.0, 1.0 / equations.length], 3), self.n_bodies)
        self.scale = angular
        self.M = _mass_matrix(self.model) * np.outer(angular, angular)

    @cached_property
    def rows(self) -> dict[str, slice]:
        """The equations of every joint and, as `coupler:name`, of every coupler."""
        sizes = {joint.name: 0 for joint in self.model.joints}
        for condition in self.equations.structure[: self.n_joint_rows]:
            sizes[condition.joint.name] += 1
        sizes |= {f"coupler:{coupler.name}": 1 for coupler in self.model.couplers}
        ends = np.cumsum([0, *sizes.values()]).tolist()
        return {name: slice(a, b) for name, a, b in zip(sizes, ends[:-1], ends[1:], strict=True)}

    @property
    def n_joint_rows(self) -> int:
        """Number of equations of the joints, which come before those of the couplers."""
        return self.equations.n_rows - len(self.model.couplers)

    @cached_property
    def _places(self) -> np.ndarray:
        """Where every entry of the pairs adds to Phi_Y; ground comes after all bodies."""
        index = {**self.model.body_index, GROUND: self.n_bodies}
        parts = self.equations.structure
        bodies = [(index[part.joint.parent], index[part.joint.child]) for part in parts]
        columns = VELOCITIES * np.array(bodies, dtype=int).reshape(-1, 2, 1) + np.arange(VELOCITIES)
        first = np.array([part.row for part in parts], dtype=int) * self._width
        return (columns.reshape(-1, WIDTH) + first[:, None]).ravel()

    @property
    def _width(self) -> int:
        return VELOCITIES * (self.n_bodies + 1)

    def constraints(self, y: np.ndarray, near: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return Phi [m] and the scaled Phi_Y."""
        phi, pairs = self._constraints(y, near)
        return phi, self._matrix_of_pairs(pairs)

    def terms(
        self,
        y: np.ndarray,
        Y: np.ndarray,
        near: np.ndarray,
        efforts: np.ndarray,
        wrenches: np.ndarray,
        t: float,
    ) -> Terms:
        """Return M, Q, Phi_Y and gamma."""
        pairs, gamma, Q = self._terms(y, Y, near, efforts, wrenches, np.array([t], dtype=float))
        return Terms(self.M, Q * self.scale, self._matrix_of_pairs(pairs), gamma, pairs)

    def energy(self, y: np.ndarray, Y: np.ndarray, near: np.ndarray, t: float) -> np.ndarray:
        """Return kinetic, gravity and element energy [J] and the power lost [W]."""
        return self._energy(y, Y, near, np.array([t], dtype=float))

    def joint_measures(
        self, y: np.ndarray, Y: np.ndarray, near: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return joint coordinates, rates and the signs of `CartesianEquations.joint_measures`."""
        return self._measured(y, Y, near)

    def _matrix_of_pairs(self, pairs: np.ndarray) -> np.ndarray:
        m = self.equations.n_rows
        whole = np.bincount(self._places, pairs.ravel(), m * self._width)
        return whole.reshape(m, self._width)[:, :-VELOCITIES] * self.scale

    @cached_property
    def _constraints(self) -> Function:
        return self._function("constraints", ("y", "near"))

    @cached_property
    def _terms(self) -> Function:
        return self._function("terms", ("y", "Y", "near", "efforts", "wrenches", "t"))

    @cached_property
    def _energy(self) -> Function:
        return self._function("energy", ("y", "Y", "near", "t"))

    @cached_property
    def _measured(self) -> Function:
        return self._function("joint_measures", ("y", "Y", "near"))

    def _function(self, name: str, inputs: Sequence[str]) -> Function:
        function = getattr(self.equations, name)
        if self.factory is None:
            return partial(_plain, function)
        return self.kernel(self.factory, name, function, inputs).call

    def kernel(
        self,
        factory: KernelFactory,
        name: str,
        function: Function,
        inputs: Sequence[str],
        more: Mapping[str, tuple[int, ...]] | None = None,
    ) -> Kernel:
        """Return the kernel of a function of named inputs; more: shapes of others, which go first.

        The name tells all that the function depends on beside the model.
        """
        sizes = {
            "y": (POSITIONS * self.n_bodies,),
            "Y": (VELOCITIES * self.n_bodies,),
            "near": (self.nq,),
            "efforts": (self.nv,),
            "wrenches": (self.n_bodies, 6),
            "t": (1,),
        }
        key = f"cartesian|{self.model.content_hash}|{self.equations.length!r}|{name}"
        shapes = {**(more or {}), **{k: sizes[k] for k in inputs}}
        kernel = self.kernels[name] = factory.make(key, function, shapes)
        return kernel


def _plain(function: Function, *arrays: np.ndarray) -> Any:
    found = [np.asarray(value, dtype=float) for value in function(*arrays).values()]
    return found[0] if len(found) == 1 else tuple(found)


def _mass_matrix(model: Model) -> np.ndarray:
    """Return diag(m I, J') of all bodies."""
    M = np.zeros((VELOCITIES * len(model.bodies),) * 2)
    for i, body in enumerate(model.bodies):
        at = VELOCITIES * i
        M[at : at + 3, at : at + 3] = body.mass * np.eye(3)
        M[at + 3 : at + 6, at + 3 : at + 6] = body.inertia
    return M
