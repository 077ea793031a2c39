"""From equations to machine code. This package knows no mechanics.

A Python function over arrays is traced once into a straight-line `Program`, which a
target (`llvm`) turns into native code, kept on disk by `Cache`. `KernelFactory` is the
one way in.
"""

from sarrus.kernels.cache import Cache
from sarrus.kernels.factory import KernelFactory
from sarrus.kernels.kernel import Kernel, KernelError
from sarrus.kernels.program import Port, Program

__all__ = ["Cache", "Kernel", "KernelError", "KernelFactory", "Port", "Program"]
