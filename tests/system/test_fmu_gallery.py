"""FMUs of all mechanisms of the gallery, in FMPy; their code under sanitizers."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from fmpy import extract, read_model_description, simulate_fmu
from fmpy.fmi2 import FMU2Model, FMU2Slave
from fmpy.fmi3 import FMU3Model, FMU3Slave
from fmpy.validation import validate_fmu
from scipy.integrate import DOP853, solve_ivp

from gallery.mobility_table import LARGE
from sarrus import export, gallery
from sarrus.study import Study
from sarrus.system.fmu import sources

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler"),
]
SANITIZED = ["-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
             "-Werror",
             "-ffp-contract=off", "-fsanitize=address,undefined",
             "-fno-sanitize-recover=all"]  # fmt: skip
STRICT = ("-std=c99", "-O0", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
          "-ffp-contract=off", "-fPIC", "-shared", "-fvisibility=hidden")  # fmt: skip
UNTIL, KEPT = 0.015625, 8
STIFF = 1e-5
"""Steps [s] below which a mechanism is stiff."""
STRIKING = ("loose_slider_crank",)
"""Mechanisms with impacts within this time, and friction that turns within 1e-7 s."""
DRIVER = r"""
#include "fmu.c"
static void hear(void *to, const char *name, fmi2Status status, const char *category,
                 const char *form, ...)
{ (void)to; (void)name; (void)status; (void)category; (void)form; }

int main(void)
{
    const fmi2CallbackFunctions callbacks = {hear, calloc, free, NULL, NULL};
    double x[MODEL_NX + 1], rates[MODEL_NX + 1], g[MODEL_NINDICATORS + 1], all[END_OF_VARIABLES];
    unsigned every[END_OF_VARIABLES];
    for (unsigned k = 0; k < END_OF_VARIABLES; ++k) every[k] = k;
    for (int kind = 0; kind < 2; ++kind) {
        fmi2Component c = fmi2Instantiate("one", kind ? fmi2CoSimulation : fmi2ModelExchange,
                                          MODEL_TOKEN, "", &callbacks, 0, 1);
        if (!c || fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0) || fmi2EnterInitializationMode(c) ||
            fmi2ExitInitializationMode(c)) return 1;
        fmi2FMUstate kept = NULL;
        size_t size = 0;
        if (fmi2GetFMUstate(c, &kept) || fmi2SerializedFMUstateSize(c, kept, &size)) return 2;
        char *bytes = (char *)malloc(size);
        if (fmi2SerializeFMUstate(c, kept, bytes, size)) return 3;
        for (int k = 0; k < 5 && kind; ++k)
            if (fmi2DoStep(c, 0.002 * k, 0.002, 1)) return 4;
        if (!kind) {
            fmi2EventInfo info;
            if (fmi2NewDiscreteStates(c, &info) || fmi2EnterContinuousTimeMode(c)) return 5;
            if (fmi2GetContinuousStates(c, x, MODEL_NX)) return 6;
            for (int k = 0; k < 5; ++k) {
                if (fmi2GetDerivatives(c, rates, MODEL_NX)) return 7;
                for (int i = 0; i < MODEL_NX; ++i) x[i] += 1e-4 * rates[i];
                fmi2Boolean event, ends;
                if (fmi2SetTime(c, 1e-4 * (k + 1)) || fmi2SetContinuousStates(c, x, MODEL_NX) ||
                    fmi2GetEventIndicators(c, g, MODEL_NINDICATORS) ||
                    fmi2CompletedIntegratorStep(c, 1, &event, &ends)) return 8;
            }
        }
        if (fmi2GetReal(c, every, END_OF_VARIABLES, all)) return 9;
        for (int k = 0; k < MODEL_NX; ++k) {
            const unsigned known = (unsigned)(FIRST_STATE + k);
            const double one = 1.0;
            if (fmi2GetDirectionalDerivative(c, &every[FIRST_RATE], MODEL_NX + MODEL_NOUTPUTS,
                                             &known, 1, &one, all)) return 10;
        }
        fmi2FMUstate again = NULL;
        if (fmi2DeSerializeFMUstate(c, bytes, size, &again) || fmi2SetFMUstate(c, again)) return 11;
        fmi2FreeFMUstate(c, &again);
        fmi2FreeFMUstate(c, &kept);
        free(bytes);
        fmi2Reset(c);
        fmi2FreeInstance(c);
    }
    return 0;
}
"""


@pytest.fixture(autouse=True)
def quick_and_strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile quickly, and take no warning; rounding is the same."""
    monkeypatch.setattr(sources, "OPTIONS", STRICT)


