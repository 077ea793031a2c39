"""The object that a user calls: small, one class, made of parts."""

from __future__ import annotations

from sarrus import System, analysis, export
from sarrus.gallery import EXAMPLES

MOST = 45
"""Names at most; further chapters are functions that take a system."""


def test_few_public_names() -> None:
    """All of them a user's; what the rest is built on is the part `compiled`."""
    system = EXAMPLES["four_bar"].model().compile(kernels=())
    names = {name for name in dir(system) if not name.startswith("_")}
    assert len(names) <= MOST, sorted(names)
    assert names >= {"compiled", "model", "topology", "channels", "simulate", "drive", "linearize"}
    internal = {"made", "located", "guessed", "last_inputs", "law_kernels", "variants", "kernel"}
    assert not names & internal


def test_no_tower_of_classes() -> None:
    assert System.__mro__ == (System, object)


def test_further_chapters_are_functions_of_a_system() -> None:
    system = EXAMPLES["pendulum"].model().compile()
    q, v = system.neutral(), [0.3]
    found = analysis.inverse_derivatives(system, q, v, [0.1])
    assert found.tau == system.inverse_dynamics(q, v, [0.1])
    assert "m_bias(" in export.c_code(system, "m").files["m.h"]
