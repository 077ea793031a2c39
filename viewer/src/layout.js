// What goes where: the bar between picture and plots, and windows that have no room for all.
import { el } from "./dom.js";

// Plots stand below the picture in windows that are narrow and upright; the list lies over it.
export const NARROW = "(max-width: 900px)";
const BELOW = "(max-width: 900px) and (max-aspect-ratio: 1/1)";
const STEP = 24;

// signal: ends what listens to the window.
export function makeSplitter(app, changed, signal) {
  const below = window.matchMedia(BELOW);
  const node = el("div", { class: "splitter", role: "separator", tabindex: 0, "aria-label": "Size of the plots",
    "aria-valuemin": 15, "aria-valuemax": 65, title: "Drag to resize" });
  const set = (length, whole) => {
    const kept = Math.min(Math.max(length, below.matches ? 120 : 220), 0.65 * whole);
    app.style.setProperty(below.matches ? "--plots-height" : "--plots", `${kept.toFixed(0)}px`);
    node.setAttribute("aria-valuenow", String(Math.round((100 * kept) / whole)));
    changed();
  };
  const turn = () => node.setAttribute("aria-orientation", below.matches ? "horizontal" : "vertical");
  below.addEventListener("change", turn, { signal });
  turn();
  const move = (event) => {
    const box = app.getBoundingClientRect();
    const bottom = app.querySelector(".timeline")?.getBoundingClientRect().top ?? box.bottom;
    if (below.matches) set(bottom - event.clientY, box.height);
    else set(box.right - event.clientX, box.width);
  };
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    node.addEventListener("pointermove", move);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    node.addEventListener(name, () => node.removeEventListener("pointermove", move));
  }
  node.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const [box, plots] = [app, app.querySelector(".plots")].map((one) => one.getBoundingClientRect());
    if (below.matches) set(plots.height + by * STEP, box.height);
    else set(plots.width + by * STEP, box.width);
  });
  return node;
}

// Narrow windows begin without the list; wide ones have it.
export function foldList(app, changed, signal, atOnce = true) {
  const narrow = window.matchMedia(NARROW);
  const fold = () => {
    app.classList.toggle("no-tree", narrow.matches);
    changed();
  };
  narrow.addEventListener("change", fold, { signal });
  if (atOnce) fold();
}

// The tools of a bar go into a menu where they have no room beside each other.
export function foldTools(bar, tools, button, signal) {
  const fold = () => {
    bar.classList.remove("folded");
    const crowded = bar.scrollWidth > bar.clientWidth + 1;
    bar.classList.toggle("folded", crowded);
    if (!crowded) open(false);
  };
  const open = (on) => {
    bar.classList.toggle("unfolded", on);
    button.setAttribute("aria-expanded", String(on));
  };
  button.setAttribute("aria-expanded", "false");
  button.setAttribute("aria-haspopup", "true");
  button.addEventListener("click", () => open(!bar.classList.contains("unfolded")));
  document.addEventListener("pointerdown", (event) => {
    if (!bar.contains(event.target)) open(false);
  }, { signal });
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !bar.classList.contains("unfolded")) return;
    event.stopPropagation();
    open(false);
    button.focus();
  });
  new ResizeObserver(fold).observe(bar);
  return fold;
}
