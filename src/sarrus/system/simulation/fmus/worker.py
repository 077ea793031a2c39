"""The process of one FMU: it loads the library, and does what it is told through two pipes.

It is run as a file, with the standard library alone: what the library does wrong ends here. A
request is its length (4 bytes), one byte for its kind and its content; an answer likewise. Numbers
are doubles of this machine, in the units of the FMU; what else there is to say is JSON.
"""

from __future__ import annotations

import ctypes as c
import json
import os
import re
import shutil
import signal
import struct
import sys
import threading
import time
from array import array
from collections.abc import Mapping, Sequence
from typing import Any

DONE, FAILED = 0, 1
START, EVALUATE, COMPLETED, EVENT, STEP, STATE, RESTORE, END = range(8)
"""Kinds of requests."""
WORDS = ("ok", "warning", "discard", "error", "fatal", "pending")
"""Status of FMI 2.0; FMI 3.0 has no pending."""
REFERENCE = 0xFFFFFFFF
"""The bits of a reference; above them is the place of an element of an array."""
ENOUGH = 1000
"""Rounds of an event after which it does not end."""
LOOKED = 0.2
"""Time between two looks whether the parent is still there [s]."""
KEPT = 20
"""Messages of the FMU that are kept."""
CTYPES = {
    "Float64": c.c_double, "Float32": c.c_float, "Int8": c.c_int8, "UInt8": c.c_uint8,
    "Int16": c.c_int16, "UInt16": c.c_uint16, "Int32": c.c_int32, "UInt32": c.c_uint32,
    "Int64": c.c_int64, "UInt64": c.c_uint64,
}  # fmt: skip
NAMES2 = {"Float64": "Real", "Int32": "Integer", "Boolean": "Boolean", "String": "String"}


class Refused(Exception):
    """What the FMU does not do, in words."""


class Discarded(Refused):
    """What the FMU cannot do here, but perhaps nearby."""


