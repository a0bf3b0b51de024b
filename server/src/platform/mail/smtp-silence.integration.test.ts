import { afterEach, expect, test } from "vitest";
import { startUnfinishedServer } from "../../../testing/mail/mail-server.ts";
import { openSmtp } from "./smtp.ts";
import type { MailMessage } from "./transport.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const aMessage: MailMessage = {
  practiceId: null,
  from: { name: "Hartley & Wren", address: "post@sheaf.example" },
  to: "bakery@dext.example",
  subject: "October papers",
  text: "Dear bookkeeper",
};

test.each([
  ["sends nothing from the start", "connection", "silent", "temporary"],
  ["closes before its greeting", "connection", "hang up", "temporary"],
  ["is silent after the recipient", "recipient", "silent", "temporary"],
  ["closes after the recipient", "recipient", "hang up", "temporary"],
  ["keeps responding without an end after the recipient", "recipient", "endless", "temporary"],
  ["is silent after the message", "message", "silent", "unknown"],
  ["closes after the message", "message", "hang up", "unknown"],
  ["keeps responding without an end after the message", "message", "endless", "unknown"],
] as const)("a server that %s causes the expected kind of failure", async (_what, stage, end, expected) => {
  const server = await startUnfinishedServer(stage, end);
  closers.push(server.close);
  const patience = { connectMs: 300, silenceMs: 300, wholeMs: end === "endless" ? 600 : 60_000 };
  const transport = openSmtp({ url: server.url, dkim: undefined, maxBytes: 1_000_000 }, patience);
  closers.push(transport.close);

  await expect(transport.send(aMessage)).rejects.toMatchObject({ failure: expected });

  expect(server.taken()).toBe(expected === "unknown" ? 1 : 0);
});
