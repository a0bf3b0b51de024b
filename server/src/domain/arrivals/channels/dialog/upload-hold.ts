import { setTimeout as delay } from "node:timers/promises";
import { idempotencyHours } from "@sheaf/contracts/limits.ts";
import { and, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../../platform/db/connect.ts";
import { equals } from "../../../../platform/db/equals.ts";
import { AppError } from "../../../../platform/errors.ts";
import { uploadKeys } from "../../table.ts";

/** When no byte arrives for this long, the receiving process counts as dead. */
const holdSeconds = 30;
const renewMs = 5_000;

/**
 * The row of `upload_keys` that every upload in progress has, so that its stored files are found when its process dies.
 * With an Idempotency-Key the row stays for a day, and a repeated request returns the same job.
 */
export interface UploadHold {
  practiceId: string;
  key: string;
  jobId: string;
  /** False without an Idempotency-Key: no request can repeat the upload, so the row is deleted once the job exists. */
  keyed: boolean;
}

/** An earlier upload with the same key has already made a job. */
export interface EarlierUpload {
  jobId: string;
  bodySha256: string;
}

/** @throws AppError bad-request */
export function checkKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === "string" && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw new AppError("bad-request", "The Idempotency-Key must be 1 to 200 visible characters.");
}

/**
 * Reserves the key before the body is read. Waits while another request with the same key is in progress.
 * @throws AbortError when the client disconnects while waiting
 */
export async function holdUpload(
  db: Db,
  upload: { practiceId: string; jobId: string; key: string | undefined; signal: AbortSignal },
): Promise<{ hold: UploadHold } | { earlier: EarlierUpload }> {
  const { practiceId, jobId, signal } = upload;
  const keyed = upload.key !== undefined;
  const hold = { practiceId, jobId, keyed, key: keyed ? `key:${upload.key}` : unkeyed(jobId) };
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const claim = (await claimNewKey(db, hold)) ? "mine" : await db.transaction((tx) => claimKnownKey(tx, hold));
    if (claim === "mine") return { hold };
    if (claim !== "busy") return { earlier: claim };
    await delay(pauseMs, undefined, { signal });
  }
}

const unkeyed = (jobId: string) => `upload:${jobId}`;
const holdEnd = sql<Date>`now() + make_interval(secs => ${holdSeconds})`;

/** @returns false when the key is known already */
async function claimNewKey(db: Db, { practiceId, key, jobId }: UploadHold): Promise<boolean> {
  const mine = await db
    .insert(uploadKeys)
    .values({ practiceId, key, jobId, heldUntil: holdEnd })
    .onConflictDoNothing()
    .returning({ key: uploadKeys.key });
  return mine.length > 0;
}

async function claimKnownKey(tx: Tx, hold: UploadHold): Promise<"mine" | "busy" | EarlierUpload> {
  const { practiceId, key, jobId } = hold;
  const [row] = await tx
    .select({
      jobId: uploadKeys.jobId,
      bodySha256: uploadKeys.bodySha256,
      held: sql<boolean>`${uploadKeys.heldUntil} > now()`,
      kept: sql<boolean>`${uploadKeys.createdAt} > now() - make_interval(hours => ${idempotencyHours})`,
    })
    .from(uploadKeys)
    .where(equals(uploadKeys, { practiceId, key }))
    .for("update");
  if (!row) return "busy"; // released since the insert: the next attempt gets it
  if (row.bodySha256 && row.jobId && row.kept) return { jobId: row.jobId, bodySha256: row.bodySha256 };
  if (!row.bodySha256 && row.held) return "busy";
  if (!row.bodySha256 && row.jobId) {
    // The process of that upload died: a row of its own lets the sweep delete its stored files.
    await tx
      .insert(uploadKeys)
      .values({ practiceId, key: unkeyed(row.jobId), jobId: row.jobId, heldUntil: sql`now()` });
  }
  await tx
    .update(uploadKeys)
    .set({ jobId, bodySha256: null, heldUntil: holdEnd, createdAt: sql`now()` })
    .where(equals(uploadKeys, { practiceId, key }));
  return "mine";
}

/** Matches the row only while this upload holds it: not taken over by another request, not deleted by the sweep. */
const ours = (hold: UploadHold) =>
  and(
    equals(uploadKeys, { practiceId: hold.practiceId, key: hold.key, jobId: hold.jobId }),
    isNull(uploadKeys.bodySha256),
  );

/** @returns a function to call for every chunk: renews the hold every few seconds without delaying the upload */
export function renewing(db: Db, hold: UploadHold): () => void {
  let renewedAt = Date.now();
  return () => {
    if (Date.now() - renewedAt < renewMs) return;
    renewedAt = Date.now();
    // A failed renewal is ignored: `settleHold` checks the hold at the end of the upload.
    db.update(uploadKeys)
      .set({ heldUntil: holdEnd })
      .where(ours(hold))
      .catch(() => {});
  };
}

/**
 * Completes the hold, in the transaction that writes the job: from then on the key returns this job.
 * @throws AppError upload-interrupted when the hold was lost
 */
export async function settleHold(tx: Tx, hold: UploadHold, bodySha256: string): Promise<void> {
  const settled = hold.keyed
    ? await tx.update(uploadKeys).set({ bodySha256 }).where(ours(hold)).returning({ key: uploadKeys.key })
    : await tx.delete(uploadKeys).where(ours(hold)).returning({ key: uploadKeys.key });
  if (settled.length === 0) throw new AppError("upload-interrupted", "The upload stopped for too long. Try again.");
}

/** Expires the hold when its files cannot be deleted now: the sweep deletes them later, and the key is free at once. */
export async function expireHold(db: Db, hold: UploadHold): Promise<void> {
  await db.update(uploadKeys).set({ heldUntil: sql`now()` }).where(ours(hold));
}

/** Deletes the hold after an error or an abort, so that the key is free for the next request. */
export async function freeHold(db: Db, hold: UploadHold): Promise<void> {
  await db.delete(uploadKeys).where(ours(hold));
}
