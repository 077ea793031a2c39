"""Object code of a system for microcontrollers and other processors, straight from LLVM."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sarrus.arguments import with_checks
from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.kernels.kernel import KernelError
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.system.c_code import files
from sarrus.system.c_code.content import CODE, Content, Points
from sarrus.system.c_code.exporting import (
    check_options,
    motion_notices,
    single_notices,
    write_files,
)

if TYPE_CHECKING:
    from sarrus.system.system import System


@with_checks
@dataclass(frozen=True)
class ObjectFiles:
    """An object file with its header, names and an example, and what it consists of.

    processor: what it is for; instructions: of each function with its parts; shared: of functions
    that several of them call, such as sines; code, data: bytes; needs: symbols of a library that
    must be linked, none where the processor has all instructions.
    """

    files: Mapping[str, str | bytes]
    processor: str
    instructions: Mapping[str, int]
    shared: int
    code: int
    data: int
    needs: tuple[str, ...]
    notices: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        return f"<ObjectFiles for {self.processor}: {self.code:,} bytes of code>"

    def write(self, folder: str | Path, *, overwrite: bool = False) -> list[Path]:
        """Write all files into a folder, which is made; refuse to replace others."""
        return write_files(folder, self.files, overwrite)


@with_checks
def object_code(
    system: System,
    name: str = "mechanism",
    *,
    target: str,
    quantities: Iterable[str] | None = None,
    methods: Iterable[str] = ("rk4",),
    inputs: Mapping[str, Any] | None = None,
    driven: Mapping[str, Any] | None = None,
    locked: Iterable[str] = (),
    outputs: Sequence[str] = (),
    points: Points = (),
    precision: str = "double",
) -> ObjectFiles:
    """Return object code of a system for another processor, without any compiler.

    target: "cortex-m4f", "cortex-m7", "cortex-m33", "cortex-a7", "aarch64", "riscv32" or
    "riscv64". The other arguments are those of `c_code`; steps are single ones, `NAME_step_rk4`.
    No C library is called; what a processor cannot do by itself is listed in `needs`.

    Example:
        made = sarrus.export.object_code(arm, "arm", target="cortex-m7", precision="single")
    """
    from sarrus.kernels.targets.llvm import cross

    check_options(name, precision)
    if target not in cross.PROCESSORS:
        rule = f"is none of {', '.join(cross.PROCESSORS)}"
        action = nearest(target, list(cross.PROCESSORS))
        raise ModelError(Problem(CODE, f"target '{target}'", rule, action=action))
    content = Content.of(system, quantities, methods, inputs, driven, locked, outputs, points)
    programs = {f"{name}_{key}": program for key, program in content.functions.items()}
    try:
        made = cross.object_code(programs, target, precision)
    except KernelError as problem:
        rule = f"cannot be made: {problem}"
        raise EnvironmentProblem(Problem("E21", f"target '{target}'", rule)) from None
    processor = cross.PROCESSORS[target].text
    texts = files.of_objects(
        system, name, content, precision == "single", processor, made.work_size
    )
    notices = single_notices(content, name) if precision == "single" else []
    notices += motion_notices(content, name)
    return ObjectFiles(
        {**texts, f"{name}.o": made.code},
        processor,
        {function.name: function.instructions for function in made.functions},
        made.shared,
        made.text,
        made.data,
        made.needs,
        tuple(notices),
    )
