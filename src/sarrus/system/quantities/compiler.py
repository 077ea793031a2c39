"""From a quantity of a system to its kernel: inputs, key, trace, compile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from sarrus.dynamics.input_names import STATES, TURNED
from sarrus.errors import ModelError, Problem
from sarrus.kernels import Cache, Kernel, KernelFactory
from sarrus.kernels.background import WAIT
from sarrus.kernels.cache import OF_KINDS, source_version
from sarrus.kernels.digest import hex_digest
from sarrus.kernels.factory import SharedFunction
from sarrus.kernels.kernel import SHARED
from sarrus.late_dataclass import dataclass
from sarrus.model.forces.among import bearings_among
from sarrus.public_names import LateModule
from sarrus.system.quantities.named_equation import NamedEquation
from sarrus.system.quantities.parameters import Parameters
from sarrus.topology import Layout, Topology

if TYPE_CHECKING:
    from sarrus.dynamics import angle_sums, loads, planar
    from sarrus.dynamics import tree as trees
    from sarrus.dynamics.tree import Tree
    from sarrus.system.quantities import base_input, equations
    from sarrus.system.quantities.equations import Equation, Inputs
    from sarrus.system.quantities.shared import SharedTree
else:
    angle_sums = LateModule("sarrus.dynamics.angle_sums")
    loads = LateModule("sarrus.dynamics.loads")
    planar = LateModule("sarrus.dynamics.planar")
    trees = LateModule("sarrus.dynamics.tree")
    base_input = LateModule("sarrus.system.quantities.base_input")
    equations = LateModule("sarrus.system.quantities.equations")

SHARED_FROM = 100
"""Bodies from which on code that links share is as quick as code that is written out: the latter
no longer fits the caches of the processor."""
SHARED_FIRST = 7
"""Bodies from which on a model without code of its own begins with shared code, and stays with it:
the same call gives the same bits. The equations of fewer are traced and interpreted in a few
hundredths of a second."""
SHARED_ENTRIES = 1000
"""Entries of the mass matrix, in its lower half, from which on the same holds for its code."""


@dataclass
class Compiler:
    """Makes the kernels of one system.

    Every kernel has its own inputs first (q, v, ...), then time `t`, the named parameters `p`,
    with a prescribed base, its motion `base`, where the forces depend on it, what the angles of cut
    joints are near to, `turned`, and the states of force elements that have some, `z`. policy: when
    they are compiled (`kernels.background`); tiers: those that a run recorded, by the name of the
    kernel, for a run that is to be resumed.
    """

    topology: Topology
    layout: Layout
    parameters: Parameters
    cache: Cache
    planar: bool = False
    tolerance: float = 0.0
    policy: str = WAIT
    tiers: Mapping[str, str] = field(default_factory=dict)
    factory: KernelFactory = field(init=False)

    def __post_init__(self) -> None:
        self.factory = KernelFactory(self.cache, policy=self.policy)

    @cached_property
    def tree(self) -> Tree:
        """The tree with the model's own numbers."""
        tree = trees.Tree.of(self.topology, self.layout, mixes=self._mixes)
        named = [n for n in self.parameters.names if n.startswith("joint:")]
        turned = [n for n in named if n.endswith(("axis", "_rotation"))]
        # shared axes are inputs with the values of this very model, and its sums are in the key
        sums = angle_sums.angle_sums(tree, exactly=not turned or self.cache.shares_code)
        cuts = [replace(cut, angle=angle) for cut, angle in zip(tree.cuts, sums, strict=True)]
        return replace(tree, cuts=tuple(cuts), normals=self._normals)

    def take_tree(self, other: Compiler) -> None:
        """Take the tree of a compiler of the same model and options, which is the same."""
        self.__dict__["tree"] = other.tree

    @cached_property
    def _mixes(self) -> dict[str, np.ndarray]:
        return planar.planar_mixes(self.topology, self.tolerance) if self.planar else {}

    @cached_property
    def _normals(self) -> dict[str, np.ndarray]:
        """The normal of the plane in the axes of joints with bearing friction."""
        model = self.topology.model
        joints = [bearing.joint for bearing in bearings_among(model.forces)] if self.planar else []
        return planar.joint_normals(model, joints, self.tolerance) if joints else {}

    @property
    def prescribed(self) -> bool:
        """Whether the motion of ground is an input."""
        return self.topology.model.base == "prescribed"

    @cached_property
    def counts(self) -> bool:
        """Whether forces or couplers see angles of cut joints that poses tell but for turns."""
        if not self.topology.cuts:  # the tree of a large model is not made for this
            return False
        model, wrapped = self.topology.model, self.tree.wrapped
        seen = {name for force in model.forces for name in force.joints}
        seen |= {term.joint for coupler in model.couplers for term in coupler.terms}
        return any(self.tree.cuts[k].joint in seen for k, _ in wrapped)

    @cached_property
    def defaults(self) -> dict[str, np.ndarray]:
        """Values of the last inputs for calls that leave them out."""
        last = {"t": np.zeros(1)}
        if self.parameters.size:
            last["p"] = self.parameters.vector
        if self.prescribed:
            last["base"] = base_input.GroundMotion().flat
        if self.counts:
            last[TURNED] = np.zeros(len(self.tree.wrapped))
        if any(force.states for force in self.topology.model.forces) and self.tree.states:
            last[STATES] = self.start_states()
        return last

    def start_states(self, p: np.ndarray | None = None) -> np.ndarray:
        """Return the start values of the states of force elements, for parameters p."""
        values = {} if p is None else self.parameters.split(p)
        return np.array(loads.start_states(self.tree.forces, values), dtype=float)

    def make(
        self,
        name: str,
        inputs: Mapping[str, tuple[int, ...]],
        equation: Equation,
        finite: bool = False,
        seldom: bool = False,
    ) -> Kernel:
        """Return the kernel of an equation; `name` tells it from all others of this system.

        finite: whether calls with NaN or infinite numbers are refused, as those of users are;
        seldom: see `KernelFactory.make`.
        """
        function: Callable[..., Mapping[str, Any]] = self._function(equation)
        large = self.prefers_shared(name)
        shared = (large or self._may_begin_shared(name)) and self.has_shared(name, equation)
        if shared and (large or not self._is_kept(name, inputs)):
            function = self._shared_function(name, equation, first=not large)
        return self.factory.make(
            lambda: f"{self.key}|{name}",
            function,
            {**inputs, **self.last_shapes},
            defaults=self.defaults,
            refused=Refused(name.partition(" ")[0], finite),
            seldom=seldom,
        )

    def has_shared(self, name: str, equation: Equation) -> bool:
        """Whether there is code that links share for the equation of a quantity."""
        if any(branch.type.looks_up for branch in self.topology.branches):
            return False  # shared code holds no tables
        return self.shared.computes(name, equation)

    def prefers_shared(self, name: str) -> bool:
        """Whether code that links share is as quick as written-out code, or quicker.

        Such code has other roundings: a run that is resumed goes on with what it began with.
        """
        if name in self.tiers:
            return self.tiers[name] == SHARED
        if name.endswith(" factors"):  # of derivatives, which are asked for a few times
            return True
        if name == "mass_matrix" and self.mass_entries >= SHARED_ENTRIES:
            return True
        return len(self.topology.branches) >= SHARED_FROM

    def _may_begin_shared(self, name: str) -> bool:
        """Whether a quantity without code of its own is to begin with code that links share.

        It then stays with it, so that the same call gives the same bits.
        """
        begins = name not in self.tiers and self.policy != WAIT
        return begins and len(self.topology.branches) >= SHARED_FIRST

    def _is_kept(self, name: str, inputs: Mapping[str, tuple[int, ...]]) -> bool:
        """Whether the written-out kernel of a quantity is on disk.

        The key of a kernel takes longer than all else before the first number of a model.
        """
        if not self.cache.has(self._hint):
            return False
        return self.factory.has(f"{self.key}|{name}", {**inputs, **self.last_shapes})

    @cached_property
    def _hint(self) -> str:
        """The name under which is kept that equations of such a model have been written out.

        Models of the same names and masses share it.
        """
        bodies = [(body.name, body.mass) for body in self.topology.model.bodies]
        text = repr(("written out", bodies, source_version(*OF_KINDS)))
        return hex_digest(text)

    @cached_property
    def _hinted(self) -> bool:
        """Whether other processes can know that equations of this system have been written out."""
        if SHARED_FIRST <= len(self.topology.branches) < SHARED_FROM:
            if not self.cache.has(self._hint):
                self.cache.store(self._hint, {"key": self._hint}, b"")
            return True
        return False

    @cached_property
    def mass_entries(self) -> int:
        """Entries in the lower half of the mass matrix, of velocities on one way to ground."""
        entries = 0
        above: list[int] = []
        for branch, parent in zip(self.topology.branches, self.topology.parent, strict=True):
            own = branch.type.nv
            above.append(own + (above[parent] if parent >= 0 else 0))
            entries += own * above[-1]
        return entries

    @property
    def shares_mass_matrix(self) -> bool:
        """Whether there is shared code for the mass matrix."""
        return self.has_shared("mass_matrix", NamedEquation("mass"))

    def shared_kernel(
        self,
        name: str,
        inputs: Mapping[str, tuple[int, ...]],
        equation: Equation,
        finite: bool = False,
    ) -> Kernel | None:
        """Return the same kernel as `make` by code that links share; None where there is none."""
        if not self.has_shared(name, equation):
            return None
        return self.factory.make(
            lambda: f"{self.key}|{name}",
            self._shared_function(name, equation),
            {**inputs, **self.last_shapes},
            defaults=self.defaults,
            refused=Refused(name.partition(" ")[0], finite),
        )

    def _shared_function(
        self, name: str, equation: Equation, first: bool = False
    ) -> SharedFunction:
        """Return what is traced, with its shared code; first: see `SharedFunction`."""

        def make(*options: Any) -> Kernel:
            before = self.shared.compiled
            kernel = self.shared.kernel(name, equation, *options)
            new = self.shared.compiled > before
            self.factory.compiled += new
            self.factory.cached += not new
            return kernel

        return SharedFunction(self._function(equation), make, first)

    @cached_property
    def shared(self) -> SharedTree:
        """The tree for code that links share."""
        from sarrus.system.quantities.shared import SharedTree

        return SharedTree(
            self.topology,
            self.layout,
            self.factory,
            lambda: self.key,
            self.parameters,
            self.prescribed,
        )

    @property
    def last_shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the last inputs, which every kernel has."""
        return {name: value.shape for name, value in self.defaults.items()}

    @cached_property
    def key(self) -> str:
        """What identifies the equations of this system."""
        cut = [joint.name for joint in self.topology.cuts]
        order = [(branch.joint.name, branch.reversed) for branch in self.topology.branches]
        shape = f"{cut}|{order}|{self.planar}"
        if self.planar and self.tolerance:  # decides which rows act in the plane
            shape += f"|{self.tolerance}"
        return f"{self._content}|{self.parameters.names}|{shape}"

    @cached_property
    def _content(self) -> str:
        """What identifies the model, or its code where kernels are shared by that."""
        model = self.topology.model
        if not self.cache.shares_code:
            return model.content_hash
        from sarrus.system.quantities.code_key import code_hash
        from sarrus.system.quantities.loops import typical_length

        length = self.cache.near("length", typical_length(model, self.topology.cuts))
        mass = self.cache.near("mass", sum(body.mass for body in model.bodies))
        found = code_hash(model, frozenset(self.parameters.names), length, mass)
        tables = (self._mixes, self._normals)
        planes = [{name: x.tolist() for name, x in table.items()} for table in tables]
        return f"code {found} {planes} {[cut.angle for cut in self.tree.cuts]}"

    def _function(self, equation: Equation) -> Callable[..., Mapping[str, Any]]:
        def trace(
            t: Any,
            p: Any = None,
            base: Any = None,
            turned: Any = None,
            z: Any = None,
            **arrays: Any,
        ) -> Mapping[str, Any]:
            _ = self._hinted  # what is traced is then compiled and kept
            x = self.inputs(arrays, t[0], p, base)
            x = x if turned is None else x.with_turns(turned)
            return equation(x if z is None else x.with_states(z))

        return trace

    def inputs(self, arrays: Mapping[str, Any], t: Any, p: Any = None, base: Any = None) -> Inputs:
        """Return the inputs of an equation, in numbers or symbols."""
        tree = self.tree
        if p is not None:
            values, sums = self.parameters.split(p), [cut.angle for cut in tree.cuts]
            tree = trees.Tree.of(self.topology, self.layout, values, self._mixes, sums)
            tree = replace(tree, normals=self._normals)
        ground = trees.BaseMotion.at_rest() if base is None else base_input.base_motion(base)
        return equations.Inputs(tree, ground, t, arrays)


@dataclass(frozen=True)
class Refused:
    """Makes the errors of arrays that do not fit the kernel of a quantity.

    finite: whether NaN and infinite numbers do not fit either.
    """

    quantity: str
    finite: bool = False

    def __call__(self, kind: type[Exception], what: str, rule: str) -> Exception:
        """Return the error of an array, by its name and the rule that it breaks."""
        element = f"{self.quantity.replace('_', ' ')} / arrays"
        return ModelError(Problem("M25", element, rule, value=what))
