import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";

export const eventChannel = "sheaf_events";

/** Sends an event to all browsers of the practice, through any process, when the transaction commits. */
export async function announce(db: Db | Tx, practiceId: string, event: ChangeEvent): Promise<void> {
  await notify(db, { practiceId, event });
}

/**
 * Closes the event streams of an ended session, in any process, when the transaction commits.
 * @param sessionId the session's public id, not its token
 */
export async function announceSessionEnd(db: Db | Tx, practiceId: string, sessionId: string): Promise<void> {
  await notify(db, { practiceId, sessionEnded: sessionId });
}

async function notify(db: Db | Tx, message: object): Promise<void> {
  await db.execute(sql`select pg_notify(${eventChannel}, ${JSON.stringify(message)})`);
}
