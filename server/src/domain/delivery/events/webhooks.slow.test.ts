import { afterAll, beforeAll, expect, test } from "vitest";
import { type SendgridStand, startSendgridStand } from "../../../../testing/delivery/sendgrid-stand.ts";
import { eventsKept, tellShuffled } from "../../../../testing/delivery/shuffled-events.ts";

let stand: SendgridStand;
beforeAll(async () => {
  stand = await startSendgridStand();
});
afterAll(() => stand.server.close());

test("10,000 events shuffled, tripled and a tenth forged add up to the same as told once and in order", async () => {
  const emails = 2_500;

  const { inOrder, shuffled, answers, written } = await tellShuffled(stand, emails);

  expect(shuffled).toEqual(inOrder);
  expect(answers).toEqual({ signed: new Set([200]), forged: new Set([401]) });
  expect(written).toBe(eventsKept(emails));
});
