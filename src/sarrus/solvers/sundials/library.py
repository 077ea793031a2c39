"""The SUNDIALS libraries that the wheel of scikit-sundae carries, loaded through ctypes."""

from __future__ import annotations

import ctypes
import importlib.util
import re
from ctypes import POINTER, c_char_p, c_double, c_int, c_long, c_void_p
from pathlib import Path
from typing import Any

VERSION = 7
"""The generation of SUNDIALS whose signatures are written here."""

INDEX = c_int
"""SUNDIALS's `sunindextype` in the wheel; another one is refused."""

_real, _pointer, _counter = POINTER(c_double), c_void_p, POINTER(c_long)

# Functions by library: the result and the arguments.
_PARTS: dict[str, dict[str, tuple[Any, list[Any]]]] = {
    "core": {
        "SUNDIALSGetVersionNumber": (
            c_int,
            [POINTER(c_int), POINTER(c_int), POINTER(c_int), c_char_p, c_int],
        ),
        "SUNContext_Create": (c_int, [c_int, POINTER(c_void_p)]),
        "SUNContext_Free": (c_int, [POINTER(c_void_p)]),
        "SUNContext_ClearErrHandlers": (c_int, [_pointer]),
        "N_VGetArrayPointer": (_pointer, [_pointer]),
        "N_VGetLength": (INDEX, [_pointer]),
        "N_VDestroy": (None, [_pointer]),
        "SUNMatDestroy": (None, [_pointer]),
        "SUNLinSolFree": (c_int, [_pointer]),
        "SUNNonlinSolFree": (c_int, [_pointer]),
    },
    "nvecserial": {"N_VMake_Serial": (_pointer, [INDEX, _pointer, _pointer])},
    "sunmatrixdense": {
        "SUNDenseMatrix": (_pointer, [INDEX, INDEX, _pointer]),
        "SUNDenseMatrix_Data": (_pointer, [_pointer]),
    },
    "sunlinsoldense": {"SUNLinSol_Dense": (_pointer, [_pointer, _pointer, _pointer])},
    "cvode": {
        "SUNNonlinSol_FixedPoint": (_pointer, [_pointer, c_int, _pointer]),
        "CVodeCreate": (_pointer, [c_int, _pointer]),
        "CVodeInit": (c_int, [_pointer, _pointer, c_double, _pointer]),
        "CVodeReInit": (c_int, [_pointer, c_double, _pointer]),
        "CVode": (c_int, [_pointer, c_double, _pointer, _real, c_int]),
        "CVodeSetMaxHnilWarns": (c_int, [_pointer, c_int]),
        "CVodeGetNumLinRhsEvals": (c_int, [_pointer, _counter]),
    },
    "ida": {
        "IDACreate": (_pointer, [_pointer]),
        "IDAInit": (c_int, [_pointer, _pointer, c_double, _pointer, _pointer]),
        "IDAReInit": (c_int, [_pointer, c_double, _pointer, _pointer]),
        "IDASolve": (c_int, [_pointer, c_double, _real, _pointer, _pointer, c_int]),
        "IDASetId": (c_int, [_pointer, _pointer]),
        "IDASetSuppressAlg": (c_int, [_pointer, c_int]),
        "IDASetEtaFixedStepBounds": (c_int, [_pointer, c_double, c_double]),
        "IDACalcIC": (c_int, [_pointer, c_int, c_double]),
        "IDAGetConsistentIC": (c_int, [_pointer, _pointer, _pointer]),
        "IDAGetNumLinResEvals": (c_int, [_pointer, _counter]),
    },
}
# Functions that CVODE and IDA both have, after their prefix.
_BOTH: dict[str, tuple[Any, list[Any]]] = {
    "Free": (None, [POINTER(c_void_p)]),
    "SStolerances": (c_int, [_pointer, c_double, c_double]),
    "SVtolerances": (c_int, [_pointer, c_double, _pointer]),
    "WFtolerances": (c_int, [_pointer, _pointer]),
    "SetNonlinConvCoef": (c_int, [_pointer, c_double]),
    "SetUserData": (c_int, [_pointer, _pointer]),
    "SetMaxOrd": (c_int, [_pointer, c_int]),
    "SetMaxNumSteps": (c_int, [_pointer, c_long]),
    "SetInitStep": (c_int, [_pointer, c_double]),
    "SetMaxStep": (c_int, [_pointer, c_double]),
    "SetMinStep": (c_int, [_pointer, c_double]),
    "SetStopTime": (c_int, [_pointer, c_double]),
    "ClearStopTime": (c_int, [_pointer]),
    "SetMaxNonlinIters": (c_int, [_pointer, c_int]),
    "SetNonlinearSolver": (c_int, [_pointer, _pointer]),
    "SetLinearSolver": (c_int, [_pointer, _pointer, _pointer]),
    "SetJacFn": (c_int, [_pointer, _pointer]),
    "RootInit": (c_int, [_pointer, c_int, _pointer]),
    "SetRootDirection": (c_int, [_pointer, POINTER(c_int)]),
    "SetNoInactiveRootWarn": (c_int, [_pointer]),
    "GetRootInfo": (c_int, [_pointer, POINTER(c_int)]),
    "GetDky": (c_int, [_pointer, c_double, c_int, _pointer]),
    "GetLastOrder": (c_int, [_pointer, POINTER(c_int)]),
    "GetIntegratorStats": (
        c_int,
        [_pointer, *[_counter] * 4, *[POINTER(c_int)] * 2, *[_real] * 4],
    ),
    "GetNumNonlinSolvIters": (c_int, [_pointer, _counter]),
    "GetNumNonlinSolvConvFails": (c_int, [_pointer, _counter]),
    "GetNumJacEvals": (c_int, [_pointer, _counter]),
}
PREFIXES = {"cvode": "CVode", "ida": "IDA"}


