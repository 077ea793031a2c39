"""`sarrus equilibrium`: where a model rests or moves steadily, and whether that is stable."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sarrus.cli.files import PAGES, PICTURES, ending_of, size_text, target_path
from sarrus.cli.options import Force, Json, ModelPath, Out, Quiet, Set, Strict, Units
from sarrus.cli.screen import Screen
from sarrus.cli.settings import settings
from sarrus.cli.studies import load_study
from sarrus.results.mechanism_account import mechanism_data, mechanism_rows, title

if TYPE_CHECKING:
    from sarrus.model.output_units import OutputUnits
    from sarrus.study import Study
    from sarrus.system.analysis import Equilibrium, RootLocus

TABLES = (".csv", ".xlsx")


def equilibrium(
    model: ModelPath,
    moving: Annotated[
        list[str] | None,
        typer.Option(
            "--moving",
            "-m",
            metavar="NAME=VALUE",
            help="Channel that the steady motion must have: chassis.vx=20m/s. May be repeated.",
        ),
    ] = None,
    aside: Annotated[
        list[str] | None,
        typer.Option(
            "--aside",
            metavar="NAME",
            help="Cyclic coordinate, which grows without end. May be repeated.",
        ),
    ] = None,
    unknown: Annotated[
        list[str] | None,
        typer.Option(
            "--unknown",
            metavar="NAME",
            help="Effort on a joint, or number of the model, that is found. May be repeated.",
        ),
    ] = None,
    over: Annotated[
        str | None,
        typer.Option(
            "--over",
            metavar="NAME=LOW:HIGH:COUNT",
            help="Eigenvalues over a channel of the steady motion or a number of the model.",
        ),
    ] = None,
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--input",
            metavar="JOINT",
            help="Effort to respond to, in the page of the modes. May be repeated.",
        ),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            metavar="CHANNEL",
            help="Channel whose frequency response is shown there. May be repeated.",
        ),
    ] = None,
    out: Out = None,
    units: Units = None,
    values: Set = None,
    strict: Strict = False,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find a state of rest or steady motion, and its stability.

    Without options, by the section `equilibrium` of the file. With --over, eigenvalues over a
    speed or another number; -o writes them as a picture (.png, .svg, .pdf) or as .csv, .xlsx.
    Without --over, -o modes.html writes a page in which the modes of vibration move, with the
    frequency response of --output by --input beside them.

    Example:
      sarrus equilibrium vehicle.yaml
      sarrus equilibrium governor.yaml --moving shaft.rate=60rpm
      sarrus equilibrium vehicle.yaml -o modes.html --input A --output chassis.z
      sarrus equilibrium bicycle.yaml --over frame.vx=0:10:51 -o bicycle.png
    """
    screen = Screen(json, quiet, "equilibrium")
    screen.listen()
    target = None if out is None else target_path(out, force, (*PAGES, *PICTURES, *TABLES))
    page = target is not None and ending_of(target) in PAGES
    if page and over is not None:
        rule = "a page shows one state; write eigenvalues over a number as .png or .csv."
        raise typer.BadParameter(rule, param_hint="'--out'")
    if (inputs or outputs) and not page:
        rule = "goes with a page of modes: -o modes.html."
        raise typer.BadParameter(rule, param_hint="'--input'")
    section: dict[str, Any] = {}
    if moving:
        section["moving"] = settings(moving, "--moving")
    if aside:
        section["aside"] = list(aside)
    if unknown:
        section["unknown"] = list(unknown)
    if over is not None:
        section["over"] = _spread(over)
    study = load_study(model, settings(values), strict)
    study = study.with_equilibrium(section) if section else study
    study = study if units is None else study.in_units(units)
    if over is None and (target is None or page):
        _one(screen, study, target, inputs or (), outputs or ())
        return
    _many(screen, study, target)


def _spread(text: str) -> dict[str, Any]:
    """Return what is varied, with its values."""
    name, _, spread = text.partition("=")
    parts = spread.split(":")
    if not name.strip() or len(parts) != 3:
        rule = f"{text!r} is not of the form NAME=LOW:HIGH:COUNT, such as frame.vx=0:10:51."
        raise typer.BadParameter(rule, param_hint="'--over'")
    return {name.strip(): dict(zip(("from", "to", "count"), parts, strict=True))}


