import { hash } from "node:crypto";
import { signInLimits } from "@sheaf/contracts/limits.ts";
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { AppError } from "../../../platform/errors.ts";
import { addressGroup } from "../../../platform/http/address-group.ts";
import { newId } from "../../../platform/ids.ts";
import { loginFailures } from "../table.ts";
import { isTotpCode } from "../two-factor/totp.ts";

/** Who tries, and from where, as the failures are counted. */
export interface Attempt {
  account: string;
  address: string;
  limits: Limits;
}

/** Failed tries within `signInLimits.windowMinutes`. */
export interface Limits {
  perAccountAndAddress: number;
  perAddress: number;
  perAccount: number;
  /**
   * Refuse every other try beyond `perAccount`. Left out: each address still gets one in `signInLimits.slowSeconds`.
   */
  closesAccount?: boolean;
}

/** Passwords, codes and everything else are counted apart, and administrators apart from users. */
type Kind = "user" | "user-code" | "admin" | "admin-code" | "reset" | "sign-up" | "guest-order" | "set-up-email";

/**
 * Where a try comes from: a browser that has proved itself is counted alone, whatever others do at the account or the
 * address.
 */
export type Origin = { address: string } | { device: string } | { session: string };

/** @param who the account, else what was typed: either way a SHA-256 is kept and no name */
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
 * Six digits can be guessed by many addresses together, so there is an end to trying them. A recovery code cannot be
 * guessed.
 */
export const codeLimits = (code: string): Limits => ({ ...signInLimits, closesAccount: isTotpCode(code) });

/**
 * Asked before a password is checked, so that no work is spent on a try that cannot count.
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
 * Decides a try. Tries at the same account or from the same address take turns here, whichever process they came to:
 * however many are sent at once, only as many as the limits allow learn whether they were right.
 * @param check whether the try is right: what was found before, or a check that is made only when the limits allow the
 *   try, such as one that uses a code up
 * @param onWrong what else is written down of a wrong try that counts, in the same transaction
 * @returns whether the try is right
 * @throws AppError too-many-attempts, also when it was right
 */
export async function settleAttempt(
  db: Db,
  attempt: Attempt,
  check: boolean | ((tx: Tx) => Promise<boolean>),
  onWrong?: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { account, address } = attempt;
  return db.transaction(async (tx) => {
    // Always in the same order, or two tries could wait for each other.
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

/** Wrong passwords of a person who has proved by other means who they are; wrong codes still count. */
export async function clearFailures(tx: Tx, userId: string): Promise<void> {
  const { account } = attemptOf("user", { id: userId }, { address: "" });
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
const slowLength = sql.raw(`interval '${signInLimits.slowSeconds} seconds'`);

/** The wait ends when the oldest of the last `limit` failures leaves the window; null while there are fewer. */
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
