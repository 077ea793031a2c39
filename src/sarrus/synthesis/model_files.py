"""Any mechanism of a model file: its constants fitted to a path, a function or poses.

The mechanism is assembled by Sarrus at the input of every position; derivatives by the constants
are exact: those of the outputs by the numbers of the model with the input held (`sensitivities`),
times those of the numbers by the constants (`constants_map`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest
from sarrus.study.study import Study
from sarrus.synthesis.model_text import write_text
from sarrus.synthesis.solutions import NoSolution
from sarrus.synthesis.tasks import FUNCTION, MOTION, Task, function_task, motion_task, path_task
from sarrus.system import State
from sarrus.system.analysis import sensitivities

FAR = 1e3
"""Residual, of size 1, of a design that cannot be assembled: it is never accepted."""
AXES, ROTATION = ("x", "y", "z"), ".rotation."
STEP = np.radians(20.0)
"""Largest step of the input between positions, so that the assembly is followed."""


@dataclass(frozen=True, eq=False)
class FittedFile:
    """A model file with other constants.

    constants: the new values [SI] by name; before: those of the file; inputs: the driven
    coordinate at the positions; errors: at every position, as of `Solution`; error_before: the
    root mean square with the constants of the file.
    """

    path: str
    constants: Mapping[str, float]
    before: Mapping[str, float]
    inputs: np.ndarray
    errors: np.ndarray
    error_before: float

    @property
    def error(self) -> float:
        """The root of the mean square of the errors."""
        return float(np.sqrt(np.mean(self.errors**2)))

    def text(self) -> str:
        """Return the text of the file with the new constants; all else stays as it is written."""
        from sarrus.file_access import read_bytes
        from sarrus.formats.yaml.located_yaml import parse

        _, marks = parse(read_bytes(self.path), self.path)
        text = str(marks.source.text)
        spans = {name: marks.span(("constants", name)) for name in self.constants}
        for name, (start, end) in sorted(spans.items(), key=lambda item: -item[1][0]):
            text = text[:start] + self._number_text(name, text[start:end]) + text[end:]
        return text

    def _number_text(self, name: str, literal: str) -> str:
        """Return a value in the unit of the text that it replaces."""
        from sarrus.model.units import in_si, parts_of

        parts = parts_of(literal.strip("\"'"))
        if parts is None:
            return f"{self.constants[name]!r}"
        return f"{self.constants[name] / in_si('1', parts[1]):.12g} {parts[1]}"

    def study(self) -> Study:
        """Return the study with the new constants."""
        return Study.load(self.path, set={f"constants.{n}": v for n, v in self.constants.items()})

    def write(self, path: str | os.PathLike[str], *, overwrite: bool = False) -> None:
        """Write the file with the new constants.

        Example:
            fitted.write("new.yaml", overwrite=True)
        """
        write_text(path, self.text(), overwrite)


Varied = Sequence[str] | Mapping[str, tuple[float, float]]


def fit_path(
    path: str | os.PathLike[str],
    points: Any,
    vary: Varied,
    *,
    tracer: str,
    timing: Any = None,
    driven: str = "",
    starts: int = 3,
    seed: int = 0,
    tolerance: float | None = None,
) -> FittedFile:
    """Return a model file with constants that lead a point through points, as well as they can.

    points: rows x, y or x, y, z [m]; vary: constants, with bounds [SI] where they are a mapping;
    tracer: a body or frame; timing: the driven coordinate at the points, up to a constant, else it
    is found; driven: that coordinate, by default of the file's first drive. starts: the constants
    of the file, and others at random around them. Raises NoSolution (Y03) where the error is above
    the tolerance.

    Example:
        fitted = synthesis.fit_path("leg.yaml", points, ["a", "b", "c"], tracer="foot")
    """
    task = path_task(points, timing, columns=(2, 3))
    fit = _FileFit.of(task, os.fspath(path), vary, tracer, "", driven)
    return _best_fit(fit, starts, seed, tolerance)


def fit_motion(
    path: str | os.PathLike[str],
    poses: Any,
    vary: Varied,
    *,
    tracer: str,
    timing: Any = None,
    driven: str = "",
    starts: int = 3,
    seed: int = 0,
    tolerance: float | None = None,
) -> FittedFile:
    """Return a model file with constants that lead a body or frame through poses.

    poses: rows x, y [m] and the angle about z [rad], or x, y, z [m] and a rotation vector [rad], of
    the axes of the tracer. Errors are lengths: turns count by the size of the task. The other
    arguments are those of `fit_path`.

    Example:
        fitted = synthesis.fit_motion("lift.yaml", poses, ["a", "b", "c"], tracer="shelf")
    """
    task = motion_task(poses, timing, columns=(3, 6))
    fit = _FileFit.of(task, os.fspath(path), vary, tracer, "", driven)
    return _best_fit(fit, starts, seed, tolerance)


def fit_function(
    path: str | os.PathLike[str],
    inputs: Any,
    outputs: Any,
    vary: Varied,
    *,
    output: str,
    driven: str = "",
    input_offset: float | None = 0.0,
    output_offset: float | None = 0.0,
    starts: int = 3,
    seed: int = 0,
    tolerance: float | None = None,
) -> FittedFile:
    """Return a model file with constants that make an output a function of the driven coordinate.

    inputs, outputs: their values; output: a channel such as "D.angle"; offsets that are None are
    found. The other arguments are those of `fit_path`.

    Example:
        fitted = synthesis.fit_function("rssr.yaml", x, y, ["a", "b"], output="D.angle")
    """
    task = function_task(inputs, outputs, input_offset, output_offset)
    fit = _FileFit.of(task, os.fspath(path), vary, "", output, driven)
    return _best_fit(fit, starts, seed, tolerance)


def _best_fit(fit: _FileFit, starts: int, seed: int, tolerance: float | None) -> FittedFile:
    """Return the best of least squares from several starts."""
    rng = np.random.default_rng(seed)
    best: np.ndarray | None = None
    first = fit.start()
    for k in range(max(starts, 1)):
        begin = first.copy()
        if k:
            spread = rng.normal(1.0, 0.15, len(fit.names))
            begin[: len(fit.names)] = np.clip(begin[: len(fit.names)] * spread, fit.low, fit.high)
        found = fit.solution(begin)
        if best is None or fit.cost(found) < fit.cost(best):
            best = found
    chosen = first if best is None else best
    errors = fit.errors(chosen)
    if not np.isfinite(errors).all():
        rule = "cannot be assembled at the positions wanted with any of the constants tried"
        action = "choose positions that it reaches, or vary more constants"
        raise NoSolution(Problem("Y03", f"file '{fit.path}'", rule, action=action))
    result = FittedFile(
        fit.path,
        dict(zip(fit.names, (float(v) for v in chosen), strict=False)),
        dict(zip(fit.names, (float(v) for v in first), strict=False)),
        fit.inputs(chosen),
        errors,
        float(np.sqrt(np.mean(fit.errors(first) ** 2))),
    )
    if tolerance is not None and result.error > tolerance:
        rule = f"has no solution within the limits; the nearest has an error of {result.error:.3g}"
        raise NoSolution(Problem("Y03", f"file '{fit.path}'", rule,
                                 action="loosen the tolerance, vary more constants"))  # fmt: skip
    return result


@dataclass(frozen=True, eq=False)
class _FileFit:
    """The least squares of a file: constants first, then what is free of the inputs and offsets."""

    path: str
    task: Task
    names: tuple[str, ...]
    low: np.ndarray
    high: np.ndarray
    outputs: tuple[str, ...]
    driven: str
    known: Any
    system: Any

    @staticmethod
    def of(task: Task, path: str, vary: Any, tracer: str, output: str, driven: str) -> _FileFit:
        """Return the least squares, after checks of all names."""
        study = Study.load(path)
        bounds = dict(vary) if isinstance(vary, Mapping) else dict.fromkeys(vary)
        if not bounds:
            rule = "varies no constant"
            raise ModelError(Problem("Y02", f"file '{path}'", rule, action="name some: vary="))
        known = study.constants_map(list(bounds))
        values = dict(zip(known.names, known.defaults, strict=True))
        names = tuple(bounds)
        limits = [bounds[name] or (-np.inf, np.inf) for name in names]
        low, high = (np.array([limit[k] for limit in limits], dtype=float) for k in (0, 1))
        outside = [n for n, a, b in zip(names, low, high, strict=True) if not a < values[n] < b]
        if outside:
            raise ModelError([
                Problem("Y02", f"constant '{n}'", "is not within its bounds in the file",
                        f"{values[n]:.6g}") for n in outside
            ])  # fmt: skip
        if task.kind == FUNCTION:
            outputs: tuple[str, ...] = (output,)
        else:
            outputs = tuple(f"{tracer}.position.{c}" for c in AXES[: task.points.shape[1]])
            if task.kind == MOTION:
                columns = AXES[:1] if task.angles.ndim == 1 else AXES[:2]
                outputs += tuple(f"{tracer}.rotation.{r}{c}" for c in columns for r in AXES)
        if not (output if task.kind == FUNCTION else tracer):
            wanted = "output=" if task.kind == FUNCTION else "tracer="
            rule = "does not say what is to follow"
            raise ModelError(Problem("Y02", f"file '{path}'", rule, action=f"give {wanted}"))
        first = driven or next(iter(study.plan.drives), "")
        if not first:
            rule = "has no drive, so that it is not known which joint is the input"
            raise ModelError(Problem("Y02", f"file '{path}'", rule, action="give driven="))
        options = study.plan.options
        system = known.compile(**options)
        if first not in system.coordinates and f"{first}.angle" not in system.coordinates:
            action = nearest(first, list(system.coordinates))
            raise ModelError(Problem("Y02", f"input '{first}'", "is no coordinate", action=action))
        order = [known.names.index(name) for name in names]
        known_defaults = known.defaults[order]
        low, high = np.minimum(low, known_defaults), np.maximum(high, known_defaults)
        made = _FileFit(path, task, names, low, high, outputs, first, known, system)
        drawn = made.numbers(known_defaults)  # names of channels are refused here, once
        state = made._state(0.0, drawn, None)
        asked = [*outputs, *made.speeds]
        sensitivities(system, state, asked, [known.outputs[0]], parameters=drawn)
        return made

    @cached_property
    def speeds(self) -> tuple[str, ...]:
        """The channels that the rates of the outputs are made of."""
        turns = next((name.partition(ROTATION)[0] for name in self.outputs if ROTATION in name), "")
        spin = tuple(f"{turns}.angular_velocity.{c}" for c in AXES) if turns else ()
        return (*(_rate_of(name) for name in self.outputs if ROTATION not in name), *spin)

    def _rates(self, values: np.ndarray, speeds: np.ndarray) -> np.ndarray:
        """Return the rates of the outputs; columns of a rotation R turn by omega x R."""
        turned = [k for k, name in enumerate(self.outputs) if ROTATION in name]
        if not turned:
            return speeds
        columns = values[turned].reshape(-1, 3)
        return np.concatenate([speeds[:-3], np.cross(speeds[-3:], columns).ravel()])

    @cached_property
    def wanted(self) -> np.ndarray:
        """The outputs that are wanted, (positions, outputs)."""
        if self.task.kind == FUNCTION:
            return self.task.angles[:, None]
        if self.task.kind != MOTION:
            return self.task.points
        angles = self.task.angles
        if angles.ndim == 1:
            turns = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(len(angles))])
        else:
            matrices = self.task.rotations
            turns = np.concatenate([matrices[:, :, 0], matrices[:, :, 1]], axis=1)
        return np.hstack([self.task.points, turns])

    @cached_property
    def sizes(self) -> np.ndarray:
        """What the outputs are divided by: lengths by the size of the task, rotations by 1."""
        return np.array([1.0 if ROTATION in name else self.scale for name in self.outputs])

    @property
    def scale(self) -> float:
        """The length, or the range of the output, that residuals are divided by."""
        if self.task.kind == FUNCTION:
            return max(float(np.ptp(self.task.angles)), 1e-300)
        return self.task.size

    def start(self) -> np.ndarray:
        """Return the unknowns of the file as it is: constants, inputs (or their offset)."""
        order = [self.known.names.index(name) for name in self.names]
        constants = self.known.defaults[order]
        if self.task.timed:
            offset = self.task.input_offset
            at = [] if offset is not None else [-float(self.task.inputs[0])]
            return np.concatenate([constants, at])
        return np.concatenate([constants, self._nearest_inputs(constants)])

    def _nearest_inputs(self, constants: np.ndarray) -> np.ndarray:
        """Return inputs at which the tracer is nearest to the points, over one turn."""
        grid = np.linspace(0.0, 2.0 * np.pi, 73)[:-1]
        found = []
        state = None
        numbers = self.numbers(constants)
        for angle in grid:
            try:
                state = self._state(float(angle), numbers, state)
                found.append(self._values(state, numbers))
            except SarrusError:
                found.append(np.full(len(self.outputs), np.inf))
        gaps = np.linalg.norm((np.array(found)[None] - self.wanted[:, None]) / self.sizes, axis=-1)
        return np.asarray(grid[gaps.argmin(axis=1)])

    def numbers(self, constants: np.ndarray) -> Mapping[str, np.ndarray]:
        """Return the kernel inputs at some constants."""
        found: Mapping[str, np.ndarray] = self.known.values(
            dict(zip(self.names, (float(v) for v in constants), strict=True))
        )
        return found

    def inputs(self, unknowns: np.ndarray) -> np.ndarray:
        """Return the driven coordinate at the positions."""
        rest = unknowns[len(self.names) :]
        if not self.task.timed:
            return np.asarray(rest)
        offset = self.task.input_offset if self.task.input_offset is not None else rest[0]
        return np.asarray(self.task.inputs + offset)

    def _state(
        self, angle: float, numbers: Mapping[str, np.ndarray], before: State | None
    ) -> State:
        guess = {} if before is None else {"guess": before}
        found: State = self.system.assemble(
            {self.driven: angle}, {self.driven: 1.0}, parameters=numbers, **guess
        )
        return found

    def _values(self, state: State, numbers: Mapping[str, np.ndarray]) -> np.ndarray:
        by = [self.known.outputs[0]]
        found = sensitivities(self.system, state, self.outputs, by, parameters=numbers)
        return np.asarray(found.values)

    def _states(self, unknowns: np.ndarray) -> tuple[list[State], Mapping[str, np.ndarray]]:
        numbers = self.numbers(unknowns[: len(self.names)])
        state = self._state(0.0, numbers, None)
        at, states = 0.0, []
        for angle in self.inputs(unknowns):
            steps = max(int(np.ceil(abs(angle - at) / STEP)), 1)
            for middle in np.linspace(at, angle, steps + 1)[1:]:
                state = self._state(float(middle), numbers, state)
            at = float(angle)
            states.append(state)
        return states, numbers

    def residuals(self, unknowns: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return residuals (positions, outputs) and their derivatives by the unknowns."""
        states, numbers = self._states(unknowns)
        slopes = self.known.derivatives(
            dict(zip(self.names, (float(v) for v in unknowns), strict=False))
        )
        order = [self.known.names.index(name) for name in self.names]
        by_constants = np.concatenate(
            [slopes[n].reshape(-1, len(self.known.names))[:, order] for n in self.known.outputs]
        )
        r, J = [], []
        for k, state in enumerate(states):
            found = sensitivities(
                self.system, state, (*self.outputs, *self.speeds), list(self.known.outputs),
                independent=[self.driven], parameters=numbers,
            )  # fmt: skip
            m = len(self.outputs)
            row = np.zeros((m, len(unknowns)))
            row[:, : len(self.names)] = found.matrix[:m] @ by_constants
            rates = self._rates(found.values[:m], found.values[m:])
            if not self.task.timed:
                row[:, len(self.names) + k] = rates
            elif self.task.input_offset is None:
                row[:, -1] = rates
            r.append(found.values[:m] - self.wanted[k])
            J.append(row)
        values, by = np.array(r), np.array(J)
        if self.task.kind == FUNCTION and self.task.output_offset is None:  # the mean is free
            values, by = values - values.mean(axis=0), by - by.mean(axis=0)
        elif self.task.kind == FUNCTION:
            values = values - self.task.output_offset
        return values / self.sizes, by / self.sizes[:, None]

    def solution(self, begin: np.ndarray) -> np.ndarray:
        """Return the unknowns after least squares from one start."""
        from scipy.optimize import least_squares

        kept: dict[bytes, tuple[np.ndarray, np.ndarray]] = {}
        size = len(self.outputs) * self.task.count

        def both(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            key = x.tobytes()
            if key not in kept:
                kept.clear()
                try:
                    r, J = self.residuals(x)
                    kept[key] = r.ravel(), J.reshape(size, -1)
                except SarrusError:
                    kept[key] = np.full(size, FAR), np.zeros((size, len(x)))
            return kept[key]

        rest = len(begin) - len(self.names)
        bounds = (np.append(self.low, np.full(rest, -np.inf)),
                  np.append(self.high, np.full(rest, np.inf)))  # fmt: skip
        found = least_squares(
            lambda x: both(x)[0], begin, jac=lambda x: both(x)[1], bounds=bounds,
            x_scale="jac", xtol=1e-14, ftol=1e-14, gtol=1e-14, max_nfev=60,
        )  # fmt: skip
        return np.asarray(found.x)

    def errors(self, unknowns: np.ndarray) -> np.ndarray:
        """Return the errors at the positions, infinite where it cannot be assembled."""
        try:
            return np.asarray(np.linalg.norm(self.residuals(unknowns)[0], axis=1) * self.scale)
        except SarrusError:
            return np.full(self.task.count, np.inf)

    def cost(self, unknowns: np.ndarray) -> float:
        """Return the sum of squares."""
        return float(np.sum(self.errors(unknowns) ** 2))


def _rate_of(channel: str) -> str:
    """Return the channel of the rate of a position, an angle or a displacement."""
    swaps = {".position.": ".velocity.", ".angle": ".rate", ".displacement": ".speed"}
    for before, after in swaps.items():
        if before in channel:
            return channel.replace(before, after)
    rule = "is no position, angle or displacement, whose rate is known"
    raise ModelError(Problem("Y02", f"output '{channel}'", rule,
                             action="take one such as 'D.angle' or 'pen.position.x'"))  # fmt: skip
