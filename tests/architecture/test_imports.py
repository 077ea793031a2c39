"""Who may import whom: the table of CONTRIBUTING.md, checked on the source."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import sarrus
from architecture.source import ROOT, Source, chapters, every_file, sources
from random_trees import random_tree

# Each package with those it may import. OPEN are open to all but the kernels, which have errors.
OPEN = {
    "errors",
    "arguments",
    "public_names",
    "entry_points",
    "file_access",
    "user_table",
    "file_fields",
    "garbage",
    "late_dataclass",
    "limits",
    "other_names",
    "summaries",
    "programs",
    "resources",
}
TREE = {"spatial", "road", "model", "formats", "topology", "dynamics", "kernels", "solvers"}
TREE |= {"storage", "ride", "tyres", "paths", "curves"}
PACKAGES = {"design", "durability", "gallery", "ride", "road", "robotics", "sweeps", "synthesis"}
PACKAGES |= {"curves", "identification", "paths", "suspension", "training", "tyres", "vehicles"}
PACKAGES |= {"viewer", "fem"}
"""What is there under its own name: `sarrus.gallery`."""
MAY_IMPORT: dict[str, set[str]] = {
    "errors": {"late_dataclass"},
    "arguments": set(),
    "public_names": {"limits", "other_names"},
    "other_names": set(),
    "late_dataclass": set(),
    "limits": {"late_dataclass"},
    "summaries": set(),
    "entry_points": {"errors"},
    "file_access": {"errors"},
    "file_fields": set(),
    "garbage": set(),
    "programs": set(),
    "resources": {"errors"},
    "user_table": {"errors", "entry_points"},
    "spatial": set(),
    "road": {"spatial"},
    "paths": {"spatial", "road"},
    "curves": {"spatial", "road"},
    "tyres": {"spatial", "road"},
    "model": {"spatial", "curves", "paths", "road", "tyres"},
    "fem": {"spatial", "road", "model"},
    "formats": {"spatial", "curves", "fem", "paths", "road", "tyres", "model", "storage"},
    "topology": {"model"},
    "dynamics": {"spatial", "model", "topology"},
    "papers": {"spatial", "model", "topology", "dynamics"},
    "kernels": {"errors", "public_names", "late_dataclass", "programs", "resources"},
    "cartesian": {"spatial", "model", "kernels", "system"},  # of `system`: the integrators alone
    "solvers": set(),
    "storage": set(),
    "ride": set(),
    "system": TREE,
    "robotics": TREE | {"system"},
    "suspension": TREE | {"system"},
    "vehicles": TREE | {"system"},
    "results": TREE | {"system", "robotics"},
    "viewer": TREE | {"system", "results", "study"},
    "durability": TREE | {"system", "results"},
    "gallery": {"spatial", "model", "curves", "fem", "paths", "road", "tyres"},
    "study": TREE | {"system"},
    "sweeps": TREE | {"system", "study"},
    "design": TREE | {"system", "study", "sweeps"},
    "identification": TREE | {"system", "study", "robotics", "results"},
    "training": TREE | {"system", "gallery"},
    "synthesis": TREE | {"system", "study", "sweeps", "design"},
    "studio": TREE | {"system", "study", "viewer"},
    "cli": TREE
    | {"system", "robotics", "results", "gallery", "study", "sweeps", "viewer", "error_codes"}
    | {"studio", "suspension", "design", "synthesis", "vehicles", "durability"}
    | {"identification"},
    "error_codes": set(),
    "events": {"system"},
    "realtime": {"system"},
    "analysis": {"system"},
    "export": {"system"},
    "elements": {"model"},
    "result_types": TREE | {"system"},
    "__main__": {"cli"},
    "__init__": {"spatial", "model", "formats", "system", "events", "study", "error_codes"}
    | {"analysis", "export", "realtime", "result_types"}
    | PACKAGES,
}
WITHOUT_ERRORS = {"kernels", "errors"}

# Imports that the table forbids at the head of a module, and that are allowed inside a function
# or for type checking: (importing module, imported package).
LATE_ONLY = {
    ("arguments", "model"),
    ("model.model", "system"),
    ("model.model", "formats"),
    ("model.building.fmus", "formats"),
    ("system.history.history", "results"),
    ("system.history.channel", "results"),
    ("system.motion_pages", "viewer"),
    ("system.analysis.root_locus", "results"),
    ("system.realtime.realtime", "results"),
    ("system.system", "sweeps"),
    ("study.study", "sweeps"),
    ("study.study", "viewer"),
    ("study.study", "design"),
    ("study.optimization", "design"),
    ("study.manoeuvres", "vehicles"),
    ("study.optimal_motion", "robotics"),
    ("study.study", "robotics"),
    ("vehicles.result", "results"),
    ("system.checks", "study"),
    ("robotics.report", "results"),
    ("robotics.optimal.result", "results"),
    ("robotics.path_timing.motion", "results"),
    ("robotics.work_maps", "results"),
    ("robotics.task_scene", "viewer"),
    ("suspension.sweep", "viewer"),
    ("suspension.corner_scene", "viewer"),
    ("system.analysis.linearization", "viewer"),
    ("suspension.curves", "results"),
    ("sweeps.table", "results"),
    ("design.optimization.optimum", "results"),
    ("design.optimization.optimum", "viewer"),
    ("design.optimization.writing", "studio"),
    ("synthesis.plots", "results"),
    ("design.shaking.result", "results"),
    ("design.singular_positions.result", "results"),
    ("design.uncertainty.result", "results"),
}

# Libraries that are imported in one place.
AT_HOME = {
    "llvmlite": re.compile(r"kernels(\..+)?"),
    "pint": re.compile(r"model\.units"),
    "sksundae": re.compile(r"solvers\.sundials\..+"),
    "yaml": re.compile(r"formats\.yaml\.located_yaml"),
    "typer": re.compile(r"cli(\..+)?"),
    "rich": re.compile(r"cli(\..+)?"),
    "matplotlib": re.compile(r"results\.plots(\..+)?"),
    "playwright": re.compile(r"viewer\..+"),
}
HEAVY = ("matplotlib", "scipy", "llvmlite", "pint", "sksundae", "yaml", "typer", "rich")


@every_file
def test_imports_follow_the_table(source: Source) -> None:
    allowed = MAY_IMPORT.get(source.chapter, set()) | {source.chapter}
    if source.chapter not in WITHOUT_ERRORS:
        allowed = allowed | OPEN
    wrong = []
    for found in source.imports:
        first, _, rest = found.module.partition(".")
        target = rest.split(".")[0]
        if first != "sarrus" or target in allowed:
            continue
        if found.late and (source.name, target) in LATE_ONLY:
            continue
        what = f"sarrus.{target}" if target else "the facade `sarrus`"
        wrong.append(f"{source.place(found)}: {source.chapter} may not import {what}")
    assert not wrong, "\n".join(wrong)


def test_every_package_is_in_the_table() -> None:
    missing = chapters() - set(MAY_IMPORT)
    assert not missing, f"say in MAY_IMPORT (and in CONTRIBUTING.md) what {missing} may import"


def test_the_table_has_no_circle() -> None:
    """An order exists in which each package imports only those before it."""
    done: set[str] = set()
    while left := set(MAY_IMPORT) - done:
        ready = {name for name in left if MAY_IMPORT[name] <= done}
        assert ready, f"these packages import each other: {sorted(left)}"
        done |= ready


LAYERS = (
    (
        "state",
        "motion_pages",
        "results",
        "recent",
        "call_examples",
        "call_keywords",
        "keyword_types",
        "output_settings",
        "text_numbers",
    ),
    ("quantities",),
    ("checks", "names", "time_grids"),
    ("flow",),
    ("channels",),
    ("rows",),
    ("one_state", "compiled", "equation_text", "constants"),
    ("driven",),
    ("simulation",),
    ("history",),
    ("analysis", "run_files"),
    ("c_code", "casadi_function", "explaining", "fmu", "live", "populations", "realtime", "report"),
    ("system",),
)
"""The folders and files of `system` in order: equations, rows of states, one state, runs in
time, histories, analysis; each imports only what stands before it, and its own row."""


def test_folders_of_system_import_only_what_stands_before_them() -> None:
    """At the head of modules; the object that the user calls comes last."""
    level = {name: k for k, names in enumerate(LAYERS) for name in names}
    wrong, seen = [], set()
    for source in sources():
        parts = source.name.split(".")
        if parts[0] != "system" or len(parts) < 2:
            continue
        seen.add(parts[1])
        for found in source.imports:
            target = found.module.split(".")
            if found.late or target[:2] != ["sarrus", "system"] or len(target) < 3:
                continue
            if target[2] in level and level[target[2]] > level[parts[1]]:
                wrong.append(f"{source.place(found)}: {parts[1]} may not import {target[2]}")
    assert seen <= set(level), f"say in LAYERS where {seen - set(level)} stand"
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("library", AT_HOME)
def test_library_is_imported_at_home_only(library: str) -> None:
    home = AT_HOME[library]
    wrong = [
        source.place(found)
        for source in sources()
        for found in source.imports
        if found.module.split(".")[0] == library and not home.fullmatch(source.name)
    ]
    assert not wrong, f"{library} belongs in {home.pattern} alone, not in {', '.join(wrong)}"


MODULES = {"scikit-sundae": "sksundae", "pyyaml": "yaml", "cadquery-ocp-novtk": "OCP"}
"""Modules that are not named as what is installed."""


def names(lines: list[str]) -> set[str]:
    """Return the modules of lines of requirements."""
    declared = {re.match(r"[\w-]+", line)[0] for line in lines}
    return {MODULES.get(name, name) for name in declared}


def test_only_declared_dependencies_are_imported() -> None:
    """What is optional is imported late, when it is needed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    known = names(project["dependencies"]) | {"sarrus"} | set(sys.stdlib_module_names)
    optional = names(
        [line for extra in project["optional-dependencies"].values() for line in extra]
    )
    wrong = [
        f"{source.place(found)}: {found.module}"
        for source in sources()
        for found in source.imports
        if found.module.split(".")[0] not in (known | optional if found.late else known)
    ]
    assert not wrong, "not in the dependencies of pyproject.toml:\n" + "\n".join(wrong)


