"""What a run took, how accurate it is, and the ranges of its channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sarrus.errors import count

if TYPE_CHECKING:
    from sarrus.model.output_units import OutputUnits
    from sarrus.system import Drive, Run


def run_rows(run: Run | Drive, units: OutputUnits | None = None) -> list[tuple[str, str]]:
    """Return labels and texts about a run; units: of what is told of coordinates."""
    from sarrus.system import Run

    if not isinstance(run, Run):
        driven = ", ".join(run.motions[0].efforts) or "nothing"
        time = f"{run.t[0]:g} to {run.t[-1]:g} s, {count(len(run), 'instant')}"
        return [("method", "prescribed motion"), ("driven", driven), ("time", time)]
    a = run.account
    steps = f"{a.steps:,}"
    if a.rejected:
        steps += f" and {a.rejected:,} rejected"
    rows = [
        ("method", a.method),
        ("time", f"{run.t[0]:g} to {run.t[-1]:g} s, {count(len(run), 'state')}"),
        ("steps", f"{steps}, {count(a.evaluations, 'evaluation')}"),
        ("wall time", f"{seconds(a.wall)}, plus {seconds(a.preparation)} preparation"),
        ("energy error", f"{run.energy_error:.2g} of the energy exchanged"),
    ]
    if a.orders:
        rows.append(("orders", a.steps_by_order))
    if run.closed:
        rows.append(("drift", f"max. loop-closure error {run.drift:.2g} (model lengths or rad)"))
    if a.eps is not None:
        rows.append(("eps", f"{a.eps:g}: {a.corrections_needed}"))
    if a.independent:
        from sarrus.system.simulation.run import independent_text  # not before a run is made

        rows.append(("independent", f"{independent_text(a)}; {a.iterations:,} steps of closure"))
    if run.companion is not None:
        lines = enumerate(run.error.lines() if units is None else run.error.lines(units))
        rows += [("" if k else "accuracy", line) for k, line in lines]
    if run.events:
        rows.append(("events", _events(run)))
    if a.kept:
        rows.append(("loads kept", a.kept))
    if not a.traced_inputs:
        rows.append(("inputs", "input laws ran in Python, not in native code"))
    return rows


def run_data(run: Run | Drive) -> dict[str, Any]:
    """Return the same as plain data."""
    from sarrus.system import Run

    if not isinstance(run, Run):
        span = {"start": float(run.t[0]), "end": float(run.t[-1])}
        driven = list(run.motions[0].efforts)
        return {"method": "prescribed motion", "states": len(run), **span, "driven": driven}
    a = run.account
    return {
        "method": a.method,
        "states": len(run),
        "start": float(run.t[0]) if len(run) else None,
        "end": float(run.t[-1]) if len(run) else None,
        "steps": a.steps,
        "rejected": a.rejected,
        "evaluations": a.evaluations,
        "orders": a.orders,
        "eps": a.eps,
        "corrected": a.corrected,
        "corrections": a.corrections,
        "most_corrections": a.most_corrections,
        "residual": a.residual,
        "wall_time": a.wall,
        "preparation": a.preparation,
        "kept": a.kept,
        "energy_error": run.energy_error if len(run) else None,
        "drift": run.drift if len(run) else None,
        "independent": [{"t": t, "velocities": list(names)} for t, names in a.independent],
        "accuracy": _accuracy(run),
        "events": [{"name": e.name, "t": e.t, "done": e.done} for e in run.events],
    }


def _accuracy(run: Run) -> dict[str, Any] | None:
    """Return the estimated errors of coordinates and velocities at the end, as plain data."""
    if run.companion is None:
        return None
    names = [*run.system.coordinates, *run.system.velocities]
    errors = [float(x) for x in run.error.state[-1]]
    return {
        "by": run.error.how,
        "t": float(run.error.t[-1]),
        "undecided_from": run.error.undecided_from,
        "errors": dict(zip(names, errors, strict=True)),
        "events": [float(x) for x in run.error.events],
    }


def _events(run: Run) -> str:
    from sarrus.system.history.global_error import with_error

    off = [None] * len(run.events) if run.companion is None else run.error.events.tolist()
    texts = [
        f"{e.t:.6g}" if error is None or not error > 0.0 else with_error(e.t, error)
        for e, error in zip(run.events[:6], off, strict=False)
    ]
    shown = ", ".join(f"{e.name} at {text} s" for e, text in zip(run.events, texts, strict=False))
    more = f" and {len(run.events) - 6} more" if len(run.events) > 6 else ""
    return f"{len(run.events)}: {shown}{more}"


def seconds(value: float) -> str:
    """Return a time in a unit that suits it."""
    if value < 1e-3:
        return f"{1e6 * value:.3g} us"
    return f"{1e3 * value:.3g} ms" if value < 1.0 else f"{value:.3g} s"


def extremes(history: Any, names: Sequence[str], errors: Any = None) -> list[dict[str, Any]]:
    """Return start, end, min and max of every component of some channels.

    errors: estimates by channel (`Run.error`, in SI), of which those of the end are added.
    """
    import numpy as np

    found = []
    for name in names:
        channel = history[name]
        values = np.asarray(channel, dtype=float).reshape(len(channel), -1)
        parts = channel.components or ("",) * values.shape[1]
        columns = history.catalogue.find(name).columns
        factors = [history.units.factor(column.unit) for column in columns]
        units = [history.units.shown_unit(column.unit) for column in columns]
        off = None
        if errors is not None:
            off = np.asarray(errors[name]).reshape(-1, values.shape[1]) * factors
        for k, part in enumerate(parts):
            column = values[:, k]
            finite = column[np.isfinite(column)]
            low, high = (finite.min(), finite.max()) if len(finite) else (np.nan, np.nan)
            found.append(
                {
                    "channel": f"{channel.name}.{part}" if part else channel.name,
                    "unit": units[k],
                    "start": float(column[0]) if len(column) else np.nan,
                    "end": float(column[-1]) if len(column) else np.nan,
                    "min": float(low),
                    "max": float(high),
                }
            )
            if off is not None:
                found[-1]["error"] = float(off[-1, k])
    return found
