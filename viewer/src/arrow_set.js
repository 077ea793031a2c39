// Many arrows of one kind, drawn together: a shaft and one head or two, seen through bodies faintly.
import {
  BufferAttribute, Color, ConeGeometry, CylinderGeometry, GreaterDepth, InstancedMesh, Matrix4,
  MeshBasicMaterial, Quaternion, Vector3,
} from "three";
import { lighter } from "./colors.js";
import { upright } from "./solids.js";

const Z = new Vector3(0, 0, 1);
const STRIPES = 9;

// A shaft of radius and length 1, whole or in stripes.
function shaft(loose) {
  const geometry = upright(new CylinderGeometry(1, 1, 1, 8, loose ? 2 * STRIPES : 1, true)).toNonIndexed();
  geometry.translate(0, 0, 0.5);
  return geometry;
}

// Colors a shaft, in stripes of two colors where it is loose.
function paint(geometry, color, loose) {
  const pieces = loose ? 2 * STRIPES : 1;
  const places = geometry.attributes.position;
  const [strong, weak] = [new Color(color), lighter(color, 0.8)];
  const colors = new Float32Array(3 * places.count);
  for (let k = 0; k < places.count; k += 3) {
    const middle = (places.getZ(k) + places.getZ(k + 1) + places.getZ(k + 2)) / 3;
    const piece = Math.floor(middle * pieces);
    for (let i = 0; i < 3; i += 1) (piece % 2 ? weak : strong).toArray(colors, 3 * (k + i));
  }
  geometry.setAttribute("color", new BufferAttribute(colors, 3));
}

const head = () => upright(new ConeGeometry(1, 1, 12)).translate(0, 0, -0.5);

export class ArrowSet {
  constructor(kind, loose, heads, thickness, count, world) {
    Object.assign(this, { kind, loose, heads, thickness, used: 0, coarse: false, noted: null, longest: 0, most: Infinity });
    this.lengths = new Float64Array(count);
    this.shafts = this.pair(shaft(loose), { vertexColors: true }, count, world);
    this.tips = this.pair(head(), {}, heads * count, world);
  }

  setPalette(palette) {
    const color = palette.arrows[this.kind];
    paint(this.shafts.plain.geometry, color, this.loose);
    const shown = this.loose ? lighter(color, 0.25) : new Color(color);
    for (const mesh of [this.tips.plain, this.tips.ghost]) mesh.material.color.copy(shown);
  }

  // What is seen, and its ghost behind bodies, at the same places.
  pair(geometry, look, count, world) {
    const plain = new InstancedMesh(geometry, new MeshBasicMaterial({ toneMapped: false, ...look }), count);
    const faint = { transparent: true, opacity: 0.3, depthFunc: GreaterDepth, depthWrite: false };
    const ghost = new InstancedMesh(geometry, new MeshBasicMaterial({ toneMapped: false, ...look, ...faint }), count);
    ghost.instanceMatrix = plain.instanceMatrix;
    for (const mesh of [plain, ghost]) {
      mesh.frustumCulled = false;
      world.add(mesh);
    }
    return { plain, ghost };
  }

  // Without what is behind bodies, for machines that draw slowly.
  setCoarse(on) {
    this.coarse = on;
    for (const { plain, ghost } of [this.shafts, this.tips]) ghost.visible = plain.visible && !on;
  }

  set(k, from, vector, scale) {
    const length = Math.min(vector.length() * scale, this.most);
    const w = this.thickness;
    const seen = length > 0.6 * w;
    this.lengths[k] = seen ? length : 0;
    if (!seen) return;
    this.noted?.push(place.copy(from).addScaledVector(vector, scale * Math.min(1, this.longest / length)).clone());
    const row = this.used;
    this.used += 1;
    const tip = Math.min(4.6 * w, (0.8 * length) / this.heads);
    along.copy(vector).normalize();
    turn.setFromUnitVectors(Z, along);
    this.shafts.plain.setMatrixAt(row, matrix.compose(from, turn, size.set(w, w, length - tip)));
    for (let i = 0; i < this.heads; i += 1) {
      place.copy(from).addScaledVector(along, length - 0.62 * tip * i);
      this.tips.plain.setMatrixAt(this.heads * row + i, matrix.compose(place, turn, size.set(2.3 * w, 2.3 * w, tip)));
    }
  }

  // After all are set.
  done() {
    for (const [{ plain, ghost }, each] of [[this.shafts, 1], [this.tips, this.heads]]) {
      for (const mesh of [plain, ghost]) {
        mesh.visible = this.used > 0 && !(this.coarse && mesh === ghost);
        mesh.count = each * this.used;
      }
      plain.instanceMatrix.needsUpdate = true;
    }
    this.used = 0;
  }
}

const along = new Vector3();
const place = new Vector3();
const size = new Vector3();
const turn = new Quaternion();
const matrix = new Matrix4();
