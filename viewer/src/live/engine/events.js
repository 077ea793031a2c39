// Events: where inside a step they are crossed, what they do, and the mode that follows.
import { bracket } from "./bracket.js";
import { velocityJump } from "./impact.js";
import { Payloads } from "./payloads.js";
import { bad, good, lengthText, openLoop, shown } from "./words.js";

// A moment, as part of the run: how far ahead the way of what has just happened is looked at, how
// far where nothing has moved by then, and what counts as nothing.
const AHEAD = 1e-8;
const FARTHER = 1e-6;
const STILL = 1e-14;
// So many events within this part of the run are endless.
const MANY = 25;
const WINDOW = 1e-6;
// Gaps of rows after an event that are rounding [rad, lengths of the model].
const OPEN = 1e-6;
// Events that are remembered, for marks.
const KEPT = 1000;
// Numbers of a frame: position, rotation by rows, how far it is from the other one [m], [rad].
const FRAME = 14;
// Modes that the machine does not have.
const UNKNOWN = -1;

export class Events {
  // jumped(energy): told by how much an event has changed the energy.
  constructor(core, jumped) {
    this.core = core;
    this.jumped = jumped;
    this.list = core.manifest.events.list;
    this.span = core.manifest.events.span;
    this.happened = [];
    this.written = new Map();
    this.efforts = new Map();
    this.own = core.copyOf("p");
    this.payloads = new Payloads(core);
    this.clear();
  }

  get count() {
    return this.list.length;
  }

  // As at the start of a run; values are looked at when it begins. Numbers that follow constants
  // are to be computed again.
  clear() {
    this.counts = this.list.map(() => 0);
    for (const place of this.written.keys()) this.core.array("p")[place] = this.own[place];
    this.written.clear();
    this.efforts.clear();
    this.payloads.clear();
    this.recent = [];
    this.ended = "";
    this.begun = false;
    this.happened.length = 0;
  }

  state() {
    return {
      counts: [...this.counts], written: [...this.written], efforts: [...this.efforts], recent: [...this.recent], ended: this.ended,
      begun: this.begun, happened: this.happened.length, before: this.core.copyOf("before"),
      mode: this.core.mode, numbers: this.core.copyOf("event_numbers"), payloads: this.payloads.state(),
    };
  }

  restore(state) {
    Object.assign(this, { counts: [...state.counts], recent: [...state.recent], ended: state.ended, begun: state.begun });
    this.written = new Map(state.written);
    this.efforts = new Map(state.efforts);
    this.payloads.restore(state.payloads);
    this.happened.length = Math.min(this.happened.length, state.happened);
    this.core.enter(state.mode);
    if (!this.count) return;
    this.core.array("before").set(state.before);
    this.core.array("event_numbers").set(state.numbers);
    this.#setAlive();
  }

  // Numbers that events have set stand in the place of those of the file.
  write() {
    const p = this.core.array("p");
    for (const [place, value] of this.written) p[place] = value;
    this.payloads.write();
    this.core.shareNumbers();
  }

  // What is watched at a state.
  values(y, t) {
    const { core } = this;
    core.array("event_y").set(y);
    core.array("event_t")[0] = t;
    core.run("run events");
    return core.copyOf("g");
  }

