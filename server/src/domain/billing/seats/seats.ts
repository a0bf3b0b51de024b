import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { endSessionsOf, setSuspendedByPlan } from "../../accounts/index.ts";
import { users } from "../../accounts/table.ts";
import { runningPeriod } from "../periods/periods.ts";

/**
 * Suspends the members for whom the running plan has no seat, and restores others when there is one again. The owner
 * ranks first, then members in the order in which they joined. After the last period nothing changes. The caller holds
 * `lockPractice`.
 */
export async function fitMembers(tx: Tx, practiceId: string): Promise<void> {
  const running = await runningPeriod(tx, practiceId);
  if (!running) return;
  const members = await byRank(tx, practiceId);
  const { maxUsers } = running.plan;
  const suspended = notSuspended(members.slice(maxUsers));
  const restored = members.slice(0, maxUsers).filter((member) => member.suspendedAt);
  if (suspended.length + restored.length === 0) return;
  await setSuspendedByPlan(tx, practiceId, idsOf(suspended), sql`now()`);
  await setSuspendedByPlan(tx, practiceId, idsOf(restored), sql`null`);
  for (const { id: userId } of suspended) await endSessionsOf(tx, { practiceId, userId }, "suspended-by-plan");
  await announce(tx, practiceId, { type: "members" });
}

/**
 * @returns the names of the members that a plan with this many seats would newly suspend, newest first; none while the
 *   practice has unlimited use beside its plans
 */
export async function membersOverLimit(db: Db | Tx, practiceId: string, maxUsers: number): Promise<string[]> {
  const running = await runningPeriod(db, practiceId);
  if (running && isUnlimited(running.plan.maxUsers)) return [];
  return namesOf(notSuspended((await byRank(db, practiceId)).slice(maxUsers)));
}

type Ranked = Awaited<ReturnType<typeof byRank>>;

const notSuspended = (members: Ranked) => members.filter(({ suspendedAt }) => !suspendedAt);
const idsOf = (members: Ranked) => members.map(({ id }) => id);
const namesOf = (members: Ranked) => members.map(({ firstName, lastName }) => `${firstName} ${lastName}`).reverse();

/** Selects the members, the owner first, then in the order in which they joined. */
const byRank = (db: Db | Tx, practiceId: string) =>
  db
    .select({
      id: users.id,
      suspendedAt: users.suspendedAt,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(eq(users.practiceId, practiceId))
    .orderBy(desc(users.role), asc(users.id));
