// The time of a machine that runs: it goes on at the last frame, and frames that are kept can be
// looked at again while it stands.
import { Clock, SPEEDS } from "../clock.js";

// Seconds of a frame where one is asked for by a key.
const FRAME = 1 / 60;
// Milliseconds that a frame may take; machines that need more run slower than they were asked to.
const BUDGET = 40;

// Frames that are kept of one that is drawn.
const MOST = 16;
// Frames of one turn of the fastest motor, so that plots show what happens in it.
const A_TURN = 24;
// Steps of a frame that is kept, of machines that take shorter steps than most [s]: they swing faster.
const A_FRAME = 13;
const USUAL = 1e-3;

// Seconds that the shortest and the longest run of a file take to be looked at.
const SHORTEST = 1;
const LONGEST = 60;

// As fast as the clock, unless the run of the file is over in a moment, or lasts long.
function usualSpeed(span) {
  if (!(span > 0) || (span >= 0.2 * SHORTEST && span <= 2 * LONGEST)) return 1;
  const wanted = span < SHORTEST ? span / SHORTEST : span / LONGEST;
  return SPEEDS.reduce((best, one) => (Math.abs(Math.log(one / wanted)) < Math.abs(Math.log(best / wanted)) ? one : best));
}

export class LiveClock extends Clock {
  constructor(motion, machine) {
    super(motion);
    Object.assign(this, { machine, loop: false, speed: usualSpeed(machine.span), slowed: 1, recorder: null });
    // Told what is wrong in words, nothing where all is well.
    this.say = () => {};
  }

  get isHead() {
    return this.time >= this.motion.end;
  }

  // A motion that an event has ended begins again.
  play(on = !this.playing) {
    if (on && this.machine.ended) this.home();
    this.playing = on;
    if (on) this.time = this.motion.end;
    this.tell();
  }

  setLoop() {}

  // Frames that are kept, then new ones.
  step(by) {
    this.playing = false;
    if (by > 0 && this.isHead) this.run(by * FRAME * Math.min(this.speed, 1));
    else super.step(by);
  }

  // From the start again, with all that was set.
  home() {
    const found = this.machine.reset();
    this.say(found.message);
    if (!found.ok) return;
    this.motion.clear();
    this.recorder.record();
    this.seek(this.motion.end);
  }

  // Seconds of one turn of the fastest motor.
  get turn() {
    const rates = this.machine.motors.filter(({ unit }) => unit === "rad/s").map(({ rate }) => Math.abs(rate));
    return (2 * Math.PI) / Math.max(...rates, 1e-9);
  }

  // Seconds of the wall.
  advance(seconds) {
    this.run(seconds * this.speed * this.slowed);
  }

  // Seconds of the machine.
  run(seconds) {
    const begun = performance.now();
    // Frames for plots and traces are closer than those that a slow browser draws.
    const swing = this.machine.step < USUAL ? A_FRAME * this.machine.step : Infinity;
    const spacing = Math.min(FRAME * Math.max(this.speed, 1), this.turn / A_TURN, swing);
    const pieces = Math.min(Math.max(Math.ceil(seconds / spacing - 0.1), 1), MOST);
    let found = { ok: true, message: "" };
    for (let k = 0; k < pieces && found.ok; k += 1) {
      found = this.machine.advance(seconds / pieces);
      if (found.steps || found.ended) this.recorder.record();
    }
    const took = performance.now() - begun;
    if (took > BUDGET) this.slowed = Math.max(0.7 * this.slowed, 1e-3);
    else if (took < 0.4 * BUDGET) this.slowed = Math.min(1.2 * this.slowed, 1);
    if (!found.ok) {
      this.playing = false;
      this.say(found.message);
    }
    this.seek(this.motion.end);
  }
}
