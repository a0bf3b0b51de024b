import type { RegisterInput, User } from "@sheaf/contracts/accounts.ts";
import { eq, or, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { violatedIndex } from "../../platform/db/unique-violation.ts";
import { AppError } from "../../platform/errors.ts";
import type { DeviceCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { practices } from "../practices/table.ts";
import { ofUser, users } from "./table.ts";

/** The services needed for accounts: database, encryption of secrets, email. */
export type AccountServices = Pick<Services, "config" | "db" | "key" | "log" | "mail" | "queue">;

/**
 * The result of a sign-in: the user as the API returns it, the session's token, and the cookie that makes the browser
 * known to the account.
 */
export interface SignedIn {
  user: User;
  token: string;
  device: DeviceCookie;
}

/**
 * Checks that username and email address are free. Called before the password is hashed, so that a taken name costs no
 * hashing.
 * @throws AppError username-taken, email-taken
 */
export async function requireAvailable(
  db: Db,
  { username, email }: Pick<RegisterInput, "username" | "email">,
): Promise<void> {
  const rows = await db
    .select({ sameName: sql<boolean>`lower(${users.username}) = lower(${username})` })
    .from(users)
    .where(or(sql`lower(${users.username}) = lower(${username})`, sql`lower(${users.email}) = lower(${email})`));
  if (rows.some((row) => row.sameName)) throw taken.username();
  if (rows.length > 0) throw taken.email();
}

/**
 * Converts a violation of a unique index into the error for the user. Two users may choose the same name at the same
 * moment; the database accepts one of them.
 */
export function takenError(error: unknown): AppError | undefined {
  const index = violatedIndex(error);
  if (index === "users_username") return taken.username();
  return index === "users_email" ? taken.email() : undefined;
}

export const taken = {
  username: () => new AppError("username-taken", "That username is taken. Choose another."),
  email: () =>
    new AppError("email-taken", "An account with that email address exists. Sign in instead, or use another address."),
};

/** @throws AppError not-signed-in when the account was deleted a moment ago */
export async function getUser(db: Db, practiceId: string, userId: string): Promise<User> {
  const [found] = await withPractice(db).where(ofUser(practiceId, userId));
  if (!found) throw new AppError("not-signed-in", "Your account no longer exists.");
  return toUser(found.user, found.practice);
}

/** Selects users with the id and name of their practice. */
export const withPractice = (db: Db | Tx) =>
  db
    .select({ user: users, practice: { id: practices.id, name: practices.name } })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId));

/** Converts a row to the user's own view of their account in the API. */
export function toUser(row: typeof users.$inferSelect, practice: User["practice"]): User {
  const { id, username, email, firstName, lastName, role, theme, pendingEmail } = row;
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    role,
    theme,
    pendingEmail,
    practice,
    emailVerified: row.emailVerifiedAt !== null,
    twoFactor: row.totpConfirmedAt !== null,
  };
}
