"""The formulas of the five papers as they are printed, kept apart to check Sarrus with.

Nothing of the product uses them; the pages of the papers in the documentation and the tests run
them. Where the papers' form is that of the product, it stands there: distances and spanning tree
in `topology`, projection and partitioning in `solvers`, the drive transformation in `robotics`.

| module | paper | what |
|---|---|---|
| `state_vector` | 0 | state vectors, wrenches at selected joints without recursion |
| `velocity_transformation` | 1, 4 | absolute velocities Y = B v |
| `index_sets` | 2 | frame numbers of branched chains with cut links |
| `newton_euler` | 3 | the recursion of Luh, Walker and Paul in link frames |
"""
