// Bodies as frames that move, with their shapes on them.
import { Group } from "three";
import { bodyColor, GROUND, known } from "./colors.js";
import { poseOf, solid } from "./solids.js";

export function makeBodies(scene, batches, world) {
  return scene.bodies.map((body, index) => {
    const group = new Group();
    const usual = index ? bodyColor(index) : GROUND;
    const pick = index ? { kind: "body", index } : null;
    for (const shape of body.shapes) {
      batches.add(group, solid(shape, scene), known(shape.color, usual), {
        pose: poseOf(shape), layer: shape.bent ? "bent" : index ? "bodies" : "ground", pick,
        again: () => ({ pieces: solid(shape, scene), pose: poseOf(shape) }),
      });
    }
    world.add(group);
    return group;
  });
}

export function moveBodies(groups, motion, at) {
  groups.forEach((group, body) => {
    motion.position(body, at, group.position);
    motion.turn(body, at, group.quaternion);
    group.updateMatrix();
  });
}
