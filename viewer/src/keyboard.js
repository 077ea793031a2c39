// Keys, and the sheet that explains them.
import { button, el } from "./dom.js";

const KEYS = [
  ["space", "play or pause"],
  ["left, right", "one frame back or forward"],
  ["shift + left, right", "ten frames back or forward"],
  ["home, end", "first and last frame"],
  ["+, -", "faster, slower"],
  ["o", "loop playback"],
  ["1, 2, 3, 4", "view: iso, front, right, top"],
  ["5", "orthographic or perspective"],
  ["f", "fit to view; so does a double click"],
  ["l", "labels"],
  ["a", "axes of joints"],
  ["r", "reaction forces"],
  ["m", "reaction moments"],
  ["e", "drive and joint forces"],
  ["t", "traces"],
  ["x", "transparent bodies"],
  ["c", "compare: show or hide the other run"],
  ["b, g", "show or hide the list, the plots"],
  ["p", "open a plot"],
  ["escape", "clear selection"],
];

// Keys by which sliders are moved.
const SLIDING = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End"];

// live: the machine of a page in which the mechanism runs, else null.
export function listenToKeys(view, clock, live = null) {
  const actions = {
    " ": () => clock.play(),
    ArrowLeft: (event) => clock.step(event.shiftKey ? -10 : -1),
    ArrowRight: (event) => clock.step(event.shiftKey ? 10 : 1),
    Home: () => (live ? clock.home() : clock.show(0)),
    End: () => clock.show(clock.motion.count - 1),
    "+": () => clock.faster(1),
    "=": () => clock.faster(1),
    "-": () => clock.faster(-1),
    o: () => clock.setLoop(),
    1: () => view.look("iso"),
    2: () => view.look("front"),
    3: () => view.look("right"),
    4: () => view.look("top"),
    5: () => view.toggleOrthographic(),
    f: () => view.fit(),
    l: () => view.toggleLabels(),
    a: () => view.toggleAxes(),
    r: () => view.setArrows("reactionForces"),
    m: () => view.setArrows("reactionMoments"),
    e: () => view.setArrows("efforts"),
    t: () => view.toggleTraces(),
    x: () => view.toggleClear(),
    c: () => view.toggleGhosts(),
    b: () => view.toggleTree(),
    g: () => view.togglePlots(),
    p: () => view.openChooser(null),
    h: () => view.help(),
    "?": () => view.help(),
    Escape: () => view.choose(null),
    ...(live ? { d: () => live.toggleDrag() } : {}),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    const { target } = event;
    const typing = target.isContentEditable || target.matches?.('input[type="search"], input[type="text"], textarea, select');
    const action = actions[event.key];
    if (typing || !action) return;
    if (SLIDING.includes(event.key) && target.closest?.(".slide")) return;
    event.preventDefault();
    if (target.matches?.("button, summary, input")) target.blur();
    action(event);
  });
}

export function makeHelp() {
  const node = el("dialog", { class: "help", onclick: (event) => {
    if (event.target === node) node.close();
  } });
  node.append(
    el("header", {}, el("h2", { text: "Keyboard and mouse" }), button("", "Close", () => node.close(), "close")),
    el("dl", {}, ...KEYS.flatMap(([keys, text]) => [
      el("dt", {}, ...keys.split(", ").flatMap((key, k) => (k ? [", ", el("kbd", { text: key })] : [el("kbd", { text: key })]))),
      el("dd", { text }),
    ])),
    el("p", { text: "Drag to rotate, right button to pan, wheel to zoom. With fingers: one rotates, two zoom and pan. Click a body or joint to see its data, a plot to go to a time." }));
  return node;
}
