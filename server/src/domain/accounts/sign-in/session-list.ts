import type { Session } from "@sheaf/contracts/accounts.ts";
import { and, desc, gt, sql } from "drizzle-orm";
import type { Db } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { AppError } from "../../../platform/errors.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { sessions } from "../table.ts";
import { describeDevice } from "./describe-device.ts";
import { endSessionsOf } from "./sessions.ts";

/** Lists the user's sessions, last seen first. */
export async function listSessions(db: Db, { practiceId, userId, sessionId }: Member): Promise<Session[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(equals(sessions, { practiceId, userId }), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === sessionId,
  }));
}

/**
 * Ends one of the user's sessions.
 * @throws AppError session-not-found
 */
export async function endOneSession(db: Db, member: Member, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await endSessionsOf(tx, member, "signed-out-elsewhere", { only: id });
    if (ended === 0) throw new AppError("session-not-found", "That session has already ended. Reload the list.");
    await record(tx, { ...member, action: "account.session-ended" });
  });
}

/** Ends all of the user's sessions except the current one. */
export async function endOtherSessions(db: Db, member: Member): Promise<void> {
  const { sessionId } = member;
  await db.transaction(async (tx) => {
    await endSessionsOf(tx, member, "signed-out-elsewhere", { keep: sessionId });
    await record(tx, { ...member, action: "account.other-sessions-ended" });
  });
}
