import { and, asc, eq, getTableColumns, inArray, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { newId } from "../../../platform/ids.ts";
import { practices } from "../../practices/table.ts";
import type { Difference } from "./compare.ts";
import { differences } from "./table.ts";

/** Lists the differences between PayPal and the ledger, oldest first, for the operator. */
export async function openDifferences(db: Db) {
  const { closedAt, closedManually, ...shown } = getTableColumns(differences);
  return db
    .select({ ...shown, practiceName: practices.name })
    .from(differences)
    .leftJoin(practices, eq(practices.id, differences.practiceId))
    .where(isNull(closedAt))
    .orderBy(asc(differences.happenedAt), asc(differences.reference));
}

/**
 * Stores new differences, each once, and closes those that agree by now. A difference that was closed by hand is
 * reported again only with other amounts.
 */
export async function keepDifferences(tx: Tx, found: Difference[], agreed: string[]): Promise<void> {
  const settled = await tx.select().from(differences).where(eq(differences.closedManually, true));
  const isSettled = ({ kind, reference, oursPence, theirsPence }: Difference) =>
    settled.some(
      (row) =>
        row.reference === reference &&
        row.kind === kind &&
        row.oursPence === oursPence &&
        row.theirsPence === theirsPence,
    );
  for (const { at: happenedAt, ...difference } of found.filter((each) => !isSettled(each))) {
    const { kind, oursPence, theirsPence } = difference;
    await tx
      .insert(differences)
      .values({ id: newId(), ...difference, happenedAt })
      .onConflictDoUpdate({
        target: differences.reference,
        targetWhere: isNull(differences.closedAt),
        set: { kind, oursPence, theirsPence },
      });
  }
  const open = await tx.select().from(differences).where(isNull(differences.closedAt));
  const over = open.filter(({ reference }) => agreed.includes(reference)).map(({ id }) => id);
  if (over.length > 0) {
    await tx.update(differences).set({ closedAt: sql`now()` }).where(inArray(differences.id, over));
  }
}

/**
 * Closes a difference that an administrator has settled.
 * @returns PayPal's reference; null when the difference is not open
 */
export async function closeDifference(tx: Tx, id: string): Promise<string | null> {
  const [closed] = await tx
    .update(differences)
    .set({ closedAt: sql`now()`, closedManually: true })
    .where(and(eq(differences.id, id), isNull(differences.closedAt)))
    .returning({ reference: differences.reference });
  return closed?.reference ?? null;
}
