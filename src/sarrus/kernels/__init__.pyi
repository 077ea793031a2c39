"""From equations to machine code. This package knows no mechanics."""

from sarrus.kernels.cache import Cache as Cache
from sarrus.kernels.factory import KernelFactory as KernelFactory
from sarrus.kernels.kernel import Kernel as Kernel
from sarrus.kernels.kernel import KernelError as KernelError
from sarrus.kernels.program import Port as Port
from sarrus.kernels.program import Program as Program
