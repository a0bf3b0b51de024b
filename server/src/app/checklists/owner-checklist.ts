import type { OwnerChecklist } from "@sheaf/contracts/checklists.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Member } from "../../domain/access/member.ts";
import { dismissChecklist } from "../../domain/accounts/index.ts";
import { ofUser, users } from "../../domain/accounts/table.ts";
import { findRunningPlan } from "../../domain/billing/index.ts";
import { customers } from "../../domain/customers/table.ts";
import { isUpload } from "../../domain/jobs/index.ts";
import { jobs } from "../../domain/jobs/table.ts";
import { invitations } from "../../domain/members/table.ts";
import type { Db } from "../../platform/db/connect.ts";

type Who = Pick<Member, "practiceId" | "userId" | "role">;

/**
 * Returns the first steps for the owner of a new practice. When all steps are done, the list is dismissed for good,
 * even if rows are deleted later.
 * @param writer where the dismissal is written, for callers that read in a transaction that must not write
 */
export async function getOwnerChecklist(db: Db, member: Who, writer = db): Promise<OwnerChecklist> {
  if (member.role !== "owner" || (await isDismissed(db, member))) return { steps: [] };
  const { practiceId } = member;
  const plan = await findRunningPlan(db, practiceId);
  const { rows } = await db.execute<Record<"customers" | "jobs" | "users" | "invitations", boolean>>(sql`
    select exists (select from ${customers} where ${eq(customers.practiceId, practiceId)}) as customers,
      exists (select from ${jobs} where ${and(eq(jobs.practiceId, practiceId), isUpload(jobs))}) as jobs,
      (select count(*) > 1 from ${users} where ${eq(users.practiceId, practiceId)}) as users,
      exists (select from ${invitations}
        where ${and(eq(invitations.practiceId, practiceId), gt(invitations.expiresAt, sql`now()`))}) as invitations`);
  const has = rows[0];
  const steps: OwnerChecklist["steps"] = [
    { name: "customer", done: has?.customers === true },
    { name: "upload", done: has?.jobs === true },
  ];
  // A plan for one user has no seat for a colleague.
  if (plan && plan.maxUsers > 1) {
    steps.push({ name: "colleague", done: has?.users === true || has?.invitations === true });
  }
  if (steps.some(({ done }) => !done)) return { steps };
  await dismissChecklist(writer, member);
  return { steps: [] };
}

async function isDismissed(db: Db, { practiceId, userId }: Who): Promise<boolean> {
  const [user] = await db.select({ at: users.checklistDismissedAt }).from(users).where(ofUser(practiceId, userId));
  return user?.at != null;
}
