"""A text on its way to a picture: read, assembled, run; a newer text ends the older one's run."""

from __future__ import annotations

from dataclasses import field
from threading import Event, Lock, Thread
from time import monotonic
from typing import Any

from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.late_dataclass import dataclass
from sarrus.model.output_units import IN_SI, OutputUnits
from sarrus.model.shapes import Mesh
from sarrus.studio.systems import Systems
from sarrus.study.study import Study, study_of_text
from sarrus.system import State
from sarrus.system.simulation.recording import Stopped
from sarrus.viewer.positions import still_scene
from sarrus.viewer.scene import Scene, scene_of

MANY_JOINTS = 12
"""Joints whose channels all go along with every picture; of more, only what the file asks for."""


class Cancelled(Exception):
    """A newer text came."""


@dataclass(eq=False)
class Job:
    """One text and what became of it.

    study: of a text without mistakes, on kernels of an earlier text with the same code where there
    are some; problems: what was found; start: the assembled state, None
    where it cannot be assembled; run: its result, or what there is of a run that stopped; done:
    set when nothing more comes.
    """

    number: int
    text: str
    study: Study | None = None
    problems: list[Problem] = field(default_factory=list)
    start: State | None = None
    run: Any = None
    fraction: float = 0.0
    cancelled: bool = False
    done: Event = field(default_factory=Event)

    def cancel(self) -> None:
        """End the run as soon as it looks."""
        self.cancelled = True

    @property
    def stage(self) -> str:
        """What there is: "wrong" without a study, "going", "done", or "failed" without a run."""
        if self.study is None:
            return "wrong"
        if not self.done.is_set():
            return "going"
        return "failed" if self.run is None else "done"

    def tell(self, fraction: float) -> None:
        """Note how far the run is, and end it where it is not wanted any more."""
        self.fraction = fraction
        if self.cancelled:
            raise Cancelled


@dataclass(eq=False)
class Jobs:
    """Reads texts and runs them, one after the other; meshes: files that texts may name."""

    path: str
    meshes: frozenset[str] = frozenset()
    last: Job | None = None
    systems: Systems = field(default_factory=lambda: Systems(_make))
    _number: int = 0
    _lock: Any = field(default_factory=Lock)
    _reading: Any = field(default_factory=Lock)
    _running: Any = field(default_factory=Lock)

    def submit(self, text: str) -> Job:
        """Read a text, and begin its run where it has no mistakes; return the job."""
        with self._lock:
            self._number += 1
            job = Job(self._number, text)
            if self.last is not None:
                self.last.cancel()
            self.last = job
        with self._reading:
            if not job.cancelled:
                self._read(job)
        if job.start is None or job.cancelled:
            job.done.set()
        else:
            work = Thread(target=self._run, args=(job, job.study), name="sarrus studio run")
            work.daemon = True
            work.start()
        return job

    def _read(self, job: Job) -> None:
        try:
            study = study_of_text(job.text, self.path)
            self._check_meshes(study)
        except SarrusError as error:
            job.problems += error.problems
            return
        job.problems += study.model.notices
        job.study = study
        try:
            job.study = study = self.systems.sharing(study) or study
            job.start = study.start()
        except SarrusError as error:
            job.problems += error.problems

    def prepare(self, job: Job) -> None:
        """Make kernels for texts like this one in the background; call it when it has been seen."""
        if job.study is not None and job.run is not None and not job.cancelled:
            self.systems.prepare(job.study)

    def _check_meshes(self, study: Study) -> None:
        """Refuse mesh files that the file did not name when it was opened: the page may type them.

        The page reads nothing of the disk but its one file.
        """
        model = study.model
        shapes = [s for owner in model.bodies for s in owner.shapes] + list(model.ground_shapes)
        for placed in shapes:
            if isinstance(placed.shape, Mesh) and placed.shape.file not in self.meshes:
                rule = "was not named by the model file when the studio opened it"
                action = "save the file, and start the studio again"
                name = repr(placed.shape.file[:80])
                raise ModelError(Problem("S03", "studio / mesh", rule, name, action=action))

    def _run(self, job: Job, study: Study) -> None:
        with self._running:
            try:
                if not job.cancelled:
                    job.run = study.run(progress=job.tell)
                    job.problems += job.run.notices
            except Stopped as stop:
                job.problems += stop.problems
                job.run = stop.run if stop.run is not None and len(stop.run) else None
            except SarrusError as error:
                if not job.cancelled:
                    job.problems += error.problems
            finally:
                job.done.set()


def _make(study: Study, end: float) -> None:
    """Ask a study for all that its pictures need, with its run up to a time of the clock."""

    def tell(fraction: float) -> None:
        if monotonic() > end:
            raise Cancelled

    start_scene(study, study.start()).text()
    try:
        run = study.run(progress=tell)
    except SarrusError:
        if monotonic() > end:  # all that the run needs is there by now
            return
        raise
    run_scene(study, run).text()


def run_scene(study: Study, run: Any, ghost: Any = None) -> Scene:
    """Return the scene of a run, with the channels of the joints; of many joints, the outputs."""
    many = len(study.model.joints) > MANY_JOINTS
    channels = list(study.outputs) if many else None
    return scene_of(run, channels=channels, ghost=ghost, doubts=False)


def start_scene(study: Study, start: State | None) -> Scene:
    """Return the scene of the start, or of the drawing where it cannot be assembled."""
    if start is None:
        return drawing_scene(study)
    units = OutputUnits.of(study.units) if study.units else IN_SI
    poses = study.system.poses(start.q, **study.plan.keywords)
    return still_scene(study.model, poses, t=start.t, units=units)


def drawing_scene(study: Study) -> Scene:
    """Return the scene of the bodies as they are drawn."""
    return still_scene(study.model, {})
