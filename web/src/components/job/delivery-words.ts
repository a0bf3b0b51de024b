import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { deliveriesInTrouble, deliveriesUnderWay } from "@sheaf/contracts/delivery-states.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { dateTime, time } from "../../ui/dates.ts";
import type { LightWord } from "../../ui/light.tsx";
import { count } from "../../ui/words.ts";

/** The emails that count: one that was sent again has become history. */
export const currentEmails = ({ deliveries }: Pick<Job, "deliveries">) =>
  deliveries.filter(({ replacedById }) => replacedById === null);

export const inTrouble = ({ state, replacedById }: Delivery) =>
  replacedById === null && (deliveriesInTrouble as readonly string[]).includes(state);
export const onItsWay = ({ state }: Delivery) => (deliveriesUnderWay as readonly string[]).includes(state);
export const accepted = ({ state }: Delivery) => state === "sent" || state === "delivered";

/** It was tried, was not taken, and is tried again. */
export const isPutOff = ({ state, nextTryAt }: Delivery) => state === "waiting" && nextTryAt !== null;
/** Whether it has gone out before, or may have: only then is it sent *again*. */
export const mayHaveGone = ({ state, sentAt }: Delivery) => sentAt !== null || state === "unconfirmed";
/** Emails that a person can help on: the row of their job leads to them. */
export const canBeHelped = (job: Pick<Job, "deliveries" | "filesDeleted">) =>
  !job.filesDeleted && currentEmails(job).some((email) => inTrouble(email) || isPutOff(email));

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
  undone: "Taken back",
};

export function deliveryWord(email: Delivery): LightWord {
  if (email.replacedById === null) return words[email.state] ?? "Pending";
  return mayHaveGone(email) ? "Sent again" : "Replaced";
}

/** Where one email stands, one sentence; what is wrong with it in the server's words. */
export function deliverySays(email: Delivery): string {
  const { state, nextTryAt, tries, sentAt, deliveredAt, message } = email;
  const sentence = () => {
    if (state === "held") return "Waits for Undo";
    if (state === "waiting") return nextTryAt ? "Put off by the mail server" : "Next to be handed over";
    if (state === "sending") return "Being handed over to the mail service";
    if (state === "kept") return "Stored in the outbox; nothing was sent";
    if (state === "sent") return sentAt ? `Accepted ${dateTime(sentAt)}` : "Accepted";
    if (state === "delivered") return deliveredAt ? `Delivered ${dateTime(deliveredAt)}` : "Delivered";
    if (state === "undone") return "Taken back; nothing was sent";
    if (state === "unconfirmed") return "It may have gone out. Check before sending again";
    return state === "complained" ? "Reported as unwanted" : "Refused";
  };
  const parts = [message ?? sentence()];
  if (state === "waiting" && nextTryAt) parts.push(`Next try at ${time(nextTryAt)}`);
  if (tries > 1 && state !== "kept") parts.push(count(tries, "try", "tries"));
  return parts.map((part) => part.replace(/\.$/, "")).join(". ");
}

const addressesOf = (emails: Delivery[]) => {
  const [first, ...others] = new Set(emails.map(({ recipient }) => recipient));
  if (first === undefined) return "";
  return others.length === 0 ? ` to ${first}` : ` to ${count(others.length + 1, "address", "addresses")}`;
};

/** "One email with 6 PDFs to brightwater@dext.cc", "3 emails to 2 addresses" */
export function saysEmails(emails: Delivery[]): string {
  const [only] = emails;
  if (only && emails.length === 1) {
    const attached = only.attachments.length === 1 ? "one PDF" : count(only.attachments.length, "PDF");
    return `One email with ${attached}${addressesOf(emails)}`;
  }
  return `${count(emails.length, "email")}${addressesOf(emails)}`;
}

const latest = (instants: (string | null)[]) =>
  instants
    .filter((at) => at !== null)
    .sort()
    .at(-1);

/** One stage of a job's way, as the rail shows it. */
export interface Stage {
  note: string;
  state: "" | "now" | "ok" | "bad";
}

/** How far the emails are: handed over. */
export function emailedStage(emails: Delivery[]): Stage {
  if (emails.some(inTrouble)) return { note: "needs you", state: "bad" };
  if (emails.some(({ state }) => state === "held")) return { note: "waits for Undo", state: "now" };
  const taken = emails.filter(accepted);
  if (emails.some(onItsWay)) return { note: `${taken.length} of ${emails.length}`, state: "now" };
  if (emails.some(({ state }) => state === "kept")) return { note: "kept in outbox", state: "ok" };
  if (taken.length === 0) return { note: emails.length > 0 ? "taken back" : "", state: "" };
  const at = latest(taken.map(({ sentAt }) => sentAt));
  return { note: at ? time(at) : "", state: "ok" };
}

/** How far the emails are: confirmed by the inboxes. */
export function deliveredStage(emails: Delivery[]): Stage {
  const taken = emails.filter(accepted);
  const there = taken.filter(({ state }) => state === "delivered");
  const at = latest(there.map(({ deliveredAt }) => deliveredAt));
  if (taken.length > 0 && there.length === taken.length) return { note: at ? time(at) : "", state: "ok" };
  return {
    note: there.length > 0 ? `${there.length} of ${taken.length}` : taken.length > 0 ? "waiting" : "",
    state: "",
  };
}

/**
 * What else there is to know of emails that were made, below the sentence on them.
 * @param confirms the mail service tells later that an email has arrived
 */
export function emailsFootnote(emails: Delivery[], confirms: boolean): string {
  if (emails.some(inTrouble)) return "What was accepted stays so. The emails that need you are marked.";
  if (emails.some(({ state }) => state === "held")) {
    return `Undo takes ${emails.length === 1 ? "it" : "them"} back. You may close this.`;
  }
  if (emails.some(onItsWay)) return "On the way to the mail service. You may close this.";
  if (emails.some(({ state }) => state === "kept")) {
    return "Emails are kept in the outbox: this installation sends nothing.";
  }
  const taken = emails.filter(accepted);
  if (taken.length === 0) return "Nothing was sent. Each email can still be sent.";
  const delivered = deliveredStage(emails);
  if (delivered.state === "ok") return `Delivered at ${delivered.note}. You may close this.`;
  const at = `Accepted at ${emailedStage(taken).note}.`;
  return `${at}${confirms ? ` The light turns to Delivered when ${awaited(taken)} confirms.` : ""} You may close this.`;
}

function awaited(emails: Delivery[]): string {
  const names = new Set(emails.map(({ recipient }) => destinationOf(recipient)?.name));
  const [name] = names;
  return names.size === 1 && name ? name : "the inbox";
}
