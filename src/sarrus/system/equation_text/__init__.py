"""The equations of a system as text: LaTeX, Python and plain."""

from sarrus.system.equation_text.equations import Equations, equations_of

__all__ = ["Equations", "equations_of"]
