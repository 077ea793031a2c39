"""Triggers of the codes of the command line and the viewer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
import typer

from errors.register import Place, triggers
from sarrus.cli.bench import _script
from sarrus.cli.ending import Ending
from sarrus.cli.screen import Screen
from sarrus.errors import Problem
from sarrus.resources import require_files
from simulation.machines import pendulum


def told(place: Place, command: Callable[[], Any]) -> list[Problem]:
    """Run a command to its end, and return what the user is told."""
    found: list[Problem] = []

    def failed(screen: Screen, code: int, problems: list[Problem], **more: Any) -> int:
        found.extend(problems)
        return code

    place.patch.setattr(Screen, "failure", failed)
    place.patch.setenv("TMPDIR", str(place.folder))
    place.patch.setattr("tempfile.tempdir", None)
    with Ending(["run", "x.yaml"]) as end:
        command()
    assert end.code in (2, 5)
    return found


def raising(error: BaseException) -> Callable[[], Any]:
    def command() -> Any:
        raise error

    return command


@triggers("E-USAGE")
def unknown_option(place: Place) -> Any:
    return told(place, raising(typer.BadParameter("no such option")))


@triggers("E-MEM")
def no_memory(place: Place) -> Any:
    return told(place, raising(MemoryError()))


@triggers("E-LIMIT")
def more_workers_than_files(place: Place) -> None:
    require_files("sweep", 10**9, "its workers", "use fewer workers")


@triggers("E-INTERNAL")
def defect(place: Place) -> Any:
    return told(place, raising(ZeroDivisionError("division by zero")))


@triggers("E-KERNEL")
def code_that_computes_something_else(place: Place) -> None:
    place.patch.setattr("sarrus.kernels.factory._wrong", lambda *_: 0)
    pendulum().compile(cache=None, kernels=["mass_matrix"])


@triggers("E-SETTING")
def unknown_policy(place: Place) -> None:
    place.patch.setenv("SARRUS_COMPILE", "later")
    pendulum().compile(cache=None, kernels=())


@triggers("E-SOURCE")
def benchmark_of_the_source_tree(place: Place) -> None:
    _script(Screen(), "pinocchio", {}, [])


@triggers("E-BROWSER")
def no_browser(place: Place) -> None:
    from sarrus.viewer import stills

    place.patch.setattr("sarrus.viewer.stills.find_program", lambda name: None)
    stills.find_browser()


@triggers("E-LIBRARY")
def no_playwright(place: Place) -> None:
    from sarrus.viewer import stills

    place.patch.setattr(stills, "find_browser", lambda: "browser")
    place.patch.setitem(sys.modules, "playwright.sync_api", None)
    with stills._browser():
        pytest.fail("there is no browser")


@triggers("E-PORT")
def no_free_port(place: Place) -> None:
    from sarrus.viewer.server import listening

    place.patch.setattr(listening, "_sockets_of", lambda port: None)
    listening.listening_sockets(8000)


@triggers("E-FILE")
def page_that_is_there(place: Place) -> None:
    from sarrus.viewer.html import check_free

    path = place.folder / "page.html"
    path.write_text("mine")
    check_free(path, overwrite=False)
