// Paths of points: all of the way faintly, and what is behind strongly.
import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { LINES } from "./colours.js";

export class Traces {
  constructor(motion, scene, world) {
    this.motion = motion;
    this.scene = scene;
    this.world = world;
    this.lines = new Map();
    this.visible = true;
  }

  toggle(name, body, at) {
    const known = this.lines.get(name);
    if (known) {
      for (const node of known.nodes) {
        this.world.remove(node);
        node.geometry.dispose();
      }
      this.lines.delete(name);
      return;
    }
    const values = new Float32Array(3 * this.motion.count);
    const local = new Vector3().fromArray(at);
    const point = new Vector3();
    for (let frame = 0; frame < this.motion.count; frame += 1) {
      const place = { frame, part: 0 };
      point.copy(local).applyQuaternion(this.motion.turn(body, place)).add(this.motion.position(body, place));
      point.toArray(values, 3 * frame);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(values, 3));
    const color = LINES[this.lines.size % LINES.length];
    const whole = new Line(geometry, new LineBasicMaterial({ color, transparent: true, opacity: 0.28 }));
    const past = new Line(geometry.clone(), new LineBasicMaterial({ color }));
    const dot = new Mesh(new SphereGeometry(0.5 * this.scene.radius, 16, 12), new MeshBasicMaterial({ color }));
    const nodes = [whole, past, dot];
    this.world.add(...nodes);
    this.lines.set(name, { nodes, past, dot, values });
  }

  has(name) {
    return this.lines.has(name);
  }

  update(at) {
    for (const { nodes, past, dot, values } of this.lines.values()) {
      for (const node of nodes) node.visible = this.visible;
      past.geometry.setDrawRange(0, at.frame + 1);
      dot.position.fromArray(values, 3 * at.frame);
      if (at.part > 0) dot.position.lerp(new Vector3().fromArray(values, 3 * at.frame + 3), at.part);
    }
  }
}
