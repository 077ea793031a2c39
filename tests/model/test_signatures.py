"""Methods of the builder as editors, `help` and type checkers see them; their examples run."""

from __future__ import annotations

import inspect
import shutil
from typing import Any

import pytest

import sarrus
from sarrus import Mechanism
from sarrus.formats.writing import yaml_text
from sarrus.model import element_examples, notation
from sarrus.model.builder_method import BuilderMethod
from sarrus.model.element_examples import EXAMPLES, OF_FILES
from sarrus.model.stub import HEAD, methods

METHODS = {method.method: method for method in methods()}


def run(name: str) -> dict[str, Any]:
    found: dict[str, Any] = {"sarrus": sarrus}
    exec(METHODS[name].example, found)
    return found


def test_every_method_has_an_example_that_uses_it() -> None:
    assert set(EXAMPLES) == set(METHODS)
    assert set(OF_FILES) <= set(EXAMPLES)
    assert all(f"m.{name}(" in text for name, text in EXAMPLES.items())


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_run_and_raise_no_notice(name: str) -> None:
    model = run(name)["model"]
    assert isinstance(model, sarrus.Model)
    assert not model.notices
    model.compile(kernels=())


@pytest.mark.parametrize("name", METHODS)
def test_signature_and_help_have_every_option_with_its_unit(name: str) -> None:
    found = getattr(Mechanism, name)
    kind = METHODS[name]
    parameters = inspect.signature(found).parameters
    assert list(parameters) == ["self", kind.subject, *kind.shown, "source"]
    text = inspect.getdoc(found) or ""
    for option in kind.shown.values():
        assert option.description in text
    assert kind.example.splitlines()[-2].strip() in text


def test_joints_have_the_axes_and_units_of_their_type() -> None:
    def names(method: str) -> set[str]:
        return set(inspect.signature(getattr(Mechanism, method)).parameters)

    assert "axis2" not in names("revolute") and "axis2" in names("universal")
    assert not {"axis", "axis2", "x_axis"} & names("spherical")
    assert not {"limits", "speed_limit", "effort_limit"} & names("weld")
    assert METHODS["prismatic"].options["limits"].unit == "m"
    assert METHODS["revolute"].options["effort_limit"].unit == "N m"
    assert METHODS["cylindrical"].options["speed_limit"].unit == "rad/s or m/s"


def test_what_must_be_given_has_no_default() -> None:
    empty = inspect.Parameter.empty
    for name, needed in {"helical": "lead", "rolling": "radius", "pid": "target"}.items():
        assert inspect.signature(getattr(Mechanism, name)).parameters[needed].default is empty


def test_options_without_effect_are_still_taken_with_a_notice() -> None:
    m = Mechanism()
    m.revolute("A", m.ground, m.body("a", 1, inertia=(1, 1, 1)), axis="y", axis2="z", at=(0, 0, 0))
    assert [problem.element for problem in m.build().notices] == ["joint 'A' / axis2"]


def test_annotations_name_what_the_stub_imports() -> None:
    namespace: dict[str, Any] = {}
    exec(HEAD.split("class ElementMethods")[0], namespace)
    for method in METHODS.values():
        for parameter in method.signature.parameters.values():
            if parameter.annotation is not inspect.Parameter.empty:
                eval(str(parameter.annotation), {**namespace, **vars(notation)})


def test_a_users_method_has_no_example_of_ours() -> None:
    assert BuilderMethod("mine", "Add mine.", ()).docstring == "Add mine.\n\n"


def test_examples_are_loaded_for_docstrings_only() -> None:
    assert element_examples.__name__ not in inspect.getsource(sarrus.model.described)


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name not in OF_FILES])
def test_examples_as_files_are_the_same_model(name: str, tmp_path: Any) -> None:
    found = run(name)
    path = tmp_path / "example.yaml"
    path.write_text(yaml_text(found["m"], None), encoding="utf-8")
    assert sarrus.load(path).joints == found["model"].joints


@pytest.mark.parametrize("name", OF_FILES)
def test_examples_of_files_load(name: str, tmp_path: Any) -> None:
    path = tmp_path / "example.yaml"
    path.write_text(OF_FILES[name], encoding="utf-8")
    if name == "fmu":
        shutil.copy(run(name)["slide"].path, tmp_path / "slide.fmu")
    if name == "modal_body":
        run(name)["modes"].save(tmp_path / "arm.json")
    assert len(sarrus.load(path).forces) == 1


def test_compile_has_the_options_of_system() -> None:
    options = dict(inspect.signature(sarrus.Model.compile).parameters)
    of_system = dict(inspect.signature(sarrus.System.__init__).parameters)
    shown = {name: (p.default, p.kind) for name, p in options.items() if name != "self"}
    wanted = {n: (p.default, p.kind) for n, p in of_system.items() if n not in ("self", "model")}
    assert shown == wanted
