import { createHash, randomBytes } from "node:crypto";
import { makePractice } from "@sheaf/server/app/sign-up/register.ts";
import { hashPassword } from "@sheaf/server/domain/accounts/passwords/password-hash.ts";
import { readConfig } from "@sheaf/server/platform/config/config.ts";
import type { Db } from "@sheaf/server/platform/db/connect.ts";
import { newId } from "@sheaf/server/platform/ids.ts";
import { sql } from "drizzle-orm";
import type { Locator, Page } from "playwright-core";
import type { Installation } from "./harness.ts";
import { withDatabase } from "./subscription.ts";

/** Whether these journeys are walked in an installation for its own practice; vitest.config.ts says so by the variable. */
export const inOwnPractice = process.env.INSTALLATION === "practice";

/** Where one signs in: with a tab beside it for signing up, unless nobody signs up. */
export const signInForm = (page: Page): Locator =>
  inOwnPractice ? page.getByRole("main") : page.getByRole("tabpanel", { name: "Sign In" });

/**
 * A new person of an own practice, signed in: its owner where it has none yet, else somebody whom the owner has invited.
 * @param password which they choose
 */
export async function enterOwnPractice(
  sheaf: Installation,
  page: Page,
  { username, password, confirmed }: { username: string; password: string; confirmed: boolean },
): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const email = `${username}@example.com`;
  const isOwner = await withDatabase(sheaf.dataDir, async (db) => {
    const { rows } = await db.execute<{ practice_id: string; id: string }>(
      sql`select practice_id, id from users where role = 'owner'`,
    );
    if (rows[0]) await invite(db, rows[0], { email, token });
    else await makeOwner(db, { username, password, email, confirmed });
    return rows.length === 0;
  });
  if (isOwner) {
    await page.goto(`${sheaf.url}/auth`);
    const form = signInForm(page);
    await form.getByLabel("Username or email").fill(username);
    await form.getByLabel("Password", { exact: true }).fill(password);
    await form.getByRole("button", { name: "Sign In" }).click();
  } else {
    await page.goto(`${sheaf.url}/auth/invitation?token=${token}`);
    await page.getByLabel("First name").fill("Anna");
    await page.getByLabel("Last name").fill("Okafor");
    await page.getByLabel("Username", { exact: true }).fill(username);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Join Okafor & Co" }).click();
  }
  await page.waitForURL("**/dashboard");
}

/** As if the owner had invited this address; the token is known to the email's reader alone otherwise. */
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

/** As set-up leaves it. That journey is set-up.journey.ts's. */
export async function makeOwner(
  db: Db,
  { username, password, email, confirmed }: { username: string; password: string; email: string; confirmed: boolean },
): Promise<void> {
  const config = readConfig({ INSTALLATION: "practice" });
  const person = {
    username,
    email,
    firstName: "Anna",
    lastName: "Okafor",
    practiceName: "Okafor & Co",
    passwordHash: await hashPassword(password, config),
    ...(confirmed ? { emailVerifiedAt: sql`now()` } : {}),
  };
  await db.transaction((tx) => makePractice(tx, { config }, person, { address: "127.0.0.1" }));
}
