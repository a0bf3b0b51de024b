import { endSetUp as endSetUpIn } from "@sheaf/server/app/set-up/state.ts";
import { confirmAddress } from "@sheaf/server/app/sign-up/confirm-address.ts";
import { recordManualPayment } from "@sheaf/server/domain/billing/ledger/payments.ts";
import { type Db, openDb } from "@sheaf/server/platform/db/connect.ts";
import { openLog } from "@sheaf/server/platform/log.ts";
import { openDatabase } from "@sheaf/server/platform/process/database.ts";
import { sql } from "drizzle-orm";

/**
 * As if an operator had set this installation up as a service: practices may sign up. That journey is
 * set-up.journey.ts's.
 */
export const endSetUp = (dataDir: string): Promise<void> => withDatabase(dataDir, (db) => db.transaction(endSetUpIn));

/** As if an operator had recorded a payment for the practice of this user; the command itself has a test of its own. */
export async function pay(dataDir: string, username: string, planSlug = "small-firm"): Promise<void> {
  await withDatabase(dataDir, async (db) => {
    const { rows } = await db.execute<{ practice_id: string }>(
      sql`select practice_id from users where username = ${username}`,
    );
    const practiceId = rows[0]?.practice_id ?? "";
    await db.transaction((tx) => recordManualPayment(tx, { practiceId, planSlug, reference: `BACS ${username}` }));
  });
}

/** As if this user had followed the link that confirms their email address; that journey is delivery.journey.ts's. */
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

/** As if the practice had paid 31 days ago and not since. Open pages do not hear of it, as they would not in life. */
export async function endSubscription(dataDir: string, username: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.execute(sql`
      update periods set starts_at = now() - interval '31 days', ends_at = now() - interval '1 day'
      where practice_id = (select practice_id from users where username = ${username})`),
  );
}

/** As if the practice had made every document of its allowance. Open pages do not hear of it. */
export async function useUp(dataDir: string, username: string): Promise<void> {
  await withDatabase(dataDir, (db) =>
    db.execute(sql`
      update periods set documents_used = documents_allowed
      where practice_id = (select practice_id from users where username = ${username})`),
  );
}

/** The database of an installation that runs. */
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
