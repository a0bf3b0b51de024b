import { availableParallelism } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hanging, poison } from "./bad-files.ts";
import { killOn } from "./kills.ts";
import { submitEqually } from "./submits.ts";
import { startTestBed, type TestBed } from "./test-bed.ts";

/*
 * Faults of an installation that runs in its own processes, with the real engine. Few of each kind; `./sheaf bench
 * faults` makes a thousand.
 */

const nothingWrong = { lost: 0, doubled: 0, emailsTwice: 0, quotaWrong: 0, stuck: 0, failed: 0 };

let bed: TestBed;
beforeAll(async () => {
  bed = await startTestBed();
}, 180_000);
afterAll(() => bed.close());

test("an upload that is sent a hundred times at once creates one job, and every response contains it", async () => {
  expect(await submitEqually(bed, 100)).toMatchObject({ ...nothingWrong, jobs: 1, answers: 1 });
});

test("a file that kills its converter fails with a message to its owner, and no other file fails", async () => {
  const run = await poison(bed, 1);

  expect(run).toMatchObject({ ...nothingWrong, jobs: 2, victims: 2 });
  expect(run.told).toEqual([expect.stringContaining("could not be converted because of a fault on our side")]);
}, 300_000);

test("a practice whose files hang in every converter does not make another practice wait until they have ended", async () => {
  const run = await hanging(bed, availableParallelism() + 1, { release: true });

  expect(run).toMatchObject({ ...nothingWrong, endedBefore: 0, told: ["completed"] });
}, 300_000);

test("jobs are completed after any process was killed, and no email is sent twice", async () => {
  const kills = { worker: 1, converter: 1, api: 1, postgres: 1 };
  const run = await killOn(bed, { kills, jobsBefore: 1, settleWithinMs: 120_000 });

  expect(run).toMatchObject({ ...nothingWrong, kills, jobs: 8 });
}, 400_000);
