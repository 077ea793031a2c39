"""Making kernels: trace, compile, test, keep; or take from the cache and test."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.kernels.background import BACKGROUND, WAIT, Tiered, watcher
from sarrus.kernels.batch import BatchKernel, BeginningRows, RowByRow
from sarrus.kernels.cache import Cache, source_version
from sarrus.kernels.calling import Buffers, Refusal, Watch, caller, native_function, refusal
from sarrus.kernels.digest import hex_digest, sha256
from sarrus.kernels.interpreter import all_values, interpret, outputs_among
from sarrus.kernels.kernel import Kernel, KernelError
from sarrus.kernels.program import Port, Program
from sarrus.kernels.targets import Target, host
from sarrus.kernels.targets.target import Entry, Interpreter
from sarrus.late_dataclass import dataclass

if TYPE_CHECKING:
    from sarrus.kernels.shared.shared_kernel import WrittenOutRows

SELF_TEST_TOLERANCE = 1e-9
SIZES, ROUNDINGS, SPREAD = (1.0, 1e-3, 1e-6), 6, 100.0
"""Sizes of the samples of a test by conditioning, how many other roundings each is computed with,
and how much more than these may differ."""
DECIDED = 1e-3
"""Numbers that other roundings change by more than this part of the output's size have no digits
to compare: a Newton iteration far from its solution, for instance, goes anywhere."""
MANY_ROWS = 2**18
"""Rows after which a kernel of many states is made where one is not at hand."""
FEWEST = 64
"""Rows for which a kernel of many states is used at all."""
EPSILON = float(np.finfo(float).eps)


@dataclass
class KernelFactory:
    """Makes kernels and remembers where their time went.

    target: what makes their code, this processor's unless given. policy: when kernels that are not
    on disk are compiled (`background`): at once, or while the interpreter runs them already.
    `cached` counts kernels that came from disk, `compiled` those that were built, `interpreted`
    those of both that began with the interpreter, `seconds` the time that all took.
    """

    cache: Cache = field(default_factory=Cache.default)
    target: Target = field(default_factory=host)
    policy: str = WAIT
    cached: int = 0
    compiled: int = 0
    interpreted: int = 0
    tiered: weakref.WeakSet[Tiered] = field(default_factory=weakref.WeakSet, repr=False)
    seconds: float = 0.0

    def make(
        self,
        key: str | Callable[[], str],
        function: Callable[..., Mapping[str, Any]],
        inputs: Mapping[str, tuple[int, ...]],
        outputs: Sequence[str] | None = None,
        defaults: Mapping[str, np.ndarray] | None = None,
        refused: Refusal = refusal,
        keep: bool = True,
        seldom: bool = False,
    ) -> Kernel:
        """Return the kernel of `function`, which `key` and the other arguments identify.

        `function(**arrays)` must depend on nothing that is not in `key`. `defaults` holds values
        of the last inputs for callers that leave them out; `refused` makes the exception for
        arrays that do not fit. keep: whether the kernel keeps the function, for `many` and
        `program`; functions of users, which may hold large things, are not to live as long as a
        kernel that is shared. seldom: it is called a few times only, so that its code is to be
        made quickly. A `SharedFunction` is made of its shared code, for which the key, if it is a
        function, need not be known.
        """
        if isinstance(function, SharedFunction):
            name = key if callable(key) else partial(str, key)
            return self.shared_kernel(function, name, inputs, defaults or {}, refused)
        key = key() if callable(key) else key
        return self.kernel_of(
            _Traced(key, function, inputs, outputs, dict(defaults or {}), refused, keep, seldom)
        )

    def kernel_of(self, traced: _Traced) -> Kernel:
        """Return the kernel of one state of what was traced."""
        kernel = self._new_kernel(traced, 1)
        if not isinstance(kernel, Kernel):
            raise KernelError("a kernel of one state has no lanes")
        return kernel

    def shared_kernel(
        self,
        function: SharedFunction,
        key: Callable[[], str],
        inputs: Mapping[str, tuple[int, ...]],
        defaults: Mapping[str, np.ndarray],
        refused: Refusal = refusal,
    ) -> Kernel:
        """Return the kernel of a function by its shared code.

        Rows of states go to the written-out kernel of lanes where it is kept, else one by one.
        """
        from sarrus.kernels.shared.shared_kernel import WrittenOutRows

        started = time.perf_counter()

        @cache
        def trace_of() -> _Traced:
            return _Traced(key(), function.equation, inputs, None, dict(defaults), refused)

        def many(kernel: Kernel) -> WrittenOutRows:
            def lanes() -> BatchKernel:
                return self.many(trace_of())

            def begin() -> Any:
                return self.beginning_rows(trace_of())

            def has_lanes() -> bool:
                return function.first or self.has_many(trace_of())

            return WrittenOutRows(kernel, defaults, refused, lanes, begin, has_lanes)

        kept, target = self.cache.on_disk, self.target

        def compile_() -> None:
            KernelFactory(kept, target).kernel_of(trace_of())

        later = compile_ if function.first else None
        made = function.make(defaults, refused, lambda: trace_of().program(), many, later)
        if made.tiered is not None:
            self.tiered.add(made.tiered)
            if self.policy == BACKGROUND:
                watcher.watch(made.tiered)
        self.seconds += time.perf_counter() - started
        return made

    def has(
        self,
        key: str,
        inputs: Mapping[str, tuple[int, ...]],
        seldom: bool = False,
    ) -> bool:
        """Return whether the machine code of a kernel is kept already."""
        traced = _Traced(key, _refuse_without_function, inputs, None, {}, refusal, False, seldom)
        return self.cache.has(self._name(traced, 1))

    @property
    def failures(self) -> list[str]:
        """Why kernels that should have been compiled in the background stay interpreted."""
        return sorted(tiered.failure for tiered in self.tiered if tiered.failure)

    def private(self) -> KernelFactory:
        """Return a factory that compiles when this one does, and keeps nothing on disk."""
        return KernelFactory(Cache(None), self.target, self.policy, tiered=self.tiered)

    def compile_all(self) -> None:
        """Compile all kernels that are interpreted, and wait for it."""
        for tiered in list(self.tiered):
            tiered.compile()

    def guarded_call(
        self,
        kernel: Kernel,
        defaults: Mapping[str, np.ndarray],
        watch: Watch,
        slow: Callable[..., Any],
    ) -> Callable[..., Any]:
        """Return a function of one kernel that `slow` stands in for where its watch is too low.

        defaults: values of the last inputs, which callers may leave out; slow: also called with all
        that is not an array of the right shape, and always where the target has no quick way.
        """
        at = (kernel.address, kernel.inputs, kernel.outputs, kernel.work_size)
        quick = self.target.python_function(*at, dict(defaults), slow, watch)
        return quick or slow

    def many(self, traced: _Traced) -> BatchKernel:
        """Return the kernel of many states of what was traced."""
        made = self._new_kernel(traced, self.target.width())
        if isinstance(made, BatchKernel):
            return made
        ports = (made.inputs, made.outputs, made.operations, 1, made.work_size)
        return RowByRow(*ports, made.address, 0, traced.defaults, made, traced.refused)

    def beginning_rows(self, traced: _Traced, one: Kernel | None = None) -> Any:
        """Return what evaluates rows of what was traced now, without waiting for a compiler.

        one: its kernel of one state, if that is there already.
        """
        if self.policy != BACKGROUND or self.target.width() == 1 or self.has_many(traced):
            return self.many(traced)
        one = one or self.kernel_of(traced)
        ports = (one.inputs, one.outputs, one.operations, 1, one.work_size)
        single = RowByRow(*ports, one.address, 0, traced.defaults, one, traced.refused)
        begun = BeginningRows(single, lambda: self.many(traced))
        self.tiered.add(begun.tiered)
        watcher.watch(begun.tiered)
        return begun

    def has_many(self, traced: _Traced) -> bool:
        """Return whether the kernel of many states is kept already."""
        width = self.target.width()
        return width > 1 and self.cache.has(self._name(traced, width))

    def _name(self, traced: _Traced, form: int | str) -> str:
        """Return the name under which a kernel is kept; form: its width, or that it is bytecode.

        Bytecode is the same on all machines.
        """
        parts = [
            traced.key,
            repr(dict(traced.inputs)),
            repr(traced.outputs and list(traced.outputs)),
            str(form),
            "" if form == "bytecode" else self.target.identity(),
            source_version(),
            *(["seldom"] if traced.seldom else []),
        ]
        return hex_digest("\0".join(parts))

    def _new_kernel(self, traced: _Traced, width: int) -> Kernel | BatchKernel:
        started = time.perf_counter()
        name = self._name(traced, width)
        held = self.cache.kernel_in_memory(name)
        kernel = self._from_cache(name, traced, width) if held is None else self._of(held, traced)
        if kernel is not None:
            self.cached += 1
        elif width == 1 and self.policy != WAIT and (interpreter := self.target.interpreter()):
            kernel = self._interpreted_kernel(traced, interpreter)
        else:
            kernel = self._build(name, traced, width)
            self.compiled += 1
        if held is None and self.cache.shares_code:
            self.cache.hold(name, _Held.of(kernel))
        self.seconds += time.perf_counter() - started
        return kernel

    def _of(self, held: _Held, traced: _Traced) -> Kernel | BatchKernel:
        """Return the kernel of code that is in memory, with the given values of what is traced."""
        if held.rows is not None:
            value, refused = traced.defaults, traced.refused
            return replace(
                held.rows, defaults=value, refused=refused, _local=threading.local(), _layouts={}
            )
        if held.tiered is not None:
            self.tiered.add(held.tiered)
        return self._kernel(held.description, held.address, traced, held.loaded, held.tiered)

    def _from_cache(self, name: str, traced: _Traced, width: int) -> Kernel | BatchKernel | None:
        found = self.cache.load(name)
        if found is None:
            return None
        description, code = found
        if not _is_whole(description, name):
            return None
        kernel = self._load(description, code, traced, width)
        return kernel if _repeats_its_test(kernel, description) else None

    def _build(self, name: str, traced: _Traced, width: int) -> Kernel | BatchKernel:
        program = traced.program()
        lowered = self.target.kernel_code(program, width, traced.seldom)
        description = _description(program, name, lowered.work_size)
        if width > 1:
            description["zeros"] = program.structural_zeros
        kernel = self._load(description, lowered.code, traced, width)
        description |= _test_record(program, kernel)
        self.cache.store(name, description, lowered.code)
        return kernel

    def _interpreted_kernel(self, traced: _Traced, interpreter: Interpreter) -> Kernel:
        """Return a kernel that is interpreted until machine code takes over."""
        from sarrus.kernels.bytecode import Bytecode, bytecode_of
        from sarrus.kernels.program_record import record_of

        name = self._name(traced, "bytecode")
        found = self.cache.load(name)
        if found is not None and _is_whole(found[0], name):
            description, content = found
            size = description["bytecode_size"]
            entry = interpreter.entry(Bytecode.of_bytes(content[:size]))
            kernel = self._tiered_kernel(description, entry, traced, content[size:])
            if _repeats_its_test(kernel, description):
                self.cached += 1
                return kernel
        program = traced.program()
        bytecode, record = bytecode_of(program), record_of(program)
        code = bytes(bytecode)
        description = _description(program, name, bytecode.work_size)
        description["bytecode_size"] = len(code)
        kernel = self._tiered_kernel(description, interpreter.entry(bytecode), traced, record)
        description |= _test_record(program, kernel)
        self.cache.store(name, description, code + record)
        self.compiled += 1
        return kernel

    def _tiered_kernel(
        self, description: dict[str, Any], entry: Entry, traced: _Traced, record: bytes
    ) -> Kernel:
        """Return the kernel of an entry, for which machine code is made where it is worth it."""
        work, recorded = description["work_size"], _Recorded.of(traced, record)
        cache, target = self.cache.on_disk, self.target  # in memory is what it takes over from

        def take_over() -> None:
            made = KernelFactory(cache, target).kernel_of(recorded)
            samples = _samples(made)
            expected = _outputs(replace(made, address=entry.address, work_size=work), samples)
            if made.work_size > work or not _same_bits(_outputs(made, samples), expected):
                raise KernelError("machine code and interpreter differ")
            entry.replace(made.address, made)

        self.interpreted += 1
        tiered = Tiered(sum(description["counts"].values()), entry, take_over)
        self.tiered.add(tiered)
        if self.policy == BACKGROUND:
            watcher.watch(tiered)
        return self._kernel(description, entry.address, traced, entry, tiered)

    def _load(
        self, description: dict[str, Any], code: bytes, traced: _Traced, width: int
    ) -> Kernel | BatchKernel:
        loaded = self.target.load(code)
        address = loaded.address("kernel")
        if width > 1:
            at = (address, loaded.address("rows"))
            total, work = sum(description["counts"].values()), description["work_size"]
            ports = (*_ports(description), total, width, work)
            zeros = tuple(tuple(some) for some in description.get("zeros", ()))
            return BatchKernel(*ports, *at, traced.defaults, loaded, traced.refused, zeros)
        return self._kernel(description, address, traced, loaded)

    def _kernel(
        self,
        description: dict[str, Any],
        address: int,
        traced: _Traced,
        loaded: Any,
        tiered: Tiered | None = None,
    ) -> Kernel:
        """Return the kernel whose code lies at an address; loaded: what holds it there."""
        inputs, outputs = _ports(description)
        work, value, refused = description["work_size"], traced.defaults, traced.refused
        many = _Many(self, traced)
        rows = many.begin
        program = traced.program if traced.keep else _refuse_without_function
        slow = caller(address, inputs, outputs, work, value, loaded, rows, refused)
        quick = self.target.python_function(address, inputs, outputs, work, value, slow)
        call = quick or slow
        counts = description["counts"]
        keeps = (loaded, slow)
        total = sum(counts.values())
        made = (inputs, outputs, total, counts, work, address, call, many, program, slow)
        kernel = Kernel(*made, keeps=keeps, tiered=tiered)
        many.one = weakref.ref(kernel)
        return kernel


@dataclass(frozen=True)
class _Held:
    """The code of a kernel in memory, without values and functions; rows: that of many states."""

    description: dict[str, Any]
    address: int
    loaded: Any
    tiered: Tiered | None = None
    rows: BatchKernel | None = None

    @classmethod
    def of(cls, kernel: Kernel | BatchKernel) -> _Held:
        """Return what other systems can take of a kernel."""
        if isinstance(kernel, BatchKernel):
            rows = replace(
                kernel, defaults={}, refused=refusal, _local=threading.local(), _layouts={}
            )
            return cls({}, kernel.address, kernel.keeps, rows=rows)
        description = {
            "inputs": [[port.name, list(port.shape)] for port in kernel.inputs],
            "outputs": [[port.name, list(port.shape)] for port in kernel.outputs],
            "counts": kernel.counts,
            "work_size": kernel.work_size,
        }
        return cls(description, kernel.address, kernel.keeps[0], kernel.tiered)


@dataclass(frozen=True)
class SharedFunction:
    """A function to be traced that is also there as shared code.

    make: returns its kernel from given values, refusal, written-out program, kernels of many states
    and, or None, what compiles it for later; first: shared code only begins, written-out code is
    quicker: it is made in the background, for systems that come later, and for rows.
    """

    equation: Callable[..., Mapping[str, Any]]
    make: Callable[..., Kernel]
    first: bool = False

    def __call__(self, **arrays: Any) -> Mapping[str, Any]:
        """Evaluate the equation."""
        return self.equation(**arrays)


@dataclass(frozen=True)
class _Traced:
    """What is traced, under which key."""

    key: str
    function: Callable[..., Mapping[str, Any]]
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Sequence[str] | None
    defaults: dict[str, np.ndarray]
    refused: Refusal
    keep: bool = True
    seldom: bool = False

    def program(self) -> Program:
        from sarrus.kernels.trace import trace

        return trace(self.function, self.inputs, self.outputs)


@dataclass(frozen=True)
class _Recorded(_Traced):
    """What was traced before, without the function."""

    record: bytes = b""

    @classmethod
    def of(cls, traced: _Traced, record: bytes) -> _Recorded:
        """Return what was traced, by the record of its program."""
        what = (traced.key, _refuse_without_function, traced.inputs, traced.outputs)
        return cls(*what, {}, refusal, False, traced.seldom, record)

    def program(self) -> Program:
        from sarrus.kernels.program_record import program_of

        return program_of(self.record)


def _refuse_without_function(**arrays: Any) -> Any:
    raise KernelError("this kernel has not kept the function that it was made from")


class _Many:
    """Makes the kernel of many states when it is first asked for.

    Compiling it costs as much as a million evaluations one by one, so that `worth` waits until a
    quarter of them have been asked for, unless the kernel is kept already.
    """

    def __init__(self, factory: KernelFactory, traced: _Traced) -> None:
        self._factory, self._traced = factory, traced if traced.keep else None
        self._lock = threading.Lock()
        self._made: Any = None
        self._begun: Any = None
        self._rows = 0
        self._known: bool | None = None
        self.one: Callable[[], Kernel | None] = lambda: None

    def __call__(self) -> Any:
        with self._lock:
            if self._made is None:
                traced = self._traced or _refuse_without_function()
                self._made = self._factory.many(traced)
            return self._made

    def begin(self) -> Any:
        """Return what evaluates rows now: one by one until a kernel of many states is made."""
        if self._made is not None:
            return self._made
        with self._lock:
            if self._begun is None:
                traced = self._traced or _refuse_without_function()
                self._begun = self._factory.beginning_rows(traced, self.one())
            return self._begun

    def worth(self, rows: int) -> bool:
        """Return whether it is to be used for some more rows: it is there, or they are many."""
        if self._traced is None or rows < FEWEST:
            return False
        if self._known is None:
            self._known = self._factory.has_many(self._traced)
        self._rows += rows
        return self._made is not None or self._known or self._rows >= MANY_ROWS


def _description(program: Program, name: str, work_size: int) -> dict[str, Any]:
    """Return what is kept beside the code of a program."""
    return {
        "inputs": [[port.name, list(port.shape)] for port in program.inputs],
        "outputs": [[port.name, list(port.shape)] for port in program.outputs],
        "counts": program.counts,
        "work_size": work_size,
        "key": name,
    }


def _ports(description: dict[str, Any]) -> tuple[tuple[Port, ...], tuple[Port, ...]]:
    """Return inputs and outputs."""
    sides = (description["inputs"], description["outputs"])
    inputs, outputs = (tuple(Port(name, tuple(shape)) for name, shape in side) for side in sides)
    return inputs, outputs


def _is_whole(description: dict[str, Any], name: str) -> bool:
    """Return whether a description from disk is that of this kernel, and has all its parts."""
    try:
        shapes = [tuple(shape) for _, shape in description["inputs"] + description["outputs"]]
        samples = [np.array(sample, dtype=float) for sample in description["test_inputs"]]
        sizes = [description["work_size"], *description["counts"].values()]
    except (KeyError, TypeError, ValueError, AttributeError):
        return False
    return (
        description.get("key") == name
        and isinstance(description.get("test_outputs"), str)
        and all(isinstance(size, int) and size >= 0 for size in sizes)
        and [sample.shape for sample in samples] == shapes[: len(description["inputs"])]
    )


def _samples(program: Program | Kernel) -> list[np.ndarray]:
    """Return fixed, irregular numbers between 0.1 and 0.9 for every input."""
    random = np.random.default_rng(20240229)
    return [random.uniform(0.1, 0.9, port.shape) for port in program.inputs]


def _outputs(kernel: Kernel | BatchKernel, samples: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Return what the native code yields for the samples, in every lane."""
    if isinstance(kernel, BatchKernel):
        rows = [np.stack([sample] * (2 * kernel.width - 1)) for sample in samples]
        found = kernel(*rows, threads=1)
        return list(found) if isinstance(found, tuple) else [found]
    buffers = Buffers(kernel.inputs, kernel.outputs, kernel.work_size)
    for buffer, sample in zip(buffers.inputs, samples, strict=True):
        buffer[...] = sample
    native_function(kernel.address)(*buffers.arguments)
    return buffers.outputs


