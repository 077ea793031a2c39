// Slow machines, and those that draw without a graphics card: less detail while time runs.
const SLOW = 55;
const VERY_SLOW = 150;
const LOOKED_AT = 3;
const LEVELS = [
  { shadow: 1, sharpness: 1 },
  { shadow: 4, sharpness: 1 },
  { shadow: 0, sharpness: 0.75 },
  { shadow: 0, sharpness: 0.5 },
];

export class Quality {
  constructor(stage) {
    this.stage = stage;
    this.sharpness = stage.renderer.getPixelRatio();
    this.learned = 0;
    this.level = 0;
    this.frames = 0;
    this.spent = 0;
  }

  // Called for every frame: whether time runs, and the milliseconds since the last frame.
  frame(playing, milliseconds) {
    this.frames += 1;
    if (!playing) {
      this.set(0);
      this.spent = 0;
      this.frames = 0;
      return;
    }
    if (this.level < this.learned) this.set(this.learned);
    this.spent += milliseconds;
    if (this.frames >= LOOKED_AT) {
      const mean = this.spent / this.frames;
      const down = mean > VERY_SLOW ? 2 : mean > SLOW ? 1 : 0;
      this.learned = Math.min(this.learned + down, LEVELS.length - 1);
      this.frames = 0;
      this.spent = 0;
    }
    const { shadow } = LEVELS[this.level];
    if (shadow > 1 && this.frames % shadow === 0) this.stage.renderer.shadowMap.needsUpdate = true;
  }

  set(level) {
    if (level === this.level) return;
    this.level = level;
    const { shadow, sharpness } = LEVELS[level];
    const { renderer, sun } = this.stage;
    sun.castShadow = shadow > 0;
    renderer.shadowMap.autoUpdate = shadow === 1;
    renderer.setPixelRatio(this.sharpness * sharpness);
    this.stage.changed = true;
  }
}
