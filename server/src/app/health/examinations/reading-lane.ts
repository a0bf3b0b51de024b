import { count } from "@sheaf/contracts/words.ts";
import type { measureReading } from "../../../domain/readings/index.ts";
import { type Outcome, ok, warning } from "../outcome.ts";

/** Files wait longer than this only where more arrives than is read, or nothing is read. */
const longWaitSeconds = 3_600;

/** Examines whether pages are read as fast as they arrive. */
export function examineReadingLane({
  waiting,
  pagesPerMinute,
  oldestWaitingSeconds,
}: Awaited<ReturnType<typeof measureReading>>): Outcome {
  if (waiting === 0) return ok("No file waits to be read.");
  const wait = `${count(waiting, "file waits", "files wait")} to be read, at ${pagesPerMinute} pages a minute.`;
  if ((oldestWaitingSeconds ?? 0) < longWaitSeconds) return ok(wait);
  const hours = Math.floor((oldestWaitingSeconds ?? 0) / 3_600);
  return warning(`${wait} The oldest has waited for ${count(hours, "hour")}: pages are read while no file converts.`, {
    words: "Start another worker, or give this one more cores.",
  });
}
