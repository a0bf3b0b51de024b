import type { OperatorChecklist } from "@sheaf/contracts/checklists.ts";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { deliveries } from "../../domain/delivery/table.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Db } from "../../platform/db/connect.ts";
import { backups } from "../backup/table.ts";
import { admins } from "./table.ts";

/**
 * Returns the first steps for the administrators of an installation. A demonstration has none. When all steps are done,
 * the list is dismissed for good. Mail counts as working once the mail service that is set has accepted an email of a
 * job.
 */
export async function getOperatorChecklist(db: Db, config: Config, adminId: string): Promise<OperatorChecklist> {
  if (config.demo || (await isDismissed(db, adminId))) return { steps: [] };
  const [sent, backupCount] = await Promise.all([hasSent(db, config), db.$count(backups)]);
  const steps: OperatorChecklist["steps"] = [
    { name: "mail", done: sent },
    { name: "backup", done: backupCount > 0 },
  ];
  // Only a service issues receipts, which name their seller.
  if (config.installation === "service") steps.push({ name: "seller", done: config.companyAddress.length > 0 });
  if (steps.some(({ done }) => !done)) return { steps };
  await dismissOperatorChecklist(db, adminId);
  return { steps: [] };
}

export async function dismissOperatorChecklist(db: Db, adminId: string): Promise<void> {
  await db
    .update(admins)
    .set({ checklistDismissedAt: sql`now()` })
    .where(and(eq(admins.id, adminId), isNull(admins.checklistDismissedAt)));
}

async function hasSent(db: Db, { mailTransport }: Config): Promise<boolean> {
  if (mailTransport === "outbox") return false;
  const [sent] = await db
    .select({ one: sql`1` })
    .from(deliveries)
    .where(and(eq(deliveries.provider, mailTransport), isNotNull(deliveries.sentAt)))
    .limit(1);
  return sent !== undefined;
}

async function isDismissed(db: Db, adminId: string): Promise<boolean> {
  const [admin] = await db.select({ at: admins.checklistDismissedAt }).from(admins).where(eq(admins.id, adminId));
  return admin?.at != null;
}
