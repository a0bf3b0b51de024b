import type { JobEvent } from "@sheaf/contracts/deliveries.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import { count } from "@sheaf/contracts/words.ts";
import { and, eq, inArray } from "drizzle-orm";
import type { DeliveryRow } from "../../domain/delivery/index.ts";
import { type deliveryEventKinds, deliveryEvents } from "../../domain/delivery/table.ts";
import type { JobRows } from "../../domain/job-views/job-view.ts";
import { findJob } from "../../domain/job-views/service.ts";
import { fileEvents } from "../../domain/jobs/index.ts";
import type { Db } from "../../platform/db/connect.ts";
import { readActionsOn } from "../audit-trail/read.ts";

/**
 * Returns what happened to a job, oldest first: actions of members, the result of each file, the creation of the PDFs,
 * and the events of each email.
 * @throws AppError job-not-found
 */
export async function timelineOf(db: Db, practiceId: string, jobId: string): Promise<JobEvent[]> {
  const rows = await findJob(db, practiceId, jobId);
  const [actions, files, emailEvents] = await Promise.all([
    readActionsOn(db, practiceId, jobId),
    fileEvents(db, rows),
    emailEventsOf(db, practiceId, rows.deliveries),
  ]);
  const people = actions.map(({ at, who, what }): JobEvent => ({ at, kind: "person", who, text: what, words: null }));
  const events = [...people, ...files, ...outputsOf(rows), ...emailEvents];
  return events.sort((one, other) => one.at.localeCompare(other.at));
}

/** PDFs that were made at the same time share one entry. */
function outputsOf({ outputs }: JobRows): JobEvent[] {
  const results = outputs.filter(({ purpose }) => purpose === "result");
  return [...Map.groupBy(results, ({ createdAt }) => createdAt.toISOString())].map(([at, made]) => {
    const pages = made.reduce((sum, output) => sum + output.pages, 0);
    const text = `${count(made.length, "PDF")} created, ${count(pages, "page")} in total`;
    return { at, kind: "good", who: null, text, words: null };
  });
}

type Kind = (typeof deliveryEventKinds)[number];

type Words = (typeof destinationKinds)[keyof typeof destinationKinds];

const sentences: Record<Kind, { kind: JobEvent["kind"]; says(to: string, by: Words): string }> = {
  kept: { kind: "waiting", says: (to, { label }) => `${label} to ${to} kept in the outbox; nothing was sent` },
  accepted: { kind: "good", says: (to, { label, taker }) => `${label} to ${to} accepted by ${taker}` },
  delivered: { kind: "good", says: (to) => `Delivered to ${to}` },
  deferred: { kind: "waiting", says: (to, { label, taker }) => `${label} to ${to} postponed by ${taker}` },
  bounced: { kind: "bad", says: (to) => `The email to ${to} bounced` },
  dropped: { kind: "bad", says: (to) => `The email to ${to} did not arrive` },
  returned: { kind: "waiting", says: (to) => `An automatic reply or a bounce arrived for the email to ${to}` },
  complained: { kind: "bad", says: (to) => `${to} reported the email as unwanted` },
  replied: { kind: "waiting", says: (to) => `A reply arrived for the email to ${to}` },
  refused: { kind: "bad", says: (to, { label }) => `${label} to ${to} not sent` },
  unconfirmed: { kind: "bad", says: (to) => `It is not known whether the email to ${to} was sent` },
};

async function emailEventsOf(db: Db, practiceId: string, emails: DeliveryRow[]): Promise<JobEvent[]> {
  if (emails.length === 0) return [];
  const ids = emails.map(({ id }) => id);
  const rows = await db
    .select()
    .from(deliveryEvents)
    .where(and(eq(deliveryEvents.practiceId, practiceId), inArray(deliveryEvents.deliveryId, ids)));
  return rows.flatMap(({ kind, at, words, deliveryId }) => {
    const email = emails.find(({ id }) => id === deliveryId);
    if (!email) return [];
    const text = sentences[kind].says(email.recipient, destinationKinds[email.destination]);
    return { at: at.toISOString(), kind: sentences[kind].kind, who: null, text, words };
  });
}
