"""`sarrus loads`: all loads on a body, for stress analysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import writable_path
from sarrus.cli.options import Force, Json, Quiet, ResultPath
from sarrus.cli.results_reading import open_result
from sarrus.cli.screen import Screen

if TYPE_CHECKING:
    import numpy as np

    from sarrus.durability import body_loads


def loads(
    result: ResultPath,
    body: Annotated[str, typer.Option("--body", "-b", metavar="BODY", help="The body.")] = "",
    at: Annotated[
        list[float] | None,
        typer.Option("--at", metavar="TIME", help="An instant [s]; may be repeated."),
    ] = None,
    worst: Annotated[
        list[str] | None,
        typer.Option(
            "--worst", metavar="WHAT",
            help="The state of the largest force, moment, combined load, or a channel; may be "
            "repeated. Not with --at.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every kept state.")] = False,
    out: Annotated[
        list[str] | None,
        typer.Option("--out", "-o", metavar="FILE",
                     help="File: .inp, .bdf, .csv, or a picture .png, .svg, .pdf; repeatable."),
    ] = None,
    format: Annotated[
        str | None,
        typer.Option("--format", help="calculix, abaqus, nastran or csv; by the file's ending."),
    ] = None,
    node: Annotated[
        list[str] | None,
        typer.Option("--node", metavar="LOAD=NODE",
                     help="Number or set of the node of a load; may be repeated."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="LOAD", help="A load that is left out, where the part "
                     "is held; may be repeated."),
    ] = None,
    mesh_units: Annotated[
        str, typer.Option("--mesh-units", help="Length unit of the mesh: m or mm.")
    ] = "m",
    elements: Annotated[
        str, typer.Option("--elements", metavar="SET", help="The set of all elements.")
    ] = "EALL",
    fields: Annotated[
        str, typer.Option("--fields", help="Nastran's fields: small, large or free.")
    ] = "small",
    mesh: Annotated[
        str | None,
        typer.Option("--mesh", metavar="FILE", help="The mesh (*NODE, *ELEMENT), which CalculiX "
                     "needs for angular accelerations."),
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Compute all loads on a body for stress analysis.

    Forces and moments in body axes at the points of joints and force elements, in balance with
    gravity and inertia as a body load; loads that rigid bodies do not determine are marked.

    Example:
      sarrus loads run.sarrus --body rocker
      sarrus loads run.sarrus -b rocker --worst force --without D -o rocker.bdf
      sarrus loads run.sarrus -b rocker --at 0.2 -o rocker.inp -o rocker.png
    """
    screen = Screen(json, quiet, "loads")
    screen.listen()
    if not body:
        raise typer.BadParameter("name the body, for example --body rocker.", param_hint="'--body'")
    run = open_result(screen, result)
    from sarrus.durability import body_loads, write_loads

    found = body_loads.loads(run, body)
    screen.problems(found.notices)
    wanted: list[str | float] = [*(worst or ()), *(at or ())]
    cases = [found.case(k) for k in range(len(found))] if every else found.cases(*wanted)
    nodes = dict(_node(text) for text in node or ())
    files = []
    for name in out or ():
        target = writable_path(name, force)
        if name.lower().endswith((".png", ".svg", ".pdf")):
            cases[0].plot(path=target)
        else:
            write_loads(
                target, cases, format=format, nodes=nodes, without=without or (),
                units=mesh_units, elements=elements, fields=fields, mesh=mesh, overwrite=force,
            )  # fmt: skip
        screen.say(f"{target} written")
        files.append(str(target))
    if not files:
        for case in cases:
            _print(screen, case)
    told = [_record(case) for case in cases] if json else None
    screen.answer(0, [*run.notices, *found.notices], files=files or None, cases=told)


def _node(text: str) -> tuple[str, int | str]:
    name, sign, value = text.partition("=")
    if not sign or not value:
        raise typer.BadParameter(
            f"'{text}' is not LOAD=NODE, such as B=101.", param_hint="'--node'"
        )
    return name, int(value) if value.isdigit() else value


def _print(screen: Screen, case: body_loads.LoadCase) -> None:
    screen.say(f"{case.name}: '{case.body}' at t = {case.t:.6g} s, in its own axes")
    rows = [
        (load.name, *_texts(load.at), *_texts(load.force), *_texts(load.moment),
         "yes" if load.unique else "no")
        for load in case.loads
    ]  # fmt: skip
    m = case.inertia
    rows.append(
        ("gravity, inertia", *_texts(m.com), *_texts(m.body_force), *_texts(m.body_moment), "yes")
    )
    head = ("load", "x [m]>", "y>", "z>", "fx [N]>", "fy>", "fz>", "mx [N m]>", "my>", "mz>",
            "unique")  # fmt: skip
    screen.table(head, rows)
    screen.say(f"largest sum: {case.imbalance:.1e} of the largest load")
    screen.say()


def _texts(vector: np.ndarray) -> list[str]:
    return [f"{0.0 if abs(x) < 1e-12 else x:.5g}" for x in vector.tolist()]


def _record(case: body_loads.LoadCase) -> dict[str, Any]:
    m = case.inertia
    return {
        "name": case.name,
        "t": case.t,
        "loads": [
            {
                "name": load.name, "kind": load.kind, "at": load.at.tolist(),
                "force": load.force.tolist(), "moment": load.moment.tolist(),
                "unique_force": list(load.unique_force),
                "unique_moment": list(load.unique_moment),
            }
            for load in case.loads
        ],
        "mass": m.mass,
        "com": m.com.tolist(),
        "acceleration": m.acceleration.tolist(),
        "angular_velocity": m.angular_velocity.tolist(),
        "angular_acceleration": m.angular_acceleration.tolist(),
        "gravity": m.gravity.tolist(),
        "imbalance": case.imbalance,
    }  # fmt: skip
