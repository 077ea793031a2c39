"""A tracked vehicle whose tracks are links: bodies with pins, on sprocket, idler and road wheels.

Hull, road arms and springs are those of `tracked_vehicle`; the data of links, wheels and teeth are
assumed. Axes: x forward, y to the left, z up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sarrus.errors import ModelError, Problem
from sarrus.gallery.drawing import DARK, GREEN, STEEL, block, link, pin
from sarrus.gallery.example import Example
from sarrus.gallery.tracked_vehicle import SIDES, STATIONS, UNITS, road_arm
from sarrus.gallery.wheels import GRAVITY, roll_on
from sarrus.late_dataclass import dataclass
from sarrus.model import Box, Mechanism, Model
from sarrus.model.forces.belt import wrap_angles
from sarrus.road import Flat, Road

Planar = tuple[float, float]
"""Two coordinates in the plane of a track: x forward and -z, so that y is its normal."""
Circle = tuple[float, float, float]
"""Centre in the plane of a track, and radius."""


@dataclass(frozen=True)
class LinkTrack:
    """A track of links, the same on both sides.

    links: how many; pitch [m]: from pin to pin; mass [kg] and inertia [kg m^2] of a link; face,
    sole [m]: from the line of pins to the inner face, and to the ground; width [m]: drawn. teeth,
    tooth [m], tooth_k [N/m]: of the sprocket, whose centre is at (x, z) of the hull; idler: the
    same of the idler, whose x is found so that the links close; idler_radius [m]. preload [N]:
    tension at rest, about, tensioner_k [N/m], tensioner_c [N s/m]: of the idler against the hull;
    k, idler_k [N/m], a [s/m]: wheels and idler on links; ground_k [N/m]: each of two points of a
    link on the road; mu, slip [m/s]: friction of links on the road; wheel_mu: of wheels on links;
    pin_d [N m s/rad]: damping of a pin. kp [N m/(m/s)], ki [N m/m], torque [N m]: of the driver of
    a sprocket.
    """

    links: int = 64
    pitch: float = 0.2
    mass: float = 24.0
    inertia: float = 0.12
    face: float = 0.03
    sole: float = 0.05
    width: float = 0.5
    teeth: int = 10
    tooth: float = 0.07
    tooth_k: float = 1.0e7
    sprocket: tuple[float, float] = (-2.75, 0.05)
    sprocket_mass: float = 300.0
    sprocket_inertia: float = 20.0
    idler: tuple[float, float] = (2.75, 0.0)
    idler_radius: float = 0.27
    idler_mass: float = 150.0
    preload: float = 4.0e4
    tensioner_k: float = 4.0e6
    tensioner_c: float = 4.0e4
    k: float = 1.5e6
    idler_k: float = 1.0e7
    a: float = 0.5
    wheel_mass: float = 150.0
    wheel_mu: float = 0.5
    ground_k: float = 3.0e6
    ground_a: float = 0.5
    mu: float = 0.8
    slip: float = 0.5
    pin_d: float = 5.0
    kp: float = 4.0e4
    ki: float = 2.0e4
    torque: float = 1.2e4


def link_track_vehicle(
    *,
    speed: float | None = None,
    sides: int = 2,
    hull: float = 43_000.0,
    hull_inertia: tuple[float, float, float] = (6.0e4, 2.0e5, 2.3e5),
    arm: float = 250.0,
    arm_length: float = 0.40,
    angle: float = math.radians(25.0),
    pivot_below: float = 0.25,
    half_gauge: float = 1.4,
    wheel_radius: float = 0.318,
    road: Road | None = None,
    track: LinkTrack | None = None,
) -> Model:
    """Return the model: a hull on road arms, and tracks of links that are driven by sprockets.

    sides: 2 for the whole vehicle in space, 159 bodies; 1 for the right half in its plane, with
    half of the hull, 80 bodies. They are `hull`, `arm right1`, `wheel right1`, ..., `idler right`,
    `tensioner right`, `sprocket right` and `link right1` to `link right64`; pins are the joints
    `pin right1`, ..., of which one closes the loop by its two forces in the plane. `links right` is
    the element that holds links on wheels and sprocket, `shoe right1`, ... those on the road.

    speed [m/s]: at the start, with everything running, and held by the drivers `speed left` and
    `speed right`; None leaves the vehicle at rest without drivers. Masses [kg], inertias [kg m^2];
    the hull is without idlers, tensioners and sprockets; wheel_radius [m].
    """
    laid = track or LinkTrack()
    if sides not in (1, 2):
        raise ModelError(Problem("M04", "sides", "is 1 or 2", value=str(sides)))
    m = Mechanism("vehicle with tracks of links", (0.0, 0.0, -GRAVITY))
    road = Flat() if road is None else road
    names = dict(list(SIDES.items())[-sides:])
    half = 0.5 * hull * sides
    carried = sides * (0.5 * hull + 6 * arm + laid.sprocket_mass + laid.idler_mass)
    load = carried * GRAVITY / (6 * sides) + 0.5 * laid.links * laid.mass * GRAVITY / 6
    reach, drop = arm_length * math.cos(angle), arm_length * math.sin(angle)
    weight = load + laid.wheel_mass * GRAVITY
    center = wheel_radius + laid.face + laid.sole - load / laid.k - weight / (3.0 * laid.ground_k)
    height = center + drop + pivot_below
    inertia = tuple(0.5 * sides * value for value in hull_inertia)
    body = m.body("hull", half, (0.0, 0.0, 0.0), inertia, at=(0.0, 0.0, height))
    y = 0.0 if sides == 2 else half_gauge  # a half is drawn beside its track
    body.shape(Box((6.0, 2.0, 0.8)), (0.0, y, 0.08), color=GREEN)
    body.shape(Box((5.4, 3.2, 0.25)), (-0.3, y, 0.58), color=GREEN)
    body.shape(Box((2.4, 2.0, 0.6)), (-0.2, y, 1.0), color=GREEN)
    link(body, (1.0, y, 1.05), (4.4, y, 1.1), 0.07, GREEN)
    if sides == 2:
        m.free("hull", m.ground, "hull", at=(0.0, 0.0, height))
    else:
        m.planar("hull", m.ground, "hull", at=(0.0, 0.0, height), axis="y")
    if speed:
        roll_on(m, speed, ["hull"], {})
    effort = (load - 0.85 * arm * GRAVITY) * reach
    for side, sign in names.items():
        y = sign * half_gauge if sides == 2 else 0.0
        for station, x in enumerate(STATIONS, start=1):
            name = f"{side}{station}"
            pivot, hub = (x + reach, y, center + drop), (x, y, center)
            road_arm(m, name, pivot, effort, station in UNITS, mass=arm, center=0.5,
                     inertia=(2.0, 8.0, 8.0), length=arm_length, angle=angle)  # fmt: skip
            _wheel(m, f"wheel {name}", f"arm {name}", hub, wheel_radius, laid.wheel_mass, 0.5)
            if speed:
                roll_on(m, speed, [f"arm {name}"], {f"wheel {name}": wheel_radius + laid.face})
        _lay(m, side, y, height, center, wheel_radius, laid, speed, road)
    return m.build()


def _wheel(
    m: Mechanism,
    name: str,
    carrier: str,
    at: tuple[float, float, float],
    radius: float,
    mass: float,
    part: float,
) -> None:
    """Add a wheel that turns on a carrier; part: of mass radius^2 that its inertia is."""
    inertia = part * mass * radius * radius
    body = m.body(name, mass, (0, 0, 0), (0.6 * inertia, inertia, 0.6 * inertia), at=at)
    pin(body, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), radius, 0.35, DARK)
    pin(body, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), 0.6 * radius, 0.37, GREEN)
    link(body, (-0.6 * radius, 0.0, 0.0), (0.6 * radius, 0.0, 0.0), 0.03, DARK)
    m.revolute(name, carrier, name, at=at, axis="y")


def _sprocket(m: Mechanism, name: str, at: tuple[float, float, float], track: LinkTrack) -> None:
    """Add the sprocket, drawn with its teeth; its x axis points to a gap between two of them."""
    inertia = track.sprocket_inertia
    radius = 0.5 * track.pitch / math.sin(math.pi / track.teeth)
    body = m.body(name, track.sprocket_mass, (0, 0, 0), (0.6 * inertia, inertia, 0.6 * inertia),
                  at=at)  # fmt: skip
    pin(body, (0.0, 0.0, 0.0), (0.0, 1.0, 0.0), radius - 0.02, 0.1, STEEL)
    for k in range(track.teeth):
        angle = (k + 0.5) * 2.0 * math.pi / track.teeth
        rim = radius + track.tooth - 0.02
        tip = (rim * math.cos(angle), 0.0, rim * math.sin(angle))
        link(body, (0.0, 0.0, 0.0), tip, 0.025, DARK)
    m.revolute(name, "hull", name, at=at, axis="y")


def _lay(
    m: Mechanism,
    side: str,
    y: float,
    height: float,
    center: float,
    radius: float,
    track: LinkTrack,
    speed: float | None,
    road: Road,
) -> None:
    """Lay a track of links around idler, road wheels and sprocket, and let the sprocket drive it.

    height, centre [m]: of the hull and of the road wheels above the road.
    """
    (x_idler, idler_rate), pins, passing = laid_pins(track, height, center, radius)
    half = 0.5 * track.pitch
    (rear, above), up = track.sprocket, track.idler[1]
    hub, front = (rear, y, height + above), (x_idler, y, height + up)
    _sprocket(m, f"sprocket {side}", hub, track)
    carrier = m.body(f"tensioner {side}", 50.0, (0, 0, 0), (2.0, 2.0, 2.0), at=front)
    link(carrier, (0.0, 0.0, 0.0), (-0.5, 0.0, 0.0), 0.05, STEEL)
    m.prismatic(f"tensioner {side}", "hull", f"tensioner {side}", at=front, axis="x")
    # two runs pull the idler back; the spring holds them at the preload, after it has taken up what
    # links give way on idler and sprocket (around 2.5 rad of each), on the first and last road
    # wheel (0.7 rad), and what the upper run sags
    bend = 2.0 * math.asin(half / track.idler_radius)
    sag = track.mass * GRAVITY / track.pitch * (x_idler - rear) ** 2 / (8.0 * track.preload)
    slack = 2.5 * track.preload * bend * (1.0 / track.idler_k + 1.0 / track.tooth_k)
    slack += 2.0 * 0.7 * 0.7 * track.preload / track.k
    slack += 8.0 * sag * sag / (3.0 * (x_idler - rear))
    free = 2.0 * track.preload / track.tensioner_k + 0.5 * slack
    m.joint_spring(f"tensioner spring {side}", f"tensioner {side}", k=track.tensioner_k,
                   free=free, d=track.tensioner_c)  # fmt: skip
    _wheel(m, f"idler {side}", f"tensioner {side}", front, track.idler_radius, track.idler_mass,
           0.5)  # fmt: skip
    names = [f"link {side}{k + 1}" for k in range(track.links)]
    for k, name in enumerate(names):
        (ax, az), (bx, bz) = pins[k], pins[(k + 1) % track.links]
        tilt = math.atan2(bz - az, bx - ax)  # about y, as the plane is x and -z
        middle = (0.5 * (ax + bx), y, -0.5 * (az + bz))
        inertia = (2.0 * track.inertia, track.inertia, 2.0 * track.inertia)
        body = m.body(name, track.mass, (0, 0, 0), inertia, at=middle, rpy=(0.0, tilt, 0.0))
        # the inside is to the left of the way from first to second pin: -z of the frame
        thick = track.face + track.sole
        block(body, (0.0, 0.0, 0.5 * (track.sole - track.face)),
              (0.86 * track.pitch, track.width, 0.8 * thick), DARK)  # fmt: skip
        block(body, (0.0, 0.0, 0.8 * track.sole),
              (0.3 * track.pitch, track.width, 0.4 * track.sole), STEEL)  # fmt: skip
        pin(body, (-half, 0.0, 0.0), (0.0, 1.0, 0.0), 0.018, 1.06 * track.width, STEEL)
        m.point_contact(
            f"shoe {side}{k + 1}", name, road=road, k=track.ground_k, a=track.ground_a, mu=track.mu,
            smoothing=track.slip,
            on=[(-0.6 * half, 0.0, track.sole), (0.6 * half, 0.0, track.sole)],
        )  # fmt: skip
        if speed:
            _start_link(m, name, speed, [passing[k], passing[(k + 1) % track.links]],
                        pins[k], pins[(k + 1) % track.links])  # fmt: skip
    m.planar(f"track {side}", "hull", names[0], at=(pins[0][0], y, -pins[0][1]), axis="y")
    closing = track.links // 2
    for k, (x, z) in enumerate(pins):
        joint, parent, at = f"pin {side}{k + 1}", names[k - 1], (x, y, -z)
        if k == closing:  # of a loop in a plane only these two rows count
            m.point_on_line(joint, parent, names[k], at=at, axis="y")
            continue
        m.revolute(joint, parent, names[k], at=at, axis="y")
        m.joint_damper(f"pin damper {side}{k + 1}", joint, track.pin_d)
    road_wheels = [f"wheel {side}{k + 1}" for k in range(len(STATIONS))]
    wheels = [(name, (x, y, center), radius) for name, x in zip(road_wheels, STATIONS, strict=True)]
    gap = (pins[0][0] - rear, 0.0, -pins[0][1] - height - above)
    m.track_links(
        f"links {side}", names, first=(-half, 0.0, 0.0), second=(half, 0.0, 0.0),
        wheels=[(f"idler {side}", front, track.idler_radius), *wheels],
        sprocket=f"sprocket {side}", at=hub, teeth=track.teeth, tooth=track.tooth, gap=gap,
        k=[track.idler_k] + [track.k] * len(wheels), tooth_k=track.tooth_k, face=track.face,
        a=track.a, mu=track.wheel_mu, base="hull", axis="y",
    )  # fmt: skip
    if speed is not None:
        rolling = 0.5 * track.pitch / math.sin(math.pi / track.teeth)
        ahead = (speed + speed * idler_rate, 0.0, 0.0)
        turning = (0.0, speed / (track.idler_radius + track.face), 0.0)
        m.start_velocity(f"tensioner {side}", velocity=ahead)
        m.start_velocity(f"idler {side}", velocity=ahead, angular_velocity=turning)
        roll_on(m, speed, [], {f"sprocket {side}": rolling})
        m.speed_control(f"speed {side}", f"sprocket {side}", "hull", speed=speed, kp=track.kp,
                        ki=track.ki, limit=track.torque)  # fmt: skip


def _start_link(
    m: Mechanism, name: str, speed: float, passing: Sequence[Planar], a: Planar, b: Planar
) -> None:
    """Let a link start with the speed of the vehicle and the way that its pins go in the hull."""
    (ux, uz), (vx, vz) = passing
    dx, dz = b[0] - a[0], b[1] - a[1]
    turning = speed * (dx * (vz - uz) - dz * (vx - ux)) / (dx * dx + dz * dz)
    velocity = (speed + 0.5 * speed * (ux + vx), 0.0, -0.5 * speed * (uz + vz))
    m.start_velocity(name, velocity=velocity, angular_velocity=(0.0, turning, 0.0))


# --- the way of the pins around the wheels --------------------------------------------------------


def laid_pins(
    track: LinkTrack, height: float, center: float, radius: float
) -> tuple[Planar, list[Planar], list[Planar]]:
    """Return x of the idler, the pins in the plane, and how all move on for each metre of track.

    The pins lie on a belt around the wheels, each a pitch from the next; the idler stands where the
    last of them meets the first. The first is at the middle of the sprocket's arc. As the track
    runs the idler moves a little to and fro: links are chords.
    """
    half = 0.5 * track.pitch
    (rear, above), up = track.sprocket, track.idler[1]
    # faces touch the idler in their middles: its pins are further out
    outer = math.hypot(track.idler_radius + track.face, half)
    tooth_circle = half / math.sin(math.pi / track.teeth)
    road = [(x, -center, radius + track.face) for x in STATIONS]

    def way(x: float) -> Way:
        return Way([(x, -height - up, outer), *road, (rear, -height - above, tooth_circle)])

    def layout(phase: float) -> tuple[float, list[Planar]]:
        """Return x of the idler and the pins, where the first is moved on by a length."""

        def excess(x: float) -> float:
            found = way(x)
            start = found.start + phase
            return found.walk(start, track.pitch, track.links)[-1] - start - found.length

        if not excess(low) > 0.0 > excess(high):
            least, most = (way(x).length / track.pitch for x in (low, high))
            rule = f"do not close around the wheels: between {least:.1f} and {most:.1f} would"
            action = "give another number of links, or another pitch"
            raise ModelError(Problem("M04", "links", rule, value=str(track.links), action=action))
        x = _root(excess, low, high)
        found = way(x)
        places = found.walk(found.start + phase, track.pitch, track.links)
        return x, [found.place(s) for s in places[:-1]]

    low, high = track.idler[0] - 0.25, track.idler[0] + 0.25
    x, pins = layout(0.0)
    step = 5e-6 * track.pitch
    (x_back, back), (x_on, on) = layout(-step), layout(step)
    passing = [((b[0] - a[0]) / (2.0 * step), (b[1] - a[1]) / (2.0 * step))
               for a, b in zip(back, on, strict=True)]  # fmt: skip
    return (x, (x_on - x_back) / (2.0 * step)), pins, passing


class Way:
    """A belt around circles, anticlockwise, by its length from the first straight part on.

    start: the middle of the arc around the last circle.
    """

    def __init__(self, circles: Sequence[Circle]) -> None:
        places, radii = [(x, y) for x, y, _ in circles], [r for _, _, r in circles]
        wraps = wrap_angles(places, radii)
        n = len(circles)
        self.pieces: list[tuple[float, Planar, Planar, float]] = []
        """Length, where it begins, in which direction, and the curvature [1/m]."""
        total = 0.0
        for i in range(n):
            (ax, ay, r), (bx, by, q) = circles[i], circles[(i + 1) % n]
            dx, dy, rise = bx - ax, by - ay, q - r
            square = dx * dx + dy * dy
            straight = math.sqrt(square - rise * rise)
            u = (dx * straight + dy * rise) / square, (dy * straight - dx * rise) / square
            self.pieces.append((straight, (ax + r * u[1], ay - r * u[0]), u, 0.0))
            arc = q * wraps[(i + 1) % n]
            self.pieces.append((arc, (bx + q * u[1], by - q * u[0]), u, 1.0 / q))
            total += straight + arc
            if i == n - 2:
                self.start = total - 0.5 * arc
        self.length = total

    def place(self, s: float) -> Planar:
        """Return the place at a length."""
        s = s % self.length
        at = 0
        while s > self.pieces[at][0] and at < len(self.pieces) - 1:
            s -= self.pieces[at][0]
            at += 1
        _, (x, y), (ux, uy), bend = self.pieces[at]
        turn = s * bend
        if turn == 0.0:
            return x + s * ux, y + s * uy
        along, aside = math.sin(turn) / bend, (1.0 - math.cos(turn)) / bend
        return x + along * ux - aside * uy, y + along * uy + aside * ux

    def walk(self, s: float, pitch: float, steps: int) -> list[float]:
        """Return lengths of places that are each a pitch from the one before, s first."""
        found = [s]
        for _ in range(steps):
            x, y = self.place(s)

            def beyond(t: float, x: float = x, y: float = y) -> float:
                a, b = self.place(t)
                return math.hypot(a - x, b - y) - pitch

            s = _root(beyond, s + 0.9 * pitch, s + 1.5 * pitch)
            found.append(s)
        return found


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Return where a function is 0 between two places where it has different signs.

    By chords whose standing end is halved (the Illinois rule).
    """
    at_low, at_high = function(low), function(high)
    for _ in range(60):
        middle = high - at_high * (high - low) / (at_high - at_low)
        value = function(middle)
        if abs(value) < 1e-13 or abs(high - low) < 1e-14:
            return middle
        if value * at_high < 0.0:
            low, at_low = high, at_high
        else:
            at_low *= 0.5
        high, at_high = middle, value
    return high


EXAMPLE = Example(
    "link_track_vehicle",
    link_track_vehicle,
    "half a tracked vehicle in its plane: 64 links with pins, driven by the teeth of a sprocket",
    parameters={"sides": 1, "speed": 5.0},
    until=2.6,
    method="euler",
    step=1.25e-4,
    outputs=(
        "hull.velocity",
        "links right.load1",
        "links right.torque",
        "pin right1.reaction.force",
    ),
)
