"""Native loops around kernels: over rows, fixed steps, and steps with error control.

They know arrays only: a kernel (y, t, ...) to (ydot, watch) is a differential equation, one
(y, t, h, ...) to (y_next, watch) a step. The watch tells how near the kernel is to where its
equations have no solution.
"""
