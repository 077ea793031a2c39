"""Write `data/kernels.json` anew, and print every kernel that has changed.

    python tests/golden/write_kernels.py [mechanism ...]

With names of mechanisms, only those are recorded again. State in the commit why kernels changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from golden import kernel_file
from golden.kernel_work import MECHANISMS, kernels_of


def main(names: list[str]) -> int:
    """Record the mechanisms, all by default."""
    unknown = [name for name in names if name not in MECHANISMS]
    if unknown:
        sys.stderr.write(f"no mechanism {unknown}; there are {', '.join(MECHANISMS)}\n")
        return 2
    known = kernel_file.stored()[1] if kernel_file.FILE.exists() else {}
    for name in names or MECHANISMS:
        found = kernel_file.entries(kernels_of(name))
        changed = kernel_file.differences(known.get(name, []), found)
        sys.stdout.write("\n  ".join([f"{name}: {len(changed)} changes", *changed]) + "\n")
        sys.stdout.flush()
        known[name] = found
    kernel_file.store({name: known[name] for name in MECHANISMS if name in known})
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
