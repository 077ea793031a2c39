"""From a mechanism to a tree: graph, spanning tree, cut joints, coordinates.

Bodies are the nodes and joints the edges of a graph. The lightest paths from ground to
every body (Dijkstra) make the tree; every joint outside it closes one loop and is cut.
"""

from sarrus.topology.layout import Layout, layout
from sarrus.topology.spanning_tree import analyze
from sarrus.topology.topology import Branch, JointRow, Loop, Topology

__all__ = [
    "Branch",
    "JointRow",
    "Layout",
    "Loop",
    "Topology",
    "analyze",
    "layout",
]
