"""UDP and shared memory: round trips on this machine, packets that are none, ports in use."""

from __future__ import annotations

import math
import os
import socket
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from realtime.fake_clock import FakeClock, four_bar, pendulum
from sarrus import ModelError
from sarrus.errors import EnvironmentProblem
from sarrus.realtime import MemoryPeer, Packet, SharedMemory, Udp, UdpPeer, Wiring
from sarrus.system.realtime.packets import packet_bytes, packet_of_bytes

RATE = 100.0
WIRING = Wiring(("A",), (1,), ("A.angle",), (1,))


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture
def name() -> str:
    """A name of shared memory that nobody has."""
    return f"sarrus_{os.getpid()}_{os.urandom(4).hex()}"


def paced(link: Any, clock: FakeClock, system: Any = None, **how: Any) -> Any:
    system = pendulum() if system is None else system
    efforts = how.pop("efforts", ["A"])
    return system.realtime(
        system.assemble(), rate=RATE, until=0.2, read=link, write=link, efforts=efforts,
        clock=clock, **how,
    )  # fmt: skip


# --- packets --------------------------------------------------------------------------------------


def test_layout_is_the_documented_one() -> None:
    """Bytes by hand: 4 characters, uint32, uint64, float64, then the numbers, little-endian."""
    data = packet_bytes(7, 0.25, np.array([1.0, -2.5]))
    assert data == struct.pack("<4sIQddd", b"SRT1", 2, 7, 0.25, 1.0, -2.5)
    found = packet_of_bytes(data)
    assert found is not None
    assert (found.counter, found.time, list(found.values)) == (7, 0.25, [1.0, -2.5])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"SRT1",
        struct.pack("<4sIQdd", b"SRT2", 1, 1, 0.0, 1.0),
        struct.pack("<4sIQdd", b"SRT1", 2, 1, 0.0, 1.0),
        struct.pack("<4sIQdd", b"SRT1", 1, 1, 0.0, 1.0) + b"x",
        struct.pack("<4sIQdd", b"SRT1", 2**32 - 1, 1, 0.0, 1.0),
    ],
)
def test_what_is_no_packet(data: bytes) -> None:
    assert packet_of_bytes(data) is None


# --- UDP ------------------------------------------------------------------------------------------


def test_round_trip(port: int) -> None:
    """A peer that answers each packet: its efforts act, and it sees every sample but the first."""
    peer, seen = UdpPeer(port), []

    def act() -> None:
        while (packet := peer.receive(timeout=0.0005)) is not None:
            seen.append(packet)
        peer.send([0.1 * len(seen)], time=0.0)

    with peer:
        found = paced(Udp(f"127.0.0.1:{port}"), FakeClock(act), channels=["A.angle", "A.rate"])
        act()
    assert not found.notices
    counters = [packet.counter for packet in seen]
    assert counters == list(range(counters[0], 21)) and counters[0] <= 2
    rows = {packet.counter: packet for packet in seen}
    for n, packet in rows.items():
        assert packet.time == pytest.approx(0.01 * n)
        assert list(packet.values) == [found["A.angle"][n], found["A.rate"][n]]
    efforts = found.inputs["A"]
    assert len(set(efforts)) > 15 and np.all(np.diff(efforts) >= 0.0)


def test_inputs_hold_between_packets_and_the_last_wins(port: int) -> None:
    calls = []
    with UdpPeer(port) as peer:

        def act() -> None:
            calls.append(0)
            if len(calls) == 5:
                for value in (3.0, 4.0, 5.0):
                    peer.send(value)

        found = paced(Udp(port), FakeClock(act))
    assert list(found.inputs["A"]) == [0.0] * 5 + [5.0] * 15


