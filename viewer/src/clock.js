// The time that is shown, and how it runs.
// Milliseconds that a number stands at least while time runs.
const READING = 100;
export const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

// What is shown in the place of the time: seconds, as they are.
const TIME = { name: "Time", unit: "s", factor: 1, seconds: null, swings: false };

export class Clock {
  constructor(motion, pace = TIME) {
    this.motion = motion;
    this.pace = pace;
    this.time = motion.start;
    this.playing = false;
    this.loop = true;
    // How fast it goes at speed 1, and which way.
    this.rate = pace.seconds ? (motion.end - motion.start) / pace.seconds : 1;
    this.way = 1;
    this.speed = pace.seconds ? 1 : fitting(motion.end - motion.start);
    this.listeners = [];
    this.told = {};
  }

  // Whether numbers may change that are read: while time runs, some times a second.
  due(name) {
    const now = performance.now();
    if (this.playing && now - (this.told[name] ?? 0) < READING) return false;
    this.told[name] = now;
    return true;
  }

  listen(listener) {
    this.listeners.push(listener);
  }

  tell() {
    for (const listener of this.listeners) listener(this);
  }

  seek(time) {
    this.time = Math.min(Math.max(time, this.motion.start), this.motion.end);
    this.tell();
  }

  show(frame) {
    const k = Math.min(Math.max(Math.round(frame), 0), this.motion.count - 1);
    this.seek(this.motion.times[k]);
  }

  step(by) {
    this.playing = false;
    const { frame, part } = this.motion.place(this.time);
    this.show(by < 0 && part > 0 ? frame : frame + by);
  }

  play(on = !this.playing) {
    if (on && this.time >= this.motion.end) this.time = this.motion.start;
    this.playing = on && this.motion.count > 1;
    this.tell();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.tell();
  }

  faster(by) {
    const k = SPEEDS.findIndex((speed) => speed >= this.speed);
    this.setSpeed(SPEEDS[Math.min(Math.max(k + by, 0), SPEEDS.length - 1)]);
  }

  setLoop(on = !this.loop) {
    this.loop = on;
    this.tell();
  }

  // The number that is read, with its unit.
  text(time, digits) {
    return `${(this.pace.factor * time).toFixed(digits)} ${this.pace.unit}`;
  }

  // Time goes on by some seconds of the wall.
  advance(seconds) {
    const { start, end } = this.motion;
    let time = this.time + this.way * seconds * this.rate * this.speed;
    if (this.pace.swings && this.loop && (time > end || time < start)) {
      this.way = time > end ? -1 : 1;
      time = Math.min(Math.max(time, start), end);
    } else if (time > end) {
      if (this.loop) time = start + ((time - start) % (end - start));
      else this.playing = false;
    }
    this.seek(time);
  }
}

// Real time, or slower where all would be over in a moment.
function fitting(span) {
  if (span >= 0.8) return 1;
  const slow = SPEEDS.filter((speed) => speed <= 1 && span / speed >= 3);
  return slow.length ? slow[slow.length - 1] : SPEEDS[0];
}