class Library:
    """What both versions share: calls with their status, and messages."""

    prefix = ""

    def __init__(self, config: Mapping[str, Any]) -> None:
        self.config = config
        self.messages: list[str] = []
        self.library = c.CDLL(config["library"], mode=getattr(os, "RTLD_NOW", 2))
        self.instance = c.c_void_p()
        self.continuous = config["kind"] == "model_exchange"
        self.nx, self.nz = int(config["states"]), int(config["indicators"])
        self.inputs, self.outputs = config["inputs"], config["outputs"]
        self.buffers = {n: (c.c_double * max(1, n))() for n in (self.nx, self.nz)}
        self.parts = _groups(self.inputs), _groups(self.outputs)
        self.arrays = {int(k): list(x) for k, x in config.get("arrays", {}).items()}
        self.next_event: float | None = None
        self.ends = False

    def function(self, name: str) -> Any:
        """Return a function of the library."""
        try:
            return getattr(self.library, self.prefix + name)
        except AttributeError:
            raise Refused(f"its library has no function {self.prefix}{name}") from None

    def call(self, name: str, *values: Any, discards: bool = False) -> int:
        """Call a function of the instance; what is neither done nor warned of is an error."""
        function = self.function(name)
        function.restype = c.c_int
        status = int(function(self.instance, *values))
        if status > 1 and not (discards and status == 2):
            word = WORDS[status] if 0 <= status < len(WORDS) else str(status)
            kind = Discarded if status == 2 else Refused
            raise kind(f"{self.prefix}{name} returned {word}")
        return status

    def note(self, status: int, category: str, message: str) -> None:
        """Keep a message of the FMU."""
        if status > 0 or self.config.get("logging"):
            self.messages.append(f"[{category}] {message}"[:500])
            del self.messages[:-KEPT]

    # --- values ------------------------------------------------------------------------------

    def set(self, kind: str, references: Sequence[int], values: Sequence[Any]) -> None:
        """Set variables of one type; of arrays the elements that are not among them stay."""
        if self.arrays:
            references, values = self.whole_arrays(references, values)
        n = len(references)
        name, made = self.name_and_array(kind, values)
        more = self.count(len(values))
        self.call(f"Set{name}", (c.c_uint32 * n)(*references), c.c_size_t(n), made, *more)

    def whole_arrays(
        self, codes: Sequence[int], values: Sequence[Any]
    ) -> tuple[list[int], list[Any]]:
        """Return references and values of variables and whole arrays, for single elements."""
        parts: dict[int, list[Any]] = {}
        for code, value in zip(codes, values, strict=True):
            reference = code & REFERENCE
            known = self.arrays.get(reference)
            if known is not None:
                known[code >> 32] = value
            parts[reference] = [value] if known is None else known
        return list(parts), [x for part in parts.values() for x in part]

    def get(self, kind: str, references: Sequence[int]) -> list[float]:
        """Return variables of one type."""
        asked = list(dict.fromkeys(code & REFERENCE for code in references))
        first, count = {}, 0
        for reference in asked:
            first[reference] = count
            count += len(self.arrays.get(reference, "1"))
        n = len(asked)
        name, made = self.name_and_array(kind, [0] * count)
        self.call(f"Get{name}", (c.c_uint32 * n)(*asked), c.c_size_t(n), made, *self.count(count))
        return [float(made[first[code & REFERENCE] + (code >> 32)]) for code in references]

    def name_and_array(self, kind: str, values: Sequence[Any]) -> tuple[str, Any]:
        """Return how functions call a type, and its values as an array of C."""
        raise Refused("the version of FMI is not known")

    def count(self, n: int) -> tuple[Any, ...]:
        """Return the number of values as functions want it, nothing in FMI 2.0."""
        return ()

    def put(self, values: Sequence[float]) -> None:
        """Set the inputs."""
        for kind, (references, places) in self.parts[0].items():
            self.set(kind, references, [values[k] for k in places])

    def output_values(self) -> list[float]:
        """Return the outputs."""
        result = [0.0] * len(self.outputs)
        for kind, (references, places) in self.parts[1].items():
            for k, value in zip(places, self.get(kind, references), strict=True):
                result[k] = value
        return result

    def vector(self, name: str, n: int) -> list[float]:
        """Return the numbers of a function such as GetDerivatives."""
        buffer = self.buffers[n]
        if n:
            self.call(name, buffer, c.c_size_t(n))
        return list(buffer[:n])

    def begin(self, u: Sequence[float]) -> dict[str, Any]:
        """Instantiate, set values and go through the initialization."""
        self.instantiate()
        for kind, references, values in self.config["values"]:
            self.set(kind, references, values)
        self.put(u)
        self.initialize()
        self.put(u)
        if self.continuous:
            self.settle()
            self.call("EnterContinuousTimeMode")
        y = self.output_values()
        x = self.vector("GetContinuousStates", self.nx) if self.continuous else []
        return {"x": x, "y": y}

    def instantiate(self) -> None:
        """Make the instance."""
        raise Refused("the version of FMI is not known")

    def initialize(self) -> None:
        """Go through initialization mode."""
        raise Refused("the version of FMI is not known")

    def update(self) -> bool:
        """Let discrete states follow once; return whether they must again."""
        raise Refused("the version of FMI is not known")

    def settle(self) -> None:
        """Go through an event."""
        for _ in range(ENOUGH):
            if not self.update():
                return
        raise Refused(f"an event does not settle in {ENOUGH} rounds of its discrete states")

    # --- requests ----------------------------------------------------------------------------

    rates_function = ""

    def evaluate(self, t: float, x: Sequence[float], u: Sequence[float]) -> list[float]:
        """Return rates of states, outputs and event indicators."""
        try:
            self.at(t, x)
            self.put(u)
            rates = self.vector(self.rates_function, self.nx)
            return [*rates, *self.output_values(), *self.vector("GetEventIndicators", self.nz)]
        except Discarded:  # no numbers: the integrator then takes a smaller step
            return [float("nan")] * (self.nx + len(self.outputs) + self.nz)

    def at(self, t: float, x: Sequence[float]) -> None:
        """Set time and states."""
        self.call("SetTime", c.c_double(t))
        if self.nx:
            self.call("SetContinuousStates", (c.c_double * self.nx)(*x), c.c_size_t(self.nx))

    def event(self, t: float, x: Sequence[float], u: Sequence[float]) -> dict[str, Any]:
        """Go through an event; return the states after it."""
        self.at(t, x)
        self.put(u)
        self.call("EnterEventMode")
        self.put(u)
        self.settle()
        self.call("EnterContinuousTimeMode")
        return {"x": self.vector("GetContinuousStates", self.nx)}

    def completed(self, t: float, x: Sequence[float], u: Sequence[float]) -> bool:
        """Tell the FMU that a step of the integrator is done; return whether it wants an event."""
        self.at(t, x)
        self.put(u)
        wants, ends = self.flag(), self.flag()
        self.call("CompletedIntegratorStep", self.no_way_back(), c.byref(wants), c.byref(ends))
        self.ends = self.ends or bool(ends.value)
        return bool(wants.value)

    def step(self, t: float, h: float, u: Sequence[float]) -> list[float]:
        """Go on from t to t + h; return the outputs there for the next inputs."""
        self.go_on(t, h)
        self.put(u)
        return self.output_values()

    def go_on(self, t: float, h: float) -> None:
        """Go from t to t + h."""
        raise Refused("the version of FMI is not known")

    flag: Any = c.c_int

    def no_way_back(self) -> Any:
        """Return that no state before this is asked for again."""
        return self.flag(1)

    state_word = "FMUstate"

    def state(self) -> bytes:
        """Return all that the FMU remembers."""
        held, size = c.c_void_p(), c.c_size_t()
        self.call(f"Get{self.state_word}", c.byref(held))
        prefix = f"Serialize{self.state_word}"
        sized = f"Serialized{self.state_word}Size"
        self.call(sized, held, c.byref(size))
        content = (c.c_ubyte * max(1, size.value))()
        self.call(prefix, held, content, size)
        self.call(f"Free{self.state_word}", c.byref(held))
        return bytes(content)[: size.value]

    def restore(self, content: bytes) -> None:
        """Take back what `state` has returned."""
        held = c.c_void_p()
        made = (c.c_ubyte * max(1, len(content)))(*content)
        self.call(f"DeSerialize{self.state_word}" if self.prefix == "fmi2"
                  else f"Deserialize{self.state_word}",
                  made, c.c_size_t(len(content)), c.byref(held))  # fmt: skip
        self.call(f"Set{self.state_word}", held)
        self.call(f"Free{self.state_word}", c.byref(held))

    def end(self) -> None:
        """End the instance."""
        self.call("Terminate")
        free = self.function("FreeInstance")
        free.restype = None
        free(self.instance)


