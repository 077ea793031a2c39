// The bar above: cameras, what is shown, and the sizes of arrows.
import { button, el } from "./dom.js";
import { GROUPS } from "./arrows.js";
import { PRESETS } from "./cameras.js";

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
      tree: button("", "List of bodies and joints (b)", () => view.toggleTree(), "tree"),
      plots: button("", "Plots (g)", () => view.togglePlots(), "chart"),
    };
    this.arrowsMenu = arrows.present.length ? this.arrowMenu(arrows, scene) : null;
    this.node = el("header", { class: "bar" },
      this.toggles.tree,
      el("h1", { text: scene.title, title: scene.title }),
      el("div", { class: "set" }, ...this.presets, button("Fit", "Fit to view (f)", () => view.fit())),
      el("div", { class: "set" }, this.toggles.labels, this.toggles.axes, this.toggles.traces, this.toggles.clear,
        scene.ghosts.length ? this.toggles.ghosts : null, this.arrowsMenu),
      el("div", { class: "set right" },
        button("Picture", "Save picture as PNG", () => view.save()),
        button("?", "Keyboard shortcuts (h)", () => view.help()), scene.channels.length ? this.toggles.plots : null));
  }

  arrowMenu(arrows, scene) {
    this.boxes = new Map();
    const rows = GROUPS.filter((group) => arrows.present.includes(group)).map((group) => {
      const box = el("input", { type: "checkbox", onchange: () => this.view.setArrows(group.key, box.checked) });
      const swatch = el("span", { class: "swatch" });
      swatch.style.borderColor = group.color;
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
    press(this.toggles.ghosts, view.ghosts.visible);
    press(this.toggles.tree, !view.app.classList.contains("no-tree"));
    press(this.toggles.plots, !view.app.classList.contains("no-plots"));
    this.presets.forEach((node, k) => press(node, PRESETS[k] === view.cameras.preset));
    for (const [key, box] of this.boxes ?? []) box.checked = view.arrows.on[key];
  }
}
