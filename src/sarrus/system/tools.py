"""What a system is made into: code of other languages, tables of many runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sarrus.sweeps import Sweep
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

    def sweep(self, over: Mapping[str, Any], *, start: Any, measure: Any, **how: Any) -> Sweep:
        """Return a table of many runs with other numbers of the model: {"crank.mass": [1, 2]}.

        over: lists of values, of which all combinations are run, or distributions with a `plan`
        that draws (see `sarrus.sweeps`). start: a state, or coordinates by name with `rates`, from
        which each run is assembled. measure: words such as "max A.rate" (also min, mean, rms,
        range, peak, first, last), a list of them, or {name: words or function of the run}. how:
        keywords of `simulate`, and folder: of the ledger, with which the same call goes on where
        an earlier one has ended; workers: number of processes, 0 for none; limit: wall time of a
        run [s]; attempts: workers that a run may end before it is recorded as crashed; progress: a
        function of the fraction done. Equal steps are taken side by side, other methods in
        processes; functions of the user keep the runs in this process.
        """
        from sarrus.sweeps.public import sweep_of

        return sweep_of(cast("System", self), over, start=start, measure=measure, **how)
