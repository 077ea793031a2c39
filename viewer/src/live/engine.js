/* A mechanism that runs by itself: the module and the manifest of `sarrus.system.live`.

   const machine = await createMachine(bytes, manifest);

   bytes: the module, an ArrayBuffer or Uint8Array; manifest: its object (parsed JSON). Works in
   browsers and in node, without any other file. Nothing here throws on a bad number: what cannot be
   done is answered by {ok: false, message}, and the machine stays in its last good state. All that it
   does: engine.md. */

import { assemble, loopError, renew } from "./engine/assembly.js";
import { Core } from "./engine/core.js";
import { Events } from "./engine/events.js";
import { startRows } from "./engine/following.js";
import { LIBRARY } from "./engine/library.js";
import { coordinatesOf, drawingOf, effortsOf, energyOf } from "./engine/readings.js";
import { Pull } from "./engine/pull.js";
import { take } from "./engine/stepping.js";
import { driven, valueOf } from "./engine/turn.js";
import { bad, good } from "./engine/words.js";

/** Steps of one call of the loop at most, so that a page stays alive. */
const MOST = 200000;
/** Parts into which a change of constants is divided where it cannot be followed at once. */
const PARTS = [1, 8, 64];
/** A change of position [rad, lengths] that is followed in parts, so that the branch is kept. */
const FAR = 0.35;

/** Return a machine; rejects only what is no module of this version. */
export async function createMachine(bytes, manifest) {
  if (manifest?.format !== "sarrus live machine" || manifest.version !== 1) {
    throw new Error("this is no live machine of version 1");
  }
  const { instance } = await WebAssembly.instantiate(bytes, { math: LIBRARY });
  return new Machine(instance.exports, manifest);
}

class Machine {
  #core;
  #left = 0;
  #energyStart = 0;
  #pull = null;
  #start;
  #followers;
  #events;
  #first;

