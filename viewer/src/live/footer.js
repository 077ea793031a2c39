// The bar below: play, start again, the frames that are kept, speed.
import { SPEEDS } from "../clock.js";
import { button, el, setIcon } from "../dom.js";

export function makeFooter(clock) {
  const { motion } = clock;
  const play = button("", "Play or pause (space)", () => clock.play(), "play");
  play.classList.add("play");
  const speed = el("select", { title: "Speed (+ and -)", "aria-label": "Speed",
    onchange: () => clock.setSpeed(Number(speed.value)) });
  for (const value of SPEEDS) speed.append(el("option", { value, text: `${value} ×` }));
  const slider = el("input", { type: "range", min: 0, max: 1, step: "any", class: "slider",
    "aria-label": "Look back", title: "Look back at the last half minute", oninput: () => {
      clock.playing = false;
      clock.seek(motion.start + (motion.end - motion.start) * Number(slider.value));
    } });
  const reading = el("span", { class: "now" });
  const jump = (...how) => {
    const node = button("", ...how);
    node.classList.add("jump");
    return node;
  };
  clock.listen(() => {
    const span = motion.end - motion.start;
    const part = span > 0 ? (clock.time - motion.start) / span : 1;
    const icon = clock.playing ? "pause" : "play";
    if (play.dataset.icon !== icon) {
      play.dataset.icon = icon;
      setIcon(play, icon);
      play.setAttribute("aria-pressed", String(clock.playing));
    }
    if (speed.value !== String(clock.speed)) speed.value = String(clock.speed);
    slider.value = String(part);
    slider.style.setProperty("--part", `${100 * part}%`);
    const digits = Math.min(Math.max(2 - Math.floor(Math.log10(clock.speed)), 2), 9);
    if (clock.due("live time")) reading.textContent = `${clock.time.toFixed(digits)} s`;
  });
  return el("footer", { class: "timeline" },
    el("div", { class: "buttons" },
      button("", "Start again (home)", () => clock.home(), "first"),
      jump("One frame back (left)", () => clock.step(-1), "back"),
      play,
      jump("One frame forward (right)", () => clock.step(1), "next")),
    reading,
    el("div", { class: "track" }, slider),
    speed);
}
