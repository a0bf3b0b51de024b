import { eq, sql } from "drizzle-orm";
import { type HashCost, hashPassword, verifyPassword } from "../../domain/accounts/index.ts";
import { users } from "../../domain/accounts/table.ts";
import type { Db } from "../../platform/db/connect.ts";
import { admins } from "../admin/table.ts";

/** The second factor is reset together with the password. */
const withoutSecondFactor = { totpSecret: null, totpConfirmedAt: null, totpLastStep: null };

/**
 * Resets the accounts of a demonstration's user and administrator to the passwords that each start prints, in case a
 * visitor changed them. Accounts that do not exist yet are skipped.
 */
export async function resetDemoPasswords(
  db: Db,
  cost: HashCost,
  { user, admin }: Record<"user" | "admin", { name: string; password: string }>,
): Promise<void> {
  const ofUser = eq(sql`lower(${users.username})`, user.name);
  for (const { passwordHash } of await db.select().from(users).where(ofUser)) {
    const kept = await matchingHash(user.password, passwordHash, cost);
    await db
      .update(users)
      .set({ ...withoutSecondFactor, passwordHash: kept })
      .where(ofUser);
  }
  const ofAdmin = eq(admins.email, admin.name);
  for (const { passwordHash } of await db.select().from(admins).where(ofAdmin)) {
    const kept = await matchingHash(admin.password, passwordHash, cost);
    await db
      .update(admins)
      .set({ ...withoutSecondFactor, passwordHash: kept })
      .where(ofAdmin);
  }
}

async function matchingHash(password: string, stored: string, cost: HashCost): Promise<string> {
  const { right } = await verifyPassword(password, stored, cost);
  return right ? stored : hashPassword(password, cost);
}
