// The functions of mathematics that a module takes from outside, as C has them.
export const LIBRARY = Object.freeze({
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan,
  atan2: Math.atan2, sinh: Math.sinh, cosh: Math.cosh, tanh: Math.tanh, exp: Math.exp,
  log: Math.log, pow, hypot: Math.hypot, fmod: (x, y) => x % y,
});

/** C's pow: 1 to any power, and any number to the power 0, is 1. */
function pow(x, y) {
  return x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y;
}
