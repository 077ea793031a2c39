// Round numbers at axes, of any size: those of charts end at 1e-16.

// Pixels between two ticks of values.
const APART = 22;

/** Round numbers between two, about as many as wanted, and two at least. */
export function ticks(low, high, most) {
  const rough = (high - low) / Math.max(most, 1);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 5, 10].map((x) => x * unit);
  const wanted = steps.findIndex((x) => x >= 0.999 * rough);
  const found = multiples(low, high, steps[wanted]);
  return found.length > 1 || !wanted ? found : multiples(low, high, steps[wanted - 1]);
}

function multiples(low, high, step) {
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k += 1) found.push(k * step);
  return found;
}

/** The same for an axis of values of a chart. */
export function valueTicks(chart, axis, low, high) {
  return ticks(low, high, Math.min(chart.bbox.height / devicePixelRatio / APART, 9));
}