  constructor(exports, manifest) {
    this.#core = new Core(exports, manifest);
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
    this.span = manifest.events.span;
    this.dragForce = null;
    this.#start = Object.fromEntries(
      ["y", "motors", "followed"].map((name) => [name, this.#core.copyOf(name)]));
    this.#events = new Events(this.#core, (energy) => { this.#energyStart += energy; });
    this.#followers = { motors: this.motors, inputs: this.inputs, writeInputs: () => this.#writeInputs(),
      writeNumbers: () => this.#events.write() };
    this.#beginEnergy();
    this.#first = this.state();
  }

  get time() {
    return this.#core.time;
  }

  get step() {
    return this.#core.step;
  }

  // --- states -----------------------------------------------------------------------------------

  state() {
    return {
      events: this.#events.state(),
      y: this.#core.copyOf("y"), T: this.#core.copyOf("T"), hold: this.#core.copyOf("hold"),
      motors: this.#core.copyOf("motors"), count: this.#core.count, origin: this.#core.origin,
      left: this.#left, p: this.#core.copyOf("p"), laws: this.#core.copyOf("laws"),
      followed: this.#core.copyOf("followed"), energy: this.#energyStart,
      constants: this.constants.map((c) => c.value), rates: this.motors.map((m) => m.rate),
    };
  }

  restore(state) {
    this.#events.restore(state.events);
    for (const name of ["y", "T", "hold", "motors", "p", "laws", "followed"]) {
      this.#core.array(name).set(state[name]);
    }
    this.#core.count = state.count;
    this.#core.origin = state.origin;
    this.#left = state.left;
    this.#energyStart = state.energy;
    this.constants.forEach((c, k) => {
      c.value = state.constants[k];
      this.#core.floats(this.#core.manifest.constants[k].address, 1)[0] = c.value;
    });
    this.motors.forEach((m, k) => { m.rate = state.rates[k]; });
    this.#events.write();
    this.#writeInputs();
    this.#core.setTime();
    this.#core.forget();
    this.#core.observed = false;
  }

  /** Do something that may fail; on failure the state before stays. */
  #tried(action) {
    const before = this.state();
    const inputs = this.inputs.map(({ value }) => value);
    let found;
    try {
      found = action();
    } catch (problem) {
      found = bad(`the numbers cannot be computed (${problem.message})`);
    }
    if (!found.ok) {
      this.restore(before);
      this.inputs.forEach((input, k) => { input.value = inputs[k]; });
      this.#writeInputs();
    }
    this.#core.observed = false;
    this.#core.forget();
    return found;
  }

  coordinates() {
    return coordinatesOf(this.#core);
  }

  coordinate(name) {
    const plan = this.#core.manifest.turns[name];
    const cut = plan && !this.#core.manifest.coordinates.q.includes(name);
    return cut ? valueOf(this.#core, name, plan) : this.coordinates()[name];
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
    const found = this.#tried(() => this.#change(places));
    if (found.ok || this.#isClosed()) return found;
    // Where it stands it is not even assembled as it is, after a singular position: from the start.
    const again = this.#tried(() => {
      this.#toStart();
      return this.#change(places);
    });
    return again.ok ? good({ restarted: true }) : found;
  }

  #isClosed() {
    const { length, angle } = loopError(this.#core);
    return length < 1e-6 * this.#core.manifest.length && angle < 1e-6;
  }

  /** All constants as in the file: from where it is, or else as everything was at first. */
  original() {
    const values = Object.fromEntries(this.constants.map(({ name, start }) => [name, start]));
    const found = this.setConstants(values);
    if (found.ok) return found;
    this.restore(this.#first);
    this.#events.clear();
    this.#writeInputs();
    this.#beginEnergy();
    return good({ restarted: true });
  }

  /** The state of the start, with numbers as they are now; not assembled. */
  #toStart() {
    this.#core.enter(0);
    this.#events.clear();
    this.#writeInputs();
    this.#ownNumbers();
    this.#core.array("y").set(this.#start.y);
    this.#core.holdHere();
    this.#core.array("motors").set(this.#start.motors);
    this.#core.count = 0;
    this.#left = 0;
    this.#core.origin = this.#core.manifest.time;
    this.motors.forEach((m, k) => {
      this.#core.floats(this.#core.manifest.motors[k].address, 3)[1] = m.rate;
    });
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
          this.#core.floats(this.#core.manifest.constants[k].address, 1)[0] = now;
        });
        found = renew(this.#core, this.#followers);
        if (!found.ok || (found.moved > FAR && parts < PARTS.at(-1))) break;
      }
      if (found.ok && !(found.moved > FAR && parts < PARTS.at(-1))) break;
    }
    if (found.ok) {
      this.#beginEnergy();
      this.#events.touched();
    }
    return found.ok ? good() : bad(found.message);
  }

  setInput(name, value) {
    const k = this.inputs.findIndex((x) => x.name === name);
    if (k < 0) return bad(`there is no input '${name}'`);
    if (!Number.isFinite(value)) return bad(`${name} must be a number`);
    this.inputs[k].value = Number(value);
    this.#events.efforts.delete(k);
    this.#writeInputs();
    this.#core.observed = false;
    return good();
  }

  #writeInputs() {
    this.#core.manifest.inputs.forEach(({ address }, k) => {
      this.#core.floats(address, 1)[0] = this.#events.efforts.get(k) ?? this.inputs[k].value;
    });
  }

  setMotor(name, rate) {
    const k = this.motors.findIndex((x) => x.name === name);
    if (k < 0) return bad(`there is no motor '${name}'`);
    if (!Number.isFinite(rate)) return bad(`the rate of ${name} must be a number`);
    return this.#tried(() => {
      const motor = this.#core.floats(this.#core.manifest.motors[k].address, 3);
      motor[0] += motor[1] * (this.time - motor[2]);
      motor[1] = Number(rate);
      motor[2] = this.time;
      const found = assemble(this.#core);
      if (found.ok) {
        this.motors[k].rate = Number(rate);
        this.#beginEnergy();
        this.#events.touched();
      }
      return found;
    });
  }

  reset() {
    return this.#tried(() => {
      this.#toStart();
      const y = this.#core.array("y");
      const wanted = startRows(this.#core, this.#start);
      const begun = y.slice();
      let found = assemble(this.#core, wanted);
      if (!found.ok && wanted.length) {
        y.set(begun);
        found = assemble(this.#core);
      }
      if (found.ok) this.#beginEnergy();
      return found.ok ? good() : bad(found.message);
    });
  }

  /** The numbers of the model as the constants have them, without what events have set. */
  #ownNumbers() {
    const { manifest } = this.#core;
    if (manifest.numbers) this.#core.run("run numbers");
    else manifest.constants.forEach(({ address }, k) => {
      this.#core.floats(address, 1)[0] = this.constants[k].value;
    });
  }

  drawing() {
    return drawingOf(this.#core);
  }

  // --- running ----------------------------------------------------------------------------------

  advance(seconds) {
    if (!(seconds > 0)) return good({ steps: 0 });
    const wanted = (seconds + this.#left) / this.step;
    const count = Math.min(Math.floor(wanted + 1e-9), MOST);
    this.#left = Math.min(Math.max(0, seconds + this.#left - count * this.step), this.step);
    const from = this.#core.count;
    let found = good();
    this.#core.observed = false;
    if (this.#pull) {
      for (let k = 0; k < count && found.ok; k += 1) {
        this.dragForce = this.#pull.apply();
        found = take(this.#core, 1, this.#events);
      }
      this.#writeInputs();
    } else {
      found = take(this.#core, count, this.#events);
    }
    return { ...found, steps: this.#core.count - from };
  }

  /** Events that have happened, [{name, time}], the last thousand. */
  get happened() {
    return this.#events.happened;
  }

  /** Why the motion has ended for good: an event; "" where it goes on. */
  get ended() {
    return this.#events.ended;
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
    this.#pull = new Pull(this.#core, () => this.#writeInputs(), {
      body: k, point: [...localPoint], target: [...target], stiffness: chosen,
    });
    this.dragForce = this.#pull.apply();
    this.#writeInputs();
    return good();
  }

  release() {
    this.#pull = null;
    this.dragForce = null;
    this.#core.observed = false;
  }

  // --- reading ----------------------------------------------------------------------------------

  poses() {
    this.#core.setTime();
    this.#core.run("run poses");
    return this.#core.array("poses").slice();
  }

  channels() {
    return this.channelNames.length ? this.#core.read("channels").slice() : new Float64Array(0);
  }

  channel(name) {
    const k = this.channelNames.findIndex((c) => c.name === name);
    return k < 0 ? NaN : this.#core.read("channels")[k];
  }

  loads() {
    return this.joints.length ? this.#core.read("loads").slice() : new Float64Array(0);
  }

  efforts() {
    return effortsOf(this.#core);
  }

  energy() {
    return energyOf(this.#core, this.#energyStart);
  }

  /** Count energies from here. */
  #beginEnergy() {
    this.#core.array("y").fill(0, -3);
    this.#core.observe();
    this.#energyStart = this.#core.array("energy").reduce((a, b) => a + b, 0);
  }

  loopError() {
    return loopError(this.#core);
  }

  // --- a whole motion ---------------------------------------------------------------------------

  turn({ coordinate, from, to, count = 181, rate } = {}) {
    const name = coordinate ?? this.turns[0]?.name;
    const plan = this.#core.manifest.turns[name];
    if (!plan) return bad(`'${name}' cannot be driven here`, { count: 0 });
    try {
      return driven(this.#core, name, plan, from, to, Math.max(2, Math.floor(count)), rate);
    } catch (problem) {
      return bad(`the motion cannot be computed (${problem.message})`, { count: 0 });
    }
  }
}
