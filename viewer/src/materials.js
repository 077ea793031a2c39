// One kind of surface for all that is solid: matt, lit and shaded.
import { Mesh, MeshStandardMaterial } from "three";

export function matt(colour, more = {}) {
  return new MeshStandardMaterial({ color: colour, roughness: 0.55, metalness: 0.1, ...more });
}

export function part(geometry, colour, more = {}) {
  const mesh = new Mesh(geometry, matt(colour, more));
  mesh.castShadow = !more.transparent;
  mesh.receiveShadow = true;
  return mesh;
}
