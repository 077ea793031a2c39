// Light and dark: what the system prefers, until the user chooses.
const KEY = "sarrus.theme";
const LINES = ["#1f6feb", "#d1601f", "#16834a", "#7a3fb0", "#b8327a", "#0f8a9d", "#8a6d00", "#5a6673"];
const BRIGHT = ["#6ea8ff", "#ff9d5c", "#4cc38a", "#c29bf5", "#f27fb8", "#4fc7da", "#d9b94a", "#a9b5c2"];

// The colors of what is not drawn by the style sheet: the picture and the plots.
const PALETTES = {
  light: {
    background: "#f3f5f7", weak: "#dde2e7", strong: "#c6cdd5", shadow: 0.2, road: "#c9ced4", tick: "#aeb5bd",
    axis: "#5a6673", rule: "#e6eaee", ink: "#1c232b", label: "rgb(255 255 255 / 82%)", lines: LINES,
    arrows: { force: "#c8322b", moment: "#7a3fb0", effort: "#16834a", acting: "#c26a00" },
    axes: ["#c8322b", "#16834a", "#1f6feb"],
  },
  dark: {
    background: "#14181d", weak: "#29313a", strong: "#414c58", shadow: 0.45, road: "#3d464f", tick: "#5b6773",
    axis: "#9dabb9", rule: "#29313a", ink: "#e6ebf0", label: "rgb(29 35 42 / 82%)", lines: BRIGHT,
    arrows: { force: "#ff6f66", moment: "#bb93f7", effort: "#42c98a", acting: "#ffa53d" },
    axes: ["#ff6f66", "#42c98a", "#6ea8ff"],
  },
};

export class Theme {
  constructor() {
    this.listeners = [];
    this.system = window.matchMedia("(prefers-color-scheme: dark)");
    this.system.addEventListener("change", () => this.show(this.wanted));
    // Paper is white.
    window.addEventListener("beforeprint", () => this.show("light"));
    window.addEventListener("afterprint", () => this.show(this.wanted));
    this.chosen = kept();
    this.name = "light";
    this.show(this.wanted);
  }

  get preferred() {
    return this.system.matches ? "dark" : "light";
  }

  get wanted() {
    return this.chosen ?? this.preferred;
  }

  get palette() {
    return PALETTES[this.name];
  }

  // The other one; what the system prefers is followed again once it is chosen.
  toggle() {
    const other = this.name === "dark" ? "light" : "dark";
    this.chosen = other === this.preferred ? null : other;
    keep(this.chosen);
    this.show(other);
  }

  show(name) {
    this.name = name;
    document.documentElement.dataset.theme = name;
    for (const listener of this.listeners) listener(this.palette);
  }

  listen(listener) {
    this.listeners.push(listener);
    listener(this.palette);
  }
}

// Frames of notebooks have no storage.
function kept() {
  try {
    const name = window.localStorage.getItem(KEY);
    return name in PALETTES ? name : null;
  } catch {
    return null;
  }
}

function keep(name) {
  try {
    if (name) window.localStorage.setItem(KEY, name);
    else window.localStorage.removeItem(KEY);
  } catch {
    // the choice holds for this page only
  }
}