def _same_bits(outputs: Sequence[np.ndarray], others: Sequence[np.ndarray]) -> bool:
    """Return whether all numbers are the same, down to signs of zero; all NaN are one."""
    for a, b in zip(outputs, others, strict=True):
        known = ~np.isnan(a)
        if (known == np.isnan(b)).any() or a[known].tobytes() != b[known].tobytes():
            return False
    return True


def _digest(outputs: list[np.ndarray]) -> str:
    """Return the digest of the bits of some arrays."""
    digest = sha256()
    for output in outputs:
        digest.update(output.tobytes())
    return digest.hexdigest()


def _test_record(program: Program, kernel: Kernel | BatchKernel) -> dict[str, Any]:
    """Test a new kernel and return what it has to repeat when it comes from disk."""
    samples = _samples(program)
    found = _outputs(kernel, samples)
    _test(program, kernel, samples)
    inputs = [sample.tolist() for sample in samples]
    return {"test_inputs": inputs, "test_outputs": _digest(found)}


def _repeats_its_test(kernel: Kernel | BatchKernel, description: dict[str, Any]) -> bool:
    """Return whether code from disk does what it did when it was made; else it is made again."""
    samples = [np.array(sample) for sample in description["test_inputs"]]
    return _digest(_outputs(kernel, samples)) == description["test_outputs"]


