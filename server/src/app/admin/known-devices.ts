import { eq, sql } from "drizzle-orm";
import type { DeviceAccount } from "../../domain/accounts/index.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { admins } from "./table.ts";

/** As a known device is bound to it. */
export const adminAccount = ({ id, devicesKey }: { id: string; devicesKey: string }): DeviceAccount => ({
  kind: "admin",
  id,
  devicesKey,
});

/** Of an administrator who is signed in. */
export async function readAdminAccount(db: Db, adminId: string): Promise<DeviceAccount | undefined> {
  const [admin] = await db.select().from(admins).where(eq(admins.id, adminId));
  return admin && adminAccount(admin);
}

/** From now on no browser is known to the administrator's account. */
export async function forgetAdminDevices(tx: Tx, adminId: string): Promise<void> {
  await tx.update(admins).set({ devicesKey: sql`gen_random_uuid()` }).where(eq(admins.id, adminId));
}
