// All that is seen, and what one can do with it.
import { Raycaster, Vector2 } from "three";
import { Arrows } from "./arrows.js";
import { highlight, makeBodies, moveBodies, setClear } from "./bodies.js";
import { Cameras } from "./cameras.js";
import { Chooser } from "./chooser.js";
import { Details } from "./details.js";
import { el } from "./dom.js";
import { makeGlyphs } from "./glyphs.js";
import { makeHelp } from "./keyboard.js";
import { Labels } from "./labels.js";
import { makeSplitter } from "./layout.js";
import { makeLines } from "./lines.js";
import { Plots } from "./plots.js";
import { makeWheels, Road, Track } from "./running.js";
import { round, Stage } from "./stage.js";
import { makeTimeline } from "./timeline.js";
import { Toolbar } from "./toolbar.js";
import { Traces } from "./traces.js";
import { Tree } from "./tree.js";
import { Triad } from "./triad.js";

export class View {
  constructor(scene, clock, app) {
    Object.assign(this, { scene, clock, app, chosen: null, clear: false, dirty: true });
    this.holder = el("main", { class: "stage" });
    this.stage = new Stage(scene, this.holder);
    const { world } = this.stage;
    this.bodies = makeBodies(scene, world);
    this.at = clock.motion.place(clock.time);
    moveBodies(this.bodies, clock.motion, this.at);
    makeWheels(scene, this.bodies);
    this.glyphs = makeGlyphs(scene, this.bodies, this.stage.up);
    this.lines = makeLines(scene, this.bodies, world);
    this.tracks = scene.tracks.map((track) => new Track(track, this.bodies, world));
    const step = round(scene.size / 8);
    this.roads = scene.roads.map((road) => new Road(road, this.bodies, step));
    this.arrows = new Arrows(scene, this.bodies, world);
    this.traces = new Traces(clock.motion, scene, world);
    this.layer = el("div", { class: "labels" });
    this.holder.append(this.layer);
    this.labels = new Labels(scene, this.bodies, this.arrows.frames, this.layer);
    this.triad = new Triad(this.holder);
    this.cameras = new Cameras(this.stage, this.bodies, scene);
    this.details = new Details(scene, this.bodies, this.arrows);
    this.build();
    this.start();
  }

