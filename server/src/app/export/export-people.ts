import type { Member } from "@sheaf/contracts/members.ts";
import { and, asc, eq, gt } from "drizzle-orm";
import { sessions, signIns, users } from "../../domain/accounts/table.ts";
import { readMembers } from "../../domain/members/service.ts";
import type { Db } from "../../platform/db/connect.ts";
import { inPages } from "../../platform/db/in-pages.ts";
import { withIsoTimes } from "../../platform/db/iso-times.ts";
import { type Flat, pageSize } from "./flat.ts";

/** Returns the members with the columns of the list of members, and with what each chose, agreed to and confirmed. */
export async function membersOf(db: Db, practiceId: string): Promise<(Member & Flat)[]> {
  return (await readMembers(db, practiceId)).map(({ user, member }) => {
    const { suspendedByOperatorAt, termsAcceptedAt, emailVerifiedAt, pendingEmail, theme, sessionTimeoutMinutes } =
      user;
    const times = withIsoTimes({ suspendedByOperatorAt, termsAcceptedAt, emailVerifiedAt });
    return { ...member, ...times, pendingEmail, theme, sessionTimeoutMinutes };
  });
}

/** Returns the open sessions of the members, without their tokens. */
export async function sessionsOf(db: Db, practiceId: string): Promise<Flat[]> {
  const rows = await db
    .select({
      username: users.username,
      address: sessions.address,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.practiceId, sessions.practiceId), eq(users.id, sessions.userId)))
    .where(eq(sessions.practiceId, practiceId))
    .orderBy(asc(sessions.createdAt), asc(sessions.id));
  return rows.map(withIsoTimes);
}

/** Returns the sign-ins of the members, successful and failed, with time and address; oldest first. */
export async function* signInsOf(db: Db, practiceId: string): AsyncGenerator<Flat> {
  const rows = inPages(pageSize, async (last?: { id: string }) =>
    db
      .select({
        id: signIns.id,
        username: users.username,
        at: signIns.at,
        ok: signIns.ok,
        address: signIns.address,
        userAgent: signIns.userAgent,
      })
      .from(signIns)
      .innerJoin(users, and(eq(users.practiceId, signIns.practiceId), eq(users.id, signIns.userId)))
      .where(and(eq(signIns.practiceId, practiceId), last && gt(signIns.id, last.id)))
      .orderBy(asc(signIns.id))
      .limit(pageSize),
  );
  for await (const { id: _, at, ...row } of rows) yield { at: at.toISOString(), ...row };
}
