// The studio: the text on the left, the mechanism in the middle, plots on the right.
import { makeApi } from "../src/api.js";
import { Clock } from "../src/clock.js";
import { unpacked } from "../src/data.js";
import { button, el, number } from "../src/dom.js";
import { listenToKeys } from "../src/keyboard.js";
import { Motion } from "../src/motion.js";
import { download } from "../src/picture.js";
import { endView } from "../src/succession.js";
import { View } from "../src/view.js";
import { Adding, KINDS } from "./adding.js";
import { Additions } from "./additions.js";
import { DrawingGrid, isSeen, lengthUnit, lookedAlong, placeAt, resolution, toPicture, toScreen } from "./drawing_plane.js";
import { DRAG, Editor } from "./editor.js";
import { ask, Latest } from "./exchange.js";
import { File } from "./file.js";
import { Handles } from "./handles.js";
import { Problems } from "./problems.js";
import { makeTextSplitter } from "./splitter.js";

// Milliseconds of rest after a key before the text is looked at.
const REST = 25;
// Milliseconds after which a picture is drawn in all detail: not between two keys.
const PAUSE = 1200;
// Milliseconds after which a question that failed is asked again.
const AGAIN = 1000;
const PANES = { both: "Both", text: "Text", scene: "Mechanism" };

class Studio {
  constructor(root) {
    Object.assign(this, { root, view: null, clock: null, number: 0, shown: 0, points: [],
      drawing: false, kept: false, started: 0, took: null, told: "", looked: null, turning: false, plotted: false });
    this.app = el("div", { id: "app", class: "no-tree" });
    this.state = el("span", { class: "state", role: "status" });
    this.hint = el("p", { class: "empty-hint", hidden: true }, "Nothing here yet. Press ", el("b", { text: "Body" }),
      " and click the points of a link, then ", el("b", { text: "Revolute" }), " where links meet; or type in the text.");
    this.name = el("h1", { class: "file" });
    this.file = new File({ tell: (...said) => this.tell(...said), changed: () => this.tools() });
    this.problems = new Problems((at) => this.editor.go(at));
    this.handles = new Handles({
      moved: (name, to) => this.moves.push({ name, to }),
      ended: () => this.moves.idle(() => this.editor.isolate()),
      chosen: (name) => this.adding.pick(name),
    });
    this.adding = new Adding({ add: (what) => this.add(what), changed: () => this.tools() });
    this.additions = new Additions(this);
    this.moves = new Latest(({ name, to }) => this.move(name, to));
    this.shows = new Latest(() => this.show());
    this.build();
    this.editor = new Editor(this.text, { changed: () => this.edited(), save: () => this.save() });
  }

