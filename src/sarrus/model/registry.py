"""The classes of elements that models, files and the builder know, those of users among them.

A class joins by the decorator `element` when its module is imported. Packages of users may name
such modules as entry points of the group `sarrus.elements`; they are imported when something asks
for an element that is not known, or for the list of all.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from sarrus.errors import ModelError, Problem
from sarrus.model import fields
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.building.references import nearest
from sarrus.model.element_methods import ElementMethods
from sarrus.model.entry_points import load_entry_points
from sarrus.model.fields import Option, declared, shown_unit

if TYPE_CHECKING:
    from sarrus.model.forces.element import ForceElement

NAME = re.compile(r"[a-z][a-z0-9_]*")

Class = TypeVar("Class", bound=type)


@dataclass(frozen=True)
class ElementType:
    """A type of element as users see it: the method of the builder, and its options."""

    method: str
    element: type[ForceElement]

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by keyword, those that may stand without it first."""
        listed = [o for name, of in declared(self.element) for o in of.options(name)]
        listed += self.element.more_options
        found = {option.keyword: option for option in listed}
        return {key: found[key] for key in dict.fromkeys((*self.positional, *found))}

    @cached_property
    def positional(self) -> tuple[str, ...]:
        """The options that may be given without their keywords, in order."""
        return self.element.positional

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What is meant where an option is not given."""
        return {k: o.default for k, o in self.options.items() if not o.required}

    @property
    def text(self) -> str:
        """What the element is, as a sentence that begins with "Add", and more paragraphs."""
        written = inspect.getdoc(self.element) or self.method
        return f"Add {written[0].lower()}{written[1:]}"

    @property
    def docstring(self) -> str:
        """The text, and a line for every option."""
        lines = "\n".join(option.description for option in self.options.values())
        return f"{self.text}\n\n{lines}"

    @property
    def signature(self) -> Signature:
        """The signature of the builder's method."""
        found = [
            Parameter("self", Parameter.POSITIONAL_OR_KEYWORD),
            Parameter("name", Parameter.POSITIONAL_OR_KEYWORD, annotation="str"),
        ]
        for keyword, option in self.options.items():
            place = keyword in self.positional
            kind = Parameter.POSITIONAL_OR_KEYWORD if place else Parameter.KEYWORD_ONLY
            default = Parameter.empty if option.required else option.default
            annotation = option.kind.annotation
            if option.default is None and annotation != "Any":
                annotation += " | None"
            found.append(Parameter(keyword, kind, default=default, annotation=annotation))
        source = Parameter(
            "source", Parameter.KEYWORD_ONLY, default=None, annotation="Source | None"
        )
        return Signature([*found, source], return_annotation="None")

    def bound(self, name: Any, given: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a call of the builder's method by keyword; refuse what is none."""
        found = dict(zip(self.positional, given, strict=False))
        element = f"{self.method} {name!r}"
        if len(given) > len(self.positional):
            taken = ", ".join(("name", *self.positional))
            rule = f"takes only {taken} without keywords"
            raise ModelError(Problem("M09", element, rule, value=f"{len(given) + 1} values"))
        for keyword, value in named.items():
            if keyword in found:
                raise ModelError(Problem("M28", f"{element} / {keyword}", "is given twice"))
            if keyword not in self.options:
                action = nearest(keyword, self.options)
                rule = f"is not an option of {self.method}"
                raise ModelError(Problem("M09", element, rule, f"'{keyword}'", action=action))
            found[keyword] = value
        missing = [k for k, option in self.options.items() if option.required and k not in found]
        if missing:
            text = self.options[missing[0]].description
            raise ModelError(
                Problem("M28", f"{element} / {missing[0]}", "is missing", action=f"give {text}")
            )
        return {
            keyword: value
            for keyword, value in found.items()
            if value is not None or self.options[keyword].default is not None
        }


class Forces(dict[str, "type[ForceElement]"]):
    """Classes of force elements by the names of their types.

    For a name that is not known, the entry points of packages are imported; iteration goes through
    what is registered so far.
    """

    own: frozenset[str] = frozenset()
    """The names of the package's own types."""

    def name_of(self, of_class: type) -> str | None:
        """Return the name under which a class is registered; None if it is not."""
        name = getattr(of_class, "type_name", None)
        return name if isinstance(name, str) and self.get(name) is of_class else None

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name) and isinstance(name, str) and name.isidentifier():
            load_entry_points()
        return super().__contains__(name)

    def __missing__(self, name: str) -> type[ForceElement]:
        if name in self:
            return self[name]
        raise KeyError(name)


