/**
 * The engine as a worker has it: open, its sandboxes started and warm, at rest; then all files at once, each to its own
 * checked A4 PDF. Arguments: a folder that is kept for later runs, an empty folder, the files. Prints the milliseconds
 * of the conversions alone.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openEngine } from "@sheaf/engine/engine.ts";
import { processTree } from "@sheaf/engine/sandbox/process-tree.ts";
import { readStat } from "./load/process-stat.ts";

/** At rest: less than a hundredth of a second of processor time within each of so many intervals. */
const quietIntervals = 3;
const lookEveryMs = 300;

const [cacheDir = "", dir = "", ...files] = process.argv.slice(2);
const engine = await openEngine({ scratchDir: join(dir, "scratch"), cacheDir });
await atRest();

const began = performance.now();
const results = await Promise.all(
  files.map(async (path, index) => {
    const name = basename(path);
    return { name, ...(await engine.convertFile({ path, name }, join(dir, `${index}.pdf`), { practiceId: "bench" })) };
  }),
);
const ms = performance.now() - began;
for (const result of results) if (result.outcome !== "converted") throw new Error(JSON.stringify(result));
await engine.close();
console.log(ms);

/** Waits until the sandboxed processes have started and loaded what they load ahead. */
async function atRest(): Promise<void> {
  for (let quiet = 0, before = cpuSeconds(); quiet < quietIntervals; ) {
    await delay(lookEveryMs);
    const now = cpuSeconds();
    quiet = now - before <= 0.01 ? quiet + 1 : 0;
    before = now;
  }
}

/** Returns the processor time of all descendants. */
function cpuSeconds(): number {
  const used = processTree(process.pid)
    .filter((pid) => pid !== process.pid)
    .map((pid) => {
      try {
        return readStat(readFileSync(`/proc/${pid}/stat`, "latin1")).cpuSeconds;
      } catch {
        return 0; // it has ended meanwhile
      }
    });
  return used.reduce((sum, seconds) => sum + seconds, 0);
}
