import { hash } from "node:crypto";
import { signInLimits } from "@sheaf/contracts/limits.ts";
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { addressGroup } from "../../../platform/http/address-group.ts";
import { newId } from "../../../platform/ids.ts";
import { loginFailures } from "../table.ts";
import { isTotpCode } from "../two-factor/totp.ts";

/** The keys under which a failed attempt is counted, with the limits that apply. */
export interface Attempt {
  account: string;
  address: string;
  limits: Limits;
}

/** Limits on failed attempts within `signInLimits.windowMinutes`. */
export interface Limits {
  perAccountAndAddress: number;
  perAddress: number;
  perAccount: number;
  /**
   * Refuses every attempt beyond `perAccount`. If left out, each address may still make one attempt per
   * `signInLimits.slowSeconds`.
   */
  closesAccount?: boolean;
}

/** Kinds of attempt, each counted separately: passwords, codes and so on, and administrators separately from users. */
type Kind = "user" | "user-code" | "admin" | "admin-code" | "reset" | "sign-up" | "guest-order" | "set-up-email";

/**
 * Where an attempt comes from. Attempts of a known device or of a session are counted on their own, independent of
 * other attempts at the account or from the address.
 */
export type Origin = { address: string } | { device: string } | { session: string };

/**
 * Computes the keys under which an attempt is counted.
 * @param who the account, or else the name that was entered; only a SHA-256 of it is stored
 */
export function attemptOf(
  kind: Kind,
  who: { id: string } | { typed: string },
  origin: Origin,
  limits: Limits = signInLimits,
): Attempt {
  const what = "id" in who ? `id:${who.id}` : `typed:${who.typed.toLowerCase()}`;
  if ("address" in origin) {
    const group = addressGroup(origin.address);
    const address = kind === "user" || kind === "admin" ? group : `${kind}:${group}`;
    return { account: hash("sha256", `${kind}:${what}`), address, limits };
  }
  const own = "device" in origin ? `device:${origin.device}` : `session:${origin.session}`;
  return { account: hash("sha256", `${kind}:${what}:${own}`), address: own, limits };
}

/**
 * Limits for codes. Many addresses together could guess six digits, so the account is closed to codes beyond the limit.
 * A recovery code cannot be guessed.
 */
export const codeLimits = (code: string): Limits => ({ ...signInLimits, closesAccount: isTotpCode(code) });

/**
 * Refuses an attempt beyond the limits. Called before a password is checked, so that no work is spent on a refused
 * attempt.
 * @throws AppError too-many-attempts with the remaining wait
 */
export async function refuseWhenLimited(db: Db | Tx, { account, address, limits }: Attempt): Promise<void> {
  const ofAccount = eq(loginFailures.account, account);
  const ofAddress = eq(loginFailures.address, address);
  const ofBoth = and(ofAccount, ofAddress);
  const accountFull = waitSeconds(db, ofAccount, limits.perAccount);
  const slow = waitSeconds(db, ofBoth, 1, slowLength);
  const waits = [
    waitSeconds(db, ofBoth, limits.perAccountAndAddress),
    waitSeconds(db, ofAddress, limits.perAddress),
    limits.closesAccount ? sql`${accountFull}` : sql`case when ${accountFull} > 0 then ${slow} end`,
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
 * Decides whether an attempt succeeds, and counts it if it fails. Advisory locks serialise attempts at the same account
 * or from the same address across all processes: however many are sent at once, only as many as the limits allow find
 * out whether they were right.
 * @param check whether the attempt is right: a result found before, or a function that is called only when the limits
 *   allow the attempt, for example one that uses a code up
 * @param onWrong writes further records of a wrong attempt, in the same transaction
 * @returns whether the attempt is right
 * @throws AppError too-many-attempts, even when the attempt was right
 */
export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  check: boolean | ((tx: Tx) => Promise<boolean>),
  onWrong?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { account, address } = attempt;
  return db.transaction(async (tx) => {
    // Locked in a fixed order, so that two attempts cannot deadlock.
    for (const key of [account, address].sort()) {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in:${key}`}, 0))`);
    }
    await refuseWhenLimited(tx, attempt);
    const right = typeof check === "boolean" ? check : await check(tx);
    if (right) return true;
    await tx.insert(loginFailures).values({ id: newId(), account, address, at: sql`clock_timestamp()` });
    await onWrong?.(tx);
    return false;
  });
}

/** Deletes the failed password attempts of a user who has proved their identity otherwise. Wrong codes still count. */
export async function clearFailures(tx: Tx, userId: string): Promise<void> {
  const { account } = attemptOf("user", { id: userId }, { address: "" });
  await tx.delete(loginFailures).where(eq(loginFailures.account, account));
}

/** Deletes failures that no longer count. Skips rows that another process is deleting. */
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
const slowLength = sql.raw(`interval '${signInLimits.slowSeconds} seconds'`);

/**
 * Selects the seconds until the oldest of the last `limit` failures leaves the window; no row while there are fewer
 * failures.
 */
function waitSeconds(db: Db | Tx, which: SQL | undefined, limit: number, window = windowLength) {
  const left = sql`${loginFailures.at} + ${window} - statement_timestamp()`;
  return db
    .select({ seconds: sql`greatest(1, ceil(extract(epoch from ${left})))::int` })
    .from(loginFailures)
    .where(and(which, gt(loginFailures.at, sql`statement_timestamp() - ${window}`)))
    .orderBy(desc(loginFailures.at))
    .offset(limit - 1)
    .limit(1);
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
