"""Models as records: exact both ways for all that we have, and no code in what is read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from events import machines as small
from history.machines import arm, crank_slider
from loops import mechanisms
from sarrus import Model, ModelError
from sarrus.formats.model_record import (
    CLASSES,
    current_record,
    model_from_record,
    model_record,
    record_hash,
)
from sarrus.formats.plain import comparable, record_of, record_text, value_of
from sarrus.model.body import Body, PlacedShape
from sarrus.model.forces import JointSpring
from sarrus.model.joints import TYPES as JOINTS
from sarrus.model.pose import Pose
from sarrus.road import SineRoad
from sarrus.storage.record import decode, encode
from simulation.machines import rrc_arm

REFERENCE = Path(__file__).parents[1] / "reference" / "bench"

MODELS: dict[str, Callable[[], Model]] = {
    "four_bar": mechanisms.four_bar,
    "four_bar RSCR": lambda: mechanisms.four_bar(types="RSCR"),
    "five_bar": mechanisms.five_bar,
    "parallelogram": lambda: mechanisms.parallelogram(3),
    "quick_return": lambda: mechanisms.quick_return(True),
    "slider_crank": mechanisms.slider_crank,
    "slider_crank chain": lambda: mechanisms.slider_crank(style="chain"),
    "slider_crank weld": lambda: mechanisms.slider_crank(style="weld"),
    "rssr": mechanisms.rssr,
    "rusr": mechanisms.rusr,
    "rusr weld": lambda: mechanisms.rusr("weld"),
    "bricard": mechanisms.bricard,
    "sarrus_linkage": mechanisms.sarrus_linkage,
    "door": mechanisms.door,
    "arm with all elements": arm,
    "crank_slider": crank_slider,
    "rrc_arm": lambda: rrc_arm(1e5),
    "oscillator": small.oscillator,
}


def cases() -> Iterator[str]:
    """The reference cases whose model stands in the case itself."""
    for folder in sorted(REFERENCE.iterdir()):
        case = json.loads((folder / "case.json").read_text(encoding="utf-8"))
        if "model" in case:
            yield folder.name


def assert_exact(model: Model) -> None:
    record = model_record(model)
    stored = decode(encode(record), "model")
    for found in (model_from_record(record), model_from_record(stored)):
        assert found == model
        assert found.content_hash == model.content_hash
        assert model_record(found) == record
    assert model.content_hash == record_hash(record)  # which is that of JSON with sorted keys
    assert encode(model_record(model_from_record(stored))) == encode(record)


@pytest.mark.parametrize("name", MODELS)
def test_mechanisms_come_back_exactly(name: str) -> None:
    assert_exact(MODELS[name]())


@pytest.mark.parametrize("name", list(cases()))
def test_reference_models_come_back_exactly(
    name: str, reference: Callable[[str], dict[str, Any]]
) -> None:
    assert_exact(sarrus.load(reference(name)))


def test_everything_that_a_model_may_hold() -> None:
    """Couplers, distances, shapes, frames, limits, initial velocities, a moving base."""
    m = sarrus.Mechanism("everything", (0.1, -9.81, 0.3))
    m.prescribe_base()
    m.body("a", 1.1, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5), shapes=[sarrus.Box((0.1, 0.2, 0.3))])
    m.body("b", 0.7, (0, 0, 0.1), (0.1, 0.2, 0.15), at=(1, 0, 0), rpy=(0.1, 0.2, 0.3))
    m.revolute("A", m.ground, "a", at=(0, 0, 0), axis=(1, 2, 3), limits=(-1.0, 2.0))
    m.helical("H", "a", "b", at=(1, 0, 0), axis="x", lead=0.01)
    m.frame("tool", "b", (0.1, 0, 0), rpy=(0.3, 0.2, 0.1))
    m.start_velocity("a", angular_velocity=(0.0, 0.0, 1.0))
    m.torque("twist", m.ground, "a", (0.0, 0.6, 0.8), 0.7)
    assert_exact(m.build())


def test_numbers_keep_all_their_digits() -> None:
    random = np.random.default_rng(5)
    for scale in (1e-300, 1e-12, 1.0, 1e12, 1e300):
        m = sarrus.Mechanism("digits", tuple(random.normal(size=3)))
        m.body("a", scale * random.random(), tuple(random.normal(size=3)), (scale,) * 3)
        m.revolute("A", m.ground, "a", at=tuple(random.normal(size=3)), axis="z")
        try:
            model = m.build()
        except ModelError:
            continue
        assert_exact(model)


# --- names ---------------------------------------------------------------------------------------


def former(record: Any) -> Any:
    """Return a record as earlier versions wrote it: elements by class, `colour` of shapes."""
    if isinstance(record, list):
        return [former(item) for item in record]
    if not isinstance(record, dict):
        return record
    kind, _, name = str(record.get("class")).rpartition(":")
    found = {("colour" if key == "color" else key): former(x) for key, x in record.items()}
    if kind:
        found["class"] = name if kind == "road" else name.title().replace("_", "")
    return found


def drawn() -> Model:
    """Return a model with joints, forces, shapes and a road."""
    m = sarrus.Mechanism("drawn")
    m.ground.shape(sarrus.Box((1.0, 1.0, 0.1)), color="grey")
    m.body("a", 1.1, inertia=(0.3, 0.4, 0.5)).shape(sarrus.Sphere(0.2), color="#4477aa")
    m.prismatic("A", m.ground, "a", at=(0, 0, 0), axis="z")
    m.joint_spring("S", "A", 4.0)
    m.wheel_contact("W", "a", at=(0, 0, 0), radius=0.2, k=1e4, road=SineRoad(0.1, 5.0))
    return m.build()


def test_records_of_earlier_versions_are_read() -> None:
    model = drawn()
    old = former(model_record(model))
    text = repr(old)
    assert all(name in text for name in ("'Prismatic'", "'JointSpring'", "'SineRoad'", "'colour'"))
    found = model_from_record(old)
    assert found == model and found.content_hash == model.content_hash
    assert current_record(old) == model_record(model)


def test_a_record_names_no_class_of_python() -> None:
    """Classes that get another name change neither the hash nor what files hold."""
    record, hash_before = model_record(drawn()), drawn().content_hash
    chosen = (Body, Pose, PlacedShape, JointSpring, SineRoad, sarrus.Sphere, JOINTS["prismatic"])
    names = {cls: (cls.__name__, cls.__qualname__) for cls in chosen}
    try:
        for cls in chosen:
            cls.__name__ = cls.__qualname__ = "Renamed"
        assert "Renamed" in repr(drawn().bodies[0])
        assert model_record(drawn()) == record
        assert drawn().content_hash == hash_before
        assert model_from_record(record) == drawn()
    finally:
        for cls, (name, qualified) in names.items():
            cls.__name__, cls.__qualname__ = name, qualified


def test_the_hash_knows_no_order_but_every_value() -> None:
    def backwards(record: Any) -> Any:
        if isinstance(record, list):
            return [backwards(item) for item in record]
        if not isinstance(record, dict):
            return record
        return {key: backwards(record[key]) for key in reversed(record)}

    record = model_record(drawn())
    assert record_hash(record) == record_hash(backwards(record)) == drawn().content_hash
    numbers = [path for path in places(record) if isinstance(value_at(record, path), float)]
    hashes = {record_hash(changed(record, path, 0.123)) for path in numbers if path[0] != "name"}
    apart = [path for path in numbers if path[0] != "ground_shapes"]
    assert len(hashes) == len(apart) + 1 and len(apart) > 40


@dataclass(frozen=True)
class Odd:
    """Values that models have seldom, or not at all."""

    plain: Any
    left_out: Any = 0.5


@pytest.mark.parametrize(
    "value",
    [
        (1.0, -0.0, 1e300, 5e-324),
        (1.0,),
        ((1.0, 2), [3.5]),
        (1.0, float("inf")),
        (1.0, float("nan"), "a"),
        (np.float64(0.1), 2.0),
        (1.0, True, None),
        (),
        [[]],
        'caf\u00e9 "x"\n',
        np.array([[0.1, 0.2], [0.3, -0.0]]),
        np.array([1, 2]),
        np.array([0.1, np.inf]),
        np.array(2.5),
        {"b": (1.0,), "a": {0.5, 0.25}},
        (Odd((0.1, 0.2)), 1e22),
        len,
    ],
    ids=str,
)
def test_the_text_of_a_record_is_json_with_sorted_keys(value: Any) -> None:
    classes = {"Odd": Odd}
    outside = lambda value: {"function": repr(value)}  # noqa: E731
    record = record_of(Odd(value), classes, outside)
    del record["left_out"]
    text = json.dumps(comparable(record), sort_keys=True)
    assert record_text(Odd(value), classes, outside, ("left_out",)) == text


def value_at(record: Any, path: tuple[Any, ...]) -> Any:
    """Return what stands at a place of a record."""
    for key in path:
        record = record[key]
    return record


# --- hostile records -----------------------------------------------------------------------------


class Canary:
    """Something that must never be made from a record."""

    made = 0

    def __init__(self, **given: Any) -> None:
        Canary.made += 1


def places(record: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places within a record."""
    yield path
    if isinstance(record, dict):
        for key, value in record.items():
            yield from places(value, (*path, key))
    if isinstance(record, list):
        for k, value in enumerate(record):
            yield from places(value, (*path, k))


