"""What a system is made into: code of other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sarrus.system.c_code import CCode
    from sarrus.system.system import System


class Tools:
    """Methods of `System` that make something else of it."""

    def c_code(self, name: str = "mechanism", **options: Any) -> CCode:
        """Return this system as C99: its kernels and the steps of integrators.

        options: quantities, methods, inputs, driven, locked, as `sarrus.system.c_code.c_code` has
        them. `system.c_code("arm").write("folder")` makes the files.
        """
        from sarrus.system.c_code import c_code

        return c_code(cast("System", self), name, **options)
