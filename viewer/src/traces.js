// Paths of points: all of the way faintly, and what is behind strongly.
import {
  BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, SphereGeometry, Vector3,
} from "three";
import { Line2 } from "three/examples/jsm/lines/Line2.js";
import { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
import { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";

export class Traces {
  constructor(motion, scene, world) {
    this.motion = motion;
    this.scene = scene;
    this.world = world;
    this.lines = new Map();
    this.visible = true;
    this.coarse = false;
    this.colors = ["#1f6feb"];
  }

  setPalette(palette) {
    this.colors = palette.lines;
    let k = 0;
    for (const line of this.lines.values()) {
      for (const node of line.nodes) node.material.color.set(this.colors[k % this.colors.length]);
      k += 1;
    }
  }

  toggle(name, body, at) {
    const known = this.lines.get(name);
    if (known) {
      for (const node of known.nodes) {
        this.world.remove(node);
        node.geometry.dispose();
        node.material.dispose();
      }
      this.lines.delete(name);
      return;
    }
    const values = this.path(body, at);
    const color = this.colors[this.lines.size % this.colors.length];
    const thin = [0.4, 1].map((opacity) => thinLine(values, color, opacity));
    const thick = [[1, 0.35], [2, 1]].map(([width, opacity]) => thickLine(values, color, width, opacity));
    const dot = new Mesh(new SphereGeometry(0.5 * this.scene.radius, 16, 12), new MeshBasicMaterial({ color }));
    const nodes = [...thin, ...thick, dot];
    for (const node of nodes) node.frustumCulled = false;
    this.world.add(...nodes);
    this.lines.set(name, { nodes, thin, thick, dot, values, body, at });
  }

  // Draws all paths again, of a motion that has changed.
  retrace() {
    for (const [name, { body, at }] of [...this.lines]) {
      this.toggle(name);
      this.toggle(name, body, at);
    }
  }

  // Where a point of a body is at every frame.
  path(body, at) {
    const values = new Float32Array(3 * this.motion.count);
    const local = new Vector3().fromArray(at);
    const point = new Vector3();
    for (let frame = 0; frame < this.motion.count; frame += 1) {
      const place = { frame, part: 0 };
      point.copy(local).applyQuaternion(this.motion.turn(body, place)).add(this.motion.position(body, place));
      point.toArray(values, 3 * frame);
    }
    return values;
  }

  // All points of the paths that are seen, for the camera.
  points() {
    return this.visible ? [...this.lines.values()].map((line) => line.values) : [];
  }

  has(name) {
    return this.lines.has(name);
  }

  // Lines of one pixel, for machines that draw slowly.
  setCoarse(on) {
    this.coarse = on;
    this.show();
  }

  show() {
    for (const { thin, thick, dot } of this.lines.values()) {
      for (const node of thin) node.visible = this.visible && this.coarse;
      for (const node of thick) node.visible = this.visible && !this.coarse;
      dot.visible = this.visible;
    }
  }

  update(at) {
    this.show();
    for (const { thin, thick, dot, values } of this.lines.values()) {
      thin[1].geometry.setDrawRange(0, at.frame + 1);
      thick[1].geometry.instanceCount = at.frame;
      dot.position.fromArray(values, 3 * at.frame);
      if (at.part > 0) dot.position.lerp(next.fromArray(values, 3 * at.frame + 3), at.part);
    }
  }
}

const next = new Vector3();

function thinLine(values, color, opacity) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(values, 3));
  return new Line(geometry, new LineBasicMaterial({ color, transparent: opacity < 1, opacity }));
}

// width: in pixels.
function thickLine(values, color, width, opacity) {
  const geometry = new LineGeometry().setPositions(values);
  return new Line2(geometry, new LineMaterial({ color, linewidth: width, transparent: opacity < 1, opacity }));
}
