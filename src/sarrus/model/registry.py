"""The classes of elements that models, files and the builder know, those of users among them.

A class joins by the decorator `element` when its module is imported. Those of the package are
imported when something asks for one of them, or for the list of all. Packages of users may name
such modules as entry points of the group `sarrus.elements`; they are imported when something asks
for an element that is not known.
"""

from __future__ import annotations

import dataclasses
import inspect
import sys
import threading
from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from functools import cache, cached_property, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from sarrus.entry_points import load_entry_points
from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.model import fields
from sarrus.model.builder_method import BuilderMethod, attach
from sarrus.model.building.drafts import ForceDraft
from sarrus.model.element_methods import ElementMethods
from sarrus.model.fields import declared_fields
from sarrus.model.options import Option, shown_unit
from sarrus.model.type_names import snake_case
from sarrus.public_names import homes

if TYPE_CHECKING:
    from sarrus.model.forces.element import ForceElement

Class = TypeVar("Class", bound=type)


class ElementType(BuilderMethod):
    """A type of force elements as users see it, described by the fields and docstring of a class.

    Nothing of it is worked out before it is asked for.
    """

    def __init__(self, method: str, element: type[ForceElement]) -> None:
        self.method, self.element, self.positional = method, element, element.positional

    @cached_property
    def listed(self) -> tuple[Option, ...]:  # type: ignore[override]
        """The options of all fields, and those that belong to no attribute alone."""
        own = [option for name, of in declared_fields(self.element) for option in of.options(name)]
        return (*own, *self.element.more_options)

    @cached_property
    def text(self) -> str:  # type: ignore[override]
        """What the element is, as a sentence that begins with "Add", and more paragraphs."""
        written = inspect.getdoc(self.element) or self.method
        return f"Add {written[0].lower()}{written[1:]}"


Entry = TypeVar("Entry")


class OwnTable(dict[str, Entry]):
    """A table in which elements of the package join when one that is not there is asked for.

    So they do before anybody goes through all of them.
    """

    def __missing__(self, name: str) -> Entry:
        load_own_element(name)
        if not dict.__contains__(self, name):
            load_own_elements()
        return dict(dict.items(self))[name]  # a plain one, which does not ask again

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name):
            load_own_element(str(name))
        return super().__contains__(name) or (load_own_elements() and super().__contains__(name))

    def get(self, name: str, default: Any = None) -> Any:
        """Return the entry of a name, or something else where there is none."""
        OwnTable.__contains__(self, name)  # no entry points
        return super().get(name, default)

    def __iter__(self) -> Iterator[str]:
        load_own_elements()
        return super().__iter__()

    def __len__(self) -> int:
        load_own_elements()
        return super().__len__()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        """Return a view of the names."""
        load_own_elements()
        return super().keys()

    def values(self) -> ValuesView[Entry]:  # type: ignore[override]
        """Return a view of what they stand for."""
        load_own_elements()
        return super().values()

    def items(self) -> ItemsView[str, Entry]:  # type: ignore[override]
        """Return a view of both."""
        load_own_elements()
        return super().items()


class Forces(OwnTable["type[ForceElement]"]):
    """Classes of force elements by the names of their types.

    For a name that is not known, the entry points of packages are imported; iteration goes through
    what is registered so far.
    """

    @property
    def own(self) -> frozenset[str]:
        """The names of the package's own types."""
        return frozenset(name for name, made in self.items() if is_own(made))

    def name_of(self, of_class: type) -> str | None:
        """Return the name under which a class is registered; None if it is not."""
        name = getattr(of_class, "type_name", None)
        return name if isinstance(name, str) and self.get(name) is of_class else None

    def __contains__(self, name: object) -> bool:
        if not super().__contains__(name) and isinstance(name, str) and name.isidentifier():
            load_entry_points()
        return super().__contains__(name)

    def __missing__(self, name: str) -> type[ForceElement]:
        if not OwnTable.__contains__(self, name):
            load_entry_points()
        return dict(dict.items(self))[name]


FORCES = Forces()
"""Every class of force elements that a model may hold, by the name of its type."""

FORCE_METHODS: OwnTable[ElementType] = OwnTable()
"""The types of force elements by the method of the builder, which is their type in files."""

OWN = "sarrus.model.forces"
"""The package of our own elements."""


def is_own(made: type) -> bool:
    """Whether a class is one of the package's own."""
    return made.__module__.startswith(f"{OWN}.")


def load_own_element(name: str) -> None:
    """Import the module of the package whose class has a name of this type, if there is one."""
    modules = _modules()
    module = modules.get(name) or f"{OWN}.{name}"
    if module not in modules.values():
        return
    import_module(module)
    described_in = getattr(dict.get(FORCES, name), "described_in", "")
    if described_in:
        import_module(f"{OWN}.{described_in}")


@cache
def _modules() -> dict[str, str]:
    """Return where the classes of the package are, by the usual names of their types."""
    stub = f"{import_module(OWN).__file__}i"
    return {snake_case(cls): module for cls, module in homes(stub).items()}


def load_own_elements() -> bool:
    """Import all elements of the package once, and put them first in the tables; return True."""
    if not _state.loaded:
        with _state.lock:
            if not _state.loaded and not _state.loading:
                _state.loading = True
                try:
                    _load()
                finally:
                    _state.loading = False
                _state.loaded = True
    return True