def changed(record: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a record with another value at one place."""
    if not path:
        return value
    copied = dict(record) if isinstance(record, dict) else list(record)
    copied[path[0]] = changed(record[path[0]], path[1:], value)
    return copied


HOSTILE: tuple[Any, ...] = (
    None,
    "os.system('true')",
    -1,
    [],
    [[[]]],
    {},
    {"class": "Canary"},
    {"class": "Popen", "args": ["true"]},
    {"class": "builtins.eval", "source": "1"},
    {"class": "__import__"},
    {"class": ["Model"]},
    {"class": "Model"},
    {"class": "Model", "name": "x"},
    {"class": "set"},
    {"class": "set", "items": 3},
    {"class": "set", "items": [[1], {}]},
    {"class": "mapping", "items": [[1, 2, 3]]},
    {"class": "mapping", "items": [[{}, 2]]},
    {"function": "eval"},
    {"function": 3},
    float("nan"),
)


def test_hostile_records_are_refused_by_name() -> None:
    """Whatever stands wherever: an error of ours, or a model; nothing is made that is not known."""
    record = model_record(mechanisms.four_bar(types="RSCR"))
    everywhere = list(places(record))
    random = np.random.default_rng(11)
    chosen = random.choice(len(everywhere), 150, replace=False)
    bare: list[str] = []
    for k in [0, *chosen]:
        for value in HOSTILE:
            wrong = changed(record, everywhere[int(k)], value)
            try:
                found = model_from_record(wrong)
            except ModelError as error:
                assert error.problems[0].code in ("F13", "F19", "M03", "M04", "M25", "V01"), str(
                    error
                )
            except Exception as error:
                bare.append(f"{type(error).__name__} at {everywhere[int(k)]} with {value!r}"[:160])
            else:
                assert isinstance(found, Model)
    assert Canary.made == 0 and "Canary" not in CLASSES
    assert not bare, f"{len(bare)} of {151 * len(HOSTILE)} are bare: {bare[:5]}"


def test_records_that_lack_or_add_something() -> None:
    record = model_record(mechanisms.four_bar())
    parts = [path for path in places(record) if path and isinstance(path[-1], str)]
    bare: list[str] = []
    for path in parts:
        inner: Any = record
        for key in path[:-1]:
            inner = inner[key]
        without = {key: value for key, value in inner.items() if key != path[-1]}
        for wrong in (without, {**inner, "extra": 1}):
            try:
                model_from_record(changed(record, path[:-1], wrong))
            except ModelError:
                continue
            except Exception as error:
                bare.append(f"{type(error).__name__} at {path}")
    assert not bare, bare[:5]


def test_a_model_that_was_changed_is_checked_again() -> None:
    """A record of a model that could not be built is refused, as its builder would."""
    record = model_record(mechanisms.four_bar())
    mass = next(path for path in places(record) if path and path[-1] == "mass")
    parent = next(path for path in places(record) if path and path[-1] == "parent")
    for path, value in ((mass, -1.0), (mass, float("nan")), (mass, "heavy"), (parent, "nobody")):
        with pytest.raises(ModelError):
            model_from_record(changed(record, path, value))


def test_only_data_is_recorded() -> None:
    with pytest.raises(ModelError, match="F19"):
        record_of(object(), CLASSES)
    assert record_of((1, 2.5, "x", None, True), CLASSES) == [1, 2.5, "x", None, True]
    made = value_of(record_of({"a": (1, 2), "b": frozenset({"x"})}, {}), {}, lambda record: None)
    assert made == {"a": (1, 2), "b": frozenset({"x"})}


def test_deep_records_are_refused_when_they_are_read() -> None:
    text = b"[" * 5000 + b"]" * 5000
    record: Any = 1.0
    for _ in range(90):
        record = [record]
    with pytest.raises(ModelError, match="F13"):
        model_from_record(record)
    with pytest.raises(ModelError, match="F13"):
        decode(text, "model")
