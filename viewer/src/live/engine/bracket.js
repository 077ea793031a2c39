// Where a value crosses zero.

// Evaluations until a crossing is found.
const MOST = 200;

// The far side of the smallest bracket of a crossing between a and b: false position with halved
// weights (Illinois), bisection where that is slow; as `solvers/roots.py`.
export function bracket(f, from, atFrom, to, atTo) {
  let [a, b, weightA, weightB, side] = [from, to, Math.abs(atFrom), Math.abs(atTo), 0];
  const upward = atFrom < 0;
  for (let k = 0; k < MOST; k += 1) {
    const least = 2 * spacing(Math.max(Math.abs(a), Math.abs(b)));
    if (b - a <= least) break;
    let t = (a + b) / 2;
    if (weightB === 0 && k % 3 === 2) t = b - least;
    else if (weightB !== 0 && k % 3 < 2) {
      const guess = a + (b - a) * (weightA / (weightA + weightB));
      if (a < guess && guess < b) t = guess;
    }
    if (!(a < t && t < b)) break;
    const value = f(t);
    if (upward ? value >= 0 : value <= 0) {
      if (side === 1) weightA /= 2;
      [b, weightB, side] = [t, Math.abs(value), 1];
    } else {
      if (side === -1) weightB /= 2;
      [a, weightA, side] = [t, Math.abs(value), -1];
    }
  }
  return b;
}

function spacing(x) {
  return x > 0 ? 2 ** (Math.floor(Math.log2(x)) - 52) : 5e-324;
}
