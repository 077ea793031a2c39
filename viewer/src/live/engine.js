/* A mechanism that runs by itself: the module and the manifest of `sarrus.system.live`.

   const machine = await createMachine(bytes, manifest);

   bytes: the module, an ArrayBuffer or Uint8Array; manifest: its object (parsed JSON). Works in
   browsers and in node, without any other file. Nothing here throws on a bad number: what cannot be
   done is answered by {ok: false, message}, and the machine stays in its last good state.

   Constants, inputs, motors
     machine.constants            [{name, value, unit, range, start}]; value follows setConstant
     machine.setConstant(name, value)      -> {ok, message}   numbers of the model, assembled again
     machine.setConstants({name: value})   -> {ok, message}   several at once
     machine.drawing()            {name: Float64Array}: sizes and poses of shapes that constants
                                  change, as the model's numbers are now
     machine.inputs               [{name, unit, value}]: efforts on all velocities
     machine.setInput(name, value)         -> {ok, message}
     machine.motors               [{name, unit, rate}]: coordinates that move at a given rate
     machine.setMotor(name, rate)          -> {ok, message}   from where it is now

   Running
     machine.time, machine.step   [s]
     machine.advance(seconds)     -> {ok, message, steps}; what is left of a step is kept for later
     machine.reset()              -> {ok, message}   the start, with the constants as they are now
     machine.state()              -> an opaque object; machine.restore(state)
     machine.coordinate(name), machine.coordinates()   {name: value} of q, v and states

   Reading, at the state as it is now
     machine.bodies               names
     machine.poses()              Float64Array, 12 numbers a body: rotation rows, position [m]
     machine.channelNames         [{name, unit}]
     machine.channel(name)        a number; machine.channels() a Float64Array of all
     machine.energy()             {kinetic, gravity, elements, total, work, loss, corrections,
                                  balance}: balance is what the integrator has lost or gained [J]
     machine.loopError()          {length [m], angle [rad], owner}: the largest of all rows
     machine.joints               names; machine.loads() Float64Array, 6 numbers a joint: the force
                                  on its child in world axes [N], and the point where it acts [m]
     machine.openLoads            joints whose loads are one choice of many
     machine.efforts()            [{name, value}] of motors, drives and locks

   The pointer
     machine.drag(body, localPoint, target, stiffness)   a spring with damping from a point of a
                                  body (in its own axes) to a target in the world; stiffness [N/m]
                                  is chosen by the mass that it pulls where it is left out, and
                                  never more than a step can follow
     machine.release()
     machine.dragForce            [x, y, z] in the world [N], or null

   A whole motion
     machine.turns                [{name, unit, held}]: coordinates that can be driven
     machine.turn({coordinate, from, to, count, rate})
        -> {ok, message, count, values, channels, efforts, loads, poses, energy}
        values: Float64Array of the coordinate; channels: {name: Float64Array};
        effort: Float64Array, of the drive; loads: {joint: Float64Array of forces (magnitudes)};
        states: Float64Array, count x size. from: where it is now, to: a whole turn later, count:
        181, rate: 2 pi [rad/s] or 1 [m/s], unless given. Where the mechanism cannot go on, ok is
        false, and what was reached is there.

   What cannot be done: machine.cannot, an array of sentences. */

const LIBRARY = Object.freeze({
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  atan2: Math.atan2, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp,
  log: Math.log, pow, hypot: Math.hypot, fmod: (x, y) => x % y,
});
/** Why `repeat` came back. */
const DONE = 0;
/** Steps of one call of the loop at most, so that a page stays alive. */
const MOST = 200000;
/** Steps that are taken with a choice of rows that is not good, before another is looked for. */
const LOW_STEPS = 20;
/** Parts into which a change of constants is divided where it cannot be followed at once. */
const PARTS = [1, 8, 64];
/** A change of position [rad, lengths] that is followed in parts, so that the branch is kept. */
const FAR = 0.35;
/** The largest stiffness of the pointer's spring, times the square of a step, by the mass. */
const STEADY = 0.05;
const WHOLE = 2 * Math.PI;

/** C's pow: 1 to any power, and any number to the power 0, is 1. */
function pow(x, y) {
  return x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y;
}

const good = (more = {}) => ({ ok: true, message: "", ...more });
const bad = (message, more = {}) => ({ ok: false, message, ...more });

