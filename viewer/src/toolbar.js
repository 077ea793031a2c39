// The bar above: cameras, what is shown, and the sizes of arrows.
import { button, el } from "./dom.js";
import { GROUPS } from "./arrows.js";
import { PRESETS } from "./cameras.js";
import { foldTools } from "./layout.js";

const NAMES = { iso: "Iso", front: "Front", right: "Right", top: "Top" };

export class Toolbar {
  constructor(scene, view) {
    this.view = view;
    const { arrows } = view;
    this.presets = PRESETS.map((name, k) =>
      button(NAMES[name], `View: ${NAMES[name].toLowerCase()} (${k + 1})`, () => view.look(name)));
    this.toggles = {
      labels: button("Labels", "Show names (l)", () => view.toggleLabels()),
      axes: button("Axes", "Show the axes of joints, in which loads are given (a)", () => view.toggleAxes()),
      traces: button("Traces", "Show traces of points (t)", () => view.toggleTraces()),
      ghosts: button("Ghost", "Show the other run, translucent (c)", () => view.toggleGhosts()),
      clear: button("Transparent", "Transparent bodies (x)", () => view.toggleClear()),
      orthographic: button("Orthographic", "Parallel lines stay parallel (5)", () => view.toggleOrthographic()),
      theme: button("", "Dark or light", () => view.theme.toggle(), "theme"),
      tree: button("", "List of bodies and joints (b)", () => view.toggleTree(), "tree"),
      plots: button("", "Plots (g)", () => view.togglePlots(), "chart"),
    };
    this.arrowsMenu = arrows.present.length ? this.arrowMenu(arrows, scene) : null;
    const more = button("", "Tools", () => {}, "more");
    more.classList.add("more");
    // What can be folded; panels of other pages add their sets here.
    this.tools = el("div", { class: "tools" },
      el("div", { class: "set", role: "group", "aria-label": "Views" }, ...this.presets,
        button("Fit", "Fit to view (f)", () => view.fit()), this.toggles.orthographic),
      el("div", { class: "set", role: "group", "aria-label": "Shown" }, this.toggles.labels, this.toggles.axes,
        this.toggles.traces, this.toggles.clear, scene.ghosts.length ? this.toggles.ghosts : null, this.arrowsMenu),
      el("div", { class: "set last", role: "group", "aria-label": "Files and help" },
        button("Picture", "Save picture as PNG", () => view.save()),
        scene.live ? null : button("Film", "Make a film", () => view.filmSheet.open()),
        button("?", "Keyboard shortcuts (h)", () => view.help())));
    this.node = el("header", { class: "bar" },
      this.toggles.tree,
      el("h1", { text: scene.title, title: scene.title }),
      this.tools,
      el("div", { class: "set right" }, this.toggles.theme, scene.channels.length || scene.modes ? this.toggles.plots : null, more));
    this.fold = foldTools(this.node, this.tools, more, view.ended.signal);
  }

  setPalette(palette) {
    for (const [kind, swatch] of this.swatches ?? []) swatch.style.borderColor = palette.arrows[kind];
    this.toggles.theme.setAttribute("aria-pressed", String(this.view.theme.name === "dark"));
  }

  arrowMenu(arrows, scene) {
    this.boxes = new Map();
    this.swatches = [];
    const rows = GROUPS.filter((group) => arrows.present.includes(group)).map((group) => {
      const box = el("input", { type: "checkbox", onchange: () => this.view.setArrows(group.key, box.checked) });
      const swatch = el("span", { class: "swatch" });
      this.swatches.push([group.color, swatch]);
      this.boxes.set(group.key, box);
      return el("label", {}, box, swatch, el("span", { text: group.text }));
    });
    const scale = el("input", { type: "range", min: -1, max: 1, step: 0.01, value: 0, "aria-label": "Arrow size",
      oninput: () => this.view.scaleArrows(10 ** Number(scale.value)) });
    this.scale = scale;
    const open = scene.joints.some((j) => !j.unique.flat().every(Boolean));
    return el("details", { class: "menu" }, el("summary", { text: "Forces", title: "Force and moment arrows (r: reactions)" }),
      el("div", { class: "sheet" }, ...rows,
        el("label", { class: "scale" }, el("span", { text: "Size" }), scale),
        open ? el("p", { class: "hint" }, el("span", { class: "swatch loose" }),
          el("span", { text: "Striped: not unique. Rigid-body mechanics does not determine how redundant joints share it; the minimum-norm values are shown." })) : null));
  }

  update() {
    const { view } = this;
    const press = (node, on) => node.setAttribute("aria-pressed", String(on));
    press(this.toggles.labels, view.labels.visible);
    press(this.toggles.axes, view.labels.axes);
    press(this.toggles.traces, view.traces.visible && view.traces.lines.size > 0);
    press(this.toggles.clear, view.clear);
    press(this.toggles.orthographic, view.cameras.orthographic);
    press(this.toggles.ghosts, view.ghosts.visible);
    press(this.toggles.tree, !view.app.classList.contains("no-tree"));
    press(this.toggles.plots, !view.app.classList.contains("no-plots"));
    this.presets.forEach((node, k) => press(node, PRESETS[k] === view.cameras.preset));
    for (const [key, box] of this.boxes ?? []) box.checked = view.arrows.on[key];
  }
}
