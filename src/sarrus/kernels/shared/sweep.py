"""A program for one element, and where its numbers stand in memory."""

from __future__ import annotations

from collections.abc import Mapping

from sarrus.kernels.kernel import KernelError
from sarrus.kernels.program import Port, Program, needed_program
from sarrus.kernels.schedule import TURNS
from sarrus.late_dataclass import dataclass

ROW, OWN, UP, SINE, COSINE, ANGLE = "row", "own", "up", "sine", "cosine", "angle"
"""The row of constants, the records of the element and of its parent, and turns of its angles."""
WORDS = (
    *("code", "first", "count", "places", "table", "stride"),
    *("angles", "turns", "record", "size", "columns", "width"),
)
"""The words of a call of a sweep: its code; the first element and how many; the places of all
elements, four words each (coordinates, velocities, angles, parent's record); the table of constants
and the numbers of a row; where in the work array angles begin and how many there are; where records
begin, and the numbers of one; where arrays of velocities begin, and how long they are."""
CONTEXT = 0x5ACC0517E5A11CE5
"""What stands for the address of the list of calls in the code that runs it."""
COLUMN = "column"
"""What stands before the number of an array of the work array with a place for each velocity."""


@dataclass(frozen=True)
class Place:
    """Where the first number of a port stands: an array and an offset in it, in numbers.

    array: one of those above, or "in0", "in1", ..., "out0", ... for the kernel's own. These begin
    at the element's position coordinates where `by` is "q", at its velocities where it is "v", and
    with as many numbers for each element as the port has where it is "element". times: numbers for
    each velocity. adds: whether an output is added to what stands there.
    """

    array: str
    offset: int = 0
    by: str = "v"
    times: int = 1
    adds: bool = False


@dataclass(frozen=True)
class Sweep:
    """The program of one element with the places of its inputs and outputs, and its direction.

    inward: whether it runs from the last element to the first.
    """

    program: Program
    inputs: tuple[Place, ...]
    outputs: tuple[Place, ...]
    inward: bool = False

    @property
    def key(self) -> str:
        """All that its code depends on."""
        p = self.program
        parts = (p.inputs, p.outputs, p.instructions, p.results, self.inputs, self.outputs)
        return f"{parts}{self.inward}"


def angles_of(program: Program) -> tuple[int, ...]:
    """Return the values whose sine or cosine a program takes, each once, in order."""
    return tuple(dict.fromkeys(x[1] for x in program.instructions if x[0] in TURNS))


def angle_program(program: Program) -> Program:
    """Return the program of these angles, as one output."""
    angles = angles_of(program)
    port = Port("angles", (len(angles),))
    return needed_program(program.inputs, [port], program.instructions, [angles])


def with_given_turns(program: Program, known: Mapping[str, int]) -> Program:
    """Return a program that reads sines and cosines from two more inputs instead.

    known: places of angles by their expression (`expression_of`).
    """
    n = len(program.inputs)
    ports = {"sin": n, "cos": n + 1}
    instructions = list(program.instructions)
    for i, x in enumerate(program.instructions):
        if x[0] in TURNS:
            place = known.get(expression_of(program, x[1]))
            if place is None:
                raise KernelError("an angle of a sweep is none of the kind's")
            instructions[i] = ("input", ports[x[0]], place)
    turns = [Port(name, (len(known),)) for name in ("sines", "cosines")]
    inputs = (*program.inputs, *turns)
    return needed_program(inputs, program.outputs, instructions, program.results)


def expression_of(program: Program, value: int) -> str:
    """Return a value as text, the same in all programs whose inputs have the same names."""
    op, *operands = program.instructions[value]
    if op == "input":
        return f"{program.inputs[operands[0]].name}[{operands[1]}]"
    if op == "const":
        return repr(operands[0])
    parts = [expression_of(program, a) for a in operands]
    return f"{op}({', '.join(parts)})"
