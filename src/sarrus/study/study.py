"""A study: a model file with all that it says about compiling, starting and running."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sarrus.arguments import with_checks
from sarrus.errors import ModelError, Problem, SarrusError
from sarrus.file_access import read_bytes
from sarrus.formats.yaml.located_yaml import parse
from sarrus.formats.yaml.model_file import STUDY, ModelFile, read_document
from sarrus.formats.yaml.page import At, Page
from sarrus.formats.yaml.scope import Scope
from sarrus.garbage import few_collections
from sarrus.late_dataclass import dataclass
from sarrus.model.model import Model
from sarrus.model.output_units import OutputUnits
from sarrus.public_names import with_limits
from sarrus.study.actions import announced_joins
from sarrus.study.describing import description, summary
from sarrus.study.edits import edited_document
from sarrus.study.equilibrium import EquilibriumReader
from sarrus.study.names import Names
from sarrus.study.optimal_motion import OptimalMotionReader
from sarrus.study.plan import Plan, Sections
from sarrus.study.settings import Settings, read_settings
from sarrus.study.sliders import Slider
from sarrus.study.start import start_state, with_places
from sarrus.system import Event, ResultFile, Run, State, System
from sarrus.system.output_settings import OutputSettings
from sarrus.system.run_files.opening import show_settings
from sarrus.system.simulation.events import Join
from sarrus.system.simulation.events.joining import joining_system, made_joint
from sarrus.system.simulation.keeping import kept_names

if TYPE_CHECKING:
    from sarrus.design import Optimum
    from sarrus.robotics import OptimalMotion
    from sarrus.sweeps import Sweep
    from sarrus.system.analysis import Equilibrium, Linearization, RootLocus
    from sarrus.system.constants.constants_map import ConstantsMap
    from sarrus.system.driven.driving import Drive
    from sarrus.system.realtime.realtime import RealtimeRun
    from sarrus.viewer import LivePage

YAML = (".yaml", ".yml")
SEARCHED = ("optimize", "manoeuvres", "optimal_motion")
"""Sections in which nothing follows constants."""


@with_limits
@with_checks
@dataclass(frozen=True, eq=False)
class Study:
    """A model with how it starts, what drives it and how it runs, all from one file.

    `Study.load("four_bar.yaml")`; `study.start()` is the assembled state, `study.run()` the run
    that the file describes, `study.outputs` the channels that it asks for, `study.equilibrium()`
    where it rests or how it moves steadily, `study.realtime()` a run at the pace of the clock.
    """

    path: str
    model: Model
    plan: Plan = field(default_factory=Plan)
    edits: Mapping[str, Any] = field(default_factory=dict)
    """The values of the file that were replaced when it was loaded, by name."""
    replaced: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the run that were replaced since then."""

    @staticmethod
    def load(
        path: str | os.PathLike[str],
        set: Mapping[str, Any] | None = None,
        strict: bool = False,
    ) -> Study:
        """Return the study of a file; raises ModelError with every problem of it.

        set: values that replace those of the file, by name: {"crank.mass": "0.5 kg",
        "constants.r": 0.2, "run.until": 3}. strict: warnings are errors. Files of other formats
        (.urdf, .json) hold a model only; the sections of a study can be set for them, too, and
        options of their readers: "arguments.NAME" of xacro; "packages.NAME", "base", "mimic",
        "losses" and "merge_fixed" of robot files.

        Example:
            study = sarrus.Study.load("four_bar.yaml", set={"run.until": "0.1 s"})
        """
        file = os.fspath(path)
        if os.path.splitext(file)[1].lower() in YAML and not _is_table(file):
            return _of_yaml(file, set or {}, strict)
        with few_collections():
            return _of_model(file, set or {}, strict)

    @staticmethod
    def of(model: Model, sections: Mapping[str, Any], path: str = "") -> Study:
        """Return the study of a model with sections as a model file has them: assembly, run, ..."""
        return Study(path, model, _plan(Page({}), Scope(), sections, model))

    @property
    def settings(self) -> Settings:
        """How it runs."""
        return self.plan.settings

    @property
    def outputs(self) -> tuple[str, ...]:
        """The channels that the file asks for."""
        return self.plan.outputs

    @property
    def units(self) -> tuple[str, ...]:
        """The units that the file wants to see, none for SI."""
        return self.plan.units

    @property
    def sliders(self) -> tuple[Slider, ...]:
        """The numbers that the file lets a person move on its live page."""
        return self.plan.sliders

    @property
    def shown(self) -> OutputSettings:
        """Channels and units that go with its runs: `run.history.in_units()` has these units."""
        return OutputSettings(self.outputs, self.units)

    def in_units(self, units: Sequence[str] | str) -> Study:
        """Return the study whose runs are shown in other units: "mm, deg" or ["mm", "deg"].

        Example:
            study = study.in_units("mm, deg")
        """
        return replace(self, plan=replace(self.plan, units=OutputUnits.of(units).names))

    def document(self) -> ModelFile | None:
        """Return the model file as it was read, with the values that were replaced.

        None where the study has none, or one of another format.
        """
        if os.path.splitext(self.path)[1].lower() not in YAML or _is_table(self.path):
            return None
        return _model_file(read_bytes(self.path), self.path, self.edits)

    def constants_map(self, names: Iterable[str] | None = None) -> ConstantsMap:
        """Return the numbers of model, start and laws as functions of constants of the file.

        names: the constants; all that are not made of others, if not given.

        Example:
            numbers = study.constants_map().values()
        """
        from sarrus.study.constants import plan_numbers
        from sarrus.system.constants.constants_map import Sections, constants_map

        file = self.document()
        if file is None:
            rule = "has no constants: it is no model file in YAML"
            raise ModelError(Problem("M09", f"study of '{self.path}'", rule))

        def read(found: ModelFile, model: Model) -> Plan:
            # sliders are read at values of the file: they tell of constants, nothing follows them
            # so are the bounds of an optimization
            sections = {k: x for k, x in found.sections.items() if k not in SEARCHED}
            return replace(_plan(found.page, found.scope, sections, model), sliders=())

        return constants_map(file, names, Sections(read, plan_numbers))

    def with_constants(
        self, known: ConstantsMap, values: Mapping[str, Any] | None = None, **more: Any
    ) -> Study:
        """Return the study at other values of constants, without reading the file again.

        known: what `constants_map` returned; values: values by name, in SI units or as text.

        Example:
            same = study.with_constants(study.constants_map())
        """
        values = {**(values or {}), **more}
        at = dict(zip(known.names, known.vector(values).tolist(), strict=True))
        sliders = tuple(
            replace(s, value=at[s.name]) if s.kind == "constant" and s.name in at else s
            for s in self.plan.sliders
        )
        plan = replace(known.plan_at(values), sliders=sliders, optimize=self.plan.optimize)
        return replace(self, model=known.model_at(values), plan=plan)

    @cached_property
    def system(self) -> System:
        """The compiled model."""
        return self.model.compile(kernels=(), **self.plan.options)

    def start(self) -> State:
        """Return the assembled state in which it starts."""
        return self._start

    @cached_property
    def _start(self) -> State:
        plan = self.plan
        try:
            state = start_state(self.system, plan.assembly, plan.drives, plan.locked)
        except ModelError as error:
            SarrusError.__init__(error, with_places(error.problems, plan.places))
            raise
        return replace(state, notices=tuple(with_places(state.notices, plan.places)))

    def run(
        self,
        file: str | os.PathLike[str] | ResultFile | None = None,
        progress: bool | Callable[[float], None] | None = None,
        overwrite: bool = False,
        certify: bool | str | None = None,
    ) -> Run | Drive:
        """Return the run that the file describes; for the kind "drive", the driven motion.

        file: where to write a simulation while it goes on, or a driven motion when it is found;
        `sarrus.open_run`, and of simulations `sarrus.resume`, need nothing but this file.
        overwrite: replace it if it is there. certify: as in `System.simulate`, where the file does
        not say it.

        Example:
            run = study.run("result.sarrus", overwrite=True)
        """
        start, plan, where = self.start(), self.plan, self._file(file, overwrite)
        if self.settings.kind == "drive":
            held = {name: start[name] for name in plan.locked}
            from sarrus.system.driven.driving import DriveOrder

            order = DriveOrder.of(
                self.system, {**plan.drives, **held}, plan.keywords, points=plan.points,
                efforts=plan.inputs, guess=start, **self.settings.drive,
            )  # fmt: skip
            found = order.run()
            found = replace(found, notices=(*start.notices, *found.notices), shown=self.shown)
            if where is not None:
                found.save(where)
            return found
        from sarrus.system.simulation.setup import simulation_of

        how = self.settings.simulation
        how["certify"] = certify if how["certify"] is None else how["certify"]
        laws: dict[str, Any] = {"inputs": plan.inputs, "driven": plan.drives, "locked": plan.locked}
        with show_settings(self.shown) as finished:
            made = simulation_of(
                self.system, start, how, plan.keywords, events=plan.events, file=where,
                progress=progress, **laws,
            )  # fmt: skip
            return finished(made.run())  # type: ignore[arg-type]

    def _file(self, file: Any, overwrite: bool) -> ResultFile | None:
        """Return the result file of a run, with what is shown of it."""
        if file is None:
            return None
        how = file if isinstance(file, ResultFile) else ResultFile(Path(file), overwrite=overwrite)
        return how if how.shown else replace(how, shown=self.shown)

    def equilibrium(self) -> Equilibrium:
        """Return where it rests or how it moves steadily, as its section `equilibrium` says.

        The search begins at the start.
        """
        plan = self.plan
        return self.system.equilibrium(
            self.start(),
            **plan.equilibrium.keywords,
            efforts=plan.inputs,
            driven=plan.drives,
            locked=plan.locked,
            **plan.keywords,
        )

    def linearize(
        self,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        *,
        at: Equilibrium | None = None,
    ) -> Linearization:
        """Return small motions about the equilibrium of the file, or about one that is known.

        inputs: joints whose efforts are the inputs; outputs: channels by name.
        """
        plan = self.plan
        return self.system.linearize(
            self.equilibrium() if at is None else at,
            inputs,
            outputs,
            efforts=plan.inputs,
            driven=plan.drives,
            locked=plan.locked,
            **plan.keywords,
        )

    def realtime(
        self,
        read: Any = None,
        write: Any = None,
        *,
        file: Any = None,
        overwrite: bool = False,
        **more: Any,
    ) -> RealtimeRun:
        """Return a run at the pace of the clock, as the section `realtime` says.

        read, write: functions or links, see `System.realtime`, whose keywords `more` may hold. What
        is read and written has the names of the section, unless a link has its own. file,
        overwrite: as in `run`.
        """
        plan, how = self.plan, self.plan.realtime
        names: dict[str, Any] = {}
        if read is not None and how.efforts and getattr(read, "efforts", None) is None:
            names["efforts"] = how.efforts
        if write is not None and getattr(write, "channels", None) is None:
            names["channels"] = self.outputs or None if how.channels is None else how.channels
        where = self._file(file, overwrite)
        usual: dict[str, Any] = {
            **how.keywords, **names, "inputs": plan.inputs, "driven": plan.drives,
            "locked": plan.locked, "events": plan.events, "baumgarte": self.settings.baumgarte,
            **plan.keywords,
        }  # fmt: skip
        return self.system.realtime(
            self.start(), read=read, write=write, file=where, **{**usual, **more}
        )

    def film(self, path: str | os.PathLike[str], **how: Any) -> Path:
        """Run the study, and write it as a film as its section `film` says.

        how: keywords of `sarrus.viewer.film`, in place of those of the file.
        """
        from sarrus.viewer import film

        return film(self.run(), path, **{**self.plan.film.keywords, **how})

    def live(self, sliders: Any = None, **how: Any) -> LivePage:
        """Return a page on which the mechanism runs, with the sliders of the file, or others.

        sliders, how: as for `sarrus.live`; in a notebook it shows itself.

        Example:
            study.live().write("machine.html", overwrite=True)
        """
        from sarrus.viewer import live

        return live(self, sliders, **how)

    def root_locus(self) -> RootLocus:
        """Return the eigenvalues over what `over` of the section `equilibrium` varies."""
        from sarrus.system.analysis import root_locus

        plan, how = self.plan, self.plan.equilibrium
        if not how.over:
            rule = "has no key 'over', which says what is varied"
            action = "write over: {shaft.rate: {from: 1, to: 9, count: 41}}"
            raise ModelError(Problem("S08", "section 'equilibrium'", rule, action=action))
        return root_locus(
            self.system,
            how.over,
            how.values,
            self.start(),
            **how.keywords,
            efforts=plan.inputs,
            driven=plan.drives,
            locked=plan.locked,
            **plan.keywords,
        )

    def with_equilibrium(self, section: Mapping[str, Any]) -> Study:
        """Return the study with keys of its section `equilibrium` as given, texts with units.

        Conditions of `moving` are added to those of the file.

        Example:
            study = study.with_equilibrium({"stable": True})
        """
        reader = EquilibriumReader(
            Names.of_model(self.model), self.model, _Channels(self.model).unit
        )
        found, page = reader.changed_plan(self.plan.equilibrium, section)
        if page.problems:
            raise ModelError(page.problems)
        return replace(self, plan=replace(self.plan, equilibrium=found))

    def at_times(self, times: Sequence[float | str]) -> Study:
        """Return the study with states at these instants [s], in place of its until and every.

        Texts may have a unit: "250 ms".

        Example:
            study = study.at_times([0, 0.1, "250 ms"])
        """
        page = Page({})
        found = read_settings(At(page, "run", ("run",), Scope()), {"times": list(times)})
        if page.problems:
            raise ModelError(page.problems)
        return with_settings(self, times=found.times)

    def with_kept_loads(self, loads: Sequence[str]) -> Study:
        """Return the study that records loads of joints, "A.reaction", with its states.

        Example:
            study = study.with_kept_loads(["A.reaction"])
        """
        return with_settings(self, keep=kept_names(self.system, loads))

    def sweep(
        self,
        over: Mapping[str, Any],
        measure: Any,
        *,
        plan: Any = None,
        **how: Any,
    ) -> Sweep:
        """Return a table of runs of this study with other values, as `sarrus sweep` makes it.

        over: names as in `set` ("constants.r", "crank.mass", "run.until"; numbers of the model
        where the study has no model file), each with a list of values, texts with units among
        them, of which all combinations are run; or with a distribution and a `plan` that draws,
        such as `sarrus.sweeps.LatinHypercube(200)`. measure: "max A.rate", also min, mean, rms,
        range, peak, first, last; a list of such; or {name: words or function of the run}. how:
        folder, workers, limit, attempts and progress, see `System.sweep`, and keywords of
        `System.simulate` in place of those of the file.

        Example:
            table = study.sweep({"crank.mass": ["1 kg", "2 kg"]}, "max A.rate", workers=0)
            table.plot(path="speeds.png")
        """
        from sarrus.sweeps.of_study import sweep_study

        return sweep_study(self, over, measure, plan, how)

    def optimize(
        self, objective: Any = None, by: Any = None, constraints: Any = None, **how: Any
    ) -> Optimum:
        """Return the best design, as its section `optimize` says, or as the arguments do.

        Arguments as those of `sarrus.design.optimize`, each in place of what the file says.

        Example:
            best = study.optimize("max abs A.rate", {"crank.mass": ("0.3 kg", "1 kg")}, limit=6)
        """
        from sarrus.design import optimize

        mine = self.plan.optimize
        if (objective is None or by is None) and not mine.objective:
            rule = "has no objective, or says nothing about what is varied"
            action = "write optimize: {objective: max abs A.effort, by: {r: [50 mm, 150 mm]}}"
            raise ModelError(Problem("S08", "section 'optimize'", rule, action=action))
        wanted = mine.objective if objective is None else objective
        if isinstance(wanted, tuple) and len(wanted) == 1:
            wanted = wanted[0]
        limits = mine.constraints if constraints is None else constraints
        chosen = mine.by if by is None else by
        return optimize(self, wanted, chosen, limits, **{**mine.keywords, **how})

    def optimal_motion(
        self, changes: Mapping[str, Any] | None = None, **keywords: Any
    ) -> OptimalMotion:
        """Return the best motion from the start, as its section `optimal_motion` says.

        changes: keys of the section in place of those of the file, texts with units; keywords:
        such as those of `sarrus.robotics.optimal_motion`, which are of no file (guess).

        Example:
            found = study.optimal_motion({"end": {"A": "40 deg"}, "efforts": {"A": "60 N*m"}})
        """
        from sarrus.robotics import optimal_motion

        plan = self.plan.optimal_motion
        if changes:
            names, channels = Names.of_model(self.model), _Channels(self.model)
            plan, page = OptimalMotionReader(names, channels.unit).changed_plan(plan, changes)
            if page.problems:
                raise ModelError(page.problems)
        if not plan.end:
            rule = "says nothing about where the motion ends"
            action = "write optimal_motion: {end: {A: 90 deg}, efforts: {A: 5 N*m}}"
            raise ModelError(Problem("S08", "section 'optimal_motion'", rule, action=action))
        laws = self.plan.inputs or None
        known = {**plan.keywords, "inputs": laws, **self.plan.keywords, **keywords}
        return optimal_motion(self.system, self.start(), plan.end, **known)

    def describe(self) -> str:
        """Return mobility, loops, cut joints, redundant constraints, gravity and tolerances."""
        return description(self)

    def summary(self, run: Run | Drive) -> str:
        """Return steps, time, energy error, constraint drift of a run, and where its result is.

        Example:
            print(study.summary(run))
        """
        return summary(self, run)

    def __repr__(self) -> str:
        return f"<Study of '{self.model.name}': {self.settings.kind} until {self.settings.end:g} s>"


