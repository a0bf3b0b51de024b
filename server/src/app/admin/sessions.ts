import { hash, randomBytes } from "node:crypto";
import type { AdminSession } from "@sheaf/contracts/admin/session.ts";
import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { type ClientInfo, describeDevice } from "../../domain/accounts/index.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import { recordAdminAction } from "./admin-actions.ts";
import type { Administrator } from "./administrator.ts";
import { forgetAdminDevices } from "./known-devices.ts";
import { adminSessions, admins } from "./table.ts";

const tokenBytes = 32;
/** Fixed: unlike a user's session, using it does not extend it. */
const lifetime = sql.raw("interval '8 hours'");
/** `lastSeenAt` is updated at most this often, so that not every request causes a write. */
const lastSeenInterval = sql.raw("interval '60 seconds'");
const open = gt(adminSessions.expiresAt, sql`now()`);

/** Starts a session. @returns the bearer token. Only its hash is stored, so it cannot be retrieved later. */
export async function startAdminSession(tx: Tx, adminId: string, place: ClientInfo): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  await tx.delete(adminSessions).where(lt(adminSessions.expiresAt, sql`now()`));
  await tx.insert(adminSessions).values({
    tokenHash: hash("sha256", token),
    adminId,
    id: newId(),
    expiresAt: sql`now() + ${lifetime}`,
    address: place.address,
    userAgent: place.userAgent.slice(0, 400),
  });
  return token;
}

/** Returns the administrator to whom a token belongs; null when its session has ended. */
export async function findAdministrator(db: Db, token: string): Promise<Omit<Administrator, "address"> | null> {
  const [row] = await db
    .select({
      adminId: admins.id,
      name: admins.name,
      email: admins.email,
      role: admins.role,
      secondFactor: sql<boolean>`${admins.totpConfirmedAt} is not null`,
      sessionId: adminSessions.id,
      isStale: sql<boolean>`${adminSessions.lastSeenAt} < now() - ${lastSeenInterval}`,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(and(eq(adminSessions.tokenHash, hash("sha256", token)), open));
  if (!row) return null;
  const { isStale, ...administrator } = row;
  if (isStale) {
    await db
      .update(adminSessions)
      .set({ lastSeenAt: sql`now()` })
      .where(eq(adminSessions.tokenHash, hash("sha256", token)));
  }
  return administrator;
}

/** Returns the open sessions of the administrator, the most recently used first. */
export async function listAdminSessions(db: Db, { adminId, sessionId }: Administrator): Promise<AdminSession[]> {
  const rows = await db
    .select()
    .from(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), open))
    .orderBy(desc(adminSessions.lastSeenAt), desc(adminSessions.id));
  return rows.map(({ id, userAgent, address, createdAt, lastSeenAt, expiresAt }) => ({
    id,
    device: describeDevice(userAgent),
    address,
    current: id === sessionId,
    startedAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    endsAt: expiresAt.toISOString(),
  }));
}

/** Signs out. */
export async function endOwnSession(db: Db, administrator: Administrator): Promise<void> {
  await db.transaction(async (tx) => {
    await endSession(tx, administrator.adminId, administrator.sessionId);
    await recordAdminAction(tx, administrator, { action: "admin.signed-out" });
  });
}

/**
 * Ends one of the administrator's own sessions, and makes all browsers unknown to the account.
 * @throws AppError admin-session-not-found
 */
export async function endAdminSession(db: Db, administrator: Administrator, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, administrator.adminId, id))) {
      throw new AppError("admin-session-not-found", "That session has already ended. Reload the list.");
    }
    await forgetAdminDevices(tx, administrator.adminId);
    await recordAdminAction(tx, administrator, { action: "admin.session-ended" });
  });
}

async function endSession(tx: Tx, adminId: string, id: string): Promise<boolean> {
  const ended = await tx
    .delete(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), eq(adminSessions.id, id)))
    .returning({ id: adminSessions.id });
  return ended.length > 0;
}
