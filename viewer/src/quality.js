// Slow machines, and those that draw without a graphics card: less detail while something moves.
const SLOW = 55;
const VERY_SLOW = 150;
const LOOKED_AT = 3;
const REST = 180;
// shadow: every how many frames it is drawn, 0 for never; sharpness: part of the full one; coarse:
// forms with fewer sides.
const LEVELS = [
  { shadow: 1, sharpness: 1, coarse: false },
  { shadow: 4, sharpness: 1, coarse: false },
  { shadow: 0, sharpness: 1, coarse: false },
  { shadow: 0, sharpness: 1, coarse: true },
  { shadow: 0, sharpness: 0.75, coarse: true },
];

export class Quality {
  // former: that of a stage with the same canvas.
  constructor(stage, parts, former = null) {
    this.stage = stage;
    this.parts = parts;
    this.full = former?.full ?? stage.renderer.getPixelRatio();
    this.usual = stage.slow ? 1 : this.full;
    this.learned = former?.learned ?? (stage.slow ? 2 : 0);
    this.level = 0;
    this.frames = 0;
    this.spent = 0;
    this.quiet = 0;
    // Milliseconds without a motion until all detail is drawn.
    this.rest = former?.rest ?? REST;
  }

  // Called for every frame: whether something moves, and the milliseconds since the last frame.
  frame(moves, milliseconds) {
    if (!moves) {
      this.quiet += milliseconds;
      this.frames = 0;
      this.spent = 0;
      if (this.quiet > this.rest) this.set(0);
      return;
    }
    if (this.quiet === 0) {
      this.frames += 1;
      this.spent += milliseconds;
    }
    this.quiet = 0;
    this.set(this.learned);
    if (this.frames >= LOOKED_AT) this.learn(this.spent / this.frames);
    const { shadow } = LEVELS[this.level];
    if (shadow > 1 && this.frames % shadow === 0) this.stage.renderer.shadowMap.needsUpdate = true;
  }

  learn(mean) {
    const down = mean > VERY_SLOW ? 2 : mean > SLOW ? 1 : 0;
    this.learned = Math.min(this.learned + down, LEVELS.length - 1);
    this.frames = 0;
    this.spent = 0;
  }

  set(level) {
    if (level === this.level) return;
    this.level = level;
    const { shadow, sharpness, coarse } = LEVELS[level];
    const { renderer, sun, shade } = this.stage;
    sun.castShadow = shadow > 0;
    shade.visible = shadow > 0;
    renderer.shadowMap.autoUpdate = shadow === 1;
    renderer.shadowMap.needsUpdate = true;
    const ratio = level ? this.usual * sharpness : this.full;
    if (renderer.getPixelRatio() !== ratio) renderer.setPixelRatio(ratio);
    for (const part of this.parts) part.setCoarse(coarse);
    this.stage.changed = true;
  }
}
