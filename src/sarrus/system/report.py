"""The printed face of a system."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sarrus.system.system import System


def report(system: System) -> str:
    """Return topology, coordinates, notices and kernels of a system as text."""
    model = system.model
    gravity = ", ".join(f"{g:g}" for g in model.gravity)
    lines = [
        system.topology.report(),
        "",
        f"gravity ({gravity}) m/s^2, base {model.base}, {len(model.forces)} force elements",
    ]
    if system.compiled.compiler.parameters.names:
        lines.append(
            f"inputs besides q and v: {', '.join(system.compiled.compiler.parameters.names)}"
        )
    if system.states:
        lines.append(f"states of force elements: {', '.join(system.states)}")
    if model.notices:
        lines += ["", f"warnings and notes ({len(model.notices)}):"]
        lines += [f"  {notice}" for notice in model.notices]
    lines += ["", *_kernels(system)]
    return "\n".join(lines)


def _kernels(system: System) -> list[str]:
    factory = system.compiled.compiler.factory
    if not system.compiled.kernels:
        return ["kernels: none yet"]
    made = f"{factory.compiled} compiled, {factory.cached} from the cache"
    if factory.interpreted:  # of the others, one cannot say that they were compiled
        made = f"{factory.compiled} built, {factory.cached} from the cache"
        made += f", of which {factory.interpreted} interpreted at first"
    lines = [f"kernels ({made}, {factory.seconds:.2f} s):"]
    for name, kernel in system.compiled.kernels.items():
        lines.append(f"  {name:<24} {kernel.operations:>8,} operations, {kernel.tier}")
    lines += [f"  not compiled in the background: {failure}" for failure in factory.failures]
    return lines
