import type { differenceKinds } from "@sheaf/contracts/admin/money.ts";
import type { Transaction } from "../paypal-transactions.ts";

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
  const returned = returnedUnentered(moved, entries);
  const known = new Set(moved.flatMap(({ id, about }) => (about === null ? [id] : [id, returnOf(about)])));
  const differences: Difference[] = [];
  const agreed: string[] = [];

  for (const { id, about, pence, at } of moved) {
    const entry = entries.get(id);
    // What was entered for the whole capture covers whatever PayPal lists of its return.
    const isEntered = entry ? entry.pence === pence : about !== null && entries.has(returnOf(about));
    const isCovered = isEntered || returned.has(about ?? id);
    if (isCovered) agreed.push(id);
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
 * Captures that our books never had, such as of another amount than was ordered, and that went back as a whole: the money is
 * where it was, and nothing is left to enter.
 */
function returnedUnentered(moved: Transaction[], entries: Map<string, OwnEntry>): Set<string> {
  const ofCapture = Map.groupBy(moved, ({ id, about }) => about ?? id);
  const whole = [...ofCapture].filter(([captureId, moves]) => {
    const isUnknown = [captureId, returnOf(captureId), ...moves.map(({ id }) => id)].every((id) => !entries.has(id));
    // What is no amount of GBP cannot be reckoned up.
    const left = moves.reduce((sum, { pence }) => sum + (pence ?? Number.NaN), 0);
    return isUnknown && left === 0;
  });
  return new Set(whole.map(([captureId]) => captureId));
}

/** Neither what waits nor what was declined; what moved and went back is told by two transactions. */
const hasMoved = ({ status }: Transaction) => status === "S" || status === "V";
