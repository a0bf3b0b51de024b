import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { describeDevice, lastSignIns } from "../../../domain/accounts/index.ts";
import { sessions, users } from "../../../domain/accounts/table.ts";
import { getBilling, getSubscription, listPayments, quotedRefunds } from "../../../domain/billing/index.ts";
import { customers } from "../../../domain/customers/table.ts";
import { readMembers } from "../../../domain/members/service.ts";
import { practices } from "../../../domain/practices/table.ts";
import type { Config } from "../../../platform/config/config.ts";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { inSnapshot } from "../../../platform/db/snapshot.ts";
import { AppError } from "../../../platform/errors.ts";
import { lastJobs, storageOf } from "./page-jobs.ts";

type UserRow = typeof users.$inferSelect;
type PracticeRow = typeof practices.$inferSelect;

const maxSignIns = 50;
const maxPayments = 100;

/**
 * GET /api/admin/users/:id: the data that an operator needs to help a user, read in one snapshot. Of the practice's
 * customers and documents only the numbers are returned.
 * @throws AppError user-not-found
 */
export async function getUserPage(
  db: Db,
  { installation }: Pick<Config, "installation">,
  userId: string,
): Promise<UserPage> {
  return inSnapshot(db, async (tx) => {
    const { user, practice } = await findUser(tx, userId);
    const { practiceId } = user;
    const ofPractice = eq(customers.practiceId, practiceId);
    const stored = await storageOf(tx, practiceId);
    const members = await peopleOf(tx, practice);
    const requestedUser = members.find(({ id }) => id === userId);
    if (!requestedUser) throw notFound();
    const own = and(eq(sessions.practiceId, practiceId), eq(sessions.userId, userId));
    return {
      user: requestedUser,
      practice: {
        id: practice.id,
        name: practice.name,
        createdAt: practice.createdAt.toISOString(),
        customerCount: await tx.$count(customers, and(ofPractice, isNull(customers.archivedAt))),
        documentCount: stored.documents,
        storedBytes: stored.bytes,
        suspended: practice.suspendedAt !== null,
      },
      members,
      subscription: await subscriptionOf(tx, practiceId),
      ...(installation === "practice" ? noMoney : await moneyOf(tx, practiceId)),
      jobs: await lastJobs(tx, practiceId),
      signIns: (await lastSignIns(tx, user, maxSignIns)).map(({ at, ok, address, userAgent }) => ({
        at: at.toISOString(),
        ok,
        address,
        device: describeDevice(userAgent),
      })),
      sessions: await tx.$count(sessions, and(own, gt(sessions.expiresAt, sql`now()`))),
    };
  });
}

const noMoney = { billing: null, ledger: null, refunds: null };

const moneyOf = async (tx: Tx, practiceId: string) => ({
  billing: await getBilling(tx, practiceId),
  ledger: await listPayments(tx, practiceId, { limit: maxPayments }),
  refunds: await quotedRefunds(tx, practiceId),
});

/** @throws AppError user-not-found */
export async function findUser(tx: Db | Tx, userId: string): Promise<{ user: UserRow; practice: PracticeRow }> {
  const [found] = await tx
    .select({ user: users, practice: practices })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(eq(users.id, userId));
  if (!found) throw notFound();
  return found;
}

const notFound = () => new AppError("user-not-found", "There is no such user. They may have been deleted.");

/** Returns the members of a practice: the owner first, then the others in the order in which they joined. */
async function peopleOf(tx: Tx, practice: PracticeRow): Promise<UserPage["members"]> {
  const people = await readMembers(tx, practice.id);
  return people.map(({ user, member: { suspendedAt, ...member } }) => ({
    ...member,
    emailVerified: user.emailVerifiedAt !== null,
    suspended: suspendedBy(user, practice),
  }));
}

/**
 * Returns why the user is suspended. A suspended practice shows on its owner, because the portal suspends and restores
 * a practice on the owner's page.
 */
function suspendedBy(user: UserRow, practice: PracticeRow): "operator" | "plan" | null {
  if (user.suspendedByOperatorAt || (user.role === "owner" && practice.suspendedAt)) return "operator";
  return user.suspendedAt ? "plan" : null;
}

async function subscriptionOf(tx: Tx, practiceId: string): Promise<UserPage["subscription"]> {
  try {
    const { plan, status, currentPeriodEnd } = await getSubscription(tx, practiceId);
    const unlimited = status === "active" && isUnlimited(plan.documentsPerMonth);
    return { planName: plan.name, status, currentPeriodEnd, unlimited };
  } catch (error) {
    if (error instanceof AppError && error.code === "no-subscription") return null;
    throw error;
  }
}
