// All that is seen, and what one can do with it.
import { Vector3 } from "three";
import { Arrows } from "./arrows.js";
import { Batches } from "./batches.js";
import { Beams } from "./beams.js";
import { makeBodies, moveBodies } from "./bodies.js";
import { Cameras } from "./cameras.js";
import { Chooser } from "./chooser.js";
import { Details } from "./details.js";
import { button, el } from "./dom.js";
import { makeBushings, makeJointAxes, makeTriads } from "./fittings.js";
import { Ghosts } from "./ghosts.js";
import { makeGlyphs } from "./glyphs.js";
import { makeHelp } from "./keyboard.js";
import { Labels } from "./labels.js";
import { FilmSheet } from "./film/dialog.js";
import { foldList, makeSplitter } from "./layout.js";
import { makeLines } from "./lines.js";
import { ModesPanel } from "./modes.js";
import { picked, pickedNear } from "./picking.js";
import { compose, download, fileStem } from "./picture.js";
import { emptyRoom } from "./places.js";
import { Plots } from "./plots.js";
import { Quality } from "./quality.js";
import { makeWheels, Road, Track } from "./running.js";
import { round, Stage } from "./stage.js";
import { resumeView } from "./succession.js";
import { makeTimeline } from "./timeline.js";
import { Toolbar } from "./toolbar.js";
import { Traces } from "./traces.js";
import { Theme } from "./theme.js";
import { Tree } from "./tree.js";
import { Triad } from "./triad.js";
import { WorkMap } from "./work_map.js";

// Frames that tell how much room a mechanism needs.
const LOOKED_AT = 16;

export class View {
  // former: the view of another scene in whose place this one comes, seen from the same side.
  constructor(scene, clock, app, former = null) {
    Object.assign(this, { scene, clock, app, chosen: null, clear: false, dirty: true, filming: false, overlays: [] });
    this.ended = new AbortController();
    this.theme = former?.theme ?? new Theme();
    this.holder = el("main", { class: "stage" });
    this.stage = new Stage(scene, this.holder, former?.stage);
    const { world } = this.stage;
    this.batches = new Batches(world);
    this.bodies = makeBodies(scene, this.batches, world);
    this.at = clock.motion.place(clock.time);
    moveBodies(this.bodies, clock.motion, this.at);
    this.ghosts = new Ghosts(scene, this.batches, world);
    this.ghosts.place(clock.time);
    makeWheels(scene, this.bodies, this.batches);
    this.glyphs = makeGlyphs(scene, this.bodies, this.batches, this.stage.up);
    makeBushings(scene, this.bodies, this.batches);
    makeTriads(scene, this.bodies, this.batches);
    makeJointAxes(scene, this.bodies, this.batches);
    this.lines = makeLines(scene, this.bodies, this.batches);
    this.batches.build();
    this.batches.showLayer("axes", false);
    this.tracks = scene.tracks.map((track) => new Track(track, this.bodies, world));
    this.batches.showLayer("bent", false);
    this.beams = new Beams(scene, this.bodies, world);
    this.workMap = new WorkMap(scene, world, () => { this.dirty = true; });
    const step = round(scene.size / 8);
    this.roads = scene.roads.map((road) => new Road(road, this.bodies, step));
    this.arrows = new Arrows(scene, this.bodies, world);
    this.traces = clock.motion.makeTraces?.(scene, world) ?? new Traces(clock.motion, scene, world);
    this.quality = new Quality(this.stage, [this.batches, this.arrows, this.traces], former?.quality);
    this.layer = el("div", { class: "labels" });
    this.holder.append(this.layer);
    // Points that will be needed, where the motion does not hold them yet.
    this.foreseen = [];
    this.labels = new Labels(scene, this.bodies, this.arrows.frames, this.layer);
    this.triad = new Triad(this.holder);
    this.cameras = new Cameras(this.stage, this.bodies, () => this.swept(), scene);
    this.details = new Details(scene, this.bodies, this.arrows);
    this.build(former);
    this.start(former);
  }