class LibraryUnusable(Exception):
    """The libraries of the wheel are not there or not those that are expected."""


class Library:
    """The functions of SUNDIALS by name: `library["CVodeCreate"]`."""

    def __init__(self, files: dict[str, Path]) -> None:
        self.functions: dict[str, Any] = {}
        for part, table in _PARTS.items():
            opened = ctypes.CDLL(str(files[part]))
            prefix = PREFIXES.get(part)
            both = {prefix + name: kind for name, kind in _BOTH.items()} if prefix else {}
            for name, (result, arguments) in (table | both).items():
                function = getattr(opened, name)
                function.restype, function.argtypes = result, arguments
                self.functions[name] = function

    def __getitem__(self, name: str) -> Any:
        return self.functions[name]

    def address(self, name: str) -> int:
        """Return the address of a function, for native callers."""
        return ctypes.cast(self.functions[name], c_void_p).value or 0

    @property
    def version(self) -> tuple[int, int, int]:
        """The version of SUNDIALS."""
        numbers = [c_int() for _ in range(3)]
        label = ctypes.create_string_buffer(32)
        self["SUNDIALSGetVersionNumber"](*[ctypes.byref(n) for n in numbers], label, 32)
        return numbers[0].value, numbers[1].value, numbers[2].value


def open_library() -> Library:
    """Return the libraries of the installed wheel, or raise `LibraryUnusable`."""
    spec = importlib.util.find_spec("sksundae")
    if spec is None or not spec.submodule_search_locations:
        raise LibraryUnusable("scikit-sundae is not installed")
    package = Path(next(iter(spec.submodule_search_locations)))
    _check_index_type(package)
    try:
        library = Library(_files(package))
    except (OSError, AttributeError) as problem:
        raise LibraryUnusable(f"the libraries do not load: {problem}") from problem
    if library.version[0] != VERSION:
        found = ".".join(str(number) for number in library.version)
        raise LibraryUnusable(f"SUNDIALS {found} is not {VERSION}.x")
    return library


def _check_index_type(package: Path) -> None:
    """Refuse a wheel that was not built with 32-bit indices: its functions would crash."""
    try:
        text = (package / "c_config.pxi").read_text(encoding="utf-8")
    except OSError as problem:
        raise LibraryUnusable("the wheel does not say how it was built") from problem
    if not re.search(r"ctypedef\s+int\s+sunindextype", text):
        raise LibraryUnusable("the wheel has indices of another size than 32 bits")
    if not re.search(r"ctypedef\s+double\s+sunrealtype", text):
        raise LibraryUnusable("the wheel has other numbers than doubles")


def _files(package: Path) -> dict[str, Path]:
    """Return the file of every library; wheels keep them in places that depend on the system."""
    places = [package.parent / "scikit_sundae.libs", package / ".dylibs", package]
    found: dict[str, Path] = {}
    for part in _PARTS:
        pattern = re.compile(rf"(lib)?sundials_{part}\b.*\.(so|dylib|dll)\b.*")
        for place in places:
            names = sorted(place.iterdir()) if place.is_dir() else []
            match = next((file for file in names if pattern.fullmatch(file.name)), None)
            if match is not None:
                found[part] = match
                break
        else:
            raise LibraryUnusable(f"the wheel has no library '{part}'")
    return found
