"""Data classes that are made when they are first used are those of the standard library."""

import copy
import dataclasses
import inspect
import pickle
import subprocess
import sys
import threading
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import ClassVar

import pytest

from sarrus.late_dataclass import dataclass


def point_class(decorator=dataclass, **options):
    """Return a class of three fields, not yet used."""

    @decorator(**options)
    class Point:
        """A point."""

        kind: ClassVar[str] = "point"
        x: float
        y: float = 2.0
        marks: list = field(default_factory=list, compare=False)

    return Point


OPTIONS = [
    {},
    {"frozen": True},
    {"eq": False},
    {"frozen": True, "eq": False},
    {"repr": False},
    {"init": False},
    {"kw_only": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_a_class_is_as_one_of_the_standard_library(options):
    late, plain = point_class(**options), point_class(dataclasses.dataclass, **options)
    assert late.__hash__ is None or plain.__hash__ is not None
    assert inspect.signature(late) == inspect.signature(plain)
    assert [f.name for f in fields(late)] == [f.name for f in fields(plain)]
    if options.get("init", True):
        assert (late(x=1.0) == late(x=1.0)) is options.get("eq", True)
        assert ("Point(" in repr(late(x=1.0))) is options.get("repr", True)
    for name in ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__match_args__"):
        if options.get("init", True) is False and name in ("__repr__", "__eq__"):
            continue
        one, other = late.__dict__.get(name), plain.__dict__.get(name)
        assert type(one) is type(other), name
        assert not callable(one) or one.__qualname__.endswith(f"Point.{name}")
    assert str(late.__dataclass_params__) == str(plain.__dataclass_params__)


@pytest.mark.parametrize(
    "use",
    [
        lambda cls: cls(1.0),
        fields,
        inspect.signature,
        lambda cls: object.__new__(cls) == 1,
        lambda cls: cls.__match_args__,
        lambda cls: cls.__dataclass_params__,
    ],
)
def test_the_first_use_completes_the_class(use):
    Point = point_class(frozen=True)
    assert Point.__dict__["__init__"].__qualname__.endswith("stand_in")
    use(Point)
    assert Point.__dict__["__init__"].__qualname__.endswith("Point.__init__")
    assert Point(1.0) == Point(1.0, 2.0) != Point(1.0, 3.0)
    assert hash(Point(1.0)) == hash(Point(1.0))
    assert repr(Point(1.0)).endswith("Point(x=1.0, y=2.0, marks=[])")


def test_a_frozen_instance_stays_frozen_however_it_was_made():
    Point = point_class(frozen=True)
    bare = object.__new__(Point)
    with pytest.raises(FrozenInstanceError):
        bare.x = 3.0
    Point = point_class(frozen=True)
    with pytest.raises(FrozenInstanceError):
        del object.__new__(Point).x


def test_bases_are_completed_with_their_classes():
    Point = point_class(frozen=True)

    @dataclass(frozen=True)
    class Weighted(Point):
        weight: float = 1.0

    @dataclasses.dataclass(frozen=True)
    class Named(Weighted):
        name: str = ""

    class Plain(Weighted):
        pass

    assert [f.name for f in fields(Named)] == ["x", "y", "marks", "weight", "name"]
    assert replace(Named(1.0, weight=2.0), name="a").weight == 2.0
    assert Plain(1.0) != Weighted(1.0) == Weighted(1.0)
    with pytest.raises(FrozenInstanceError):
        Plain(1.0).x = 2.0
    with pytest.raises(TypeError, match="non-frozen"):
        fields(dataclass(type("Open", (Point,), {"__annotations__": {}})))


def test_mistakes_are_told_in_the_words_of_the_standard_library():
    @dataclass
    class Wrong:
        x: float = 1.0
        y: float

    with pytest.raises(TypeError, match="non-default argument 'y' follows default"):
        Wrong(1.0, 2.0)


def test_own_methods_stay():
    @dataclass(frozen=True)
    class Own:
        x: int

        def __eq__(self, other: object) -> bool:
            return True

        def __repr__(self) -> str:
            return "own"

        def __hash__(self) -> int:
            return 7

    assert Own(1) == Own(2)
    assert (repr(Own(1)), hash(Own(1))) == ("own", 7)


def test_a_method_that_was_replaced_before_the_first_use_stays():
    Point = point_class()
    original = Point.__init__
    calls = []

    def watched(self, *args, **kwargs):
        calls.append(args)
        original(self, *args, **kwargs)

    Point.__init__ = watched
    assert Point(1.0).x == 1.0
    assert Point(2.0).x == 2.0
    assert calls == [(1.0,), (2.0,)]


def test_copies_and_pickles_compare_in_a_process_that_never_made_one():
    from sarrus.spatial.curve import Curve

    assert is_dataclass(Curve)
    from sarrus.errors import Location
    from sarrus.model.pose import Pose

    pose = Pose((1.0, 2.0, 3.0))
    assert copy.deepcopy(pose) == pose
    assert pickle.loads(pickle.dumps(pose)) == pose
    code = (
        "import pickle, sys; a, b = (pickle.loads(bytes.fromhex(sys.argv[1])) for _ in 'ab');"
        "assert a == b and hash(a) == hash(b) and 'Pose(' in repr(a)"
    )
    subprocess.run([sys.executable, "-c", code, pickle.dumps(pose).hex()], check=True)
    assert is_dataclass(Location)


def test_many_threads_may_begin_at_once():
    Point = point_class(frozen=True)
    barrier = threading.Barrier(8)
    made = []

    def work():
        barrier.wait()
        made.append(Point(1.0))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 1
    assert len(made) == 8