FORCES = Forces()
"""Every class of force elements that a model may hold, by the name of its type."""

FORCE_METHODS: dict[str, ElementType] = {}
"""The types of force elements by the method of the builder, which is their type in files."""


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        dataclasses.field,
        fields.field,
        fields.body_name,
        fields.joint_coordinate,
        fields.number,
        fields.vector,
        fields.body_point,
        fields.unit_vector,
        fields.linear_law,
        fields.time_law,
        fields.flag,
        fields.choice,
    ),
)
def element(
    of_class: Class | None = None, *, method: str = "", form_of: str = "", kw_only: bool = False
) -> Any:
    """Make a class of force elements of its fields, and let builder, files and targets know it.

    method: of the builder, and type in files, where that is not the `type_name` of the class;
    form_of: a method that another class describes, and that makes elements of this class, too.
    A class that lacks `loads` is a base of others, and is not known by itself.
    """
    if of_class is None:
        return lambda found: element(found, method=method, form_of=form_of, kw_only=kw_only)
    made: Any = dataclass(frozen=True, kw_only=kw_only)(of_class)
    inputs = _input_units(made)
    if inputs and not isinstance(made.__dict__.get("units"), property):
        made.units = inputs
    if not inspect.isabstract(made):
        if "type_name" not in made.__dict__:
            made.type_name = _snake_case(made.__name__)
        _register(made, form_of or method or made.type_name, describes=not form_of)
    return made


def _input_units(made: type) -> dict[str, str]:
    """Return the units of the attributes that may become kernel inputs.

    Of two units that of a displacement is meant where the element acts on no joint.
    """
    on_joint = any(of.is_joint for _, of in declared(made))
    found = {name: of.input_unit for name, of in declared(made)}
    return {
        name: shown_unit(unit if on_joint or isinstance(unit, str) else unit[1])
        for name, unit in found.items()
        if unit is not None
    }


def _register(made: Any, method: str, *, describes: bool) -> None:
    """Let a class be known under its type, and its method, if it describes that."""
    _check_name(made, made.type_name)
    FORCES[made.type_name] = made
    made.method = method
    if describes:
        kind = ElementType(method, made)
        FORCE_METHODS[method] = kind
        setattr(ElementMethods, method, _builder_method(kind))


def _check_name(made: Any, name: str) -> None:
    """Refuse a name that another class or a method of the builder has."""
    where = f"element class '{made.__qualname__}'"
    if NAME.fullmatch(name) is None:
        rule = "is not a name of small letters, digits and underscores"
        raise ModelError(Problem("M32", f"{where} / type_name", rule, value=repr(name)))
    other = FORCES.get(name)
    if other is not None:
        same = (other.__module__, other.__qualname__) == (made.__module__, made.__qualname__)
        if same:  # a module or a cell of a notebook that is run again
            return
        rule = f"is the type of {other.__module__}.{other.__qualname__}"
        raise ModelError(_taken(where, name, rule))
    builder = getattr(sys.modules.get("sarrus.model.mechanism"), "Mechanism", None)
    if hasattr(builder, name):  # for our own classes the builder is not there yet
        raise ModelError(_taken(where, name, "is a method of Mechanism"))


def _taken(where: str, name: str, rule: str) -> Problem:
    action = "give the class another type_name"
    return Problem("M32", f"{where} / type_name", rule, value=repr(name), action=action)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _builder_method(kind: ElementType) -> Callable[..., None]:
    """Return the method of the builder that adds elements of a type."""

    def method(
        self: ElementMethods, name: Any, *given: Any, source: Any = None, **named: Any
    ) -> None:
        options = kind.bound(name, given, named)
        self.forces.append(ForceDraft(kind.method, name, options, source or {}))

    method.__name__ = kind.method
    method.__qualname__ = f"Mechanism.{kind.method}"
    method.__module__ = "sarrus.model.mechanism"
    method.__doc__ = kind.docstring
    method.__signature__ = kind.signature  # type: ignore[attr-defined]
    return method
