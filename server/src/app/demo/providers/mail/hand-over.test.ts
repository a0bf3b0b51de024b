import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handOver } from "./hand-over.ts";
import { type Inboxes, startInboxes } from "./inboxes.ts";
import type { MailMessage } from "./message.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-hand-over-"));
let inboxes: Inboxes;
beforeAll(async () => {
  inboxes = await startInboxes();
});
afterAll(async () => {
  await inboxes.close();
  rmSync(folder, { recursive: true });
});

function send(to: string, content: string, port = inboxes.port) {
  const path = join(folder, "message.eml");
  writeFileSync(path, content);
  return handOver(port, path, { to, from: { name: "", address: "post@sheaf.example" } } as MailMessage);
}
const withId = (id: string) => `Subject: Papers\r\nMessage-ID: <${id}@sheaf.example>\r\n\r\nHello\r\n`;

test("an inbox takes a message and remembers its id and size", async () => {
  expect(await send("bright@dext.cc", withId("one"))).toEqual({
    outcome: "taken",
    words: "250 2.0.0 Taken by the inbox of bright@dext.cc",
  });
  expect(inboxes.taken.at(-1)).toEqual({
    recipient: "bright@dext.cc",
    messageId: "<one@sheaf.example>",
    sizeBytes: withId("one").length,
  });
});

test("the id of a message is read from its headers, not from its text", async () => {
  await send("bright@dext.cc", "Subject: Papers\r\n\r\nMessage-ID: <two@sheaf.example>\r\n");
  expect(inboxes.taken.at(-1)?.messageId).toBe("");
});

test("a mailbox that does not exist refuses for good", async () => {
  const before = inboxes.taken.length;
  expect(await send("harbour.bounces@dext.cc", withId("three"))).toEqual({
    outcome: "refused",
    words: "550 5.1.1 <harbour.bounces@dext.cc>: no such mailbox here",
  });
  expect(inboxes.taken).toHaveLength(before);
});

test("a slow inbox puts each message off once", async () => {
  const tries = [];
  for (const id of ["four", "four", "five"]) tries.push((await send("slow@dext.cc", withId(id))).outcome);
  expect(tries).toEqual(["later", "taken", "later"]);
});

test("a mail server that cannot be reached is tried again later", async () => {
  expect(await send("bright@dext.cc", withId("six"), 1)).toMatchObject({
    outcome: "later",
    words: expect.stringContaining("ECONNREFUSED"),
  });
});
