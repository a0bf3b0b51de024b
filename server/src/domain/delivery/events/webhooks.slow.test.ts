import { afterAll, beforeAll, expect, test } from "vitest";
import { type SendgridWebhook, startSendgridWebhook } from "../../../../testing/delivery/sendgrid-webhook.ts";
import { eventsKept, tellShuffled } from "../../../../testing/delivery/shuffled-events.ts";

let sendgrid: SendgridWebhook;
beforeAll(async () => {
  sendgrid = await startSendgridWebhook();
});
afterAll(() => sendgrid.server.close());

test("10,000 events shuffled, tripled and a tenth forged add up to the same as told once and in order", async () => {
  const emails = 2_500;

  const { inOrder, shuffled, answers, written } = await tellShuffled(sendgrid, emails);

  expect(shuffled).toEqual(inOrder);
  expect(answers).toEqual({ signed: new Set([200]), forged: new Set([401]) });
  expect(written).toBe(eventsKept(emails));
});
