"""Errors of what a file asks for, with the place in the file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from sarrus.errors import ModelError
from sarrus.formats.yaml.page import At

T = TypeVar("T")


def attempt(at: At, make: Callable[[], T]) -> T | None:
    """Return what is made, or None after its problems have been noted with the place."""
    try:
        return make()
    except ModelError as error:
        for problem in error.problems:
            where = f"{at.where} / {problem.element}"
            place = problem.location or at.place
            at.page.problems.append(replace(problem, element=where, location=place))
        return None
