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

/** What SendGrid may have to say of an email, in its order. */
const stories = [
  ["processed", "deferred", "deferred", "delivered"],
  ["processed", "deferred", "deferred", "bounce"],
  ["processed", "delivered", "bounce", "deferred"],
  ["processed", "delivered", "spamreport", "open"],
  ["processed", "dropped", "click", "deferred"],
];
const together = 1_000;

/** What a practice's emails came to. */
type Outcome = { state: string; message: string | null; deliveredAt: Date | null }[];

export interface ShuffledEvents {
  inOrder: Outcome;
  shuffled: Outcome;
  /** Status codes of all answers. */
  answers: { signed: Set<number>; forged: Set<number> };
  /** Events that were written down of the shuffled ones. */
  written: number;
}

/**
 * Tells the stories of one practice's emails once and in order, and of as many of another practice's three times over
 * and in any order, with a forged event after each ten.
 * @param emails of each practice, a multiple of 500
 */
export async function tellShuffled(sendgrid: SendgridWebhook, emails: number): Promise<ShuffledEvents> {
  const next = numbers(11);
  const told = await sentEmails(sendgrid, emails);
  const shuffled = await sentEmails(sendgrid, emails);
  const began = nowSeconds() - 600;
  const storyOf = (id: string, index: number) =>
    (stories[index % stories.length] ?? []).map((kind, step) => sendgridEvent(id, kind, `${id}-${step}`, began + step));
  const answers = { signed: new Set<number>(), forged: new Set<number>() };

  for (const ids of batches(told.ids, 500)) {
    answers.signed.add((await bySendgrid(sendgrid, ids.flatMap(storyOf))).statusCode);
  }
  const events = shuffled.ids.flatMap(storyOf);
  const tripled = [...events, ...events, ...events]
    .map((one) => ({ one, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  for (const batch of batches(tripled, together)) {
    answers.signed.add((await bySendgrid(sendgrid, batch)).statusCode);
    const lies = batch
      .slice(0, batch.length / 10)
      .map((one) => ({ ...one, event: "spamreport", sg_event_id: `lie-${next()}` }));
    answers.forged.add((await bySendgrid(sendgrid, lies, { key })).statusCode);
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
  return { inOrder: await outcome(told.anna), shuffled: await outcome(shuffled.anna), answers, written };
}

/** Opening and clicking are nobody's business: two of the twenty events of five emails. */
export const eventsKept = (emails: number): number => (emails / stories.length) * 18;

/** A generator that every run repeats. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const batches = <One>(all: One[], size: number): One[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size));
