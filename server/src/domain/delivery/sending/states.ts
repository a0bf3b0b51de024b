import type { DestinationKind } from "@sheaf/contracts/destination-kinds.ts";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import type { Destination, Outcome } from "../destinations/destination.ts";
import { awaitingSender } from "../destinations/email/sender.ts";
import { settleByEvents } from "../events/events.ts";
import { quoted } from "../events/quoted.ts";
import { suppress } from "../events/suppressions.ts";
import { type DeliveryRef, type DeliveryRow, ofDelivery } from "../service.ts";
import { deliveries, deliveryEvents } from "../table.ts";
import { gaveUp, mayHaveArrived, neverBegun, putOff } from "./texts.ts";

/*
 * How an email is handed over at most once. A row is claimed ("sending") before anything is done, begun when it is
 * about to leave, and settled after; the number of the try is the fence. Whoever is found begun while its process no
 * longer renews the claim may have handed the email over or not: it becomes "unconfirmed" and is never sent again by
 * itself.
 */

/** A claim that is not renewed for so long belongs to nobody. */
const claimSeconds = 15;
/** Rests between tries: 1, 5, 15, 60 minutes, and then 4 hours each time. */
const restMinutes = [1, 5, 15, 60, 240] as const;
const triesEndAfterHours = 24;
/** Until an email is tried again whose PDFs could not be read. */
const notStartedRestMs = 30_000;

export type Claim =
  | { kind: "send"; row: DeliveryRow; destination: Destination }
  | { kind: "later"; ms: number }
  | { kind: "nothing" };

/** Takes an email for handing over, if it is its time and its sender's address is confirmed. */
export async function claim(tx: Tx, ref: DeliveryRef, open: (kind: DestinationKind) => Destination): Promise<Claim> {
  const { practiceId } = ref;
  const [known] = await tx
    .select({ kind: deliveries.destination, userId: deliveries.confirmedById })
    .from(deliveries)
    .where(ofDelivery(ref));
  if (!known) return { kind: "nothing" };
  const destination = open(known.kind);
  const leaves = await destination.maySend(tx, { practiceId, userId: known.userId });
  const until = sql`case ${deliveries.state}
    when 'held' then ${deliveries.sendAfter}
    when 'waiting' then coalesce(${deliveries.nextTryAt}, ${deliveries.sendAfter})
    else ${deliveries.sendingUntil} end`;
  const [found] = await tx
    .select({
      row: deliveries,
      waitMs: sql<number>`greatest(0, coalesce(ceil(extract(epoch from ${until} - now()) * 1000), 0))::float8`,
    })
    .from(deliveries)
    .where(ofDelivery(ref))
    .for("update");
  if (!found) return { kind: "nothing" };
  const { row, waitMs } = found;
  if (row.state !== "held" && row.state !== "waiting" && row.state !== "sending") return { kind: "nothing" };
  if (waitMs > 0) return { kind: "later", ms: waitMs };
  if (row.state === "sending" && !destination.isIdempotent) {
    const late = row.notStarted && (await isTooLate(tx, ref, 0));
    const outcome = late
      ? ({ state: "failed", message: neverBegun } as const)
      : ({ state: "unconfirmed", message: mayHaveArrived(row.destination) } as const);
    if (late || !row.notStarted) {
      await settle(tx, ref, row, outcome);
      return { kind: "nothing" };
    }
  }
  if (!leaves) {
    const waits = { ...awaitingSender, sendAfter: null, nextTryAt: null, sendingUntil: null, notStarted: false };
    await tx.update(deliveries).set(waits).where(ofDelivery(ref));
    await announce(tx, practiceId, { type: "job", id: ref.jobId });
    return { kind: "nothing" };
  }
  const [claimed] = await tx
    .update(deliveries)
    .set({
      state: "sending",
      tries: sql`${deliveries.tries} + 1`,
      firstTriedAt: sql`coalesce(${deliveries.firstTriedAt}, now())`,
      sendingUntil: claimEnd,
      notStarted: true,
      nextTryAt: null,
    })
    .where(ofDelivery(ref))
    .returning();
  if (!claimed) return { kind: "nothing" };
  await announce(tx, ref.practiceId, { type: "job", id: ref.jobId });
  return { kind: "send", row: claimed, destination };
}

const claimEnd = sql`now() + make_interval(secs => ${claimSeconds})`;
/** Well within a claim's time. */
export const renewEveryMs = (claimSeconds * 1_000) / 3;

/** Says that the process which claimed the email still lives. */
export async function renewClaim(tx: Pick<Tx, "update">, ref: DeliveryRef, tries: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ sendingUntil: claimEnd })
    .where(and(ofDelivery(ref), equals(deliveries, { tries, state: "sending" })));
}

/**
 * Right before an email leaves. Only when this has been answered may it be handed over.
 * @returns false when the claim has been lost: somebody else hands it over
 */