def _one(
    screen: Screen,
    study: Study,
    target: str | None = None,
    inputs: Sequence[str] = (),
    outputs: Sequence[str] = (),
) -> None:
    """Print one equilibrium or steady motion; write the page of its modes."""
    from sarrus.model.output_units import OutputUnits
    from sarrus.system.analysis import SteadyMotion

    system = study.system
    mobility = system.mobility(study.start())
    screen.problems([*system.notices, *study.start().notices])
    found = study.equilibrium()
    steady = found if isinstance(found, SteadyMotion) else None
    screen.say(title(system))
    screen.pairs(mechanism_rows(system, mobility))
    screen.pairs([
        ("kind", "at rest" if steady is None else "steady motion"),
        ("stable", "yes" if found.stable else "no: small motions grow"),
        ("residual", f"{found.residual:.3g} (largest acceleration, 1/s^2 or m/s^2)"),
    ])  # fmt: skip
    aside = {} if steady is None else dict(steady.aside)
    unknown = {} if steady is None else dict(steady.found)
    if aside:
        rows = [(name, f"{rate:.9g}") for name, rate in aside.items()]
        screen.table(("set aside", "rate [1/s]>"), rows, "\nRun on at constant rates")
    if unknown:
        rows = [(name, f"{value:.9g}") for name, value in unknown.items()]
        screen.table(("unknown", "found>"), rows, "\nHolds the motion")
    numbers = state_data(found, OutputUnits.of(study.units))
    shown = [(r["name"], r["unit"], f"{r['value']:.9g}") for r in numbers]
    screen.table(("coordinate", "unit", "value>"), shown, "\nState")
    modes = mode_data(found)
    keys = ("real", "imaginary", "frequency", "damping")
    head = ("real [1/s]>", "imaginary [rad/s]>", "frequency [Hz]>", "damping>")
    screen.table(head, [[f"{mode[k]:.6g}" for k in keys] for mode in modes], "\nSmall motions")
    if target is not None:
        linear = found.linearization
        if inputs or outputs:
            linear = study.linearize(inputs, outputs, at=found)
        linear.write_html(target, overwrite=True)
        screen.say(f"\n{target} written ({size_text(target)})")
    screen.answer(
        0,
        [*system.notices, *study.start().notices],
        **mechanism_data(system, mobility),
        steady=steady is not None,
        stable=found.stable,
        residual=found.residual,
        aside=aside,
        found=unknown,
        state=numbers,
        modes=modes,
        **({} if target is None else {"file": target}),
    )


def state_data(found: Equilibrium, shown: OutputUnits) -> list[dict[str, Any]]:
    """Return coordinates and velocities in the units shown."""
    state, layout = found.state, found.state.system.compiled.layout
    names = (*layout.q_names, *layout.v_names)
    units = (*layout.q_units, *layout.v_units)
    numbers = (*state.q, *state.v)
    return [{"name": n, "unit": shown.shown_unit(u), "value": shown.factor(u) * float(x)}
            for n, u, x in zip(names, units, numbers, strict=True)]  # fmt: skip


def mode_data(found: Equilibrium) -> list[dict[str, float]]:
    """Return eigenvalues, frequencies [Hz] and damping ratios, of a pair one."""
    return [
        {
            "real": v.eigenvalue.real,
            "imaginary": v.eigenvalue.imag,
            "frequency": v.frequency,
            "damping": v.damping,
        }
        for v in found.linearization.vibrations
    ]


def _many(screen: Screen, study: Study, target: str | None) -> None:
    """Print where stability changes, and write the curves."""
    system = study.system
    screen.problems([*system.notices, *study.start().notices])
    locus = study.root_locus().in_units(study.units)
    screen.say(title(system))
    unit = f" [{locus.unit}]" if locus.unit else ""
    screen.pairs([
        ("over", f"{locus.parameter}{unit}, {len(locus)} values from {locus.values[0]:g} "
         f"to {locus.values[-1]:g}"),
        ("stable", ", ".join(f"{a:.9g} to {b:.9g}" for a, b in locus.stable_ranges) or "nowhere"),
    ])  # fmt: skip
    critical = [
        {"value": c.value, "frequency": c.frequency, "grows": c.grows} for c in locus.critical
    ]
    rows = [(f"{c['value']:.12g}", f"{c['frequency']:.6g}", "grows" if c["grows"] else "decays")
            for c in critical]  # fmt: skip
    if rows:
        head = (f"{locus.parameter}{unit}>", "frequency [Hz]>", "beyond it")
        screen.table(head, rows, "\nStability changes")
    if target is not None:
        _write(locus, target)
        screen.say(f"\n{target} written ({size_text(target)})")
    screen.answer(
        0,
        [*system.notices, *study.start().notices],
        over=locus.parameter,
        unit=locus.unit,
        values=locus.values,
        real=locus.eigenvalues.real,
        imaginary=locus.eigenvalues.imag,
        stable_ranges=locus.stable_ranges,
        critical=critical,
        file=target,
    )


def _write(locus: RootLocus, target: str) -> None:
    if ending_of(target) in PICTURES:
        locus.plot(path=target)
        return
    table = locus.table()
    unit = f" [{locus.unit}]" if locus.unit else ""
    first, *others = table
    words = {"real": "1/s", "imaginary": "rad/s"}
    head = [f"{first}{unit}", *(f"{name} [{words[name.split()[0]]}]" for name in others)]
    rows = zip(*(column.tolist() for column in table.values()), strict=True)
    if ending_of(target) == ".xlsx":
        from sarrus.results.export.workbook import Sheet, write_workbook

        write_workbook(target, [Sheet("eigenvalues", head, rows)])
        return
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
