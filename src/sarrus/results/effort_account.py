"""What the drives of a prescribed motion have to give: peaks, RMS, power."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sarrus.model.output_units import OutputUnits
    from sarrus.system.driven.driving import Drive


def _single_efforts(drive: Drive) -> list[str]:
    """Return the names of all drives; a joint that is driven as a whole has one per velocity."""
    from sarrus.system.rows.motion import POINT

    listed: list[str] = []
    compiled = drive.system.compiled
    for name, values in drive.motions[0].efforts.items():
        whole = len(values) > 1 and not name.startswith(POINT)
        listed += compiled.rate_names(name) if whole else [name]
    return listed


def effort_channels(drive: Drive) -> list[str]:
    """Return the channels of efforts and powers of all drives."""
    from sarrus.system.rows.motion import POINT

    names = _single_efforts(drive)
    powers = [f"{name}.power" for name in names if not name.startswith(POINT)]
    return [*(f"{name}.effort" for name in names), *powers]


def peak_efforts(drive: Drive, units: OutputUnits) -> list[dict[str, Any]]:
    """Return peak effort, its time, RMS effort and peak power of every drive."""
    import numpy as np

    from sarrus.system.rows.motion import POINT

    time, watt = units.factor("s"), units.factor("W")

    rows = []
    for name in _single_efforts(drive):
        effort = drive[f"{name}.effort"]
        values = np.asarray(effort, dtype=float)
        if values.ndim > 1:  # the force that leads a point
            values = np.linalg.norm(values, axis=1)
        power = None if name.startswith(POINT) else np.asarray(drive[f"{name}.power"])
        k = int(np.argmax(np.abs(values)))
        values = units.factor(effort.unit) * values
        rows.append(
            {
                "drive": name,
                "unit": units.shown_unit(effort.unit),
                "peak": float(values[k]),
                "at": time * float(drive.t[k]),
                "rms": float(np.sqrt(np.mean(values**2))),
                "peak_power": None
                if power is None
                else watt * float(power[np.argmax(np.abs(power))]),
            }
        )
    return rows
