// One kind of surface for all that is solid: matt, lit and shaded.
import { Mesh, MeshStandardMaterial } from "three";

export function matt(color, more = {}) {
  return new MeshStandardMaterial({ color, roughness: 0.55, metalness: 0.1, ...more });
}

export function part(geometry, color, more = {}) {
  const mesh = new Mesh(geometry, matt(color, more));
  mesh.castShadow = !more.transparent;
  mesh.receiveShadow = true;
  return mesh;
}
