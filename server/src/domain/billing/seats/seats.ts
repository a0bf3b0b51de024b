import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { asc, desc, eq, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { announce } from "../../../platform/events/events.ts";
import { endSessionsOf, setSuspendedByPlan } from "../../accounts/index.ts";
import { users } from "../../accounts/table.ts";
import { runningPeriod } from "../periods/periods.ts";

/**
 * As many members as the running plan is for can work: the owner first, then who came first. The others are suspended
 * until there is room again. After the last period nothing changes. The caller holds `lockPractice`.
 */
export async function fitMembers(tx: Tx, practiceId: string): Promise<void> {
  const running = await runningPeriod(tx, practiceId);
  if (!running) return;
  const members = await byRank(tx, practiceId);
  const { maxUsers } = running.plan;
  const suspended = working(members.slice(maxUsers));
  const restored = members.slice(0, maxUsers).filter((member) => member.suspendedAt);
  if (suspended.length + restored.length === 0) return;
  await setSuspendedByPlan(tx, practiceId, idsOf(suspended), sql`now()`);
  await setSuspendedByPlan(tx, practiceId, idsOf(restored), sql`null`);
  for (const { id: userId } of suspended) await endSessionsOf(tx, { practiceId, userId }, "suspended-by-plan");
  await announce(tx, practiceId, { type: "members" });
}

/**
 * @returns the names of those whom a plan for so many would suspend, newest first; not of those who are already. Nobody
 *   where the
 * practice has unlimited use beside its plans
 */
export async function membersOverLimit(db: Db | Tx, practiceId: string, maxUsers: number): Promise<string[]> {
  const running = await runningPeriod(db, practiceId);
  if (running && isUnlimited(running.plan.maxUsers)) return [];
  return namesOf(working((await byRank(db, practiceId)).slice(maxUsers)));
}

type Ranked = Awaited<ReturnType<typeof byRank>>;

const working = (members: Ranked) => members.filter(({ suspendedAt }) => !suspendedAt);
const idsOf = (members: Ranked) => members.map(({ id }) => id);
const namesOf = (members: Ranked) => members.map(({ firstName, lastName }) => `${firstName} ${lastName}`).reverse();

/** The owner, then by when they came. */
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
