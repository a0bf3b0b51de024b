import { createHash } from "node:crypto";
import { signInLimits } from "@sheaf/contracts/limits.ts";
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../db/connect.ts";
import { AppError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { loginFailures } from "../table.ts";
import { addressGroup } from "./address-group.ts";

/** Who tries, and from where, as the failures are counted. */
export interface Attempt {
  account: string;
  address: string;
  limits: Limits;
}

/** Tries within `signInLimits.windowMinutes`. */
type Limits = Record<"perAccountAndAddress" | "perAddress" | "perAccount", number>;

/**
 * @param kind the administrators' sign-in counts apart from the users', and so do asking for a new password, signing up and paying without an account, by address as well
 * @param who the account, else what was typed: either way a SHA-256 is kept and no name
 * @param address of the request
 */
export function attemptOf(
  kind: "user" | "admin" | "reset" | "sign-up" | "guest-order",
  who: { id: string } | { typed: string },
  address: string,
  limits: Limits = signInLimits,
): Attempt {
  const what = "id" in who ? `id:${who.id}` : `typed:${who.typed.toLowerCase()}`;
  const account = createHash("sha256").update(`${kind}:${what}`).digest("hex");
  const group = addressGroup(address);
  return { account, limits, address: kind === "user" || kind === "admin" ? group : `${kind}:${group}` };
}

/**
 * Asked before a password is checked, so that no work is spent on a try that cannot count.
 * @throws AppError too-many-attempts with the remaining wait
 */
export async function refuseWhenLimited(db: Db | Tx, { account, address, limits }: Attempt): Promise<void> {
  const ofAccount = eq(loginFailures.account, account);
  const ofAddress = eq(loginFailures.address, address);
  const waits = [
    waitSeconds(db, and(ofAccount, ofAddress), limits.perAccountAndAddress),
    waitSeconds(db, ofAddress, limits.perAddress),
    waitSeconds(db, ofAccount, limits.perAccount),
  ];
  const { rows } = await db.execute<{ seconds: number | null }>(
    sql`select greatest(${sql.join(waits, sql`, `)}) as seconds`,
  );
  const seconds = rows[0]?.seconds ?? 0;
  if (seconds > 0) {
    throw new AppError("too-many-attempts", `Too many attempts. Try again in ${inWords(seconds)}.`, {
      retryAfterSeconds: seconds,
    });
  }
}

/**
 * Decides a try whose password has been checked. Tries at the same account or from the same address take turns here, whichever
 * process they came to: however many are sent at once, only as many as the limits allow learn whether they were right.
 * @param right whether the password fits
 * @param also what else is written down of a try that counts, in the same transaction
 * @throws AppError too-many-attempts, also when it was right
 */
export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  right: boolean,
  also?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { account, address } = attempt;
  await db.transaction(async (tx) => {
    // Always in the same order, or two tries could wait for each other.
    for (const key of [account, address].sort()) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${key}`}, 0))`);
    }
    await refuseWhenLimited(tx, attempt);
    if (!right) await tx.insert(loginFailures).values({ id: newId(), account, address, at: sql`clock_timestamp()` });
    await also?.(tx);
  });
}

/** Of a person who has proved by other means who they are. */
export async function forgetFailuresOf(tx: Tx, userId: string): Promise<void> {
  const { account } = attemptOf("user", { id: userId }, "");
  await tx.delete(loginFailures).where(eq(loginFailures.account, account));
}

/** Failures that no longer count are no business of ours. Rows that another process is deleting are left to it. */
export async function forgetOldFailures(db: Db): Promise<void> {
  const old = db
    .select({ id: loginFailures.id })
    .from(loginFailures)
    .where(lt(loginFailures.at, sql`statement_timestamp() - ${windowLength}`))
    .limit(1000)
    .for("update", { skipLocked: true });
  await db.delete(loginFailures).where(inArray(loginFailures.id, old));
}

const windowLength = sql.raw(`interval '${signInLimits.windowMinutes} minutes'`);

/** The wait ends when the oldest of the last `limit` failures leaves the window; null while there are fewer. */
function waitSeconds(db: Db | Tx, which: SQL | undefined, limit: number) {
  const left = sql`${loginFailures.at} + ${windowLength} - statement_timestamp()`;
  return db
    .select({ seconds: sql`greatest(1, ceil(extract(epoch from ${left})))::int` })
    .from(loginFailures)
    .where(and(which, gt(loginFailures.at, sql`statement_timestamp() - ${windowLength}`)))
    .orderBy(desc(loginFailures.at))
    .offset(limit - 1)
    .limit(1);
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