class Callbacks2(c.Structure):
    """fmi2CallbackFunctions."""

    _fields_ = tuple((n, c.c_void_p) for n in ("log", "get", "free", "finished", "environment"))


class EventInfo2(c.Structure):
    """fmi2EventInfo."""

    _fields_ = (
        *[(n, c.c_int) for n in ("again", "ends", "nominals", "values", "timed")],
        ("time", c.c_double),
    )


LOG2 = c.CFUNCTYPE(
    None, c.c_void_p, c.c_char_p, c.c_int, c.c_char_p, c.c_char_p,
    *[c.c_void_p] * 6, *[c.c_double] * 6,
)  # fmt: skip
GET = c.CFUNCTYPE(c.c_void_p, c.c_size_t, c.c_size_t)
FREE = c.CFUNCTYPE(None, c.c_void_p)
FORMAT = re.compile(r"%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z)?([a-zA-Z%])")


class Fmi2(Library):
    """A library of FMI 2.0."""

    prefix = "fmi2"
    rates_function = "GetDerivatives"

    def name_and_array(self, kind: str, values: Sequence[Any]) -> tuple[str, Any]:
        """Return how functions call a type, and its values as an array of C."""
        name, n = NAMES2[kind], len(values)
        if kind == "String":
            return name, (c.c_char_p * n)(*[str(x).encode() for x in values])
        if kind == "Float64":
            return name, (c.c_double * n)(*values)
        return name, (c.c_int * n)(*[int(x) for x in values])

    def instantiate(self) -> None:
        """Make the instance."""
        libc = c.CDLL(None)
        libc.calloc.restype, libc.calloc.argtypes = c.c_void_p, [c.c_size_t, c.c_size_t]
        libc.free.restype, libc.free.argtypes = None, [c.c_void_p]

        def log(env: Any, name: Any, status: int, category: bytes, text: bytes, *more: Any) -> None:
            said = (text or b"").decode("utf-8", "replace")
            self.note(status, (category or b"").decode("utf-8", "replace"), _message(said, more))

        self.kept = (LOG2(log), GET(lambda n, size: libc.calloc(n, size)), FREE(libc.free))
        self.callbacks = Callbacks2(*[c.cast(f, c.c_void_p) for f in self.kept], None, None)
        make = self.function("Instantiate")
        make.restype = c.c_void_p
        config = self.config
        found = make(
            config["instance"].encode(), 0 if self.continuous else 1, config["token"].encode(),
            config["resources"].encode(), c.byref(self.callbacks), 0, int(config["logging"]),
        )  # fmt: skip
        self.instance = c.c_void_p(found)
        if not found:
            raise Refused("fmi2Instantiate returned nothing")

    def initialize(self) -> None:
        """Go through initialization mode."""
        config = self.config
        tolerance = config["tolerance"]
        self.call(
            "SetupExperiment", int(tolerance is not None), c.c_double(tolerance or 0.0),
            c.c_double(config["start"]), 1, c.c_double(config["stop"]),
        )  # fmt: skip
        self.call("EnterInitializationMode")
        self.call("ExitInitializationMode")

    def update(self) -> bool:
        """Let discrete states follow once; return whether they must again."""
        info = EventInfo2()
        self.call("NewDiscreteStates", c.byref(info))
        self.ends = self.ends or bool(info.ends)
        self.next_event = float(info.time) if info.timed else None
        return bool(info.again) and not info.ends

    def go_on(self, t: float, h: float) -> None:
        """Go from t to t + h."""
        status = self.call("DoStep", c.c_double(t), c.c_double(h), 1, discards=True)
        if status == 2:
            ends = c.c_int()
            function = self.function("GetBooleanStatus")
            function.restype = c.c_int
            function(self.instance, 3, c.byref(ends))
            if not ends.value:
                raise Refused("fmi2DoStep returned discard: it cannot go over this step")
            self.ends = True


