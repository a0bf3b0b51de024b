import type { differenceKinds } from "@sheaf/contracts/admin/money.ts";
import type { Transaction } from "../../../platform/paypal/paypal-transactions.ts";

/** Money that came or went through PayPal, as our own books have it. */
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

/** How a return is entered that PayPal had not listed yet: settle.ts. */
const returnOf = (captureId: string) => `Return of ${captureId}`;

/**
 * Holds PayPal's report against our books.
 * @param window from when and until when an entry of ours must be in the report; the report itself reaches further
 * @returns what differs, and the references of what agrees
 */
export function compare(
  ours: OwnEntry[],
  theirs: Transaction[],
  window: { from: Date; to: Date },
): { differences: Difference[]; agreed: string[] } {
  const moved = theirs.filter(hasMoved);
  const entries = new Map(ours.map((entry) => [entry.reference, entry]));
  const isTold = ({ id, about }: Transaction) => entries.has(id) || (about !== null && entries.has(returnOf(about)));
  const undone = undoneIn(moved.filter((move) => !isTold(move)));
  const known = new Set(moved.flatMap(({ id, about }) => (about === null ? [id] : [id, returnOf(about)])));
  const differences: Difference[] = [];
  const agreed: string[] = [];

  for (const { id, about, pence, at } of moved) {
    const entry = entries.get(id);
    // What was entered for the whole capture covers whatever PayPal lists of its return.
    const isEntered = entry ? entry.pence === pence : about !== null && entries.has(returnOf(about));
    if (isEntered || undone.has(id)) agreed.push(id);
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
 * Of what was never entered, the moves about one capture that add up to nothing, such as a payment of another amount
 * than was ordered and its return, or what PayPal held back over a dispute and let go again: the money is where it was,
 * and nothing is left to enter.
 */
function undoneIn(unentered: Transaction[]): Set<string> {
  const ofCapture = Map.groupBy(unentered, ({ id, about }) => about ?? id);
  // What is no amount of GBP cannot be reckoned up.
  const sumOf = (moves: Transaction[]) => moves.reduce((sum, { pence }) => sum + (pence ?? Number.NaN), 0);
  return new Set(
    [...ofCapture.values()]
      .filter((moves) => sumOf(moves) === 0)
      .flat()
      .map(({ id }) => id),
  );
}

/** Neither what waits nor what was declined; what moved and went back is told by two transactions. */
const hasMoved = ({ status }: Transaction) => status === "S" || status === "V";
