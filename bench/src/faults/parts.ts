import { hanging, poison } from "@sheaf/server/testing/faults/bad-files.ts";
import { killOn, victims } from "@sheaf/server/testing/faults/kills.ts";
import { type Stand, startStand } from "@sheaf/server/testing/faults/stand.ts";
import { submitEqually } from "@sheaf/server/testing/faults/submits.ts";
import type { FaultRow } from "./table.ts";

export interface Sizes {
  /** Of processes, all kinds together. */
  kills: number;
  /** Hanging files of one practice. */
  files: number;
}

const backBarMs = 30_000;
/** Leases, claims and the sweep's minute have run out by then. */
const settleWithinMs = 300_000;

async function kills(stand: Stand, sizes: Sizes): Promise<FaultRow[]> {
  const of = (share: number) => Math.max(1, Math.round(sizes.kills * share));
  const wanted = { worker: of(0.5), converter: of(0.3), api: of(0.1), postgres: of(0.1) };
  const total = victims.reduce((sum, victim) => sum + wanted[victim], 0);
  const run = await killOn(stand, {
    ...{ kills: wanted, jobsBefore: 2, settleWithinMs },
    onKill: (done) => done % 10 === 0 && process.stderr.write(`${done} of ${total} killed …\n`),
  });
  const also = victims.map((victim) => ({
    words: `${run.kills[victim]} ${victim}`,
    holds: run.kills[victim] === wanted[victim],
  }));
  return [{ what: `${total} processes killed`, verdict: run, backMs: Math.max(...run.backMs), backBarMs, also }];
}

async function submits(stand: Stand): Promise<FaultRow[]> {
  const run = await submitEqually(stand, 100);
  const also = [
    { words: "1 job", holds: run.jobs === 1 },
    { words: "all answers equal", holds: run.answers === 1 },
  ];
  return [{ what: `${run.submits} equal submits in parallel`, verdict: run, also }];
}

async function poisoned(stand: Stand): Promise<FaultRow[]> {
  const run = await poison(stand, 3);
  const also = [{ words: `${run.victims} children killed, at most two for each file`, holds: run.victims <= 6 }];
  return [{ what: "3 files that kill their converter", verdict: run, backMs: run.othersMs, backBarMs, also }];
}

async function fairness(stand: Stand, { files }: Sizes): Promise<FaultRow[]> {
  const run = await hanging(stand, files);
  const also = [{ words: `each met one child (${run.victims})`, holds: run.victims === files }];
  return [{ what: `${files} hanging files beside another practice's one`, verdict: run, backMs: run.othersMs, also }];
}

/** Each on an installation of its own, so that what one leaves is not the next one's. */
export const parts: Record<string, (sizes: Sizes) => Promise<FaultRow[]>> = {
  submits: (sizes) => onStand(submits, sizes),
  poison: (sizes) => onStand(poisoned, sizes),
  fairness: (sizes) => onStand(fairness, sizes),
  kills: (sizes) => onStand(kills, sizes),
};

async function onStand(run: (stand: Stand, sizes: Sizes) => Promise<FaultRow[]>, sizes: Sizes): Promise<FaultRow[]> {
  const stand = await startStand();
  try {
    return await run(stand, sizes);
  } finally {
    await stand.close();
  }
}
