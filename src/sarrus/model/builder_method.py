"""Methods of the builder: their options, and the signature and docstring that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from inspect import Parameter, Signature
from textwrap import indent
from typing import Any, NoReturn

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest_feature
from sarrus.model.options import Option


@dataclass(eq=False, repr=False)
class BuilderMethod:
    """A method of `Mechanism` that adds something to it, with the options that users write.

    text: a sentence that begins with "Add", and more paragraphs; listed: the options; positional:
    those that may be given without their keywords, in order, after the subject; is_open: whether
    `build` reports keywords that are not known, together with all other problems; unused: options
    that are taken with a notice and have no effect, which signature and docstring leave out.
    """

    method: str
    text: str
    listed: tuple[Option, ...]
    positional: tuple[str, ...] = ()
    subject: str = "name"
    subject_type: str = "str"
    returns: str = "None"
    is_open: bool = False
    unused: frozenset[str] = frozenset()

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by keyword, those that may stand without it first."""
        found = {option.keyword: option for option in self.listed}
        return {key: found[key] for key in dict.fromkeys((*self.positional, *found))}

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """What is meant where an option is not given."""
        return {k: o.default for k, o in self.options.items() if not o.required}

    @property
    def shown(self) -> dict[str, Option]:
        """The options that signature and docstring have."""
        return {key: o for key, o in self.options.items() if key not in self.unused}

    @property
    def example(self) -> str:
        """Lines of Python that use the method; those of a user's method stand in its text."""
        from sarrus.model.element_examples import EXAMPLES

        found = EXAMPLES.get(self.method, "")
        return f"{found}model = m.build()\n" if found else ""

    @property
    def docstring(self) -> str:
        """The text, a line for every option, and an example."""
        lines = "\n".join(option.description for option in self.shown.values())
        example = f"\n\nExample:\n{indent(self.example, '    ').rstrip()}" if self.example else ""
        return f"{self.text}\n\n{lines}{example}"

    @property
    def signature(self) -> Signature:
        """The signature of the builder's method."""
        found = [
            Parameter("self", Parameter.POSITIONAL_OR_KEYWORD),
            Parameter(self.subject, Parameter.POSITIONAL_OR_KEYWORD, annotation=self.subject_type),
        ]
        for keyword, option in self.shown.items():
            place = keyword in self.positional
            kind = Parameter.POSITIONAL_OR_KEYWORD if place else Parameter.KEYWORD_ONLY
            default = Parameter.empty if option.required or option.late else option.default
            annotation = option.kind.annotation
            if default is None and annotation != "Any":
                annotation += " | None"
            found.append(Parameter(keyword, kind, default=default, annotation=annotation))
        source = Parameter(
            "source", Parameter.KEYWORD_ONLY, default=None, annotation="Source | None"
        )
        return Signature([*found, source], return_annotation=self.returns)

    @cached_property
    def required(self) -> tuple[str, ...]:
        """The options that must be given."""
        return tuple(keyword for keyword, option in self.options.items() if option.required)

    @cached_property
    def kept_without_value(self) -> frozenset[str]:
        """The options whose default is a value, so that None is a mistake of its own."""
        return frozenset(k for k, option in self.options.items() if option.default is not None)

    def bound(self, name: Any, values: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a call of the builder's method by keyword; refuse what is none."""
        found = dict(zip(self.positional, values, strict=False))
        if len(values) > len(self.positional):
            taken = ", ".join((self.subject, *self.positional))
            self._refuse(
                name, "", f"takes only {taken} without keywords", f"{len(values) + 1} values"
            )
        for keyword, value in named.items():
            if keyword in found:
                self._refuse(name, keyword, "is given twice")
            if keyword not in self.options and not self.is_open:
                action = nearest_feature(keyword, self.options)
                rule = f"is not an option of {self.method}"
                self._refuse(name, "", rule, f"'{keyword}'", action)
            found[keyword] = value
        kept: dict[str, Any] = {}
        for keyword in self.required:
            if keyword not in found:
                action = f"give {self.options[keyword].description}"
                self._refuse(name, keyword, "is missing", "", action)
        for keyword, value in found.items():
            if value is not None or keyword in self.kept_without_value:
                kept[keyword] = value
        return kept

    def _refuse(
        self, name: Any, keyword: str, rule: str, value: str = "", action: str = ""
    ) -> NoReturn:
        element = f"{self.method} {name!r}"
        where = f"{element} / {keyword}" if keyword else element
        code = "M28" if keyword else "M09"
        raise ModelError(Problem(code, where, rule, value, action=action))

    def function(self, add: Callable[..., Any]) -> Callable[..., Any]:
        """Return the method; add(mechanism, name, options, source) does what it is for."""

        def method(mechanism: Any, /, *values: Any, source: Any = None, **named: Any) -> Any:
            if self.subject in named:
                values = (named.pop(self.subject), *values)
            if not values:
                raise ModelError(Problem("M28", self.method, f"needs a {self.subject}"))
            subject, *rest = values
            return add(mechanism, subject, self.bound(subject, rest, named), source or {})

        method.__name__ = self.method
        method.__qualname__ = f"Mechanism.{self.method}"
        method.__module__ = "sarrus.model.mechanism"
        method.__doc__ = self.docstring
        method.__signature__ = self.signature  # type: ignore[attr-defined]
        return method


class DeferredMethod:
    """A method of a class that is made when it is first asked for: imports stay cheap."""

    def __init__(self, home: type, name: str, make: Callable[[], Callable[..., Any]]) -> None:
        self.home, self.name, self.make = home, name, make

    def __get__(self, mechanism: Any, owner: type | None = None) -> Any:
        function: Any = self.make()
        setattr(self.home, self.name, function)
        return function if mechanism is None else function.__get__(mechanism, owner)


def attach(home: type, name: str, make: Callable[[], Callable[..., Any]]) -> None:
    """Give a class a method that is made when it is first asked for."""
    setattr(home, name, DeferredMethod(home, name, make))