def _is_table(path: str) -> bool:
    """Return whether a file has a table of Denavit and Hartenberg in the place of a mechanism."""
    from sarrus.formats.dh_file import is_dh

    data = read_bytes(path)
    return b"dh" in data and is_dh(parse(data, path)[0])


def _of_yaml(path: str, values: Mapping[str, Any], strict: bool) -> Study:
    return study_of_text(read_bytes(path), path, values, strict)


def study_of_text(
    text: str | bytes, path: str, values: Mapping[str, Any] | None = None, strict: bool = False
) -> Study:
    """Return the study of the text of a model file, whose name is that of messages."""
    with few_collections():
        return _study_of_text(text, path, values or {}, strict)


def _study_of_text(text: str | bytes, path: str, values: Mapping[str, Any], strict: bool) -> Study:
    file = _model_file(text, path, values)
    try:
        model = file.model(strict=strict)
    except ModelError as error:
        raise _with_sections(file, error) from None
    plan = _plan(file.page, file.scope, file.sections, model)
    return Study(path, model, plan, dict(values))


def _model_file(text: str | bytes, path: str, values: Mapping[str, Any]) -> ModelFile:
    """Return the model file of a text with some of its values replaced."""
    value, marks = parse(text, path)
    stem = os.path.splitext(os.path.basename(path))[0]
    if values and isinstance(value, Mapping):
        value, marks = edited_document(value, marks, values)  # type: ignore[assignment]
    return read_document(value, marks, path, stem)


