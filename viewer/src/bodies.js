// Bodies as groups that move: one mesh for each colour of a body.
import { Color, Group } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { bodyColour, GROUND, known } from "./colours.js";
import { part } from "./materials.js";
import { solid } from "./solids.js";

export function makeBodies(scene, world) {
  return scene.bodies.map((body, index) => {
    const group = new Group();
    group.userData.pick = { kind: "body", index };
    const usual = index ? bodyColour(index) : GROUND;
    const byColour = new Map();
    for (const shape of body.shapes) {
      const colour = known(shape.colour, usual);
      if (!byColour.has(colour)) byColour.set(colour, []);
      byColour.get(colour).push(plain(solid(shape, scene)));
    }
    for (const [colour, geometries] of byColour) {
      group.add(part(mergeGeometries(geometries), colour));
    }
    world.add(group);
    return group;
  });
}

// Geometries merge only if all have the same attributes, and an index.
function plain(geometry) {
  for (const name of Object.keys(geometry.attributes)) {
    if (name !== "position" && name !== "normal") geometry.deleteAttribute(name);
  }
  if (!geometry.index) {
    geometry.setIndex(Array.from({ length: geometry.attributes.position.count }, (_, k) => k));
  }
  return geometry;
}

const GLOW = new Color("#1f6feb");
const DARK = new Color("#000000");

export function highlight(group, on) {
  group.traverse((node) => {
    if (!node.isMesh || !node.material.emissive) return;
    node.material.emissive.copy(on ? GLOW : DARK);
    node.material.emissiveIntensity = on ? 0.45 : 1;
  });
}

export function moveBodies(groups, motion, at) {
  groups.forEach((group, body) => {
    motion.position(body, at, group.position);
    motion.turn(body, at, group.quaternion);
    group.updateMatrix();
    group.updateMatrixWorld(true);
  });
}

// Bodies that one can look through, to see joints and forces inside.
export function setClear(groups, on) {
  for (const group of groups) {
    for (const mesh of group.children) {
      if (!mesh.isMesh) continue;
      Object.assign(mesh.material, { transparent: on, opacity: on ? 0.32 : 1, depthWrite: !on });
      mesh.castShadow = !on;
    }
  }
}
