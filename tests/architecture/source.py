"""The source of the package as the architecture tests read it: parsed, never imported."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "sarrus"


@dataclass(frozen=True)
class Import:
    """One imported module, such as `sarrus.model.joint`; late: inside a function or for types."""

    module: str
    line: int
    late: bool


@dataclass(frozen=True)
class Source:
    """One file of the package."""

    path: Path

    @property
    def name(self) -> str:
        """The dotted name inside the package: `model.joints.revolute`, `model`, `errors`."""
        parts = self.path.relative_to(PACKAGE).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def chapter(self) -> str:
        """The first part of the name: the package of the design table, or a top-level module."""
        return self.name.split(".")[0] or "__init__"

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, filename=str(self.path))

    def place(self, node: ast.AST | Import | int) -> str:
        """`src/sarrus/model/joint.py:12`, for messages."""
        if isinstance(node, Import):
            node = node.line
        line = node if isinstance(node, int) else getattr(node, "lineno", 1)
        return f"{self.path.relative_to(ROOT)}:{line}"

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(self._imports(self.tree, late=False))

    def _imports(self, node: ast.AST, late: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import):
                yield from (Import(a.name, child.lineno, late) for a in child.names)
            elif isinstance(child, ast.ImportFrom):
                base = self._absolute(child)
                yield from (Import(m, child.lineno, late) for m in self._targets(base, child))
            elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test):
                yield from self._imports(ast.Module(child.body, []), late=True)
                yield from self._imports(ast.Module(child.orelse, []), late)
            else:
                inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from self._imports(child, late or inside)

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = ["sarrus", *self.path.relative_to(PACKAGE).parts[:-1]]
        base = package[: len(package) - node.level + 1]
        return ".".join([*base, node.module] if node.module else base)

    @staticmethod
    def _targets(base: str, node: ast.ImportFrom) -> list[str]:
        """`from sarrus import model` names the package `sarrus.model`, not the facade."""
        if base != "sarrus":
            return [base]
        known = {path.stem for path in PACKAGE.iterdir()}
        return [f"sarrus.{a.name}" if a.name in known else "sarrus" for a in node.names]


@cache
def sources() -> tuple[Source, ...]:
    """Return every Python file and stub of the package, in a fixed order; each is read once."""
    paths = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.pyi")]
    return tuple(Source(path) for path in sorted(paths))


def chapters() -> set[str]:
    """Return the names of the packages and modules directly in the package."""
    return {source.chapter for source in sources()}


def every_file(test: Callable[[Source], None]) -> Callable[[], None]:
    """Return one test that looks at every file and tells all that is wrong."""

    def whole() -> None:
        wrong = []
        for source in sources():
            try:
                test(source)
            except AssertionError as error:
                wrong.append(str(error).splitlines()[0])
        assert not wrong, "\n".join(wrong)

    whole.__name__, whole.__doc__ = test.__name__, test.__doc__
    return whole
