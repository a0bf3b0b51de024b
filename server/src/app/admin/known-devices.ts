import { eq, sql } from "drizzle-orm";
import type { DeviceAccount } from "../../domain/accounts/index.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { admins } from "./table.ts";

/** Returns the account that the cookie of a known device belongs to. */
export const adminAccount = ({ id, devicesKey }: { id: string; devicesKey: string }): DeviceAccount => ({
  kind: "admin",
  id,
  devicesKey,
});

/** Returns the same account for an administrator who is signed in. */
export async function readAdminAccount(db: Db, adminId: string): Promise<DeviceAccount | undefined> {
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  return admin && adminAccount(admin);
}

/** Makes all browsers unknown to the administrator's account. */
export async function forgetAdminDevices(tx: Tx, adminId: string): Promise<void> {
  await tx.update(admins).set({ devicesKey: sql`gen_random_uuid()` }).where(eq(admins.id, adminId));
}
