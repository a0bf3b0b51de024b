import type { differenceKinds } from "@sheaf/contracts/admin/money.ts";
import type { Transaction } from "../../../platform/paypal/paypal-transactions.ts";

/** A movement of money through PayPal, as recorded in our database. */
export interface OwnEntry {
  reference: string;
  pence: number;
  practiceId: string | null;
  at: Date;
}

export interface Difference {
  kind: (typeof differenceKinds)[number];
  reference: string;
  oursPence: number | null;
  theirsPence: number | null;
  practiceId: string | null;
  at: Date;
}

/** Returns the reference of a full refund that PayPal had not listed yet when it was entered: parse-order.ts. */
const returnOf = (captureId: string) => `Return of ${captureId}`;

/**
 * Compares PayPal's report with our records.
 * @param window the time span in which one of our entries must be in the report; the report itself covers more
 * @returns the differences, and the references that agree
 */
export function compare(
  ours: OwnEntry[],
  theirs: Transaction[],
  window: { from: Date; to: Date },
): { differences: Difference[]; agreed: string[] } {
  const moved = theirs.filter(hasMoved);
  const entries = new Map(ours.map((entry) => [entry.reference, entry]));
  const isRecorded = ({ id, about }: Transaction) =>
    entries.has(id) || (about !== null && entries.has(returnOf(about)));
  const zeroSum = zeroSumTransactions(moved.filter((move) => !isRecorded(move)));
  const known = new Set(moved.flatMap(({ id, about }) => (about === null ? [id] : [id, returnOf(about)])));
  const differences: Difference[] = [];
  const agreed: string[] = [];

  for (const { id, about, pence, at } of moved) {
    const entry = entries.get(id);
    // An entry for the whole capture covers all refunds of it that PayPal lists.
    const isEntered = entry ? entry.pence === pence : about !== null && entries.has(returnOf(about));
    if (isEntered || zeroSum.has(id)) agreed.push(id);
    else {
      const kind = entry ? "amount" : "ours-missing";
      const practiceId = entry?.practiceId ?? (about === null ? null : (entries.get(about)?.practiceId ?? null));
      differences.push({ kind, reference: id, oursPence: entry?.pence ?? null, theirsPence: pence, practiceId, at });
    }
  }
  for (const { reference, pence, practiceId, at } of ours) {
    if (known.has(reference)) agreed.push(reference);
    else if (at >= window.from && at <= window.to) {
      const theirsMissing = { kind: "theirs-missing", oursPence: pence, theirsPence: null } as const;
      differences.push({ ...theirsMissing, reference, practiceId, at });
    }
  }
  const differing = new Set(differences.map(({ reference }) => reference));
  return { differences, agreed: agreed.filter((reference) => !differing.has(reference)) };
}

/**
 * Returns the ids of unentered transactions of a capture that add up to zero, such as a payment of another amount than
 * ordered and its refund, or money that PayPal held during a dispute and released again. Nothing is left to enter for
 * them.
 */
function zeroSumTransactions(unentered: Transaction[]): Set<string> {
  const ofCapture = Map.groupBy(unentered, ({ id, about }) => about ?? id);
  // An amount in another currency makes the sum NaN, so it is never zero.
  const sumOf = (moves: Transaction[]) => moves.reduce((sum, { pence }) => sum + (pence ?? Number.NaN), 0);
  return new Set(
    [...ofCapture.values()]
      .filter((moves) => sumOf(moves) === 0)
      .flat()
      .map(({ id }) => id),
  );
}

/**
 * Excludes pending and declined transactions. A reversed one ("V") counts, since its reversal is a transaction of its
 * own.
 */
const hasMoved = ({ status }: Transaction) => status === "S" || status === "V";
