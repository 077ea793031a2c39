// Elements by code. Text of the user becomes text nodes only, never markup.
export function el(tag, options = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    if (key === "class") node.className = value;
    else if (key === "text") node.textContent = value;
    else if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false) node.setAttribute(key, String(value));
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const SVG = "http://www.w3.org/2000/svg";

const PATHS = {
  play: "M7 4.5v15l12-7.5z",
  pause: "M6.5 5h4v14h-4zM13.5 5h4v14h-4z",
  first: "M6 5h2v14H6zM19 5v14l-10-7z",
  last: "M16 5h2v14h-2zM5 5v14l10-7z",
  back: "M9 12l8-6.5v13zM6 5.5h1.6v13H6z",
  next: "M15 12L7 5.5v13zM16.4 5.5H18v13h-1.6z",
  loop: "M6.8 7H15V4l5 4.2-5 4.2V9H8v3.5H6V7.8zM17.2 17H9v3l-5-4.2 5-4.2V15h7v-3.5h2v4.7z",
  close: "M6.4 5L12 10.6 17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  tree: "M4 5h6v4H4zM12 6.2h8v1.6h-8zM8 12h6v4H8zM16 13.2h4v1.6h-4zM5 9h1.5v5H8v1.5H5z",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9zm-2.9 2.6A9 9 0 0 0 18.4 15 7 7 0 1 1 9.1 5.6z",
  more: "M5 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM12 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6zM19 10.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z",
  chart: "M4 4h1.6v14.4H20V20H4zM8 15l3.5-5 3 3L19 6.5l1.3.9-5.6 8-3-3L9.3 16z",
};

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

// Who speaks to the page says what is written on a button: its name contains that.
export function button(label, title, action, iconName) {
  const name = title.toLowerCase().includes(label.toLowerCase()) ? title : `${label}: ${title}`;
  const node = el("button", { type: "button", title, "aria-label": name, onclick: action });
  if (iconName) node.append(icon(iconName));
  if (label) node.append(el("span", { text: label }));
  return node;
}

export function setIcon(node, name) {
  node.replaceChildren(icon(name));
}

// Three significant digits or more, in a form that people read.
export function number(value, digits = 4) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e5 || size < 1e-3) return value.toExponential(digits - 2).replace("e+", "e");
  return String(Number(value.toPrecision(digits)));
}

// In which unit what is of an SI unit is shown, and how many of it an SI unit is.
export const shownUnit = (scene, unit) => scene.units?.[unit] ?? [unit, 1];

const RAISED = { 2: "²", 3: "³", 4: "⁴", "-1": "⁻¹" };

// A unit as it is printed: m/s² for m/s^2, µm for um.
export function unitText(unit) {
  return unit.replace(/\bum\b/g, "µm").replace(/\^(-?\d)/g, (whole, power) => RAISED[power] ?? whole);
}
