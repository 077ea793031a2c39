"""`sarrus info`: describe a model or a result."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.completion import any_files
from sarrus.cli.completion import channels as channel_names
from sarrus.cli.ending import REJECTED
from sarrus.cli.extremes_table import print_extremes
from sarrus.cli.files import command_line, existing_path
from sarrus.cli.options import Json, Quiet, Set, Strict, Units
from sarrus.cli.results_reading import ENDING, history_in, open_result
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.errors import count, printable
from sarrus.results.mechanism_account import mechanism_data, mechanism_rows, title
from sarrus.results.mesh_account import mesh_data
from sarrus.results.run_account import extremes, run_data, run_rows

if TYPE_CHECKING:
    from sarrus.system import System
    from sarrus.topology import Topology


def info(
    model: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A model (.yaml, .urdf, .xml, .json) or a result (.sarrus).",
            autocompletion=any_files,
        ),
    ],
    channels: Annotated[
        str,
        typer.Option(
            "--channels",
            metavar="PATTERN",
            help="List only matching channels of a result.",
            autocompletion=channel_names,
        ),
    ] = "",
    verify: Annotated[
        bool,
        typer.Option(
            "--verify", help="Check every block of a result and nothing else; 3 if one is damaged."
        ),
    ] = False,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Describe a model or a result.

    Of a model: bodies, joints, gears, tree, loops and mobility. Of a result: settings, accuracy and
    the channels with units. With --verify: whether all blocks of a result or a ledger are intact.

    Example:
      sarrus info four_bar.yaml
      sarrus info arm.urdf --json
      sarrus info four_bar.sarrus --channels reaction
      sarrus info four_bar.sarrus --verify
    """
    screen = Screen(json, quiet, "info")
    screen.listen()
    if verify:
        verify_blocks(screen, existing_path(model))
        return
    if model.endswith(ENDING):
        show_result(screen, model, channels, units)
        return
    study = load_study(model, settings(values), strict)
    from sarrus.model.output_units import OutputUnits

    shown = OutputUnits.of(study.units if units is None else units)
    system = study.system
    mobility = system.mobility(study.start())
    screen.problems([*system.notices, *study.start().notices])
    screen.say(title(system))
    screen.pairs(mechanism_rows(system, mobility))
    bodies, joints = body_data(system.topology), joint_data(system.topology)
    screen.say()
    screen.table(
        (
            "body",
            f"mass [{shown.shown_unit('kg')}]>",
            f"centre of mass [{shown.shown_unit('m')}]",
            "carried by",
            "depth>",
        ),
        [
            (
                b["name"],
                f"{shown.factor('kg') * b['mass']:g}",
                vector(shown.factor("m") * x for x in b["com"]),
                b["carried_by"],
                str(b["depth"]),
            )
            for b in bodies
        ],
    )
    screen.say()
    screen.table(
        ("joint", "type", "parent", "child", "freedom>", "coordinates", "role"),
        [
            (j["name"], j["type"], j["parent"], j["child"], str(j["freedom"]),
             ", ".join(j["coordinates"]), _role(j))
            for j in joints
        ],
    )  # fmt: skip
    if study.model.forces:
        screen.say()
        screen.table(
            ("force", "type", "between"),
            [(f["name"], f["type"], ", ".join(f["between"])) for f in force_data(system)],
        )
    meshes = mesh_data(system)
    if meshes:
        screen.say()
        length = shown.factor("m")
        screen.table(
            ("mesh", "type", "teeth", f"module [{shown.shown_unit('m')}]>",
             f"distance [{shown.shown_unit('m')}]>", "pressure angle [deg]>", "contact ratio>"),
            [
                (m["name"], m["type"], " : ".join(f"{z:g}" for z in m["teeth"]),
                 f"{length * m['module']:g}",
                 "-" if m["distance"] is None else f"{length * m['distance']:.6g}",
                 f"{math.degrees(m['pressure_angle']):.4g}",
                 "-" if m["contact_ratio"] is None else f"{m['contact_ratio']:.3f}")
                for m in meshes
            ],
        )  # fmt: skip
    screen.say()
    for line in tree_lines(system.topology):
        screen.say(line)
    screen.answer(
        0, [*system.notices, *study.start().notices], **mechanism_data(system, mobility) | {
            "bodies": bodies, "joints": joints, "forces": force_data(system), "meshes": meshes
        },
    )  # fmt: skip


