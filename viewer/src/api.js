import { Vector3 } from "three";
import { encoding, Film } from "./film/film.js";

// What tests, pictures and videos use: window.sarrus.
export function makeApi(scene, clock, view) {
  const { origin } = scene;
  const world = (v) => [v.x + origin[0], v.y + origin[1], v.z + origin[2]];
  return {
    ready: true,
    frames: clock.motion.count,
    times: Array.from(clock.motion.times),
    // Shows frame number i, and returns its time.
    show(i) {
      clock.playing = false;
      clock.show(i);
      view.draw();
      return clock.time;
    },
    // Shows a time [s], between frames where it is none of them.
    showTime(t) {
      clock.playing = false;
      clock.seek(t);
      view.draw();
      return clock.time;
    },
    play(on = true) {
      clock.play(on);
    },
    // Sets the page up for pictures: the mechanism alone.
    still({ camera = "iso", labels = false, reactions = false, axes = false, theme = "light" } = {}) {
      view.theme.show(theme);
      view.app.classList.add("still");
      for (const key of Object.keys(view.arrows.on)) view.arrows.on[key] = reactions && key === "reactionForces";
      view.labels.visible = labels;
      view.toggleAxes(axes);
      view.stage.resize();
      view.look(camera);
      view.draw();
    },
    // Where a point of the world [m] is in the picture, in pixels from its upper left corner.
    pixel(point) {
      const { camera, width, height } = view.stage;
      const p = view.stage.world.localToWorld(new Vector3(...point.map((x, k) => x - origin[k]))).project(camera);
      return { x: (0.5 + 0.5 * p.x) * width, y: (0.5 - 0.5 * p.y) * height, z: p.z };
    },
    // Films by parts, so that who asks for one sees how far it is: begin, frames or pictures, finish, bytes.
    film: filming(view),
    // The corners of the surface of a flexible body [m], and the color of each.
    surface(name) {
      const { position, color } = view.beams.list.find((one) => one.about.name === name).geometry.attributes;
      const corners = Array.from({ length: position.count }, (_, k) => world(new Vector3().fromBufferAttribute(position, k)));
      return { corners, colors: Array.from(color.array) };
    },
    // What is shown; positions in world axes [m], of joints on their parent and on their child.
    state() {
      const at = view.at;
      const joints = scene.joints.map((joint, k) => {
        const [parent, child] = view.glyphs[k].map(({ body, frame }) => world(frame.point(body)));
        return [joint.name, { parent, child }];
      });
      const bodies = scene.bodies.map((body, k) => {
        const { x, y, z, w } = view.bodies[k].quaternion;
        return [body.name, { position: world(view.bodies[k].position), quaternion: [w, x, y, z] }];
      });
      return {
        time: clock.time,
        frame: at.frame,
        part: at.part,
        playing: clock.playing,
        loop: clock.loop,
        speed: clock.speed,
        camera: view.cameras.preset,
        orthographic: view.cameras.orthographic,
        theme: view.theme.name,
        followed: view.cameras.followed === null ? null : scene.bodies[view.cameras.followed].name,
        chosen: view.chosen,
        labels: view.labels.visible,
        axes: view.labels.axes,
        clear: view.clear,
        arrows: { on: { ...view.arrows.on }, factor: view.arrows.factor, joints: view.arrows.state() },
        plots: view.plots.state(),
        ghosts: Object.fromEntries(view.ghosts.positions().map(([name, places]) => [name, places.map(world)])),
        ghostsVisible: view.ghosts.visible,
        joints: Object.fromEntries(joints),
        bodies: Object.fromEntries(bodies),
      };
    },
  };
}

function filming(view) {
  let film = null;
  let bytes = null;
  const text = (part) => {
    let found = "";
    for (let k = 0; k < part.length; k += 8192) found += String.fromCharCode(...part.subarray(k, k + 8192));
    return btoa(found);
  };
  return {
    canEncode: async (format, width, height, fps) => Boolean(await encoding(format, width, height, fps)),
    async begin(options) {
      film = new Film(view, options);
      return film.begin();
    },
    // Adds pictures first to last, the last excluded.
    async frames(first, last) {
      for (let k = first; k < last; k += 1) await film.add(k);
    },
    picture: async (k) => text(await film.picture(k)),
    async finish() {
      bytes = await film.finish();
      film.close();
      return bytes.length;
    },
    close() {
      film.close();
    },
    // Some of the bytes of the file, as base64.
    bytes: (from, to) => text(bytes.subarray(from, to)),
  };
}
