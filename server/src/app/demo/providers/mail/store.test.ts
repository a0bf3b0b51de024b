import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { MailMessage } from "./message.ts";
import { openMailStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-mail-store-"));
afterAll(() => rmSync(folder, { recursive: true }));

const aMessage = (id: string): MailMessage => ({
  id,
  at: `2026-11-23T10:00:0${id}.000Z`,
  from: { name: "", address: "post@sheaf.example" },
  to: "a@example.com",
  replyTo: null,
  subject: "Documents",
  text: "",
  html: "",
  attachments: [],
  deliveryId: null,
  state: "delivered",
  nextTryAt: null,
  answers: [],
  unreported: [],
});

test("removes the oldest messages when there are too many or too large ones, and keeps the others across a restart", async () => {
  const store = await openMailStore(folder, { messages: 3, bytes: 250 });
  for (const id of ["1", "2", "3", "4"]) await store.keep(aMessage(id), Buffer.alloc(10));
  expect(store.all().map(({ id }) => id)).toEqual(["4", "3", "2"]);
  await store.keep(aMessage("5"), Buffer.alloc(240));
  expect(store.all().map(({ id }) => id)).toEqual(["5", "4"]);
  await store.keep({ ...aMessage("4"), state: "bounced" });
  await store.keep({ ...aMessage("1"), state: "bounced" });
  await store.close();
  expect(readdirSync(folder).sort()).toEqual(["1.json", "4.eml", "4.json", "5.eml", "5.json"]);

  writeFileSync(join(folder, "6.json"), "{");
  const next = await openMailStore(folder, { messages: 3, bytes: 250 });
  expect(next.all().map(({ id, state }) => `${id} ${state}`)).toEqual(["5 delivered", "4 bounced", "1 bounced"]);
});
