// Names in the picture, as text over it; those that would cover another are left out.
import { Vector3 } from "three";
import { el } from "./dom.js";
import { AXIS } from "./fittings.js";
import { pointOf } from "./places.js";

const NAMES = ["x", "y", "z"];

export class Labels {
  constructor(scene, bodies, frames, layer) {
    this.visible = false;
    this.axes = false;
    this.layer = layer;
    this.items = [
      ...scene.joints.map((joint, k) => ({
        text: joint.name, kind: "joint", point: () => frames[k].point(bodies[joint.child]),
      })),
      ...scene.frames.filter((frame) => frame.body > 0).map((frame) => ({
        text: frame.name, kind: "frame",
        point: () => pointOf(bodies[frame.body], new Vector3().fromArray(frame.at)),
      })),
      ...scene.bodies.slice(1).map((body, k) => ({
        text: body.name, kind: "body",
        point: () => pointOf(bodies[k + 1], new Vector3().fromArray(middle(body, scene.joints, k + 1))),
      })),
    ];
    scene.joints.forEach((joint, k) => {
      if (joint.free) return;
      NAMES.forEach((text, i) => {
        const tip = [0, 0, 0].with(i, (AXIS + 0.7) * scene.radius);
        const point = () => frames[k].vector(bodies[joint.child], tip).add(frames[k].point(bodies[joint.child]));
        this.items.push({ text, kind: "axis", point });
      });
    });
    for (const item of this.items) {
      const axis = item.kind === "axis" ? ` axis-${item.text}` : "";
      item.node = el("div", { class: `label ${item.kind}${axis}`, text: item.text });
      layer.append(item.node);
    }
  }

  update(camera, world, width, height) {
    this.layer.hidden = !this.visible && !this.axes;
    if (this.layer.hidden) return;
    const taken = [];
    for (const item of this.items) {
      if (!(item.kind === "axis" ? this.axes : this.visible)) {
        item.node.classList.add("off");
        continue;
      }
      const p = world.localToWorld(item.point()).project(camera);
      item.size ??= [item.node.offsetWidth, item.node.offsetHeight];
      const tip = item.kind === "axis";
      const x = (0.5 + 0.5 * p.x) * width + (tip ? -item.size[0] / 2 : 9);
      const y = (0.5 - 0.5 * p.y) * height - (tip ? item.size[1] / 2 : item.size[1] + 4);
      const box = [x, y, x + item.size[0], y + item.size[1]];
      const free = Math.abs(p.z) < 1 && box[0] > 0 && box[1] > 0 && box[2] < width && box[3] < height
        && !taken.some((b) => b[0] < box[2] && box[0] < b[2] && b[1] < box[3] && box[1] < b[3]);
      item.node.classList.toggle("off", !free);
      if (!free) continue;
      taken.push(box);
      item.spot = [x, y];
      item.node.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    }
  }
}

// Where the name of a body stands: between its joints, or at its centre of mass.
function middle(body, joints, index) {
  const ends = [];
  for (const joint of joints) {
    if (joint.free) continue;
    if (joint.parent === index) ends.push(joint.onParent.at);
    if (joint.child === index) ends.push(joint.onChild.at);
  }
  if (ends.length < 2) return body.com;
  return [0, 1, 2].map((c) => ends.reduce((sum, p) => sum + p[c], 0) / ends.length);
}
