// All solid parts, drawn together: one call for each form and layer, however many parts there are.
import { Color, DynamicDrawUsage, InstancedMesh, Matrix4, Vector3 } from "three";
import { matt } from "./materials.js";

const GLOW = new Color("#1f6feb");
const CLEAR = { transparent: true, opacity: 0.32, depthWrite: false };
const FULL = { transparent: false, opacity: 1, depthWrite: true };

// Layers: what parts belong to, so that it can be looked through or left out of the shadow.
const LAYERS = {
  ground: {},
  bodies: {},
  // pieces of beams, which are drawn bent: seen by pointers only
  bent: {},
  joints: {},
  marks: {},
  axes: {},
  glass: { transparent: true, opacity: 0.35 },
  ghost: { transparent: true, opacity: 0.3, depthWrite: false },
};
const UNSHADED = ["marks", "axes", "glass", "ghost", "bent"];

export class Batches {
  constructor(world) {
    this.world = world;
    this.lists = new Map();
    this.meshes = [];
    this.materials = Object.fromEntries(Object.entries(LAYERS).map(([name, more]) => [name, matt("#ffffff", more)]));
  }

  // Adds pieces of a form to what moves them: owner has a matrix in the axes of the world group.
  // pose: of the pieces on the owner; about: layer, pick, and whether it counts for the camera;
  // again: returns pieces and pose of the numbers as they are now, where these can change.
  add(owner, pieces, color, { pose = null, layer = "bodies", pick = null, counts = true, again = null } = {}) {
    for (const [index, { key, make, coarse, local }] of pieces.entries()) {
      const name = `${layer} ${key}`;
      if (!this.lists.has(name)) this.lists.set(name, { layer, make, coarse, parts: [] });
      const placed = pose ? new Matrix4().multiplyMatrices(pose, local) : local;
      this.lists.get(name).parts.push({ owner, local: placed, color: new Color(color), pick, counts, again, index, key });
    }
  }

  // After all are added.
  build() {
    for (const { layer, make, coarse, parts } of this.lists.values()) {
      const fine = make();
      fine.computeBoundingBox();
      const mesh = new InstancedMesh(fine, this.materials[layer], parts.length);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.castShadow = !UNSHADED.includes(layer);
      mesh.receiveShadow = true;
      mesh.userData = { parts, layer, fine, coarse: coarse ? coarse() : fine };
      parts.forEach((part, k) => mesh.setColorAt(k, part.color));
      this.meshes.push(mesh);
      this.world.add(mesh);
    }
  }

  update() {
    for (const mesh of this.meshes) {
      const values = mesh.instanceMatrix.array;
      const { parts } = mesh.userData;
      for (let k = 0; k < parts.length; k += 1) {
        placed.multiplyMatrices(parts[k].owner.matrix, parts[k].local).toArray(values, 16 * k);
      }
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  // Gives parts the sizes and places that their numbers say now.
  reshape() {
    const known = new Map();
    for (const mesh of this.meshes) {
      for (const part of mesh.userData.parts) {
        if (!part.again) continue;
        if (!known.has(part.again)) known.set(part.again, part.again());
        const { pieces, pose } = known.get(part.again);
        const { key, make, local } = pieces[part.index];
        if (pose) part.local = new Matrix4().multiplyMatrices(pose, local);
        else part.local = local;
        if (key !== part.key && !key.match(/^(box|ball|rod|tube|cap) /) && mesh.userData.parts.length === 1) {
          mesh.geometry.dispose();
          const fine = make();
          fine.computeBoundingBox();
          Object.assign(mesh.userData, { fine, coarse: fine });
          mesh.geometry = fine;
          part.key = key;
        }
      }
    }
  }

  // Corners of boxes around all parts, in the axes of the picture: x, y, z of each.
  corners(found = []) {
    for (const mesh of this.meshes) {
      const { min, max } = mesh.userData.fine.boundingBox;
      for (const part of mesh.userData.parts) {
        if (!part.counts) continue;
        placed.multiplyMatrices(part.owner.matrix, part.local).premultiply(this.world.matrixWorld);
        for (let k = 0; k < 8; k += 1) {
          corner.set(k & 1 ? min.x : max.x, k & 2 ? min.y : max.y, k & 4 ? min.z : max.z).applyMatrix4(placed);
          found.push(corner.x, corner.y, corner.z);
        }
      }
    }
    return found;
  }

  highlight(pick, on) {
    for (const mesh of this.meshes) {
      mesh.userData.parts.forEach((part, k) => {
        if (part.pick?.kind !== pick.kind || part.pick.index !== pick.index) return;
        mesh.setColorAt(k, on ? shown.copy(part.color).lerp(GLOW, 0.65) : part.color);
        mesh.instanceColor.needsUpdate = true;
      });
    }
  }

  // Bodies that one can look through, to see joints and forces inside.
  setClear(on) {
    Object.assign(this.materials.bodies, on ? CLEAR : FULL).needsUpdate = true;
    for (const mesh of this.meshes) {
      if (mesh.userData.layer === "bodies") mesh.castShadow = !on;
    }
  }

  // A layer as a whole, to be seen or not.
  showLayer(name, on) {
    for (const mesh of this.meshes) {
      if (mesh.userData.layer === name) mesh.visible = on;
    }
  }

  // Fewer triangles, for machines that draw slowly.
  setCoarse(on) {
    for (const mesh of this.meshes) mesh.geometry = on ? mesh.userData.coarse : mesh.userData.fine;
  }

  // What a ray meets first that can be picked.
  picked(ray) {
    for (const hit of ray.intersectObjects(this.meshes.filter((mesh) => mesh.visible || mesh.userData.layer === "bent"), false)) {
      const { pick } = hit.object.userData.parts[hit.instanceId];
      if (pick) return pick;
    }
    return null;
  }
}

const placed = new Matrix4();
const shown = new Color();
const corner = new Vector3();
