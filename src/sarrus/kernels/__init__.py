"""From equations to machine code. This package knows no mechanics.

A Python function over arrays is traced once into a straight-line `Program`, which a
target (`llvm`) turns into native code, kept on disk by `Cache`. `KernelFactory` is the
one way in.
"""

from sarrus.public_names import attach

__getattr__, __dir__ = attach(__name__, __file__)
