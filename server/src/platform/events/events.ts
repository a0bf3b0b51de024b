import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../db/connect.ts";

export const eventChannel = "sheaf_events";

/** Sends events to all browsers of the practice, through any process, when the transaction commits. */
export async function announce(db: Db | Tx, practiceId: string, ...events: ChangeEvent[]): Promise<void> {
  await notify(db, ...events.map((event) => ({ practiceId, event })));
}

/**
 * Returns an expression that announces an event for each row of its statement: in the `returning` of an update it saves
 * the statement that `announce` is.
 */
export const announcing = (practiceId: string, event: ChangeEvent): SQL<unknown> => notification({ practiceId, event });

/**
 * Closes the event streams of an ended session, in any process, when the transaction commits.
 * @param sessionId the session's public id, not its token
 */
export async function announceSessionEnd(db: Db | Tx, practiceId: string, sessionId: string): Promise<void> {
  await notify(db, { practiceId, sessionEnded: sessionId });
}

async function notify(db: Db | Tx, ...messages: object[]): Promise<void> {
  await db.execute(sql`select ${sql.join(messages.map(notification), sql`, `)}`);
}

const notification = (message: object): SQL<unknown> => sql`pg_notify(${eventChannel}, ${JSON.stringify(message)})`;
