"""A program: export a NetCDF file again and again, with a full disk from the n-th write on."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from sarrus import EnvironmentProblem, Mechanism
from sarrus.results.export import forgiving_file
from sarrus.storage.disk import write_at
from sarrus.system.history import History


def history() -> History:
    """A pendulum."""
    m = Mechanism("pendulum")
    m.body("bob", 1.0, (0, 0, -1), (0.1, 0.1, 0.1))
    m.revolute("A", m.ground, "bob", at=(0, 0, 0), axis="y")
    system = m.build().compile(kernels=())
    return History(system.simulate(system.assemble({"A": 0.5}), until=1.0, every=0.01))


def main(folder: Path) -> int:
    """Return how many writes there are; every one of them has failed once."""
    whole = history()
    for n in range(1000):
        left = n

        def full(handle: int, offset: int, data: bytes) -> None:
            nonlocal left
            left -= 1
            if left < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            write_at(handle, offset, data)

        forgiving_file.write_at = full
        try:
            whole.export(folder / "run.nc", ["A.angle", "bob.position"])
        except EnvironmentProblem as error:
            if error.problems[0].code != "E-DISK" or list(folder.iterdir()):
                raise
            continue
        (folder / "run.nc").unlink()
        return n
    return 0


if __name__ == "__main__":
    sys.stdout.write(str(main(Path(sys.argv[1]))))
