// What follows constants beside the numbers of the model: rates of motors, efforts and the start.
// Numbers of laws are inputs of the kernels and need nothing.

/** Put what has changed in its place. Returns the rows of the assembly by which velocities of the
    start, and where nothing has moved yet positions too, change by as much; before: `followed`. */
export function follow(core, before, machine) {
  const { motors, efforts, rates, positions, elements, states } = core.manifest.followed;
  const now = core.array("followed");
  for (const [k, at] of motors) {
    if (now[at] === before[at] && now[at + 1] === before[at + 1]) continue;
    const motor = core.floats(core.manifest.motors[k].address, 3);
    motor[0] += motor[1] * (core.time - motor[2]) + now[at] - before[at];
    motor[2] = core.time;
    if (now[at + 1] === before[at + 1]) continue;
    motor[1] = now[at + 1];
    machine.motors[k].rate = now[at + 1];
  }
  for (const [k, at] of core.manifest.followed.events) core.array("event_numbers")[k] = now[at];
  for (const [k, at] of efforts) {
    if (now[at] !== before[at]) machine.inputs[k].value = now[at];
  }
  const shift = changes(now, before);
  const pushed = shift(rates);
  const moved = core.count ? new Map() : shift(positions);
  if (!core.count && elements.length + states.length) putStates(core);
  if (!pushed.size && !moved.size) return [];
  return wantedRows(core, core.array("y"), moved, pushed)
    .filter(([q, v]) => !core.count || pushed.has(v) || moved.has(q));
}

/** The rows of the assembly at the start: the file's, with the constants as they are now. */
export function startRows(core, start) {
  const { motors, rates, positions } = core.manifest.followed;
  const now = core.array("followed");
  for (const [k, at] of motors) {
    const motor = core.floats(core.manifest.motors[k].address, 3);
    const rate = now[at + 1] - start.followed[at + 1];
    motor[0] += now[at] - start.followed[at] + rate * core.origin;
  }
  putStates(core);
  const shift = changes(now, start.followed);
  return wantedRows(core, core.array("y"), shift(positions), shift(rates));
}

/** States of force elements start at numbers that may follow constants. */
function putStates(core) {
  const { elements, states } = core.manifest.followed;
  const y = core.array("y");
  const first = y.length - 3 - core.manifest.coordinates.states.length;
  for (const [k, address] of elements) [y[first + k]] = core.floats(address, 1);
  for (const [k, at] of states) y[first + k] = core.array("followed")[at];
}

function changes(now, before) {
  return (pairs) => new Map(pairs.map(([place, at]) => [place, now[at] - before[at]])
    .filter(([, change]) => change !== 0));
}

/** Rows [place in q, place in v, value, rate] of the coordinates that decide the position; what
    changes beside them goes into the state, from which the assembly begins. */
function wantedRows(core, y, moved, pushed) {
  const n = core.manifest.coordinates.q.length;
  for (const [q, change] of moved) y[q] += change;
  for (const [v, change] of pushed) y[n + v] += change;
  return core.manifest.wanted.map(([, q, v]) => [q, v, y[q], y[n + v]]);
}
