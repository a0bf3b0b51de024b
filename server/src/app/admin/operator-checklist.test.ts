import { expect, test } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { getOperatorChecklist } from "./operator-checklist.ts";

interface Given {
  demo?: boolean;
  installation?: "service" | "practice";
  mailTransport?: string;
  companyAddress?: string[];
  dismissedAt?: Date | null;
  sent?: boolean;
  backups?: number;
}

/** @returns the steps, and whether the list is dismissed by this */
async function list(given: Given = {}) {
  const { dismissedAt = null, sent = false, backups = 0, ...more } = given;
  const config = { demo: false, installation: "service", mailTransport: "smtp", companyAddress: [], ...more };
  const { db, statements } = fakeDb(({ kind, table }) => {
    if (kind === "update") return [];
    if (table === "admins") return [{ at: dismissedAt }];
    return Array.from({ length: table === "backups" ? backups : Number(sent) }, () => ({}));
  });
  const { steps } = await getOperatorChecklist(db, config as never, "pat");
  const done = steps.map(({ name, done }) => `${name}: ${done}`);
  return {
    done,
    dismissed: statements.some(({ kind }) => kind === "update"),
    asked: statements.map(({ table }) => table),
  };
}

test("a service begins with mail, a backup and its own address", async () => {
  expect(await list()).toMatchObject({ done: ["mail: false", "backup: false", "seller: false"], dismissed: false });
});

test("an own practice issues no receipts, so it needs no address", async () => {
  expect((await list({ installation: "practice" })).done).toEqual(["mail: false", "backup: false"]);
});

test.each([
  [{ sent: true }, "mail: true"],
  [{ backups: 1 }, "backup: true"],
  [{ companyAddress: ["1 High Street"] }, "seller: true"],
])("with %j one step is done and the list stays", async (given, step) => {
  const { done, dismissed } = await list(given);
  expect(done.filter((each) => each.endsWith("true"))).toEqual([step]);
  expect([done.length, dismissed]).toEqual([3, false]);
});

test("emails that stay in the outbox do not count as sent", async () => {
  const { done, asked } = await list({ sent: true, mailTransport: "outbox" });
  expect(done[0]).toBe("mail: false");
  expect(asked).not.toContain("deliveries");
});

test("a list whose steps are all done is dismissed for good", async () => {
  expect(await list({ sent: true, backups: 2, companyAddress: ["1 High Street"] })).toMatchObject({
    done: [],
    dismissed: true,
  });
  expect((await list({ sent: true, backups: 1, installation: "practice" })).dismissed).toBe(true);
});

test("a list that was dismissed, or a demonstration's, has no steps", async () => {
  expect(await list({ dismissedAt: new Date() })).toMatchObject({ done: [], dismissed: false });
  expect(await list({ demo: true })).toEqual({ done: [], dismissed: false, asked: [] });
});
