import { expect, test, vi } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { MailError } from "../../platform/mail/transport.ts";
import { tryMail } from "./try-mail.ts";

const transport = { name: "postmark", maxBytes: 1, send: vi.fn(), close: vi.fn() };
vi.mock("../../platform/mail/open-mail.ts", () => ({ openMail: () => transport }));

const env = { MAIL_TRANSPORT: "postmark", POSTMARK_TOKEN: "hidden-token", COMPANY_NAME: "Okafor" };

async function tried(more: Record<string, string>, answer: unknown) {
  transport.close.mockClear();
  transport.send.mockReset().mockImplementation(async () => {
    if (answer instanceof Error) throw answer;
    return { answer };
  });
  const result = await tryMail(readConfig({ ...env, ...more }), "a@b.example").catch((error) => error);
  return { result, closed: transport.close.mock.calls.length };
}

test("a test email is sent from the configured sender, and the answer is returned without secrets", async () => {
  const { result, closed } = await tried({ MAIL_FROM: "Post <post@a.example>" }, "200 for hidden-token");
  expect([result, closed]).toEqual([{ answer: "200 for …", from: "Post <post@a.example>" }, 1]);
  const [message] = transport.send.mock.calls[0] ?? [];
  expect(message).toMatchObject({ practiceId: null, to: "a@b.example", subject: "Test email" });
  expect(message.text).toContain("Sent by Okafor.");
  expect(message.html).toContain("An administrator asked for this test.");
});

test("a sender without a name has the company's, and an answer may be missing", async () => {
  const { result } = await tried({ MAIL_FROM: "post@a.example" }, null);
  expect(result).toEqual({ answer: "", from: "Okafor <post@a.example>" });
});

test("a refusal is told with a remedy and without secrets, and the connection is closed", async () => {
  const refusal = new MailError("temporary", "401 hidden-token", { code: "postmark 401", cause: undefined });
  const { result, closed } = await tried({}, refusal);
  expect(result).toMatchObject({ code: "email-not-sent", message: "401 … — Correct user, password or key." });
  expect(closed).toBe(1);
});

test("an error of Sheaf itself stays one", async () => {
  const { result, closed } = await tried({}, new TypeError("broken"));
  expect([String(result), closed]).toEqual(["TypeError: broken", 1]);
});

test("emails that are kept are not tested", async () => {
  const { result, closed } = await tried({ MAIL_TRANSPORT: "outbox" }, "x");
  expect(result).toMatchObject({ code: "bad-request" });
  expect(closed).toBe(0);
});
