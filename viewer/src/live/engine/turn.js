// A whole motion of one coordinate: states, channels, efforts and loads at its positions.
import { fieldsOf } from "./core.js";
import { bad, good, lengthText, openLoop, shown } from "./words.js";

const WHOLE = 2 * Math.PI;

/** Drive a coordinate of the machine from one value to another; see `machine.turn`. */
export function driven(core, name, plan, from, to, count, rate) {
  const record = fieldsOf(core.memory, plan.record);
  const turning = plan.unit === "rad/s";
  const here = valueOf(core, name, plan);
  let first = Number.isFinite(from) ? from : here;
  if (turning) first += WHOLE * Math.round((here - first) / WHOLE);
  const span = Number.isFinite(to) ? to - (Number.isFinite(from) ? from : here)
    : (turning ? WHOLE : 0);
  const speed = Number.isFinite(rate) && rate !== 0 ? rate : (turning ? WHOLE : 1);
  if (plan.arrays.hold) core.floats(...plan.arrays.hold).set(core.floats(...plan.arrays.here));
  const width = record.n_y + record.n_found;
  let store = 0;
  const go = (begin, end, steps) => {
    store = room(core, steps * width);
    record.first = begin;
    record.last = end;
    record.rate = speed;
    record.count = steps;
    record.store = store;
    return Number(core.run("go_round", plan.address));
  };
  const distance = Math.abs(first - here);
  if (distance > 1e-12 * (turning ? 1 : core.manifest.length)) {
    const steps = 2 + Math.ceil(distance / (turning ? 0.1 : 0.05 * core.manifest.length));
    if (go(here, first, steps) < steps) {
      return bad(`'${name}' cannot get to ${shown(first)}`, { count: 0 });
    }
  }
  const done = go(first, first + span, count);
  const shift = (Number.isFinite(from) ? from : here) - first;
  const found = collected(core, plan, record, store, done, first + shift, span / (count - 1));
  if (done === count) return good(found);
  const closing = fieldsOf(core.memory, plan.closing);
  const reached = done ? found.values[done - 1] : first + shift;
  const where = turning ? `${shown((reached * 180) / Math.PI)} degrees` : lengthText(reached);
  const why = openLoop(closing, plan.rows, core.manifest.length);
  return bad(`the motion ends at ${where}: ${why}`, found);
}

/** Where the coordinate of a plan is, in the tree or of a cut joint; the plan has its own state. */
export function valueOf(core, name, plan) {
  const k = core.manifest.coordinates.q.indexOf(name);
  const [at, size] = plan.arrays.y;
  core.floats(at, size).set(core.array("y"));
  core.run(`run rows of ${name}`);
  return k >= 0 ? core.array("y")[k] : core.floats(...plan.arrays.here)[0];
}

/** Make room for numbers behind all that the module has; return where it begins. */
function room(core, numbers) {
  const store = Math.ceil(core.manifest.end / 8) * 8;
  const missing = store + 8 * numbers - core.memory.buffer.byteLength;
  if (missing > 0) core.memory.grow(Math.ceil(missing / 65536));
  return store;
}

function collected(core, plan, record, store, done, first, step) {
  const width = record.n_y + record.n_found;
  const rows = core.floats(store, done * width);
  const column = (at, of = (row) => rows[row * width + at]) => Float64Array.from(
    { length: done }, (_, row) => of(row));
  const place = (what, k) => record.n_y + plan.found[what][0] + k;
  const channels = {};
  core.manifest.channels.forEach(({ name }, k) => {
    channels[name] = column(place("channels", k));
  });
  const loads = {};
  core.manifest.joints.forEach((joint, k) => {
    const at = place("loads", 6 * k);
    loads[joint] = column(at, (row) => Math.hypot(
      rows[row * width + at], rows[row * width + at + 1], rows[row * width + at + 2]));
  });
  const states = new Float64Array(done * record.n_y);
  for (let row = 0; row < done; row += 1) {
    states.set(rows.subarray(row * width, row * width + record.n_y), row * record.n_y);
  }
  return {
    count: done,
    values: Float64Array.from({ length: done }, (_, k) => first + k * step),
    effort: column(place("efforts", 0)),
    watch: column(place("watch", 0)),
    channels,
    loads,
    states,
  };
}
