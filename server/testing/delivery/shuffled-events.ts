import { generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { deliveryEvents } from "../../src/domain/delivery/table.ts";
import type { SignedIn } from "../server.ts";
import {
  bySendgrid,
  emailRows,
  nowSeconds,
  type SendgridWebhook,
  sendgridEvent,
  sentEmails,
} from "./sendgrid-webhook.ts";

/** Possible sequences of SendGrid's events for an email, in order. */
const sequences = [
  ["processed", "deferred", "deferred", "delivered"],
  ["processed", "deferred", "deferred", "bounce"],
  ["processed", "delivered", "bounce", "deferred"],
  ["processed", "delivered", "spamreport", "open"],
  ["processed", "dropped", "click", "deferred"],
];
const batchSize = 1_000;

/** The final states of a practice's emails. */
type Outcome = { state: string; message: string | null; deliveredAt: Date | null }[];

export interface ShuffledEvents {
  inOrder: Outcome;
  shuffled: Outcome;
  /** Status codes of all responses. */
  answers: { signed: Set<number>; forged: Set<number> };
  /** How many of the shuffled events were stored. */
  written: number;
}

/**
 * Sends the event sequences of one practice's emails once and in order, and those of another practice's emails three
 * times in random order, with one forged event for every ten.
 * @param emails number of emails of each practice, a multiple of 500
 */
export async function sendShuffled(sendgrid: SendgridWebhook, emails: number): Promise<ShuffledEvents> {
  const next = numbers(11);
  const ordered = await sentEmails(sendgrid, emails);
  const shuffled = await sentEmails(sendgrid, emails);
  const began = nowSeconds() - 600;
  const sequenceOf = (id: string, index: number) =>
    (sequences[index % sequences.length] ?? []).map((kind, step) =>
      sendgridEvent(id, kind, `${id}-${step}`, began + step),
    );
  const answers = { signed: new Set<number>(), forged: new Set<number>() };

  for (const ids of batches(ordered.ids, 500)) {
    answers.signed.add((await bySendgrid(sendgrid, ids.flatMap(sequenceOf))).statusCode);
  }
  const events = shuffled.ids.flatMap(sequenceOf);
  const tripled = [...events, ...events, ...events]
    .map((one) => ({ one, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const batch of batches(tripled, batchSize)) {
    answers.signed.add((await bySendgrid(sendgrid, batch)).statusCode);
    const forged = batch
      .slice(0, batch.length / 10)
      .map((one) => ({ ...one, event: "spamreport", sg_event_id: `forged-${next()}` }));
    answers.forged.add((await bySendgrid(sendgrid, forged, { key })).statusCode);
  }

  const outcome = async (anna: SignedIn): Promise<Outcome> =>
    (await emailRows(sendgrid.server, anna)).map(({ state, message, deliveredAt }) => ({
      state,
      message,
      deliveredAt,
    }));
  const written = await sendgrid.server.services.db.$count(
    deliveryEvents,
    eq(deliveryEvents.practiceId, shuffled.anna.practiceId),
  );
  return { inOrder: await outcome(ordered.anna), shuffled: await outcome(shuffled.anna), answers, written };
}

/** Number of events that are stored. Opens and clicks, two of the twenty events of five emails, are not. */
export const eventsKept = (emails: number): number => (emails / sequences.length) * 18;

/** A pseudo-random generator: the same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const batches = <One>(all: One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
