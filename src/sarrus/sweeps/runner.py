"""Makes one run of a sweep after the other and measures it, here or in a worker."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from sarrus.entry_points import load_plugins, plugins
from sarrus.errors import EnvironmentProblem, ModelError, Problem, SarrusError
from sarrus.formats.model_record import model_from_record, model_record
from sarrus.late_dataclass import dataclass
from sarrus.model.fmu_permission import allow_fmus, allowed_fmus
from sarrus.sweeps.measures import Measure
from sarrus.sweeps.rows import DONE, Row, failure_row
from sarrus.sweeps.tasks import DRIVE, Task, plain_options, task_of
from sarrus.system import ResultFile, System
from sarrus.system.output_settings import OutputSettings
from sarrus.system.simulation.interrupts import was_interrupted
from sarrus.system.simulation.recording import Stopped

BROKE = "S24"
"""The code of a run whose functions, or whose measures, have ended it with an error."""


@dataclass(frozen=True, eq=False)
class Runner:
    """A system and what is measured of its runs.

    folder: where every run is written to a result file, None where none is; count: of all runs;
    shown: what the model file wants to see of them.
    """

    system: System
    measures: Sequence[Measure]
    folder: str | None = None
    count: int = 0
    shown: OutputSettings = field(default_factory=OutputSettings)

    @property
    def units(self) -> dict[str, str]:
        """The units of the measures, by name; those of functions are not known."""
        return {measure.name: measure.unit(self.system) for measure in self.measures}

    def file(self, task: Task) -> ResultFile | None:
        """Return the result file of a run, which takes the place of an older one."""
        if self.folder is None:
            return None
        path = Path(self.folder) / run_file(task.run, self.count)
        return ResultFile(path, overwrite=True, shown=self.shown, model=task.recorded)

    def row(self, task: Task) -> Row:
        """Return the outcome of a task; Ctrl-C goes through."""
        try:
            run = self._run(task)
        except Stopped as stop:
            t = float(stop.run.t[-1]) if stop.run is not None and len(stop.run) else task.start.t
            return failure_row(task.run, stop, t)
        except SarrusError as error:
            if isinstance(error, EnvironmentProblem):
                raise
            return failure_row(task.run, error, task.start.t)
        except Exception as error:
            return failure_row(task.run, [_broke(error, "is ended by a function of the user")])
        if was_interrupted(run):
            raise KeyboardInterrupt
        return self.outcome_of(task.run, run)

    def outcome_of(self, number: int, run: Any) -> Row:
        """Return the outcome of a run that was made."""
        try:
            return Row(number, DONE, tuple(measure.value(run) for measure in self.measures))
        except ModelError as error:
            return failure_row(number, error)
        except Exception as error:
            return failure_row(number, [_broke(error, "cannot be measured")])

    def _run(self, task: Task) -> Any:
        system = self.system if task.model is None else task.start.system
        keywords: dict[str, Any] = {"parameters": dict(task.values)} if task.values else {}
        how = dict(task.request.how)
        if task.request.kind == DRIVE:
            held = {name: task.start[name] for name in how.pop("locked", ())}
            motions = {**how.pop("motions"), **held}
            found = system.drive(motions, guess=task.start, **how, **keywords)
            file = self.file(task)
            if file is not None:
                found.save(file)
            return found
        return system.simulate(task.start, file=self.file(task), **how, **keywords)

    def setup(self) -> dict[str, Any]:
        """Return what a worker needs to make the same runs, as a record."""
        model = self.system.model
        return {
            "model": model_record(model),
            "hash": model.content_hash,
            "options": plain_options(self.system.compiled.keywords),
            "measures": [[measure.name, measure.definition] for measure in self.measures],
            "folder": self.folder,
            "count": self.count,
            "shown": self.shown.record,
            "fmus": list(allowed_fmus()),
            "plugins": list(plugins()),
        }


def run_file(run: int, count: int) -> str:
    """Return the name of the result file of a run among a number of them."""
    return f"run_{run:0{max(len(str(count - 1)), 3)}d}.sarrus"


def runner_of(setup: dict[str, Any]) -> Runner:
    """Return the runner of a setup; refuses a model that has changed on the way."""
    allow_fmus(tuple(setup.get("fmus", ())))
    load_plugins(setup.get("plugins", ()))
    model = model_from_record(setup["model"])
    if model.content_hash != setup["hash"]:
        raise ModelError(Problem("S29", f"model '{model.name}'", "has changed on its way"))
    system = System(model, **setup["options"])
    measures = [Measure(name, definition) for name, definition in setup["measures"]]
    kept = (setup["folder"], int(setup["count"]), OutputSettings.of(setup["shown"]))
    return Runner(system, measures, *kept)


def make_runner(setup: dict[str, Any]) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """Return what makes runs in a worker."""
    runner = runner_of(setup)

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        return runner.row(task_of(record, runner.system)).record("")

    return answer


def _broke(error: Exception, rule: str) -> Problem:
    words = f"{rule}: {type(error).__name__}: {error}"
    return Problem(BROKE, "run", words, action="fix the function, and repeat the sweep")
