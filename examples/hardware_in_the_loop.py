"""A controller in another process holds an arm up over UDP, sample by sample.

It knows nothing but the layout of the packets: it could be a board with a network port.
"""

from __future__ import annotations

import os
import socket
import struct
import subprocess
import sys

import numpy as np

import sarrus

HEAD = struct.Struct("<4sIQd")  # "SRT1", how many numbers follow, counter, time
RATE, PORT = 200.0, str(40000 + os.getpid() % 20000)


def controller(port: int) -> None:
    """Answer each packet with the torque that its angle and rate ask for."""
    torque, n = 0.0, 0
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as link:
        link.settimeout(0.5)
        print("ready", flush=True)
        while True:
            packet = HEAD.pack(b"SRT1", 1, n, 0.0) + struct.pack("<d", torque)
            link.sendto(packet, ("127.0.0.1", port))
            n += 1
            try:
                angle, rate = struct.unpack_from("<2d", link.recv(4096), HEAD.size)
            except OSError:
                continue  # the run has not begun, or is over
            torque = -8.0 * (angle + 0.5) - 2.0 * rate - 4.905 * np.cos(angle)


if sys.argv[1:2] == ["board"]:
    controller(int(sys.argv[2]))
m = sarrus.Mechanism("arm")
arm = m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=(0.01, 0.1, 0.1))
m.revolute("A", m.ground, arm, at=(0, 0, 0), axis="y")
system, link = m.build().compile(), sarrus.realtime.Udp(f"127.0.0.1:{PORT}")
board = subprocess.Popen([sys.executable, __file__, "board", PORT], stdout=subprocess.PIPE)
board.stdout.readline()
try:
    result = system.realtime(
        start := system.assemble(), rate=RATE, until=2.0, read=link, write=link,
        efforts=["A"], channels=["A.angle", "A.rate"],
    )  # fmt: skip
finally:
    board.kill()
    board.communicate()
print(result.report())
how = {"until": 2.0, "method": "rk4", "step": 1 / RATE, "every": 1 / RATE}
again = system.simulate(start, inputs=result.replay(), **how)
if not link.received or not np.array_equal(again.q, result.run.q):
    raise SystemExit("no packet came, or the run is not reproduced")
print(f"checked: {link.received} packets, the arm at {result['A.angle'][-1]:.3f} rad of -0.5")
