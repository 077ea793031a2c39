"""The reference of the model file: current, complete, and every example is read."""

from __future__ import annotations

import re
import shutil
from dataclasses import MISSING, fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from scipy.io import mmwrite

import sarrus
from docs.pages import DOCS
from fem.test_files import write_job
from fem.test_nastran import comma, dmig
from project_program import project_program
from sarrus.fem import beam_structure
from sarrus.formats.yaml.elements import elements, is_own
from sarrus.formats.yaml.model_file import STUDY
from sarrus.formats.yaml.study_keys import EXAMPLES, HEAD, SECTIONS
from sarrus.model.element_examples import EXAMPLES as OF_ELEMENTS
from sarrus.study import Assembly, EquilibriumPlan, RealtimePlan, Settings
from sarrus.study import design as design_section
from sarrus.study import equilibrium as equilibrium_section
from sarrus.study import events as events_section
from sarrus.study import film as film_section
from sarrus.study import optimization as optimization_section
from sarrus.study import realtime as realtime_section
from sarrus.study import sliders as sliders_section
from sarrus.system.simulation.keeping import FORMULATIONS
from sarrus.system.simulation.simulation import SOLVES

TEXT = (DOCS / "model_file_reference.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(TEXT)


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    return project_program("tools/write_model_file_page.py")


def test_the_page_is_current(tool: ModuleType) -> None:
    assert tool.page() == TEXT, "run `python tools/write_model_file_page.py`"


def test_every_example_is_read(tmp_path: Path) -> None:
    assert len(BLOCKS) > 60
    made: dict[str, Any] = {"sarrus": sarrus}
    exec(OF_ELEMENTS["fmu"], made)  # the FMU that one of them names
    shutil.copy(made["slide"].path, tmp_path / "slide.fmu")
    exec(OF_ELEMENTS["modal_body"], made)  # and the mode set of another
    made["modes"].save(tmp_path / "arm.json")
    _write_matrices(tmp_path)
    for number, block in enumerate(BLOCKS):
        path = tmp_path / f"example_{number}.yaml"
        whole = block.startswith("sarrus:")
        path.write_text(block if whole else HEAD + block, encoding="utf-8")
        if whole:
            sarrus.load(path)
        else:
            assert sarrus.Study.load(path).plan is not None, block


def _write_matrices(folder: Path) -> None:
    """Write the files of other programs that examples name, with nodes 10, 20, ..., 50."""
    rod = beam_structure((0, 0, 0), (0.5, 0, 0), elements=4, section="round", diameter=0.01,
                         material="steel")  # fmt: skip
    write_job(folder)
    for path in folder.glob("job.*"):
        path.rename(path.with_stem("bracket"))
    K, M = rod.stiffness.toarray(), rod.mass_matrix.toarray()
    lines = [*dmig("KAAX", K), *dmig("MAAX", M)]
    lines += [comma("GRID", 10 * (k + 1), "", *r) for k, r in enumerate(rod.positions.tolist())]
    (folder / "rod.pch").write_text("\n".join(lines))
    nodes = [f"{10 * (k + 1)}, {x}, {y}, {z}" for k, (x, y, z) in enumerate(rod.positions.tolist())]
    (folder / "rod.inp").write_text("\n".join(["*NODE", *nodes]))
    for name, A in (("k", K), ("m", M)):
        mmwrite(folder / f"{name}.mtx", A, precision=17)


def test_every_type_and_section_has_its_part() -> None:
    for section, types in elements().items():
        part = TEXT.split(f"\n## {section}\n", 1)[1].split("\n## ", 1)[0]
        for kind, element in types.items():
            if not kind or is_own(section, kind):
                own = part.split(f"\n### {kind}\n", 1)[1].split("\n### ", 1)[0] if kind else part
                needed = [key for key, a in element.attributes.items() if a.required]
                assert all(f"| `{key}` |" in own for key in needed), (section, kind)
    assert all(f"\n## {name}\n" in TEXT for name in STUDY)
    assert set(STUDY) <= set(EXAMPLES)


KEYS = {
    "assembly": [f.name for f in fields(Assembly)],
    "run": [f.name for f in fields(Settings)],
    "events": events_section.KEYS,
    "equilibrium": equilibrium_section.KEYS,
    "realtime": realtime_section.KEYS,
    "sliders": sliders_section.KEYS,
    "film": film_section.KEYS,
    "balance": design_section.BALANCE,
    "tolerances": design_section.TOLERANCES,
    "optimize": optimization_section.KEYS,
}


@pytest.mark.parametrize("section", KEYS)
def test_keys_are_those_of_the_readers(section: str) -> None:
    """After a new key: a row in sarrus/formats/yaml/study_keys.py, then the page and the schema."""
    assert set(SECTIONS[section]) == set(KEYS[section])


PLANS = {"assembly": Assembly, "run": Settings, "equilibrium": EquilibriumPlan,
         "realtime": RealtimePlan, "events": sarrus.Event,
         "film": film_section.FilmPlan, "balance": design_section.BalancePlan,
         "tolerances": design_section.TolerancesPlan,
         "optimize": optimization_section.OptimizationPlan}  # fmt: skip


@pytest.mark.parametrize("section", PLANS)
def test_defaults_are_those_of_the_readers(section: str) -> None:
    for part in fields(PLANS[section]):
        key = SECTIONS[section].get(part.name)
        if key is None or part.name in (
            "do",
            "over",
            "objective",
            "by",
        ):  # written otherwise in files
            continue
        meant: Any = "..." if part.default is part.default_factory is MISSING else part.default
        if part.default_factory is not MISSING:
            meant = part.default_factory()
        assert key.default == (list(meant) if isinstance(meant, tuple) else meant), part.name


def test_words_are_those_of_the_readers() -> None:
    assert set(SECTIONS["run"]["solve"].choices) == set(SOLVES)
    assert set(SECTIONS["run"]["formulation"].choices) == {"auto", *FORMULATIONS}
