import { isCounted } from "@sheaf/contracts/counted-files.ts";
import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { count } from "@sheaf/contracts/words.ts";

/**
 * Describes the outcome of a job for a notification: the problem that needs a user; otherwise the PDFs that were made
 * and where they were sent.
 */
export function describeOutcome(job: Job): string {
  const { light, detail, deliveries } = job;
  if (light.colour === "red") return detail ?? "Something went wrong. Retry, or upload the files again.";
  const emails = deliveries.filter(({ replacedById }) => replacedById === null);
  return [describeOutputs(job), detail ?? describeDeliveries(emails)].filter(Boolean).join(" ");
}

function describeOutputs({ files, outputs }: Job): string {
  const used = files.filter(isCounted).length;
  if (outputs.length === 0) return `${count(used, "file")} converted.`;
  const pages = outputs.reduce((sum, output) => sum + output.pages, 0);
  const made = outputs.length === 1 ? "one PDF" : count(outputs.length, "PDF");
  return `${count(used, "file")} became ${made} of ${count(pages, "page")}.`;
}

/** Returns an empty string without emails. */
function describeDeliveries(emails: Delivery[]): string {
  const inState = (...states: Delivery["state"][]) => emails.filter(({ state }) => states.includes(state));
  const underWay = inState(...deliveriesUnderWay);
  if (underWay.length > 0) return `${underWay.length === 1 ? "The email is" : "The emails are"} on the way.`;
  const taken = inState("sent", "delivered");
  const verb = inState("delivered").length === taken.length ? "Delivered" : "Sent";
  if (taken.length > 0) return `${verb} to ${addresses(taken)}.`;
  return inState("kept").length > 0 ? "The email is kept in the outbox; nothing was sent." : "";
}

function addresses(emails: Delivery[]): string {
  const all = [...new Set(emails.map(({ recipient }) => recipient))];
  return all.length === 1 ? (all[0] ?? "") : count(all.length, "address", "addresses");
}
