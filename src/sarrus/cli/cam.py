"""`sarrus cam`: the profile of a cam for a law of lift."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sarrus.cli.files import writable_path
from sarrus.cli.options import Force, Json, Quiet
from sarrus.cli.screen import Screen


def cam(
    follower: Annotated[
        str,
        typer.Argument(
            metavar="FOLLOWER", help="knife, roller, flat, 'swinging roller', 'swinging flat'."
        ),
    ],
    angles: Annotated[
        str, typer.Option("--angles", metavar="ANGLE,...", help="Where segments begin: 0deg,90deg.")
    ],
    lifts: Annotated[
        str,
        typer.Option(
            "--lifts", metavar="LIFT,...", help="Lifts there, of a swinging follower angles: 0,8mm."
        ),
    ],
    base: Annotated[
        str, typer.Option("--base", metavar="RADIUS", help="Radius of the base circle: 30mm.")
    ],
    law: Annotated[
        str,
        typer.Option(
            "--law",
            metavar="LAW",
            help="3-4-5, 4-5-6-7, cycloidal, modified sine, harmonic, spline; or one for each "
            "segment, with commas.",
        ),
    ] = "3-4-5",
    roller: Annotated[
        str, typer.Option("--roller", metavar="RADIUS", help="Radius of the roller.")
    ] = "0",
    offset: Annotated[
        str, typer.Option("--offset", metavar="LENGTH", help="x of a follower that slides along y.")
    ] = "0",
    pivot: Annotated[
        str, typer.Option("--pivot", metavar="X,Y", help="Axis of a follower that swings.")
    ] = "0,0",
    arm: Annotated[
        str, typer.Option("--arm", metavar="LENGTH", help="From that axis to the roller.")
    ] = "0",
    out: Annotated[
        list[str] | None,
        typer.Option(
            "--out", "-o", metavar="FILE",
            help="The profile as a drawing (.dxf), a table (.csv) or a picture (.png, .svg, .pdf); "
            "may be repeated.",
        ),
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Find the profile of a cam for a law of lift.

    The cam turns anticlockwise. Equal lifts in a row are a dwell. The report has the largest
    pressure angle and the least radii of the profile; a profile that is undercut is refused.

    Example:
      sarrus cam roller --angles 0,120deg --lifts 0,8mm --base 30mm --roller 8mm
      sarrus cam flat --angles 0,90deg --lifts 0,8mm --base 40mm -o cam.dxf
    """
    screen = Screen(json, quiet, "cam")
    screen.listen()
    targets = [writable_path(name, force) for name in out or ()]
    import numpy as np

    from sarrus.synthesis import cam as made_cam

    swings = follower.startswith("swinging")
    x, y = _numbers(pivot, "m", "--pivot", 2)
    found = made_cam(
        follower,
        _numbers(angles, "rad", "--angles"),
        _numbers(lifts, "rad" if swings else "m", "--lifts"),
        base_radius=_number(base, "--base"),
        law=law,
        roller_radius=_number(roller, "--roller"),
        offset=_number(offset, "--offset"),
        pivot=(x, y),
        arm=_number(arm, "--arm"),
    )
    told: dict[str, Any] = {
        "follower": follower,
        "law": law,
        "lift": float(np.ptp(found.lift)),
        "pressure_angle": found.largest_pressure_angle,
        "least_radius": _finite(found.least_radius),
        "least_hollow": _finite(found.least_hollow),
        "length": found.curve.length,
    }
    for target in targets:
        found.save(target, overwrite=force)
    told["files"] = targets
    unit = "deg" if swings else "mm"
    lift = float(np.degrees(told["lift"])) if swings else 1e3 * told["lift"]
    rows = [
        ("follower", f"{follower}, {law}"),
        ("lift", f"{lift:.6g} {unit}"),
        ("base circle", f"{1e3 * found.curve.base_radius:.6g} mm"),
        ("largest pressure angle", f"{np.degrees(found.largest_pressure_angle):.4g} deg"),
        ("least radius of the profile", f"{1e3 * found.least_radius:.4g} mm"),
    ]
    if told["least_hollow"]:
        rows.append(("least radius of its hollows", f"{1e3 * found.least_hollow:.4g} mm"))
    rows.append(("length of the profile", f"{1e3 * found.curve.length:.6g} mm"))
    screen.pairs(rows)
    if targets:
        screen.say(f"written: {', '.join(targets)}")
    screen.answer(**told)


def _finite(x: float) -> float | None:
    return x if x < float("inf") else None


def _number(text: str, option: str) -> float:
    return _numbers(text, "m", option, 1)[0]


def _numbers(text: str, unit: str, option: str, count: int = 0) -> list[float]:
    """Return numbers with units of an option, in SI."""
    from sarrus.model.quantity import QuantityError, quantity

    try:
        found = [float(quantity(_plain(part.strip()), unit)) for part in text.split(",")]
    except QuantityError as error:
        raise typer.BadParameter(f"{text!r}: {error.reason}", param_hint=f"'{option}'") from None
    if count and len(found) != count:
        raise typer.BadParameter(f"{text!r} must be {count} numbers", param_hint=f"'{option}'")
    return found


def _plain(text: str) -> float | str:
    """Return a number without unit as such, which is in SI, else the text."""
    try:
        return float(text)
    except ValueError:
        return text
