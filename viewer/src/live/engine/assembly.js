// Assembly: the numbers of the model, the position that closes all loops, and how well it does.
import { follow } from "./following.js";
import { bad, good, openLoop } from "./words.js";

/** Compute the numbers of the model and assemble it again, from where it is. */
export function renew(core, machine) {
  const before = core.copyOf("followed");
  if (core.manifest.numbers) {
    core.run("run numbers");
  }
  machine.writeNumbers();
  if (core.manifest.numbers) {
    const undefinedOne = undefinedNumber(core);
    if (undefinedOne) {
      return bad(`with this value ${undefinedOne} is not a number: the formula divides by zero, or `
        + "takes the root of a negative number");
    }
    const broken = [...core.array("guards")].findIndex((x) => x !== 1);
    if (broken >= 0) {
      const where = core.manifest.guards[broken] ?? "the model";
      return bad(`this value is not allowed or changes the form of the model at ${where}, and a page `
        + "has the form of the file: make the page anew with this value");
    }
  }
  const wrong = core.array("p").some((x) => !Number.isFinite(x));
  if (wrong) return bad("with these constants some numbers of the model are not defined");
  for (const { name, kind, address } of core.manifest.physical) {
    const negative = kind === "mass" ? core.floats(address, 1)[0] < 0
      : isIndefinite(core.floats(address, 9));
    if (negative) return bad(`the ${kind} of '${name.slice(0, -1 - kind.length)}' is negative`);
  }
  const wanted = follow(core, before, machine);
  machine.writeInputs();
  const found = assemble(core, wanted);
  if (!found.ok) return found;
  core.observe();
  const values = [...core.array("energy"), ...core.array("watch")];
  if (values.some((x) => !Number.isFinite(x))) {
    return bad("with these constants the equations of motion have no solution: a mass or an "
      + "inertia may be zero or negative, or the position is singular");
  }
  return found;
}

/** Name the first number that constants have made NaN or infinite, or nothing. */
function undefinedNumber(core) {
  const wrong = (numbers) => numbers.some((x) => !Number.isFinite(x));
  for (const [name, [address, shape]] of Object.entries(core.manifest.drawing)) {
    const size = shape.reduce((a, b) => a * b, 1);
    const limits = /limits$/.test(name); // none is written as an infinite one
    const values = core.floats(address, size);
    if (limits ? values.some(Number.isNaN) : wrong(values)) return `'${name}'`;
  }
  if (wrong(core.array("laws"))) return "a number of a law";
  return wrong(core.array("followed")) ? "a number of the start or of a drive" : "";
}

/** Assemble the mechanism from where it is; wanted: [place in q, place in v, value, rate]. */
export function assemble(core, wanted = []) {
  const record = core.closing;
  record.wanted = wanted.length;
  const v = core.manifest.coordinates.v;
  const places = new BigInt64Array(core.memory.buffer, record.q_places, v.length);
  const rates = new BigInt64Array(core.memory.buffer, record.v_places, v.length);
  wanted.forEach(([q, w, value, rate], k) => {
    places[k] = BigInt(q);
    rates[k] = BigInt(w);
    core.floats(record.values, v.length)[k] = value;
    core.floats(record.rates, v.length)[k] = rate;
  });
  core.setTime();
  const closed = core.run("close_state", core.manifest.addresses.closing);
  if (!Number(closed)) {
    return bad(openLoop(record, core.manifest.rows, core.manifest.length), { moved: 0 });
  }
  if (core.manifest.mixing) core.run("mix_rows", core.manifest.addresses.mixing);
  return good({ moved: record.moved });
}

/** The largest gaps of all rows. */
export function loopError(core) {
  core.setTime();
  core.run("run rows");
  const record = core.closing;
  const gaps = core.floats(record.gaps, core.manifest.rows.length);
  const found = { length: 0, angle: 0, owner: "" };
  let worst = 0;
  core.manifest.rows.forEach((row, k) => {
    const gap = Math.abs(gaps[k]);
    const scaled = row.unit === "m" ? gap / core.manifest.length : gap;
    if (row.unit === "m") found.length = Math.max(found.length, gap);
    if (row.unit === "rad") found.angle = Math.max(found.angle, gap);
    if (row.unit !== "drive" && scaled > worst) {
      worst = scaled;
      found.owner = row.owner;
    }
  });
  return found;
}

/** Whether a symmetric matrix of 3 x 3 is that of no body: it has a negative principal minor. */
function isIndefinite(J) {
  const size = Math.abs(J[0]) + Math.abs(J[4]) + Math.abs(J[8]);
  const least = -1e-12 * size;
  const two = [J[0] * J[4] - J[1] * J[3], J[4] * J[8] - J[5] * J[7], J[0] * J[8] - J[2] * J[6]];
  const three = J[0] * two[1] - J[1] * (J[3] * J[8] - J[5] * J[6])
    + J[2] * (J[3] * J[7] - J[4] * J[6]);
  return Math.min(J[0], J[4], J[8]) < least || Math.min(...two) < least * size
    || three < least * size * size;
}
