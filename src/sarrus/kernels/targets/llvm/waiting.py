"""Waiting without sleep: a thread looks at a word of memory for a while.

To wake a thread that sleeps takes a twentieth to a tenth of a millisecond, as long as a thousand
states of a robot arm. One that has just worked looks for its next work first, outside Python.
"""

from __future__ import annotations

import ctypes
import platform
from functools import cache
from typing import Any

from sarrus.kernels.targets.llvm import machine

_PAUSES = platform.machine().lower() in ("x86_64", "amd64")

_TEXT = """
declare void @llvm.x86.sse2.pause()

define i64 @look(ptr %word, i64 %old, i64 %most) {
entry:
  br label %again
again:
  %i = phi i64 [ 0, %entry ], [ %next, %more ]
  %now = load atomic i64, ptr %word acquire, align 8
  %same = icmp eq i64 %now, %old
  br i1 %same, label %more, label %done
more:
  call void @llvm.x86.sse2.pause()
  %next = add i64 %i, 1
  %left = icmp slt i64 %next, %most
  br i1 %left, label %again, label %done
done:
  ret i64 %now
}
"""


@cache
def look() -> Any:
    """Return a function of an address, an old word and a number: it waits until the word changes.

    It looks so many times, about 40 ns each, without the interpreter's lock, and returns the word.
    """
    text = _TEXT
    if not _PAUSES:
        text = "\n".join(line for line in _TEXT.splitlines() if "pause" not in line)
    loaded = machine.load(machine.kept_code(text))
    word = ctypes.c_int64
    _kept.append(loaded)
    return ctypes.CFUNCTYPE(word, ctypes.c_void_p, word, word)(loaded.address("look"))


_kept: list[Any] = []
