"""Sarrus: multibody dynamics in joint coordinates, compiled to machine code.

The names below are the public ones, and each is imported when it is first used:
`import sarrus` loads nothing but this page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

__all__ = [
    "AssemblyError",
    "Body",
    "Box",
    "Capsule",
    "Curve",
    "Cylinder",
    "EnvironmentProblem",
    "Event",
    "GroundMotion",
    "History",
    "InternalError",
    "Joint",
    "Mechanism",
    "Model",
    "ModelError",
    "PointDrive",
    "Pose",
    "Problem",
    "ResultFile",
    "Run",
    "Sampled",
    "SimulationStopped",
    "Sphere",
    "State",
    "Study",
    "System",
    "__version__",
    "analysis",
    "convert",
    "error_codes",
    "events",
    "export",
    "from_dh",
    "from_extended_dh",
    "gallery",
    "load",
    "load_urdf",
    "open_run",
    "rerun",
    "resume",
    "ride",
    "road",
    "robotics",
    "save",
    "save_urdf",
    "suspension",
    "sweep",
    "sweeps",
    "viewer",
]

if TYPE_CHECKING:
    from sarrus import (
        analysis,
        error_codes,
        events,
        export,
        gallery,
        ride,
        road,
        robotics,
        suspension,
        sweeps,
        viewer,
    )
    from sarrus.errors import (
        EnvironmentProblem,
        InternalError,
        ModelError,
        Problem,
        SimulationStopped,
    )
    from sarrus.formats import from_dh, from_extended_dh, load, load_urdf, save_urdf
    from sarrus.formats.writing import convert, save
    from sarrus.model import (
        Body,
        Box,
        Capsule,
        Cylinder,
        Joint,
        Mechanism,
        Model,
        Pose,
        Sphere,
    )
    from sarrus.spatial import Curve
    from sarrus.study import Study
    from sarrus.sweeps import sweep
    from sarrus.system import (
        AssemblyError,
        Event,
        GroundMotion,
        History,
        PointDrive,
        ResultFile,
        Run,
        Sampled,
        State,
        System,
        open_run,
        rerun,
        resume,
    )
else:
    from importlib import import_module

    _HOME = {
        "sarrus.errors": (
            "EnvironmentProblem",
            "InternalError",
            "ModelError",
            "Problem",
            "SimulationStopped",
        ),
        "sarrus.formats": ("from_dh", "from_extended_dh", "load", "load_urdf", "save_urdf"),
        "sarrus.formats.writing": ("convert", "save"),
        "sarrus.model": (
            "Body",
            "Box",
            "Capsule",
            "Cylinder",
            "Joint",
            "Mechanism",
            "Model",
            "Pose",
            "Sphere",
        ),
        "sarrus.spatial": ("Curve",),
        "sarrus.study": ("Study",),
        "sarrus.sweeps": ("sweep",),
        "sarrus.system": (
            "AssemblyError",
            "Event",
            "GroundMotion",
            "History",
            "PointDrive",
            "ResultFile",
            "Run",
            "Sampled",
            "State",
            "System",
            "open_run",
            "rerun",
            "resume",
        ),
    }
    _PACKAGES = (
        "analysis",
        "error_codes",
        "events",
        "export",
        "gallery",
        "ride",
        "road",
        "robotics",
        "suspension",
        "sweeps",
        "viewer",
    )
    _MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, and keep it."""
        if name in _PACKAGES:
            return import_module(f"sarrus.{name}")
        if name not in _MODULE_OF:
            raise AttributeError(f"module 'sarrus' has no attribute {name!r}")
        value = getattr(import_module(_MODULE_OF[name]), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