export async function begin(db: Pick<Tx, "update">, ref: DeliveryRef, tries: number): Promise<boolean> {
  const begun = await db
    .update(deliveries)
    .set({ notStarted: false, sendingUntil: claimEnd })
    .where(and(ofDelivery(ref), equals(deliveries, { tries, state: "sending" })))
    .returning({ id: deliveries.id });
  return begun.length > 0;
}

/**
 * Writes down what came of a claim. A process that was believed dead may still say how it ended: then the doubt is
 * over.
 * @returns when it is tried again; null when it is not, or when the claim had been lost
 */
export async function settle(
  tx: Tx,
  ref: DeliveryRef,
  { tries, destination }: Pick<DeliveryRow, "tries" | "destination">,
  outcome: Outcome,
): Promise<{ ms: number } | null> {
  const putOffMs = (restMinutes[tries - 1] ?? restMinutes[restMinutes.length - 1] ?? 0) * 60_000;
  const rest = outcome.state === "not-started" ? notStartedRestMs : putOffMs;
  const [settled] = await tx
    .update(deliveries)
    .set({
      ...(await valuesOf(tx, { ref, destination, outcome, restMs: rest })),
      sendingUntil: null,
      notStarted: false,
    })
    .where(
      and(
        ofDelivery(ref),
        eq(deliveries.tries, tries),
        inArray(deliveries.state, ["sending", "unconfirmed"]),
        // A person who has sent it again meanwhile has decided: it does not go out by itself any more.
        isTriedAgain(outcome) ? isNull(deliveries.replacedById) : undefined,
      ),
    )
    .returning();
  if (!settled) return null;
  if (outcome.state !== "not-started") await writeDown(tx, settled, outcome);
  if (outcome.state === "failed" && outcome.words && outcome.refusesRecipient) {
    const refused = { address: settled.recipient, reason: "bounced" as const, message: quoted(outcome.words) };
    await suppress(tx, ref.practiceId, refused);
  }
  // A provider may have spoken before its answer was written down.
  await settleByEvents(tx, [settled]);
  await announce(tx, ref.practiceId, { type: "job", id: ref.jobId });
  return settled.state === "waiting" ? { ms: rest } : null;
}

async function valuesOf(
  tx: Tx,
  {
    ref,
    destination,
    outcome,
    restMs,
  }: { ref: DeliveryRef; destination: DestinationKind; outcome: Outcome; restMs: number },
) {
  switch (outcome.state) {
    case "sent": {
      const { provider, providerMessageId } = outcome;
      return { state: "sent" as const, provider, providerMessageId, sentAt: sql<Date>`now()`, message: null };
    }
    case "kept":
      return { state: "kept" as const, provider: "outbox", message: null };
    case "put-off":
      return (await isTooLate(tx, ref, restMs))
        ? { state: "failed" as const, message: gaveUp(destination, triesEndAfterHours, outcome.words) }
        : {
            state: "waiting" as const,
            nextTryAt: sql<Date>`now() + make_interval(secs => ${restMs / 1_000})`,
            message: putOff(destination, outcome.words),
          };
    case "not-started":
      return {
        state: "waiting" as const,
        nextTryAt: sql<Date>`now() + make_interval(secs => ${restMs / 1_000})`,
        message: outcome.message,
      };
    default:
      return { state: outcome.state, message: outcome.message };
  }
}

const isTriedAgain = ({ state }: Outcome) => state === "put-off" || state === "not-started";

/** Whether the next try would come later than a day after the first one. */
async function isTooLate(tx: Tx, ref: DeliveryRef, restMs: number): Promise<boolean> {
  const [row] = await tx
    .select({
      late: sql<boolean>`now() + make_interval(secs => ${restMs / 1_000})
        > ${deliveries.firstTriedAt} + make_interval(hours => ${triesEndAfterHours})`,
    })
    .from(deliveries)
    .where(ofDelivery(ref));
  return row?.late ?? false;
}

/** For the timeline: what came of each try, with the server's words where there were any. */
async function writeDown(
  tx: Tx,
  { id, practiceId, tries, message }: DeliveryRow,
  outcome: Exclude<Outcome, { state: "not-started" }>,
): Promise<void> {
  const kinds = {
    sent: "accepted",
    kept: "kept",
    "put-off": "deferred",
    failed: "refused",
    unconfirmed: "unconfirmed",
  } as const;
  const words = ("words" in outcome && outcome.words) || message;
  await tx
    .insert(deliveryEvents)
    .values({
      id: newId(),
      practiceId,
      deliveryId: id,
      provider: "sheaf",
      eventKey: `${id}:${tries}:${outcome.state}`,
      kind: kinds[outcome.state],
      words,
      at: sql`now()`,
    })
    .onConflictDoNothing();
}
