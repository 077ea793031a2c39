"""Data classes whose methods are made when the first of them is used.

`dataclasses.dataclass` writes and compiles the text of five methods for every class: more than half
of the time of an import, and most classes of a program are never used in one run. The decorator of
this module does that work with the first instance, comparison or question for the fields; the class
is then the same as one of the standard library, so that nothing is slower afterwards.
"""

from __future__ import annotations

import abc
import copy
import dataclasses
import functools
import threading
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(
        cls=None, /, *, init=True, repr=True, eq=True, frozen=False, kw_only=False
    ):  # arguments and types are those of the standard library
        """Make a class a data class; see `dataclasses.dataclass`."""

        def decorate(cls):
            options = {"init": init, "repr": repr, "eq": eq, "frozen": frozen, "kw_only": kw_only}
            return _Late(cls, options).cls

        return decorate if cls is None else decorate(cls)


_LOCK = threading.RLock()
GUARDS = ("__setattr__", "__delattr__")
"""Methods of frozen classes, which know the class they belong to."""
COMPARING = ("__repr__", "__eq__", "__hash__")
"""Methods that most classes are never asked for."""
ATTRIBUTES = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__signature__")
FACTORY: Any = getattr(dataclasses, "_HAS_DEFAULT_FACTORY", object())
"""What signatures show for a default that is made anew for every instance."""


def _methods(options: dict[str, bool]) -> list[str]:
    """Return the names of the methods that a data class gets."""
    found = ["__init__"] if options["init"] else []
    found += ["__repr__"] if options["repr"] else []
    found += ["__eq__"] if options["eq"] else []
    found += ["__hash__"] if options["eq"] and options["frozen"] else []
    return found + ([*GUARDS] if options["frozen"] else [])


class _Late:
    """A class that is not yet a data class, and what stands for its methods and attributes."""

    def __init__(self, cls: Any, options: dict[str, bool]) -> None:
        self.cls = cls
        self.options = options
        self.is_complete = False
        self.made: dict[str, Any] = {}
        own = cls.__dict__
        self.stand_ins: dict[str, Any] = {
            name: _method(self, name) for name in _methods(options) if name not in own
        }
        if options["eq"] and not options["frozen"] and "__hash__" not in own:
            cls.__hash__ = None
        self.stand_ins |= {name: _Attribute(self, name) for name in ATTRIBUTES if name not in own}
        for name, stand_in in self.stand_ins.items():
            setattr(cls, name, stand_in)

    def complete(self, name: str = "__init__") -> None:
        """Make the class a data class, once, and the method of a name.

        What others have put in the place of methods stays. Other threads may use the class all
        the while: each method takes the place of its stand-in at once.
        """
        with _LOCK:
            if not self.is_complete:
                self.is_complete = True  # bases and annotations may ask for attributes meanwhile
                self._complete()
            if name in COMPARING and name not in self.made:
                twin = self._twin()
                self._put({key: twin.__dict__.get(key) for key in COMPARING})

    def _complete(self) -> None:
        cls, options = self.cls, self.options
        guards = [name for name in GUARDS if name in self.stand_ins]
        for name in guards:
            delattr(cls, name)
        derived = any("__dataclass_fields__" in vars(base) for base in cls.__mro__[1:])
        frozen = options["frozen"] and derived  # the standard library compares it with the bases
        text = cls.__doc__
        cls.__doc__ = text or " "  # else it would be made of a signature that is not there yet
        kept = {"frozen": frozen, "kw_only": options["kw_only"]}
        if derived or not _put_plain_fields(cls, options["kw_only"]):
            dataclasses.dataclass(init=False, repr=False, eq=False, **kept)(cls)
        cls.__doc__ = text
        for name in ("init", "repr", "eq", "frozen"):
            setattr(cls.__dataclass_params__, name, options[name])
        found = vars(cls) if frozen else _guards(cls)
        for name in guards:
            self.made[name] = found[name]
            setattr(cls, name, found[name])
        places = [f for f in dataclasses.fields(cls) if f.init and not f.kw_only]
        required = [_is_required(f) for f in places]
        if required != sorted(required, reverse=True):
            self._twin(init=True)  # raises, in the words of the standard library
        names = tuple(f.name for f in places)
        self._put({"__match_args__": names, "__init__": _initializer(cls, options["frozen"])})
        self._put({"__signature__": None})

    def _put(self, made: dict[str, Any]) -> None:
        """Let methods and attributes take the places of their stand-ins."""
        for name, found in made.items():
            self.made[name] = found
            if name in self.stand_ins and self.cls.__dict__.get(name) is self.stand_ins[name]:
                if found is None:
                    delattr(self.cls, name)
                else:
                    setattr(self.cls, name, found)

    def _twin(self, init: bool = False) -> type:
        """Return a class of the same fields whose comparing methods suit the class itself."""
        cls, fields = self.cls, dataclasses.fields(self.cls)
        body: dict[str, Any] = {field.name: copy.copy(field) for field in fields}
        body["__annotations__"] = {field.name: field.type for field in fields}
        body |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": " "}
        hashed = "__hash__" in self.stand_ins
        kept = {key: self.options[key] for key in ("repr", "eq", "kw_only")}
        return dataclasses.dataclass(init=init, unsafe_hash=hashed, **kept)(
            type(cls.__name__, (), body)
        )


