// Places in the drawing that a pointer means: on the plane of two axes that one looks at most squarely.
import { BufferAttribute, BufferGeometry, LineBasicMaterial, LineSegments, Plane, Raycaster, Vector2, Vector3 } from "three";

const AXES = [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];

// 1, 2 or 5 times a power of ten, at or below a length.
export function round(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  const times = length / power;
  return (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power;
}

// The world's axis that one looks along most: 0, 1 or 2.
export function lookedAlong(view) {
  view.stage.camera.updateMatrixWorld();
  const direction = view.stage.camera.getWorldDirection(new Vector3());
  direction.applyQuaternion(view.stage.world.quaternion.clone().invert());
  const sizes = direction.toArray().map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}

// The unit in which lengths of a drawing of a size [m] are read and typed, and its number in a metre.
export function lengthUnit(size) {
  const units = [[2e-6, "nm", 1e9], [2e-3, "\u00b5m", 1e6], [200, "mm", 1e3], [2e5, "m", 1]];
  const [, name, per] = units.find(([below]) => size < below) ?? [0, "km", 1e-3];
  return { name, per };
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
  view.stage.camera.updateMatrixWorld();
  const at = toPicture(view, place).project(view.stage.camera);
  return [((at.x + 1) / 2) * view.stage.width, ((1 - at.y) / 2) * view.stage.height, at.z];
}

// Pixels at the border of the picture in which a point is not seen well.
const BORDER = 24;

export function isSeen(view, place) {
  const [x, y] = toScreen(view, place);
  return x >= BORDER && y >= BORDER && x <= view.stage.width - BORDER && y <= view.stage.height - BORDER;
}

const LINES = 60;
// Pixels of the side of a square, at most.
const SQUARE = 110;

// Squares on the plane of the drawing, of a round length, which is told; they follow the side one looks from.
export class DrawingGrid {
  constructor(view, through, palette) {
    this.step = 0;
    this.through = through;
    const lines = (opacity) => new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: palette.strong, transparent: true, opacity, toneMapped: false }));
    this.lines = lines(0.7);
    this.axes = lines(1);
    view.stage.world.add(this.lines, this.axes);
    this.axis = null;
    this.update(view);
  }

  // A round length that is seen well: how large a metre is on the screen decides.
  seenStep(view, along) {
    const { origin, size } = view.scene;
    const shifted = origin.map((x, k) => (k === along ? x + size : x));
    const [one, other] = [toScreen(view, origin), toScreen(view, shifted)];
    const pixels = Math.hypot(other[0] - one[0], other[1] - one[1]);
    return pixels > 0 && Number.isFinite(pixels) ? round((SQUARE * size) / pixels) : round(size / 8);
  }

  update(view) {
    const axis = lookedAlong(view);
    const [a, b] = [0, 1, 2].filter((k) => k !== axis);
    const step = this.seenStep(view, a);
    if (axis === this.axis && step === this.step) return;
    this.axis = axis;
    this.step = step;
    const values = [];
    const { origin } = view.scene;
    const middle = origin.map((x) => Math.round(x / this.step) * this.step);
    const reach = LINES * this.step;
    const put = (u, v) => {
      const place = [0, 0, 0];
      place[axis] = this.through[axis] - origin[axis];
      place[a] = u - origin[a];
      place[b] = v - origin[b];
      values.push(...place);
    };
    for (let k = -LINES; k <= LINES; k += 1) {
      put(middle[a] + k * this.step, middle[b] - reach);
      put(middle[a] + k * this.step, middle[b] + reach);
      put(middle[a] - reach, middle[b] + k * this.step);
      put(middle[a] + reach, middle[b] + k * this.step);
    }
    this.lines.geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
    values.length = 0;
    put(0, middle[b] - reach);
    put(0, middle[b] + reach);
    put(middle[a] - reach, 0);
    put(middle[a] + reach, 0);
    this.axes.geometry.setAttribute("position", new BufferAttribute(new Float32Array(values), 3));
    view.dirty = true;
  }
}
