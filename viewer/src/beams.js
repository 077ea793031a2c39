// Flexible beams and modal bodies: surfaces that bend, colored by their stress.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, Matrix4, Quaternion, Vector3 } from "three";
import { el } from "./dom.js";
import { part } from "./materials.js";
import { poseOf } from "./solids.js";

// Sections drawn along a segment, and corners of what is round.
const STEPS = 8;
const CORNERS = 16;
const CALM = new Color("#8fa3b5");
const STRESSED = [new Color("#4f9d69"), new Color("#e3b23c"), new Color("#c8322b")];
const SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]];

// (1 - cos a)/a^2 and (a - sin a)/a^3 of u = a^2, by series near zero.
function stumpff(u) {
  if (u < 1e-4) return [0.5 - u / 24, 1 / 6 - u / 120];
  const a = Math.sqrt(u);
  return [(1 - Math.cos(a)) / u, (a - Math.sin(a)) / (u * a)];
}

// The rotation vector of a quaternion, below a whole turn.
function rotationVector(q, out) {
  const sign = q.w < 0 ? -1 : 1;
  const s = Math.hypot(q.x, q.y, q.z);
  const factor = s < 1e-12 ? 2 * sign : (2 * sign * Math.atan2(s, sign * q.w)) / s;
  return out.set(q.x, q.y, q.z).multiplyScalar(factor);
}

// Where a part of a segment of even strain ends: v + c2 phi x v + c3 phi x (phi x v) of its span v.
function alongSpan(phi, span, s, out) {
  const turn = crossing.copy(phi).multiplyScalar(s);
  const [c2, c3] = stumpff(turn.lengthSq());
  const v = out.copy(span).multiplyScalar(s);
  first.copy(turn).cross(v);
  second.copy(turn).cross(first);
  return v.addScaledVector(first, c2).addScaledVector(second, c3);
}

// The span that leads to p: the inverse of the above at s = 1, by crossings.
function spanTo(phi, p, out) {
  const u = phi.lengthSq();
  const [c2, c3] = stumpff(u);
  // J^-1 = 1 - phi~/2 + k phi~ phi~, k = (1 - (1 - u c3)/(2 c2))/u
  const k = u < 1e-6 ? 1 / 12 : (1 - (1 - u * c3) / (2 * c2)) / u;
  first.copy(phi).cross(p);
  second.copy(phi).cross(first);
  return out.copy(p).addScaledVector(first, -0.5).addScaledVector(second, k);
}

export class Beam {
  constructor(about, bodies, world) {
    this.about = about;
    this.bodies = bodies;
    this.peak = about.peak ?? 0;
    this.plain = false;
    this.outline = about.round
      ? Array.from({ length: CORNERS }, (_, k) => [Math.cos((2 * Math.PI * k) / CORNERS), Math.sin((2 * Math.PI * k) / CORNERS)])
      : SQUARE;
    this.pieces = about.pieces.map((piece) => ({ ...piece, start: poseOf(piece.a), end: poseOf(piece.b) }));
    const rings = this.pieces.length * (STEPS + 1);
    const n = this.outline.length;
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * rings * n), 3));
    this.geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * rings * n), 3));
    const index = [];
    for (let ring = 0; ring + 1 < rings; ring += 1) {
      for (let k = 0; k < n; k += 1) {
        const [a, b] = [ring * n + k, ring * n + ((k + 1) % n)];
        index.push(a, b, a + n, a + n, b, b + n);
      }
    }
    const cap = (ring, turned) => {
      for (let k = 1; k + 1 < n; k += 1) {
        const [a, b, c] = [ring * n, ring * n + k, ring * n + k + 1];
        index.push(...(turned ? [a, c, b] : [a, b, c]));
      }
    };
    cap(0, true);
    cap(rings - 1, false);
    this.geometry.setIndex(index);
    this.mesh = part(this.geometry, "#ffffff", { side: DoubleSide, flatShading: !about.round, vertexColors: true });
    this.mesh.frustumCulled = false;
    world.add(this.mesh);
  }

  update() {
    const { position, color } = this.geometry.attributes;
    let row = 0;
    for (const piece of this.pieces) {
      from.compose(this.bodies[piece.a.body].position, this.bodies[piece.a.body].quaternion, ONE).multiply(piece.start);
      to.compose(this.bodies[piece.b.body].position, this.bodies[piece.b.body].quaternion, ONE).multiply(piece.end);
      from.decompose(place, turn, scale);
      relative.copy(from).invert().multiply(to).decompose(away, bend, scale);
      rotationVector(bend, phi);
      spanTo(phi, away, span);
      const [ry, rz] = piece.outer;
      const strain = this.about.modulus / piece.length;
      const [ky, kz] = [phi.y - piece.rest[1], phi.z - piece.rest[2]];
      for (let step = 0; step <= STEPS; step += 1) {
        const s = step / STEPS;
        alongSpan(phi, span, s, middle).applyQuaternion(turn).add(place);
        const angle = phi.length() * s;
        if (angle > 1e-12) local.setFromAxisAngle(axis.copy(phi).normalize(), angle);
        else local.identity();
        local.premultiply(turn);
        for (const [y, z] of this.outline) {
          point.set(0, y * ry, z * rz).applyQuaternion(local).add(middle);
          position.setXYZ(row, point.x, point.y, point.z);
          const stress = Math.abs(strain * (ky * z * rz - kz * y * ry));
          if (this.about.peak === null && stress > this.peak) this.peak = stress;
          this.shade(stress, color, row);
          row += 1;
        }
      }
    }
    finish(this.geometry);
  }

  shade(stress, color, row) {
    shade(this.peak > 0 && !this.plain ? Math.min(stress / this.peak, 1) : 0, color, row);
  }
}