  build() {
    const make = (label, title, act, icon) => button(label, title, act, icon);
    this.buttons = {
      save: make("Save", "Save the file (Ctrl-S)", () => this.save()),
      undo: make("Undo", "Undo (Ctrl-Z)", () => this.editor.undo()),
      redo: make("Redo", "Redo (Ctrl-Shift-Z)", () => this.editor.redo()),
      drawing: make("Drawing", "Show the mechanism as it is drawn, with points that can be dragged", () => this.setDrawing(!this.drawing)),
      keep: make("Compare", "Keep this run, to compare the next ones with it", () => this.keep()),
    };
    this.kinds = Object.entries(KINDS).map(([kind, about]) => {
      const node = make(about.text, `New ${about.text.toLowerCase()} by pointing`, () => this.start(kind));
      node.dataset.kind = kind;
      return node;
    });
    this.panes = Object.entries(PANES).map(([name, text]) => make(text, `Show: ${text.toLowerCase()}`, () => this.setPane(name)));
    const exports = el("details", { class: "menu" }, el("summary", { text: "Export", title: "Files for others" }),
      el("div", { class: "sheet" },
        make("Model file (.yaml)", "The text as a file", () => this.export("model")),
        make("Page (.html)", "The run as a page that needs nothing else", () => this.export("page")),
        make("Live page (.html)", "A page in which the mechanism runs, with the sliders of the text", () => this.export("live")),
        make("Picture (.png)", "What is seen", () => this.view?.save()),
        make("Table (.csv)", "The outputs over time", () => this.export("csv"))));
    this.exports = exports;
    this.bar = el("header", { class: "studio-bar" }, this.name,
      el("div", { class: "set", role: "group", "aria-label": "File" }, this.buttons.save, this.buttons.undo, this.buttons.redo, exports),
      el("div", { class: "set", role: "group", "aria-label": "Draw" }, this.buttons.drawing, ...this.kinds),
      el("div", { class: "set", role: "group", "aria-label": "Run" }, this.buttons.keep),
      el("div", { class: "set panes", role: "group", "aria-label": "Panes" }, ...this.panes));
    this.text = el("div", { class: "text" });
    const left = el("section", { class: "left", "aria-label": "Text" }, this.text, this.problems.node);
    const foot = el("footer", { class: "foot" }, this.state);
    this.splitter = makeTextSplitter(this.root);
    this.root.replaceChildren(this.bar, left, this.splitter, this.app, foot);
    // Who writes in an editor of their own sees the mechanism alone.
    this.setPane(document.querySelector('meta[name="sarrus-pane"]').content);
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("pointerdown", () => { this.until = 0; }, true);
    document.addEventListener("pointerdown", (event) => {
      if (!exports.contains(event.target)) exports.open = false;
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.file.unsaved) event.preventDefault();
    });
  }

  // --- the file -----------------------------------------------------------------------------------

  async open() {
    this.name.textContent = await this.file.open(this.editor);
  }

  save() {
    return this.file.save();
  }

  async export(kind) {
    this.exports.open = false;
    const found = await ask("export", { kind, text: this.editor.text });
    if (found.failed) this.tell(found.failed.join(" "), true);
    else download(new Blob([found.text], { type: found.type }), found.name);
  }

  // --- the text -----------------------------------------------------------------------------------

  edited() {
    this.started = performance.now();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.shows.push(null), REST);
    this.tools();
  }

  // Whether the picture of the text is still to come.
  waits() {
    return this.view === null || this.turning || this.looked !== this.editor.text || this.told.startsWith("running");
  }

  async show() {
    const { text } = this.editor;
    const began = this.started;
    let found;
    try {
      found = await ask("show", { text, drawing: this.drawing });
    } catch (error) {
      this.tell(error.message, true);
      setTimeout(() => { if (this.looked !== this.editor.text) this.shows.push(null); }, AGAIN);
      return;
    }
    if (found.stale || found.number < this.number) return;
    this.number = found.number;
    await this.take(found, text);
    this.took = performance.now() - began;
    if (found.stage === "going" && !this.drawing) this.await(found.number, text);
  }

  // The run of a text takes longer than its start; it is shown when it is there.
  async await(number, text) {
    this.tell("running");
    while (number === this.number) {
      let found;
      try {
        found = await ask("more", { number, seconds: 1 });
      } catch (error) {
        this.tell(error.message, true);
        return;
      }
      if (found.stale || number !== this.number || this.drawing) return;
      if (found.stage !== "going") {
        await this.take(found, text);
        return;
      }
      this.tell(`running, ${Math.round(100 * found.fraction)} %`);
    }
  }

  async take(found, text) {
    if (this.editor.text === text) this.editor.show(found.problems);
    this.problems.set(found.problems);
    if (found.points) this.points = found.points;
    if (found.scene) await this.draw(JSON.parse(found.scene));
    this.app.classList.toggle("outdated", found.stage === "wrong");
    const errors = found.problems.filter((one) => one.severity === "error").length;
    const words = { wrong: `${errors} to correct; the last good text is shown`, failed: "this text does not run", going: "running", done: "", drawn: "" };
    this.tell(this.drawing && found.stage !== "wrong" ? "drawing" : words[found.stage], found.stage === "wrong" || found.stage === "failed");
    this.shown = found.number;
    this.looked = text;
    this.tools();
  }

  // --- the picture --------------------------------------------------------------------------------

  async draw(record) {
    const scene = await unpacked(record);
    const former = this.view;
    const clock = new Clock(new Motion(scene));
    if (this.clock) {
      Object.assign(clock, { loop: this.clock.loop, speed: this.clock.motion.count > 1 ? this.clock.speed : clock.speed });
      // a still has no time of its own
      const { time, playing } = clock.motion.count > 1 && this.clock.motion.count < 2 ? this.resting ?? this.clock : this.clock;
      clock.time = Math.min(Math.max(time, clock.motion.start), clock.motion.end);
      clock.playing = playing && clock.motion.count > 1;
      if (clock.motion.count < 2 && this.clock.motion.count > 1) this.resting = { time, playing };
    }
    this.clock = clock;
    this.view = new View(scene, clock, this.app, former);
    if (!former) {
      this.app.classList.add("no-tree");
      this.view.quality.rest = PAUSE;
    }
    // stills have no plots; they come with the first run, where there is room
    if (scene.channels.length && !this.plotted) {
      this.plotted = true;
      this.app.classList.toggle("no-plots", window.innerWidth < 900);
      this.view.stage.resize();
      this.view.cameras.look("iso");
    }
    this.view.toolbar.update();
    this.adding.view = this.view;
    this.adding.points = this.points;
    this.view.holder.append(this.hint);
    this.layDrawing();
    if (former && !this.drawing && outOfSight(former.scene, scene)) this.view.fit();
    if (this.drawing && !this.handles.dragged && this.points.some((point) => !isSeen(this.view, point.at))) this.lookAtPoints();
    this.view.show();
    if (former) endView(former);
    else this.begin();
    Object.assign(window.sarrus, makeApi(scene, clock, this.view), { studio: this });
  }

  begin() {
    const studio = this;
    const now = (name) => new Proxy({}, { get: (_, key) => {
      const value = studio[name][key];
      return typeof value === "function" ? value.bind(studio[name]) : value;
    } });
    listenToKeys(now("view"), now("clock"));
    let last = null;
    const frame = (time) => {
      if (this.clock.playing && last !== null) this.clock.advance(Math.min((time - last) / 1000, 0.25));
      this.view.frame(time - (last ?? time));
      last = time;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  // Points of the drawing, over the picture.
  layDrawing() {
    const { view, handles } = this;
    if (!this.drawing) return;
    handles.set(this.points, view.scene.size);
    handles.mark(this.adding.names);
    handles.preview(this.adding.places);
    const grid = new DrawingGrid(view, this.adding.level(), view.theme.palette);
    view.overlays.push(handles, grid);
    // Nodes that are moved lose the focus, and the next key with it.
    const focused = document.activeElement;
    view.holder.append(handles.node, this.adding.node);
    if (handles.node.contains(focused) || this.adding.node.contains(focused)) focused.focus({ preventScroll: true });
    const canvas = view.stage.renderer.domElement;
    let down = null;
    const { signal } = view.ended;
    canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; }, { signal });
    canvas.addEventListener("pointermove", (event) => {
      const at = event.buttons ? null : placeAt(view, event, this.adding.level(), resolution(view.scene.size));
      const { name, per } = lengthUnit(view.scene.size);
      const [x, y, z] = (at ?? []).map((value) => number(per * value, 6));
      if (at) this.tell(`x ${x}, y ${y}, z ${z} ${name}; squares of ${number(per * grid.step, 6)} ${name}`);
    }, { signal });
    canvas.addEventListener("click", (event) => {
      if (this.adding.kind && down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 5) this.adding.place(event);
    }, { signal });
  }

  async setDrawing(on) {
    if (on === this.drawing) return;
    this.drawing = on;
    this.looked = null;
    if (!on) this.adding.close();
    this.app.classList.toggle("drawing", on);
    this.tools();
    this.turning = true;
    if (on) this.side = this.view?.cameras.preset ?? "iso";
    await this.show();
    if (on) this.square();
    else this.view.look(this.side);
    this.turning = false;
  }

  // A planar mechanism is drawn as it is on paper.
  square() {
    const axes = [0, 1, 2].filter((k) => this.points.every((point) => Math.abs(point.at[k] - this.points[0].at[k]) < 1e-9));
    const axis = this.points.length > 1 ? axes[0] : 1;
    if (axis === undefined) return;
    for (const preset of ["front", "right", "top"]) {
      this.view.look(preset);
      if (lookedAlong(this.view) === axis) break;
    }
    if (this.points.length) this.lookAtPoints();
  }

  // As near as bodies and all points allow, from the same side.
  lookAtPoints() {
    const { view } = this;
    const places = this.points.flatMap((point) => toPicture(view, point.at).toArray());
    view.cameras.fit(null, [...view.swept(), ...places]);
    view.refresh();
  }

  async start(kind) {
    if (!this.drawing) await this.setDrawing(true);
    if (this.adding.kind === kind) this.adding.close();
    else this.adding.open(kind);
  }

  async move(name, to) {
    const { text } = this.editor;
    const found = await ask("move", { text, point: name, to, size: this.view.scene.size });
    if (found.failed) return this.tell(found.failed.join(" "), true);
    // what was typed meanwhile counts more
    if (this.editor.text === text && found.changes.length) this.editor.apply(found.changes, DRAG);
    if (found.notes.length) this.tell(found.notes.join("; "), true, 6000);
    else if (found.changes.length) this.tell(`${name.replace("joint:", "")} moved`);
    if (!found.changes.length) this.handles.set(this.points, this.view.scene.size);
    this.view.dirty = true;
    return undefined;
  }

  add(what) {
    return this.additions.push(what);
  }

  async keep() {
    this.looked = null;
    this.kept = (await ask("keep", { on: !this.kept })).kept;
    this.tools();
    this.shows.push(null);
  }

  // Where a place [m] is in the window, for tests.
  screen(place) {
    const box = this.view.stage.renderer.domElement.getBoundingClientRect();
    const [x, y] = toScreen(this.view, place);
    return [box.left + x, box.top + y];
  }

  // --- what is around -----------------------------------------------------------------------------

  setPane(name) {
    this.pane = name;
    this.root.dataset.pane = name;
    this.panes.forEach((node, k) => node.setAttribute("aria-pressed", String(Object.keys(PANES)[k] === name)));
  }

  tools() {
    if (!this.editor || !this.file.editor) return;
    const { unsaved } = this.file;
    const [undos, redos] = this.editor.depths;
    this.buttons.save.disabled = !unsaved && !this.file.news;
    this.buttons.undo.disabled = !undos;
    this.buttons.redo.disabled = !redos;
    this.buttons.drawing.setAttribute("aria-pressed", String(this.drawing));
    this.buttons.keep.setAttribute("aria-pressed", String(this.kept));
    for (const node of this.kinds) node.setAttribute("aria-pressed", String(node.dataset.kind === this.adding.kind));
    this.name.classList.toggle("unsaved", unsaved);
    this.name.title = unsaved ? "Not saved" : "Saved";
    this.handles.mark(this.adding.names);
    this.handles.preview(this.adding.places);
    this.hint.hidden = this.adding.kind !== null || (this.view?.scene.bodies.length ?? 2) > 1;
    if (!this.adding.kind) this.adding.node.hidden = true;
  }

  // Says something below; what the user must know stands until he does something else, or a while.
  tell(text, loud = false, stands = 0) {
    this.told = text;
    const now = performance.now();
    if (!loud && now < (this.until ?? 0)) return;
    this.until = now + stands;
    this.state.textContent = text;
    this.state.title = text;
    this.state.classList.toggle("loud", loud);
  }

  key(event) {
    const command = event.ctrlKey || event.metaKey;
    const typing = event.target.isContentEditable || event.target.matches?.("input, textarea");
    if (command && event.key.toLowerCase() === "s") {
      if (!event.defaultPrevented) this.save();
      event.preventDefault();
    } else if (command && !typing && event.key.toLowerCase() === "z") {
      event.preventDefault();
      if (event.shiftKey) this.editor.redo();
      else this.editor.undo();
    } else if (event.key === "Escape" && this.adding.kind) this.adding.close();
    else if (event.key === "Enter" && this.adding.kind && event.target === document.body) this.adding.finish();
  }
}

// Whether a mechanism has become so much larger or smaller that it is to be looked at anew.
function outOfSight(before, now) {
  return now.size > 2.5 * before.size || now.size < before.size / 4;
}

window.sarrus = { ready: false };
const studio = new Studio(document.getElementById("studio"));
studio.open().catch((error) => {
  studio.tell(`The studio cannot be shown: ${error.message}`, true);
  window.sarrus = { ready: false, error: String(error) };
});
