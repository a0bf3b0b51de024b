import type { LoginInput, RegisterInput, User } from "@sheaf/contracts/accounts.ts";
import { and, eq, or, sql } from "drizzle-orm";
import { record } from "../audit/service.ts";
import type { Db, Tx } from "../db/connect.ts";
import { violatedIndex } from "../db/unique-violation.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import { createPractice } from "../practices/service.ts";
import { practices } from "../practices/table.ts";
import { type HashCost, hashPassword, verifyPassword } from "./password-hash.ts";
import { passwordWeakness } from "./password-rules.ts";
import { endSession, forgetEndedSessions, type Place, startSession } from "./sessions.ts";
import { attemptOf, forgetOldFailures, refuseWhenLimited, settleAttempt } from "./sign-in-limits.ts";
import { users } from "./table.ts";

/** Somebody has just signed in: what the API answers, and the token for the cookie. */
export interface SignedIn {
  user: User;
  token: string;
}

/**
 * A new practice with its owner, who is signed in at once.
 * @throws AppError weak-password, username-taken, email-taken
 */
export async function register(db: Db, cost: HashCost, input: RegisterInput, place: Place): Promise<SignedIn> {
  const weakness = passwordWeakness(input.password, { ...input, names: [input.firstName, input.lastName] });
  if (weakness) throw new AppError("weak-password", weakness);
  await refuseTaken(db, input);

  const passwordHash = await hashPassword(input.password, cost);
  try {
    return await db.transaction(async (tx) => {
      const practice = await createPractice(tx, input.practiceName || `${input.firstName} ${input.lastName}`);
      const { username, email, firstName, lastName } = input;
      const [row] = await tx
        .insert(users)
        .values({
          ...{
            practiceId: practice.id,
            id: newId(),
            role: "owner",
            username,
            email,
            firstName,
            lastName,
            passwordHash,
          },
          termsAcceptedAt: sql`now()`,
        })
        .returning();
      if (!row) throw new Error("The new user was not answered by the database");
      const actor = { practiceId: practice.id, userId: row.id, address: place.address };
      await record(tx, { ...actor, action: "account.registered" });
      return { user: answer(row, practice), token: await startSession(tx, row, place) };
    });
  } catch (error) {
    throw takenMeanwhile(error) ?? error;
  }
}

/**
 * Said before the password is hashed, so that a taken name costs nothing.
 * @throws AppError username-taken, email-taken
 */
export async function refuseTaken(
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

/** Two people may choose the same name at the same moment: the database decides, and one of them is told by this. */
export function takenMeanwhile(error: unknown): AppError | undefined {
  const index = violatedIndex(error);
  if (index === "users_username") return taken.username();
  return index === "users_email" ? taken.email() : undefined;
}

const taken = {
  username: () => new AppError("username-taken", "That username is taken. Choose another."),
  email: () =>
    new AppError("email-taken", "An account with that email address exists. Sign in instead, or use another address."),
};

/**
 * By username or email address. Answers and time are the same whether or not there is such an account.
 * @throws AppError wrong-credentials, too-many-attempts
 */
export async function login(db: Db, cost: HashCost, input: LoginInput, place: Place): Promise<SignedIn> {
  const found = await findByName(db, input.username);
  const attempt = attemptOf("user", found?.user ?? { typed: input.username }, place.address);
  await refuseWhenLimited(db, attempt);

  const { right, outdated } = await verifyPassword(input.password, found?.user.passwordHash ?? null, cost);
  await settleAttempt(db, attempt, right);
  if (!found || !right) {
    await forgetOldFailures(db);
    throw new AppError("wrong-credentials", "Username or password is wrong.");
  }
  const { user, practice } = found;
  if (user.suspendedAt) {
    throw new AppError("wrong-credentials", "Your access is suspended. Ask the owner of your practice.");
  }

  const rehashed = outdated ? await hashPassword(input.password, cost) : undefined;
  const token = await db.transaction(async (tx) => {
    if (rehashed) await replaceHash(tx, user, rehashed);
    const actor = { practiceId: user.practiceId, userId: user.id, address: place.address };
    await record(tx, { ...actor, action: "account.signed-in" });
    return startSession(tx, user, place);
  });
  await forgetEndedSessions(db);
  return { user: answer(user, practice), token };
}

/** Ends the session that the token stands for; one that has ended already is fine. */
export async function logout(db: Db, token: string, address: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await endSession(tx, token);
    if (ended) await record(tx, { ...ended, address, action: "account.signed-out" });
  });
}

/** @throws AppError not-signed-in when the account was deleted a moment ago */
export async function getUser(db: Db, practiceId: string, userId: string): Promise<User> {
  const [found] = await withPractice(db).where(and(eq(users.practiceId, practiceId), eq(users.id, userId)));
  if (!found) throw new AppError("not-signed-in", "Your account no longer exists.");
  return answer(found.user, found.practice);
}

type UserRow = typeof users.$inferSelect;

const withPractice = (db: Db) =>
  db
    .select({ user: users, practice: { id: practices.id, name: practices.name } })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId));

/** A username never holds an @, so a name fits one account at most. */
async function findByName(db: Db, name: string) {
  const column = name.includes("@") ? users.email : users.username;
  const [found] = await withPractice(db).where(sql`lower(${column}) = lower(${name})`);
  return found;
}

/** Unless the password was changed meanwhile. */
async function replaceHash(tx: Tx, user: UserRow, passwordHash: string): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash })
    .where(
      and(eq(users.practiceId, user.practiceId), eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)),
    );
}

function answer(row: UserRow, practice: User["practice"]): User {
  const { id, username, email, firstName, lastName, role, theme, pendingEmail } = row;
  return {
    ...{ id, username, email, firstName, lastName, role, theme, pendingEmail, practice },
    emailVerified: row.emailVerifiedAt !== null,
    twoFactor: row.totpConfirmedAt !== null,
  };
}
