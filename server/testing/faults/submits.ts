import { newId } from "../../src/platform/ids.ts";
import { openFirm } from "./firm.ts";
import { judge, type Verdict } from "./judge.ts";
import type { Stand } from "./stand.ts";

export interface SubmitsRun extends Verdict {
  submits: number;
  /** Different answers: 1 when all are equal. */
  answers: number;
}

/** The same upload, with the same key, so often in parallel. */
export async function submitEqually(stand: Stand, submits: number): Promise<SubmitsRun> {
  const firm = await openFirm(stand);
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: submits }, async () => {
      const answer = await firm.send(key, "letter.txt", "The same letter.");
      const text = await answer.text();
      if (answer.status !== 201) return `${answer.status} ${text}`;
      const { id }: { id: string } = JSON.parse(text);
      firm.taken.set(id, "letter.txt");
      return id;
    }),
  );
  const verdict = await judge(stand, [firm], { settleWithinMs: 120_000 });
  return { ...verdict, submits, answers: new Set(answers).size };
}
