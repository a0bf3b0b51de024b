import { MB } from "@sheaf/contracts/limits.ts";
import { freeSpaceIn } from "../../../platform/storage/free-space.ts";
import { failed, type Outcome, ok, warning } from "../outcome.ts";

/** Free space below which a warning is given: this, or a fifth of a small disk. */
const lowBytes = 1024 * MB;
const lowShare = 1 / 5;

/** Examines the free space on the disk of the data folder. */
export async function examineDisk(dataDir: string): Promise<Outcome> {
  return judgeDisk(dataDir, await freeSpaceIn(dataDir));
}

type Space = Awaited<ReturnType<typeof freeSpaceIn>>;

export function judgeDisk(dataDir: string, { left, reserve, size }: Space): Outcome {
  const remedy = { words: `Free space on the disk of ${dataDir}, or move the folder to a larger disk.` };
  if (left < reserve) {
    return failed(`The disk is full: ${room(left)} left. Uploads are refused.`, remedy);
  }
  if (left < Math.min(lowBytes, size * lowShare)) {
    return warning(`The disk is nearly full: ${room(left)} left. Uploads are refused below ${room(reserve)}.`, remedy);
  }
  return ok(`${room(left)} of ${room(size)} are free.`);
}

/** "640 MB", "12.5 GB" */
function room(bytes: number): string {
  const mb = bytes / MB;
  return mb < 1024 ? `${Math.floor(mb)} MB` : `${(mb / 1024).toFixed(1)} GB`;
}
