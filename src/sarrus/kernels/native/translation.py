"""From the source of native functions to the text of LLVM's intermediate representation."""

from __future__ import annotations

from sarrus.kernels.native.source import Function, source_of
from sarrus.kernels.native.statements import Statements
from sarrus.kernels.native.words import DECLARED


def module_of(function: Function, symbol: str) -> str:
    """Return the module of a native function and all native functions that it calls.

    symbol: the name of the function outside; the others have names of their own.
    """
    symbols = {function: symbol}

    def symbol_of(one: Function) -> str:
        if one not in symbols:
            symbols[one] = f"{one.__module__}.{one.__qualname__} {len(symbols)}"
            waiting.append(one)
        return symbols[one]

    waiting, texts = [function], [DECLARED]
    while waiting:
        one = waiting.pop()
        writer = Statements(source_of(one), symbol_of)
        texts.append(writer.text(symbols[one], public=one is function))
    return "\n".join(texts)
