// The page in which the mechanism runs: a machine in the place of a recorded motion.
import { Box3, Vector3 } from "three";
import { inflated } from "../data.js";
import { button } from "../dom.js";
import { pointOf } from "../places.js";
import { View } from "../view.js";
import { LiveClock } from "./clock.js";
import { Drag } from "./drag.js";
import { createMachine } from "./engine.js";
import { makeFooter } from "./footer.js";
import { Geometry } from "./geometry.js";
import { LiveMotion, Recorder } from "./motion.js";
import { Panel } from "./panel.js";
import { Status } from "./status.js";
import { Turns } from "./turns.js";

// Milliseconds between two drawings of the plots while the machine runs.
const PLOTS = 70;
// Seconds, frames and milliseconds of the look at what comes, and how much larger its room may be.
const FORESEEN = 10;
const FRAMES = 40;
const PATIENCE = 80;
const MOST_ROOM = 4;
// Seconds that are run at once where another program asks for many.
const LONGEST = 0.1;

export async function openLive(scene, app) {
  const machine = await createMachine(await inflated(scene.machine.module), scene.machine.manifest);
  return new Live(scene, app, machine);
}

const roomOf = (points) => new Box3().setFromArray(points).getSize(new Vector3()).length();

class Live {
  constructor(scene, app, machine) {
    Object.assign(this, { scene, app, machine, changed: false, plotted: 0 });
    const motion = new LiveMotion(scene);
    this.clock = new LiveClock(motion, machine);
    app.classList.add("machine");
    this.view = new View(scene, this.clock, app);
    this.view.plots.marks = () => machine.happened;
    this.clock.recorder = new Recorder(machine, scene, motion);
    this.geometry = new Geometry(machine, scene);
    this.build();
    if (!scene.travels) this.foresee(motion);
    motion.clear();
    this.clock.recorder.record();
    this.clock.seek(motion.end);
    this.turns.compute();
    for (const text of machine.cannot) this.view.notify(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
    this.clock.play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  build() {
    const { view, machine, clock, scene, app } = this;
    this.status = new Status(machine, clock);
    this.panel = new Panel(scene.machine.sliders, (slider, value) => this.apply(slider, value));
    this.turns = new Turns(machine, scene, view.theme.palette);
    this.drag = new Drag(machine, scene, view, clock);
    const say = (text) => this.status.say(text && `${text.charAt(0).toUpperCase()}${text.slice(1)}`);
    clock.say = say;
    this.panel.say = say;
    this.panel.original = () => this.changedBy(machine.original());
    this.panel.settled = () => requestAnimationFrame(() => this.keepInSight());
    // Near singular positions forces grow without bound; their arrows do not.
    for (const set of Object.values(view.arrows.sets)) set.most = 1.2 * scene.size;
    view.holder.append(this.status.node, this.status.message);
    view.plots.node.prepend(this.panel.node);
    view.plots.list.prepend(this.turns.node);
    app.classList.remove("no-plots");
    app.querySelector(".timeline").replaceWith(makeFooter(clock));
    this.dragButton = button("Drag", "Pull bodies with the pointer (d)", () => this.toggleDrag());
    this.dragButton.setAttribute("aria-pressed", "true");
    view.toolbar.tools.querySelector(".set").append(this.dragButton);
    view.theme.listen((palette) => {
      this.turns.setPalette(palette);
      this.drag.setPalette(palette);
    });
    new ResizeObserver(() => this.turns.resize()).observe(this.turns.holder);
    new ResizeObserver(() => requestAnimationFrame(() => this.keepInSight())).observe(view.holder);
    view.resize();
  }

  toggleDrag(on = !this.drag.on) {
    this.drag.on = on;
    this.dragButton.setAttribute("aria-pressed", String(on));
  }

  // Sets what a slider moves; the machine stays in its last good state where that cannot be.
  apply(slider, value) {
    const { machine } = this;
    if (slider.kind === "input") return this.touched(machine.setInput(slider.target, value));
    if (slider.kind === "drive") return this.touched(machine.setMotor(slider.target, value));
    return this.changedBy(machine.setConstant(slider.target, value));
  }

  // After other constants: shapes follow, and a machine that began anew has no frames yet.
  changedBy(found) {
    if (found.ok && this.geometry.apply()) {
      this.view.foreseen = [];
      this.view.reshape();
    }
    if (found.restarted) {
      this.clock.motion.clear();
      this.clock.recorder.record();
      this.clock.seek(this.clock.motion.end);
    }
    return this.touched(found);
  }

  // What was recorded tells how much room is needed, and what the machine does next; then it begins
  // with frames of its own. What flies away is not followed.
  foresee(motion) {
    const { view, machine } = this;
    const { recorder } = this.clock;
    view.foreseen = view.swept();
    const most = MOST_ROOM * roomOf(view.foreseen);
    const start = machine.state();
    const begin = performance.now();
    motion.clear();
    let found = { ok: true };
    for (let k = 0; k < FRAMES && found.ok && performance.now() - begin < PATIENCE; k += 1) {
      found = machine.advance(FORESEEN / FRAMES);
      recorder.record();
    }
    const points = motion.count ? view.swept() : [];
    if (roomOf(points) < most) view.foreseen = points;
    machine.restore(start);
  }

  // Looks at all of the mechanism again where a change let some of it leave the picture, and when
  // the page has its first layout.
  keepInSight() {
    const { camera } = this.view.stage;
    const points = this.view.batches.corners();
    // What stands over the picture hides some of it.
    const { node } = this.status;
    const height = Math.max(this.view.holder.clientHeight, 1);
    this.view.cameras.covered = Math.min(node.offsetTop + node.offsetHeight, 0.2 * height);
    const top = 1 - (2 * this.view.cameras.covered) / height;
    if (!this.seen) {
      this.seen = true;
      this.view.fit();
      return;
    }
    for (let k = 0; k < points.length; k += 3) {
      const { x, y } = corner.fromArray(points, k).project(camera);
      if (Math.abs(x) > 1 || y < -1 || y > top) {
        this.view.fit();
        return;
      }
    }
  }

  touched(found) {
    if (found.ok) this.changed = true;
    return found;
  }

  // Called for every frame of the browser, after time went on.
  frame(seconds, now) {
    const { clock, view } = this;
    this.drag.frame(seconds);
    if (this.changed) {
      this.changed = false;
      if (!clock.playing) {
        clock.recorder.record();
        clock.seek(clock.motion.end);
      }
      this.turns.compute();
      this.plotted = 0;
    }
    if (clock.motion.end !== this.shown && (now - this.plotted > PLOTS || !clock.playing)) {
      this.shown = clock.motion.end;
      this.plotted = now;
      view.plots.renew();
      this.turns.point();
      this.status.update();
    }
  }

  // For tests and other programs: window.sarrus.live.
  api() {
    return {
      machine: this.machine,
      set: (name, value) => this.panel.set(name, value),
      start: () => this.clock.home(),
      run: (seconds) => {
        this.clock.playing = false;
        const count = Math.max(Math.ceil(seconds / LONGEST), 1);
        for (let k = 0; k < count && !this.machine.ended; k += 1) this.clock.run(seconds / count);
        return this.machine.time;
      },
      drag: (on) => this.toggleDrag(on),
      // Where the middle of a body is in the window [pixels].
      screen: (name) => {
        const index = this.scene.bodies.findIndex((body) => body.name === name);
        const at = this.view.stage.world.localToWorld(pointOf(this.view.bodies[index], corner.fromArray(this.scene.bodies[index].com)));
        const { x, y } = at.project(this.view.stage.camera);
        const box = this.view.stage.renderer.domElement.getBoundingClientRect();
        return [box.left + (0.5 + 0.5 * x) * box.width, box.top + (0.5 - 0.5 * y) * box.height];
      },
      state: () => ({
        sliders: this.panel.state(),
        message: this.status.message.hidden ? "" : this.status.text.textContent,
        status: this.status.node.textContent,
        turns: this.turns.state(),
        force: this.machine.dragForce,
        frames: this.clock.motion.count,
        events: this.machine.happened.map(({ name, time }) => ({ name, time })),
        slowed: this.clock.slowed,
      }),
    };
  }
}

const corner = new Vector3();
