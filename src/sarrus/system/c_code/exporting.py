"""A system as C99: one header, one source, a table of names, an example, a file for CMake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.kernels.targets.c.arithmetic import Arithmetic, beyond_single
from sarrus.late_dataclass import dataclass
from sarrus.system.c_code import files
from sarrus.system.c_code.content import CODE, Content, Points
from sarrus.system.channels.open_loads import open_load_notice, open_loads
from sarrus.system.simulation.frictions import smooth_friction_notices

if TYPE_CHECKING:
    from sarrus.system.system import System

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
PRECISIONS = ("double", "single")
MEMORIES = ("caller", "static")


@with_checks
@dataclass(frozen=True)
class CCode:
    """The files of a system in C, by name.

    step: at which its motion is stable, which the example takes [s]; None without methods.
    """

    files: Mapping[str, str]
    notices: tuple[Problem, ...] = ()
    step: float | None = None

    def __repr__(self) -> str:
        lines = ", ".join(
            f"{name} ({text.count(chr(10))} lines)" for name, text in self.files.items()
        )
        return f"<CCode: {lines}>"

    def write(self, folder: str | Path, *, overwrite: bool = False) -> list[Path]:
        """Write all files into a folder, which is made; refuse to replace others."""
        return write_files(folder, self.files, overwrite)


def write_files(
    folder: str | Path, content: Mapping[str, str | bytes], overwrite: bool
) -> list[Path]:
    """Write files into a folder, all or none; return their paths."""
    place = Path(folder)
    paths = [place / name for name in content]
    there = [path for path in paths if path.exists()]
    if there and not overwrite:
        rule = "is there already"
        action = "choose another folder, or overwrite=True"
        raise EnvironmentProblem(
            Problem("E-EXISTS", f"file '{path}'", rule, action=action) for path in there
        )
    try:
        place.mkdir(parents=True, exist_ok=True)
        for path, text in zip(paths, content.values(), strict=True):
            if isinstance(text, bytes):
                path.write_bytes(text)
            else:
                path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        rule = f"cannot be written: {error.strerror}"
        raise EnvironmentProblem(Problem("E01", f"folder '{folder}'", rule)) from None
    return paths


@with_checks
def c_code(
    system: System,
    name: str = "mechanism",
    *,
    quantities: Iterable[str] | None = None,
    methods: Iterable[str] = ("rk4",),
    inputs: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    outputs: Sequence[str] = (),
    points: Points = (),
    precision: str = "double",
    library: bool = True,
    memory: str = "caller",
) -> CCode:
    """Return the C code of a system: `NAME_QUANTITY` functions, integrators, `NAME_outputs`.

    name: the prefix of all functions, an identifier. quantities: kernels of the system, and `slope`
    and `projection` of the motion with its loops; the usual ones unless given. methods: of equal
    steps ("euler", "rk4", "ab3", "abm4"), with laws of effort, driven and locked coordinates as in
    `simulate`; laws must be traceable. outputs: channels by name, which `NAME_outputs` computes
    from y and t, one number after the other. points: frames and bodies by name, or names with
    (body, place): `NAME_points` has their poses and velocities, `NAME_jacobians` their Jacobians.
    precision: "double", or "single" (float). library: whether functions of `math.h` are called;
    without, the code needs no library at all. memory: whether the caller passes the work array, or
    it is a static one.

    Example:
        code = sarrus.export.c_code(arm, "arm").files["arm.h"]
    """
    check_options(name, precision, memory)
    content = Content.of(system, quantities, methods, inputs, driven, locked, outputs, points)
    arithmetic = Arithmetic(precision == "single", library, decimals=True)
    made = files.of(system, name, content, arithmetic, memory == "static")
    notices = single_notices(content, name) if arithmetic.single else []
    if content.channels.names and system.closed:
        loose = open_loads(system, content.channels.names, content.start)
        notices += [open_load_notice("outputs", loose)] if loose else []
    stable = content.stable_step if content.methods else None
    step = None if stable is None else stable.step
    return CCode(made, (*notices, *motion_notices(content, name)), step)


def check_options(name: str, precision: str, memory: str = "caller") -> None:
    """Refuse a prefix that is no name in C, and options that are not there."""
    problems = []
    if not NAME.fullmatch(name):
        rule = "must be letters, digits and _, 31 at most, and begin with a letter"
        problems.append(Problem(CODE, "name", rule, repr(name)[:80]))
    for what, value, known in (("precision", precision, PRECISIONS), ("memory", memory, MEMORIES)):
        if value not in known:
            rule = f"must be one of {', '.join(known)}"
            problems.append(Problem(CODE, what, rule, repr(value)[:80]))
    if problems:
        raise ModelError(problems)


def motion_notices(content: Content, name: str) -> list[Problem]:
    """Return which step the motion needs, and which frictions are smooth here."""
    stable = content.stable_step if content.methods else None
    if stable is None:
        return []
    found = [stable.notice(f"code '{name}'")] if stable.is_shortened else []
    return [*found, *smooth_friction_notices(content.system.model, "C code")]


def single_notices(content: Content, name: str) -> list[Problem]:
    """Return what single precision cannot hold: constants too small or too large for it."""
    found = []
    for key, program in content.functions.items():
        constants = [x[1] for x in program.instructions if x[0] == "const"]
        odd = beyond_single(constants)
        if odd:
            rule = (
                f"has {len(odd)} constants that single precision has no normal number for; "
                "the nearest normal number stands there"
            )
            where, value = f"function '{name}_{key}'", f"for instance {odd[0]:.3g}"
            found.append(Problem("W66", where, rule, value, severity="notice"))
    return found
