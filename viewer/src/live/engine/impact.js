// Impacts: velocities jump by the least in the mass norm so that rows that begin to act are met,
//     M (v+ - v) = A^T Lambda,   A v+ = b.

// Rows that the ones before lead already, as part of their own length.
const REDUNDANT = 1e-9;
// What such rows may ask for against those [rates of the model].
const CONTRADICTION = 1e-7;

/** Velocities after an impact, null where there are none; rows, rates: of what is thrown back. */
export function velocityJump(core, v, rows, rates) {
  const n = v.length;
  const { Phi, slip } = core.rowArrays();
  const m = slip.length;
  const scale = core.scales();
  // In lengths of the model and radians: A x = c for the jump x of scaled velocities.
  const A = [];
  const c = [];
  for (let i = 0; i < m; i += 1) {
    A.push(Float64Array.from({ length: n }, (_, j) => scale.rows[i] * Phi[i * n + j] * scale.columns[j]));
    c.push(-scale.rows[i] * slip[i]);
  }
  rows.forEach((J, i) => {
    const row = Float64Array.from(J, (x, j) => x * scale.columns[j]);
    const length = Math.hypot(...row) || 1;
    A.push(row.map((x) => x / length));
    c.push((rates[i] - J.reduce((sum, x, j) => sum + x * v[j], 0)) / length);
  });
  const L = factor(core.array("M"), scale.columns, A);
  if (!L) return null;
  const z = leastNorm(A.map((row) => forward(L, row)), c, n);
  if (!z) return null;
  const x = backward(L, z);
  const found = Float64Array.from(v, (old, j) => old + scale.columns[j] * x[j]);
  return found.every(Number.isFinite) ? found : null;
}

// Cholesky's factor of the scaled mass matrix. Where some directions have no mass of their own, the
// rows lend them one, which changes nothing where these are met.
function factor(M, columns, A) {
  const n = columns.length;
  const scaled = Float64Array.from({ length: n * n }, (_, k) => (
    columns[Math.floor(k / n)] * M[k] * columns[k % n]));
  const size = Math.max(...scaled.map(Math.abs), Number.MIN_VALUE);
  const plain = cholesky(scaled, n, 1e-13 * size);
  if (plain) return plain;
  for (const row of A) {
    for (let i = 0; i < n; i += 1) for (let j = 0; j < n; j += 1) scaled[i * n + j] += size * row[i] * row[j];
  }
  return cholesky(scaled, n, 1e-13 * size);
}

function cholesky(S, n, least) {
  const L = Float64Array.from(S);
  for (let j = 0; j < n; j += 1) {
    for (let i = j; i < n; i += 1) {
      let sum = L[i * n + j];
      for (let k = 0; k < j; k += 1) sum -= L[i * n + k] * L[j * n + k];
      if (i === j) {
        if (!(sum > least)) return null;
        L[i * n + i] = Math.sqrt(sum);
      } else {
        L[i * n + j] = sum / L[j * n + j];
      }
    }
  }
  return { L, n };
}

function forward({ L, n }, b) {
  const x = Float64Array.from(b);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < i; k += 1) x[i] -= L[i * n + k] * x[k];
    x[i] /= L[i * n + i];
  }
  return x;
}

function backward({ L, n }, b) {
  const x = Float64Array.from(b);
  for (let i = n - 1; i >= 0; i -= 1) {
    for (let k = i + 1; k < n; k += 1) x[i] -= L[k * n + i] * x[k];
    x[i] /= L[i * n + i];
  }
  return x;
}

// The shortest z with B z = c, by orthogonal rows, the longest first; redundant rows must agree.
function leastNorm(B, c, n) {
  const z = new Float64Array(n);
  const rest = B.map((row, i) => ({ row: Float64Array.from(row), c: c[i], length: norm(row) }));
  const top = Math.max(...rest.map(({ length }) => length), Number.MIN_VALUE);
  const most = 1 + Math.max(...c.map(Math.abs), 0);
  while (rest.length) {
    let best = 0;
    rest.forEach(({ row }, i) => { if (norm(row) > norm(rest[best].row)) best = i; });
    const [{ row, c: wanted }] = rest.splice(best, 1);
    const length = norm(row);
    if (!(length > REDUNDANT * top)) {
      return [wanted, ...rest.map((one) => one.c)].every((x) => Math.abs(x) <= CONTRADICTION * most) ? z : null;
    }
    for (let j = 0; j < n; j += 1) z[j] += (wanted / (length * length)) * row[j];
    for (const other of rest) {
      // Twice is enough for rounding.
      for (let again = 0; again < 2; again += 1) {
        const part = dot(other.row, row) / (length * length);
        for (let j = 0; j < n; j += 1) other.row[j] -= part * row[j];
        other.c -= part * wanted;
      }
    }
  }
  return z;
}

function dot(a, b) {
  return a.reduce((sum, x, j) => sum + x * b[j], 0);
}

function norm(a) {
  return Math.sqrt(dot(a, a));
}
