import { count } from "@sheaf/contracts/words.ts";
import { version } from "../../../platform/process/version.ts";
import { failed, type Outcome, ok, warning } from "../outcome.ts";

/** @param workers those that reported within the last 30 seconds */
export function examineWorkers(workers: { version: string }[]): Outcome {
  if (workers.length === 0) {
    return failed("No worker has reported itself within 30 seconds. Uploads and emails wait.", {
      words: "Start Sheaf or a worker. The log says why the last one ended.",
      command: "./sheaf worker",
    });
  }
  const others = [...new Set(workers.map((worker) => worker.version))].filter((one) => one !== version);
  if (others.length > 0) {
    return warning(`Some workers run version ${others.join(", ")}, and this is version ${version}.`, {
      words: "Restart those workers with this version.",
    });
  }
  return ok(`${count(workers.length, "worker runs", "workers run")}.`);
}