  build(former) {
    const { scene, clock, app } = this;
    const { signal } = this.ended;
    this.tree = new Tree(scene, (chosen) => this.choose(chosen));
    this.plots = scene.modes
      ? new ModesPanel(scene, clock, this.theme.palette, () => this.retrace())
      : new Plots(scene, clock, this.theme.palette, (card) => this.openChooser(card));
    this.chooser = new Chooser(scene, (card, channel) => {
      if (card) this.plots.extend(card, channel);
      else this.plots.add([channel]);
    });
    this.toolbar = new Toolbar(scene, this);
    this.helpSheet = makeHelp();
    this.filmSheet = new FilmSheet(this);
    const splitter = makeSplitter(app, () => this.resize(), signal);
    this.notices = el("div", { class: "notices", role: "status" });
    this.holder.append(this.notices);
    for (const text of scene.notices) this.notify(text);
    if (this.ghosts.legend) this.holder.append(this.ghosts.legend);
    if (this.beams.legend) this.holder.append(this.beams.legend);
    if (this.workMap.legend) this.holder.append(this.workMap.legend);
    app.replaceChildren(this.toolbar.node, this.tree.node, this.holder, splitter, this.plots.node,
      makeTimeline(scene, clock), this.chooser.node, this.helpSheet, this.filmSheet.node);
    if (!scene.channels.length && !scene.modes && !former) app.classList.add("no-plots");
    foldList(app, () => this.toolbar.update(), signal, !former);
    this.listener = (palette) => this.setPalette(palette);
    this.theme.listen(this.listener);
    const observers = [[() => this.resize(), this.holder], [() => this.plots.resize(), this.plots.list]].map(([act, node]) => {
      const found = new ResizeObserver(act);
      found.observe(node);
      return found;
    });
    signal.addEventListener("abort", () => observers.forEach((one) => one.disconnect()));
    this.cameras.controls.addEventListener("change", () => { this.dirty = true; });
    this.listenToPointer();
    document.addEventListener("pointerdown", (event) => {
      if (!event.target.closest?.(".menu")) this.closeMenu();
    }, { signal });
    clock.listen(() => this.changed());
  }

  // All that is not drawn by the style sheet takes its colors from here.
  setPalette(palette) {
    for (const part of [this.stage, this.arrows, this.traces, this.plots, this.toolbar, ...this.roads]) part.setPalette(palette);
    this.dirty = true;
  }

  // Shows a message until it is dismissed.
  notify(text) {
    const node = el("p", {}, el("span", { text }), button("", "Dismiss", () => node.remove(), "close"));
    this.notices.append(node);
    return node;
  }

  start(former) {
    const { scene } = this;
    const moving = scene.frames.filter((frame) => frame.body > 0);
    if (!scene.travels) moving.slice(0, 4).forEach((f) => this.traces.toggle(f.name, f.body, f.at));
    if (scene.roads.length) Object.assign(this.arrows.on, { efforts: false, reactionForces: false, acting: true });
    this.stage.resize();
    this.update();
    if (former) resumeView(this, former);
    else this.cameras.look("iso");
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
    if (this.chosen && this.clock.due("details")) this.showDetails();
  }

  // After another motion was chosen.
  retrace() {
    this.traces.retrace();
    this.changed();
  }

  // Moves bodies and what is between them to a time.
  place(at) {
    moveBodies(this.bodies, this.clock.motion, at);
    const { times } = this.clock.motion;
    const next = at.part > 0 ? times[at.frame + 1] - times[at.frame] : 0;
    this.ghosts.place(times[at.frame] + at.part * next);
    for (const line of this.lines) line.update();
  }

  // The room that the mechanism needs over all of its way, or now where it travels.
  swept() {
    const { travels } = this.scene;
    if (travels) return this.batches.corners();
    const found = this.batches.meshes.length ? [...this.foreseen] : emptyRoom(this.scene.size);
    const count = Math.min(this.clock.motion.count, LOOKED_AT);
    for (let k = 0; k < count; k += 1) {
      const at = { frame: Math.round((k * (this.clock.motion.count - 1)) / Math.max(count - 1, 1)), part: 0 };
      this.place(at);
      this.batches.corners(found);
      for (const tip of this.arrows.tips(at)) found.push(...this.stage.world.localToWorld(tip).toArray());
    }
    for (const values of this.traces.points()) {
      for (let k = 0; k < values.length; k += 3) found.push(...this.stage.world.localToWorld(point.fromArray(values, k)).toArray());
    }
    this.update();
    return found;
  }

