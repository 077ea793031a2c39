"""Names that people of other programs try on our objects: what to write here instead.

`model.save` is `sarrus.save(model, ...)`, `run.plot` is `run.history.plot`. The lines are data, in
`other_names.toml`; what another object has under the same name is found there. Nothing of it is
read before the message of an attribute that is not there.
"""

from __future__ import annotations

from functools import cache
from typing import Any

ELSEWHERE = {
    "Run": (("run.history", "sarrus.system.history.history", "History"),),
    "Model": (("model.compile()", "sarrus.system.system", "System"),),
    "Mechanism": (
        ("mechanism.build()", "sarrus.model.model", "Model"),
        ("mechanism.build().compile()", "sarrus.system.system", "System"),
    ),
    "State": (("system", "sarrus.system.system", "System"),),
    "History": (("run", "sarrus.system.simulation.run", "Run"),),
    "Study": (
        ("study.system", "sarrus.system.system", "System"),
        ("study.run().history", "sarrus.system.history.history", "History"),
    ),
}
"""Objects that one has at hand beside those of a class: how they are reached, and their class."""


@cache
def other_names() -> dict[str, dict[str, str]]:
    """Return what to write instead of names, for the classes on which they are tried."""
    import tomllib  # for mistakes only
    from importlib.resources import files

    found: dict[str, dict[str, str]] = tomllib.loads(
        (files("sarrus") / "other_names.toml").read_text(encoding="utf-8")
    )
    return found


def advice(of: object, name: str) -> str:
    """Return what to write instead of a name on an object; "" where nothing is known of it."""
    for cls in type(of).__mro__:
        written = other_names().get(cls.__name__, {}).get(name)
        if written is not None:
            return f"write `{written}`"
        for way, module, other in ELSEWHERE.get(cls.__name__, ()):
            if _has(module, other, name):
                return f"it is `{way}.{name}`"
    return ""


def _has(module: str, cls: str, name: str) -> bool:
    """Tell whether a class has a public name."""
    from importlib import import_module

    found: Any = getattr(import_module(module), cls)
    return not name.startswith("_") and hasattr(found, name)
