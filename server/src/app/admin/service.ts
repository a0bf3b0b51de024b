import type { AdminProfile } from "@sheaf/contracts/admin/session.ts";
import { email as emailField } from "@sheaf/contracts/fields.ts";
import { and, eq, isNull } from "drizzle-orm";
import { type HashCost, hashPassword, passwordWeakness } from "../../domain/accounts/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { violatedIndex } from "../../platform/db/unique-violation.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { endSetUp } from "../set-up/state.ts";
import type { Administrator } from "./administrator.ts";
import { requiresSecondFactor } from "./guard.ts";
import { adminRecoveryCodes, admins } from "./table.ts";

/**
 * Creates an administrator. Called by a command.
 * @throws AppError bad-request, weak-password, email-taken
 */
export async function createAdmin(
  db: Db,
  cost: HashCost,
  input: { name: string; email: string; password: string },
): Promise<{ id: string; name: string; email: string; role: string }> {
  const name = input.name.trim();
  if (name === "") throw new AppError("bad-request", "Name is required.");
  const address = emailField.safeParse(input.email);
  if (!address.success) throw new AppError("bad-request", `"${input.email}" is not an email address.`);
  const email = address.data;
  const weakness = passwordWeakness(input.password, { email, names: name.split(/\s+/) });
  if (weakness) throw new AppError("weak-password", weakness);

  const passwordHash = await hashPassword(input.password, cost);
  try {
    const { id, role } = await db.transaction((tx) => insertAdmin(tx, { name, email, passwordHash }));
    return { id, name, email, role };
  } catch (error) {
    if (violatedIndex(error) !== "admins_email") throw error;
    throw new AppError("email-taken", `An administrator with the address ${email} already exists.`);
  }
}

/** Stores an administrator. The first one ends the set-up of the installation. */
export async function insertAdmin(tx: Tx, admin: { name: string; email: string; passwordHash: string }) {
  await endSetUp(tx);
  const [row] = await tx
    .insert(admins)
    .values({ id: newId(), ...admin })
    .returning();
  if (!row) throw new Error("The database returned no row for the new administrator");
  return row;
}

/** GET /api/admin/me */
export async function getAdminProfile(
  { config, db }: { config: Pick<Config, "demo">; db: Db },
  administrator: Administrator,
): Promise<AdminProfile> {
  const { adminId, name, email, role, secondFactor } = administrator;
  const unused = and(eq(adminRecoveryCodes.adminId, adminId), isNull(adminRecoveryCodes.usedAt));
  return {
    id: adminId,
    name,
    email,
    role,
    twoFactor: secondFactor,
    twoFactorRequired: requiresSecondFactor(config),
    recoveryCodesLeft: await db.$count(adminRecoveryCodes, unused),
  };
}