def study_of(name: str) -> Study:
    example = gallery.EXAMPLES[name]
    return Study.of(example.model(), example.study_sections(), name)


def as_exported(study: Study, name: str) -> Study:
    """Return the study with its friction smooth, as it is where there are no events."""
    model = study.system.model
    forces = tuple(
        replace(e, exact=False) if getattr(e, "exact", None) is True else e  # type: ignore[type-var]
        for e in model.forces
    )
    if all(e is f for e, f in zip(forces, model.forces, strict=True)):
        return study
    sections = dict(gallery.EXAMPLES[name].study_sections())
    exact = [e.name for e, f in zip(model.forces, forces, strict=True) if e is not f]
    sections["outputs"] = [n for n in study.outputs if n.split(".")[0] not in exact]
    return Study.of(replace(model, forces=forces), sections, name)


def written(study: Study, path: Path, version: str = "2.0", **more: Any) -> export.Fmu:
    plan = study.plan
    return export.fmu(
        study.system, path, version=version, state=study.start(), outputs=list(study.outputs),
        efforts=plan.inputs, driven=plan.drives, locked=plan.locked, stop=UNTIL, **more,
        **plan.keywords,
    )  # fmt: skip


def difference(result: Any, run: Any, names: Any) -> float:
    """Return the largest difference of channels, relative to the largest number of each."""
    worst = 0.0
    for name in names:
        values = np.asarray(run.history[name], dtype=float)
        parts = [name] if values.ndim == 1 else [f"{name}[{k}]" for k in range(values.shape[1])]
        found = np.array([result[x] for x in parts]).T.reshape(values.shape)
        worst = max(worst, float(np.abs(found - values).max() / max(1.0, np.abs(values).max())))
    return worst


@pytest.mark.parametrize("version", ["2.0", "3.0"])
@pytest.mark.parametrize("name", [n for n in gallery.EXAMPLES if n not in LARGE])
def test_gallery_runs_elsewhere_as_here(name: str, version: str, tmp_path: Path) -> None:
    study = study_of(name)
    made = written(study, tmp_path / "it.fmu", version)
    assert ("W85" in [n.code for n in made.notices]) == (as_exported(study, name) is not study)
    study = as_exported(study, name)
    plan, system, start = study.plan, study.system, study.start()
    assert validate_fmu(str(made.path)) == []
    spacing = UNTIL / KEPT
    step = spacing / np.ceil(spacing / made.step - 1e-6)
    laws = {"inputs": plan.inputs, "driven": plan.drives, "locked": plan.locked, **plan.keywords}
    # loads that loops leave open are one of many there, and that of smallest norm here
    loose = {x for n in made.notices if n.code == "W49" for x in n.rule.split("'")[1::2]}
    names = [n for n in study.outputs if not any(x.split("[")[0] == n for x in loose)]
    run = system.simulate(start, until=UNTIL, every=spacing, method="rk4", step=step, **laws)
    place = extract(str(made.path), str(tmp_path / "it"))
    found = simulate_fmu(place, fmi_type="CoSimulation", stop_time=UNTIL, output_interval=spacing)
    assert difference(found, run, names) < 1e-9
    strikes = name in STRIKING  # impacts multiply what is neglected
    tight = {"rtol": 1e-14, "atol": 1e-17} if strikes else {"rtol": 1e-12, "atol": 1e-14}
    run = system.simulate(start, until=UNTIL, every=spacing, **tight, **laws)
    stiff = made.step < STIFF  # its integrator takes 500 steps at most from one output to the next
    parts, tolerance = (256, 1e-12) if stiff else (1, 1e-10)
    found = simulate_fmu(
        place, fmi_type="ModelExchange", stop_time=UNTIL, output_interval=spacing / parts,
        relative_tolerance=tolerance, record_events=False,
    )[::parts]  # fmt: skip
    assert difference(found, run, names) < 1e-6  # what its integrator, of low order, attains
    if strikes:
        assert difference(_located(place), run, names) < 1e-9
    else:
        finer = (4, 16, 64, 256, 1024)  # the first step that is small enough
        assert any(difference(_exchanged(place, step / k), run, names) < 1e-9 for k in finer)
    _repeats_bits(place)
    _differentiates(place)


def _instance(place: str, exchange: bool) -> tuple[Any, Any]:
    """Return an instance after its initialization, and what its model description says."""
    about = read_model_description(place)
    second = about.fmiVersion == "2.0"
    kinds = ((FMU3Slave, FMU3Model), (FMU2Slave, FMU2Model))
    part = about.modelExchange if exchange else about.coSimulation
    fmu = kinds[second][exchange](
        unzipDirectory=place,
        modelIdentifier=part.modelIdentifier,
        instanceName="one",
        guid=about.guid,
    )
    fmu.instantiate()
    if second:
        fmu.setupExperiment(startTime=0.0)
        fmu.enterInitializationMode()
    else:
        fmu.enterInitializationMode(startTime=0.0)
    fmu.exitInitializationMode()
    return fmu, about


