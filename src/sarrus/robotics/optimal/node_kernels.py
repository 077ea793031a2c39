"""The functions of nodes of an optimal motion, and their exact derivatives, as kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from sarrus.kernels import Kernel
from sarrus.kernels.batch import BatchKernel
from sarrus.kernels.derivative import jacobian, pullback
from sarrus.late_dataclass import dataclass
from sarrus.spatial.arrays import Array, join

Places = tuple[np.ndarray, np.ndarray]
Values = Callable[[Array, Any], Array]


def bodies(values: Values) -> dict[str, Callable[[Mapping[str, Any], Any], dict[str, Any]]]:
    """Return what the kernels of F compute of arrays w, m and time: F, dF and the Hessian of m.F.

    values: F(w, t), a row of numbers; derivatives are by (w, t).
    """

    def of_values(arrays: Mapping[str, Any], t: Any) -> dict[str, Any]:
        return {"F": values(arrays["w"], t)}

    def of_slopes(arrays: Mapping[str, Any], t: Any) -> dict[str, Any]:
        F = values(arrays["w"], t)
        return {"F": F, "dF": jacobian(F, join(arrays["w"], np.array([t])))}

    def of_curvature(arrays: Mapping[str, Any], t: Any) -> dict[str, Any]:
        by = join(arrays["w"], np.array([t]))
        return {"H": jacobian(pullback(values(arrays["w"], t), arrays["m"], by), by)}

    return {"F": of_values, "dF": of_slopes, "H": of_curvature}


@dataclass(frozen=True, eq=False)
class NodeKernels:
    """F of nodes by kernels; `last`: values of the inputs that all nodes share, by name.

    solved: the rates of the states that the equations give, from w and t.
    """

    nx: int
    nw: int
    n_rows: int
    n_asked: int
    controls: slice
    kernels: Mapping[str, BatchKernel]
    last: Mapping[str, np.ndarray]
    solved: Callable[[np.ndarray, np.ndarray], np.ndarray]

    @staticmethod
    def of(
        sizes: tuple[int, int, int, int],
        make: Callable[[str, dict[str, tuple[int, ...]]], Kernel],
        last: Mapping[str, np.ndarray],
        solved: Callable[[np.ndarray, np.ndarray], np.ndarray],
        controls: slice,
    ) -> NodeKernels:
        """Return the functions by what makes kernels; sizes: nx, nw, n_rows, n_asked."""
        nx, nw, n_rows, n_asked = sizes
        n = nx + n_rows + n_asked + 1
        shapes = {"F": {"w": (nw,)}, "dF": {"w": (nw,)}, "H": {"w": (nw,), "m": (n,)}}
        made = {name: make(name, dict(own)).many() for name, own in shapes.items()}
        return NodeKernels(nx, nw, n_rows, n_asked, controls, made, last, solved)

    @property
    def slope_places(self) -> Places:
        """Rows and columns of the derivatives that are not always 0."""
        return _places(self.kernels["dF"], 1, self.nw + 1)

    @property
    def curvature_places(self) -> Places:
        """Rows and columns of the second derivatives that are not always 0."""
        return _places(self.kernels["H"], 0, self.nw + 1)

    def values(self, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return F, nodes over values."""
        return np.asarray(self._call("F", w=w, t=t))

    def slopes(self, w: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return F and its derivatives, nodes over places."""
        F, D = self._call("dF", w=w, t=t)
        return F, D.reshape(len(D), -1)[:, self.kernels["dF"].numbers[1]]

    def curvature(self, w: np.ndarray, t: np.ndarray, y: np.ndarray) -> np.ndarray:
        """Return the second derivatives of y . F, nodes over places."""
        H = self._call("H", w=w, t=t, m=y)
        return np.asarray(H.reshape(len(H), -1)[:, self.kernels["H"].numbers[0]])

    def rates(self, w: np.ndarray, t: np.ndarray) -> np.ndarray:
        """Return the rates of states that the equations give."""
        return self.solved(w, t)

    def _call(self, name: str, **rows: np.ndarray) -> Any:
        kernel = self.kernels[name]
        values = {**self.last, **rows, "t": rows["t"][:, None]}
        return kernel(*[np.ascontiguousarray(values[port.name]) for port in kernel.inputs])


def _places(kernel: BatchKernel, output: int, columns: int) -> Places:
    row, column = np.divmod(kernel.numbers[output], columns)
    return row, column
