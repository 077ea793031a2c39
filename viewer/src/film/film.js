// A film of the mechanism: pictures at given times through the encoder of the browser.
import { compose } from "../picture.js";
import { Gif, paletteOf } from "./gif.js";
import { mp4 } from "./mp4.js";
import { CameraPath } from "./path.js";
import { divided, FilmPlots } from "./plots.js";
import { webm } from "./webm.js";

// Pictures that wait for the encoder, seconds between key frames, and bits for each pixel.
const WAITING = 8;
const KEYS = 2;
const BITS = 0.16;
const SAMPLES = 5;

// Names of codecs that a format may hold, best first; levels that allow large pictures.
function codecs(format, area) {
  if (format === "mp4") {
    const level = area > 1920 * 1088 ? "33" : area > 1280 * 720 ? "2a" : "28";
    return ["6400", "4d00", "42e0"].map((profile) => `avc1.${profile}${level}`);
  }
  return ["vp09.00.50.08", "vp8"];
}

const settings = (codec, width, height, fps) => ({ codec, width, height, framerate: fps,
  bitrate: Math.max(Math.round(width * height * Math.min(fps, 60) * BITS), 300_000), latencyMode: "quality",
  ...(codec.startsWith("avc1") ? { avc: { format: "avc" } } : {}) });

// How the browser can encode a format, or null.
export async function encoding(format, width, height, fps) {
  if (format === "gif") return { codec: "gif" };
  if (typeof VideoEncoder === "undefined") return null;
  for (const codec of codecs(format, width * height)) {
    const wanted = settings(codec, width, height, fps);
    const { supported } = await VideoEncoder.isConfigSupported(wanted).catch(() => ({ supported: false }));
    if (supported) return wanted;
  }
  return null;
}

export class Film {
  // times: of the pictures [s]; camera: a path, or null to leave it; caption: whether the time is shown;
  // format: "pictures" for PNG pictures one by one; plots: whether open plots are filmed too.
  constructor(view, { format, width, height, fps, times, camera = null, caption = true, plots = false }) {
    Object.assign(this, { view, format, width, height, fps, times, caption, chunks: [], config: null, failed: null });
    this.canvas = Object.assign(document.createElement("canvas"), { width, height });
    const parts = divided(width, height, plots ? view.plots.cards.length : 0);
    const [, , sceneWidth, sceneHeight] = parts.scene;
    this.scene = parts.plots ? Object.assign(document.createElement("canvas"), { width: sceneWidth, height: sceneHeight }) : null;
    this.plots = parts.plots ? new FilmPlots(view, parts.plots) : null;
    this.canvas.getContext("2d", { willReadFrequently: format === "gif" });
    const { stage, clock } = view;
    this.before = { time: clock.time, ratio: stage.renderer.getPixelRatio() };
    clock.playing = false;
    view.filming = true;
    view.quality.set(0);
    stage.renderer.setPixelRatio(stage.slow ? 1.5 : Math.max(stage.renderer.getPixelRatio(), 1.5));
    stage.setSize(sceneWidth, sceneHeight, false);
    clock.seek(times[0]);
    this.path = new CameraPath(view, camera);
  }

  async begin() {
    if (this.format === "pictures") return true;
    const how = await encoding(this.format, this.width, this.height, this.fps);
    if (!how) return false;
    if (this.format === "gif") {
      const pick = Array.from({ length: SAMPLES }, (_, k) => Math.round((k * (this.times.length - 1)) / (SAMPLES - 1)));
      this.gif = new Gif(this.width, this.height, this.fps, paletteOf([...new Set(pick)].map((k) => this.pixels(k))));
      return true;
    }
    this.encoder = new VideoEncoder({
      output: (chunk, meta) => this.take(chunk, meta),
      error: (error) => { this.failed = error; },
    });
    this.encoder.configure(how);
    this.codec = how.codec;
    return true;
  }

  take(chunk, meta) {
    if (meta?.decoderConfig) this.config = meta.decoderConfig;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    this.chunks.push({ data, key: chunk.type === "key", time: Math.round((chunk.timestamp * this.fps) / 1e6) });
  }

  // Draws picture number k.
  draw(k) {
    const { view, times } = this;
    view.clock.seek(times[k]);
    this.path.set(times[k], times.length > 1 ? k / (times.length - 1) : 0);
    view.render();
    const digits = Math.min(Math.max(2 - Math.floor(Math.log10(times.at(-1) - times[0] || 1)), 2), 5);
    const caption = this.caption ? view.clock.text(times[k], digits) : "";
    if (!this.plots) return compose(view, this.canvas, caption);
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(compose(view, this.scene, caption), 0, 0);
    this.plots.draw(context, times[k]);
    return this.canvas;
  }

  pixels(k) {
    return this.draw(k).getContext("2d").getImageData(0, 0, this.width, this.height).data;
  }

  async add(k) {
    if (this.failed) throw this.failed;
    if (this.gif) {
      this.gif.add(this.pixels(k));
      return;
    }
    const length = 1e6 / this.fps;
    const frame = new VideoFrame(this.draw(k), { timestamp: Math.round(k * length), duration: Math.round(length) });
    const keyFrame = k % Math.max(Math.round(KEYS * this.fps), 1) === 0;
    this.encoder.encode(frame, { keyFrame });
    frame.close();
    while (this.encoder.encodeQueueSize > WAITING && !this.failed) await new Promise((done) => { setTimeout(done, 4); });
  }

  // Picture number k as a PNG file.
  async picture(k) {
    const canvas = this.draw(k);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
    return new Uint8Array(await blob.arrayBuffer());
  }

  async finish() {
    if (this.gif) return this.gif.finish();
    await this.encoder.flush();
    if (this.failed) throw this.failed;
    this.encoder.close();
    const pack = this.format === "mp4" ? (chunks) => mp4(chunks, this.config, this.width, this.height, this.fps)
      : (chunks) => webm(chunks, this.codec, this.width, this.height, this.fps);
    return pack(this.chunks);
  }

  // The page as it was.
  close() {
    const { view } = this;
    if (this.encoder && this.encoder.state !== "closed") this.encoder.close();
    view.filming = false;
    view.stage.renderer.setPixelRatio(this.before.ratio);
    view.stage.resize();
    view.clock.seek(this.before.time);
    this.path.release();
    view.fit();
  }
}
