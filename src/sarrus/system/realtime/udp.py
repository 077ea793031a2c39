"""Efforts and channels as datagrams: on this machine, unless another one is allowed by name."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from time import monotonic

import numpy as np

from sarrus.errors import EnvironmentProblem, ModelError, Problem, count
from sarrus.storage.closable import Closable
from sarrus.system.realtime.links import Wiring
from sarrus.system.realtime.packets import MOST, Packet, packet_bytes, packet_of_bytes

LOOPBACK = "127.0.0.1"
AT_ONCE = 256
"""Packets that are looked at in one step; the rest of a flood waits for the next one."""
LARGEST = 65536
SHORTEST = 1e-4
"""How long to look for a packet at least, so that one that is there is found [s]."""

Address = tuple[str, int]


def parse_address(what: str, value: str | int) -> Address:
    """Return host and port of 9000, "9000", "127.0.0.1:9000" or "[::1]:9000"."""
    host, _, port = str(value).rpartition(":")
    try:
        number = int(port)
        where = ip_address(host.strip("[]") or LOOPBACK)
    except ValueError:
        number, where = 0, ip_address(LOOPBACK)
    if isinstance(value, bool) or not 1 <= number <= 65535:
        rule = "must be a port from 1 to 65535, or an address such as '127.0.0.1:9000'"
        raise ModelError(Problem("S36", what, rule, value=repr(value)[:80]))
    return str(where), number


def _check_near(what: str, address: Address, remote: bool) -> None:
    if not remote and not ip_address(address[0]).is_loopback:
        rule = "is another machine, or open to others: only this one is allowed"
        action = "use 127.0.0.1, or say remote=True if everyone on that network is trusted"
        raise ModelError(Problem("S36", what, rule, value=f"'{address[0]}'", action=action))


def _family(address: Address) -> int:
    where: IPv4Address | IPv6Address = ip_address(address[0])
    return socket.AF_INET6 if where.version == 6 else socket.AF_INET


class Udp:
    """A run that listens at an address and answers to whoever sends the efforts, or to `to`.

    listen, to: a port of this machine, or "address:port"; at least one of them. Datagrams are
    described in the manual, "Hardware and people in the loop"; those of another form, with another
    number of values or values that are not finite are ignored and counted, and so are those whose
    counter is not above that of the last one, unless it is 0: the sender starts anew. remote:
    whether addresses of other machines are allowed; whoever reaches them can then steer the run.
    """

    def __init__(
        self, listen: str | int | None = None, *, to: str | int | None = None, remote: bool = False
    ) -> None:
        if listen is None and to is None:
            rule = "needs an address to listen at, or one to send to"
            raise ModelError(Problem("S36", "Udp", rule, action="write Udp('127.0.0.1:9000')"))
        self.listen = None if listen is None else parse_address("Udp / listen", listen)
        self.to = None if to is None else parse_address("Udp / to", to)
        for what, address in (("Udp / listen", self.listen), ("Udp / to", self.to)):
            if address is not None:
                _check_near(what, address, remote)
        self._socket: socket.socket | None = None
        self._peer: Address | None = self.to
        self._last = -1
        self.received = self.malformed = self.outdated = self.unsent = self.sent = 0

    def open(self, wiring: Wiring) -> None:
        """Listen; refused where the port is taken."""
        if max(wiring.n_efforts, wiring.n_channels) > MOST:
            rule = f"carries at most {MOST} numbers in a packet"
            raise ModelError(Problem("S36", "Udp", rule, action="write fewer channels"))
        self._width = wiring.n_efforts
        at = self.listen or self.to or (LOOPBACK, 0)
        ours = socket.socket(_family(at), socket.SOCK_DGRAM)
        try:
            ours.setblocking(False)
            if self.listen is not None:
                ours.bind(self.listen)
        except OSError as error:
            ours.close()
            raise EnvironmentProblem(_cannot_listen(at, error)) from None
        self._socket = ours

    def read(self, n: int, t: float) -> np.ndarray | None:
        """Return the efforts of the latest packet, None where there is no new one."""
        found = None
        for _ in range(AT_ONCE):
            try:
                data, sender = self._open_socket.recvfrom(LARGEST)
            except (BlockingIOError, ConnectionError):
                break  # the second: nobody was there for what was sent last
            packet = self._packet(data)
            if packet is not None:
                found = packet.values
                if self.to is None:
                    self._peer = sender
        return found

    @property
    def _open_socket(self) -> socket.socket:
        if self._socket is None:
            raise ModelError(Problem("S36", "Udp", "is not open", action="give it to realtime()"))
        return self._socket

    def _packet(self, data: bytes) -> Packet | None:
        """Return a packet, None where it is to be ignored, which is counted."""
        self.received += 1
        packet = packet_of_bytes(data)
        if (
            packet is None
            or packet.values.size != self._width
            or not np.isfinite(packet.values).all()
        ):
            self.malformed += 1
            return None
        if packet.counter <= self._last and packet.counter:
            self.outdated += 1
            return None
        self._last = packet.counter
        return packet

    def write(self, n: int, t: float, values: np.ndarray) -> None:
        """Send a packet, if it is known where to; what the system does not take is counted."""
        if self._peer is None:
            return
        try:
            self._open_socket.sendto(packet_bytes(n, t, values), self._peer)
            self.sent += 1
        except OSError:
            self.unsent += 1

    def close(self) -> list[Problem]:
        """Close the socket, and return what went wrong with packets."""
        ours, self._socket = self._socket, None
        if ours is not None:
            ours.close()
        wrong = [
            (self.malformed, "of another form, number of values, or with values not finite"),
            (self.outdated, "older than one before them"),
        ]
        told = [f"{count(n, 'packet')} {why}" for n, why in wrong if n]
        lost = [f"{count(self.unsent, 'packet')} could not be sent"] if self.unsent else []
        if not told and not lost:
            return []
        rule = "; ".join([*(f"ignored {text}" for text in told), *lost])
        where = self.listen or self.to
        return [
            Problem(
                "W56",
                "Udp" if where is None else f"Udp at {where[0]}:{where[1]}",
                f"{rule}, of {count(self.received, 'packet')} received and {self.sent:,} sent",
                cause="the other side writes another layout, or starts its counter anew above 0",
                action="compare with the layout in the manual, or use sarrus.realtime.UdpPeer",
                severity="warning",
            )
        ]


def _cannot_listen(address: Address, error: OSError) -> Problem:
    where = f"{address[0]}:{address[1]}"
    if error.errno == errno.EADDRINUSE:
        rule = "is in use: another program, or another run, listens at this port"
    else:
        rule = f"cannot be listened at: {error.strerror}"
    action = "end that program or choose another port"
    return Problem("E-PORT", f"Udp at {where}", rule, action=action)


class UdpPeer(Closable):
    """The other side of a run with `Udp`, for programs in Python.

    with UdpPeer(9000) as peer:
        peer.send([0.5])
        packet = peer.receive()

    address: where the run listens; listen: where this side does, where the run has `to`.
    """

    def __init__(
        self, address: str | int, *, listen: str | int | None = None, remote: bool = False
    ) -> None:
        self.address = parse_address("UdpPeer", address)
        _check_near("UdpPeer", self.address, remote)
        self._socket = socket.socket(_family(self.address), socket.SOCK_DGRAM)
        self._count = 0
        if listen is not None:
            own = parse_address("UdpPeer / listen", listen)
            _check_near("UdpPeer / listen", own, remote)
            try:
                self._socket.bind(own)
            except OSError as error:
                self._socket.close()
                raise EnvironmentProblem(_cannot_listen(own, error)) from None

    def send(self, values: object, time: float = 0.0) -> None:
        """Send efforts, in the order of the run's."""
        row = np.atleast_1d(np.asarray(values, dtype=float)).ravel()
        self._socket.sendto(packet_bytes(self._count, time, row), self.address)
        self._count += 1

    def receive(self, timeout: float = 1.0) -> Packet | None:
        """Return the next packet of the run; None if none comes within `timeout` [s]."""
        end = monotonic() + timeout
        while True:
            self._socket.settimeout(max(end - monotonic(), SHORTEST))
            packet = None
            with suppress(TimeoutError, ConnectionError):  # the run has not begun, or is over
                packet = packet_of_bytes(self._socket.recv(LARGEST))
            if packet is not None or monotonic() >= end:
                return packet

    def close(self) -> None:
        """Close the socket."""
        self._socket.close()
