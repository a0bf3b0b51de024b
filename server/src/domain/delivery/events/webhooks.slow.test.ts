import { afterAll, beforeAll, expect, test } from "vitest";
import { type SendgridWebhook, startSendgridWebhook } from "../../../../testing/delivery/sendgrid-webhook.ts";
import { eventsKept, sendShuffled } from "../../../../testing/delivery/shuffled-events.ts";

let sendgrid: SendgridWebhook;
beforeAll(async () => {
  sendgrid = await startSendgridWebhook();
});
afterAll(() => sendgrid.server.close());

test("10,000 events, shuffled, tripled and a tenth of them forged, have the same result as each sent once in order", async () => {
  const emails = 2_500;

  const { inOrder, shuffled, answers, written } = await sendShuffled(sendgrid, emails);

  expect(shuffled).toEqual(inOrder);
  expect(answers).toEqual({ signed: new Set([200]), forged: new Set([401]) });
  expect(written).toBe(eventsKept(emails));
});
