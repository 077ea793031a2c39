"""A shaper in one coordinate: the reduced equations of paper 2, and BDF on them as in paper 4.

The slider is asked for as the independent coordinate. It turns back at its dead points, where its
speed says nothing of the crank's, so that the crank takes its place before the first of them.
"""

from __future__ import annotations

import numpy as np

from sarrus import gallery

shaper = gallery.quick_return().compile()
start = shaper.assemble({}, {"crank_pivot": 4 * np.pi})
how = {"until": 1.0, "every": 0.01, "rtol": 1e-9, "atol": 1e-11}

projected = shaper.simulate(start, **how)
reduced = shaper.simulate(start, method="reduced", independent=["guide"], **how)
partitioned = shaper.simulate(start, method="partitioned", independent=["crank_pivot"], **how)
print(reduced.report())

for run in (projected, reduced, partitioned):
    off = np.max(np.abs(run["guide.displacement"] - projected["guide.displacement"]))
    a = run.account
    print(f"{a.method:12} {a.steps:6} steps {a.evaluations:6} evaluations, "
          f"loop-closure error {run.drift:.0e}, slider off by {off:.0e} m")  # fmt: skip
    assert off < 1e-5

(_, first), (t, second) = reduced.account.independent
print(f"{first[0]} until t = {t:.3f} s, then {second[0]}")
assert (first, second) == (["guide.speed"], ["crank_pivot.rate"])