def test_malformed_packets_are_counted_and_ignored(port: int) -> None:
    calls = []
    bad = [
        b"hello",
        packet_bytes(1, 0.0, np.array([1.0, 2.0])),
        packet_bytes(2, 0.0, np.array([math.nan])),
        packet_bytes(3, 0.0, np.zeros(0)),
    ]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:

        def act() -> None:
            calls.append(0)
            if len(calls) == 2:
                one.sendto(packet_bytes(4, 0.0, np.array([2.0])), ("127.0.0.1", port))
            if len(calls) == 4:
                for data in bad:
                    one.sendto(data, ("127.0.0.1", port))
                one.sendto(packet_bytes(3, 0.0, np.array([9.0])), ("127.0.0.1", port))  # older

        link = Udp(port)
        found = paced(link, FakeClock(act))
    assert set(found.inputs["A"]) == {0.0, 2.0}
    assert (link.malformed, link.outdated, link.received) == (4, 1, 6)
    (notice,) = found.notices
    assert notice.code == "W56"
    assert "4 packets of another form" in str(notice) and "1 packet older" in str(notice)


def test_a_sender_may_start_anew(port: int) -> None:
    link = Udp(port)
    link.open(WIRING)
    try:
        with UdpPeer(port) as first:
            first.send(1.0)
            first.send(2.0)
            assert link.read(0, 0.0) == [2.0]
        with UdpPeer(port) as second:
            second.send(3.0)
            assert link.read(1, 0.0) == [3.0]
            assert link.read(2, 0.0) is None
    finally:
        assert link.close() == []


def test_a_flood_does_not_keep_the_run(port: int) -> None:
    """Of many packets some are looked at now, the rest later; none is waited for."""
    link = Udp(port)
    link.open(WIRING)
    try:
        with UdpPeer(port) as peer:
            for k in range(300):
                peer.send(float(k))
            reads = [link.read(n, 0.0) for n in range(3)]
        assert reads[0] is not None and link.received <= 300
        assert reads[2] is None
    finally:
        link.close()


def test_port_in_use(port: int) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", port))
        with pytest.raises(EnvironmentProblem, match=rf"E-PORT.*127\.0\.0\.1:{port}.*is in use"):
            paced(Udp(port), FakeClock())


def test_port_is_free_again_after_a_run_that_stops(port: int) -> None:
    def write(t: float, values: Any) -> None:
        raise ValueError("no")

    system = pendulum()
    for _ in range(2):
        with pytest.raises(Exception, match="ValueError: no"):
            system.realtime(
                system.assemble(), rate=RATE, until=0.2, read=Udp(port), efforts=["A"],
                write=write, clock=FakeClock(),
            )  # fmt: skip


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "needs an address"),
        ({"listen": "0.0.0.0:9000"}, "only this one is allowed"),
        ({"to": "192.168.1.2:9000"}, "only this one is allowed"),
        ({"listen": "[::]:9000"}, "only this one is allowed"),
        ({"listen": "localhost:9000"}, "must be a port"),
        ({"listen": 0}, "must be a port"),
        ({"listen": 70000}, "must be a port"),
        ({"listen": "9000x"}, "must be a port"),
        ({"listen": True}, "must be a port"),
    ],
)
def test_addresses_that_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ModelError, match=f"S36.*{words}"):
        Udp(**given)


def test_other_machines_only_on_purpose() -> None:
    assert Udp(to="192.168.1.2:9000", remote=True).to == ("192.168.1.2", 9000)


def test_a_port_stands_for_datagrams(port: int) -> None:
    system = pendulum()
    with UdpPeer(port) as peer:
        found = system.realtime(
            system.assemble(), rate=RATE, until=0.1, read=port, write=port, efforts=["A"],
            clock=FakeClock(lambda: peer.send(1.5)),
        )  # fmt: skip
        assert peer.receive() is not None
    assert list(found.inputs["A"]) == [0.0] + [1.5] * 9


