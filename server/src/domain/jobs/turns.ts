import type { Tx } from "../../platform/db/connect.ts";
import { equals } from "../../platform/db/equals.ts";
import { withPagesOf } from "./earlier-outputs.ts";
import type { PageTurn } from "./readings.ts";
import type { JobRef, JobRow } from "./status.ts";
import { jobFiles, outputs } from "./table.ts";

/** Sets how far pages of files are turned in all PDFs; other pages of these files keep their turn. */
export async function setTurns(tx: Tx, ref: JobRef, turnsByFile: Map<string, PageTurn[]>): Promise<void> {
  const { practiceId, jobId } = ref;
  const files = await tx
    .select({ id: jobFiles.id, turns: jobFiles.turns })
    .from(jobFiles)
    .where(equals(jobFiles, { practiceId, jobId }));
  for (const { id, turns } of files) {
    const changed = turnsByFile.get(id);
    if (!changed) continue;
    const kept = turns.filter(({ page }) => !changed.some((one) => one.page === page));
    const set = [...kept, ...changed].filter(({ turn }) => turn !== 0).toSorted((one, other) => one.page - other.page);
    await tx.update(jobFiles).set({ turns: set }).where(equals(jobFiles, { practiceId, jobId, id }));
  }
}

/** Turns the pages of files that no PDF contains yet; those of PDFs that exist are turned on request only. */
export async function turnNewPages(
  tx: Tx,
  { practiceId, id: jobId }: JobRow,
  turnsByFile: Map<string, PageTurn[]>,
): Promise<void> {
  if (turnsByFile.size === 0) return;
  const ref = { practiceId, jobId };
  const made = await tx
    .select({ fileIds: outputs.fileIds })
    .from(outputs)
    .where(withPagesOf(ref, [...turnsByFile.keys()]));
  const used = new Set(made.flatMap(({ fileIds }) => fileIds));
  await setTurns(tx, ref, new Map([...turnsByFile].filter(([fileId]) => !used.has(fileId))));
}
