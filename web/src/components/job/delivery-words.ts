import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { deliveriesInTrouble, deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { type DestinationKind, destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { dateTime, time } from "../../ui/dates.ts";
import type { LightWord } from "../../ui/light.tsx";
import { count } from "../../ui/words.ts";
import { countDeliveries } from "../draft/deliveries.ts";

/** Returns the deliveries without those that were replaced by another attempt. */
export const currentDeliveries = ({ deliveries }: Pick<Job, "deliveries">) =>
  deliveries.filter(({ replacedById }) => replacedById === null);

export const inTrouble = ({ state, replacedById }: Delivery) =>
  replacedById === null && (deliveriesInTrouble as readonly string[]).includes(state);
export const isUnderWay = ({ state }: Delivery) => (deliveriesUnderWay as readonly string[]).includes(state);
export const accepted = ({ state }: Delivery) => state === "sent" || state === "delivered";

/** Returns whether an attempt failed and another one is scheduled. */
export const isPutOff = ({ state, nextTryAt }: Delivery) => state === "waiting" && nextTryAt !== null;
/** Returns whether the delivery was sent, or may have been: only then is it sent *again*. */
export const mayHaveGone = ({ state, sentAt }: Delivery) => sentAt !== null || state === "unconfirmed";
/** Returns whether a delivery of this job needs a person: the job's row then links to it. */
export const needsAttention = (job: Pick<Job, "deliveries" | "filesDeleted">) =>
  !job.filesDeleted && currentDeliveries(job).some((delivery) => inTrouble(delivery) || isPutOff(delivery));

const words: Record<Delivery["state"], LightWord> = {
  held: "Pending",
  waiting: "Pending",
  sending: "Processing",
  kept: "Kept in outbox",
  sent: "Sent",
  delivered: "Delivered",
  unconfirmed: "Needs you",
  failed: "Needs you",
  bounced: "Needs you",
  complained: "Needs you",
  undone: "Cancelled",
};

export function deliveryWord(delivery: Delivery): LightWord {
  if (delivery.replacedById === null) return words[delivery.state] ?? "Pending";
  return mayHaveGone(delivery) ? "Sent again" : "Replaced";
}

/** Describes the state of one delivery in a sentence, a failure in the words of the mail server. */
export function describeDelivery(delivery: Delivery): string {
  const { state, nextTryAt, tries, sentAt, deliveredAt, message } = delivery;
  const { taker, service } = destinationKinds[delivery.destination];
  const sentence = () => {
    if (state === "held") return "Can still be undone";
    if (state === "waiting") return nextTryAt ? `Delayed by ${taker}` : "Queued for sending";
    if (state === "sending") return `Being sent to ${service}`;
    if (state === "kept") return "Stored in the outbox and not sent";
    if (state === "sent") return sentAt ? `Accepted ${dateTime(sentAt)}` : "Accepted";
    if (state === "delivered") return deliveredAt ? `Delivered ${dateTime(deliveredAt)}` : "Delivered";
    if (state === "undone") return "Cancelled before it was sent";
    if (state === "unconfirmed") return "This may have been sent. Check the inbox before sending again";
    return state === "complained" ? "Reported as spam" : "Refused";
  };
  const parts = [message ?? sentence()];
  if (state === "waiting" && nextTryAt) parts.push(`Next try at ${time(nextTryAt)}`);
  if (tries > 1 && state !== "kept") parts.push(count(tries, "try", "tries"));
  return parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

const addressesOf = (deliveries: Delivery[]) => {
  const [first, ...others] = new Set(deliveries.map(({ recipient }) => recipient));
  if (first === undefined) return "";
  return others.length === 0 ? ` to ${first}` : ` to ${count(others.length + 1, "address", "addresses")}`;
};

/** "One email with 6 PDFs to brightwater@dext.cc", "3 emails to 2 addresses" */
export function describeDeliveries(deliveries: Delivery[]): string {
  const [first, ...others] = deliveries;
  if (!first) return "";
  const to = addressesOf(deliveries);
  if (others.length > 0) return `${countDeliveries(first.destination, deliveries.length)}${to}`;
  const attached = first.attachments.length === 1 ? "one PDF" : count(first.attachments.length, "PDF");
  return `One ${destinationKinds[first.destination].one} with ${attached}${to}`;
}

const latest = (instants: (string | null)[]) =>
  instants
    .filter((at) => at !== null)
    .sort()
    .at(-1);

/** One stage of a job's progress. */
export interface Stage {
  note: string;
  state: "" | "now" | "ok" | "bad";
}

/** Returns the stage for deliveries handed over. */
export function sentStage(deliveries: Delivery[]): Stage {
  if (deliveries.some(inTrouble)) return { note: "needs you", state: "bad" };
  if (deliveries.some(({ state }) => state === "held")) return { note: "can be undone", state: "now" };
  const taken = deliveries.filter(accepted);
  if (deliveries.some(isUnderWay)) return { note: `${taken.length} of ${deliveries.length}`, state: "now" };
  if (deliveries.some(({ state }) => state === "kept")) return { note: "kept in outbox", state: "ok" };
  if (taken.length === 0) return { note: deliveries.length > 0 ? "cancelled" : "", state: "" };
  const at = latest(taken.map(({ sentAt }) => sentAt));
  return { note: at ? time(at) : "", state: "ok" };
}

/** Returns the stage for deliveries confirmed by the inboxes. */
export function deliveredStage(deliveries: Delivery[]): Stage {
  const taken = deliveries.filter(accepted);
  const there = taken.filter(({ state }) => state === "delivered");
  const at = latest(there.map(({ deliveredAt }) => deliveredAt));
  if (taken.length > 0 && there.length === taken.length) return { note: at ? time(at) : "", state: "ok" };
  return {
    note: there.length > 0 ? `${there.length} of ${taken.length}` : taken.length > 0 ? "waiting" : "",
    state: "",
  };
}

/**
 * Returns the note below the sentence on the deliveries: what happens next, or what to do.
 * @param confirms the mail service reports later that a delivery has arrived
 */
export function deliveriesFootnote(kind: DestinationKind, deliveries: Delivery[], confirms: boolean): string {
  const { one, heading, service } = destinationKinds[kind];
  if (deliveries.some(inTrouble))
    return `${heading} already accepted are not sent again. Those that need you are marked.`;
  if (deliveries.some(({ state }) => state === "held")) {
    return `Undo cancels ${deliveries.length === 1 ? "it" : "them"}. You can close this window.`;
  }
  if (deliveries.some(isUnderWay)) return `On the way to ${service}. You can close this window.`;
  if (deliveries.some(({ state }) => state === "kept")) {
    return `${heading} are kept in the outbox because this installation sends nothing.`;
  }
  const taken = deliveries.filter(accepted);
  if (taken.length === 0) return `Nothing was sent. Each ${one} can still be sent.`;
  const delivered = deliveredStage(deliveries);
  if (delivered.state === "ok") return `Delivered at ${delivered.note}. You can close this window.`;
  const at = `Accepted at ${sentStage(taken).note}.`;
  return `${at}${confirms ? ` The light changes to Delivered when ${awaited(taken)} confirms.` : ""} You can close this window.`;
}

function awaited(deliveries: Delivery[]): string {
  const names = new Set(deliveries.map(({ recipient }) => destinationOf(recipient)?.name));
  const [name] = names;
  return names.size === 1 && name ? name : "the inbox";
}
