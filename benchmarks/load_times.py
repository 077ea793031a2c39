"""Load times: the import of each program, and the first result from a robot file.

Every figure is from new interpreters, whose own start does not count, in turns. The file is a 7-dof
arm as URDF; the result is its inverse dynamics. Exudyn has no reader of such files of its own.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import processes
import programs
import timing
from rows import NOT_INSTALLED, Group, Row, Time
from titles import IMPORT
from titles import ROBOT_FILE as FIRST
from tree_dynamics import chain

import sarrus
from random_trees import random_tree

IMPORTS = {
    "`import sarrus`": "import sarrus",
    "`import sarrus`, with `sarrus.System`": "import sarrus; sarrus.System",
    "the same, and LLVM": "import sarrus; sarrus.System; import sarrus.kernels.targets.llvm.target",
}
PEERS = {
    "Pinocchio": "pinocchio",
    "MuJoCo": "mujoco",
    "Drake": "pydrake.multibody.plant",
    "Exudyn": "exudyn",
}

OURS = """
import numpy, sarrus
system = sarrus.load(sys.argv[1]).compile(kernels=("inverse_dynamics",))
tau = system.inverse_dynamics(*numpy.full((3, 7), 0.1))
"""
THEIRS = {
    "Pinocchio": """
import numpy, pinocchio
robot = pinocchio.buildModelFromUrdf(sys.argv[1])
q = numpy.tile([numpy.cos(0.1), numpy.sin(0.1)], 7)  # of joints without limits
tau = pinocchio.rnea(robot, robot.createData(), q, *numpy.full((2, 7), 0.1))
""",
    "Drake": """
import numpy
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import MultibodyForces
plant = MultibodyPlant(0.0)
(robot,) = Parser(plant).AddModels(sys.argv[1])
root = plant.get_body(plant.GetBodyIndices(robot)[0])
plant.WeldFrames(plant.world_frame(), root.body_frame())
plant.Finalize()
context, forces = plant.CreateDefaultContext(), MultibodyForces(plant)
plant.SetPositionsAndVelocities(context, numpy.full(14, 0.1))
plant.CalcForceElementsContribution(context, forces)
tau = plant.CalcInverseDynamics(context, numpy.full(7, 0.1), forces)
""",
    "MuJoCo": """
import mujoco
robot = mujoco.MjModel.from_xml_path(sys.argv[1])
data = mujoco.MjData(robot)
data.qpos[:] = data.qvel[:] = data.qacc[:] = 0.1
mujoco.mj_inverse(robot, data)
tau = data.qfrc_inverse
""",
}


def measured(quick: bool = False) -> Group:
    """Return imports and first results."""
    group = Group(
        "load",
        "Load times",
        notes=[
            "In new interpreters, whose start does not count; all programs have their bytecode."
        ],
    )
    rounds = 3 if quick else 7
    group.rows = [*imports(rounds), *first_results(rounds)]
    return group


def imports(rounds: int) -> list[Row]:
    work = {peer: f"import {name}" for peer, name in PEERS.items() if programs.found(name)}
    found = in_turns({**IMPORTS, **work}, rounds)
    return [
        Row(IMPORT, name, ours=found[name], peer=peer, theirs=found.get(peer), missing=absent(peer))
        for name in IMPORTS
        for peer in PEERS
    ]


def first_results(rounds: int) -> list[Row]:
    """Return the rows of the robot file; cold: with no kernel of it, after another file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "arm.urdf"
        sarrus.save(chain(7), file)
        other = Path(folder) / "other.urdf"
        sarrus.save(random_tree(2, 7, ["revolute"], chain=True, reversals=False), other)
        check(file)
        work = {peer: text for peer, text in THEIRS.items() if not absent(peer)}
        cold = []
        for k in range(2 if rounds < 7 else 3):
            os.environ["SARRUS_CACHE"] = str(Path(folder) / f"kernels_{k}")
            seconds_of(OURS, str(other))  # what all models share is there, of this one nothing
            cold.append(seconds_of(OURS, str(file)))
        found = in_turns({"cached": OURS, **work}, rounds, str(file))
    own = {"cold": Time.of(cold), "cached": found["cached"]}
    return [
        Row(FIRST, f"kernels {how}", "7-dof arm", 7, own[how], peer=peer, theirs=found.get(peer),
            missing=absent(peer) or ("" if peer in THEIRS else "reads no such file"))
        for how in own
        for peer in PEERS
    ]  # fmt: skip


def check(file: Path) -> None:
    """Compare the numbers before the times."""
    show = "\nprint([float(x) for x in tau], file=sys.stderr); sys.exit(1)"
    expected = None
    for work in (OURS, *(text for peer, text in THEIRS.items() if not absent(peer))):
        text = processes.clocked(work + show, str(file))
        found = [float(x) for x in str(text).strip("[]").split(",")]
        expected = expected or found
        worst = max(abs(a - b) for a, b in zip(found, expected, strict=True))
        if worst > 1e-6 * max(map(abs, expected)):
            raise SystemExit(f"inverse dynamics of the file differs by {worst:.1e}")


def absent(peer: str) -> str:
    """Return why a program has no time here, or nothing."""
    return NOT_INSTALLED if programs.found(PEERS[peer]) is None else ""


def in_turns(work: dict[str, str], rounds: int, *words: str) -> dict[str, Time]:
    once = {name: lambda text=text: seconds_of(text, *words) for name, text in work.items()}
    return timing.interleaved(once, rounds)


def seconds_of(text: str, *words: str) -> float:
    found = processes.clocked(text, *words)
    if isinstance(found, str):
        raise SystemExit(found)
    return found


def tables(group: Group) -> None:
    for title in (IMPORT, FIRST):
        rows = [["", "Sarrus s", "program", "other s", "ratio"]]
        for row in group.of(title):
            pair = [f"{x.median:.3f}" if x else "n/a" for x in (row.ours, row.theirs)]
            rows.append([row.what, pair[0], row.peer, pair[1], timing.times(row.ratio)])
        print(timing.table(f"\n{title}, seconds", rows))


if __name__ == "__main__":
    print(timing.heading("Load times"))
    tables(measured())
