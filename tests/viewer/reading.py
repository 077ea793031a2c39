"""A scene read back: what the page does with the text, written again in NumPy."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import numpy as np

from sarrus.viewer import Scene


def arrays_of(scene: Scene) -> dict[str, np.ndarray]:
    """Return all arrays of a scene by name, from its text."""
    whole: dict[str, Any] = json.loads(scene.text())
    data = zlib.decompress(base64.b64decode(whole["data"]))
    return {name: decoded(data, about) for name, about in whole["arrays"].items()}


def decoded(data: bytes, about: dict[str, Any]) -> np.ndarray:
    shape = tuple(about["shape"])
    count = int(np.prod(shape))
    width = 8 if about["kind"] == "doubles" else 4
    raw = np.frombuffer(data, np.uint8, count * width, about["at"]).reshape(width, count)
    words = np.ascontiguousarray(raw.T)
    if about["kind"] == "doubles":
        return words.view("<f8").reshape(shape)
    if about["kind"] == "floats":
        return words.view("<f4").reshape(shape)
    whole = words.view("<u4").reshape(-1).astype(np.int64)
    steps = np.where(whole % 2 == 0, whole // 2, -(whole // 2) - 1)
    columns = steps.reshape(-1, shape[0])
    values = np.cumsum(np.cumsum(columns, axis=1), axis=1).T * np.array(about["step"])
    return values.reshape(shape)


def rotations(turns: np.ndarray) -> np.ndarray:
    """Return rotation matrices of quaternions w, x, y, z, which need not have length 1."""
    w, x, y, z = np.moveaxis(turns / np.linalg.norm(turns, axis=-1, keepdims=True), -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def joint_points(scene: Scene, side: str) -> dict[str, np.ndarray]:
    """Return where the page draws the joints over time, on "Parent" or "Child"."""
    arrays, static = arrays_of(scene), scene.static
    R = rotations(arrays["turns"])
    r = arrays["positions"] + np.array(static["origin"])
    found = {}
    for joint in static["joints"]:
        body = joint[side.lower()]
        found[joint["name"]] = R[:, body] @ np.array(joint[f"on{side}"]["at"]) + r[:, body]
    return found
