"""The packages that Sarrus needs, as its own metadata names them."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, requires, version

from sarrus.late_dataclass import dataclass

NAME = re.compile(r"[A-Za-z0-9._-]+")
BOUND = re.compile(r"(>=|<=|==|!=|<|>)\s*([0-9][0-9.]*)")
EXTRA = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")
USES = {
    "tables": "tables of pandas and xarray",
    "plots": "plots",
    "export": "exports to NetCDF, HDF5 and Parquet",
    "ros": "recordings as ROS bags",
    "stills": "stills of the viewer",
}


@dataclass(frozen=True)
class Requirement:
    """A package with the versions that will do; extra: what it is needed for, if not for all."""

    name: str
    bounds: tuple[tuple[str, str], ...] = ()
    extra: str = ""

    @property
    def text(self) -> str:
        """The requirement as pip takes it."""
        return self.name + ",".join(f"{sign}{number}" for sign, number in self.bounds)

    def installed_version(self) -> str | None:
        """Return the version that is installed, or None."""
        try:
            return version(self.name)
        except PackageNotFoundError:
            return None

    def allows(self, here: str) -> bool:
        """Whether a version will do."""
        return all(_holds(numbers(here), sign, numbers(bound)) for sign, bound in self.bounds)


def numbers(text: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: 1.2.0rc1 is (1, 2, 0)."""
    found = re.match(r"\d+(?:\.\d+)*", text)
    return tuple(int(part) for part in found[0].split(".")) if found else ()


def _holds(here: tuple[int, ...], sign: str, bound: tuple[int, ...]) -> bool:
    size = max(len(here), len(bound))
    a = here + (0,) * (size - len(here))
    b = bound + (0,) * (size - len(bound))
    return {
        ">=": a >= b, "<=": a <= b, "==": a == b, "!=": a != b, "<": a < b, ">": a > b,
    }[sign]  # fmt: skip


def requirement(line: str) -> Requirement:
    """Return the requirement that a line of metadata states."""
    what, _, condition = line.partition(";")
    name = NAME.match(what.strip())
    extra = EXTRA.search(condition)
    words = USES.get(extra[1], extra[1]) if extra else ""
    bounds = sorted(BOUND.findall(what), key=lambda bound: bound[0], reverse=True)
    return Requirement(name[0] if name else what.strip(), tuple(bounds), words)


def requirements() -> list[Requirement]:
    """Return all packages of the metadata, each once; those that are always needed first."""
    try:
        lines = requires("sarrus") or []
    except PackageNotFoundError:
        lines = []
    found: dict[str, Requirement] = {}
    for needed in sorted(map(requirement, lines), key=lambda r: (bool(r.extra), r.name.lower())):
        found.setdefault(needed.name, needed)
    return list(found.values())
