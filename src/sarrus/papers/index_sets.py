"""Frame numbers and index sets of a branched chain with cut links and end effectors (paper 2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field

from sarrus.errors import ModelError, Problem
from sarrus.late_dataclass import dataclass
from sarrus.topology.topology import Topology


@dataclass(frozen=True)
class BranchedChain:
    """A branched chain in the numbers of paper 2; link 0 is the base.

    parents: the link inside joint 1, 2, ..., NL (a link has the number of its inner joint);
    cut_near, cut_far: the links of the near section C_j and the far section R_j of every cut;
    end_effectors: their links; outer: the outer links of a link in another order than that
    of their numbers, the first outer joint (psi = c = 0) first.
    """

    parents: Sequence[int]
    cut_near: Sequence[int] = ()
    cut_far: Sequence[int] = ()
    end_effectors: Sequence[int] = ()
    outer: Mapping[int, Sequence[int]] = field(default_factory=dict)


@dataclass(frozen=True)
class IndexSets:
    """The numbers of a branched chain.

    mu[i]: the frames on the outer side of link i = 0..NL, links first, then cut sections, then
    end effectors (paper 2, (1)); NS, NR, NE count them, NF = NS + NR + NE (2); C, R and E are
    the frame numbers of near sections, far sections and end effectors.
    """

    mu: tuple[tuple[int, ...], ...]
    NS: tuple[int, ...]
    NR: tuple[int, ...]
    NE: tuple[int, ...]
    C: tuple[int, ...]
    R: tuple[int, ...]
    E: tuple[int, ...]

    @property
    def NF(self) -> tuple[int, ...]:
        """Number of frames on the outer side of every link."""
        return tuple(len(frames) for frames in self.mu)


def index_sets(chain: BranchedChain | Topology, end_effectors: Sequence[str] = ()) -> IndexSets:
    """Return the frame numbers and index sets of a branched chain.

    Of a `Topology`, links are numbered in tree order from 1, every cut joint has C_j on its
    parent and R_j on its child, and `end_effectors` are names of bodies.
    """
    if isinstance(chain, Topology):
        chain = _chain(chain, end_effectors)
    _check(chain)
    n, cuts = len(chain.parents), len(chain.cut_near)
    C = tuple(range(n + 1, n + cuts + 1))
    R = tuple(range(n + cuts + 1, n + 2 * cuts + 1))
    E = tuple(range(n + 2 * cuts + 1, n + 2 * cuts + len(chain.end_effectors) + 1))
    links = _on_links(n, enumerate(chain.parents, start=1))
    for link, order in chain.outer.items():
        links[link] = list(order)
    sections = _on_links(
        n, [*zip(C, chain.cut_near, strict=True), *zip(R, chain.cut_far, strict=True)]
    )
    ends = _on_links(n, zip(E, chain.end_effectors, strict=True))
    mu = tuple((*links[i], *sections[i], *ends[i]) for i in range(n + 1))
    return IndexSets(mu, _counts(links), _counts(sections), _counts(ends), C, R, E)


def _on_links(n: int, pairs: Iterable[tuple[int, int]]) -> list[list[int]]:
    """Return the frames that stand on links 0..n, from pairs (frame, link)."""
    frames: list[list[int]] = [[] for _ in range(n + 1)]
    for frame, link in pairs:
        frames[link].append(frame)
    return frames


def _counts(frames: list[list[int]]) -> tuple[int, ...]:
    return tuple(len(entry) for entry in frames)


def _chain(topology: Topology, end_effectors: Sequence[str]) -> BranchedChain:
    unknown = [name for name in end_effectors if name not in topology.index]
    if unknown:
        rule = "is not the name of a body"
        problems = [Problem("M09", "end effector", rule, value=repr(name)) for name in unknown]
        raise ModelError(problems)

    def number(body: str) -> int:
        return topology.index.get(body, -1) + 1

    return BranchedChain(
        [p + 1 for p in topology.parent],
        [number(joint.parent) for joint in topology.cuts],
        [number(joint.child) for joint in topology.cuts],
        [number(body) for body in end_effectors],
    )


def _check(chain: BranchedChain) -> None:
    """Raise ModelError where the numbers do not describe a branched chain."""
    n, wrong = len(chain.parents), []
    for joint, link in enumerate(chain.parents, start=1):
        if not 0 <= link < joint:
            wrong.append(
                (f"joint {joint}", f"has the inner link {link}, not one of 0..{joint - 1}")
            )
    for name in ("cut_near", "cut_far", "end_effectors"):
        for link in getattr(chain, name):
            if not 0 <= link <= n:
                wrong.append((name, f"names link {link}, not one of 0..{n}"))
    if len(chain.cut_near) != len(chain.cut_far):
        wrong.append(
            ("cuts", f"have {len(chain.cut_near)} near and {len(chain.cut_far)} far sections")
        )
    for link, order in chain.outer.items():
        true = [j for j, parent in enumerate(chain.parents, start=1) if parent == link]
        if sorted(order) != true:
            wrong.append((f"outer / {link}", f"is {list(order)}, the outer joints are {true}"))
    if wrong:
        raise ModelError([Problem("T03", f"branched chain / {what}", rule) for what, rule in wrong])
