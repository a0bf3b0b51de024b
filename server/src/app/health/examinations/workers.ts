import { version } from "../../../platform/process/version.ts";
import type { Outcome } from "../examine.ts";

/** @param workers that reported themselves within 30 seconds */
export function examineWorkers(workers: { version: string }[]): Outcome {
  if (workers.length === 0) {
    return {
      state: "failed",
      words: "No worker has reported itself within 30 seconds. Uploads and emails wait.",
      remedy: { words: "Start Sheaf again, or a worker: its log tells why it ended.", command: "./sheaf worker" },
    };
  }
  const others = [...new Set(workers.map((worker) => worker.version))].filter((one) => one !== version);
  if (others.length > 0) {
    return {
      state: "warning",
      words: `Some workers are of version ${others.join(", ")}, and this is version ${version}.`,
      remedy: { words: "Start those workers again with this version." },
    };
  }
  return { state: "ok", words: workers.length === 1 ? "1 worker runs." : `${workers.length} workers run.` };
}
