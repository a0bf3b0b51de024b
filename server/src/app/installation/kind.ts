import { type InstallationKind, installationKinds } from "@sheaf/contracts/installation.ts";
import { eq, sql } from "drizzle-orm";
import { users } from "../../domain/accounts/table.ts";
import { giveUnlimitedUse } from "../../domain/billing/index.ts";
import type { Config } from "../../platform/config/config.ts";
import { writeStoredSettings } from "../../platform/config/stored-settings.ts";
import { installationSettings } from "../../platform/config/table.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";

/**
 * Advisory lock: transactions that create a practice take it shared, those that change the kind take it exclusively.
 * This ensures that an own practice stays the only one.
 */
const lockName = "installation-kind";

/**
 * Changes the kind of the installation and stores it; `INSTALLATION` in the environment has the same effect. Other
 * processes follow within seconds; the caller refreshes its own configuration (`liveConfig.refresh`) after the
 * transaction. For "practice", the only practice gets unlimited use; for "service", it keeps that until an
 * administrator ends it. Payments do not change.
 * @throws AppError several-practices
 */
export async function changeInstallationKind(tx: Tx, key: Buffer, kind: InstallationKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  if (kind === "practice") await adaptPractices(tx);
  await writeStoredSettings(tx, key, { INSTALLATION: kind });
}

/**
 * Locks the current kind, and gives an own practice its unlimited use. Stores nothing.
 * @throws AppError several-practices
 */
export async function lockInstallationKind(tx: Tx, config: Pick<Config, "given" | "demo">): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  if ((await kindInForce(tx, config)) === "practice") await adaptPractices(tx);
}

/**
 * Returns the current kind, for a transaction that is about to create a practice. The kind does not change until the
 * transaction ends.
 */
export async function sharedInstallationKind(
  tx: Tx,
  config: Pick<Config, "given" | "demo">,
): Promise<InstallationKind> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName}, 0))`);
  return kindInForce(tx, config);
}

/**
 * Reads the kind from the row, because the live configuration may be seconds old. The environment takes precedence, and
 * a demonstration is always a service.
 */
async function kindInForce(tx: Tx, { given, demo }: Pick<Config, "given" | "demo">): Promise<InstallationKind> {
  if (demo) return "service";
  const [stored] = await tx.select().from(installationSettings).where(eq(installationSettings.name, "INSTALLATION"));
  const value = given.INSTALLATION ?? stored?.value;
  return installationKinds.find((kind) => kind === value) ?? "service";
}

/** @throws AppError several-practices */
async function adaptPractices(tx: Tx): Promise<void> {
  // A closed practice has no owner, so owners identify the open practices.
  const owners = await tx.select({ practiceId: users.practiceId }).from(users).where(eq(users.role, "owner")).limit(2);
  if (owners.length > 1) {
    throw new AppError(
      "several-practices",
      "This installation has more than one practice, so it stays a service. Delete the others first.",
    );
  }
  for (const { practiceId } of owners) await giveUnlimitedUse(tx, practiceId);
}