class _Plain:
    """A class without fields."""


_PLAIN: Any = dataclasses.dataclass(init=False, repr=False, eq=False)(_Plain)
_FIELD, _OF_CLASS = (getattr(dataclasses, f"_FIELD{end}", None) for end in ("", "_CLASSVAR"))
CLASS_VARIABLE = "ClassVar"


def _put_plain_fields(cls: Any, kw_only: bool) -> bool:
    """Give a class the fields that the standard library would find; False where that must look.

    It looks at texts of annotations with regular expressions, which takes longer than all else.
    """
    texts = vars(cls).get("__annotations__")
    missing: Any = dataclasses.MISSING
    of_class: list[str] = []
    found: dict[str, Any] = {}
    if texts is None or _FIELD is None or _OF_CLASS is None:
        return False
    if any(isinstance(x, dataclasses.Field) and n not in texts for n, x in vars(cls).items()):
        return False
    for name, text in texts.items():
        if type(text) is not str or "InitVar" in text or "KW_ONLY" in text:
            return False
        if CLASS_VARIABLE in text:
            if not text.startswith(CLASS_VARIABLE):
                return False
            of_class.append(name)
        value: Any = getattr(cls, name, missing)
        is_field = isinstance(value, dataclasses.Field)
        plain = value.default if is_field else value
        if type(plain).__hash__ is None or type(value).__name__ == "member_descriptor":
            return False
        if name in of_class and is_field:
            return False
        found[name] = value if is_field else dataclasses.field(default=value)
    for name, field in found.items():
        field.name, field.type = name, texts[name]
        field._field_type = _OF_CLASS if name in of_class else _FIELD
        if name in of_class:
            continue
        if field.kw_only is missing:
            field.kw_only = kw_only
        if vars(cls).get(name) is field:
            if field.default is missing:
                delattr(cls, name)
            else:
                setattr(cls, name, field.default)
    cls.__dataclass_fields__ = found
    cls.__dataclass_params__ = copy.copy(_PLAIN.__dataclass_params__)
    abc.update_abstractmethods(cls)
    return True


