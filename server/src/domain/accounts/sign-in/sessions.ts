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
/** An expiry that moves with each request would be a write per request. */
const slideAtMostEvery = sql.raw("interval '60 seconds'");
/** After that no browser has the token any more. */
const cookieLife = sql.raw(`interval '${sessionCookieDays} days'`);

/**
 * Starts a session that ends `sessionTimeoutMinutes` after its person was last seen.
 * @returns the token for the cookie; it cannot be had again, only its hash is kept
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
      slidable: sql<boolean>`${sessions.lastSeenAt} < now() - ${slideAtMostEvery}`,
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
 * Who a token belongs to; null once the session has ended, or its member or practice is suspended.
 * @param options.slide move the expiry on: for what a person does, not for polling or the event stream
 */
export async function findMember(db: Db, token: string, options: { slide: boolean }): ReturnType<FindMember> {
  const [row] = await sessionByToken(db).execute({ tokenHash: hash("sha256", token) });
  if (!row) return null;

  const { slidable, firstName, lastName, ...member } = row;
  if (options.slide && slidable) await slide(db, token);
  return { ...member, fullName: `${firstName} ${lastName}` };
}

/** Nothing happens to a session that has ended meanwhile. */
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
 * Gives a person's running sessions another timeout. The one that asks was seen just now; the others count from when
 * they were.
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
 * @returns whose session it was; null when it had ended already
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
 * Ends every session of a person, or one of them, and closes their event streams. Each browser is told the reason once,
 * and no browser is known to the account any longer.
 * @param which `keep`: public name of the one that stays; `only`: of the one that ends
 * @returns how many ended
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

/** Whether the browser that holds the token has yet to be told why its session was ended. */
export async function hasSessionEnd(db: Db, token: string): Promise<boolean> {
  return (await db.$count(endedSessions, endOf(token))) > 0;
}

/** @returns why the session was ended, once; undefined when it ended by itself, or that was told already */
export async function takeSessionEnd(db: Db, token: string): Promise<SessionEndReason | undefined> {
  const [told] = await db.delete(endedSessions).where(endOf(token)).returning({ reason: endedSessions.reason });
  return told?.reason;
}

/** From now on no browser is known to the person's account. */
async function forgetDevices(tx: Tx, practiceId: string, userId: string): Promise<void> {
  await tx.update(users).set({ devicesKey: sql`gen_random_uuid()` }).where(ofUser(practiceId, userId));
}

/** Rows that another process is deleting are left to it. */
export async function forgetEndedSessions(db: Db): Promise<void> {
  const ended = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lt(sessions.expiresAt, sql`now()`))
    .limit(1000)
    .for("update", { skipLocked: true });
  await db.delete(sessions).where(inArray(sessions.tokenHash, ended));
  const neverAsked = db
    .select({ tokenHash: endedSessions.tokenHash })
    .from(endedSessions)
    .where(lt(endedSessions.endedAt, sql`now() - ${cookieLife}`))
    .limit(1000)
    .for("update", { skipLocked: true });
  await db.delete(endedSessions).where(inArray(endedSessions.tokenHash, neverAsked));
}
