import { count } from "@sheaf/contracts/words.ts";
import { isNull, sql } from "drizzle-orm";
import { clock } from "../../platform/db/clock.ts";
import type { Db, Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import { isSetUpCode, setUpCode } from "./code.ts";
import { findOpenSetUp } from "./state.ts";
import { installationSetUp } from "./table.ts";

type Needs = Pick<Services, "config" | "db" | "key">;

/** How many wrong codes in a row are free of a wait. */
const freeTries = 5;
/** The longest wait. With a longer one, an attacker who keeps trying could lock the operator out. */
const maxWaitSeconds = 30;

/** Remaining wait: 2 s after 5 wrong codes, then 4, 8, 16 and 30 s, from the last wrong one. */
const waitSeconds = sql<number>`(case when ${installationSetUp.failures} < ${freeTries} then 0 else
  greatest(0, ceil(extract(epoch from ${installationSetUp.failedAt} - ${clock})
    + least(${maxWaitSeconds}, power(2, least(${installationSetUp.failures} - ${freeTries - 1}, 10))))) end)::int`;

/**
 * Checks the code of set-up. Wrong codes are counted for the whole installation, from all addresses. During a wait no
 * code is checked: the right one is refused as well, and nothing is counted.
 * @throws AppError set-up-ended, set-up-code-wrong, too-many-attempts with the remaining wait
 */
export async function requireSetUpCode({ config, db, key }: Needs, typed: string): Promise<void> {
  // Checked before the row is locked, so that many simultaneous tries do not wait for each other.
  await refuseWhileWaiting(db);
  // Thrown after the transaction, so that the count is stored.
  const refusal = await db.transaction(async (tx) => {
    const row = await findOpenSetUp(tx, config, { lock: true });
    if (!row) return setUpEnded(config.installation);
    await refuseWhileWaiting(tx);
    if (isSetUpCode(typed, setUpCode(key, row.nonce))) {
      if (row.failures > 0) await forgetWrongCodes(tx);
      return undefined;
    }
    await tx.update(installationSetUp).set({ failures: row.failures + 1, failedAt: clock });
    return wrongCodeError();
  });
  if (refusal) throw refusal;
}

async function refuseWhileWaiting(db: Db | Tx): Promise<void> {
  const [open] = await db
    .select({ seconds: waitSeconds })
    .from(installationSetUp)
    .where(isNull(installationSetUp.endedAt));
  if (open && open.seconds > 0) throw tooManyCodes(open.seconds);
}

/** Resets the count, so that the next code can be tried at once. Only commands on the machine call it. */
export async function forgetWrongCodes(tx: Pick<Tx, "update">): Promise<void> {
  await tx.update(installationSetUp).set({ failures: 0, failedAt: null });
}

const wrongCodeError = () =>
  new AppError(
    "set-up-code-wrong",
    "This is not the code of this installation. `./sheaf setup-address` prints the address with the right one.",
  );

const tooManyCodes = (seconds: number) =>
  new AppError(
    "too-many-attempts",
    `Too many wrong codes. Try again in ${count(seconds, "second")}, or run \`./sheaf setup-address\` on the machine: then it works at once.`,
    { retryAfterSeconds: seconds },
  );

/** @param kind of the installation as it was set up */
export const setUpEnded = (kind: Services["config"]["installation"]): AppError =>
  new AppError("set-up-ended", `This installation has been set up. Sign in at ${signInPath(kind)}.`);

/** Returns the path at which the person who set up a new installation signs in. */
export const signInPath = (kind: Services["config"]["installation"]): "/auth" | "/admin/login" =>
  kind === "practice" ? "/auth" : "/admin/login";
