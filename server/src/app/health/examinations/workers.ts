import { count } from "@sheaf/contracts/words.ts";
import { version } from "../../../platform/process/version.ts";
import { failed, type Outcome, ok, warning } from "../outcome.ts";

/** @param workers those that reported within the last 30 seconds */
export function examineWorkers(workers: { version: string }[]): Outcome {
  if (workers.length === 0) {
    return failed("No worker has reported itself within 30 seconds. Uploads and emails wait.", {
      words: "Start Sheaf again, or a worker: its log tells why it ended.",
      command: "./sheaf worker",
    });
  }
  const others = [...new Set(workers.map((worker) => worker.version))].filter((one) => one !== version);
  if (others.length > 0) {
    return warning(`Some workers are of version ${others.join(", ")}, and this is version ${version}.`, {
      words: "Start those workers again with this version.",
    });
  }
  return ok(`${count(workers.length, "worker runs", "workers run")}.`);
}
