// Steps of the integrator, with another choice of rows where the last one no longer serves.
import { bad, good, shown } from "./words.js";

/** Why `repeat` came back. */
const DONE = 0;
const CROSSED = 2;
/** Steps that are taken with a choice of rows that is not good, before another is looked for. */
const LOW_STEPS = 20;

/** A loop that is open by this much [rad, lengths of the model] and was closed before is torn. */
const TORN = 1e-4;

/** Take steps. Near a singular position loops can come open before the equations have no solution:
    such steps are taken back, so that the last good state stays. */
export function take(core, count, events) {
  const first = { y: core.copyOf("y"), T: core.copyOf("T"), count: core.count, mode: core.mode };
  const gap = () => {
    core.run("run rows");
    return core.worstGap(false).size;
  };
  const before = gap();
  const found = steps(core, count, events);
  if (!core.manifest.rows.length || core.mode !== first.mode) return found;
  if (!(gap() > Math.max(TORN, 100 * before))) return found;
  core.array("y").set(first.y);
  core.array("T").set(first.T);
  core.count = first.count;
  core.setTime();
  core.forget();
  events.touched();
  return bad(singular(core));
}

function singular(core) {
  return `the mechanism stops at t = ${shown(core.time)} s: it is at a singular position, or moves too fast for the step`;
}

/** Take steps; a choice of rows that no longer serves is made anew, and where no choice is good,
    steps go on as long as the equations have a solution. */
function steps(core, count, events) {
  const last = core.count + count;
  if (events.ended) return bad(events.ended, { ended: true });
  const begun = events.begin();
  if (!begun.ok) return begun;
  let renewed = -1;
  while (core.count < last) {
    const record = core.steps; // events lead to other modes
    const { usual, least } = core.manifest.limits;
    const low = renewed === core.count;
    record.t0 = core.origin;
    record.h = core.step;
    record.first = core.count;
    record.last = low ? Math.min(last, core.count + LOW_STEPS) : last;
    record.limit = low ? least : usual;
    record.lowest = 1;
    let why;
    try {
      why = Number(core.run("repeat", core.manifest.addresses.steps));
    } catch (problem) {
      return bad(`the step cannot be taken (${problem.message})`);
    }
    core.count = record.reached;
    core.setTime();
    if (why === DONE) continue;
    if (why === CROSSED) {
      const crossed = events.cross();
      if (!crossed.ok) return crossed;
      continue;
    }
    if (!core.manifest.mixing || (low && record.first === core.count)) {
      return bad(singular(core));
    }
    renewed = core.count;
    core.run("run rows");
    core.run("mix_rows", core.manifest.addresses.mixing);
    core.forget();
  }
  return good();
}
