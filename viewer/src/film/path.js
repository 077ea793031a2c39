// The way of the camera through a film: a view, an orbit about it, positions at times, a body to follow.
import { Vector3 } from "three";

const Z = new Vector3(0, 0, 1);
const SIDES = 8;

export class CameraPath {
  // about: { view, orthographic, zoom, orbit [rad], follow, keys: [{ t, view or eye and target, zoom }] };
  // null: the camera stays as it is.
  constructor(view, about) {
    this.view = view;
    const { cameras, scene } = view;
    this.about = about ?? {};
    if (about) {
      const views = about.keys?.length ? about.keys.map((key) => (key.eye ? "iso" : key.view)) : [about.view ?? "iso"];
      const flat = views.every((name) => name !== "iso") && !about.orbit;
      cameras.use(about.orthographic ?? flat);
    }
    const named = scene.bodies.findIndex((body) => body.name === this.about.follow);
    this.followed = named > 0 ? named : cameras.followed;
    cameras.follow(null);
    this.start = this.followed ? cameras.where(this.followed) : null;
    this.keys = this.positions();
  }

  // What is looked at, from where and how far, at every time that is given.
  positions() {
    const { cameras } = this.view;
    const { about } = this;
    if (about.keys?.length) {
      const points = cameras.swept();
      return about.keys.map((key) => ({ t: key.t, ...(key.eye ? this.placed(key) : this.fitted(key, points)) }));
    }
    if (about.view && about.orbit) return [{ t: 0, ...this.around(about, cameras.swept()) }];
    if (about.view) return [{ t: 0, ...this.fitted(about, cameras.swept()) }];
    const { camera } = this.view.stage;
    const target = cameras.controls.target.clone();
    const arm = camera.position.clone().sub(target);
    const half = cameras.orthographic ? this.view.stage.halfHeight / camera.zoom : 0;
    const tall = Math.tan((this.view.stage.perspective.fov * Math.PI) / 360);
    return [{ t: 0, target, away: half ? half / tall : arm.length(), towards: arm.normalize() }];
  }

  fitted({ view = "iso", zoom = 1 }, points) {
    const { cameras, scene, stage } = this.view;
    const towards = cameras.direction(view, points);
    stage.camera.position.copy(towards);
    stage.camera.lookAt(0, 0, 0);
    stage.camera.updateMatrixWorld();
    const { centre, away } = cameras.fitted(points, towards);
    return { target: centre, towards, away: Math.max(away, 0.2 * scene.size) / zoom };
  }

  // As far as all sides need that an orbit comes by.
  around(about, points) {
    const { cameras, stage } = this.view;
    const first = this.fitted(about, points);
    for (let k = 1; k <= SIDES; k += 1) {
      const towards = first.towards.clone().applyAxisAngle(Z, (about.orbit * k) / SIDES);
      stage.camera.position.copy(towards);
      stage.camera.lookAt(0, 0, 0);
      stage.camera.updateMatrixWorld();
      // The middle stays, so that points lie on both sides of it.
      const mirrored = points.map((x, i) => 2 * first.target.getComponent(i % 3) - x);
      first.away = Math.max(first.away, cameras.fitted([...points, ...mirrored], towards).away / (about.zoom ?? 1));
    }
    return first;
  }

  // eye and target in world axes [m].
  placed({ eye, target, zoom = 1 }) {
    const { scene, stage } = this.view;
    const [from, to] = [eye, target].map((p) => stage.world.localToWorld(
      new Vector3().fromArray(p).sub(new Vector3().fromArray(scene.origin))));
    const arm = from.sub(to);
    return { target: to, away: arm.length() / zoom, towards: arm.normalize() };
  }

  // Sets the camera at a time [s]; part: of the film that is over.
  set(time, part) {
    const { cameras } = this.view;
    const { target, towards, away } = this.between(time);
    if (this.about.orbit) towards.applyAxisAngle(Z, this.about.orbit * part);
    if (this.followed) target.add(cameras.where(this.followed)).sub(this.start);
    cameras.put(target, towards, away);
  }

  // Between two positions the camera begins and ends slowly, and goes around what it looks at.
  between(time) {
    const { keys } = this;
    const k = keys.findIndex((key) => key.t > time);
    const [a, b] = k < 0 ? [keys.at(-1), keys.at(-1)] : [keys[Math.max(k - 1, 0)], keys[k]];
    const u = b.t > a.t ? Math.min(Math.max((time - a.t) / (b.t - a.t), 0), 1) : 0;
    const s = u * u * (3 - 2 * u);
    const angle = a.towards.angleTo(b.towards);
    const axis = new Vector3().crossVectors(a.towards, b.towards);
    const towards = a.towards.clone();
    if (angle > 1e-9) towards.applyAxisAngle(axis.lengthSq() > 1e-18 ? axis.normalize() : Z, s * angle);
    return { target: a.target.clone().lerp(b.target, s), towards, away: a.away * (b.away / a.away) ** s };
  }

  // Gives the camera back to the user.
  release() {
    this.view.cameras.follow(this.followed);
    this.view.cameras.controls.update();
  }
}
