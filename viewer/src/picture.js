// The picture with its names and axes in one canvas, as it is saved and filmed.
export function fileStem(name) {
  const plain = name.normalize("NFKD").replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._]+|_+$/g, "").slice(0, 80);
  return plain || "mechanism";
}

// Draws what is seen onto a canvas of the same shape; caption: text at the lower right, or none.
export function compose(view, canvas, caption = "") {
  const { stage } = view;
  const context = canvas.getContext("2d");
  const scale = canvas.width / stage.width;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(stage.renderer.domElement, 0, 0, canvas.width, canvas.height);
  context.scale(scale, scale);
  const style = getComputedStyle(document.documentElement);
  const value = (name) => style.getPropertyValue(name).trim();
  if (!view.layer.hidden) for (const item of view.labels.items) drawLabel(context, item, value);
  drawTriad(context, view.triad, stage.height, value);
  const left = view.ghosts.legend && view.ghosts.visible ? view.ghosts.legend.textContent : "";
  context.font = font(12, 400);
  context.fillStyle = value("--soft");
  if (left) context.fillText(left, 100, stage.height - 14);
  if (caption) {
    context.textAlign = "right";
    context.fillText(caption, stage.width - 14, stage.height - 14);
    context.textAlign = "left";
  }
  return canvas;
}

const font = (size, weight) => `${weight} ${size}px system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif`;

const INKS = { joint: "--ink", body: "--soft", frame: "--tint-ink" };

function drawLabel(context, { node, kind, text, size, spot }, value) {
  if (node.classList.contains("off") || !spot) return;
  const [x, y] = spot;
  const axis = kind === "axis";
  if (!axis) {
    context.fillStyle = value("--label");
    context.beginPath();
    context.roundRect(x, y, size[0], size[1], 4);
    context.fill();
  }
  context.font = font(11, axis ? 700 : kind === "joint" ? 600 : 400);
  context.fillStyle = value(axis ? `--axis-${text}` : INKS[kind]);
  context.textBaseline = "middle";
  context.fillText(text, x + (axis ? 0 : 5), y + size[1] / 2 + 0.5);
  context.textBaseline = "alphabetic";
}

// At the size and place that the style sheet gives it: 78 of 96 units, 6 from the corner.
function drawTriad(context, triad, height, value) {
  const unit = 78 / 96;
  const [x, y] = [6 + 39, height - 6 - 39];
  context.lineWidth = 2.4 * unit;
  context.lineCap = "round";
  context.textAlign = "center";
  for (const { line, text } of triad.axes) {
    const color = value(`--axis-${text.textContent}`);
    context.strokeStyle = color;
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + unit * Number(line.getAttribute("x2")), y + unit * Number(line.getAttribute("y2")));
    context.stroke();
    context.font = font(12 * unit, 600);
    context.fillText(text.textContent, x + unit * Number(text.getAttribute("x")), y + unit * Number(text.getAttribute("y")));
  }
  context.textAlign = "left";
}

// Hands bytes or a picture to the user as a file.
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