/** Return a machine; rejects only what is no module of this version. */
export async function createMachine(bytes, manifest) {
  if (manifest?.format !== "sarrus live machine" || manifest.version !== 1) {
    throw new Error("this is no live machine of version 1");
  }
  const { instance } = await WebAssembly.instantiate(bytes, { math: LIBRARY });
  return new Machine(instance.exports, manifest);
}

/** The fields of a record in memory, by name, as properties. */
function fieldsOf(memory, layout) {
  const found = {};
  for (const [name, [address, kind]] of Object.entries(layout)) {
    const view = () => new DataView(memory.buffer);
    const get = {
      float: () => view().getFloat64(address, true),
      int: () => Number(view().getBigInt64(address, true)),
      at: () => view().getUint32(address, true),
    }[kind];
    const set = {
      float: (x) => view().setFloat64(address, x, true),
      int: (x) => view().setBigInt64(address, BigInt(x), true),
      at: (x) => view().setUint32(address, x, true),
    }[kind];
    if (get) Object.defineProperty(found, name, { get, set, enumerable: true });
  }
  return found;
}

class Machine {
  #exports;
  #manifest;
  #memory;
  #steps;
  #closing;
  #stepMemory;
  #count = 0;
  #origin;
  #left = 0;
  #observed = false;
  #energyStart = 0;
  #drag = null;
  #start;
  #store = 0;

  constructor(exports, manifest) {
    this.#exports = exports;
    this.#manifest = manifest;
    this.#memory = exports.memory;
    this.#steps = fieldsOf(exports.memory, manifest.records.steps);
    this.#closing = fieldsOf(exports.memory, manifest.records.closing);
    this.#stepMemory = fieldsOf(exports.memory, manifest.records.memory);
    this.#origin = manifest.time;
    this.constants = manifest.constants.map((c) => ({
      name: c.name, value: c.value, start: c.value, unit: c.unit, range: c.range,
    }));
    this.inputs = manifest.inputs.map(({ name, unit, value }) => ({ name, unit, value }));
    this.motors = manifest.motors.map(({ name, unit, rate }) => ({
      name, unit, rate, start: rate,
    }));
    this.turns = Object.entries(manifest.turns).map(([name, t]) => ({
      name, unit: t.unit, held: t.held,
    }));
    this.bodies = manifest.bodies;
    this.joints = manifest.joints;
    this.openLoads = manifest.open_loads;
    this.channelNames = manifest.channels;
    this.cannot = manifest.cannot;
    this.dragForce = null;
    this.#start = { y: this.#array("y").slice(), motors: this.#copyOf("motors") };
    this.#beginEnergy();
  }

  get time() {
    return this.#origin + this.#count * this.step;
  }

  get step() {
    return this.#manifest.step;
  }

  // --- memory -----------------------------------------------------------------------------------

  #floats(address, size) {
    return new Float64Array(this.#memory.buffer, address, size);
  }

