// Frames of an encoder as a WebM file (Matroska): one track, clusters that begin with key frames.
import { Bytes } from "./bytes.js";

// A length as EBML writes it, in eight bytes.
const size = (length) => new Bytes().uint(1, 1).uint(length, 7).whole();

function element(id, ...contents) {
  const inside = new Bytes();
  for (const content of contents) inside.add(content);
  const name = new Bytes().uint(id, Math.ceil(id.toString(16).length / 2)).whole();
  return new Bytes().add(name).add(size(inside.length)).add(inside.whole()).whole();
}

const uint = (id, value) => element(id, new Bytes().uint(value, 8).whole());
const text = (id, value) => element(id, new TextEncoder().encode(value));

function real(id, value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return element(id, bytes);
}

// chunks: [{ data, key, time }] in order, times in frames; codec: "vp8" or "vp09...".
export function webm(chunks, codec, width, height, fps) {
  const at = (chunk) => Math.round((1000 * chunk.time) / fps);
  const head = element(0x1a45dfa3, uint(0x4286, 1), uint(0x42f7, 1), uint(0x42f2, 4), uint(0x42f3, 8),
    text(0x4282, "webm"), uint(0x4287, 4), uint(0x4285, 2));
  const info = element(0x1549a966, uint(0x2ad7b1, 1_000_000), text(0x4d80, "sarrus"), text(0x5741, "sarrus"),
    real(0x4489, (1000 * chunks.length) / fps));
  const track = element(0x1654ae6b, element(0xae, uint(0xd7, 1), uint(0x73c5, 1), uint(0x83, 1),
    text(0x86, codec.startsWith("vp8") ? "V_VP8" : "V_VP9"), uint(0x23e383, Math.round(1e9 / fps)),
    element(0xe0, uint(0xb0, width), uint(0xba, height))));
  const groups = [];
  for (const chunk of chunks) {
    if (chunk.key || !groups.length) groups.push([]);
    groups.at(-1).push(chunk);
  }
  // Blocks count from the beginning of their cluster in 16 bits.
  const clusters = groups.map((group) => element(0x1f43b675, uint(0xe7, at(group[0])), ...group.map((chunk) =>
    element(0xa3, new Bytes().uint(0x81, 1).uint(at(chunk) - at(group[0]), 2).uint(chunk.key ? 0x80 : 0, 1).add(chunk.data).whole()))));
  // Cues stand last, so that where clusters are is known.
  let offset = info.length + track.length;
  const cues = groups.map((group, k) => {
    const cue = element(0xbb, uint(0xb3, at(group[0])), element(0xb7, uint(0xf7, 1), uint(0xf1, offset)));
    offset += clusters[k].length;
    return cue;
  });
  return new Bytes().add(head).add(element(0x18538067, info, track, ...clusters, element(0x1c53bb6b, ...cues))).whole();
}
