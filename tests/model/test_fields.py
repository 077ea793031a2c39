"""Fields of elements: declared once, and everything that follows from them."""

from __future__ import annotations

import dataclasses
import inspect
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from formats.writing_zoo import zoo_model
from sarrus import Mechanism, ModelError
from sarrus.elements import ForceElement, body_name, element, number
from sarrus.formats.yaml.elements import elements
from sarrus.model import stub
from sarrus.model.fields import declared_fields
from sarrus.model.options import REQUIRED, Option, shown_unit
from sarrus.model.registry import FORCE_METHODS, FORCES, ElementType

METHODS = sorted(m for m, kind in FORCE_METHODS.items() if kind.element.type_name in FORCES.own)


def test_the_stub_is_that_of_the_fields() -> None:
    """After a change: python -m sarrus.model.stub writes it again."""
    assert Path(stub.path()).read_text(encoding="utf-8") == stub.text()


@pytest.mark.parametrize("method", METHODS)
def test_every_option_says_what_it_is(method: str) -> None:
    kind = FORCE_METHODS[method]
    assert set(kind.positional) <= set(kind.options)
    for option in kind.options.values():
        assert option.text and not option.text.endswith("."), option
        assert option.text[0] == option.text[0].lower() or option.text[0] in '("', option
    named = list(inspect.signature(getattr(Mechanism, method)).parameters)
    assert named == ["self", "name", *kind.options, "source"]
    assert list(elements()["forces"][method].keys) == list(kind.options)


def test_the_name_may_be_a_keyword() -> None:
    m = Mechanism()
    m.body(name="rod", mass=1.0)
    m.revolute(name="A", parent="ground", child="rod", at=(0, 0, 0), axis="y")
    m.joint_damper(name="D", joint="A", d=1.0)
    m.start_velocity(body="rod", velocity=(1, 0, 0))
    assert [force.name for force in m.build().forces] == ["D"]
    with pytest.raises(ModelError, match="needs a name"):
        m.body()
    with pytest.raises(ModelError, match=r"body 'rod'.*'mas' is not an option of body.*'mass'"):
        m.body("rod", mas=1.0)


def test_all_methods_of_the_builder_are_in_the_stub() -> None:
    made = {method.method for method in stub.methods()}
    names = {name for name in vars(Mechanism) if not name.startswith("_")}
    assert not made & names
    assert all(callable(getattr(Mechanism, name)) for name in made)
    assert {"body", "frame", "revolute", "gear", "start_velocity", "track"} <= made


@pytest.mark.parametrize("method", METHODS)
def test_docstrings_begin_as_sentences_of_a_method(method: str) -> None:
    text = inspect.getdoc(getattr(Mechanism, method)) or ""
    assert text.startswith("Add ")
    assert text.splitlines()[0].endswith(".")
    for option in FORCE_METHODS[method].options.values():
        assert option.description in text


def test_units_of_inputs_are_attributes_that_are_numbers() -> None:
    for force in zoo_model().forces:
        for name in force.units:
            assert np.array(getattr(force, name), float).dtype == float
        if force.type_name not in ("user_force", "nonholonomic"):
            fields = [field.name for field in dataclasses.fields(force)]  # type: ignore[arg-type]
            assert set(force.units) <= set(fields)


def test_options_without_default_must_be_given() -> None:
    kind = FORCE_METHODS["joint_damper"]
    with pytest.raises(ModelError, match=r"joint_damper 'D' / d.*is missing.*viscous damping"):
        kind.bound("D", ("A",), {})
    with pytest.raises(ModelError, match="is given twice"):
        kind.bound("D", ("A", 1.0), {"d": 2.0})
    with pytest.raises(ModelError, match="takes only name, joint, d, coordinate without keywords"):
        kind.bound("D", ("A", 1.0, 0, 5), {})
    with pytest.raises(ModelError, match="Did you mean 'coordinate'"):
        kind.bound("D", ("A", 1.0), {"coordnate": 0})
    assert kind.bound("D", ("A", 1.0), {"coordinate": None}) == {"joint": "A", "d": 1.0}


def test_descriptions_of_options() -> None:
    option = Option("k", FORCE_METHODS["joint_damper"].options["d"].kind, "stiffness", REQUIRED)
    assert option.required and option.description == "k: stiffness."
    assert shown_unit(("N*m", "N")) == "N m or N"
    assert shown_unit("dimensionless") == "1"


def made(name: str, **more: Any) -> type:
    """Return a class of force elements that is registered under a name."""
    return element(
        type(
            "Own",
            (ForceElement,),
            {
                "__annotations__": {"name": str, "body": str},
                "body": body_name(),
                "type_name": name,
                "loads": lambda self, scene: (),
                "__doc__": "Nothing on a body.",
                **more,
            },
        )
    )


def test_names_of_others_are_refused() -> None:
    before = dict(FORCES)
    with pytest.raises(ModelError, match=r"'spring_damper' is the type of sarrus\.model"):
        made("spring_damper")
    with pytest.raises(ModelError, match="'build' is a method of Mechanism"):
        made("build")
    with pytest.raises(ModelError, match="small letters"):
        made("My Force")
    assert dict(FORCES) == before


def test_bases_are_not_known() -> None:
    @element
    class Base(ForceElement):
        """What others are made of."""

        name: str
        k: float = number("N/m", "stiffness")

    assert "base" not in FORCES
    assert [name for name, _ in declared_fields(Base)] == ["k"]
    assert Base.units == {"k": "N/m"}


def test_a_class_that_is_made_again_replaces_the_first() -> None:
    try:
        first = made("twice_made")
        second = made("twice_made")
        assert FORCES["twice_made"] is second is not first
        assert isinstance(FORCE_METHODS["twice_made"], ElementType)
        assert FORCE_METHODS["twice_made"].element is second
    finally:
        from sarrus.model.element_methods import ElementMethods

        FORCES.pop("twice_made", None)
        FORCE_METHODS.pop("twice_made", None)
        delattr(ElementMethods, "twice_made")