def verify_blocks(screen: Screen, path: str) -> None:
    """Check every block of a result file; damage is an error, a run that was cut short is not."""
    from sarrus.storage import LogReader, RunReader

    with LogReader.open(path, verify=True) as log:
        run = RunReader(log)
        notices = [replace(p, severity="error") if p.code == "F13" else p for p in run.notices]
        screen.problems(notices)
        damaged = any(p.code == "F13" for p in notices)
        blocks, size, states = len(log), log.size, len(run)
    words = "are intact" if damaged else "all intact"
    told = f"{count(blocks, 'block')} {words}, {count(states, 'state')}, {size:,} bytes"
    screen.say(told)
    if damaged:
        screen.note(f"Keep what is intact: {command_line('sarrus', 'repair', path)}")
    code = REJECTED if damaged else 0
    screen.answer(code, notices, blocks=blocks, states=states, bytes=size, intact=not damaged)


def vector(numbers: Any) -> str:
    """Return three numbers in brackets."""
    return f"({', '.join(f'{x:g}' for x in numbers)})"


def body_data(topology: Topology) -> list[dict[str, Any]]:
    """Return the bodies as plain data."""
    found = []
    for body in topology.model.bodies:
        i = topology.index[body.name]
        found.append(
            {
                "name": body.name,
                "mass": body.mass,
                "com": body.com,
                "inertia": body.inertia,
                "carried_by": topology.branches[i].joint.name,
                "depth": topology.depth[i],
            }
        )
    return found


def joint_data(topology: Topology) -> list[dict[str, Any]]:
    """Return the joints as plain data."""
    return [
        {
            "name": row.name,
            "type": row.type,
            "parent": row.parent,
            "child": row.child,
            "freedom": row.coordinates,
            "coordinates": [c.name for c in joint.type.coordinates],
            "cut": row.cut,
            "equations": row.rows if row.cut else 0,
        }
        for row, joint in zip(topology.joint_table, topology.model.joints, strict=True)
    ]


def force_data(system: System) -> list[dict[str, Any]]:
    """Return the force elements as plain data."""
    return [
        {"name": f.name, "type": f.type_name, "between": [*f.bodies, *f.joints]}
        for f in system.model.forces
    ]


def _role(joint: dict[str, Any]) -> str:
    return f"cut: {count(joint['equations'], 'equation')}" if joint["cut"] else "tree"


def tree_lines(topology: Topology) -> list[str]:
    """Return the tree, a body a line, each under the one that carries it."""
    last = {p: i for i, p in enumerate(topology.parent)}
    lines, stems = ["ground"], [""] * (len(topology.branches) + 1)
    for i, branch in enumerate(topology.branches):
        p = topology.parent[i]
        mark, stem = ("└── ", "    ") if last[p] == i else ("├── ", "│   ")
        way = ", traversed child -> parent" if branch.reversed else ""
        kind = f"{branch.joint.type.type_name}{way}"
        text = f"{stems[p]}{mark}{branch.outboard}  by {branch.joint.name} ({kind})"
        lines.append(printable(text, 300))
        stems[i] = stems[p] + stem
    return lines


def show_result(screen: Screen, path: str, pattern: str, units: str | None) -> None:
    """Print the account of a run, and the channels whose names or descriptions fit a pattern."""
    run = open_result(screen, path)
    screen.say(title(run.system))
    history = history_in(run, units)
    screen.pairs(run_rows(run, history.units))
    if not pattern:
        print_extremes(screen, extremes(history, history.outputs))
    found = [
        {"name": entry.name, "unit": entry.unit, "description": entry.description}
        for entry in history.channels(pattern)
    ]
    screen.say()
    screen.table(
        ("channel", "unit", "description"),
        [(entry["name"], entry["unit"], entry["description"]) for entry in found],
    )
    screen.note(
        f"\n{count(len(found), 'channel')}; filter: sarrus info {path} --channels '*.angle'"
    )
    screen.answer(0, run.notices, name=run.system.model.name, **run_data(run), channels=found)
