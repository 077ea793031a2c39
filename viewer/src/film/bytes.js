// Writing bytes, most significant first.
export class Bytes {
  constructor() {
    this.parts = [];
    this.length = 0;
  }

  add(part) {
    const bytes = part instanceof Uint8Array ? part : Uint8Array.from(part);
    this.parts.push(bytes);
    this.length += bytes.length;
    return this;
  }

  uint(value, size) {
    const bytes = new Uint8Array(size);
    let rest = value;
    for (let k = size - 1; k >= 0; k -= 1) {
      bytes[k] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return this.add(bytes);
  }

  text(text) {
    return this.add(new TextEncoder().encode(text));
  }

  whole() {
    const found = new Uint8Array(this.length);
    let at = 0;
    for (const part of this.parts) {
      found.set(part, at);
      at += part.length;
    }
    return found;
  }
}
