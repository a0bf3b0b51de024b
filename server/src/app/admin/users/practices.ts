import type { ListedPractice, practicesQuery } from "@sheaf/contracts/admin/practices.ts";
import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { and, desc, eq, isNull, lt, lte, sql } from "drizzle-orm";
import type { z } from "zod";
import { users } from "../../../domain/accounts/table.ts";
import { isOwnPractice, runsNow } from "../../../domain/billing/index.ts";
import { periods, plans } from "../../../domain/billing/table.ts";
import { customers } from "../../../domain/customers/table.ts";
import { isDocument, isUpload } from "../../../domain/jobs/index.ts";
import { jobFiles } from "../../../domain/jobs/table.ts";
import { practices } from "../../../domain/practices/table.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { containing } from "../../../platform/db/like.ts";
import { inSnapshot } from "../../../platform/db/snapshot.ts";
import { lastJobOf } from "./last-job.ts";

/**
 * Returns the practices that have an owner, newest first. A deleted practice keeps its row for its payments but has no
 * owner, so it is not listed.
 * @returns one page, and the total number of matching practices
 */
export async function listPractices(
  db: Db,
  { q, limit, cursor }: z.infer<typeof practicesQuery>,
): Promise<{ practices: ListedPractice[]; total: number }> {
  // Control characters separate words: PostgreSQL refuses the NUL character in text.
  const words = q.split(/[\s\p{Cc}]+/u).filter((word) => word !== "");
  const named = and(...words.map((word) => containing(sql`lower(${practices.name})`, word)));
  return inSnapshot(db, async (tx) => {
    const rows = await pageOf(tx, and(named, cursor ? lt(practices.id, cursor) : undefined), limit);
    const [counted] = await tx
      .select({ total: sql<number>`count(*)::int` })
      .from(practices)
      .innerJoin(users, ownerOfPractice)
      .where(named);
    return { practices: rows.map(toListedPractice), total: counted?.total ?? 0 };
  });
}

const ownerOfPractice = and(eq(users.practiceId, practices.id), eq(users.role, "owner"));

/** Reads one page, newest first: ids increase with time. */
function pageOf(tx: Tx, which: ReturnType<typeof and>, limit: number) {
  const plan = lastPlanOf(tx);
  const last = lastJobOf(tx, practices.id);
  return tx
    .select({
      id: practices.id,
      name: practices.name,
      createdAt: practices.createdAt,
      suspendedAt: practices.suspendedAt,
      ownerId: users.id,
      ownerName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
      ownerEmail: users.email,
      planName: plan.name,
      planEndsAt: plan.paidUntil,
      planRuns: plan.runs,
      planIsOwn: plan.isOwn,
      lastJobDate: last.createdAt,
      memberCount: sql<number>`(select count(*)::int from users member where member.practice_id = ${practices.id})`,
      customerCount: tx.$count(customers, and(eq(customers.practiceId, practices.id), isNull(customers.archivedAt))),
      documentCount: tx.$count(jobFiles, and(eq(jobFiles.practiceId, practices.id), isUpload(jobFiles), isDocument)),
    })
    .from(practices)
    .innerJoin(users, ownerOfPractice)
    .leftJoinLateral(plan, sql`true`)
    .leftJoinLateral(last, sql`true`)
    .where(which)
    .orderBy(desc(practices.id))
    .limit(limit);
}

/**
 * Subquery with the plan of the running period (the own practice's unlimited plan before a paid one), otherwise of the
 * period that ended last, and with the end of all paid time.
 */
const lastPlanOf = (tx: Tx) =>
  tx
    .select({
      name: plans.name,
      runs: sql<boolean>`${periods.endsAt} > now()`.as("runs"),
      isOwn: sql<boolean>`${isOwnPractice}`.as("is_own"),
      paidUntil: sql<Date>`case when ${isOwnPractice} then ${periods.endsAt} else (
          select max(paid.ends_at) from periods paid join plans bought on bought.id = paid.plan_id
          where paid.practice_id = ${practices.id} and bought.slug <> ${ownPracticePlan.slug}) end`
        .mapWith(periods.endsAt)
        .as("paid_until"),
    })
    .from(periods)
    .innerJoin(plans, eq(plans.id, periods.planId))
    .where(and(eq(periods.practiceId, practices.id), lte(periods.startsAt, sql`now()`)))
    .orderBy(desc(sql`${runsNow} and ${isOwnPractice}`), isOwnPractice, desc(periods.startsAt))
    .limit(1)
    .as("last_plan");

function toListedPractice(row: Awaited<ReturnType<typeof pageOf>>[number]): ListedPractice {
  const { id, name, memberCount, customerCount, documentCount, planName, planEndsAt } = row;
  return {
    id,
    name,
    memberCount,
    customerCount,
    documentCount,
    createdAt: row.createdAt.toISOString(),
    owner: { id: row.ownerId, name: row.ownerName, email: row.ownerEmail },
    subscription:
      planName === null || planEndsAt === null
        ? null
        : {
            planName,
            status: row.planRuns ? "active" : "expired",
            currentPeriodEnd: planEndsAt.toISOString(),
            unlimited: row.planIsOwn === true && row.planRuns === true,
          },
    lastJobDate: row.lastJobDate?.toISOString() ?? null,
    suspended: row.suspendedAt !== null,
  };
}