def _with_sections(file: ModelFile, error: ModelError) -> ModelError:
    """Return the problems of a model that cannot be built, with those of the study's sections."""
    before = len(file.problems)
    names = Names.of_draft(file.mechanism)
    # a mechanism that cannot be built has no catalogue: what belongs to its parts is let pass
    unit = lambda name: "" if names.owns(name) else None  # noqa: E731
    Sections(file.page, file.scope, file.sections, names, None, unit).plan()
    return ModelError([*error.problems, *file.problems[before:]])


def _of_model(path: str, values: Mapping[str, Any], strict: bool) -> Study:
    """Return the study of a file that holds a model only."""
    from sarrus.formats.known_formats import format_of, reader_options
    from sarrus.formats.loading import load

    options, values = reader_options(path, values)
    known = format_of(path)
    own: Mapping[str, Any] = {}
    if known is not None and known.study is not None:
        model, own = known.study(path, strict=strict, **options)
    else:
        model = load(path, strict=strict, **options)
    # a YAML file has the tolerance of the data as a section of its own
    values = {"compile.tolerance" if n == "tolerance" else n: value for n, value in values.items()}
    outside = [name for name in values if name.partition(".")[0] not in STUDY]
    if outside:
        raise ModelError([_only_sections(path, name) for name in outside])
    sections, marks = edited_document(dict(own), {}, values)
    return Study(path, model, _plan(Page(marks), Scope(), sections, model))


