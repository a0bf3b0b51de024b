import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { emailRows } from "../../../../testing/delivery/sendgrid-webhook.ts";
import { insertJobs } from "../../../../testing/jobs/job-rows.ts";
import { signIn, startTestServer, type TestServer } from "../../../../testing/server.ts";

// Only Amazon can sign a notice: this replaces the signature check and takes the body as the notice's content.
vi.mock("../../../platform/mail/events/sns.ts", async (original) => ({
  ...(await original<object>()),
  readSns: async ({ body }: { body: Buffer }) => JSON.parse(body.toString()),
}));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SES_TOPIC_ARN: "arn:aws:sns:eu-west-2:123456789012:sheaf" } });
});
afterAll(() => server.close());

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString();
const delivered = { eventType: "Delivery", delivery: { timestamp: at(1), smtpResponse: "250 ok" } };
const bounce = (bounceType: string, bounceSubType: string) => ({
  eventType: "Bounce",
  bounce: { bounceType, bounceSubType, timestamp: at(2), feedbackId: "f-1", bouncedRecipients: [] },
});
const outOfOffice = bounce("Transient", "General");

test.each([
  ["a delivery, then an out-of-office reply", "delivered", [delivered, outOfOffice]],
  ["an out-of-office reply, then its delivery", "delivered", [outOfOffice, delivered]],
  ["a transient bounce without a delivery", "bounced", [outOfOffice]],
  ["a delivery, then a bounce by a full mailbox", "bounced", [delivered, bounce("Transient", "MailboxFull")]],
  ["a delivery, then a permanent bounce", "bounced", [delivered, bounce("Permanent", "General")]],
])("after %s the email is %s", async (_what, state, events) => {
  const anna = await signIn(server);
  await insertJobs(server, anna, [{ emails: [{ state: "sent" }] }]);
  const [email] = await emailRows(server, anna);
  const mail = { messageId: `ses-${email?.id}`, timestamp: at(0), tags: { delivery: [email?.id] } };

  for (const event of events) {
    const payload = { ...event, mail };
    const answer = await server.app.inject({ method: "POST", url: "/api/webhooks/ses", payload });
    expect(answer.statusCode).toBe(200);
  }

  expect(await emailRows(server, anna)).toMatchObject([{ state }]);
});
