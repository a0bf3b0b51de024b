import { hash, randomBytes } from "node:crypto";
import { and, eq, gt, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { preparedOnce } from "../../../platform/db/prepared.ts";
import { announceSessionEnd } from "../../../platform/events/events.ts";
import { sessionCookieDays } from "../../../platform/http/cookies.ts";
import { newId } from "../../../platform/ids.ts";
import type { FindMember, Member } from "../../access/member.ts";
import { practices } from "../../practices/table.ts";
import { endedSessions, ofUser, sessions, users } from "../table.ts";
import type { SessionEndReason } from "./session-end-reasons.ts";
import { type ClientInfo, recordSignIn } from "./sign-ins.ts";

const tokenBytes = 32;
/** The expiry is extended at most this often: extending it with each request would cost one write per request. */
const slideInterval = sql.raw("interval '60 seconds'");
/** The lifetime of the session cookie: after it no browser has the token any more. */
const cookieLife = sql.raw(`interval '${sessionCookieDays} days'`);

/**
 * Starts a session that expires `sessionTimeoutMinutes` after the user's last action.
 * @returns the token for the cookie; only its hash is stored, so it cannot be read again
 */
export async function startSession(
  tx: Db | Tx,
  user: { practiceId: string; id: string; sessionTimeoutMinutes: number },
  place: ClientInfo,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await tx.insert(sessions).values({
    tokenHash: hash("sha256", token),
    practiceId: user.practiceId,
    userId: user.id,
    id: newId(),
    expiresAt: sql`now() + make_interval(mins => ${user.sessionTimeoutMinutes})`,
    address: place.address,
    userAgent: place.userAgent.slice(0, 400),
  });
  await recordSignIn(tx, user, place, true);
  return token;
}

const sessionByToken = preparedOnce((db) =>
  db
    .select({
      practiceId: users.practiceId,
      userId: users.id,
      sessionId: sessions.id,
      role: users.role,
      username: users.username,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      slidable: sql<boolean>`${sessions.lastSeenAt} < now() - ${slideInterval}`,
    })
    .from(sessions)
    .innerJoin(users, equals(users, { practiceId: sessions.practiceId, id: sessions.userId }))
    .innerJoin(practices, eq(practices.id, sessions.practiceId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, sql`now()`),
        ...[users.suspendedAt, users.suspendedByOperatorAt, practices.suspendedAt].map(isNull),
      ),
    )
    .prepare("session_by_token"),
);

/**
 * Finds the user of a session token. Returns null once the session has ended, or while the user or the practice is
 * suspended.
 * @param options.slide extend the expiry: for a user's actions, not for polling or the event stream
 */
export async function findMember(db: Db, token: string, options: { slide: boolean }): ReturnType<FindMember> {
  const [row] = await sessionByToken(db).execute({ tokenHash: hash("sha256", token) });
  if (!row) return null;

  const { slidable, firstName, lastName, ...member } = row;
  if (options.slide && slidable) await slide(db, token);
  return { ...member, fullName: `${firstName} ${lastName}` };
}

/** Extends the expiry of a session. A session that has ended in the meantime stays ended. */
async function slide(db: Db, token: string): Promise<void> {
  await db
    .update(sessions)
    .set({
      lastSeenAt: sql`now()`,
      expiresAt: sql`now() + make_interval(mins => ${users.sessionTimeoutMinutes})`,
    })
    .from(users)
    .where(
      and(
        eq(sessions.tokenHash, hash("sha256", token)),
        equals(users, { practiceId: sessions.practiceId, id: sessions.userId }),
        gt(sessions.expiresAt, sql`now()`),
      ),
    );
}

/**
 * Sets another timeout for a user's running sessions. For the current session it counts from now, for the others from
 * when they were last seen.
 * @param minutes from when a session was last seen
 */
