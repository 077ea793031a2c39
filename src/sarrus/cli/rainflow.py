"""`sarrus rainflow`: the cycles of a channel and the damage that they do."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sarrus.cli.completion import channels as channel_names
from sarrus.cli.files import PICTURES, target_path
from sarrus.cli.options import Force, Json, Quiet, ResultPath
from sarrus.cli.results_reading import open_result
from sarrus.cli.screen import Screen

MOST_ROWS = 12
"""Ranges of the table, the largest first."""


def rainflow(
    result: ResultPath,
    channel: Annotated[
        str,
        typer.Argument(metavar="CHANNEL", help="What is counted, such as C.reaction.force.x.",
                       autocompletion=channel_names),
    ],
    repeated: Annotated[
        bool, typer.Option("--repeated", help="Treat the run as repeating: whole cycles only.")
    ] = False,
    least: Annotated[
        float, typer.Option("--least", metavar="RANGE", help="Ranges up to this are not counted.")
    ] = 0.0,
    slope: Annotated[
        float | None, typer.Option("--slope", metavar="K", help="Slope of the S-N line.")
    ] = None,
    amplitude: Annotated[
        float | None,
        typer.Option("--amplitude", metavar="S", help="Stress amplitude at its knee [Pa]."),
    ] = None,
    cycles: Annotated[
        float, typer.Option("--cycles", metavar="N", help="Cycles at its knee.")
    ] = 2e6,
    below: Annotated[
        str, typer.Option("--below", help="Under the knee: haibach, same or endurance.")
    ] = "haibach",
    ultimate: Annotated[
        float | None,
        typer.Option("--ultimate", metavar="S", help="Strength of Goodman's line [Pa]."),
    ] = None,
    scale: Annotated[
        float, typer.Option("--scale", help="Stress per unit of the channel.")
    ] = 1.0,
    out: Annotated[
        str | None,
        typer.Option("--out", "-o", metavar="FILE", help="A picture (.png, .svg, .pdf) or .csv."),
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Count the cycles of a channel by the rainflow method.

    Counting after ASTM E1049; with --slope and --amplitude also damage, the sum of n/N along
    an S-N line.

    Example:
      sarrus rainflow run.sarrus C.reaction.force.x
      sarrus rainflow run.sarrus S.force --slope 5 --amplitude 160e6 --scale 2.5e5
      sarrus rainflow run.sarrus C.reaction.force.x --repeated -o cycles.png
    """
    screen = Screen(json, quiet, "rainflow")
    screen.listen()
    if (slope is None) != (amplitude is None):
        raise typer.BadParameter(
            "an S-N line needs both --slope and --amplitude.", param_hint="'--slope'"
        )
    target = None if out is None else target_path(out, force, (*PICTURES, ".csv"))
    run = open_result(screen, result)
    from sarrus.durability import counting, life

    residue = "repeated" if repeated else "half"
    found = counting.rainflow(run, channel, residue=residue, least=least)
    ranges = found.by_range()[::-1]
    told: dict[str, Any] = {
        "channel": channel,
        "unit": found.unit,
        "count": float(found.count.sum()),
        "largest_range": ranges[0][0] if ranges else 0.0,
    }
    screen.say(f"{channel}: {told['count']:g} cycles, the largest range "
               f"{told['largest_range']:.6g} {found.unit}")  # fmt: skip
    rows = [(f"{size:.6g}", f"{count:g}") for size, count in ranges[:MOST_ROWS]]
    screen.table((f"range [{found.unit or '-'}]>", "cycles>"), rows)
    if len(ranges) > MOST_ROWS:
        screen.say(f"and {len(ranges) - MOST_ROWS} smaller ones")
    if slope is not None and amplitude is not None:
        line = life.SNLine(amplitude, cycles, slope, below=below, ultimate=ultimate)
        done = life.damage(found, line, scale=scale)
        told |= {"damage": done.total, "repeats": done.repeats}
        told["equivalent_range"] = life.equivalent_range(found, slope)
        screen.say(f"damage {done.total:.6g}: {done.repeats:.6g} repeats of the run to 1")
        screen.say(f"equivalent range of one cycle: {told['equivalent_range']:.6g} {found.unit}")
    if target is not None:
        _write(found, target)
        screen.say(f"{target} written")
        told["file"] = target
    screen.answer(0, run.notices, **told)


def _write(found: Any, out: str) -> None:
    """Write a picture, or the cycles as a table."""
    if not out.lower().endswith(".csv"):
        found.plot(path=out)
        return
    from sarrus.storage.new_file import new_file

    lines = ["range,mean,count,start,end"]
    columns = (found.range, found.mean, found.count, found.start, found.end)
    lines += [",".join(repr(float(x)) for x in row) for row in zip(*columns, strict=True)]
    with (
        new_file(out, True, "X06") as place,
        open(place, "w", encoding="utf-8", newline="\n") as file,
    ):
        file.write("\n".join([*lines, ""]))
