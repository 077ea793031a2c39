"""Functions with derivatives for arrays of NumPy, PyTorch and JAX, results in kind.

Of NumPy's arrays the values are computed. PyTorch has an `autograd.Function`, JAX a `custom_vjp`;
where JAX traces (under `jit`) its arrays go through `jax.pure_callback`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

import numpy as np

from sarrus.system.populations.arrays import foreign

Values = Callable[[Sequence[Any], float], tuple[Any, tuple[Any, ...]]]
"""(rows, t) to the result and what its adjoints need to know."""
Adjoints = Callable[[Sequence[Any], float, Any, Sequence[Any]], tuple[Any, ...]]
"""(rows, t, adjoint of the result, what was kept) to the adjoints of the rows."""


def differentiable(
    values: Values, adjoints: Adjoints, size: int, rows: Sequence[Any], t: float
) -> Any:
    """Return the result for rows of any library, with its derivative where the library has one."""
    libraries = {type(array).__module__.partition(".")[0] for array in rows if array is not None}
    if "torch" in libraries:
        return _torch_function().apply(values, adjoints, float(t), *rows)
    if libraries & {"jax", "jaxlib"}:
        present = tuple(array is not None for array in rows)
        function = _jax_function(values, adjoints, size, present)
        return function(t, *[array for array in rows if array is not None])
    return values(rows, float(t))[0]


def _host(array: Any) -> Any:
    """Return an array as one that kernels take: on a device as it is, else of NumPy."""
    if array is None or foreign(array) is not None:
        return array
    return np.asarray(array)


# --- PyTorch ----------------------------------------------------------------------------------


@cache
def _torch_function() -> Any:
    """Return the function of PyTorch that hands values and adjoints to its graph."""
    torch = importlib.import_module("torch")

    def plain(tensor: Any) -> Any:
        return None if tensor is None else _host(tensor.detach())

    def like(found: Any, tensor: Any) -> Any:
        if not isinstance(found, np.ndarray):
            return found
        return torch.as_tensor(found, dtype=tensor.dtype, device=tensor.device)

    def pull_back(ctx: Any, bar: Any) -> Any:
        rows = ctx.saved_tensors
        bar = plain(bar.contiguous())
        found = ctx.adjoints([plain(r) for r in rows], ctx.t, bar, ctx.kept)
        pairs = zip(found, rows, strict=True)
        return None, None, None, *(None if r is None else like(a, r) for a, r in pairs)

    class RowsFunction(torch.autograd.Function):  # type: ignore[misc, name-defined]
        """A function of rows with the adjoints of its kernels."""

        @staticmethod
        def forward(ctx: Any, values: Values, adjoints: Adjoints, t: float, *rows: Any) -> Any:
            found, kept = values([plain(r) for r in rows], t)
            ctx.adjoints, ctx.t, ctx.kept = adjoints, t, kept
            ctx.save_for_backward(*rows)
            return like(found, rows[0])

        backward = staticmethod(torch.autograd.function.once_differentiable(pull_back))

    return RowsFunction


# --- JAX --------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _jax_function(values: Values, adjoints: Adjoints, size: int, present: tuple[bool, ...]) -> Any:
    """Return the function (t, *rows) of JAX: custom_vjp, by callbacks where arrays are traced."""
    jax = importlib.import_module("jax")

    def all_rows(entries: Sequence[Any]) -> list[Any]:
        left = iter(entries)
        return [_host(next(left)) if there else None for there in present]

    def call(function: Callable[..., Any], shapes: Any, *entries: Any) -> Any:
        if any(isinstance(array, jax.core.Tracer) for array in entries):
            return jax.pure_callback(function, shapes, *entries, vmap_method="sequential")
        found = function(*entries)
        return jax.tree.map(lambda a, s: jax.numpy.asarray(a, dtype=s.dtype), found, shapes)

    def value(t: Any, *entries: Any) -> Any:
        shape = jax.ShapeDtypeStruct((entries[0].shape[0], size), entries[0].dtype)

        def compute(now: Any, *arrays: Any) -> Any:
            return _of_dtype(values(all_rows(arrays), float(now))[0], shape.dtype)

        return call(compute, shape, t, *entries)

    def forward(t: Any, *entries: Any) -> Any:
        return value(t, *entries), (t, *entries)

    def backward(kept: Any, bar: Any) -> Any:
        t, *entries = kept
        shapes = tuple(jax.ShapeDtypeStruct(a.shape, a.dtype) for a in entries)

        def compute(last: Any, now: Any, *arrays: Any) -> Any:
            rows, here = all_rows(arrays), float(now)
            before = values(rows, here)[1]  # callbacks keep nothing: the steps are taken again
            found = [a for a in adjoints(rows, here, _host(last), before) if a is not None]
            return tuple(_of_dtype(a, s.dtype) for a, s in zip(found, shapes, strict=True))

        return jax.numpy.zeros_like(t), *call(compute, shapes, bar, t, *entries)

    function = jax.custom_vjp(value)
    function.defvjp(forward, backward)
    return function


def _of_dtype(found: Any, dtype: Any) -> Any:
    return found.astype(dtype) if isinstance(found, np.ndarray) else found