def _test(program: Program, kernel: Kernel | BatchKernel, samples: Sequence[np.ndarray]) -> None:
    """Refuse native code that does not do what the trace says.

    What inputs changed by 1e-12 change is not counted, nor the rounding of the largest number on
    the way: the numbers of the test are arbitrary, and equations may be ill-conditioned there or
    have results that are nothing but rounding. Where that bound is exceeded, it is replaced by
    what other roundings of every operation change, at samples of several sizes; numbers that
    have no digits at a sample are left out there.
    """
    evaluated = all_values(program, samples)
    sizes = np.abs(np.array(evaluated))
    rounding = 64.0 * EPSILON * np.max(sizes, initial=0.0, where=np.isfinite(sizes))
    near = interpret(program, [sample * (1.0 + 1e-12) for sample in samples])
    expected, native = outputs_among(program, evaluated), _outputs(kernel, samples)
    loose = [10.0 * np.abs(a - b) + rounding for a, b in zip(near, expected, strict=True)]
    if _wrong(native, expected, [np.max(x, initial=0.0, where=np.isfinite(x)) for x in loose]) < 0:
        return
    random = np.random.default_rng(1853)
    for size in SIZES:
        values = [size * random.uniform(0.1, 0.9, port.shape) for port in program.inputs]
        expected = interpret(program, values)
        spread: list[Any] = [0.0] * len(expected)
        for _ in range(ROUNDINGS):
            factors = 1.0 + 2.0 * EPSILON * random.uniform(-1.0, 1.0, len(program.instructions))
            other = interpret(program, values, factors.tolist())
            with np.errstate(invalid="ignore"):
                apart = [np.abs(a - b) for a, b in zip(other, expected, strict=True)]
            apart = [np.where(np.isfinite(x), x, np.inf) for x in apart]
            spread = [np.maximum(a, b) for a, b in zip(spread, apart, strict=True)]
        loose = [_tolerance(x, value) for x, value in zip(spread, expected, strict=True)]
        wrong = _wrong(_outputs(kernel, values), expected, loose)
        if wrong >= 0:
            name = program.outputs[wrong].name
            raise KernelError(f"the native code of output '{name}' fails its self-test")


def _tolerance(spread: Any, value: np.ndarray) -> np.ndarray:
    """Return what native code may differ by from a value that other roundings spread."""
    scale = np.max(np.abs(value), initial=0.0, where=np.isfinite(value))
    return np.where(spread > DECIDED * scale, np.inf, SPREAD * spread)


def _wrong(
    native: Sequence[np.ndarray], expected: Sequence[np.ndarray], loose: Sequence[Any]
) -> int:
    """Return the number of the first output that is farther from what it should be than allowed."""
    for k, (found, value, more) in enumerate(zip(native, expected, loose, strict=True)):
        finite = np.isfinite(value)
        scale = np.max(np.abs(value), initial=0.0, where=finite) + 1e-300
        with np.errstate(invalid="ignore"):
            near = np.abs(found - value) <= SELF_TEST_TOLERANCE * scale + more
        if np.any(finite & ~near):
            return k
    return -1
