import { createHash, randomBytes } from "node:crypto";
import { makePractice } from "@sheaf/server/app/sign-up/register.ts";
import { hashPassword } from "@sheaf/server/domain/accounts/passwords/password-hash.ts";
import { readConfig } from "@sheaf/server/platform/config/config.ts";
import type { Db } from "@sheaf/server/platform/db/connect.ts";
import { newId } from "@sheaf/server/platform/ids.ts";
import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import { withDatabase } from "./subscription.ts";

/** Whether the journeys run in an own practice; vitest.config.ts sets the variable. */
export const inOwnPractice = process.env.INSTALLATION === "practice";

/** The sign-in form: a tab beside the one for signing up, or the whole page where nobody can sign up. */
export const signInForm = (page: Page): Locator =>
  inOwnPractice ? page.getByRole("main") : page.getByRole("tabpanel", { name: "Sign In" });

/** A new user, with what they would type to register. */
export interface Newcomer {
  username: string;
  password: string;
  email: string;
  firstName: string;
  lastName: string;
  practiceName: string;
}

/** Returns the username of the owner; undefined while the practice has no members. */
export const ownerOfOwnPractice = (dataDir: string): Promise<string | undefined> =>
  withDatabase(dataDir, async (db) => (await findOwner(db))?.username);

/**
 * Makes a new user the owner of a practice that has none, or invites them.
 * @param options.confirmed false for an owner who has not confirmed their address; an invited user's address counts as
 * confirmed
 * @returns the request with which they sign in or join
 */
export async function addToOwnPractice(
  dataDir: string,
  person: Newcomer,
  { confirmed = true } = {},
): Promise<{ path: string; body: object }> {
  const { username, password, email, firstName, lastName } = person;
  const token = randomBytes(32).toString("base64url");
  const isInvited = await withDatabase(dataDir, async (db) => {
    const owner = await findOwner(db);
    if (owner) await invite(db, owner, { email, token });
    else await makeOwner(db, person, { confirmed });
    return owner !== undefined;
  });
  return isInvited
    ? { path: "/api/invitations/accept", body: { token, username, password, firstName, lastName } }
    : { path: "/api/login", body: { username, password } };
}

async function findOwner(db: Db) {
  const { rows } = await db.execute<{ practice_id: string; id: string; username: string }>(
    sql`select practice_id, id, username from users where role = 'owner'`,
  );
  return rows[0];
}

/** Inserts an invitation as if the owner had sent it; the token would otherwise be known from the email only. */
function invite(
  db: Db,
  owner: { practice_id: string; id: string },
  { email, token }: { email: string; token: string },
) {
  const tokenHash = createHash("sha256").update(token).digest("hex");
  return db.execute(sql`
    insert into invitations (practice_id, id, email, invited_by_id, token_hash, expires_at)
    values (${owner.practice_id}, ${newId()}, ${email}, ${owner.id}, ${tokenHash}, now() + interval '7 days')`);
}

/** Creates the owner as set-up does. Set-up itself is tested in set-up.journey.ts. */
async function makeOwner(db: Db, owner: Newcomer, { confirmed }: { confirmed: boolean }): Promise<void> {
  const config = readConfig({ INSTALLATION: "practice" });
  const person = {
    ...owner,
    passwordHash: await hashPassword(owner.password, config),
    ...(confirmed ? { emailVerifiedAt: sql`now()` } : {}),
  };
  await db.transaction((tx) => makePractice(tx, { config }, person, { address: "127.0.0.1" }));
}