class _Exchange:
    """An instance in Model Exchange, as an importer integrates it."""

    def __init__(self, place: str) -> None:
        self.fmu, about = _instance(place, True)
        second = about.fmiVersion == "2.0"
        self.named = [v for v in about.modelVariables if v.causality in ("output", "local")]
        self._read = self.fmu.getReal if second else self.fmu.getFloat64
        self._update = self.fmu.newDiscreteStates if second else self.fmu.updateDiscreteStates
        rates = self.fmu.getDerivatives if second else self.fmu.getContinuousStateDerivatives
        self._rates = rates
        self.n = sum(v.derivative is not None for v in about.modelVariables)
        self.n_indicators = about.numberOfEventIndicators
        self._update()
        self.fmu.enterContinuousTimeMode()
        self.rows = [self.row()]

    def row(self) -> list[float]:
        return list(self._read([v.valueReference for v in self.named]))

    def states(self) -> np.ndarray:
        found = (ctypes.c_double * self.n)()
        if self.n:
            self.fmu.getContinuousStates(found, self.n)
        return np.array(found)

    def put(self, t: float, x: np.ndarray) -> None:
        self.fmu.setTime(t)
        if self.n:
            self.fmu.setContinuousStates((ctypes.c_double * self.n)(*x), self.n)

    def rate(self, t: float, x: np.ndarray) -> np.ndarray:
        found = (ctypes.c_double * self.n)()
        self.put(t, x)
        if self.n:
            self._rates(found, self.n)
        return np.array(found)

    def signs(self, t: float, x: np.ndarray) -> tuple[bool, ...]:
        found = (ctypes.c_double * self.n_indicators)()
        self.put(t, x)
        self.fmu.getEventIndicators(found, self.n_indicators)
        return tuple(value > 0.0 for value in found)

    def completed(self, t: float, x: np.ndarray, event: bool = False) -> bool:
        """End a step; return whether there was an event, after which states may be others."""
        self.put(t, x)
        asked, _ = self.fmu.completedIntegratorStep()
        if event or asked:
            self.fmu.enterEventMode()
            self._update()
            self.fmu.enterContinuousTimeMode()
        return bool(event or asked)

    def result(self) -> dict[str, np.ndarray]:
        self.fmu.terminate()
        self.fmu.freeInstance()
        return dict(zip([v.name for v in self.named], np.array(self.rows).T, strict=True))


def _exchanged(place: str, step: float) -> dict[str, np.ndarray]:
    """Return what Model Exchange yields to an importer with small Runge-Kutta steps."""
    it = _Exchange(place)
    count = round(UNTIL / KEPT / step)
    h, x = UNTIL / KEPT / count, it.states()
    for k in range(KEPT * count):
        t = k * h
        k1 = it.rate(t, x)
        k2 = it.rate(t + 0.5 * h, x + 0.5 * h * k1)
        k3 = it.rate(t + 0.5 * h, x + 0.5 * h * k2)
        k4 = it.rate(t + h, x + h * k3)
        x = x + h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4)
        if it.completed((k + 1) * h, x):
            x = it.states()
        if (k + 1) % count == 0:
            it.rows.append(it.row())
    return it.result()


def _located(place: str, **tolerances: float) -> dict[str, np.ndarray]:
    """Return what an importer obtains that chooses its steps and finds zeros of indicators."""
    tolerances = tolerances or {"rtol": 3e-14, "atol": 1e-18}
    it = _Exchange(place)
    t, x = 0.0, it.states()
    for k in range(1, KEPT + 1):
        end = UNTIL / KEPT * k
        steps = DOP853(it.rate, t, x, end, **tolerances)
        while t < end:
            start, signs = (t, x), it.signs(t, x)
            steps.step()
            t, x = steps.t, steps.y
            crossed = it.signs(t, x) != signs
            if crossed:
                inside, before = steps.dense_output(), start[0]
                while before < (middle := 0.5 * (before + t)) < t:
                    if it.signs(middle, inside(middle)) != signs:
                        t = middle
                    else:
                        before = middle
                # again up to there: no stage of these steps lies beyond the kink
                x = solve_ivp(it.rate, (start[0], t), start[1], "DOP853", **tolerances).y[:, -1]
            if it.completed(t, x, crossed):
                x = it.states()
                steps = DOP853(it.rate, t, x, end, **tolerances) if t < end else steps
        it.rows.append(it.row())
    return it.result()


