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

export class Cameras {
  constructor(stage, bodies, scene) {
    this.stage = stage;
    this.bodies = bodies;
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

  // The box of all that is fixed to bodies, at the time that is shown, and of all the way.
  box() {
    const box = new Box3();
    const { world } = this.stage;
    this.bodies.forEach((body, k) => {
      if (k > 0 || this.scene.bodies[0].shapes.length) box.expandByObject(body);
    });
    if (!this.scene.travels) {
      const middle = new Vector3().fromArray(this.scene.origin);
      for (const corner of corners(this.scene.room)) {
        box.expandByPoint(world.localToWorld(corner.sub(middle)));
      }
    }
    if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(), new Vector3().setScalar(this.scene.size));
    return box;
  }

  look(preset) {
    this.preset = preset;
    const direction = new Vector3().fromArray(DIRECTIONS[preset]);
    if (preset === "iso") {
      const room = this.box().getSize(new Vector3());
      if (room.x < 0.45 * room.y) direction.set(1.5, -0.95, 0.8);
    }
    this.fit(direction.normalize());
  }

  // As near as all corners of the box allow.
  fit(direction = null) {
    const { camera } = this.stage;
    const box = this.box();
    const centre = box.getCenter(new Vector3());
    const towards = direction ?? camera.position.clone().sub(this.controls.target).normalize();
    camera.position.copy(centre).addScaledVector(towards, 10 * this.scene.size);
    camera.lookAt(centre);
    camera.updateMatrixWorld();
    const away = distanceFor(box, centre, towards, camera);
    camera.position.copy(centre).addScaledVector(towards, Math.max(away, 0.2 * this.scene.size));
    camera.near = Math.max(0.01 * away, 1e-4 * this.scene.size);
    camera.far = away + 60 * this.scene.size;
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

function corners([low, high]) {
  const found = [];
  for (const x of [low[0], high[0]]) {
    for (const y of [low[1], high[1]]) for (const z of [low[2], high[2]]) found.push(new Vector3(x, y, z));
  }
  return found;
}

function distanceFor(box, centre, towards, camera) {
  const right = new Vector3().setFromMatrixColumn(camera.matrixWorld, 0);
  const above = new Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
  const tall = Math.tan((camera.fov * Math.PI) / 360) * 0.9;
  const wide = tall * camera.aspect;
  let away = 0;
  for (const corner of corners([box.min.toArray(), box.max.toArray()])) {
    const arm = corner.sub(centre);
    const depth = arm.dot(towards);
    away = Math.max(away, depth + Math.abs(arm.dot(right)) / wide, depth + Math.abs(arm.dot(above)) / tall);
  }
  return away;
}
