import { endSetUp as endSetUpIn } from "@sheaf/server/app/set-up/state.ts";
import { confirmAddress } from "@sheaf/server/app/sign-up/confirm-address.ts";
import { recordManualPayment } from "@sheaf/server/domain/billing/ledger/payments.ts";
import { type Db, openDb } from "@sheaf/server/platform/db/connect.ts";
import { openLog } from "@sheaf/server/platform/log.ts";
import { openDatabase } from "@sheaf/server/platform/process/database.ts";
import { sql } from "drizzle-orm";

/**
 * Sets this installation up as a service, so that practices may sign up. Set-up itself is tested in set-up.journey.ts.
 */
export const endSetUp = (dataDir: string): Promise<void> => withDatabase(dataDir, (db) => db.transaction(endSetUpIn));

/** Records a payment for the practice of this user, as an operator would; the command itself has its own test. */
export async function pay(dataDir: string, username: string, planSlug = "small-firm"): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<{ practice_id: string }>(
      sql`select practice_id from users where username = ${username}`,
    );
    const practiceId = rows[0]?.practice_id ?? "";
    await db.transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, reference: `BACS ${username}` }));
  });
}

/** Confirms this user's email address, as the link in the email would; the link is tested in delivery.journey.ts. */
export async function confirmEmail(dataDir: string, username: string): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<{ practice_id: string; id: string; email: string }>(
      sql`select practice_id, id, email from users where username = ${username}`,
    );
    for (const { practice_id: practiceId, id: userId, email } of rows) {
      await db.transaction((tx) => confirmAddress(tx, { practiceId, userId, email }));
    }
  });
}

/**
 * Moves the practice's last payment 31 days back. Open pages are not notified, as they would not be when time passes.
 */
export async function endSubscription(dataDir: string, username: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.execute(sql`
      update periods set starts_at = now() - interval '31 days', ends_at = now() - interval '1 day'
      where practice_id = (select practice_id from users where username = ${username})`),
  );
}

/** Counts all documents of the practice's allowance as used. Open pages are not notified. */
export async function useUp(dataDir: string, username: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.execute(sql`
      update periods set documents_used = documents_allowed
      where practice_id = (select practice_id from users where username = ${username})`),
  );
}

/** Opens the database of a running installation for the time of `work`. */
export async function withDatabase<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const { db, close } = openDb(database.url, openLog({ name: "journey", level: "silent" }), { size: 1 });
  try {
    return await work(db);
  } finally {
    await close();
    await database.stop();
  }
}
