// The scene: JSON with a binary part, which is deflated second differences of whole numbers.
export async function readScene() {
  const inside = document.getElementById("scene");
  const scene = JSON.parse(inside.textContent);
  inside.remove();
  return unpacked(scene);
}

// A scene whose arrays are numbers.
export async function unpacked(scene) {
  if (scene.format !== 1) throw new Error(`scene of format ${scene.format} is not known`);
  const bytes = await inflated(scene.data);
  delete scene.data;
  const arrays = {};
  for (const [name, about] of Object.entries(scene.arrays)) arrays[name] = decoded(bytes, about);
  scene.arrays = arrays;
  return scene;
}

// Bytes of base64 text that was deflated.
export async function inflated(text) {
  const packed = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function decoded(bytes, about) {
  const count = about.shape.reduce((a, b) => a * b, 1);
  if (about.kind === "doubles") {
    return new Float64Array(gathered(bytes, about.at, count, 8).buffer);
  }
  const words = new Uint32Array(gathered(bytes, about.at, count, 4).buffer);
  if (about.kind === "floats") return new Float32Array(words.buffer);
  const rows = about.shape[0];
  const columns = rows ? count / rows : 0;
  const values = new Float64Array(count);
  for (let c = 0; c < columns; c += 1) {
    const step = about.step[about.step.length > 1 ? c : 0];
    let slope = 0;
    let whole = 0;
    for (let r = 0; r < rows; r += 1) {
      const word = words[c * rows + r];
      slope += (word >>> 1) ^ -(word & 1);
      whole += slope;
      values[r * columns + c] = whole * step;
    }
  }
  return values;
}

// Values whose lowest bytes stand first, then the next ones, and so on.
function gathered(bytes, at, count, width) {
  const found = new Uint8Array(count * width);
  for (let plane = 0; plane < width; plane += 1) {
    const start = at + plane * count;
    for (let k = 0; k < count; k += 1) found[k * width + plane] = bytes[start + k];
  }
  return found;
}
