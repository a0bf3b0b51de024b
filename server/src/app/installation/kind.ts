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
 * Whoever makes a practice shares this lock, and whoever changes the kind holds it alone: an own practice stays the
 * only one.
 */
const lockName = "installation-kind";

/**
 * Makes the installation one of this kind, as `INSTALLATION` does in the environment, and stores it; other processes
 * follow within seconds, and whoever calls this refreshes their own (`liveConfig.refresh`) after the transaction. As
 * "practice" the one practice there is gets unlimited use; as "service" it keeps that until an administrator ends it.
 * Nothing that was paid changes.
 * @throws AppError several-practices
 */
export async function changeInstallationKind(tx: Tx, key: Buffer, kind: InstallationKind): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  if (kind === "practice") await fitPractices(tx);
  await writeStoredSettings(tx, key, { INSTALLATION: kind });
}

/**
 * The same for a kind that is set already: nothing is stored.
 * @throws AppError several-practices
 */
export async function holdInstallationKind(tx: Tx, config: Pick<Config, "given" | "demo">): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`);
  if ((await kindInForce(tx, config)) === "practice") await fitPractices(tx);
}

/** The kind at this moment, for whoever is about to make a practice; it does not change until the transaction ends. */
export async function sharedInstallationKind(
  tx: Tx,
  config: Pick<Config, "given" | "demo">,
): Promise<InstallationKind> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(hashtextextended(${lockName}, 0))`);
  return kindInForce(tx, config);
}

/**
 * The live configuration may be seconds old, so this reads the row; the environment wins, and a demonstration is a
 * service.
 */
async function kindInForce(tx: Tx, { given, demo }: Pick<Config, "given" | "demo">): Promise<InstallationKind> {
  if (demo) return "service";
  const [stored] = await tx.select().from(installationSettings).where(eq(installationSettings.name, "INSTALLATION"));
  const value = given.INSTALLATION ?? stored?.value;
  return installationKinds.find((kind) => kind === value) ?? "service";
}

/** @throws AppError several-practices */
async function fitPractices(tx: Tx): Promise<void> {
  // A practice that was closed has no owner any more.
  const owners = await tx.select({ practiceId: users.practiceId }).from(users).where(eq(users.role, "owner")).limit(2);
  if (owners.length > 1) {
    throw new AppError(
      "several-practices",
      "This installation has more than one practice, so it stays a service. Delete the others first.",
    );
  }
  for (const { practiceId } of owners) await giveUnlimitedUse(tx, practiceId);
}
