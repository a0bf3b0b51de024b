import type { Paper } from "@sheaf/papers/paper.ts";
import { samplePapers } from "@sheaf/papers/sample.ts";

/** Months whose papers stay in memory, 1 MB each: drawing them takes a second or two of a processor. */
const monthsKept = 12;
const drawn = new Map<string, Promise<Paper[]>>();

/**
 * The ten papers in the order of the job's files. Drawn when a process is first asked for them.
 * @param at their names tell the month before; a job's papers are found again by when it was made
 */
export function readPapers(at: Date): Promise<Paper[]> {
  const month = at.toISOString().slice(0, 7);
  const known = drawn.get(month);
  if (known) return known;
  const drawing = samplePapers(at);
  drawn.set(month, drawing);
  drawing.catch(() => drawn.delete(month));
  const [oldest] = drawn.keys();
  if (drawn.size > monthsKept && oldest) drawn.delete(oldest);
  return drawing;
}
