import { and, eq, gt, sql } from "drizzle-orm";
import { endSessionsOf } from "../../domain/accounts/sign-in/sessions.ts";
import { users } from "../../domain/accounts/table.ts";
import { forgetUnlimitedUse } from "../../domain/billing/own-practice.ts";
import { payments, periods } from "../../domain/billing/table.ts";
import { forgetCounts } from "../../domain/measures/practice-counts.ts";
import { keepActiveDays } from "../../domain/measures/recount.ts";
import { practices } from "../../domain/practices/table.ts";
import type { Tx } from "../../platform/db/connect.ts";
import type { Queue } from "../../platform/queue/queue.ts";
import { erasePracticeFiles } from "./erase-files.task.ts";

/** A conversion that was running may still write a file or two; by then it has ended. */
const onceMoreAfterMs = 30 * 60_000;

/**
 * Erases a practice with everything that goes with it by the tables' own rules (ON DELETE CASCADE). Payments and periods have
 * none: they stay, with the name of who paid, until the law no longer wants them. Files go by tasks.
 */
export async function closePractice(tx: Tx, queue: Queue, practiceId: string): Promise<void> {
  const members = await tx.select({ userId: users.id }).from(users).where(eq(users.practiceId, practiceId));
  for (const { userId } of members) await endSessionsOf(tx, { practiceId, userId }, "practice-deleted");
  await keepActiveDays(tx, practiceId);
  for (const table of await tablesThatGo(tx)) {
    await tx.execute(sql`delete from ${sql.identifier(table)} where practice_id = ${practiceId}`);
  }
  await forgetUnlimitedUse(tx, practiceId);
  await endPeriods(tx, practiceId);
  const paid = await tx.$count(payments, eq(payments.practiceId, practiceId));
  const bought = await tx.$count(periods, eq(periods.practiceId, practiceId));
  const itself = eq(practices.id, practiceId);
  if (paid + bought === 0) await tx.delete(practices).where(itself);
  else await tx.update(practices).set({ defaultEmailSubject: sql`default` }).where(itself);
  await forgetCounts(tx, practiceId);
  await queue.add(tx, erasePracticeFiles, { practiceId }, { group: practiceId });
  await queue.add(tx, erasePracticeFiles, { practiceId }, { group: practiceId, delayMs: onceMoreAfterMs });
}

/** What is kept says that nobody is served any more. */
async function endPeriods(tx: Tx, practiceId: string): Promise<void> {
  await tx
    .update(periods)
    .set({ endsAt: sql`greatest(${periods.startsAt}, date_trunc('milliseconds', now()))` })
    .where(and(eq(periods.practiceId, practiceId), gt(periods.endsAt, sql`now()`)));
}

/** As the database knows them, so that a table made later is not forgotten here. */
async function tablesThatGo(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select child.relname as name
    from pg_constraint reference
    join pg_class child on child.oid = reference.conrelid
    where reference.confrelid = 'practices'::regclass and reference.contype = 'f' and reference.confdeltype = 'c'`);
  return rows.map(({ name }) => name);
}