  #array(name) {
    const [address, size] = this.#manifest.arrays[name] ?? [0, 0];
    return this.#floats(address, size);
  }

  #copyOf(name) {
    return this.#array(name).slice();
  }

  /** Run something of the module; what it traps on is no state that it can have. */
  #run(name, ...given) {
    return this.#exports[name](...given);
  }

  /** Let an implicit step forget the one before: something has changed. */
  #forget() {
    if ("valid" in this.#stepMemory) {
      this.#stepMemory.valid = 0;
      this.#stepMemory.started = 0;
    }
  }

  #setTime() {
    this.#array("t")[0] = this.time;
  }

  // --- states -----------------------------------------------------------------------------------

  state() {
    return {
      y: this.#copyOf("y"), T: this.#copyOf("T"), hold: this.#copyOf("hold"),
      motors: this.#copyOf("motors"), count: this.#count, origin: this.#origin,
      left: this.#left, p: this.#copyOf("p"), energy: this.#energyStart,
      constants: this.constants.map((c) => c.value), rates: this.motors.map((m) => m.rate),
    };
  }

  restore(state) {
    for (const name of ["y", "T", "hold", "motors", "p"]) this.#array(name).set(state[name]);
    this.#count = state.count;
    this.#origin = state.origin;
    this.#left = state.left;
    this.#energyStart = state.energy;
    this.constants.forEach((c, k) => {
      c.value = state.constants[k];
      this.#floats(this.#manifest.constants[k].address, 1)[0] = c.value;
    });
    this.motors.forEach((m, k) => { m.rate = state.rates[k]; });
    this.#setTime();
    this.#forget();
    this.#observed = false;
  }

  /** Do something that may fail; on failure the state before stays. */
  #tried(action) {
    const before = this.state();
    let found;
    try {
      found = action();
    } catch (problem) {
      found = bad(`the numbers cannot be computed (${problem.message})`);
    }
    if (!found.ok) this.restore(before);
    this.#observed = false;
    this.#forget();
    return found;
  }

  coordinates() {
    const { q, v, states } = this.#manifest.coordinates;
    const y = this.#array("y");
    const found = {};
    q.forEach((name, k) => { found[name] = y[k]; });
    v.forEach((name, k) => { found[name] = y[q.length + k]; });
    const first = y.length - 3 - states.length;
    states.forEach((name, k) => { found[name] = y[first + k]; });
    return found;
  }

  coordinate(name) {
    return this.coordinates()[name];
  }

  // --- changes ----------------------------------------------------------------------------------

  setConstant(name, value) {
    return this.setConstants({ [name]: value });
  }

  setConstants(values) {
    const places = [];
    for (const [name, value] of Object.entries(values)) {
      const k = this.constants.findIndex((c) => c.name === name);
      if (k < 0) return bad(`there is no constant '${name}'`);
      if (!Number.isFinite(value)) return bad(`${name} must be a number`);
      places.push([k, Number(value)]);
    }
    return this.#tried(() => this.#change(places));
  }

  /** Go to other constants, at once where that is near, else in parts. */
  #change(places) {
    const before = this.state();
    const first = places.map(([k]) => this.constants[k].value);
    let found = bad("");
    for (const parts of PARTS) {
      this.restore(before);
      for (let part = 1; part <= parts; part += 1) {
        places.forEach(([k, value], j) => {
          const now = part === parts ? value : first[j] + ((value - first[j]) * part) / parts;
          this.constants[k].value = now;
          this.#floats(this.#manifest.constants[k].address, 1)[0] = now;
        });
        found = this.#renew();
        if (!found.ok || (found.moved > FAR && parts < PARTS.at(-1))) break;
      }
      if (found.ok && !(found.moved > FAR && parts < PARTS.at(-1))) break;
    }
    if (found.ok) this.#beginEnergy();
    return found.ok ? good() : bad(found.message);
  }

  /** Compute the numbers of the model and assemble it again, from where it is. */
  #renew() {
    if (this.#manifest.numbers) {
      this.#run("run numbers");
      const broken = [...this.#array("guards")].findIndex((x) => x !== 1);
      if (broken >= 0) {
        const where = this.#manifest.guards[broken] ?? "the model";
        return bad(`these constants give the model another form at ${where}; read the file anew`);
      }
    }
    const wrong = this.#array("p").some((x) => !Number.isFinite(x));
    if (wrong) return bad("with these constants some numbers of the model are not defined");
    for (const { name, kind, address } of this.#manifest.physical) {
      const negative = kind === "mass" ? this.#floats(address, 1)[0] < 0
        : isIndefinite(this.#floats(address, 9));
      if (negative) return bad(`the ${kind} of '${name.slice(0, -1 - kind.length)}' is negative`);
    }
    const found = this.#assemble();
    if (!found.ok) return found;
    this.#observe();
    const values = [...this.#array("energy"), ...this.#array("watch")];
    if (values.some((x) => !Number.isFinite(x))) {
      return bad("with these constants the equations of motion have no solution: a mass or an "
        + "inertia may be zero or negative, or the position is singular");
    }
    return found;
  }

  #assemble(wanted = []) {
    const record = this.#closing;
    record.wanted = wanted.length;
    const v = this.#manifest.coordinates.v;
    const places = new BigInt64Array(this.#memory.buffer, record.q_places, v.length);
    const rates = new BigInt64Array(this.#memory.buffer, record.v_places, v.length);
    wanted.forEach(([q, w, value, rate], k) => {
      places[k] = BigInt(q);
      rates[k] = BigInt(w);
      this.#floats(record.values, v.length)[k] = value;
      this.#floats(record.rates, v.length)[k] = rate;
    });
    this.#setTime();
    const closed = this.#run("close_state", this.#manifest.addresses.closing);
    if (!Number(closed)) return bad(this.#openLoop(record, this.#manifest.rows), { moved: 0 });
    if (this.#manifest.mixing) this.#run("mix_rows", this.#manifest.addresses.mixing);
    return good({ moved: record.moved });
  }

  /** Say which joint does not close, and by how much. */
  #openLoop(record, rows) {
    const row = rows[record.worst];
    const gap = record.gap;
    if (!row || !(gap < 1e299)) return "the mechanism cannot be assembled with these numbers";
    if (row.unit === "drive") return `'${row.owner}' cannot get to where it is driven`;
    const size = row.unit === "m" ? `${shown(gap * this.#manifest.length * 1000)} mm`
      : `${shown((gap * 180) / Math.PI)} degrees`;
    return `the lengths do not reach: '${row.owner}' stays open by ${size}`;
  }

  setInput(name, value) {
    const k = this.inputs.findIndex((x) => x.name === name);
    if (k < 0) return bad(`there is no input '${name}'`);
    if (!Number.isFinite(value)) return bad(`${name} must be a number`);
    this.inputs[k].value = Number(value);
    this.#writeInput(k);
    this.#observed = false;
    return good();
  }

  #writeInput(k) {
    this.#floats(this.#manifest.inputs[k].address, 1)[0] = this.inputs[k].value;
  }

  setMotor(name, rate) {
    const k = this.motors.findIndex((x) => x.name === name);
    if (k < 0) return bad(`there is no motor '${name}'`);
    if (!Number.isFinite(rate)) return bad(`the rate of ${name} must be a number`);
    return this.#tried(() => {
      const motor = this.#floats(this.#manifest.motors[k].address, 3);
      motor[0] += motor[1] * (this.time - motor[2]);
      motor[1] = Number(rate);
      motor[2] = this.time;
      const found = this.#assemble();
      if (found.ok) {
        this.motors[k].rate = Number(rate);
        this.#beginEnergy();
      }
      return found;
    });
  }

  reset() {
    return this.#tried(() => {
      const y = this.#array("y");
      y.set(this.#start.y);
      this.#array("motors").set(this.#start.motors);
      this.#count = 0;
      this.#left = 0;
      this.#origin = this.#manifest.time;
      this.motors.forEach((m, k) => {
        this.#floats(this.#manifest.motors[k].address, 3)[1] = m.rate;
      });
      const { q } = this.#manifest.coordinates;
      const wanted = this.#manifest.wanted.map(
        ([, j, w]) => [j, w, y[j], y[q.length + w]]);
      let found = this.#assemble(wanted);
      if (!found.ok && wanted.length) {
        y.set(this.#start.y);
        found = this.#assemble();
      }
      if (found.ok) this.#beginEnergy();
      return found.ok ? good() : bad(found.message);
    });
  }

  drawing() {
    const found = {};
    for (const [name, [address, shape]] of Object.entries(this.#manifest.drawing)) {
      found[name] = this.#floats(address, shape.reduce((a, b) => a * b, 1)).slice();
    }
    return found;
  }

  // --- running ----------------------------------------------------------------------------------

  advance(seconds) {
    if (!(seconds > 0)) return good({ steps: 0 });
    const wanted = (seconds + this.#left) / this.step;
    const count = Math.min(Math.floor(wanted + 1e-9), MOST);
    this.#left = Math.min(Math.max(0, seconds + this.#left - count * this.step), this.step);
    const from = this.#count;
    let found = good();
    this.#observed = false;
    if (this.#drag) {
      for (let k = 0; k < count && found.ok; k += 1) {
        this.#pull();
        found = this.#take(1);
      }
      this.#clearPull();
    } else {
      found = this.#take(count);
    }
    return { ...found, steps: this.#count - from };
  }

  /** Take steps; a choice of rows that no longer serves is made anew, and where no choice is good,
      steps go on as long as the equations have a solution. */
  #take(count) {
    const record = this.#steps;
    const last = this.#count + count;
    const { usual, least } = this.#manifest.limits;
    let renewed = -1;
    while (this.#count < last) {
      const low = renewed === this.#count;
      record.t0 = this.#origin;
      record.h = this.step;
      record.first = this.#count;
      record.last = low ? Math.min(last, this.#count + LOW_STEPS) : last;
      record.limit = low ? least : usual;
      record.lowest = 1;
      let why;
      try {
        why = Number(this.#run("repeat", this.#manifest.addresses.steps));
      } catch (problem) {
        return bad(`the step cannot be taken (${problem.message})`);
      }
      this.#count = record.reached;
      this.#setTime();
      if (why === DONE) continue;
      if (!this.#manifest.mixing || (low && record.first === this.#count)) {
        return bad(`the mechanism stops at t = ${shown(this.time)} s: it is at a singular position, `
          + "or moves too fast for the step");
      }
      renewed = this.#count;
      this.#run("run rows");
      this.#run("mix_rows", this.#manifest.addresses.mixing);
      this.#forget();
    }
    return good();
  }

  // --- the pointer ------------------------------------------------------------------------------

  drag(body, localPoint, target, stiffness) {
    const k = this.bodies.indexOf(body);
    if (k < 0) return bad(`there is no body '${body}'`);
    const numbers = [...localPoint, ...target];
    if (numbers.length !== 6 || numbers.some((x) => !Number.isFinite(x))) {
      return bad("a point and a target have three numbers each");
    }
    const chosen = Number.isFinite(stiffness) && stiffness > 0 ? stiffness : null;
    this.#drag = { body: k, point: [...localPoint], target: [...target], stiffness: chosen };
    this.#pull();
    this.#clearPull();
    return good();
  }

  release() {
    this.#drag = null;
    this.dragForce = null;
    this.#observed = false;
  }

  /** Put the force of the pointer into the efforts, for one step. */
  #pull() {
    const { body, point, target } = this.#drag;
    this.#setTime();
    this.#run("run poses");
    const pose = this.#array("poses").subarray(12 * body, 12 * body + 12);
    const rate = this.#array("rates").subarray(6 * body, 6 * body + 6);
    const arm = [0, 1, 2].map((i) => (
      pose[3 * i] * point[0] + pose[3 * i + 1] * point[1] + pose[3 * i + 2] * point[2]));
    const spin = cross(rate.subarray(3, 6), arm);
    const mass = this.#manifest.masses[body];
    const most = (STEADY * mass) / this.step ** 2;
    const k = Math.min(this.#drag.stiffness ?? mass * 400, most);
    const c = 2 * Math.sqrt(k * mass);
    const force = [0, 1, 2].map((i) => (
      k * (target[i] - pose[9 + i] - arm[i]) - c * (rate[i] + spin[i])));
    const ext = this.#array("ext");
    ext.fill(0);
    const at = 6 * this.#manifest.tree[body];
    ext.set(force, at);
    ext.set(cross(arm, force), at + 3);
    this.#run("run push");
    const tau = this.#array("tau");
    const pushed = this.#array("pushed");
    this.inputs.forEach((_, j) => this.#writeInput(j));
    for (let j = 0; j < tau.length; j += 1) tau[j] += pushed[j];
    this.dragForce = force;
  }

  #clearPull() {
    this.inputs.forEach((_, j) => this.#writeInput(j));
  }

  // --- reading ----------------------------------------------------------------------------------

  #observe() {
    this.#setTime();
    this.#run("run observe");
    this.#observed = true;
  }

  #read(name) {
    if (!this.#observed) this.#observe();
    return this.#array(name);
  }

  poses() {
    this.#setTime();
    this.#run("run poses");
    return this.#array("poses").slice();
  }

  channels() {
    return this.channelNames.length ? this.#read("channels").slice() : new Float64Array(0);
  }

  channel(name) {
    const k = this.channelNames.findIndex((c) => c.name === name);
    return k < 0 ? NaN : this.#read("channels")[k];
  }

  loads() {
    return this.joints.length ? this.#read("loads").slice() : new Float64Array(0);
  }

  efforts() {
    const found = this.#read("efforts");
    const driven = this.#manifest.rows.filter((row) => row.unit === "drive");
    return driven.map((row, k) => ({ name: row.owner, value: found[k] ?? NaN }));
  }

  energy() {
    const [kinetic, gravity, elements] = this.#read("energy");
    const [work, loss, corrections] = this.#array("y").slice(-3);
    const total = kinetic + gravity + elements;
    const balance = total - this.#energyStart - work + loss;
    return { kinetic, gravity, elements, total, work, loss, corrections, balance };
  }

  /** Count energies from here. */
  #beginEnergy() {
    this.#array("y").fill(0, -3);
    this.#observe();
    this.#energyStart = this.#array("energy").reduce((a, b) => a + b, 0);
  }

  loopError() {
    this.#setTime();
    this.#run("run rows");
    const record = this.#closing;
    const gaps = this.#floats(record.gaps, this.#manifest.rows.length);
    const found = { length: 0, angle: 0, owner: "" };
    let worst = 0;
    this.#manifest.rows.forEach((row, k) => {
      const gap = Math.abs(gaps[k]);
      const scaled = row.unit === "m" ? gap / this.#manifest.length : gap;
      if (row.unit === "m") found.length = Math.max(found.length, gap);
      if (row.unit === "rad") found.angle = Math.max(found.angle, gap);
      if (row.unit !== "drive" && scaled > worst) {
        worst = scaled;
        found.owner = row.owner;
      }
    });
    return found;
  }

  // --- a whole motion ---------------------------------------------------------------------------

  turn({ coordinate, from, to, count = 181, rate } = {}) {
    const name = coordinate ?? this.turns[0]?.name;
    const plan = this.#manifest.turns[name];
    if (!plan) return bad(`'${name}' cannot be driven here`, { count: 0 });
    try {
      return this.#turn(name, plan, from, to, Math.max(2, Math.floor(count)), rate);
    } catch (problem) {
      return bad(`the motion cannot be computed (${problem.message})`, { count: 0 });
    }
  }

  #turn(name, plan, from, to, count, rate) {
    const record = fieldsOf(this.#memory, plan.record);
    const turning = plan.unit === "rad/s";
    const here = this.#valueOf(name, plan);
    let first = Number.isFinite(from) ? from : here;
    if (turning) first += WHOLE * Math.round((here - first) / WHOLE);
    const span = Number.isFinite(to) ? to - (Number.isFinite(from) ? from : here)
      : (turning ? WHOLE : 0);
    const speed = Number.isFinite(rate) && rate !== 0 ? rate : (turning ? WHOLE : 1);
    const [at, size] = plan.arrays.y;
    this.#floats(at, size).set(this.#array("y"));
    if (plan.arrays.hold && plan.hold) {
      plan.hold.forEach((j, k) => {
        if (j >= 0) this.#floats(...plan.arrays.hold)[k] = this.#array("y")[j];
      });
    }
    const width = record.n_y + record.n_found;
    const go = (begin, end, steps) => {
      this.#room(steps * width);
      record.first = begin;
      record.last = end;
      record.rate = speed;
      record.count = steps;
      record.store = this.#store;
      return Number(this.#run("go_round", plan.address));
    };
    const distance = Math.abs(first - here);
    if (distance > 1e-12) {
      const steps = 2 + Math.ceil(distance / (turning ? 0.1 : 0.05 * this.#manifest.length));
      if (go(here, first, steps) < steps) {
        return bad(`'${name}' cannot get to ${shown(first)}`, { count: 0 });
      }
    }
    const done = go(first, first + span, count);
    const shift = (Number.isFinite(from) ? from : here) - first;
    const found = this.#collected(plan, record, done, first + shift, span / (count - 1));
    if (done === count) return good(found);
    const closing = fieldsOf(this.#memory, plan.closing);
    const reached = done ? found.values[done - 1] : first + shift;
    const where = turning ? `${shown((reached * 180) / Math.PI)} degrees` : `${shown(reached)} m`;
    return bad(`the motion ends at ${where}: ${this.#openLoop(closing, plan.rows)}`, found);
  }

  #valueOf(name, plan) {
    const k = this.#manifest.coordinates.q.indexOf(name);
    if (k >= 0) return this.#array("y")[k];
    return plan.start ?? 0;
  }

  /** Make room for numbers behind all that the module has. */
  #room(numbers) {
    this.#store = Math.ceil(this.#manifest.end / 8) * 8;
    const missing = this.#store + 8 * numbers - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65536));
  }

  #collected(plan, record, done, first, step) {
    const width = record.n_y + record.n_found;
    const rows = this.#floats(this.#store, done * width);
    const column = (at, of = (row) => rows[row * width + at]) => Float64Array.from(
      { length: done }, (_, row) => of(row));
    const place = (what, k) => record.n_y + plan.found[what][0] + k;
    const channels = {};
    this.channelNames.forEach(({ name }, k) => { channels[name] = column(place("channels", k)); });
    const loads = {};
    this.joints.forEach((joint, k) => {
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

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Return a number as people read it. */
function shown(x) {
  return Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "?";
}