LOG3 = c.CFUNCTYPE(None, c.c_void_p, c.c_int, c.c_char_p, c.c_char_p)


class Fmi3(Library):
    """A library of FMI 3.0."""

    prefix = "fmi3"
    rates_function = "GetContinuousStateDerivatives"
    flag = c.c_bool
    state_word = "FMUState"

    def count(self, n: int) -> tuple[Any, ...]:
        """Return the number of values as functions want it, nothing in FMI 2.0."""
        return (c.c_size_t(n),)

    def name_and_array(self, kind: str, values: Sequence[Any]) -> tuple[str, Any]:
        """Return how functions call a type, and its values as an array of C."""
        n = len(values)
        if kind == "String":
            return kind, (c.c_char_p * n)(*[str(x).encode() for x in values])
        if kind == "Boolean":
            return kind, (c.c_bool * n)(*[bool(x) for x in values])
        whole = not kind.startswith("Float")
        return kind, _array(kind, [int(x) if whole else x for x in values])

    def instantiate(self) -> None:
        """Make the instance."""
        config = self.config

        def log(env: Any, status: int, category: bytes, text: bytes) -> None:
            said = [(x or b"").decode("utf-8", "replace") for x in (category, text)]
            self.note(status, said[0], said[1])

        self.kept = LOG3(log)
        common = (
            config["instance"].encode(), config["token"].encode(), config["folder"].encode(),
            c.c_bool(False), c.c_bool(config["logging"]),
        )  # fmt: skip
        if self.continuous:
            make = self.function("InstantiateModelExchange")
            own: tuple[Any, ...] = ()
        else:
            make = self.function("InstantiateCoSimulation")
            own = (c.c_bool(False), c.c_bool(False), None, c.c_size_t(0))
        make.restype = c.c_void_p
        last = (None, self.kept) if self.continuous else (None, self.kept, None)
        found = make(*common, *own, *last)
        self.instance = c.c_void_p(found)
        if not found:
            raise Refused("the instance could not be made: fmi3Instantiate returned nothing")

    def initialize(self) -> None:
        """Go through initialization mode."""
        config = self.config
        tolerance = config["tolerance"]
        self.call(
            "EnterInitializationMode", c.c_bool(tolerance is not None),
            c.c_double(tolerance or 0.0), c.c_double(config["start"]), c.c_bool(True),
            c.c_double(config["stop"]),
        )  # fmt: skip
        self.call("ExitInitializationMode")

    def update(self) -> bool:
        """Let discrete states follow once; return whether they must again."""
        again, ends, nominals, values, timed = (c.c_bool() for _ in range(5))
        time = c.c_double()
        pointers = [c.byref(x) for x in (again, ends, nominals, values, timed, time)]
        self.call("UpdateDiscreteStates", *pointers)
        self.ends = self.ends or ends.value
        self.next_event = float(time.value) if timed.value else None
        return again.value and not ends.value

    def go_on(self, t: float, h: float) -> None:
        """Go from t to t + h."""
        event, ends, early = (c.c_bool() for _ in range(3))
        last = c.c_double()
        pointers = [c.byref(x) for x in (event, ends, early, last)]
        self.call("DoStep", c.c_double(t), c.c_double(h), c.c_bool(True), *pointers)
        self.ends = self.ends or ends.value
        if early.value and not ends.value:
            raise Refused("fmi3DoStep came back early, which it was not allowed")


def _array(kind: str, values: Sequence[Any]) -> Any:
    """Return an array of C of numbers of a type."""
    of: Any = CTYPES[kind]
    return (of * len(values))(*values)


def _groups(variables: Sequence[Sequence[Any]]) -> dict[str, tuple[list[int], list[int]]]:
    """Return references and places of variables by type."""
    found: dict[str, tuple[list[int], list[int]]] = {}
    for k, (reference, kind) in enumerate(variables):
        references, places = found.setdefault(kind, ([], []))
        references.append(int(reference))
        places.append(k)
    return found


