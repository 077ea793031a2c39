"""The machine code of sweeps, kept by the key of their kind."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping
from typing import Any

from sarrus.kernels.cache import OF_KINDS, Cache, source_version
from sarrus.kernels.digest import hex_digest
from sarrus.kernels.kernel import KernelError
from sarrus.kernels.shared.sweep import CONTEXT, Sweep
from sarrus.kernels.targets import LoadedCode, SweepTarget, Target, has_sweeps
from sarrus.late_dataclass import dataclass


@dataclass(frozen=True)
class KindCode:
    """The sweeps of one kind in this process.

    addresses: where they begin, by name; counts: their operations; sizes: numbers that whoever
    made them wants to know again.
    """

    addresses: dict[str, int]
    counts: dict[str, dict[str, int]]
    sizes: dict[str, int]
    keeps: LoadedCode


Made = tuple[Mapping[str, Sweep], Mapping[str, int]]

# of the process, without a lock that a fork could leave taken: of two threads that make
# the same code at once, one works in vain
_loaded: dict[str, KindCode] = {}
_codes: dict[str, bytes] = {}
_functions: dict[str, LoadedCode] = {}


def kind_code(
    key: str, cache: Cache, target: Target, make: Callable[[], Made]
) -> tuple[KindCode, bool]:
    """Return the sweeps of a kind, and whether they were compiled just now.

    They come from this process, from the folder of kernels, or from `make`, which returns them and
    the sizes.
    """
    name = _name(key, target)
    known = _loaded.get(name)
    if known is not None:
        return known, False
    found = cache.load(name)
    compiled = found is None or not _is_whole(found[0], name)
    if found is None or compiled:
        found = _compile(name, target, make)
        cache.store(name, *found)
    description, code = found
    loaded = target.load(code)
    addresses = {sweep: loaded.address(sweep) for sweep in description["counts"]}
    made = KindCode(addresses, description["counts"], description["sizes"], loaded)
    return _loaded.setdefault(name, made), compiled


def driver(cache: Cache, target: Target, calls: int) -> LoadedCode:
    """Return a new copy of the kernel that runs a list of calls, which begins at an address."""
    code = _kept_code("driver", cache, target, _with_sweeps(target).driver_code)
    place = CONTEXT.to_bytes(8, sys.byteorder)
    if code.count(place) != 1:
        raise KernelError("the code that runs sweeps has no place for their list")
    return target.load(code.replace(place, calls.to_bytes(8, sys.byteorder)))


def turns(cache: Cache, target: Target) -> LoadedCode:
    """Return the function that takes the sines and cosines of all angles."""
    return _function_code("turns", cache, target, _with_sweeps(target).turns_code)


def inner_call(cache: Cache, target: Target) -> LoadedCode:
    """Return the function by which a list of calls calls another kernel."""
    return _function_code("inner_call", cache, target, _with_sweeps(target).inner_call_code)


def _function_code(
    what: str, cache: Cache, target: Target, make: Callable[[], bytes]
) -> LoadedCode:
    """Return a function that all lists of calls share."""
    name = _name(what, target)
    known = _functions.get(name)
    if known is None:
        code = _kept_code(what, cache, target, make)
        known = _functions.setdefault(name, target.load(code))
    return known


def _kept_code(what: str, cache: Cache, target: Target, make: Callable[[], bytes]) -> bytes:
    """Return code that depends on the target alone."""
    name = _name(what, target)
    code = _codes.get(name)
    if code is None:
        found = cache.load(name)
        if found is not None and found[0].get("key") == name:
            code = found[1]
        else:
            code = make()
            cache.store(name, {"key": name}, code)
        _codes[name] = code
    return code


def _name(key: str, target: Target) -> str:
    parts = ("sweeps", key, target.identity(), source_version(*OF_KINDS))
    return hex_digest("\0".join(parts))


def _with_sweeps(target: Target) -> SweepTarget:
    if not has_sweeps(target):
        raise KernelError("this target has no code that elements share")
    return target


def _compile(name: str, target: Target, make: Callable[[], Made]) -> tuple[dict[str, Any], bytes]:
    from sarrus.kernels.shared.self_test import check_sweep  # only where something is compiled

    sweeps, sizes = make()
    code = _with_sweeps(target).sweep_code(sweeps)
    loaded = target.load(code)
    for sweep, one in sweeps.items():
        check_sweep(sweep, one, _function(loaded.address(sweep)))
    counts = {sweep: one.program.counts for sweep, one in sweeps.items()}
    return {"key": name, "counts": counts, "sizes": dict(sizes)}, code


def _function(address: int) -> Callable[..., None]:
    return ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 4)(address)


def _is_whole(description: dict[str, Any], name: str) -> bool:
    counts, sizes = description.get("counts"), description.get("sizes")
    return (
        description.get("key") == name
        and isinstance(counts, dict)
        and all(isinstance(one, dict) for one in counts.values())
        and isinstance(sizes, dict)
        and all(isinstance(size, int) for size in sizes.values())
    )
