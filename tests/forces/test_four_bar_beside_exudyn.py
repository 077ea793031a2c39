"""Bauchau's four-bar with an axis aside in Exudyn: geometrically exact beams, at rest."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

from forces.test_flexible_published import FINER, IN_EXUDYN, THICK, THIN, TILT

QUARTER = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
"""Axes of a bar along y: a quarter turn about z."""
STEP = 2.5
"""Degrees of the crank between positions at rest."""


def turn_z(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def product(p, q):
    """Of quaternions."""
    vector = p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:])
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *vector])


class FourBar:
    """The mechanism in Exudyn with numbers of elements of its bars."""

    def __init__(self, exu, counts):
        self.exu, self.items = exu, import_module("exudyn.itemInterface")
        items = self.items
        self.mbs = exu.SystemContainer().AddSystem()
        half = np.sqrt(0.5)
        along_y = [half, 0.0, 0.0, half]
        self.crank = self.bar((0, 0, 0), (0, 0.12, 0), counts[0], THICK, along_y)
        self.link = self.bar((0, 0.12, 0), (0.24, 0.12, 0), counts[1], THICK, [1.0, 0, 0, 0])
        self.rocker = self.bar((0.24, 0, 0), (0.24, 0.12, 0), counts[2], THIN, along_y)
        ground = self.mbs.AddObject(items.ObjectGround())

        def on_ground(place):
            return self.mbs.AddMarker(
                items.MarkerBodyRigid(bodyNumber=ground, localPosition=list(place))
            )

        one = np.eye(3)
        c, s = np.cos(TILT), np.sin(TILT)
        tilt = np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])  # z to (sin, 0, cos)
        at = self.marker
        self.drive = self.joint(on_ground((0, 0, 0)), at(self.crank[0]), QUARTER, one, fixed=True)
        self.joint(at(self.crank[-1]), at(self.link[0]), QUARTER.T, one)
        self.joint(on_ground((0.24, 0, 0)), at(self.rocker[0]), one, QUARTER.T)
        self.joint(at(self.rocker[-1]), at(self.link[-1]), QUARTER.T @ tilt, tilt)
        self.mbs.Assemble()

    def bar(self, a, b, count, numbers, quaternion):
        """Add a bar; return its nodes."""
        EA, GA, GJ, EI, line, side = numbers
        section = self.exu.BeamSection()
        section.stiffnessMatrix = np.diag([EA, GA, GA, GJ, EI, EI])
        second = line * side**2 / 12
        section.inertia = np.diag([2 * second, second, second])
        section.massPerLength = line
        a, b = np.array(a, dtype=float), np.array(b, dtype=float)
        places = a + np.linspace(0.0, 1.0, count + 1)[:, None] * (b - a)
        nodes = [
            self.mbs.AddNode(
                self.items.NodeRigidBodyEP(referenceCoordinates=[*map(float, r), *quaternion])
            )
            for r in places
        ]
        for k in range(count):
            self.mbs.AddObject(
                self.items.ObjectBeamGeometricallyExact(
                    nodeNumbers=nodes[k : k + 2], sectionData=section,
                    physicsLength=float(np.linalg.norm(b - a)) / count,
                )
            )  # fmt: skip
        return nodes

    def marker(self, node):
        return self.mbs.AddMarker(self.items.MarkerNodeRigid(nodeNumber=node))

    def joint(self, first, second, axes, others, *, fixed=False):
        return self.mbs.AddObject(
            self.items.GenericJoint(
                markerNumbers=[first, second], constrainedAxes=[1, 1, 1, 1, 1, int(fixed)],
                rotationMarker0=axes, rotationMarker1=others,
            )
        )  # fmt: skip

    def turn(self, angle):
        """Move all nodes as a rigid parallelogram does, as a guess."""
        system, exu = self.mbs.systemData, self.exu
        c = np.array(system.GetODE2Coordinates())
        R, q = turn_z(angle), np.array([np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)])
        shift = np.zeros(3)
        for nodes, pivot in ((self.crank, (0, 0, 0)), (self.rocker, (0.24, 0, 0))):
            for node in nodes:
                first = self.mbs.GetNodeODE2Index(node)
                rest = np.array(self.mbs.GetNode(node)["referenceCoordinates"])
                now = rest + c[first : first + 7]
                at = np.array(pivot) + R @ (now[:3] - pivot)
                if node == self.crank[-1]:
                    shift = at - now[:3]
                c[first : first + 7] = np.concatenate([at, product(q, now[3:])]) - rest
        for node in self.link:
            first = self.mbs.GetNodeODE2Index(node)
            c[first : first + 3] += shift
        for configuration in (exu.ConfigurationType.Initial, exu.ConfigurationType.Current):
            system.SetODE2Coordinates(c, configuration=configuration)

    def rise(self, degrees):
        """Return the rise of the end of the link at angles of the crank."""
        exu = self.exu
        settings = exu.SimulationSettings()
        settings.staticSolver.newton.relativeTolerance = 1e-8
        settings.staticSolver.newton.absoluteTolerance = 1e-7
        settings.staticSolver.verboseMode = 0
        settings.solutionSettings.writeSolutionToFile = False
        found = {}
        for k in range(1, round(max(degrees) / STEP) + 1):
            self.turn(-np.radians(STEP))
            axes = turn_z(-np.radians(k * STEP)) @ QUARTER
            self.mbs.SetObjectParameter(self.drive, "rotationMarker0", axes)
            self.mbs.SolveStatic(settings, updateInitialValues=True)
            if k * STEP in degrees:
                at = self.mbs.GetNodeOutput(self.link[-1], exu.OutputVariableType.Position)
                found[k * STEP] = float(at[2])
        return found


@pytest.mark.peer
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_beams_of_exudyn_rise_as_is_written():
    exudyn = pytest.importorskip("exudyn")
    found = FourBar(exudyn, (2, 2, 2)).rise([*IN_EXUDYN])
    assert [found[k] for k in IN_EXUDYN] == pytest.approx(list(IN_EXUDYN.values()), rel=1e-8)
    assert FourBar(exudyn, (4, 8, 4)).rise([60])[60] == pytest.approx(FINER, rel=1e-8)