function finish(geometry) {
  geometry.attributes.position.needsUpdate = true;
  geometry.attributes.color.needsUpdate = true;
  geometry.computeVertexNormals();
  geometry.boundingSphere = null;
}

// The color of a part, 0 to 1, of the largest stress.
function shade(part, color, row) {
  if (part === 0) shown.copy(CALM);
  else if (part < 1 / 3) shown.copy(CALM).lerp(STRESSED[0], 3 * part);
  else if (part < 2 / 3) shown.copy(STRESSED[0]).lerp(STRESSED[1], 3 * part - 1);
  else shown.copy(STRESSED[1]).lerp(STRESSED[2], 3 * part - 2);
  color.setXYZ(row, shown.r, shown.g, shown.b);
}

// A modal body: points that move in proportion to the modal coordinates, which are read from the
// places of the bodies that follow them.
export class ModalSurface {
  constructor(about, bodies, world) {
    this.about = about;
    this.bodies = bodies;
    this.peak = about.peak ?? 0;
    const count = about.positions.length / 3;
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * count), 3));
    this.geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * count), 3));
    this.geometry.setIndex(about.triangles);
    this.mesh = part(this.geometry, "#ffffff", { side: DoubleSide, flatShading: true, vertexColors: true });
    this.mesh.frustumCulled = false;
    this.shifts = new Float64Array(3 * about.readers.length);
    this.modes = new Float64Array(about.modes.length);
    world.add(this.mesh);
  }

  // Modal coordinates: the shifts of all followers, in axes of the reference frame, times a matrix.
  read() {
    const frame = this.bodies[this.about.body];
    turn.copy(frame.quaternion).invert();
    this.about.readers.forEach((reader, k) => {
      const body = this.bodies[reader.body];
      place.fromArray(reader.at).applyQuaternion(body.quaternion).add(body.position);
      place.sub(frame.position).applyQuaternion(turn).sub(away.fromArray(reader.rest));
      place.toArray(this.shifts, 3 * k);
    });
    this.about.modes.forEach((row, k) => {
      this.modes[k] = row.reduce((sum, factor, i) => sum + factor * this.shifts[i], 0);
    });
  }

  update() {
    const { positions, shapes, stresses } = this.about;
    const { position, color } = this.geometry.attributes;
    const frame = this.bodies[this.about.body];
    const n = this.modes.length;
    this.read();
    for (let row = 0; row < position.count; row += 1) {
      point.fromArray(positions, 3 * row);
      let stress = 0;
      for (let k = 0; k < n; k += 1) {
        point.x += shapes[row][3 * k] * this.modes[k];
        point.y += shapes[row][3 * k + 1] * this.modes[k];
        point.z += shapes[row][3 * k + 2] * this.modes[k];
        if (stresses.length) stress += stresses[row][k] * this.modes[k];
      }
      point.applyQuaternion(frame.quaternion).add(frame.position);
      position.setXYZ(row, point.x, point.y, point.z);
      stress = Math.abs(stress);
      if (this.about.peak === null && stress > this.peak) this.peak = stress;
      shade(this.peak > 0 ? Math.min(stress / this.peak, 1) : 0, color, row);
    }
    finish(this.geometry);
  }
}

// All beams and modal bodies of a scene, with what their colors mean.
export class Beams {
  constructor(scene, bodies, world) {
    this.list = [
      ...scene.beams.map((beam) => new Beam(beam, bodies, world)),
      ...scene.surfaces.map((surface) => new ModalSurface(surface, bodies, world)),
    ];
    this.words = scene.surfaces.length ? "stress" : "bending stress";
    this.legend = this.list.length ? el("div", { class: "stress", title: "Stress at the surface of flexible bodies" }) : null;
    this.told = "";
    const peak = Math.max(0, ...this.list.map((beam) => beam.peak));
    for (const beam of this.list) if (beam.about.peak !== null) beam.peak = peak;
  }

  update() {
    for (const beam of this.list) beam.update();
    if (!this.legend) return;
    const peak = Math.max(...this.list.map((beam) => beam.peak));
    for (const beam of this.list) if (beam.about.peak === null) beam.peak = peak;
    const text = `${(peak / 1e6).toPrecision(3)} MPa`;
    if (text === this.told) return;
    this.told = text;
    this.legend.replaceChildren(el("span", { text: `${this.words} 0` }), el("i", {}), el("span", { text }));
    this.legend.hidden = !(peak > 0);
  }
}

const ONE = new Vector3(1, 1, 1);
const [from, to, relative] = [new Matrix4(), new Matrix4(), new Matrix4()];
const [turn, bend, local] = [new Quaternion(), new Quaternion(), new Quaternion()];
const [place, away, scale, phi, span, middle, axis, point] = Array.from({ length: 8 }, () => new Vector3());
const [first, second, crossing] = [new Vector3(), new Vector3(), new Vector3()];
const shown = new Color();
