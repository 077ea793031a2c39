// What a machine is like, at the state as it is now.

/** Coordinates, velocities and states of force elements by name. */
export function coordinatesOf(core) {
  const { q, v, states } = core.manifest.coordinates;
  const y = core.array("y");
  const found = {};
  q.forEach((name, k) => { found[name] = y[k]; });
  v.forEach((name, k) => { found[name] = y[q.length + k]; });
  const first = y.length - 3 - states.length;
  states.forEach((name, k) => { found[name] = y[first + k]; });
  return found;
}

/** Sizes and poses of shapes that constants change. */
export function drawingOf(core) {
  const found = {};
  for (const [name, [address, shape]] of Object.entries(core.manifest.drawing)) {
    found[name] = core.floats(address, shape.reduce((a, b) => a * b, 1)).slice();
  }
  return found;
}

/** Efforts of motors, drives and locks. */
export function effortsOf(core) {
  const found = core.read("efforts");
  const driven = core.manifest.rows.filter((row) => row.unit === "drive");
  return driven.map((row, k) => ({ name: row.owner, value: found[k] ?? NaN }));
}

/** Energies [J]; start: where the balance began. */
export function energyOf(core, start) {
  const [kinetic, gravity, elements] = core.read("energy");
  const [work, loss, corrections] = core.array("y").slice(-3);
  const total = kinetic + gravity + elements;
  const balance = total - start - work + loss;
  return { kinetic, gravity, elements, total, work, loss, corrections, balance };
}
