import { expect, test } from "vitest";
import { killWorkersHandingOver } from "../../../../testing/delivery/kill-run.ts";
import { stages } from "../../../../testing/delivery/watched-mail-server.ts";

/** One email for each stage of the hand-over; `./sheaf bench faults` kills many more workers. */
const emails = stages.length;

test("[D9] workers killed at every stage of the hand-over lose no email, send none twice, and leave doubtful ones unconfirmed", async () => {
  const run = await killWorkersHandingOver({ emails, settleWithinMs: 120_000 });

  expect(run).toMatchObject({ kills: emails, lost: 0, twice: 0, unknown: 0 });
  expect(run.sent + run.unconfirmed).toBe(emails);
  // The killed workers had claimed their emails, so for some of them it cannot be known whether they were sent.
  expect(run.unconfirmed).toBeGreaterThan(0);
}, 400_000);