def test_one_way_to_another_port(port: int) -> None:
    """A run that only tells: nobody has to ask it first."""
    system = pendulum()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ours:
        ours.bind(("127.0.0.1", port))
        ours.settimeout(5.0)
        system.realtime(
            system.assemble(), rate=RATE, until=0.05, write=Udp(to=port), channels="A.angle",
            clock=FakeClock(),
        )  # fmt: skip
        packets = [packet_of_bytes(ours.recv(65536)) for _ in range(6)]
    assert [p.counter for p in packets if p is not None] == list(range(6))


# --- shared memory --------------------------------------------------------------------------------


@pytest.fixture
def block(name: str) -> Iterator[SharedMemory]:
    link = SharedMemory(name)
    link.open(Wiring(("A", "D"), (1, 1), ("A.angle", "tip"), (1, 3)))
    yield link
    link.close()


def test_memory_round_trip(name: str) -> None:
    peers: list[MemoryPeer] = []
    seen: list[Packet] = []

    def act() -> None:
        if not peers:
            peers.append(MemoryPeer(name))
        packet = peers[0].receive(timeout=0.0)
        if packet is not None:
            seen.append(packet)
        peers[0].send([0.5 * len(seen), -0.1])

    system = four_bar()
    found = paced(
        SharedMemory(name), FakeClock(act), system, efforts=["A", "D"], channels=["A.angle"]
    )
    assert peers[0].running is False
    peers[0].close()
    assert [packet.counter for packet in seen] == list(range(1, 21))
    assert [packet.values[0] for packet in seen] == list(np.asarray(found["A.angle"])[:20])
    np.testing.assert_array_equal(found.inputs["A"], 0.5 * np.arange(20))
    assert set(found.inputs["D"][1:]) == {-0.1}
    assert not found.notices
    with pytest.raises(EnvironmentProblem, match="is not there"):
        MemoryPeer(name, timeout=0.0)


def test_memory_layout_is_the_documented_one(name: str, block: SharedMemory) -> None:
    """Words by hand, through another opening of the block."""
    block.write(4, 0.5, np.array([1.0, 2.0, 3.0, 4.0]))
    with MemoryPeer(name) as peer:
        peer.send([7.0, 8.0], time=0.25)
        data = bytes(peer._block.buf[: 8 * (8 + 6 + 2 + 4)])
    assert data[:8] == b"SARRUSM1"
    assert struct.unpack_from("<QQQ", data, 8) == (2, 4, 1)
    assert struct.unpack_from("<QQddd", data, 64) == (2, 1, 0.25, 7.0, 8.0)
    assert struct.unpack_from("<QQddddd", data, 8 * 13) == (2, 5, 0.5, 1.0, 2.0, 3.0, 4.0)
    assert list(block.read(0, 0.0)) == [7.0, 8.0]  # type: ignore[arg-type]
    assert block.read(1, 0.0) is None


def test_memory_that_is_being_written_is_left(name: str, block: SharedMemory) -> None:
    """A writer that stands still in the middle keeps nobody waiting."""
    with MemoryPeer(name) as peer:
        peer.send([1.0, 2.0])
        peer._efforts._sequence[0] += 1
        assert block.read(0, 0.0) is None
        peer._efforts._sequence[0] += 1
        assert list(block.read(1, 0.0)) == [1.0, 2.0]  # type: ignore[arg-type]
        peer.send([math.inf, 2.0])
        assert block.read(2, 0.0) is None
        with pytest.raises(ModelError, match="must be 2 numbers, not 1"):
            peer.send([1.0])
    (notice,) = block.close()
    assert notice.code == "W56"
    assert "1 row of efforts with values that are not finite" in str(notice)
    assert "1 row that was being written" in str(notice)


def test_name_in_use(name: str, block: SharedMemory) -> None:
    with pytest.raises(EnvironmentProblem, match=r"E-PORT.*is in use"):
        paced(SharedMemory(name), FakeClock())


@pytest.mark.parametrize("wrong", ["", "a/b", "x" * 40, "a b"])
def test_names_that_are_refused(wrong: str) -> None:
    with pytest.raises(ModelError, match="S36"):
        SharedMemory(wrong)
