import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { sweepAuditLog } from "./audit.task.ts";

/** What each call deletes, in order; after these, nothing. */
const { calls, deleted } = vi.hoisted(() => ({
  calls: [] as string[],
  deleted: {} as Record<string, number[]>,
}));
const forget = vi.hoisted(() => (what: string) => async (_db: unknown, limit: number) => {
  calls.push(`${what} ${limit}`);
  return deleted[what]?.shift() ?? 0;
});
vi.mock("../../domain/audit/service.ts", () => ({ forgetOldEntries: forget("entries") }));
vi.mock("../../domain/accounts/index.ts", () => ({ forgetOldSignIns: forget("sign-ins") }));
vi.mock("../admin/admin-actions.ts", () => ({ deleteOldAdminActions: forget("admin actions") }));

const { db } = fakeDb();
const ended = new AbortController();
ended.abort();
beforeEach(() => void calls.splice(0));

test("old entries, sign-ins and admin actions are deleted in parts, until a part is not full", async () => {
  Object.assign(deleted, { entries: [10_000, 10_000, 9_999], "sign-ins": [3] });
  const found = await sweepAuditLog.run({}, { db }, { signal: new AbortController().signal });
  expect(found).toEqual({ entries: 30_002 });
  expect(calls).toEqual(["entries 10000", "entries 10000", "entries 10000", "sign-ins 10000", "admin actions 10000"]);
});

test("nothing more is deleted once the run is to end", async () => {
  Object.assign(deleted, { entries: [10_000] });
  expect(await sweepAuditLog.run({}, { db }, { signal: ended.signal })).toEqual({ entries: 0 });
  expect(calls).toEqual([]);
});

test("the deletion runs for ten minutes at most", () => {
  expect([sweepAuditLog.name, sweepAuditLog.timeoutMs]).toEqual(["audit.sweep", 600_000]);
});
