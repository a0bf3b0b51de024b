import { hash, randomInt } from "node:crypto";
import { and, isNull, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/db/connect.ts";
import { equals } from "../../../platform/db/equals.ts";
import { recoveryCodes } from "../table.ts";

/** Contains no letters that look like digits or like one another (Crockford's Base32). */
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const count = 10;

/**
 * Replaces the user's recovery codes with ten new ones.
 * @returns codes of the form "k7qm-x2vd-…"; only their hashes are stored, so they cannot be read again
 */
export async function replaceRecoveryCodes(tx: Tx, practiceId: string, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(tx, practiceId, userId);
  const codes = newRecoveryCodes();
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ practiceId, userId, codeHash: recoveryCodeHash(code) })));
  return codes;
}

export async function deleteRecoveryCodes(tx: Tx, practiceId: string, userId: string): Promise<void> {
  await tx.delete(recoveryCodes).where(equals(recoveryCodes, { practiceId, userId }));
}

/** @returns the number of unused codes */
export async function countRecoveryCodes(
  db: Db,
  { practiceId, userId }: { practiceId: string; userId: string },
): Promise<number> {
  const own = equals(recoveryCodes, { practiceId, userId });
  return db.$count(recoveryCodes, and(own, isNull(recoveryCodes.usedAt)));
}

/**
 * Uses a recovery code up.
 * @returns whether it was an unused code of this user
 */
export async function useRecoveryCode(
  tx: Tx,
  user: { practiceId: string; id: string },
  typed: string,
): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        equals(recoveryCodes, { practiceId: user.practiceId, userId: user.id, codeHash: recoveryCodeHash(typed) }),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ codeHash: recoveryCodes.codeHash });
  return taken.length > 0;
}

/** Creates ten codes of the form "k7qm-x2vd-…". */
export const newRecoveryCodes = () => Array.from({ length: count }, newCode);
const newCode = () => Array.from({ length: 4 }, fourCharacters).join("-");
const fourCharacters = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join("");

/**
 * Hashes a code regardless of how it was typed: capitals, spaces, dashes, and the letters o, i and l for the digits 0
 * and 1.
 */
export function recoveryCodeHash(code: string): string {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("o", "0").replaceAll(/[il]/g, "1");
  return hash("sha256", plain);
}
