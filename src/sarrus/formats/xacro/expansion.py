"""From an element tree with macros to one without: what `xacro` does, with the places kept.

Every element that comes out knows where it was written, in the file of its macro, so that later
messages point there. Other files are read only beside the file and in the folders of packages.
"""

from __future__ import annotations

import glob
import math
import os
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import field, replace
from functools import partial
from typing import Any, NoReturn

from sarrus.errors import ModelError, Problem
from sarrus.file_access import read_bytes
from sarrus.formats.mesh_paths import MeshPaths, MeshRefusedError
from sarrus.formats.sizes import MOST_PARTS
from sarrus.formats.source_text import SourceText
from sarrus.formats.xacro.expressions import MISSING, ExpressionMistake, Namespace, value_of
from sarrus.formats.xacro.scopes import Macro, Scope, pieces, truth
from sarrus.formats.xml.tree import Element, parse_xml
from sarrus.formats.yaml.located_yaml import plain_data
from sarrus.late_dataclass import dataclass
from sarrus.model.building.references import nearest

PREFIX = "xacro:"
MOST_LEVELS = 60
"""Macros in macros, or files in files."""
MOST_STEPS = 300_000
"""Texts that are worked out for one file."""
MOST_FILES = 200
MOST_YAML = 2**20
MOST_VALUES = 100_000
"""Bytes and values of a YAML file."""
UNITS = {
    "!radians": 1.0,
    "!degrees": math.pi / 180.0,
    "!meters": 1.0,
    "!millimeters": 1e-3,
    "!foot": 0.3048,
    "!inches": 0.0254,
}
"""Factors of numbers in YAML files that carry a unit as their tag."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_PARAMETER = re.compile(
    r"\s*(?P<name>\*{0,2}[^\s:=]+)"
    r"(?:\s*:?=\s*(?P<forward>\^\|?)?(?P<default>(?:'[^']*'|\$\{[^}]*\}|\$\([^)]*\)|[^\s'])*))?\s*"
)


def expand(
    root: Element, arguments: Mapping[str, Any], packages: Mapping[str, str], folder: str
) -> Element:
    """Return the tree of a file with all macros expanded, or raise ModelError F17.

    arguments: values of <xacro:arg> by name; packages: folder by name, for $(find name).
    """
    expander = Expander(
        {name: str(value) for name, value in arguments.items()},
        {name: os.path.abspath(path) for name, path in packages.items()},
        folder,
    )
    expander.folders.append(folder)
    expander.files.append(os.path.realpath(root.source.file))
    try:
        found = expander.element(root, Scope(), None)
    except RecursionError:
        raise ModelError(
            Problem("F17", "file", "nests macros too deeply", location=root.place)
        ) from None
    unused = [name for name in expander.arguments if name not in expander.declared]
    if unused:
        action = nearest(unused[0], sorted(expander.declared))
        rule, value = "is not an argument of the file (<xacro:arg>)", f"'{unused[0][:80]}'"
        problem = Problem("F17", "arguments", rule, value, action=action, location=root.place)
        raise ModelError(problem)
    return found


@dataclass
class Expander:
    """Expands one file; folders: of the files that are being read, the inner ones last."""

    arguments: dict[str, str]
    packages: dict[str, str]
    folder: str
    declared: set[str] = field(default_factory=set)
    folders: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    steps: int = 0
    count: int = 0
    read: int = 0

    def refuse(
        self, element: Element, rule: str, *, value: str = "", attribute: str = "", action: str = ""
    ) -> NoReturn:
        """Raise the error of something that cannot be expanded."""
        place = element.places.get(attribute, element.place)
        path = f"{element.path} / {attribute}" if attribute else element.path
        raise ModelError(
            Problem("F17", path, rule, value or attribute, action=action, location=place)
        )

    def element(self, element: Element, scope: Scope, parent: Element | None) -> Element:
        """Return an element that is no word of xacro, with what it holds."""
        self._count(element)
        found = replace(element, parent=parent, children=[], attributes={})
        for name, text in element.attributes.items():
            if name != "xmlns:xacro" and not name.startswith(PREFIX):
                found.attributes[name] = str(self.text(element, name, text, scope))
        if element.text:
            found.text = str(self.text(element, "", element.text, scope))
        self.contents(element, scope, found)
        return found

    def _count(self, element: Element) -> None:
        self.count += 1
        if self.count > MOST_PARTS:
            self.refuse(element, f"makes more than {MOST_PARTS} elements")

    def contents(self, element: Element, scope: Scope, into: Element) -> None:
        """Expand the children of an element into another."""
        for child in element.children:
            self.child(child, scope, into)

    def child(self, child: Element, scope: Scope, into: Element) -> None:
        """Expand one element: a word of xacro, a macro, or an element like any other."""
        if not child.tag.startswith(PREFIX):
            into.children.append(self.element(child, scope, into))
            return
        word = child.tag.removeprefix(PREFIX)
        method = getattr(self, f"_{word}", None) if word in WORDS else None
        if method is not None:
            method(child, scope, into)
        else:
            self._macro_call(child, word, scope, into)

    # -- text -----------------------------------------------------------------------------------

    def text(self, element: Element, attribute: str, text: str, scope: Scope) -> Any:
        """Return the value of a text: of a single expression its own kind, else text."""
        if "$" not in text:
            return text
        try:
            return self.worked_out(text, scope)
        except ExpressionMistake as mistake:
            self.refuse(element, str(mistake), value=f"'{text[:120]}'", attribute=attribute)

    def worked_out(self, text: str, scope: Scope) -> Any:
        """Return the value of a text in a scope; raises ExpressionMistake."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise ExpressionMistake(f"is one more than {MOST_STEPS} texts to work out")
        found: list[Any] = []
        for kind, part in pieces(text):
            if kind == "text":
                found.append(part)
            elif kind == "${":
                inner = self.worked_out(part, scope) if "$" in part else part
                found.append(value_of(str(inner), lambda name: self.value_by_name(name, scope)))
            else:
                found.append(self._substitution(str(self.worked_out(part, scope)), scope))
        return found[0] if len(found) == 1 else "".join(str(one) for one in found)

    def value_by_name(self, name: str, scope: Scope) -> Any:
        """Return a property, or a function that needs this file."""
        value = scope.value(name, self.worked_out)
        if value is not MISSING:
            return value
        own = {"load_yaml": self._yaml, "arg": self._argument, "dotify": _dotify}
        if name == "xacro":
            tokens = {"tokenize": _tokens, "abs_filename": lambda path: path}
            return Namespace({**own, **tokens, "message": lambda *a: "", "warning": lambda *a: ""})
        return own[name] if name in ("load_yaml", "dotify") else MISSING

    def _argument(self, name: str) -> str:
        if name not in self.arguments:
            action = f"give --set arguments.{name[:80]}=VALUE"
            rule = f"asks for the argument '{name[:80]}', which has no value"
            raise ExpressionMistake(f"{rule}; {action}")
        self.declared.add(name)
        return self.arguments[name]

    def _substitution(self, text: str, scope: Scope) -> Any:
        """Return what $(...) stands for: arg, find, dirname, eval; the environment is not read."""
        word, _, rest = text.strip().partition(" ")
        rest = rest.strip()
        if word == "arg":
            return self._argument(rest)
        if word == "find":
            # a package whose folder is not known keeps its name: meshes tell of it later
            return self.packages.get(rest, f"package://{rest}")
        if word == "dirname":
            return self.folders[-1] or "."
        if word == "eval":
            names = {**self.arguments, "arg": self._argument}
            known = lambda name: names[name] if name in names else self.value_by_name(name, scope)  # noqa: E731
            self.declared.update(self.arguments)
            return value_of(rest, known)
        if word == "optenv":
            return rest.partition(" ")[2].strip()  # what holds where the environment says nothing
        if word == "env":
            raise ExpressionMistake("asks for the environment, which is not read; use <xacro:arg>")
        raise ExpressionMistake(
            f"has '$({word[:40]} ...)'; known are arg, find, optenv, dirname, eval"
        )

    def _yaml(self, name: Any) -> Any:
        """Return what a YAML file beside this one holds: numbers, text, lists, dictionaries."""
        path = self._path(str(name))
        if path is None:
            raise ExpressionMistake(f"asks for '{str(name)[:120]}', which is not a file here")
        try:
            text = SourceText.of_bytes(read_bytes(path, MOST_YAML), path).text
            value = plain_data(text, {tag: partial(_in_unit, f) for tag, f in UNITS.items()})
        except ModelError as error:
            told = str(error.problems[0])[:200]
            raise ExpressionMistake(f"reads '{os.path.basename(path)[:80]}': {told}") from None
        return _namespaces(value, Counter())

    def _path(self, name: str) -> str | None:
        """Return the path of a file beside the one that is read or in a package; None if none."""
        roots = {**self.packages, "folder of the file": self.folder}
        try:
            path = MeshPaths({k: v for k, v in roots.items() if v}, self.folders[-1]).path_of(name)
        except MeshRefusedError as refusal:
            raise ExpressionMistake(f"names '{name[:120]}', which {refusal}") from None
        return path if path is not None and os.path.isfile(path) else None

    # -- words of xacro -------------------------------------------------------------------------

    def _attribute_text(self, element: Element, attribute: str, scope: Scope) -> str:
        text = element.attributes.get(attribute)
        if text is None:
            self.refuse(element, f"needs the attribute '{attribute}'", value=f"<{element.tag}>")
        return str(self.text(element, attribute, text, scope))

    def _property(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "name", scope)
        if not _NAME.fullmatch(name) or name.startswith("__"):
            rule, value = "is not a name of letters, digits and '_'", f"'{name[:80]}'"
            self.refuse(element, rule, value=value, attribute="name")
        attributes = element.attributes
        if "remove" in attributes and self._flag(element, "remove", scope):
            home: Scope | None = scope
            while home is not None:
                home.values.pop(name, None)
                home.waiting.discard(name)
                home = home.outer
            return
        if "default" in attributes and "value" not in attributes:
            if scope.home(name) is not None:
                return
            scope.set(name, attributes["default"], True)
            return
        target, waits = scope, True
        where = attributes.get("scope", "")
        if where == "global":
            target, waits = scope.outermost, False
        elif where == "parent":
            target, waits = scope.outer or scope, False
            while not scope.is_space and target.is_space and target.outer is not None:
                target = target.outer
        if "lazy_eval" in attributes and not self._flag(element, "lazy_eval", scope):
            waits = False
        if "value" not in attributes:
            target.blocks[f"**{name}"] = list(element.children)
            return
        text = attributes["value"]
        value = text if waits else self.text(element, "value", text, scope)
        if waits and "$" in text:
            # a mistake in it is found where it is used; its own place is what helps
            target.set(name, text, True)
        else:
            target.set(name, value, waits)

    def _flag(self, element: Element, attribute: str, scope: Scope) -> bool:
        value = self.text(element, attribute, element.attributes.get(attribute, ""), scope)
        try:
            return truth(value)
        except ExpressionMistake as mistake:
            shown = f"'{element.attributes.get(attribute, '')[:120]}'"
            self.refuse(element, str(mistake), value=shown, attribute=attribute)

    def _if(self, element: Element, scope: Scope, into: Element) -> None:
        self._attribute_text(element, "value", scope)
        if self._flag(element, "value", scope):
            self.contents(element, scope, into)

    def _unless(self, element: Element, scope: Scope, into: Element) -> None:
        self._attribute_text(element, "value", scope)
        if not self._flag(element, "value", scope):
            self.contents(element, scope, into)

    def _arg(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "name", scope)
        if name not in self.arguments:
            if "default" not in element.attributes:
                rule = "has no value and no default"
                action = f"give it: --set arguments.{name}=VALUE, or arguments={{'{name}': ...}}"
                self.refuse(element, rule, value=f"the argument '{name[:80]}'", action=action)
            self.arguments[name] = self._attribute_text(element, "default", scope)
        self.declared.add(name)

    def _macro(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "name", scope).removeprefix(PREFIX)
        parameters, defaults = self._parameters(element)
        scope.macros[name] = Macro(name, parameters, defaults, element, self.folders[-1])

    def _parameters(
        self, element: Element
    ) -> tuple[tuple[str, ...], dict[str, tuple[str | None, str | None]]]:
        """Return the names of the parameters of a macro, and what they are without a value."""
        text, at = element.attributes.get("params", ""), 0
        names: list[str] = []
        defaults: dict[str, tuple[str | None, str | None]] = {}
        while at < len(text) and text[at:].strip():
            match = _PARAMETER.match(text, at)
            if match is None or match.end() == at:
                rule, value = "is not a list of parameters", f"'{text[:120]}'"
                self.refuse(element, rule, value=value, attribute="params")
            name = match["name"]
            names.append(name)
            if match["default"] is not None or match["forward"]:
                forward = name if match["forward"] else None
                given = match["default"]
                if match["forward"] == "^":
                    given = None
                defaults[name] = (forward, given)
            at = match.end()
        return tuple(names), defaults

    def _call(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "macro", scope)
        plain = replace(element, attributes={**element.attributes})
        del plain.attributes["macro"]
        self._macro_call(plain, name, scope, into)

    def _macro_call(self, element: Element, name: str, scope: Scope, into: Element) -> None:
        found = scope.macro(name)
        if found is None:
            action = nearest(name[:80], sorted(set(scope.macro_names())))
            self.refuse(
                element, "is no macro and no word of xacro", value=f"<{element.tag[:60]}>",
                action=action,
            )  # fmt: skip
        macro, outer = found
        if len(self.folders) > MOST_LEVELS:
            self.refuse(element, f"is deeper than {MOST_LEVELS} macros and files in each other")
        inner = Scope(outer)
        waiting = list(macro.parameters)
        for key, text in element.attributes.items():
            if key not in waiting:
                rule = f"is not a parameter of the macro '{name[:80]}'"
                action = nearest(key, [p for p in macro.parameters if p[0] != "*"])
                self.refuse(element, rule, value=f"'{key[:80]}'", attribute=key, action=action)
            waiting.remove(key)
            inner.set(key, self.text(element, key, text, scope), False)
        holder = replace(element, children=[], attributes={})
        self.contents(element, scope, holder)
        blocks = list(holder.children)
        for parameter in list(waiting):
            if parameter.startswith("*"):
                if not blocks:
                    rule = f"of the macro '{name[:80]}' is not given"
                    self.refuse(element, rule, value=f"the block '{parameter.strip('*')[:80]}'")
                block = blocks.pop(0)
                inner.blocks[parameter] = block.children if parameter.startswith("**") else [block]
                waiting.remove(parameter)
        if blocks:
            rule = f"is one block more than the macro '{name[:80]}' has"
            self.refuse(blocks[0], rule, value=f"<{blocks[0].tag[:60]}>")
        for parameter in waiting:
            self._default(element, macro, parameter, inner, scope)
        self.folders.append(macro.folder)
        self.contents(macro.body, inner, into)
        self.folders.pop()

    def _default(
        self, element: Element, macro: Macro, parameter: str, inner: Scope, scope: Scope
    ) -> None:
        forward, text = macro.defaults.get(parameter, (None, None))
        if forward is not None and scope.home(forward) is not None:
            inner.set(parameter, scope.value(forward, self.worked_out), False)
        elif text is not None:
            try:
                value = self.worked_out(text, scope) if "$" in text else text
            except ExpressionMistake as mistake:
                self.refuse(macro.body, str(mistake), value=f"'{text[:80]}'", attribute="params")
            inner.set(parameter, value, False)
        else:
            rule = f"of the macro '{macro.name[:80]}' is not given"
            value = f"the parameter '{parameter[:80]}'"
            action = f'give it, or a default: params="{parameter[:40]}:=0"'
            self.refuse(element, rule, value=value, action=action)

    def _insert_block(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "name", scope)
        found = scope.block(name)
        if found is None:
            self.refuse(element, "is not a block here", value=f"'{name[:80]}'", attribute="name")
        for child in found[0]:
            self.child(child, scope, into)

    def _element(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, f"{PREFIX}name", scope)
        if not _NAME.match(name):
            self.refuse(element, "is not the name of an element", value=f"'{name[:80]}'")
        into.children.append(self.element(replace(element, tag=name), scope, into))

    def _attribute(self, element: Element, scope: Scope, into: Element) -> None:
        into.attributes[self._attribute_text(element, "name", scope)] = self._attribute_text(
            element, "value", scope
        )

    def _include(self, element: Element, scope: Scope, into: Element) -> None:
        name = self._attribute_text(element, "filename", scope)
        paths = self._included_paths(element, name)
        if not paths:
            if "optional" in element.attributes and self._flag(element, "optional", scope):
                return
            package = re.match(r"package://([^/]+)", name)
            action = "copy the file beside this one"
            if package:
                key = package[1][:80]
                action = f"name the folder: --set packages.{key}=FOLDER, packages={{'{key}': ...}}"
            rule = "is not a file here"
            self.refuse(element, rule, value=f"'{name[:200]}'", attribute="filename", action=action)
        target = scope
        if space := element.attributes.get("ns", "").strip():
            target = scope.spaces.setdefault(space, Scope(scope, is_space=True))
        for path in paths:
            self._include_file(element, path, target, into)

    def _included_paths(self, element: Element, name: str) -> list[str]:
        try:
            if re.search(r"[*?\[]", name) and not name.startswith("package:"):
                pattern = os.path.join(self.folders[-1], name)
                return [p for found in sorted(glob.glob(pattern)) if (p := self._path(found))]
            path = self._path(name)
        except ExpressionMistake as mistake:
            action = "copy the file beside this one, or name its folder: packages={...}"
            self.refuse(element, str(mistake), value="it", attribute="filename", action=action)
        return [] if path is None else [path]

    def _include_file(self, element: Element, path: str, scope: Scope, into: Element) -> None:
        self.read += 1
        if path in self.files or self.read > MOST_FILES or len(self.folders) > MOST_LEVELS:
            rule = "includes itself, directly or by way of others"
            if path not in self.files:
                rule = f"is one more than the {MOST_FILES} files that are included at most"
            value = f"'{os.path.basename(path)[:200]}'"
            self.refuse(element, rule, value=value, attribute="filename")
        root = parse_xml(SourceText.of_bytes(read_bytes(path), path), macros=True)
        self.files.append(path)
        self.folders.append(os.path.dirname(path))
        self.contents(root, scope, into)
        self.folders.pop()
        self.files.pop()


WORDS = (
    *("property", "if", "unless", "arg", "macro", "call", "insert_block", "element", "attribute"),
    "include",
)


def _in_unit(factor: float, text: str) -> float:
    """Return a number of a YAML file in radians or metres, from one that has a unit as its tag."""
    return factor * float(value_of(text, lambda name: MISSING))


def _namespaces(value: Any, seen: Counter[str]) -> Any:
    """Return dictionaries whose entries can be asked for by a dot; seen: how much there is."""
    seen["values"] += 1
    if seen["values"] > MOST_VALUES:
        raise ExpressionMistake(f"reads more than {MOST_VALUES} values")
    if isinstance(value, dict):
        return Namespace({str(key): _namespaces(item, seen) for key, item in value.items()})
    if isinstance(value, list):
        return [_namespaces(item, seen) for item in value]
    return value if isinstance(value, (bool, int, float, str)) or value is None else str(value)


def _dotify(value: Any) -> Any:
    return _namespaces(value, Counter())


def _tokens(text: Any, between: str = ",; ", skip_empty: bool = True) -> list[str]:
    found = re.split(f"[{re.escape(str(between))}]", str(text))
    return [word for word in found if word or not skip_empty]