def loaded_after(statement: str) -> tuple[set[str], float]:
    """Return the top-level modules that a fresh interpreter has loaded, and the seconds it took."""
    program = (
        "import sys, time; start = time.perf_counter()\n"
        f"{statement}\n"
        "print(time.perf_counter() - start, *{name.split('.')[0] for name in sys.modules})"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    seconds, *names = done.stdout.split()
    return set(names), float(seconds)


@pytest.mark.parametrize("statement", ["import sarrus", "import sarrus; sarrus.Mechanism"])
def test_describing_a_mechanism_loads_nothing_heavy(
    statement: str, record_property: pytest.RecordProperty
) -> None:
    loaded, seconds = loaded_after(statement)
    record_property("seconds", seconds)  # for information; the modules are what is asserted
    assert not loaded & set(HEAVY)


def test_import_sarrus_alone_loads_not_even_numpy() -> None:
    assert "numpy" not in loaded_after("import sarrus")[0]


ROBOT = """
import sys, numpy, sarrus
system = sarrus.load(sys.argv[1]).compile(kernels=("inverse_dynamics",))
system.inverse_dynamics(*numpy.zeros((3, 7)))
print(*sys.modules)
"""
NOT_NEEDED = (
    "sarrus.model.forces.element", "sarrus.model.joints.universal", "sarrus.road", "sarrus.tyres",
    "sarrus.dynamics.kinematics", "sarrus.system.quantities.equations", "sarrus.system.flow",
    "sarrus.system.one_state", "sarrus.solvers", "sarrus.formats.model_record", "llvmlite",
    "_hashlib", "fractions", "random", "traceback", "unicodedata", "importlib.util",
)  # fmt: skip


def test_the_first_number_of_a_robot_loads_what_it_needs(tmp_path: Path) -> None:
    """No force element, no equation, no compiler: the code that links share is on disk."""
    file = tmp_path / "arm.urdf"
    sarrus.save(random_tree(3, 7, ["revolute"], chain=True, reversals=False), file)
    given = {**os.environ, "SARRUS_CACHE": str(tmp_path / "kernels")}
    given.pop("SARRUS_COMPILE", None)
    for _ in range(2):  # the first compiles what links share
        command = [sys.executable, "-W", "ignore", "-c", ROBOT, str(file)]
        done = subprocess.run(command, check=True, env=given, capture_output=True, text=True)
    loaded = done.stdout.split()
    assert not [name for name in NOT_NEEDED if name in loaded]
    assert sum(name.startswith("sarrus") for name in loaded) < 150
