// What a machine answers: that it was done, or in words why it was not.
export const good = (more = {}) => ({ ok: true, message: "", ...more });
export const bad = (message, more = {}) => ({ ok: false, message, ...more });

/** Return a number as people read it. */
export function shown(x) {
  return Number.isFinite(x) ? String(Number(x.toPrecision(4))) : "?";
}

/** Return a length [m] in the unit in which it is a number as people read it. */
export function lengthText(x) {
  const size = Math.abs(x);
  const [unit, factor] = [["km", 1e-3], ["m", 1], ["mm", 1e3], ["µm", 1e6]]
    .find(([, by]) => size * by >= 1) ?? ["nm", 1e9];
  return `${shown(x * factor)} ${unit}`;
}

/** Say which joint does not close, and by how much; record: of Newton's iteration. */
export function openLoop(record, rows, length) {
  const row = rows[record.worst];
  const gap = record.gap;
  if (!row || !(gap < 1e299)) return "the mechanism cannot be assembled with these numbers";
  if (row.unit === "drive") return `'${row.owner}' cannot get to where it is driven`;
  const size = row.unit === "m" ? lengthText(gap * length)
    : `${shown((gap * 180) / Math.PI)} degrees`;
  return `the lengths do not reach: '${row.owner}' stays open by ${size}`;
}
