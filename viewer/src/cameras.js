// Where one looks from: presets, fitting, following a body, turning by hand, paths of films.
import { Box3, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const DIRECTIONS = {
  iso: [0.95, -1.5, 0.8],
  front: [0, -1, 0],
  right: [1, 0, 0],
  top: [0, -0.0001, 1],
};
export const PRESETS = ["iso", "front", "right", "top"];
// Part of the picture that the mechanism may fill.
const FILLED = 0.86;
const ROUNDS = 6;

// Tells every move of the camera, of small mechanisms too: the class above leaves out those below 1 mm.
class Controls extends OrbitControls {
  update(delta) {
    const told = super.update(delta);
    const { position, zoom } = this.object;
    const now = [...position, ...this.target, zoom];
    const moved = now.some((x, k) => x !== this.placed?.[k]);
    this.placed = now;
    if (moved && !told) this.dispatchEvent({ type: "change" });
    return told || moved;
  }
}

export class Cameras {
  // swept: returns points of the picture that the mechanism needs, x, y, z of each.
  constructor(stage, bodies, swept, scene) {
    // What stands over the picture at its top [pixels].
    this.covered = 0;
    this.stage = stage;
    this.bodies = bodies;
    this.swept = swept;
    this.scene = scene;
    this.preset = "iso";
    this.followed = null;
    this.last = new Vector3();
    this.controls = new Controls(stage.camera, stage.renderer.domElement);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 0.05 * scene.size;
    this.controls.maxDistance = 25 * scene.size;
    this.controls.minZoom = 0.05;
    this.controls.maxZoom = 50;
  }

  // The same side and distance as in another scene, whose origin may be elsewhere.
  resume(former) {
    const { stage } = this;
    const shift = new Vector3().fromArray(former.scene.origin).sub(new Vector3().fromArray(this.scene.origin));
    shift.applyQuaternion(stage.world.quaternion);
    stage.halfHeight = former.stage.halfHeight;
    for (const name of ["perspective", "orthographic"]) {
      const camera = stage[name];
      camera.copy(former.stage[name]);
      camera.position.add(shift);
      camera.updateProjectionMatrix();
    }
    this.preset = former.preset;
    this.use(former.orthographic);
    stage.frame();
    this.controls.target.copy(former.controls.target).add(shift);
    this.controls.update();
    stage.moveTo(this.controls.target);
  }

  // Drawings have parallel lines: front, right and top are orthographic.
  look(preset) {
    this.preset = preset;
    this.use(preset !== "iso");
    const points = this.swept();
    this.fit(this.direction(preset, points), points);
  }

  // Unit vector from the mechanism to where a preset looks from.
  direction(preset, points = this.swept()) {
    const direction = new Vector3().fromArray(DIRECTIONS[preset]);
    if (preset === "iso") {
      const room = new Box3().setFromArray(points).getSize(new Vector3());
      if (room.x < 0.45 * room.y) direction.set(1.5, -0.95, 0.8);
    }
    return direction.normalize();
  }

  get orthographic() {
    return this.stage.camera === this.stage.orthographic;
  }

  use(orthographic) {
    this.stage.camera = orthographic ? this.stage.orthographic : this.stage.perspective;
    this.controls.object = this.stage.camera;
  }

  // The other projection from the same side, with what is in the middle as large as before.
  setOrthographic(on) {
    if (on === this.orthographic) return;
    const { stage, controls } = this;
    const before = stage.camera;
    const towards = before.position.clone().sub(controls.target);
    const tall = Math.tan((stage.perspective.fov * Math.PI) / 360);
    const half = on ? tall * towards.length() : stage.halfHeight / before.zoom;
    this.use(on);
    this.put(controls.target.clone(), towards.normalize(), half / tall);
    controls.update();
  }

  // As near as all points allow.
  fit(direction = null, points = this.swept()) {
    const { camera } = this.stage;
    const towards = direction ?? camera.position.clone().sub(this.controls.target).normalize();
    camera.position.copy(towards);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const { centre, away } = this.fitted(points, towards);
    this.put(centre, towards, Math.max(away, 0.2 * this.scene.size));
    this.controls.update();
  }

  // The point to look at and the distance from it, so that all points are seen; of a camera that is
  // turned as it will be. An orthographic one is as far as a perspective one that shows as much.
  fitted(points, towards) {
    const { camera } = this.stage;
    const half = Math.tan((this.stage.perspective.fov * Math.PI) / 360) * FILLED;
    const wide = half * this.stage.aspect;
    const tall = half * (1 - (2 * this.covered) / Math.max(this.stage.height, 1));
    return (this.orthographic ? flat : near)(points, towards, camera, wide, tall);
  }

  // Looks at a point from a direction and distance.
  put(centre, towards, distance) {
    const { stage, scene } = this;
    const { camera } = stage;
    const away = this.orthographic ? Math.max(distance, 4 * scene.size) : distance;
    camera.position.copy(centre).addScaledVector(towards, away);
    camera.near = Math.max(0.01 * away, 1e-4 * scene.size);
    camera.far = away + 60 * scene.size;
    if (this.orthographic) {
      camera.zoom = 1;
      stage.halfHeight = Math.tan((stage.perspective.fov * Math.PI) / 360) * distance;
    }
    stage.frame();
    camera.lookAt(centre);
    this.controls.target.copy(centre);
    stage.moveTo(centre);
  }

  follow(body) {
    this.followed = body;
    if (body !== null) this.last.copy(this.where(body));
  }

  where(body) {
    return this.stage.world.localToWorld(this.bodies[body].position.clone());
  }

  update() {
    if (this.followed !== null) {
      const now = this.where(this.followed);
      const shift = now.clone().sub(this.last);
      this.last.copy(now);
      this.stage.camera.position.add(shift);
      this.controls.target.add(shift);
      this.controls.update();
      this.stage.moveTo(this.stage.focus.clone().add(shift));
    }
  }
}

// With equal margins, of what is nearer larger.
function near(points, towards, camera, wide, tall) {
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const above = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  const centre = new Box3().setFromArray(points).getCenter(new Vector3());
  const arm = new Vector3();
  let away = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    away = 0;
    for (let k = 0; k < points.length; k += 3) {
      arm.fromArray(points, k).sub(centre);
      const depth = arm.dot(towards);
      away = Math.max(away, depth + Math.abs(arm.dot(right)) / wide, depth + Math.abs(arm.dot(above)) / tall);
    }
    const low = [Infinity, Infinity];
    const high = [-Infinity, -Infinity];
    for (let k = 0; k < points.length; k += 3) {
      arm.fromArray(points, k).sub(centre);
      const depth = Math.max(away - arm.dot(towards), 1e-9 * away);
      [arm.dot(right) / depth, arm.dot(above) / depth].forEach((x, i) => {
        low[i] = Math.min(low[i], x);
        high[i] = Math.max(high[i], x);
      });
    }
    if (round + 1 < ROUNDS) {
      centre.addScaledVector(right, (away * (low[0] + high[0])) / 2);
      centre.addScaledVector(above, (away * (low[1] + high[1])) / 2);
    }
  }
  return { centre, away };
}

// With equal margins, whatever is in front.
function flat(points, towards, camera, wide, tall) {
  const axes = [0, 1].map((k) => new Vector3().setFromMatrixColumn(camera.matrixWorld, k));
  const centre = new Box3().setFromArray(points).getCenter(new Vector3());
  const arm = new Vector3();
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (let k = 0; k < points.length; k += 3) {
    arm.fromArray(points, k).sub(centre);
    axes.forEach((axis, i) => {
      low[i] = Math.min(low[i], arm.dot(axis));
      high[i] = Math.max(high[i], arm.dot(axis));
    });
  }
  axes.forEach((axis, i) => centre.addScaledVector(axis, (low[i] + high[i]) / 2));
  return { centre, away: Math.max((high[0] - low[0]) / wide, (high[1] - low[1]) / tall) / 2 };
}
