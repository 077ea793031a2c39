// Where one looks from: presets, fitting, following a body, turning by hand.
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

export class Cameras {
  // swept: returns points of the picture that the mechanism needs, x, y, z of each.
  constructor(stage, bodies, swept, scene) {
    this.stage = stage;
    this.bodies = bodies;
    this.swept = swept;
    this.scene = scene;
    this.preset = "iso";
    this.followed = null;
    this.last = new Vector3();
    this.controls = new OrbitControls(stage.camera, stage.renderer.domElement);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.minDistance = 0.05 * scene.size;
    this.controls.maxDistance = 25 * scene.size;
  }

  look(preset) {
    this.preset = preset;
    const direction = new Vector3().fromArray(DIRECTIONS[preset]);
    const points = this.swept();
    if (preset === "iso") {
      const room = new Box3().setFromArray(points).getSize(new Vector3());
      if (room.x < 0.45 * room.y) direction.set(1.5, -0.95, 0.8);
    }
    this.fit(direction.normalize(), points);
  }

  // As near as all points allow.
  fit(direction = null, points = this.swept()) {
    const { camera } = this.stage;
    const towards = direction ?? camera.position.clone().sub(this.controls.target).normalize();
    camera.position.copy(towards);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const { centre, away } = fitted(points, towards, camera);
    const distance = Math.max(away, 0.2 * this.scene.size);
    camera.position.copy(centre).addScaledVector(towards, distance);
    camera.near = Math.max(0.01 * distance, 1e-4 * this.scene.size);
    camera.far = distance + 60 * this.scene.size;
    camera.updateProjectionMatrix();
    this.controls.target.copy(centre);
    this.controls.update();
    this.stage.moveTo(centre);
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

// The point to look at and the distance from it, so that all points are seen, with equal margins.
function fitted(points, towards, camera) {
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const above = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  const tall = Math.tan((camera.fov * Math.PI) / 360) * FILLED;
  const wide = tall * camera.aspect;
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
