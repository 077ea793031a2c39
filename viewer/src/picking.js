// What is under the pointer, or near a finger.
import { Raycaster, Vector2 } from "three";

// Pixels that a finger may be beside what it means.
const NEAR = [0, 8, 16];

export function picked(view, { clientX, clientY }) {
  const box = view.stage.renderer.domElement.getBoundingClientRect();
  const at = new Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
  const ray = new Raycaster();
  ray.setFromCamera(at, view.stage.camera);
  return view.batches.picked(ray);
}

export function pickedNear(view, { clientX, clientY }) {
  for (const radius of NEAR) {
    for (let k = 0; k < (radius ? 8 : 1); k += 1) {
      const [c, s] = [Math.cos((Math.PI * k) / 4), Math.sin((Math.PI * k) / 4)];
      const found = picked(view, { clientX: clientX + radius * c, clientY: clientY + radius * s });
      if (found) return found;
    }
  }
  return null;
}