  build() {
    const { scene, clock, app } = this;
    this.tree = new Tree(scene, (chosen) => this.choose(chosen));
    this.plots = new Plots(scene, clock, (card) => this.openChooser(card));
    this.chooser = new Chooser(scene, (card, channel) => {
      if (card) this.plots.extend(card, channel);
      else this.plots.add([channel]);
    });
    this.toolbar = new Toolbar(scene, this);
    this.helpSheet = makeHelp();
    const splitter = makeSplitter(app, () => this.resize());
    const notices = scene.notices.length
      ? el("div", { class: "notices" }, ...scene.notices.map((text) => el("p", { text })))
      : null;
    if (notices) this.holder.append(notices);
    app.replaceChildren(this.toolbar.node, this.tree.node, this.holder, splitter, this.plots.node,
      makeTimeline(scene, clock), this.chooser.node, this.helpSheet);
    if (!scene.channels.length) app.classList.add("no-plots");
    new ResizeObserver(() => this.resize()).observe(this.holder);
    new ResizeObserver(() => this.plots.resize()).observe(this.plots.list);
    this.cameras.controls.addEventListener("change", () => { this.dirty = true; });
    this.listenToPointer();
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest?.(".menu")) this.closeMenu();
    });
    clock.listen(() => this.changed());
  }

  start() {
    const { scene } = this;
    const moving = scene.frames.filter((frame) => frame.body > 0);
    if (!scene.travels) moving.slice(0, 4).forEach((f) => this.traces.toggle(f.name, f.body, f.at));
    if (scene.roads.length) Object.assign(this.arrows.on, { efforts: false, reactionForces: false, acting: true });
    this.stage.resize();
    this.update();
    this.cameras.look("iso");
    this.toolbar.update();
    if (scene.travels) this.cameras.follow(mainBody(scene));
    this.tree.mark(null);
    this.clock.tell();
  }

  // --- time ---------------------------------------------------------------------------------------

  changed() {
    this.at = this.clock.motion.place(this.clock.time);
    this.update();
    this.plots.updateAll();
    if (this.chosen) this.showDetails();
  }

  update() {
    moveBodies(this.bodies, this.clock.motion, this.at);
    for (const part of [...this.lines, ...this.tracks]) part.update();
    for (const road of this.roads) road.update(this.clock.time);
    this.arrows.update(this.at);
    this.traces.update(this.at);
    this.cameras.update();
    this.dirty = true;
  }

  // After what the user asked for, the buttons show it.
  refresh() {
    this.update();
    this.toolbar.update();
  }

  draw(force = false) {
    const { stage } = this;
    if (!this.dirty && !force && !stage.changed) return;
    this.dirty = false;
    stage.changed = false;
    stage.render();
    this.labels.update(stage.camera, stage.world, stage.width, stage.height);
    this.triad.update(stage.camera, stage.world);
  }

  resize() {
    if (this.stage.resize()) this.draw(true);
    this.plots.resize();
  }

  // --- what the user asks for ---------------------------------------------------------------------

  look(preset) {
    this.cameras.look(preset);
    this.refresh();
  }

  fit() {
    this.cameras.fit();
    this.refresh();
  }

  follow(body) {
    this.cameras.follow(this.cameras.followed === body ? null : body);
    this.refresh();
  }

  trace(name, body, at) {
    this.traces.visible = true;
    this.traces.toggle(name, body, at);
    this.refresh();
  }

  toggleLabels(on = !this.labels.visible) {
    this.labels.visible = on;
    this.refresh();
  }

  toggleTraces(on = !this.traces.visible) {
    this.traces.visible = on;
    this.refresh();
  }

  toggleClear(on = !this.clear) {
    this.clear = on;
    setClear(this.bodies.slice(1), on);
    this.refresh();
  }

  setArrows(key, on = !this.arrows.on[key]) {
    this.arrows.on[key] = on;
    this.refresh();
  }

  scaleArrows(factor) {
    this.arrows.factor = factor;
    this.refresh();
  }

  toggleTree() {
    this.app.classList.toggle("no-tree");
    this.toolbar.update();
  }

  togglePlots() {
    this.app.classList.toggle("no-plots");
    this.toolbar.update();
  }

  openChooser(card) {
    if (!this.scene.channels.length) return;
    this.chooser.open(card, card ? this.plots.lines(card.channels)[0].unit : "");
  }

  closeMenu() {
    for (const menu of this.app.querySelectorAll(".menu[open]")) menu.open = false;
  }

  help() {
    this.helpSheet.showModal();
  }

  save() {
    this.draw(true);
    const link = el("a", { href: this.stage.renderer.domElement.toDataURL("image/png"),
      download: `sarrus-${this.clock.time.toFixed(4)}s.png` });
    link.click();
  }

  // --- choosing -----------------------------------------------------------------------------------

  choose(chosen) {
    const groups = (one) => {
      if (one?.kind === "body") return [this.bodies[one.index]];
      return one?.kind === "joint" ? this.glyphs[one.index] : [];
    };
    this.closeMenu();
    for (const group of groups(this.chosen)) highlight(group, false);
    for (const group of groups(chosen)) highlight(group, true);
    this.chosen = chosen;
    this.tree.mark(chosen);
    if (chosen) this.showDetails();
    this.dirty = true;
  }

  showDetails() {
    const { title, note, rows, body, at } = this.details.of(this.chosen, this.at);
    const actions = [];
    if (body) {
      const name = `${this.chosen.kind} ${title}`;
      actions.push(["Trace", this.traces.has(name), () => { this.trace(name, body, at); this.showDetails(); }]);
      actions.push(["Follow", this.cameras.followed === body, () => { this.follow(body); this.showDetails(); }]);
    }
    this.tree.show(title, note, rows, actions);
  }

  listenToPointer() {
    const canvas = this.stage.renderer.domElement;
    let down = null;
    canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    canvas.addEventListener("pointerup", (event) => {
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > 4) return;
      this.choose(this.picked(event));
    });
  }

  picked(event) {
    const box = this.stage.renderer.domElement.getBoundingClientRect();
    const at = new Vector2(
      (2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.stage.camera);
    const targets = [...this.bodies, ...this.lines.map((line) => line.group)];
    for (const hit of ray.intersectObjects(targets, true)) {
      let node = hit.object;
      while (node && !node.userData.pick) node = node.parent;
      const pick = node?.userData.pick;
      if (!pick || (pick.kind === "body" && pick.index === 0)) continue;
      if (pick.kind !== "force") return pick;
      return { kind: "force", index: this.scene.forces.findIndex((f) => f.name === pick.name) };
    }
    return null;
  }
}

// The body that a vehicle is followed by: the heaviest that is free.
function mainBody(scene) {
  const free = scene.joints.filter((joint) => joint.type === "free").map((joint) => joint.child);
  const bodies = free.length ? free : scene.bodies.map((_, k) => k).slice(1);
  return bodies.reduce((a, b) => (scene.bodies[b].mass > scene.bodies[a].mass ? b : a));
}
