import { type DeliveryState, deliveriesInTrouble, deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import type { JobStatus, Light } from "@sheaf/contracts/jobs.ts";
import type { FileRow } from "../jobs/index.ts";

/**
 * Returns a job's light: red as soon as anything needs a user, even while the rest runs; green only when nothing is
 * left to do; grey when every email was cancelled.
 * @param filesDeleted changes "Needs you" to "Failed", because no user can solve the problem any more
 */
export function lightOf(
  status: JobStatus,
  files: { state: FileRow["state"] }[],
  deliveries: { state: DeliveryState; replacedById: string | null }[],
  filesDeleted: boolean,
): Light {
  const current = deliveries.filter(({ replacedById }) => replacedById === null);
  const someEmail = (states: readonly DeliveryState[]) => current.some(({ state }) => states.includes(state));
  const badFile = files.some((file) => file.state === "refused" || file.state === "failed");
  if (badFile || status === "failed" || someEmail(deliveriesInTrouble)) {
    return { colour: "red", word: filesDeleted ? "Failed" : "Needs you" };
  }
  if (status === "pending") return { colour: "yellow", word: "Pending" };
  if (status === "processing" || someEmail(deliveriesUnderWay)) return { colour: "yellow", word: "Processing" };
  if (current.length > 0 && current.every(({ state }) => state === "undone"))
    return { colour: "grey", word: "Not sent" };
  if (someEmail(["kept"])) return { colour: "yellow", word: "Kept in outbox" };
  if (someEmail(["sent"])) return { colour: "green", word: "Sent" };
  if (someEmail(["delivered"])) return { colour: "green", word: "Delivered" };
  return { colour: "green", word: "Ready" };
}
