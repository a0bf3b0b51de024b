import { newId } from "../../src/platform/ids.ts";
import { judge, type Verdict } from "./judge.ts";
import { openPracticeClient } from "./practice-client.ts";
import type { TestBed } from "./test-bed.ts";

export interface SubmitsRun extends Verdict {
  submits: number;
  /** Number of different responses: 1 when all are equal. */
  answers: number;
}

/** Sends the same upload with the same key `submits` times in parallel. */
export async function submitEqually(bed: TestBed, submits: number): Promise<SubmitsRun> {
  const client = await openPracticeClient(bed);
  const key = newId();
  const answers = await Promise.all(
    Array.from({ length: submits }, async () => {
      const answer = await client.send(key, "letter.txt", "The same letter.");
      const text = await answer.text();
      if (answer.status !== 201) return `${answer.status} ${text}`;
      const { id }: { id: string } = JSON.parse(text);
      client.taken.set(id, "letter.txt");
      return id;
    }),
  );
  const verdict = await judge(bed, [client], { settleWithinMs: 120_000 });
  return { ...verdict, submits, answers: new Set(answers).size };
}