  // After numbers of shapes, joints and springs have changed.
  reshape() {
    for (const { frame } of this.glyphs.flat()) frame.reshape();
    for (const frame of this.arrows.frames) frame.reshape();
    for (const line of this.lines) line.reshape();
    this.batches.reshape();
    this.update();
  }

  update() {
    this.place(this.at);
    for (const track of this.tracks) track.update();
    this.beams.update();
    this.batches.update();
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

  // Called for every frame of the browser: draws if something changed, finely once all is at rest.
  frame(milliseconds) {
    if (this.filming) return;
    this.quality.frame(this.clock.playing || this.dirty, milliseconds);
    if (this.dirty || this.stage.changed) this.render();
  }

  // Draws now, with all detail.
  draw() {
    this.quality.set(0);
    this.render();
  }

  // Draws at once, with the detail of things that move; the rest comes when all is at rest.
  show() {
    this.quality.set(this.quality.learned);
    this.render();
    this.dirty = true;
  }

  render() {
    const { stage } = this;
    this.dirty = false;
    stage.changed = false;
    stage.render();
    this.labels.update(stage.camera, stage.world, stage.width, stage.height);
    this.triad.update(stage.camera, stage.world);
    for (const overlay of this.overlays) overlay.update(this);
  }

  resize() {
    if (this.filming) return;
    const seen = this.stage.height > 0;
    if (this.stage.resize()) seen ? this.draw() : this.fit();
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

  toggleOrthographic(on = !this.cameras.orthographic) {
    this.cameras.setOrthographic(on);
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

  toggleAxes(on = !this.labels.axes) {
    this.labels.axes = on;
    this.batches.showLayer("axes", on);
    this.refresh();
  }

  toggleTraces(on = !this.traces.visible) {
    this.traces.visible = on;
    this.refresh();
  }

  toggleClear(on = !this.clear) {
    this.clear = on;
    this.batches.setClear(on);
    this.refresh();
  }

  toggleGhosts(on = !this.ghosts.visible) {
    this.ghosts.visible = on;
    this.batches.showLayer("ghost", on);
    if (this.ghosts.legend) this.ghosts.legend.hidden = !on;
    this.plots.showGhosts(on);
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
    this.draw();
    const { width, height } = this.stage.renderer.domElement;
    const canvas = compose(this, Object.assign(document.createElement("canvas"), { width, height }));
    const name = `${fileStem(this.scene.name)}-${fileStem(this.clock.text(this.clock.time, 4).replace(" ", ""))}.png`;
    canvas.toBlob((blob) => download(blob, name), "image/png");
  }

  // --- choosing -----------------------------------------------------------------------------------

  choose(chosen) {
    this.closeMenu();
    if (this.chosen) this.batches.highlight(this.chosen, false);
    if (chosen) this.batches.highlight(chosen, true);
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
      if (!this.scene.live) actions.push(["Trace", this.traces.has(name), () => { this.trace(name, body, at); this.showDetails(); }]);
      actions.push(["Follow", this.cameras.followed === body, () => { this.follow(body); this.showDetails(); }]);
    }
    this.tree.show(title, note, rows, actions);
  }

  listenToPointer() {
    const canvas = this.stage.renderer.domElement;
    const { signal } = this.ended;
    let down = null;
    // A gesture of two fingers chooses nothing.
    canvas.addEventListener("pointerdown", (event) => { down = event.isPrimary ? [event.clientX, event.clientY] : null; }, { signal });
    canvas.addEventListener("pointerup", (event) => {
      const touch = event.pointerType === "touch";
      if (!down || Math.hypot(event.clientX - down[0], event.clientY - down[1]) > (touch ? 10 : 4)) return;
      this.choose(touch ? pickedNear(this, event) : this.picked(event));
    }, { signal });
    canvas.addEventListener("dblclick", () => this.fit(), { signal });
  }

  picked(event) {
    return picked(this, event);
  }
}

const point = new Vector3();

// The body that a vehicle is followed by: the heaviest that is free.
function mainBody(scene) {
  const free = scene.joints.filter((joint) => joint.free).map((joint) => joint.child);
  const bodies = free.length ? free : scene.bodies.map((_, k) => k).slice(1);
  return bodies.reduce((a, b) => (scene.bodies[b].mass > scene.bodies[a].mass ? b : a));
}
