// Other runs, translucent beside the one that is shown, at the same time.
import { Group } from "three";
import { moveBodies } from "./bodies.js";
import { bodyColor, GROUND, known } from "./colors.js";
import { el } from "./dom.js";
import { Motion } from "./motion.js";
import { poseOf, solid } from "./solids.js";

export class Ghosts {
  constructor(scene, batches, world) {
    this.visible = true;
    this.list = scene.ghosts.map((ghost, k) => {
      const groups = ghost.bodies.map((body, index) => {
        const group = new Group();
        const usual = index ? bodyColor(index) : GROUND;
        // what stands still is drawn once
        for (const shape of index ? body.shapes : []) {
          batches.add(group, solid(shape, scene), known(shape.color, usual), { pose: poseOf(shape), layer: "ghost" });
        }
        world.add(group);
        return group;
      });
      return { name: ghost.name, groups, motion: new Motion(scene, `ghost${k}.`, ghost.bodies.length) };
    });
    this.legend = this.list.length
      ? el("p", { class: "ghosts", text: `translucent: ${this.list.map((ghost) => ghost.name).join(", ")}` })
      : null;
  }

  // Each is where it is at that time, or at its end.
  place(t) {
    for (const { groups, motion } of this.list) moveBodies(groups, motion, motion.place(t));
  }

  positions() {
    return this.list.map(({ name, groups }) => [name, groups.map((group) => group.position)]);
  }
}
