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
 */
export async function getOwnerChecklist(db: Db, member: Who): Promise<OwnerChecklist> {
  if (member.role !== "owner" || (await isDismissed(db, member))) return { steps: [] };
  const { practiceId } = member;
  const [plan, customerCount, jobCount, userCount, invitationCount] = await Promise.all([
    findRunningPlan(db, practiceId),
    db.$count(customers, eq(customers.practiceId, practiceId)),
    db.$count(jobs, and(eq(jobs.practiceId, practiceId), isUpload(jobs))),
    db.$count(users, eq(users.practiceId, practiceId)),
    db.$count(invitations, and(eq(invitations.practiceId, practiceId), gt(invitations.expiresAt, sql`now()`))),
  ]);
  const steps: OwnerChecklist["steps"] = [
    { name: "customer", done: customerCount > 0 },
    { name: "upload", done: jobCount > 0 },
  ];
  // A plan for one user has no seat for a colleague.
  if (plan && plan.maxUsers > 1) steps.push({ name: "colleague", done: userCount + invitationCount > 1 });
  if (steps.some(({ done }) => !done)) return { steps };
  await dismissChecklist(db, member);
  return { steps: [] };
}

async function isDismissed(db: Db, { practiceId, userId }: Who): Promise<boolean> {
  const [user] = await db.select({ at: users.checklistDismissedAt }).from(users).where(ofUser(practiceId, userId));
  return user?.at != null;
}
