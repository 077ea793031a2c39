"""Other programs on the same GPU: frax (trees, JAX), and MuJoCo's MJX and MuJoCo Warp (loops by
soft constraints).

    python benchmarks/gpu_peers.py prepare build/peers        # here: the model file for MuJoCo
    python gpu_peers.py run build/peers result.json           # there, with the packages below
    python gpu_peers.py run build/peers result.json frax mjx  # only these

Packages: frax, mujoco, mujoco-mjx, mujoco-warp.

Rates are the best of several repeats after compilation, with arrays on the device; each precision
is a process of its own, since JAX decides it at its start.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

STATES = (1 << 14, 1 << 17, 1 << 20)
"""States that are tried; the best counts."""
WORLDS = (1 << 12, 1 << 15, 1 << 17)
WARP_WORLDS = (1 << 15, 1 << 17, 1 << 19)
STEPS = 100
STEP = 1e-3
REPEATS = 5
MODEL = "four_bar.xml"
WARP = "mujoco-warp"


def prepare(folder: Path) -> None:
    """Write the four-bar as MuJoCo reads it."""
    from mujoco_models import loop_mjcf

    from sarrus import gallery

    folder.mkdir(parents=True, exist_ok=True)
    text = loop_mjcf(gallery.four_bar().compile(kernels=()))
    (folder / MODEL).write_text(text, encoding="utf-8")
    source = Path(__file__)
    (folder / source.name).write_text(source.read_text(encoding="utf-8"), encoding="utf-8")


def best(call: Any, count: int) -> float:
    """Return the highest rate of some calls; the first ones compile and warm up."""
    import jax

    for _ in range(2):
        jax.block_until_ready(call())
    times = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        jax.block_until_ready(call())
        times.append(time.perf_counter() - began)
    return count / min(times)


def frax_rates() -> dict[str, float]:
    """Return evaluations a second of an arm of seven joints, iiwa14."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    from frax.robots.kuka_iiwa import load_iiwa

    robot = load_iiwa()
    gravity = jnp.array([0.0, 0.0, 9.81, 0.0, 0.0, 0.0])
    inverse = jax.jit(jax.vmap(lambda q, v, a: robot.rnea(q, v, a, gravity, None)))
    forward = jax.jit(jax.vmap(lambda q, v, tau: robot.forward_dynamics(q, v, tau, None)))
    found = {"inverse dynamics": 0.0, "forward dynamics": 0.0}
    for count in STATES:
        random = np.random.default_rng(1)
        given = [jnp.asarray(random.uniform(-1.0, 1.0, (count, 7))) for _ in range(3)]
        for name, function in (("inverse dynamics", inverse), ("forward dynamics", forward)):
            rate = best(lambda f=function, g=given: f(*g), count)
            found[name] = max(found[name], rate)
    return found


def _soft_four_bars(folder: Path) -> list[tuple[str, Any]]:
    """Return the four-bar of MuJoCo by its integrators."""
    import mujoco

    found = []
    for name, integrator, iterations in (
        ("RK4", mujoco.mjtIntegrator.mjINT_RK4, 4),
        ("Euler", mujoco.mjtIntegrator.mjINT_EULER, 1),
    ):
        model = mujoco.MjModel.from_xml_path(str(folder / MODEL))
        model.opt.integrator, model.opt.timestep = integrator, STEP
        model.opt.iterations, model.opt.ls_iterations = iterations, 4
        model.opt.solver = mujoco.mjtSolver.mjSOL_NEWTON
        found.append((name, model))
    return found


def mjx_rates(folder: Path) -> dict[str, float]:
    """Return steps a second of a four-bar whose loop is a soft constraint."""
    import jax
    from mujoco import mjx

    found: dict[str, float] = {}
    for name, model in _soft_four_bars(folder):
        device = mjx.put_model(model)
        start = mjx.make_data(device)

        def run(data: Any, device: Any = device) -> Any:
            return jax.lax.scan(lambda d, _: (mjx.step(device, d), None), data, None, STEPS)[0]

        many = jax.jit(jax.vmap(run))
        for worlds in WORLDS:
            data = jax.vmap(lambda v, d=start: d.replace(qvel=d.qvel.at[0].set(v)))(
                jax.numpy.linspace(0.5, 1.0, worlds)
            )
            rate = best(lambda f=many, d=data: f(d), worlds * STEPS)
            found[f"four-bar, {name}"] = max(found.get(f"four-bar, {name}", 0.0), rate)
    return found


def warp_rates(folder: Path) -> dict[str, float]:
    """Return steps a second of the same four-bar in MuJoCo Warp, as a graph of steps."""
    import mujoco_warp
    import numpy as np
    import warp

    found: dict[str, float] = {}
    for name, model in _soft_four_bars(folder):
        device = mujoco_warp.put_model(model)
        for worlds in WARP_WORLDS:
            data = mujoco_warp.make_data(model, nworld=worlds)
            v = np.zeros((worlds, model.nv), dtype=np.float32)
            v[:, 0] = np.linspace(0.5, 1.0, worlds)
            data.qvel.assign(v)
            mujoco_warp.step(device, data)
            warp.synchronize()
            with warp.ScopedCapture() as capture:
                for _ in range(STEPS):
                    mujoco_warp.step(device, data)
            times = []
            for _ in range(2 + REPEATS):
                began = time.perf_counter()
                warp.capture_launch(capture.graph)
                warp.synchronize()
                times.append(time.perf_counter() - began)
            if not np.isfinite(data.qpos.numpy()).all():
                raise RuntimeError("the states of MuJoCo Warp are not finite")
            rate = worlds * STEPS / min(times[2:])
            found[f"four-bar, {name}"] = max(found.get(f"four-bar, {name}", 0.0), rate)
    return found


def measure(what: str, precision: str, folder: Path) -> dict[str, Any]:
    """Measure one program in one precision, in this process."""
    if what == WARP:
        return {"program": what, "precision": precision, "rates": warp_rates(folder)}
    import jax

    jax.config.update("jax_enable_x64", precision == "double")
    rates = frax_rates() if what == "frax" else mjx_rates(folder)
    return {"program": what, "precision": precision, "rates": rates}


def run(folder: Path, file: Path, names: Sequence[str] = ()) -> None:
    """Measure all, or those named, each in a process; what fails is written down as such."""
    rows = []
    every = (("frax", "double"), ("frax", "single"), ("mjx", "single"), (WARP, "single"))
    for what, precision in every:
        if names and what not in names:
            continue
        command = [sys.executable, __file__, "one", what, precision, str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
        tail = done.stderr[-1500:]
        row = (
            json.loads(lines[-1])
            if lines
            else {"program": what, "precision": precision, "failed": tail}
        )
        print(json.dumps(row), flush=True)
        rows.append(row)
        file.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def main() -> None:
    if sys.argv[1] == "prepare":
        prepare(Path(sys.argv[2]))
    elif sys.argv[1] == "one":
        print(json.dumps(measure(sys.argv[2], sys.argv[3], Path(sys.argv[4]))))
    else:
        run(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])


if __name__ == "__main__":
    main()
