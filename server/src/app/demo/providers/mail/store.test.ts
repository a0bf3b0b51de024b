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

test("a store keeps 300 messages unless another limit is given", async () => {
  const own = mkdtempSync(join(tmpdir(), "sheaf-mail-store-"));
  const store = await openMailStore(own);
  for (let id = 1; id <= 301; id++) await store.keep(aMessage(String(id)));
  expect(store.all()).toHaveLength(300);
  expect(store.find("1")).toBeUndefined();
  expect(store.all()[0]?.id).toBe("301");
  await store.close();
  rmSync(own, { recursive: true });
});

test("messages up to the limits are kept: exactly as many, of exactly as many bytes", async () => {
  const own = mkdtempSync(join(tmpdir(), "sheaf-mail-store-"));
  const store = await openMailStore(own, { messages: 2, bytes: 20 });
  await store.keep(aMessage("1"), Buffer.alloc(10));
  await store.keep(aMessage("2"), Buffer.alloc(10));
  expect(store.all().map(({ id }) => id)).toEqual(["2", "1"]);
  await store.keep(aMessage("3"), Buffer.alloc(11));
  expect(store.all().map(({ id }) => id)).toEqual(["3"]);
  await store.close();
  rmSync(own, { recursive: true });
});
