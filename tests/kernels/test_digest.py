"""Hashes without OpenSSL are those of the standard library."""

from __future__ import annotations

import hashlib
import hmac

import pytest

from sarrus.kernels.digest import compare_digest, hex_digest, keyed_mac, sha256


@pytest.mark.parametrize("length", [0, 1, 32, 63, 64, 65, 200])
def test_mac_is_that_of_the_standard_library(length: int) -> None:
    key, parts = bytes(range(length % 256)) * (1 + length // 256), (b"name\0", b"code" * 100)
    expected = hmac.new(key, b"".join(parts), "sha256").digest()
    assert keyed_mac(key, *parts) == expected
    assert compare_digest(keyed_mac(key, *parts), expected)
    assert not compare_digest(keyed_mac(key, b"another"), expected)


def test_hashes_are_those_of_the_standard_library() -> None:
    assert hex_digest("Größe") == hashlib.sha256("Größe".encode()).hexdigest()
    assert sha256(b"abc").digest() == hashlib.sha256(b"abc").digest()
