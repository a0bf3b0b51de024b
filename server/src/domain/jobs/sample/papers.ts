import type { Paper } from "@sheaf/papers/paper.ts";

/** Months whose papers stay in memory, 1 MB each: drawing them takes one or two seconds of CPU time. */
const maxMonths = 12;
const drawn = new Map<string, Promise<Paper[]>>();

/**
 * Returns the ten papers in the order of the job's files. They are drawn when a process first needs them.
 * @param at the papers' names contain the month before this time; for an existing job, the time when it was made
 */
export function readPapers(at: Date): Promise<Paper[]> {
  const month = at.toISOString().slice(0, 7);
  const known = drawn.get(month);
  if (known) return known;
  const drawing = drawPapers(at);
  drawn.set(month, drawing);
  drawing.catch(() => drawn.delete(month));
  const [oldest] = drawn.keys();
  if (drawn.size > maxMonths && oldest) drawn.delete(oldest);
  return drawing;
}

/** Loads the drawing, a quarter of all modules of the server, only in a process that draws. */
async function drawPapers(at: Date): Promise<Paper[]> {
  const { samplePapers } = await import("@sheaf/papers/sample.ts");
  return samplePapers(at);
}
