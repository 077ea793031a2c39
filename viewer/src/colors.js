// The colors of the page, chosen to go together and to stay apart in print.
import { Color } from "three";

export const ACCENT = "#1f6feb";
export const BODIES = [
  "#5b84b1", "#d1995b", "#6ba08a", "#b9706a", "#8a7bb0", "#7f9a5f", "#b0879b", "#5b9fad",
  "#9a8a6c", "#6f7d8c",
];
export const GROUND = "#9aa3ad";
export const PIN = "#4b5560";
export const STEEL = "#7d8893";
export const SPRING = "#55606b";
export const TYRE = "#343a41";
export const RUBBER = "#41464c";
export const AXES = ["#c8322b", "#16834a", "#1f6feb"];

export function bodyColor(index) {
  return BODIES[(index - 1 + BODIES.length) % BODIES.length];
}

// A color of the model, or another where three does not know it.
export function known(text, otherwise) {
  if (!text) return otherwise;
  if (text.startsWith("#") || text in Color.NAMES) return text;
  return otherwise;
}

export function lighter(text, part) {
  return new Color(text).lerp(new Color("#ffffff"), part);
}
