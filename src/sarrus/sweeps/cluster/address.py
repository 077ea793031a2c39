"""Where a cluster is, and whether one may talk to it."""

from __future__ import annotations

import ipaddress
from typing import Any

from sarrus.errors import EnvironmentProblem, ModelError, Problem
from sarrus.system.history.tables import library

CLUSTER, OPEN = "S32", "S33"
"""The codes of a cluster that cannot be used, and of one that is not encrypted."""
PATIENCE = 20.0
"""Seconds in which a cluster must answer, and have a worker."""


def client_of(executor: Any) -> tuple[Any, bool]:
    """Return the client of a cluster, and whether it was made here and is to be closed.

    executor: an address such as "tls://host:8786" or "tcp://127.0.0.1:8786", a client of
    `dask.distributed`, or one of its clusters.
    """
    distributed = library("distributed", "executor")
    if isinstance(executor, distributed.Client):
        refuse_open(str(executor.scheduler.address))
        return executor, False
    address = getattr(executor, "scheduler_address", executor)
    if not isinstance(address, str) or not address:
        rule = "must be the address of a cluster, or a client of dask.distributed"
        raise ModelError(Problem(CLUSTER, "executor", rule, value=repr(executor)[:80]))
    refuse_open(address)
    try:
        return distributed.Client(
            address, timeout=PATIENCE, set_as_default=False, direct_to_workers=False
        ), True
    except (OSError, ValueError, TypeError) as error:
        raise EnvironmentProblem(unusable(address, f"does not answer: {error}")) from None


def refuse_open(address: str) -> None:
    """Refuse (S33) a way to other machines on which anybody could read and write."""
    scheme, _, rest = address.rpartition("://")
    if scheme in ("tls", "wss", "inproc") or is_loopback(host_of(rest)):
        return
    raise EnvironmentProblem(
        Problem(
            OPEN,
            f"cluster {address}",
            "is reached without encryption beyond this machine",
            cause="whoever can write to such a connection can run code on all workers",
            action="start scheduler and workers with TLS and give its address as tls://...; "
            "certificates are set in dask's configuration, distributed.comm.tls",
        )
    )


def host_of(text: str) -> str:
    """Return the host of "host:port" or "[host]:port"."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition("/")[0].rpartition(":")[0] or text


def is_loopback(host: str) -> bool:
    """Return whether a host is this machine by its very name."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def unusable(address: str, rule: str, action: str = "") -> Problem:
    """Return the problem of a cluster that cannot be used."""
    return Problem(
        CLUSTER,
        f"cluster {address}",
        rule,
        action=action or "see that its scheduler and workers run, or sweep without executor",
    )
