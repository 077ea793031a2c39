"""Random native functions: whatever is written in the small part of Python, it means the same.

Numbers are whole and small, so that no result of Python is rounded: then it does not matter that
machine code may add a product without rounding it first.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from kernels.both_ways import agree
from kernels.written import module

SIZE, MOST = 6, 1000
ARGUMENTS = "x: Floats, k: Ints, a: Pointers, u: float, v: float, m: int, n: int"


class Writer:
    """Writes one function, which may call those written before."""

    def __init__(self, random: Random, name: str, others: list[str]) -> None:
        self.random, self.name, self.others = random, name, others
        self.indices: list[str] = []
        self.loops = 0

    def text(self) -> str:
        body = ["s = 0.0", "t = 1.0", "i = 0", "j = 2", *self.block(3)]
        lines = [f"    {line}" for line in (*body, f"return {self.real(1)}")]
        return "\n".join(["@native", f"def {self.name}({ARGUMENTS}) -> float:", *lines, "", ""])

    # --- expressions ----------------------------------------------------------------------------

    def one_of(self, *options: str) -> str:
        return self.random.choice(options)

    def whole(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            number, element = str(self.random.randrange(-9, 10)), f"k[{self.place()}]"
            return self.one_of("m", "n", "i", "j", *self.indices, number, element)
        a, b = self.whole(depth - 1), self.whole(depth - 1)
        return self.one_of(
            *(f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"min({a}, {b})", f"max({a}, {b})"),
            *(f"(-{a})", f"(max({a}, 0) // 3)", f"(max({a}, 0) % 7)", f"int({self.real(0)})"),
            f"({a} if {self.condition(1)} else {b})",
        )

    def real(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            number, element = f"{self.random.randrange(-9, 10)}.0", f"x[{self.place()}]"
            return self.one_of("u", "v", "s", "t", number, element, self.nested())
        a, b = self.real(depth - 1), self.real(depth - 1)
        return self.one_of(
            *(f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"min({a}, {b})", f"max({a}, {b})"),
            *(f"(-{a})", f"abs({a})", f"({a} / 1.0)", f"float({self.whole(0)})"),
            f"({a} if {self.condition(1)} else {b})",
        )

    def place(self) -> str:
        """Return a whole number from 0 to SIZE - 1."""
        variable = self.one_of("m", "n", "i", "j", *self.indices)
        return self.one_of(str(self.random.randrange(SIZE)), f"max({variable}, 0) % {SIZE}")

    def nested(self) -> str:
        return f"a[{self.one_of('0', '1', '2', 'max(i, 0) % 3')}][{self.random.randrange(3)}]"

    def condition(self, depth: int) -> str:
        if depth == 0:
            word = self.one_of("<", "<=", ">", ">=", "==", "!=")
            kind = self.random.choice([self.real, self.whole])
            return f"{kind(0)} {word} {kind(0)}"
        a, b = self.condition(depth - 1), self.condition(depth - 1)
        return self.one_of(f"({a} and {b})", f"({a} or {b})", f"(not {a})", a)

    # --- statements -----------------------------------------------------------------------------

    def block(self, depth: int) -> list[str]:
        return [line for _ in range(self.random.randrange(1, 5)) for line in self.statement(depth)]

    def statement(self, depth: int) -> list[str]:
        simple = (self.variable, self.element, self.moved, self.call)
        if depth == 0 or self.random.random() < 0.5:
            return self.random.choice(simple)()
        return self.random.choice((self.branch, self.count, self.repeat))(depth - 1)

    def limited(self, target: str, value: str, most: str) -> list[str]:
        return [f"{target} = max(min({value}, {most}), -{most})"]

    def variable(self) -> list[str]:
        if self.random.random() < 0.5:
            return self.limited(self.one_of("s", "t", "u", "v"), self.real(2), f"{MOST}.0")
        return self.limited(self.one_of("i", "j", "m", "n"), self.whole(2), f"{MOST}")

    def element(self) -> list[str]:
        if self.random.random() < 0.3:
            place = f"k[{self.place()}]"
            change = f"{place} {self.one_of('+=', '-=', '*=')} {self.whole(0)}"
            return [change, *self.limited(place, place, f"{MOST}")]
        target = self.one_of(f"x[{self.place()}]", self.nested())
        return self.limited(target, self.real(2), f"{MOST}.0")

    def moved(self) -> list[str]:
        first, second = self.random.randrange(4), self.random.randrange(4)
        return [
            self.one_of(
                f"copy(at(x, {first}), at(x, {second}), 2)",
                f"copy(a[{first % 3}], at(x, {second}), 3)",
                f"copy(at(k, {first}), at(k, {second}), max(i, 0) % 3)",
                f"a[{first % 3}] = at(x, {second})",
                f"a[{first % 3}] = a[{second % 3}]",
            )
        ]

    def call(self) -> list[str]:
        if not self.others:
            return self.variable()
        given = ", ".join([self.one_of("u", "1.0"), self.one_of("v", "s"), "i", self.place()])
        other = f"{self.random.choice(self.others)}(x, k, a, {given})"
        return self.limited(self.one_of("s", "t"), other, f"{MOST}.0")

    def indented(self, depth: int, more: list[str] | None = None) -> list[str]:
        return [f"    {line}" for line in (*(more or []), *self.block(depth))]

    def branch(self, depth: int) -> list[str]:
        lines = [f"if {self.condition(2)}:", *self.indented(depth)]
        for _ in range(self.random.randrange(2)):
            lines += [f"elif {self.condition(1)}:", *self.indented(depth)]
        return [*lines, "else:", *self.indented(depth)] if self.random.random() < 0.6 else lines

    def leave(self) -> list[str]:
        """Return statements that leave a loop now and then."""
        if self.random.random() < 0.5:
            return []
        return [f"if {self.condition(1)}:", self.one_of("    break", f"    return {self.real(1)}")]

    def count(self, depth: int) -> list[str]:
        self.loops += 1
        index, last = f"c{self.loops}", self.one_of("3", "max(j, 0) % 4", "max(k[0], 0) % 3", "-1")
        bounds = self.one_of(last, f"1, {last}", f"max(min(i, 2), -1), {last}")
        self.indices.append(index)
        lines = [f"for {index} in range({bounds}):", *self.indented(depth, self.leave())]
        self.indices.pop()
        return lines

    def repeat(self, depth: int) -> list[str]:
        self.loops += 1
        w = f"w{self.loops}"
        test = self.one_of(f"{w} > 0", f"{w} > 0 and {self.condition(1)}")
        body = [f"{w} -= 1", *self.leave()]
        return [f"{w} = {self.random.randrange(4)}", f"while {test}:", *self.indented(depth, body)]


@pytest.mark.parametrize("seed", range(12))
def test_random_functions(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    names = [f"f{k}" for k in range(5)]
    texts = [Writer(random, name, names[:k][-1:]).text() for k, name in enumerate(names)]
    written = module(tmp_path, "\n".join(texts))
    numbers = np.random.default_rng(seed)
    for name in names:
        for _ in range(12):
            x = numbers.integers(-20, 20, SIZE).astype(float)
            k = numbers.integers(-20, 20, SIZE)
            a = [numbers.integers(-20, 20, SIZE).astype(float) for _ in range(3)]
            u, v, m, n = numbers.integers(-20, 20, 4).tolist()
            agree(getattr(written, name), x, k, a, float(u), float(v), m, n)