def _message(text: str, more: Sequence[Any]) -> str:
    """Return a message with its values, where this processor passes them as they are read here.

    That is by the convention of System V for x86-64: five pointers stand before those of the
    message, and its floats have registers of their own.
    """
    if sys.platform == "win32" or os.uname().machine != "x86_64" or "%" not in text:
        return text
    whole, real = list(more[:6]), list(more[6:])

    def value(match: re.Match[str]) -> str:
        letter = match[1]
        if letter == "%":
            return "%"
        if letter in "eEfFgG" and real:
            return format(real.pop(0), ".9g")
        if letter in "diuxXzc" and whole:
            number = int(whole.pop(0) or 0) & 0xFFFFFFFF
            return str(number - 2**32 if letter in "di" and number >= 2**31 else number)
        if letter == "s" and whole:
            address = whole.pop(0)
            said = c.cast(address, c.c_char_p).value if address else b""
            return (said or b"").decode("utf-8", "replace")
        return match[0]

    return FORMAT.sub(value, text)


class Server:
    """Answers requests until there are no more."""

    def __init__(self, come: int, go: int) -> None:
        self.come, self.go = come, go
        self.model: Any = None
        self.ended = False

    def read(self, count: int) -> bytes:
        """Read so many bytes; the process ends with the pipe."""
        parts = b""
        while len(parts) < count:
            found = os.read(self.come, count - len(parts))
            if not found:
                sys.exit(0)  # the run is over
            parts += found
        return parts

    def write(self, status: int, content: bytes) -> None:
        """Send an answer."""
        data = struct.pack("=IB", len(content), status) + content
        while data:
            data = data[os.write(self.go, data) :]

    def serve(self) -> None:
        """Answer requests, one after the other."""
        while True:
            size, kind = struct.unpack("=IB", self.read(5))
            content = self.read(size)
            try:
                answer = self.answer(kind, content)
            except Exception as problem:
                known = isinstance(problem, Refused)
                said = str(problem) if known else f"{type(problem).__name__}: {problem}"
                messages = [] if self.model is None else self.model.messages
                self.write(FAILED, json.dumps({"rule": said, "log": messages}).encode())
            else:
                self.write(DONE, answer)

    def answer(self, kind: int, content: bytes) -> bytes:
        """Return the answer of a request."""
        if kind == START:
            config = json.loads(content)
            self.model = (Fmi2 if config["version"] == "2.0" else Fmi3)(config)
            return json.dumps({**self.model.begin(config["u"]), **self.after()}).encode()
        model = self.model
        if kind == RESTORE:
            model.restore(content)
            return b""
        if kind == STATE:
            return bytes(model.state())
        if kind == END:
            model.end()
            self.ended = True
            return b""
        numbers = array("d", content)
        if kind == STEP:
            found = model.step(numbers[0], numbers[1], numbers[2:])
            return bytes([model.ends]) + array("d", found).tobytes()
        t, x, u = numbers[0], numbers[1 : 1 + model.nx], numbers[1 + model.nx :]
        if kind == EVALUATE:
            return array("d", model.evaluate(t, x, u)).tobytes()
        if kind == COMPLETED:
            return bytes([model.completed(t, x, u), model.ends])
        return json.dumps({**model.event(t, x, u), **self.after()}).encode()

    def after(self) -> dict[str, Any]:
        """Return what an event leads to: the time of the next one, and the end."""
        return {"next": self.model.next_event, "ends": self.model.ends}


def end_with(parent: int, folder: str) -> None:
    """End this process once its parent is gone, and remove its folder.

    A parent that is killed tells nobody, and a library that hangs does not see that the pipe is
    closed. Calls of the library leave this thread its turn.
    """
    while os.getppid() == parent:
        time.sleep(LOOKED)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def main() -> None:
    """Serve through the standard streams; what the library prints goes elsewhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent, folder = int(sys.argv[1]), sys.argv[2]
    watching = threading.Thread(target=end_with, args=(parent, folder), daemon=True)
    if os.name == "posix":
        watching.start()
    come, go = os.dup(0), os.dup(1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    server = Server(come, go)
    try:
        server.serve()
    finally:
        # The pipes of a parent that is killed close a moment before it is gone: the thread that
        # watches removes the folder and ends this process.
        if os.name == "posix" and not server.ended:
            watching.join(2.0 * LOOKED)
            if os.getppid() != parent:
                watching.join()


if __name__ == "__main__":
    main()