def _repeats_bits(place: str) -> None:
    """A state that was saved, and one that was serialized, repeat every bit."""
    fmu, about = _instance(place, False)
    second = about.fmiVersion == "2.0"
    every, h = [v.valueReference for v in about.modelVariables], UNTIL / KEPT

    def rows() -> list[Any]:
        found = []
        for k in range(1, 4):
            fmu.doStep(h * k, h)
            found.append(fmu.getReal(every) if second else fmu.getFloat64(every))
        return found

    fmu.doStep(0.0, h)
    kept = fmu.getFMUstate() if second else fmu.getFMUState()
    saved = fmu.serializeFMUstate(kept) if second else fmu.serializeFMUState(kept)
    first = rows()
    other = fmu.deSerializeFMUstate(saved) if second else fmu.deserializeFMUState(saved)
    for state in (kept, other):
        fmu.setFMUstate(state) if second else fmu.setFMUState(state)
        assert rows() == first
        fmu.freeFMUstate(state) if second else fmu.freeFMUState(state)
    fmu.terminate()
    fmu.freeInstance()


def _smooth_places(rate: Any, x: np.ndarray, size: np.ndarray, way: np.ndarray) -> Any:
    """Return the first place beside the start, where many a damper has a kink, that has none.

    There differences over several widths, which are returned too, agree with each other.
    """
    for seed in range(2, 12):
        known = x + 0.01 * size * np.random.default_rng(seed).uniform(-1, 1, len(x))
        steps = []
        for h in (1e-3, 1e-4, 1e-5):
            parts = [(rate(known + k * h * way) - rate(known - k * h * way)) / (2.0 * k * h)
                     for k in (1, 2, 3)]  # fmt: skip
            steps.append((15.0 * parts[0] - 6.0 * parts[1] + parts[2]) / 10.0)
        scale = max(1.0, float(np.abs(steps[1]).max()))
        gaps = [float(np.abs(a - b).max()) / scale for a, b in pairwise(steps)]
        if min(gaps) < 1e-6:
            return known, steps
    raise AssertionError("no place without kinks")


def _differentiates(place: str) -> None:
    """Directional derivatives are differences of the derivatives of states, to sixth order."""
    fmu, about = _instance(place, True)
    second = about.fmiVersion == "2.0"
    rates = [v.valueReference for v in about.modelVariables if v.derivative is not None]
    states = [v.derivative.valueReference for v in about.modelVariables
              if v.derivative is not None]  # fmt: skip
    n = len(states)
    array = ctypes.c_double * n
    if n:
        fmu.newDiscreteStates() if second else fmu.updateDiscreteStates()
        fmu.enterContinuousTimeMode()
        x, size, found = array(), array(), array()
        fmu.getContinuousStates(x, n)
        fmu.getNominalsOfContinuousStates(size, n)
        way = np.array(size) * np.random.default_rng(1).uniform(0.5, 1.0, n)

        def rate(known: np.ndarray) -> np.ndarray:
            fmu.setContinuousStates(array(*known), n)
            (fmu.getDerivatives if second else fmu.getContinuousStateDerivatives)(found, n)
            return np.array(found)

        best = np.inf
        known, steps = _smooth_places(rate, np.array(x), np.array(size), way)
        for expected in steps:
            rate(known)
            if second:
                exact = fmu.getDirectionalDerivative(
                    vUnknown_ref=rates, vKnown_ref=states, dvKnown=list(way)
                )
            else:
                exact = fmu.getDirectionalDerivative(unknowns=rates, knowns=states, seed=list(way))
            scale = max(1.0, float(np.abs(expected).max()), float(np.abs(rate(known)).max()))
            best = min(best, float(np.abs(np.array(exact) - expected).max()) / scale)
        assert best < 1e-9
    fmu.terminate()
    fmu.freeInstance()


@pytest.mark.parametrize("name", ["four_bar", "bricard", "rolling_coin", "heavy_top", "rssr",
                                  "quarter_vehicle", "half_vehicle", "rrc_arm"])  # fmt: skip
def test_code_under_sanitizers(name: str, tmp_path: Path) -> None:
    made = written(study_of(name), tmp_path / "it.fmu", binary=False)
    place = Path(extract(str(made.path), str(tmp_path / "it")), "sources")
    (place / "driver.c").write_text(DRIVER)
    command = ["cc", *SANITIZED, "driver.c", "-lm", "-o", "driver"]
    subprocess.run(command, cwd=place, check=True)
    subprocess.run(["./driver"], cwd=place, check=True)
