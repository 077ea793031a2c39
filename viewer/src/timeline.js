// The bar below: play, step, loop, speed, and a slider with the events on it.
import { SPEEDS } from "./clock.js";
import { button, el, setIcon } from "./dom.js";

export function makeTimeline(scene, clock) {
  const { motion } = clock;
  const span = motion.end - motion.start || 1;
  const { pace } = clock;
  const digits = Math.min(Math.max(3 - Math.floor(Math.log10(span * pace.factor)), pace.seconds ? 0 : 2), 6);
  const play = button("", "Play or pause (space)", () => clock.play(), "play");
  play.classList.add("play");
  const loop = button("", "Repeat (o)", () => clock.setLoop(), "loop");
  const speed = el("select", { title: "Speed (+ and -)", "aria-label": "Speed",
    onchange: () => clock.setSpeed(Number(speed.value)) });
  for (const value of SPEEDS) speed.append(el("option", { value, text: `${value} ×` }));
  const slider = el("input", { type: "range", min: 0, max: 1, step: "any", class: "slider",
    "aria-label": pace.name, oninput: () => clock.seek(motion.start + span * Number(slider.value)) });
  const reading = el("span", { class: "now" });
  let shown = "";
  let at = -1;
  const marks = el("div", { class: "marks" });
  for (const event of scene.events) {
    const mark = el("span", { class: "mark", title: `${event.name}, ${event.t} s` });
    mark.style.left = `${(100 * (event.t - motion.start)) / span}%`;
    marks.append(mark);
  }
  clock.listen(() => {
    const part = (clock.time - motion.start) / span;
    const now = `${clock.playing} ${clock.loop} ${clock.speed}`;
    if (now !== shown) {
      shown = now;
      setIcon(play, clock.playing ? "pause" : "play");
      play.setAttribute("aria-pressed", String(clock.playing));
      loop.setAttribute("aria-pressed", String(clock.loop));
      speed.value = String(clock.speed);
    }
    const place = Math.round(2000 * part);
    if (place === at && clock.playing) return;
    at = place;
    slider.value = String(part);
    slider.style.setProperty("--part", `${100 * part}%`);
    if (clock.due("time")) reading.textContent = clock.text(clock.time, digits);
  });
  const jump = (...how) => {
    const node = button("", ...how);
    node.classList.add("jump");
    return node;
  };
  return el("footer", { class: "timeline" },
    el("div", { class: "buttons" },
      jump("First frame (home)", () => clock.show(0), "first"),
      jump("One frame back (left)", () => clock.step(-1), "back"),
      play,
      jump("One frame forward (right)", () => clock.step(1), "next"),
      jump("Last frame (end)", () => clock.show(motion.count - 1), "last"),
      loop),
    reading,
    el("div", { class: "track" }, slider, marks),
    el("span", { class: "end", text: clock.text(motion.end, digits) }),
    speed);
}
