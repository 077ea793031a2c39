// The world's axes in the corner of the picture.
import { Quaternion, Vector3 } from "three";

const SVG = "http://www.w3.org/2000/svg";
const SIZE = 34;

export class Triad {
  constructor(layer) {
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", "-48 -48 96 96");
    this.svg.setAttribute("class", "triad");
    this.axes = ["x", "y", "z"].map((name, k) => {
      const line = document.createElementNS(SVG, "line");
      const text = document.createElementNS(SVG, "text");
      line.setAttribute("class", `axis-${name}`);
      text.setAttribute("class", `axis-${name}`);
      text.textContent = name;
      this.svg.append(line, text);
      return { line, text, unit: new Vector3().setComponent(k, 1) };
    });
    layer.append(this.svg);
  }

  update(camera, world) {
    if (this.seen?.equals(camera.quaternion)) return;
    this.seen = camera.quaternion.clone();
    const turn = new Quaternion().copy(camera.quaternion).invert().multiply(world.quaternion);
    for (const { line, text, unit } of this.axes) {
      const p = unit.clone().applyQuaternion(turn);
      line.setAttribute("x2", (SIZE * p.x).toFixed(1));
      line.setAttribute("y2", (-SIZE * p.y).toFixed(1));
      text.setAttribute("x", ((SIZE + 8) * p.x).toFixed(1));
      text.setAttribute("y", (-(SIZE + 8) * p.y + 4).toFixed(1));
    }
  }
}
