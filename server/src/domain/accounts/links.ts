import { hash, randomBytes } from "node:crypto";
import { linkLife } from "@sheaf/contracts/limits.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { AppError } from "../../platform/errors.ts";
import { practices } from "../practices/table.ts";
import { accountLinks, users } from "./table.ts";

export type AccountLinkKind = (typeof accountLinks.$inferSelect)["kind"];

const tokenBytes = 32;
const lifetime = {
  reset: sql.raw(`interval '${linkLife.resetMinutes} minutes'`),
  verify: sql.raw(`interval '${linkLife.verifyDays} days'`),
};
const notExpired = gt(accountLinks.expiresAt, sql`now()`);

/**
 * Creates a link that gives access to the account. The user's earlier link of the same kind stops working.
 * @param email the address that the link is sent to
 * @returns the token for `accountLink`; only its hash is stored
 */
export async function makeLink(
  tx: Tx,
  user: { practiceId: string; id: string },
  kind: AccountLinkKind,
  email: string,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString("base64url");
  const fresh = {
    tokenHash: hash("sha256", token),
    email,
    createdAt: sql`now()`,
    expiresAt: sql`now() + ${lifetime[kind]}`,
  };
  await tx
    .insert(accountLinks)
    .values({ ...fresh, practiceId: user.practiceId, userId: user.id, kind })
    .onConflictDoUpdate({ target: [accountLinks.practiceId, accountLinks.userId, accountLinks.kind], set: fresh });
  return token;
}

/**
 * Tells whether a link of this kind was made less than a minute ago, so that a second click does not send a second
 * email.
 */
export async function wasLinkJustSent(
  db: Db | Tx,
  user: { practiceId: string; id: string },
  kind: AccountLinkKind,
): Promise<boolean> {
  const recent = gt(accountLinks.createdAt, sql`now() - interval '60 seconds'`);
  const ofUser = equals(accountLinks, { practiceId: user.practiceId, userId: user.id });
  return (await db.$count(accountLinks, and(ofUser, eq(accountLinks.kind, kind), recent))) > 0;
}

/** Deletes the user's link to choose a new password, so that it stops working. */
export async function revokeResetLinks(
  tx: Tx,
  { practiceId, userId }: { practiceId: string; userId: string },
): Promise<void> {
  const ofUser = equals(accountLinks, { practiceId, userId });
  await tx.delete(accountLinks).where(and(ofUser, eq(accountLinks.kind, "reset")));
}

/** @returns null when the link was used, was replaced or has expired */
export async function findLink(db: Db | Tx, token: string) {
  const [row] = await db
    .select({ kind: accountLinks.kind, email: accountLinks.email, user: users, practiceName: practices.name })
    .from(accountLinks)
    .innerJoin(users, equals(users, { practiceId: accountLinks.practiceId, id: accountLinks.userId }))
    .innerJoin(practices, eq(practices.id, accountLinks.practiceId))
    .where(and(eq(accountLinks.tokenHash, hash("sha256", token)), notExpired));
  return row ?? null;
}

/**
 * Uses the link up. If two requests use it at the same time, only one succeeds.
 * @throws AppError link-invalid
 */
export async function takeLink(
  tx: Tx,
  token: string,
  kind: AccountLinkKind,
): Promise<{ practiceId: string; userId: string; email: string }> {
  const [taken] = await tx
    .delete(accountLinks)
    .where(and(equals(accountLinks, { tokenHash: hash("sha256", token), kind }), notExpired))
    .returning({ practiceId: accountLinks.practiceId, userId: accountLinks.userId, email: accountLinks.email });
  if (!taken) throw linkInvalidError();
  return taken;
}

export const linkInvalidError = () =>
  new AppError("link-invalid", "This link has been used, has expired or was replaced by a newer one. Ask for another.");
