// Reads the scene, builds the page, and lets the time run.
import { makeApi } from "./api.js";
import { Clock } from "./clock.js";
import { readScene } from "./data.js";
import { el } from "./dom.js";
import { listenToKeys } from "./keyboard.js";
import { openLive } from "./live/live.js";
import { ModeMotion } from "./modes.js";
import { Motion } from "./motion.js";
import { Steering } from "./steering.js";
import { View } from "./view.js";

const app = document.getElementById("app");

async function open() {
  const scene = await readScene();
  const live = scene.machine ? await openLive(scene, app) : null;
  const motion = () => (scene.modes ? new ModeMotion(scene) : new Motion(scene));
  const clock = live?.clock ?? new Clock(motion(), scene.pace);
  const view = live?.view ?? new View(scene, clock, app);
  listenToKeys(view, clock, live);
  let last = null;
  const frame = (now) => {
    if (clock.playing && last !== null) clock.advance(Math.min((now - last) / 1000, 0.25));
    live?.frame((now - (last ?? now)) / 1000, now);
    view.frame(now - (last ?? now));
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  view.draw();
  if (scene.modes) clock.play(true);
  const steering = scene.live ? new Steering(scene, clock, view) : null;
  window.sarrus = { ...makeApi(scene, clock, view), steering, live: live?.api() ?? null };
}

window.sarrus = { ready: false };
open().catch((error) => {
  app.replaceChildren(el("p", { class: "failed", text: `The page cannot be shown: ${error.message}` }));
  window.sarrus = { ready: false, error: String(error) };
});
