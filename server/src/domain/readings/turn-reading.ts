import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { eraseReadings } from "./erase-readings.task.ts";
import { restartBacklog } from "./lane/backlog.ts";

/** Called in the transaction that turns the reading of a practice's pages on or off. */
export async function turnReading(tx: Tx, queue: Queue, practiceId: string, isOn: boolean): Promise<void> {
  if (isOn) await restartBacklog(tx, practiceId);
  else await queue.add(tx, eraseReadings, { practiceId }, { group: practiceId });
}
