// Places in the drawing that a pointer means: on the plane of two axes that one looks at most squarely.
import { Plane, Raycaster, Vector2, Vector3 } from "three";

const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

// 1, 2 or 5 times a power of ten, at or below a length.
export function round(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const times = length / power;
  return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

// The world's axis that one looks along most: 0, 1 or 2.
export function lookedAlong(view) {
  const direction = view.stage.camera.getWorldDirection(new Vector3());
  direction.applyQuaternion(view.stage.world.quaternion.clone().invert());
  const sizes = direction.toArray().map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

export function resolution(size) {
  return Math.min(round(size / 400), 0.01 * size);
}

// The place in world axes [m] under the pointer, on the plane through a place; rounded.
export function placeAt(view, event, through, step) {
  const { stage, scene } = view;
  const axis = lookedAlong(view);
  const normal = AXES[axis].clone().applyQuaternion(stage.world.quaternion);
  const plane = new Plane().setFromNormalAndCoplanarPoint(normal, toPicture(view, through));
  const box = stage.renderer.domElement.getBoundingClientRect();
  const ray = new Raycaster();
  ray.setFromCamera(new Vector2(
    (2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height), stage.camera);
  const hit = ray.ray.intersectPlane(plane, new Vector3());
  if (!hit) return null;
  const place = stage.world.worldToLocal(hit).add(new Vector3().fromArray(scene.origin)).toArray();
  return place.map((x, k) => (k === axis ? through[k] : Math.round(x / step) * step));
}

// A place in world axes, in the axes of the picture.
export function toPicture(view, place) {
  const local = new Vector3().fromArray(place).sub(new Vector3().fromArray(view.scene.origin));
  return view.stage.world.localToWorld(local);
}

// Where a place is on the screen: pixels from the upper left corner of the picture.
export function toScreen(view, place) {
  const at = toPicture(view, place).project(view.stage.camera);
  return [((at.x + 1) / 2) * view.stage.width, ((1 - at.y) / 2) * view.stage.height, at.z];
}