  #setAlive() {
    const alive = this.core.array("alive");
    this.list.forEach(({ most }, k) => { alive[k] = most !== null && this.counts[k] >= most ? 0 : 1; });
  }

  // Called before steps are taken: after a start, or a change from outside.
  begin() {
    if (this.begun || !this.count) return good();
    const { core } = this;
    this.begun = true;
    this.#setAlive();
    const y = core.copyOf("y");
    const now = this.values(y, core.time);
    core.array("before").set(now);
    if (core.count) return good();
    const at = this.#atOnce(core.time, y, now, []);
    return at.length ? this.#happenAll(core.time, at) : good();
  }

  // Something from outside has changed the state or its numbers: no value counts as before.
  touched() {
    this.begun = false;
  }

  // Events that happen at this time: whose time it is, or that are at zero and go on from there.
  #atOnce(t, y, now, but) {
    return this.list.flatMap(({ timed, level }, k) => {
      if (but.includes(k) || !this.core.array("alive")[k]) return [];
      if (timed) return !but.length && this.core.array("event_numbers")[level] === t ? [k] : [];
      const sign = this.#sign(k);
      if (Math.abs(now[k]) > STILL || !sign) return [];
      return this.#justAfter(t, y, now)[k] * sign > 0 ? [k] : [];
    });
  }

  #sign(k) {
    return this.core.directions[k];
  }

  // Values a moment later.
  #justAfter(t, y, now) {
    const later = (step) => this.values(this.stepped(y, t, step) ?? y, t + step);
    const found = later(AHEAD * this.span);
    const still = found.map((x, k) => Math.abs(x - now[k]) <= STILL * Math.max(1, Math.abs(now[k])));
    if (!still.some(Boolean)) return found;
    const farther = later(FARTHER * this.span);
    return found.map((x, k) => (still[k] ? farther[k] : x));
  }

  // The state a step of any size later, null where there is none.
  stepped(y, t, size) {
    const { core } = this;
    const [here, h] = [core.array("y"), core.array("h")];
    const kept = here.slice();
    here.set(y);
    core.array("t")[0] = t;
    h[0] = size;
    core.forget();
    core.run("run step");
    core.forget();
    h[0] = core.step;
    here.set(kept);
    const found = core.copyOf("y_next");
    return found.every(Number.isFinite) ? found : null;
  }

  // One step of the grid in which events are crossed: to each of them, and to the end.
  cross() {
    const { core } = this;
    let t = core.time;
    const end = core.origin + (core.count + 1) * core.step;
    while (t < end) {
      const y = core.copyOf("y");
      const last = this.stepped(y, t, end - t);
      if (!last) return bad(`the mechanism stops at t = ${shown(t)} s: the step to the next event cannot be taken`);
      const found = this.#first(y, t, end, last);
      if (!found) {
        core.array("y").set(last);
        core.array("before").set(this.values(last, end));
        break;
      }
      core.array("y").set(found.y);
      t = found.t;
      const done = this.#happenAll(t, found.which);
      if (!done.ok) {
        core.setOrigin(t);
        return done;
      }
    }
    core.count += 1;
    core.setTime();
    return good();
  }

  // The first crossing in (a, b], on its far side.
  #first(y, a, b, last) {
    const before = this.core.copyOf("before");
    const state = (t) => (t === b ? last : this.stepped(y, a, t - a) ?? last);
    const crossed = (now) => this.list.flatMap((_, k) => {
      const sign = this.#sign(k);
      const up = before[k] < 0 && now[k] >= 0 && sign >= 0;
      const down = before[k] > 0 && now[k] <= 0 && sign <= 0;
      return up || down ? [k] : [];
    });
    const at_b = this.values(last, b);
    let best = null;
    for (const k of crossed(at_b)) {
      const t = bracket((time) => this.values(state(time), time)[k], a, before[k], b, at_b[k]);
      if (best === null || t < best.t) best = { t, which: [k] };
    }
    if (best === null) return null;
    const there = state(best.t);
    const which = new Set([...best.which, ...crossed(this.values(there, best.t))]);
    return { t: best.t, y: there, which: [...which].sort((i, j) => i - j) };
  }

  // Events at one time, and those that follow on them at once.
  #happenAll(t, which) {
    let now = which;
    for (let round = 0; now.length; round += 1) {
      const done = this.#happen(t, now);
      if (!done.ok) return done;
      if (!done.changed || round > MANY) return good();
      const y = this.core.copyOf("y");
      now = this.#atOnce(t, y, this.values(y, t), now);
    }
    return good();
  }

  #happen(t, which) {
    const { core } = this;
    const names = which.map((k) => this.list[k].name);
    core.array("t")[0] = t;
    core.run("run observe");
    const before = energyOf(core);
    const y = core.copyOf("y");
    const g = this.values(y, t);
    const first = core.mode;
    const computed = core.manifest.arrays.computed ? (core.run("run computed"), core.copyOf("computed")) : [];
    const numbers = core.array("event_numbers");
    const frames = core.manifest.arrays.frames ? (core.run("run frames"), core.copyOf("frames")) : [];
    const ends = [];
    const refusals = [];
    let mode = core.mode;
    let wrote = false;
    for (const k of which) {
      const { name, sets, states, payloads, joins, efforts, stop, why, cannot } = this.list[k];
      this.counts[k] += 1;
      this.happened.push({ name, time: t });
      if (cannot) ends.push(`${cannot}. The page ends here, where a run would go on`);
      if (stop) ends.push(why);
      for (const { places, first: at, computed: made } of sets) {
        places.forEach((place, j) => this.written.set(place, made ? computed[at] : numbers[at + j]));
        wrote = true;
      }
      for (const { places, first: at, computed: made } of states) {
        const z = y.length - 3 - core.manifest.coordinates.states.length;
        places.forEach((place, j) => { core.array("y")[z + place] = made ? computed[at] : numbers[at + j]; });
        wrote = true;
      }
      for (const { places, first: at } of efforts) {
        places.forEach((place, j) => this.#push(place, numbers[at + j]));
        wrote = true;
      }
      for (const join of joins) {
        refusals.push(this.#makeJoint(join, frames, numbers));
        wrote = true;
      }
      for (const payload of payloads) {
        refusals.push(this.#carry(payload, numbers));
        wrote = true;
      }
      mode = mode < 0 ? mode : core.modes[mode].after[k];
    }
    if (this.happened.length > KEPT) this.happened.splice(0, this.happened.length - KEPT);
    this.#setAlive();
    const said = names.map((name) => `'${name}'`).join(" and ");
    const refused = refusals.find(Boolean) ?? this.#enter(mode, which);
    if (refused) return this.#end(t, said, refused);
    const bounces = which.filter((k) => this.list[k].bounce);
    const changed = mode !== first || wrote || bounces.length > 0;
    if (changed) {
      const wrong = this.#settle(t, bounces, ends);
      if (wrong) return this.#end(t, said, wrong);
      this.#countAnew(which.flatMap((k) => this.list[k].anew));
      core.run("run observe");
      const jump = energyOf(core) - before;
      const moved = core.array("y");
      moved[moved.length - 1] += jump;
      this.jumped(jump);
    }
    core.observed = false;
    core.forget();
    if (ends.length) return this.#end(t, said, ends.filter(Boolean).join("; "), true);
    const here = core.copyOf("y");
    const now = this.values(here, t);
    const later = this.#justAfter(t, here, now);
    const begin = now.map((x, k) => (which.includes(k) ? later[k] : x));
    core.array("before").set(begin);
    const stuck = bounces.filter((k) => (later[k] - now[k]) * (this.#sign(k) || Math.sign(g[k])) > 0);
    this.recent = [...this.recent, t].slice(-MANY);
    if (stuck.length || (this.recent.length === MANY && t - this.recent[0] <= WINDOW * this.span)) {
      return this.#end(t, said, "it happens again and again, without end: give it a rate below which it rests");
    }
    return good({ changed });
  }

  // Sets the effort of an input; it holds until another is set, by an event or by hand.
  #push(place, value) {
    this.efforts.set(place, value);
    this.core.floats(this.core.manifest.inputs[place].address, 1)[0] = value;
  }

  // Writes the frame of a joint that is made where it is now; returns why that cannot be, or nothing.
  #makeJoint({ name, places, frame, gap, angle, anywhere }, frames, numbers) {
    const found = frames.slice(FRAME * frame, FRAME * (frame + 1));
    const [apart, turned] = found.slice(12);
    if (!anywhere && !(apart <= numbers[gap] && turned <= numbers[angle])) {
      return `'${name}' cannot be made: its frames are ${lengthText(apart)} and ${shown((180 * turned) / Math.PI)} degrees apart`;
    }
    places.forEach((place, k) => this.written.set(place, found[k]));
    return "";
  }

  // Angles of joints that are made or parted count whole turns from here.
  #countAnew(which) {
    const { turned, turned_at: first, turns } = this.core.closing;
    const angles = this.core.floats(turned, turns);
    for (const k of which) this.core.array("y")[first + k] = angles[k];
  }

  // Fixes a payload to a body or releases it; returns why that cannot be, or nothing.
  #carry({ name, places, mass, com, inertia, full }, numbers) {
    if (mass === null) return this.payloads.detach(name, places);
    const own = [...numbers.subarray(inertia, inertia + (full ? 9 : 3))];
    const whole = full ? own : [own[0], 0, 0, 0, own[1], 0, 0, 0, own[2]];
    return this.payloads.attach(name, places, [numbers[mass], ...numbers.subarray(com, com + 3), ...whole]);
  }

  // Goes to another mode; returns why that cannot be, or nothing.
  #enter(mode, which) {
    const { core } = this;
    if (mode === UNKNOWN) return "a page has no equations for what follows: there are too many modes";
    if (mode < 0) return `'${this.list[which[0]].name}' cannot happen now`;
    if (core.modes[mode].refused) return `what follows cannot be computed: ${core.modes[mode].refused}`;
    const other = mode !== core.mode;
    core.enter(mode);
    this.write();
    if (other) core.holdHere();
    return "";
  }

  // Positions must meet what begins to act; velocities jump so that they do.
  #settle(t, bounces, ends) {
    const { core } = this;
    core.array("t")[0] = t;
    core.run("run rows");
    const gap = core.worstGap();
    if (gap.size > OPEN) {
      return openLoop({ worst: gap.row, gap: gap.size }, core.manifest.rows, core.manifest.length);
    }
    if (core.manifest.mixing) core.run("mix_rows", core.manifest.addresses.mixing);
    core.run("run impact");
    const numbers = core.array("event_numbers");
    const { v: velocities } = core.manifest.coordinates;
    const n = velocities.length;
    const thrown = this.list.flatMap(({ bounce }, k) => (bounce ? [k] : []));
    const v = core.velocities();
    const rows = bounces.map((k) => {
      const at = thrown.indexOf(k);
      const J = core.array("J").slice(at * n, (at + 1) * n);
      const still = core.array("still")[at];
      return { k, J, still, rate: J.reduce((sum, x, i) => sum + x * v[i], 0) + still };
    });
    const resting = rows.filter(({ k, rate }) => Math.abs(rate) < numbers[this.list[k].bounce.rest]);
    if (resting.length) ends.push("it has come to rest there");
    const rates = rows.map(({ k, rate, still }) => (
      resting.length ? 0 : -numbers[this.list[k].bounce.restitution] * rate - still));
    const after = velocityJump(core, v, rows.map(({ J }) => J), rates);
    if (!after) return "no velocities meet all drives, locks and loops after it";
    core.velocities().set(after);
    core.run("run rows");
    return "";
  }

  #end(t, said, why, planned = false) {
    const reason = why ? `: ${why}` : "";
    this.ended = `${planned && !why ? "the motion ends" : "the motion stops"} at t = ${shown(t)} s with event ${said}${reason}`;
    return bad(this.ended, { ended: true });
  }
}

function energyOf(core) {
  const [kinetic, gravity, elements] = core.array("energy");
  return kinetic + gravity + elements;
}