def _plan(page: Page, scope: Scope, sections: Mapping[str, Any], model: Model) -> Plan:
    names = Names.of_model(model)
    events = At(page, "events", ("events",), scope)
    joins = tuple(announced_joins(events, sections.get("events"), names, model))
    made = {joint.name: joint.type for a in joins if (joint := made_joint(model, a, []))}
    names, channels = names.with_joints(made), _Channels(model, joins)
    plan = Sections(page, scope, sections, names, model, channels.unit).plan()
    if page.problems:
        raise ModelError(page.problems)
    return plan


@dataclass(frozen=True)
class _Channels:
    """The channels that a history of the model will have, with the joints that events make."""

    model: Model
    joins: tuple[Join, ...] = ()

    @cached_property
    def system(self) -> System:
        """The system whose channels they are."""
        plain = self.model.compile(kernels=())
        try:
            return joining_system(plain, [Event(0.0, self.joins)]) if self.joins else plain
        except ModelError:  # the run says what is wrong with them
            return plain

    def unit(self, name: str) -> str | None:
        """Return the unit of one number of a state; None where there is no such channel."""
        try:
            return self.system.compiled.catalogue.find(name).unit
        except ModelError:
            return None


def _only_sections(path: str, name: str) -> Problem:
    return Problem(
        "M09",
        f"set '{name}'",
        f"is not a section of a study, and '{path}' is not a YAML model file",
        action=f"set one of {', '.join(STUDY)}, or convert the model to YAML",
    )


def with_settings(study: Study, **settings: Any) -> Study:
    """Return a study with some of its settings replaced."""
    plan = replace(study.plan, settings=replace(study.settings, **settings))
    return replace(study, plan=plan, replaced={**study.replaced, **settings})