export async function changeSessionTimeout(
  tx: Tx,
  { practiceId, userId, sessionId }: Pick<Member, "practiceId" | "userId" | "sessionId">,
  minutes: number,
): Promise<void> {
  const seen = sql`case when ${sessions.id} = ${sessionId} then now() else ${sessions.lastSeenAt} end`;
  const running = gt(sessions.expiresAt, sql`now()`);
  await tx
    .update(sessions)
    .set({ lastSeenAt: seen, expiresAt: sql`${seen} + make_interval(mins => ${minutes})` })
    .where(and(equals(sessions, { practiceId, userId }), running));
}

/**
 * Ends the session and closes its event streams.
 * @returns the session's user; null when the session had ended already
 */
export async function endSession(tx: Db | Tx, token: string): Promise<{ practiceId: string; userId: string } | null> {
  const [ended] = await tx
    .delete(sessions)
    .where(eq(sessions.tokenHash, hash("sha256", token)))
    .returning({ practiceId: sessions.practiceId, userId: sessions.userId, sessionId: sessions.id });
  if (!ended) return null;
  await announceSessionEnd(tx, ended.practiceId, ended.sessionId);
  return { practiceId: ended.practiceId, userId: ended.userId };
}

/**
 * Ends all sessions of a user, or some of them, and closes their event streams. Each of these browsers shows the reason
 * once. All browsers become unknown to the account.
 * @param which `keep`: public id of the session that stays; `only`: public id of the one to end
 * @returns the number of sessions ended
 */
export async function endSessionsOf(
  tx: Tx,
  { practiceId, userId }: { practiceId: string; userId: string },
  reason: SessionEndReason,
  which: { keep?: string; only?: string } = {},
): Promise<number> {
  const { keep, only } = which;
  const ended = await tx
    .delete(sessions)
    .where(
      and(
        equals(sessions, { practiceId, userId }),
        keep === undefined ? undefined : ne(sessions.id, keep),
        only === undefined ? undefined : eq(sessions.id, only),
      ),
    )
    .returning({ id: sessions.id, tokenHash: sessions.tokenHash });
  await forgetDevices(tx, practiceId, userId);
  if (ended.length === 0) return 0;
  await tx.insert(endedSessions).values(ended.map(({ tokenHash }) => ({ tokenHash, reason })));
  for (const { id } of ended) await announceSessionEnd(tx, practiceId, id);
  return ended.length;
}

const endOf = (token: string) => eq(endedSessions.tokenHash, hash("sha256", token));

/** Tells whether the reason for the end of this session is still to be shown in its browser. */
export async function hasSessionEnd(db: Db, token: string): Promise<boolean> {
  return (await db.$count(endedSessions, endOf(token))) > 0;
}

/**
 * Takes the reason for the end of a session, so that it is shown once.
 * @returns undefined when the session expired or was signed out, or when the reason was shown already
 */
export async function takeSessionEnd(db: Db, token: string): Promise<SessionEndReason | undefined> {
  const [taken] = await db.delete(endedSessions).where(endOf(token)).returning({ reason: endedSessions.reason });
  return taken?.reason;
}

/** Makes all browsers unknown to the user's account. */
async function forgetDevices(tx: Tx, practiceId: string, userId: string): Promise<void> {
  await tx.update(users).set({ devicesKey: sql`gen_random_uuid()` }).where(ofUser(practiceId, userId));
}

/**
 * Deletes expired sessions, and reasons that no browser has requested in time. Skips rows that another process is
 * deleting.
 */
export async function forgetEndedSessions(db: Db): Promise<void> {
  const ended = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lt(sessions.expiresAt, sql`now()`))
    .limit(1000)
    .for("update", { skipLocked: true });
  await db.delete(sessions).where(inArray(sessions.tokenHash, ended));
  const neverRequested = db
    .select({ tokenHash: endedSessions.tokenHash })
    .from(endedSessions)
    .where(lt(endedSessions.endedAt, sql`now() - ${cookieLife}`))
    .limit(1000)
    .for("update", { skipLocked: true });
  await db.delete(endedSessions).where(inArray(endedSessions.tokenHash, neverRequested));
}
