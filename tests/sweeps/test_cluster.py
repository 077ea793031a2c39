"""Sweeps on a cluster: the same bits, nothing lost, nothing twice, nothing open to strangers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sarrus
from gpu.test_device import has_device
from sarrus.errors import EnvironmentProblem, ModelError
from sarrus.kernels.targets.llvm.processor import common_level, levels_of
from sarrus.storage import decode, encode
from sarrus.sweeps.cluster import coordinator
from sarrus.sweeps.cluster.address import host_of, is_loopback, refuse_open
from sarrus.sweeps.cluster.coordinator import ClusterWarning, Coordinator
from sarrus.sweeps.cluster.packing import record_of_tasks, tasks_of_record
from sarrus.sweeps.cluster.pieces import Pieces
from sarrus.sweeps.cluster.place import Place, Places, facts, kind_of, make_runs
from sarrus.sweeps.workers import can_fork
from sarrus.system.run_files.opening import open_run
from simulation.machines import pendulum
from sweeps.coordinator import fake_sweep
from sweeps.fake_runs import value, work

distributed = pytest.importorskip("distributed")
dask = pytest.importorskip("dask")
pytestmark = pytest.mark.skipif(not can_fork(), reason="workers need fork")


DRIVEN = """\
sarrus: 1
name: arm
constants: {l: 1 m}
bodies: {rod: {mass: 1 kg, com: [l/2, 0, 0], inertia: [0.1, 0.1, 0.1]}}
joints: {A: {type: revolute, parent: ground, child: rod, at: [0, 0, 0], axis: y}}
drives: {A: "2*pi*t"}
run: {kind: drive, until: 0.5, every: 0.1}
"""


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two workers of one thread each, on this machine."""
    settings = {"distributed.scheduler.allowed-failures": 2, "distributed.admin.tick.limit": "1h"}
    with (
        dask.config.set(settings),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        yield client


def swept(**how: Any) -> sarrus.sweeps.Sweep:
    system = pendulum().compile()
    measure = ["max A.rate", "last A.angle"]
    over = {"rod.mass": [1.0 + 0.1 * i for i in range(7)]}
    return system.sweep(over, start=system.assemble({"A": 0.4}), until=0.3, measure=measure, **how)


def test_a_cluster_gives_the_bits_of_one_machine(client: Any, tmp_path: Path) -> None:
    alone = swept(workers=0)
    together = swept(executor=client, folder=tmp_path, keep_runs=True)
    assert together.how == "cluster"
    for name in alone.names:
        assert np.array_equal(alone[name], together[name])
    run = open_run(tmp_path / "run_003.sarrus")
    assert run["A.rate"].max() == alone["max A.rate"][3]
    again = swept(executor=client, folder=tmp_path, keep_runs=True)
    assert again.reused == 7


def test_lanes_on_a_cluster_have_the_bits_of_those_here(client: Any, tmp_path: Path) -> None:
    """Pieces of many runs, each a population of its machine; the ledger is that of any sweep."""
    how: dict[str, Any] = {"method": "rk4", "step": 1e-3}
    here = swept(place="cpu", **how)
    there = swept(place="cpu", executor=client, folder=tmp_path, **how)
    assert (here.how, there.how) == ("lanes of a population", "lanes on a cluster")
    for name in here.names:
        assert np.array_equal(here[name], there[name])
    assert swept(place="cpu", executor=client, folder=tmp_path, **how).reused == 7


@pytest.mark.skipif(has_device(), reason="there is a GPU")
def test_machines_without_a_gpu_say_so(client: Any) -> None:
    with (
        pytest.warns(ClusterWarning, match=r"is not used: it .*GPU.*libcuda"),
        pytest.raises(EnvironmentProblem, match=r"has no worker that can be used.*libcuda"),
    ):
        swept(place="gpu", executor=client, method="rk4", step=1e-3)


def test_drives_come_back_as_files(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "arm.yaml"
    path.write_text(DRIVEN, encoding="utf-8")
    table = sarrus.sweeps.sweep(
        path, {"l": [0.5, 1.0]}, measure="max A.effort", executor=client, folder=tmp_path / "d",
        keep_runs=True,
    )  # fmt: skip
    found = [open_run(tmp_path / "d" / f"run_{k:03}.sarrus")["A.effort"].max() for k in range(2)]
    assert table.how == "cluster" and np.array_equal(found, table["max A.effort"])


def test_by_its_address(client: Any) -> None:
    assert len(swept(executor=client.scheduler.address).failed) == 0


def test_runs_that_crash_or_hang_are_recorded_and_the_others_go_on(client: Any) -> None:
    fake = work(poison=[3, 8], hanging=[5])
    table = fake_sweep(20, fake, executor=client, limit=0.5, attempts=2)
    assert sorted(table.failed) == [3, 5, 8]
    assert [table.failed[i].status for i in (3, 5, 8)] == ["crashed", "timeout", "crashed"]
    good = [i for i in range(20) if i not in table.failed]
    assert np.array_equal(table["x"][good], [value(i) for i in good])


@pytest.mark.slow
def test_workers_of_the_cluster_may_be_killed(client: Any) -> None:
    """One after the other is killed in the middle of its work; the cluster starts others."""
    workers, killed = list(client.cluster.workers.values()), list[int]()

    def kill(fraction: float) -> None:
        if len(killed) < len(workers) and fraction > 0.2 * (1 + len(killed)):
            os.kill(workers[len(killed)].pid, signal.SIGKILL)
            killed.append(workers[len(killed)].pid)

    table = fake_sweep(300, work(seconds=0.02), executor=client, progress=kill)
    assert len(killed) == 2
    assert not table.failed
    assert np.array_equal(table["x"], [value(i) for i in range(300)])


@pytest.mark.slow
def test_workers_may_be_killed_before_they_have_answered(
    client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that the cluster starts in their place are asked in turn."""
    asked: list[list[str]] = []
    ask = coordinator._on_each

    def kill(client: Any, workers: Any, function: Any, *values: Any) -> dict[str, Any]:
        named = list(workers)
        if function is facts and not asked:
            for nanny in client.cluster.workers.values():
                os.kill(nanny.pid, signal.SIGKILL)
        if function is facts and named:
            asked.append(named)
        return dict(ask(client, named, function, *values))

    monkeypatch.setattr(coordinator, "_on_each", kill)
    table = fake_sweep(20, work(seconds=0.001), executor=client)
    assert len(asked) > 1 and not {*asked[0]} & {*asked[-1]}
    assert np.array_equal(table["x"], [value(i) for i in range(20)])


@pytest.mark.slow
def test_ten_thousand_runs_with_a_third_of_the_workers_killed(client: Any, tmp_path: Path) -> None:
    """Nothing is lost, made twice in the ledger, or changed."""
    cluster = client.cluster
    cluster.scale(6)
    client.wait_for_workers(6, timeout=300)
    killed: list[int] = []

    def kill(fraction: float) -> None:
        if fraction > 0.25 * (1 + len(killed)) and len(killed) < 2:
            nanny = list(cluster.workers.values())[len(killed)]
            if nanny.pid is not None:
                os.kill(nanny.pid, signal.SIGKILL)
                killed.append(nanny.pid)

    try:
        table = fake_sweep(
            10_000, work(seconds=0.001), executor=client, folder=tmp_path, progress=kill
        )
    finally:
        cluster.scale(2)
    assert len(killed) == 2 and not table.failed and not table.interrupted
    assert np.array_equal(table["x"], [value(i) for i in range(10_000)])
    again = fake_sweep(10_000, work(seconds=0.001), folder=tmp_path)
    assert again.reused == 10_000


def test_ctrl_c_keeps_what_was_made_and_another_client_goes_on(client: Any, tmp_path: Path) -> None:
    def stop(fraction: float) -> None:
        if fraction > 0.3:
            raise KeyboardInterrupt

    how = {"executor": client, "folder": tmp_path}
    first = fake_sweep(60, work(seconds=0.01), progress=stop, **how)
    assert first.interrupted
    with distributed.Client(client.scheduler.address, set_as_default=False) as other:
        second = fake_sweep(60, work(seconds=0.01), executor=other, folder=tmp_path)
    assert second.reused >= 18
    assert np.array_equal(second["x"], [value(i) for i in range(60)])


@pytest.mark.parametrize(
    "address",
    ["tcp://192.0.2.1:8786", "tcp://[2001:db8::1]:8786", "tcp://127.0.0.1.example:1", "node7:8786"],
)
def test_open_ways_to_other_machines_are_refused(address: str) -> None:
    with pytest.raises(EnvironmentProblem, match="S33"):
        refuse_open(address)


@pytest.mark.parametrize(
    "address", ["tcp://127.0.0.1:8786", "tcp://[::1]:8786", "tcp://localhost:8786", "tls://node7:1"]
)
def test_this_machine_and_encrypted_ways_are_taken(address: str) -> None:
    refuse_open(address)
    assert host_of("[::1]:87") == "::1"
    assert is_loopback("127.3.2.1")


def test_a_cluster_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sarrus.sweeps.cluster.address.PATIENCE", 0.5)
    with pytest.raises(EnvironmentProblem, match=r"S32.*127\.0\.0\.1:9.*does not answer"):
        swept(executor="tcp://127.0.0.1:9")


def test_functions_and_a_number_of_workers_are_refused(client: Any) -> None:
    with pytest.raises(ModelError, match="S21"):
        swept(executor=client, workers=2)
    system = pendulum().compile()
    with pytest.raises(ModelError, match="S25"):
        system.sweep(
            {"rod.mass": [1.0]},
            start=system.assemble(),
            until=0.1,
            measure={"x": lambda run: 1.0},
            executor=client,
        )


def test_pieces_take_about_a_second_and_end_together() -> None:
    pieces = Pieces(iter([{"run": i} for i in range(1000)]), 1000)
    assert len(pieces.next(4)) == 1
    pieces.learn(1, 0.01)
    assert len(pieces.next(2)) == 100
    sizes = []
    while piece := pieces.next(2):
        sizes.append(len(piece))
    assert sizes[-1] == 1
    assert sum(sizes) == 899
    assert sorted(sizes, reverse=True) == sizes
    lanes = Pieces(iter([{"run": i} for i in range(1000)]), 1000, lanes=True)
    assert len(lanes.next(2)) == 166  # a third of each machine's share, without a trial


def test_tasks_of_a_piece_are_packed_without_loss() -> None:
    start = {"q": np.array([0.1, 0.2]), "cut_q": None, "t": 0.0}
    tasks = [
        {"run": i, "start": {**start, "t": float(i // 2)}, "values": {"m": np.array(1.0 + i)}}
        for i in range(4)
    ]
    tasks[3]["values"] = {"m": np.array([1.0, 2.0])}  # another shape: no column
    for piece in (tasks[:1], tasks[:2], tasks[:3], tasks):
        record = decode(encode(record_of_tasks(piece)))
        back = tasks_of_record(record)
        assert _equal(back, piece)
        assert (record["values"] is None) == (len(piece) == 4 or len(piece) == 1)
    assert record_of_tasks(tasks[:2])["shared"].keys() == {"start"}


def _equal(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
    return all(
        a["run"] == b["run"]
        and a["start"]["t"] == b["start"]["t"]
        and np.array_equal(a["start"]["q"], b["start"]["q"])
        and a["values"].keys() == b["values"].keys()
        and all(np.array_equal(a["values"][n], b["values"][n]) for n in a["values"])
        for a, b in zip(one, other, strict=True)
    )


def test_a_machine_with_another_version_or_without_the_setup_says_so() -> None:
    order = {"version": "0", "source": "", "sweep": "x", "setup": None, "tasks": []}
    assert "version" in decode(make_runs(encode(order)))["problem"]
    from sarrus.kernels.cache import source_version
    from sarrus.sweeps.version import version

    order |= {"version": version(), "source": source_version()}
    assert decode(make_runs(encode(order))) == {"needs_setup": True}


def test_unlike_workers_are_not_used() -> None:
    coordinator = Coordinator("tcp://127.0.0.1:1", "", {})
    with pytest.warns(ClusterWarning, match="version 0"):
        coordinator._refuse("tcp://127.0.0.1:2", "has version 0")


def test_kernels_are_made_for_the_level_that_all_have(tmp_path: Path) -> None:
    third = levels_of(" ".join(["avx avx2 bmi1 bmi2 f16c fma abm movbe xsave cx16 lahf_lm popcnt"]))
    assert third == ()
    assert common_level([["x86-64-v3", "x86-64-v4"], ["x86-64-v3"]]) == "x86-64-v3"
    assert common_level([["x86-64-v3"], []]) == ""


def test_a_place_cleans_up_after_itself() -> None:
    setup = {
        "target": "sweeps.fake_runs:prepared",
        "work": work(),
        "limit": None,
        "attempts": 3,
        "processor": "",
        "kernels": [],
    }
    place = Place.make("x", setup)
    rows, files = place.outcomes([{"run": 4}])
    assert (rows[0].run, rows[0].values[0], files) == (4, value(4), {})
    place.close()
    deadline = time.monotonic() + 5.0
    while os.path.exists(place.folder) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not os.path.exists(place.folder)


def test_processes_of_a_sweep_serve_the_next_of_the_same_model() -> None:
    setup = {
        "target": "sweeps.fake_runs:prepared",
        "work": {**work(), "count": 3},
        "limit": None,
        "attempts": 3,
        "processor": "",
        "kernels": [],
    }
    places = Places()
    first = places.place_of("one", setup)
    assert first is not None
    first.outcomes([{"run": 1}])
    (server,) = first.servers.values()
    places.put_back(first)
    places.drop("one")
    other = {**setup, "work": {**work(), "count": 9}}
    second = places.place_of("two", other)
    assert second is first and list(second.servers.values()) == [server]
    assert second.outcomes([{"run": 2}])[0][0].values[0] == value(2)
    different = places.place_of("three", {**setup, "work": work(poison=[2])})
    assert different is not None and different is not first
    for place, name in ((second, "two"), (different, "three")):
        places.put_back(place)
        places.drop(name)
    for place in (second, different):  # as when their time is over
        places._cool(place)
        assert not place.kind or place.kind not in places._warm
    kept = {**setup, "work": {**work(), "folder": "somewhere"}}
    assert kind_of(kept) == "" and kind_of(setup) == kind_of(other) != ""
