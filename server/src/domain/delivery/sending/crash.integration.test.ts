import { expect, test } from "vitest";
import { killWorkersHandingOver } from "../../../../testing/delivery/kill-run.ts";
import { stages } from "../../../../testing/delivery/watched-mail-server.ts";

/** One for each stage of handing over; `./sheaf bench faults` kills many more. */
const emails = stages.length;

test("[D9] workers killed at every point of handing over lose no email, send none twice, and admit every doubt", async () => {
  const run = await killWorkersHandingOver({ emails, settleWithinMs: 120_000 });

  expect(run).toMatchObject({ kills: emails, lost: 0, twice: 0, unknown: 0 });
  expect(run.sent + run.unconfirmed).toBe(emails);
  // Each of the killed ones had been claimed: nobody can know more than that it may have gone out.
  expect(run.unconfirmed).toBeGreaterThan(0);
}, 400_000);
