// Where a robot can work: a ball at every place that is reached, colored by a quantity.
import { Color, Group, InstancedMesh, Matrix4, MeshLambertMaterial, SphereGeometry } from "three";
import { el } from "./dom.js";

// Five colors of the map "viridis" of matplotlib, in which plots have these quantities too.
const COLORS = ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725"].map((text) => new Color(text));
const UNKNOWN = new Color("#9aa4ae");

// The color of a share from 0 to 1.
function shade(share, out) {
  const at = Math.min(Math.max(share, 0), 1) * (COLORS.length - 1);
  const k = Math.min(Math.floor(at), COLORS.length - 2);
  return out.copy(COLORS[k]).lerp(COLORS[k + 1], at - k);
}

export class WorkMap {
  constructor(scene, world, changed) {
    this.about = scene.map ?? null;
    this.legend = null;
    if (!this.about) return;
    this.changed = changed;
    this.places = scene.arrays["map.places"];
    this.values = scene.arrays["map.values"];
    const count = this.places.length / 3;
    this.mesh = new InstancedMesh(new SphereGeometry(this.about.radius, 10, 8), new MeshLambertMaterial(), count);
    this.mesh.frustumCulled = false;
    const local = new Matrix4();
    for (let k = 0; k < count; k += 1) {
      const [x, y, z] = [0, 1, 2].map((i) => this.places[3 * k + i] - scene.origin[i]);
      this.mesh.setMatrixAt(k, local.makeTranslation(x, y, z));
    }
    this.group = new Group();
    this.group.add(this.mesh);
    world.add(this.group);
    this.low = el("span", {});
    this.high = el("span", {});
    this.select = el("select", { "aria-label": "Quantity of the map", onchange: () => this.show(this.select.selectedIndex) },
      ...this.about.quantities.map(({ name }) => el("option", { text: name })), el("option", { text: "hide the map" }));
    this.legend = el("div", { class: "stress map", title: "Where the robot can work" }, this.select, this.low, el("i", {}), this.high);
    this.select.selectedIndex = this.about.chosen;
    this.show(this.about.chosen);
  }

  // Colors the places by a quantity; a number behind the last one hides them.
  show(chosen) {
    const one = this.about.quantities[chosen];
    this.group.visible = one !== undefined;
    this.low.textContent = one ? `${one.low.toPrecision(3)}` : "";
    this.high.textContent = one ? `${one.high.toPrecision(3)} ${one.unit}`.trim() : "";
    if (one) {
      const count = this.places.length / 3;
      for (let k = 0; k < count; k += 1) {
        const value = this.values[chosen * count + k];
        const span = one.high - one.low;
        this.mesh.setColorAt(k, Number.isFinite(value) ? shade(span > 0 ? (value - one.low) / span : 1, color) : UNKNOWN);
      }
      this.mesh.instanceColor.needsUpdate = true;
    }
    this.changed();
  }
}

const color = new Color();