def _guards(cls: Any) -> dict[str, Callable[..., None]]:
    """Return the methods that keep instances of a frozen class as they are.

    Those of the standard library are compiled for each class.
    """
    names = frozenset(field.name for field in dataclasses.fields(cls))

    def put(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def remove(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    found: dict[str, Callable[..., None]] = dict(zip(GUARDS, (put, remove), strict=True))
    for name, guard in found.items():
        guard.__name__, guard.__qualname__ = name, f"{cls.__qualname__}.{name}"
        guard.__module__ = cls.__module__
    return found


def _is_required(field: dataclasses.Field[Any]) -> bool:
    """Whether an argument has no default."""
    missing = dataclasses.MISSING
    return field.default is missing and field.default_factory is missing


def _initializer(cls: Any, frozen: bool) -> Callable[..., None]:
    """Return `__init__` of the fields of a class, as the standard library would write it."""
    fields = dataclasses.fields(cls)
    found = _plain_initializer(cls, fields, frozen) or _written_initializer(cls, fields, frozen)
    found.__qualname__ = f"{cls.__qualname__}.__init__"
    found.__module__ = cls.__module__
    order = [f for f in fields if f.init and not f.kw_only] + [
        f for f in fields if f.init and f.kw_only
    ]
    found.__annotations__ = {**{f.name: f.type for f in order}, "return": None}
    return found


def _plain_initializer(
    cls: Any, fields: tuple[dataclasses.Field[Any], ...], frozen: bool
) -> Callable[..., None] | None:
    """Return `__init__` where every field is an argument without a factory; else None.

    Its code is that of any class with as many fields, with other names in it: compiling takes
    longer than all else.
    """
    missing = dataclasses.MISSING
    if any(f.kw_only or not f.init or f.default_factory is not missing for f in fields):
        return None
    code = _code_of_fields(len(fields), frozen, hasattr(cls, "__post_init__"))
    names = {f"{PLACE}{k}": f.name for k, f in enumerate(fields)}

    def with_names(old: tuple[Any, ...]) -> tuple[Any, ...]:
        return tuple(names.get(x, x) if type(x) is str else x for x in old)

    code = code.replace(
        co_varnames=with_names(code.co_varnames),
        co_consts=with_names(code.co_consts),
        co_names=with_names(code.co_names),
    )
    defaults = tuple(f.default for f in fields if f.default is not missing)
    return types.FunctionType(code, {"_put": object.__setattr__}, "__init__", defaults or None)


PLACE = "_field_"


@functools.cache
def _code_of_fields(n: int, frozen: bool, has_more: bool) -> types.CodeType:
    """Return the code of `__init__` with n fields; has_more: whether `__post_init__` is called."""
    names = [f"{PLACE}{k}" for k in range(n)]
    lines = [f"_put(self, {x!r}, {x})" if frozen else f"self.{x} = {x}" for x in names]
    lines += ["self.__post_init__()"] if has_more else []
    return _function(", ".join(["self", *names]), lines, {}).__code__


def _function(arguments: str, lines: list[str], values: dict[str, Any]) -> Any:
    """Return `__init__` of such lines."""
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({arguments}):\n {body}", values)
    return values["__init__"]


def _written_initializer(
    cls: Any, fields: tuple[dataclasses.Field[Any], ...], frozen: bool
) -> Callable[..., None]:
    """Return `__init__` of any fields."""
    places: list[str] = []
    keywords: list[str] = []
    lines: list[str] = []
    values: dict[str, Any] = {"_put": object.__setattr__, "_FACTORY": FACTORY}
    for f in fields:
        made = f.default_factory is not dataclasses.MISSING
        values |= {f"_make_{f.name}": f.default_factory} if made else {}
        value = f.name
        if f.init:
            argument = f.name
            if made:
                argument = f"{f.name}=_FACTORY"
                value = f"_make_{f.name}() if {f.name} is _FACTORY else {f.name}"
            elif f.default is not dataclasses.MISSING:
                values[f"_default_{f.name}"] = f.default
                argument = f"{f.name}=_default_{f.name}"
            (keywords if f.kw_only else places).append(argument)
        elif made:
            value = f"_make_{f.name}()"
        else:
            continue  # the value is that of the class
        put = f"_put(self, {f.name!r}, {value})" if frozen else f"self.{f.name} = {value}"
        lines.append(put)
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join(["self", *places, *(["*", *keywords] if keywords else [])])
    found: Callable[..., None] = _function(arguments, lines, values)
    return found


def _method(late: _Late, name: str) -> Callable[..., Any]:
    """Return what stands for a method until it is called."""

    def stand_in(self: Any, *args: Any, **kwargs: Any) -> Any:
        late.complete(name)
        return late.made[name](self, *args, **kwargs)

    return stand_in


class _Attribute:
    """What stands for an attribute of the class until it is read."""

    def __init__(self, late: _Late, name: str) -> None:
        self.late = late
        self.name = name

    def __get__(self, instance: Any, owner: type) -> Any:
        self.late.complete()
        if self.name == "__signature__":
            import inspect

            return inspect.signature(owner)
        return getattr(owner, self.name)