class _State:
    """Whether all elements of the package are imported."""

    def __init__(self) -> None:
        self.loaded = self.loading = False
        self.lock = threading.RLock()


_state = _State()


def _load() -> None:
    """Import the modules that the stub of the package lists, and order the tables like it."""
    modules = list(dict.fromkeys(_modules().values()))
    for name in modules:
        import_module(name)
    _put_first(FORCES, modules, lambda made: made)
    _put_first(FORCE_METHODS, modules, lambda kind: kind.element)


def _put_first(table: Any, modules: list[str], class_of: Callable[[Any], type]) -> None:
    """Put the entries of classes of these modules first, in their order."""
    order = {name: k for k, name in enumerate(modules)}
    found: dict[str, Any] = dict(dict.items(table))
    places = {k: order.get(class_of(x).__module__, len(order)) for k, x in found.items()}
    table.clear()
    for name in sorted(found, key=places.__getitem__):
        table[name] = found[name]


@dataclass_transform(
    frozen_default=True,
    field_specifiers=(
        dataclasses.field,
        fields.field,
        fields.body_name,
        fields.joint_coordinate,
        fields.other_joint,
        fields.element_name,
        fields.table,
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
    of_class: Class | None = None,
    *,
    method: str = "",
    form_of: str = "",
    described_in: str = "",
    kw_only: bool = False,
) -> Any:
    """Make a class of force elements of its fields, and let builder, files and targets know it.

    method: of the builder, and type in files, where that is not the `type_name` of the class;
    form_of: a method that another class describes, and that makes elements of this class, too;
    described_in: the module of that class, where it has the name of this one.
    A class that lacks `loads` is a base of others, and is not known by itself.
    """
    if of_class is None:
        return lambda found: element(
            found, method=method, form_of=form_of, described_in=described_in, kw_only=kw_only
        )
    made: Any = dataclass(frozen=True, kw_only=kw_only)(of_class)
    if not made.__module__.startswith("sarrus."):
        dataclasses.fields(made)  # mistakes of users are told where the class is written
    if not isinstance(made.__dict__.get("units"), property):
        made.units = _InputUnits(made)
    if not inspect.isabstract(made):
        if "type_name" not in made.__dict__:
            made.type_name = snake_case(made.__name__)
        made.described_in = described_in
        _register(made, form_of or method or made.type_name, describes=not form_of)
    return made


class _InputUnits:
    """Stands for the attribute `units` of a class until it is read: the fields need not be known.

    A class without inputs of its own has the units of its base.
    """

    def __init__(self, made: type) -> None:
        self.made = made
        self.written = made.__dict__.get("units")

    def __get__(self, instance: Any, owner: type) -> Any:
        found = _input_units(self.made) or self.written
        if found is not None:
            self.made.units = found  # type: ignore[attr-defined]
            return found
        base: Any = super(self.made, owner if instance is None else instance)
        return base.units


def _input_units(made: type) -> dict[str, str]:
    """Return the units of the attributes that may become kernel inputs.

    Of two units that of a displacement is meant where the element acts on no joint.
    """
    kept = declared_fields(made)
    on_joint = any([of.is_joint for _, of in kept])
    found = {}
    for name, of in kept:
        unit = of.input_unit
        if unit is not None:
            found[name] = shown_unit(unit if on_joint or isinstance(unit, str) else unit[1])
    return found


def _register(made: Any, method: str, *, describes: bool) -> None:
    """Let a class be known under its type, and its method, if it describes that."""
    _check_name(made, made.type_name)
    FORCES[made.type_name] = made
    made.method = method
    if describes:
        kind = ElementType(method, made)
        FORCE_METHODS[method] = kind
        add = partial(_add_draft, method)
        attach(ElementMethods, method, partial(kind.function, add))


def _check_name(made: Any, name: str) -> None:
    """Refuse a name that another class or a method of the builder has."""
    where = f"element class '{made.__qualname__}'"
    if not (name.isascii() and name.isidentifier() and name[0].isalpha() and name == name.lower()):
        rule = "is not a name of small letters, digits and underscores"
        raise ModelError(Problem("M32", f"{where} / type_name", rule, value=repr(name)))
    other = dict.get(FORCES, name) if is_own(made) else FORCES.get(name)
    if other is not None:
        same = (other.__module__, other.__qualname__) == (made.__module__, made.__qualname__)
        if same:  # a module or a cell of a notebook that is run again
            return
        rule = f"is the type of {other.__module__}.{other.__qualname__}"
        raise ModelError(_taken_name_problem(where, name, rule))
    builder = getattr(sys.modules.get("sarrus.model.mechanism"), "Mechanism", None)
    if not is_own(made) and hasattr(builder, name):
        raise ModelError(_taken_name_problem(where, name, "is a method of Mechanism"))


def _taken_name_problem(where: str, name: str, rule: str) -> Problem:
    action = "give the class another type_name"
    return Problem("M32", f"{where} / type_name", rule, value=repr(name), action=action)


def _add_draft(
    method: str, mechanism: ElementMethods, name: Any, options: dict[str, Any], source: Any
) -> None:
    mechanism.forces.append(ForceDraft(method, name, options, source))
