// Pictures as an animated GIF: one palette of 255 colors, and of each picture what has changed.
import { Bytes } from "./bytes.js";

const CLEAR = 255;

// The mean colors of boxes around the colors of some pictures, each halved where it is longest.
export function paletteOf(pictures) {
  const counts = new Map();
  for (const pixels of pictures) {
    for (let k = 0; k < pixels.length; k += 4) {
      const key = cell(pixels, k);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  let boxes = [[...counts].map(([key, n]) => ({ rgb: [key >> 10, (key >> 5) & 31, key & 31], n }))];
  while (boxes.length < CLEAR) {
    const spread = boxes.map((box) => (box.length > 1 ? widest(box) : { reach: 0, weight: 0 }));
    // Rare colors count, but less: a thin arrow must not vanish beside a large background.
    const best = spread.reduce((most, { reach, weight }, k) => (reach * weight > spread[most].reach * spread[most].weight ? k : most), 0);
    if (!spread[best].reach) break;
    const { axis } = spread[best];
    const sorted = boxes[best].sort((a, b) => a.rgb[axis] - b.rgb[axis]);
    const half = sorted.reduce((sum, { n }) => sum + Math.sqrt(n), 0) / 2;
    let sum = 0;
    let cut = sorted.findIndex(({ n }) => { sum += Math.sqrt(n); return sum >= half; }) + 1;
    cut = Math.min(Math.max(cut, 1), sorted.length - 1);
    boxes = [...boxes.slice(0, best), ...boxes.slice(best + 1), sorted.slice(0, cut), sorted.slice(cut)];
  }
  return boxes.map((box) => {
    const n = box.reduce((total, one) => total + one.n, 0);
    return [0, 1, 2].map((c) => Math.round((box.reduce((total, one) => total + one.rgb[c] * one.n, 0) / n) * (255 / 31)));
  });
}

// 15 bits of a pixel's color.
const cell = (pixels, k) => ((pixels[k] >> 3) << 10) | ((pixels[k + 1] >> 3) << 5) | (pixels[k + 2] >> 3);

function widest(box) {
  const reaches = [0, 1, 2].map((c) => {
    const values = box.map(({ rgb }) => rgb[c]);
    return Math.max(...values) - Math.min(...values);
  });
  const reach = Math.max(...reaches);
  return { axis: reaches.indexOf(reach), reach, weight: Math.cbrt(box.reduce((sum, { n }) => sum + n, 0)) };
}

export class Gif {
  constructor(width, height, fps, palette) {
    Object.assign(this, { width, height, fps, palette, count: 0, before: null });
    this.nearest = new Int16Array(1 << 15).fill(-1);
    this.bytes = new Bytes().text("GIF89a").add(little(width)).add(little(height)).add([0xf7, 0, 0]);
    for (let k = 0; k < 256; k += 1) this.bytes.add(palette[k] ?? [0, 0, 0]);
    this.bytes.add([0x21, 0xff, 11]).text("NETSCAPE2.0").add([3, 1, 0, 0, 0]);
  }

  // Adds a picture: red, green, blue and opacity of every pixel.
  add(pixels) {
    const { width, height } = this;
    const now = new Uint8Array(width * height);
    for (let k = 0; k < now.length; k += 1) now[k] = this.index(cell(pixels, 4 * k));
    const [x, y, w, h] = this.before ? changed(this.before, now, width, height) : [0, 0, width, height];
    const part = new Uint8Array(w * h);
    for (let row = 0; row < h; row += 1) {
      for (let k = 0; k < w; k += 1) {
        const at = (y + row) * width + x + k;
        part[row * w + k] = this.before && this.before[at] === now[at] ? CLEAR : now[at];
      }
    }
    const delay = Math.round((100 * (this.count + 1)) / this.fps) - Math.round((100 * this.count) / this.fps);
    this.bytes.add([0x21, 0xf9, 4, 0x05, ...little(Math.max(delay, 2)), CLEAR, 0, 0x2c]);
    for (const value of [x, y, w, h]) this.bytes.add(little(value));
    this.bytes.add([0, 8]).add(blocks(compressed(part))).add([0]);
    this.before = now;
    this.count += 1;
  }

  index(key) {
    if (this.nearest[key] < 0) {
      const rgb = [key >> 10, (key >> 5) & 31, key & 31].map((x) => (x * 255) / 31);
      let least = Infinity;
      this.palette.forEach((color, k) => {
        const far = color.reduce((sum, x, c) => sum + (x - rgb[c]) ** 2, 0);
        if (far < least) [least, this.nearest[key]] = [far, k];
      });
    }
    return this.nearest[key];
  }

  finish() {
    return this.bytes.add([0x3b]).whole();
  }
}

const little = (value) => [value & 255, value >> 8];

// The smallest rectangle around what differs; one pixel where nothing does.
function changed(before, now, width, height) {
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let k = 0; k < now.length; k += 1) {
    if (before[k] === now[k]) continue;
    const [x, y] = [k % width, Math.floor(k / width)];
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return right < 0 ? [0, 0, 1, 1] : [left, top, right - left + 1, bottom - top + 1];
}

// Lempel, Ziv and Welch with codes of 9 to 12 bits.
function compressed(values) {
  const found = [];
  let [store, bits, width, next] = [0, 0, 9, 258];
  let codes = new Map();
  const put = (code) => {
    store |= code << bits;
    bits += width;
    while (bits >= 8) {
      found.push(store & 255);
      store >>= 8;
      bits -= 8;
    }
  };
  put(256);
  let prefix = values[0];
  for (let k = 1; k < values.length; k += 1) {
    const key = (prefix << 8) | values[k];
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next === 4096) {
      put(256);
      codes = new Map();
      [next, width] = [258, 9];
    } else {
      codes.set(key, next);
      if (next === 1 << width) width += 1;
      next += 1;
    }
    prefix = values[k];
  }
  put(prefix);
  put(257);
  if (bits > 0) found.push(store & 255);
  return found;
}

// At most 255 bytes behind their number.
function blocks(bytes) {
  const found = new Bytes();
  for (let k = 0; k < bytes.length; k += 255) {
    const part = bytes.slice(k, k + 255);
    found.add([part.length]).add(part);
  }
  return found.whole();
}
