import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { practices } from "./table.ts";

type PracticeRow = typeof practices.$inferSelect;
/** The columns that members of the practice can change. */
type PracticeChange = Partial<Omit<PracticeRow, "id" | "suspendedAt" | "sampleMadeAt" | "sampleJobId" | "createdAt">>;

/** Creates a practice with the default settings of the specification. */
export async function createPractice(tx: Tx, name: string): Promise<{ id: string; name: string }> {
  const id = newId();
  await tx.insert(practices).values({ id, name });
  return { id, name };
}

/**
 * Locks the practice until the transaction ends: other transactions that rely on its periods or members wait.
 * @throws AppError not-found
 */
export async function lockPractice(tx: Tx, id: string): Promise<void> {
  const rows = await tx.select({ id: practices.id }).from(practices).where(eq(practices.id, id)).for("no key update");
  if (rows.length === 0) throw new AppError("not-found", "There is no such practice.");
}

export async function changePractice(tx: Tx, id: string, change: PracticeChange): Promise<void> {
  await tx.update(practices).set(change).where(eq(practices.id, id));
}

/** @param suspendedAt the time at which an administrator suspends it, or null to restore it */
export async function setPracticeSuspended(tx: Tx, id: string, suspendedAt: SQL): Promise<void> {
  await tx.update(practices).set({ suspendedAt }).where(eq(practices.id, id));
}

/** @returns false when the practice has already had its sample job */
export async function claimSampleJob(tx: Tx, id: string, sampleJobId: string, sampleMadeAt: Date): Promise<boolean> {
  const taken = await tx
    .update(practices)
    .set({ sampleMadeAt, sampleJobId })
    .where(and(eq(practices.id, id), isNull(practices.sampleMadeAt)))
    .returning({ id: practices.id });
  return taken.length > 0;
}

export async function markSampleRemoved(tx: Tx, id: string): Promise<void> {
  await tx.update(practices).set({ sampleJobId: null }).where(eq(practices.id, id));
}

/**
 * @param options.keepName keeps the row with the name of the practice that paid, and resets settings with personal data
 */
export async function forgetPractice(tx: Tx, id: string, { keepName }: { keepName: boolean }): Promise<void> {
  if (!keepName) return deletePractices(tx, [id]);
  await tx.update(practices).set({ defaultEmailSubject: sql`default` }).where(eq(practices.id, id));
}

export async function deletePractices(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(practices).where(inArray(practices.id, ids));
}
