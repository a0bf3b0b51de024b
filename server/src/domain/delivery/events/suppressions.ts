import type { Suppression } from "@sheaf/contracts/deliveries.ts";
import { and, desc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { withIsoTimes } from "../../../platform/db/iso-times.ts";
import { AppError } from "../../../platform/errors.ts";
import { announce } from "../../../platform/events/events.ts";
import { newId } from "../../../platform/ids.ts";
import { shortDay } from "../../../platform/short-day.ts";
import { type Actor, record } from "../../audit/service.ts";
import { suppressions } from "../table.ts";

const ofAddress = (practiceId: string, address: string) =>
  and(eq(suppressions.practiceId, practiceId), sql`lower(${suppressions.address}) = lower(${address})`);

/** Returns in one sentence why nothing is sent to this address; null when it is not suppressed. */
export async function suppressionOf(db: Db | Tx, practiceId: string, address: string): Promise<string | null> {
  const [row] = await db.select().from(suppressions).where(ofAddress(practiceId, address));
  if (!row) return null;
  return `${row.address} refused an email on ${shortDay(row.since)}, so nothing is sent there until the address is corrected or released: ${row.message}`;
}

/** Suppresses an address that refused permanently. An existing suppression keeps its reason. */
export async function suppress(
  tx: Tx,
  practiceId: string,
  { address, reason, message }: Pick<Suppression, "address" | "reason" | "message">,
): Promise<void> {
  await tx.insert(suppressions).values({ practiceId, id: newId(), address, reason, message }).onConflictDoNothing();
  await announce(tx, practiceId, { type: "outbox" });
}

/** Returns the suppressed addresses of a practice, newest first. */
export async function listSuppressions(db: Db, practiceId: string): Promise<Suppression[]> {
  const { id, address, reason, message, since } = suppressions;
  const rows = await db
    .select({ id, address, reason, message, since })
    .from(suppressions)
    .where(eq(suppressions.practiceId, practiceId))
    .orderBy(desc(since), desc(id));
  return rows.map(withIsoTimes);
}

/** @throws AppError not-found */
export async function releaseById(db: Db, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(suppressions)
      .where(equals(suppressions, { practiceId: actor.practiceId, id }))
      .returning();
    if (!gone) throw new AppError("not-found", "This address has been released already. Reload the list.");
    await record(tx, { ...actor, action: "address.released", subjectId: id, detail: { name: gone.address } });
    await announce(tx, actor.practiceId, { type: "outbox" });
  });
}
