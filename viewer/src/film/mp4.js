// Frames of an encoder as an MP4 file (ISO/IEC 14496-12): one track, what describes it first.
import { Bytes } from "./bytes.js";

const SCALE = 90_000;
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const PRIMARIES = { bt709: 1, bt470bg: 5, smpte170m: 6 };
const TRANSFERS = { bt709: 1, smpte170m: 6, "iec61966-2-1": 13 };
const MATRICES = { rgb: 0, bt709: 1, bt470bg: 5, smpte170m: 6 };

function box(kind, ...contents) {
  const inside = new Bytes();
  for (const content of contents) inside.add(content);
  return new Bytes().uint(8 + inside.length, 4).text(kind).add(inside.whole()).whole();
}

// A box with a version and flags.
const full = (kind, version, flags, ...contents) => box(kind, new Bytes().uint(version, 1).uint(flags, 3).whole(), ...contents);

// Numbers of four bytes each.
function words(...values) {
  const found = new Bytes();
  for (const value of values) found.uint(value < 0 ? value + 2 ** 32 : value, 4);
  return found.whole();
}

// chunks: [{ data, key, time }] in the order of decoding, times in frames; config: of the decoder.
export function mp4(chunks, config, width, height, fps) {
  const each = Math.round(SCALE / fps);
  const data = chunks.map((chunk) => chunk.data);
  const head = box("ftyp", new Bytes().text("isom").uint(512, 4).text("isomiso2avc1mp41").whole());
  const size = moov(chunks, config, width, height, each, 0).length;
  const first = head.length + size + 8;
  return new Bytes().add(head).add(moov(chunks, config, width, height, each, first)).add(box("mdat", ...data)).whole();
}

function moov(chunks, config, width, height, each, first) {
  const duration = each * chunks.length;
  const movie = full("mvhd", 0, 0, words(0, 0, SCALE, duration, 0x10000), [1, 0], new Uint8Array(10), words(...UNITY),
    new Uint8Array(24), words(2));
  const track = full("tkhd", 0, 3, words(0, 0, 1, 0, duration), new Uint8Array(16), words(...UNITY),
    words(width * 65536, height * 65536));
  const media = full("mdhd", 0, 0, words(0, 0, SCALE, duration), [0x55, 0xc4, 0, 0]);
  const handler = full("hdlr", 0, 0, words(0), new TextEncoder().encode("vide"), new Uint8Array(12), [0]);
  const source = box("dinf", full("dref", 0, 0, words(1), full("url ", 0, 1)));
  const keys = chunks.flatMap((chunk, k) => (chunk.key ? [k + 1] : []));
  const shifts = chunks.map((chunk, k) => each * (chunk.time - k));
  const table = box("stbl",
    full("stsd", 0, 0, words(1), entry(config, width, height)),
    full("stts", 0, 0, words(1, chunks.length, each)),
    ...(shifts.some(Boolean) ? [full("ctts", 1, 0, words(shifts.length, ...shifts.flatMap((shift) => [1, shift])))] : []),
    full("stss", 0, 0, words(keys.length, ...keys)),
    full("stsc", 0, 0, words(1, 1, chunks.length, 1)),
    full("stsz", 0, 0, words(0, chunks.length, ...chunks.map((chunk) => chunk.data.length))),
    full("stco", 0, 0, words(1, first)));
  return box("moov", movie, box("trak", track,
    box("mdia", media, handler, box("minf", full("vmhd", 0, 1, new Uint8Array(8)), source, table))));
}

// How H.264 is to be decoded: its parameter sets, and what its colors are.
function entry(config, width, height) {
  const { primaries, transfer, matrix, fullRange } = config.colorSpace ?? {};
  const color = new Bytes().text("nclx").uint(PRIMARIES[primaries] ?? 2, 2).uint(TRANSFERS[transfer] ?? 2, 2)
    .uint(MATRICES[matrix] ?? 2, 2).uint(fullRange ? 128 : 0, 1).whole();
  const about = new Bytes().add(new Uint8Array(6)).uint(1, 2).add(new Uint8Array(16)).uint(width, 2).uint(height, 2)
    .uint(0x480000, 4).uint(0x480000, 4).uint(0, 4).uint(1, 2).add(new Uint8Array(32)).uint(24, 2).uint(0xffff, 2).whole();
  return box("avc1", about, box("avcC", new Uint8Array(config.description)), box("colr", color));
}
