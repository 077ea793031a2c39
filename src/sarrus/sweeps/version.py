"""The version of Sarrus, by which coordinator, workers and ledgers know each other."""

from __future__ import annotations

from importlib import import_module


def version() -> str:
    """Return the version of this installation."""
    return str(import_module("sarrus").__version__)
