"""Random wrong calls: arguments of calls that work, spoilt one, two or three at a time, seeded.

A spoilt value is one that no call can use (`probing.WRONG`), or the one that works with something
wrong about it: a number that is not finite, negative, huge or of another type, an array of another
shape, a name that is misspelt, a value of a mapping or a list that is spoilt in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from errors.probing import WRONG, Subject

ODD = (float("nan"), float("inf"), -float("inf"), -1.0, 0.0, 1e300, -1e300, 5e-324, 10**400)


class Spoiler:
    """Spoils values, by a seed."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def calls(
        self, subjects: list[Subject], count: int
    ) -> Iterator[tuple[Subject, dict[str, Any]]]:
        """Yield calls with the arguments that are spoilt."""
        usable = [subject for subject in subjects if subject.given]
        for _ in range(count):
            subject = usable[int(self.random.integers(len(usable)))]
            most = min(3, len(subject.given))
            names = self.random.permutation(list(subject.given))[: self.random.integers(most) + 1]
            yield subject, {str(name): self.spoilt(subject.given[str(name)]) for name in names}

    def spoilt(self, value: Any, depth: int = 0) -> Any:
        """Return something wrong in the place of a value."""
        if depth > 2 or self.random.random() < 0.3:
            return WRONG[self._one(list(WRONG))]()
        if isinstance(value, str):
            return self._one([value[:-1], value + "x", value.upper(), f" {value}", value * 500,
                              value.encode(), value + "\n", [value], {value: value}])  # fmt: skip
        if isinstance(value, (bool, int, float)):
            found = [*ODD, str(value), complex(value), [value], np.array([value, value])]
            return self._one([*found, np.float32(np.nan), np.array(value, dtype=object)])
        if isinstance(value, Mapping):
            return self._mapping(value, depth)
        if isinstance(value, np.ndarray) or _is_row(value):
            return self._array(np.array(value, dtype=float))
        if isinstance(value, (list, tuple)):
            return self._list(list(value), depth)
        return WRONG[self._one(list(WRONG))]()

    def _mapping(self, value: Mapping[Any, Any], depth: int) -> Any:
        if not value:
            return {"nobody": 1.0}
        key = self._one(list(value))
        renamed = {f"{k}x" if k == key else k: x for k, x in value.items()}
        spoilt = {**value, key: self.spoilt(value[key], depth + 1)}
        return self._one([spoilt, spoilt, renamed, {**value, 7: 1.0}, list(value.items())])

    def _list(self, value: list[Any], depth: int) -> Any:
        if not value:
            return [None]
        k = int(self.random.integers(len(value)))
        spoilt = [*value[:k], self.spoilt(value[k], depth + 1), *value[k + 1 :]]
        return self._one([spoilt, value * 2, [*value, None], [], dict(enumerate(value)), value[0]])

    def _array(self, value: np.ndarray) -> Any:
        flat = value.ravel().copy()
        if flat.size:
            flat[int(self.random.integers(flat.size))] = self._one(list(ODD[:-1]))
        shaped = flat.reshape(value.shape)
        return self._one([shaped, shaped, shaped.tolist(), value[..., None], np.append(value, 1.0),
                          value.astype(str), value.astype(object), value + 1j, value.ravel()[:0],
                          np.full(value.shape, np.nan), [value.tolist(), None]])  # fmt: skip

    def _one(self, choices: list[Any]) -> Any:
        return choices[int(self.random.integers(len(choices)))]


def _is_row(value: Any) -> bool:
    """Return whether something is a list of numbers, or of such lists."""
    if not isinstance(value, (list, tuple)) or not value:
        return False
    return all(_is_row(x) or (isinstance(x, (int, float)) and not isinstance(x, bool))
               for x in value)  # fmt: skip
