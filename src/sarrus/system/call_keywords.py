"""The keywords that calls of a system pass on, as `help()`, `inspect` and editors show them.

Calls take them as `**keywords` or `**how`, so that a call without them costs nothing. Editors read
the typed dictionaries of `keyword_types`; `inspect.signature` gets the keywords of the calls that
they go to, put together when it asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from types import FunctionType
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


SWEEP = "SweepKeywords"
DEFAULTS = {"on": "child", "axes": "joint", "formulation": "auto", "locked": (), "points": (),
            "share": False, "attempts": 3, "keep_runs": False}  # fmt: skip
"""Of keywords that stand in no signature and are not None where they are left out."""
KEYWORDS = {f"Unpack[{name}]": name for name in ("Inputs", "CallKeywords", "WrenchKeywords", SWEEP)}
"""The names of the dictionaries by the annotations that name them."""


class CallSignature(Signature):
    """The signature of a call with the keywords that it passes on, found when it is looked at."""

    __slots__ = ("_cls", "_function")

    def __init__(self, function: Callable[..., Any], cls: type) -> None:
        self._function, self._cls = function, cls

    @property
    def parameters(self) -> Any:
        """All parameters by name, in their order."""
        return self._plain.parameters

    @property
    def return_annotation(self) -> Any:
        """What the call returns."""
        return self._plain.return_annotation

    def replace(self, **changed: Any) -> Signature:  # type: ignore[override]
        """Return a plain signature with other parameters, or another returned type."""
        return self._plain.replace(**changed)

    @property
    def _plain(self) -> Signature:
        own = _own_signature(self._function)
        named = list(own.parameters.values())
        last = named[-1]
        rest = _passed_on(str(last.annotation), self._cls)
        known = {p.name for p in named}
        return own.replace(parameters=[*named[:-1], *(p for p in rest if p.name not in known)])


def with_keywords(cls: Class) -> Class:
    """Let the methods of a class that pass keywords on tell which they are."""
    for name, method in list(vars(cls).items()):
        notes = getattr(method, "__annotations__", None)
        if name[0] != "_" and notes and any(str(note) in KEYWORDS for note in notes.values()):
            method.__signature__ = CallSignature(method, cls)
    return cls


def _own_signature(function: Callable[..., Any]) -> Signature:
    """Return the signature of a function as it is written, whatever it tells of itself."""
    inner: Any = function
    while hasattr(inner, "__wrapped__"):
        inner = inner.__wrapped__
    plain = FunctionType(inner.__code__, {}, inner.__name__, inner.__defaults__, inner.__closure__)
    plain.__kwdefaults__, plain.__annotations__ = inner.__kwdefaults__, inner.__annotations__
    return Signature.from_callable(plain)


def _passed_on(annotation: str, cls: type) -> Iterator[Parameter]:
    """Yield the keywords of a dictionary; sweeps have the defaults of `simulate`."""
    from sarrus.system import keyword_types  # typed dictionaries take long to make

    kind = KEYWORDS[annotation]
    usual = _own_signature(cls.__dict__["simulate"]).parameters if kind == SWEEP else {}
    notes = getattr(keyword_types, kind).__annotations__
    common = [name for name in ("t", *keyword_types.Inputs.__annotations__) if name in notes]
    for name in (*(n for n in notes if n not in common), *common):
        note = notes[name]
        default = usual[name].default if name in usual else DEFAULTS.get(name)
        text = getattr(note, "__forward_arg__", note)
        if default is None and "None" not in text and text != "Any":
            text = f"{text} | None"
        yield Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=text)
