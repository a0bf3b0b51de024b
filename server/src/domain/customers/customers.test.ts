import { beforeEach, expect, test, vi } from "vitest";
import { limitsOf, recordedDb, rowOf } from "../../../testing/recorded-db.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { announce } from "../../platform/events/events.ts";
import { record } from "../audit/service.ts";
import { exportCustomers } from "./export.ts";
import { importCustomers } from "./import.ts";
import { searchCustomers } from "./search.ts";
import {
  correctAddress,
  countCustomers,
  deleteCustomer,
  listCustomers,
  lockCustomer,
  rememberEmailText,
} from "./service.ts";
import { customers } from "./table.ts";

vi.mock("../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const actor = { practiceId: "p", userId: "u", address: "::1" };
const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const row = { id, practiceId: "p", name: "Bright Bakery", createdAt: new Date("2026-11-20T10:00:00Z") };

/** Imports so many customers, each with its number as the reference. Returns what each INSERT statement adds. */
async function imported(count: number, { references = true } = {}) {
  const list = Array.from({ length: count }, (_, place) => ({
    name: `Customer ${place}`,
    email: "a@b.example",
    ...(references && { reference: `R${place}` }),
  }));
  const { db, statements } = recordedDb(({ text, values }) =>
    text.includes("unnest") ? (values[0] as string[]).map((each) => ({ folded: each.toLowerCase() })) : [],
  );
  const result = await importCustomers(db, actor, { customers: list });
  const inserts = statements.filter(({ text }) => text.startsWith("insert"));
  return {
    result,
    inserts: inserts.map(({ values }) => values.filter((value) => /^Customer \d+$/.test(String(value)))),
    ids: inserts.flatMap(({ values }) => values.filter((value) => /^[0-9a-f]{8}-/.test(String(value)))),
  };
}

test.each([
  [1, [1]],
  [500, [500]],
  [501, [500, 1]],
  [1_001, [500, 500, 1]],
])("a list of %i customers is added in statements of at most 500: %o", async (count, sizes) => {
  const { result, inserts } = await imported(count);
  expect(result).toEqual({ created: count, errors: [] });
  expect(inserts.map(({ length }) => length)).toEqual(sizes);
  expect(inserts.flat()).toEqual(Array.from({ length: count }, (_, place) => `Customer ${place}`));
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ detail: { customers: count } });
});

test("the first row of a list becomes the newest customer, and is the one announced", async () => {
  const { ids } = await imported(3, { references: false });
  expect(ids.toSorted().reverse()).toEqual(ids);
  expect(new Set(ids).size).toBe(3);
  expect(vi.mocked(announce).mock.calls[0]?.[2]).toEqual({ type: "customer", id: ids[0] });
});

test.each([
  [{ customers: Array.from({ length: 2_001 }, () => ({})) }, "A list may have 2,000 rows at most."],
  [{ customers: [] }, "Send a list of 1 to 2,000 customers."],
  [{ customers: "text" }, "Send a list of 1 to 2,000 customers."],
  [null, "Send a list of 1 to 2,000 customers."],
  ["text", "Send a list of 1 to 2,000 customers."],
  [{}, "Send a list of 1 to 2,000 customers."],
])("an import of something else is refused with what is wrong", async (body, words) => {
  const message = expect.stringContaining(words);
  await expect(importCustomers(recordedDb().db, actor, body)).rejects.toMatchObject({
    code: "import-refused",
    message,
  });
});

test("errors are returned in the order of the rows, and nothing is added", async () => {
  const good = { name: "A", email: "a@b.example", reference: "R" };
  const { db, statements } = recordedDb(({ text }) => {
    if (text.includes("unnest")) return [{ folded: "r" }, { folded: "r" }];
    return text.includes(`from "customers"`) ? [["r", "Kestrel"]] : [];
  });
  const result = await importCustomers(db, actor, { customers: [good, { ...good, name: "" }, good] });
  expect(result).toEqual({
    created: 0,
    errors: [
      { row: 0, message: "Kestrel has the reference R already." },
      { row: 1, message: "Name is required." },
      { row: 2, message: "Row 1 of this list has the reference R too." },
      { row: 2, message: "Kestrel has the reference R already." },
    ],
  });
  expect(statements.some(({ text }) => text.startsWith("insert"))).toBe(false);
});

test.each([
  [{}, [], 0],
  [{ limit: 2 }, [2], 1],
  [{ cursor: id }, [], 1],
  [{ cursor: id, limit: 2 }, [2], 1],
])(
  "a list of the customers with %o counts those on other pages only if there are any",
  async (page, limits, counts) => {
    const { db, statements } = recordedDb(({ text }) => (text.includes("count(*)") ? [{ count: 7 }] : []));
    expect((await listCustomers(db, "p", page)).total).toBe(counts === 0 ? 0 : 7);
    expect(limitsOf(statements)).toEqual(limits);
    expect(statements).toHaveLength(1 + counts);
  },
);

test("the dashboard counts customers that are not archived", async () => {
  const { db, statements } = recordedDb(() => [{ count: 3 }]);
  expect(await countCustomers(db, "p")).toBe(3);
  expect(statements[0]?.text).toContain(`"archived_at" is null`);
});

test.each([
  ["with another id than ours", "999", row, "no longer exists"],
  ["that was deleted", id, null, "no longer exists"],
  ["that is archived", id, { ...row, archivedAt: new Date() }, "Bright Bakery is archived"],
])("no job can be made for a customer %s", async (_, wanted, found, words) => {
  const tx = recordedDb(() => (found ? [rowOf(customers, found)] : [])).db as unknown as Tx;
  await expect(lockCustomer(tx, "p", wanted)).rejects.toThrow(words);
});

test("a customer is locked for a new job", async () => {
  const { db, statements } = recordedDb(() => [rowOf(customers, row)]);
  expect(await lockCustomer(db as unknown as Tx, "p", id)).toMatchObject({ id, name: "Bright Bakery" });
  expect(statements[0]?.text).toContain("for key share");
});

test.each([
  ["address is corrected", (tx: Tx) => correctAddress(tx, actor, id, "a@b.example", "c@d.example")],
  ["email text is remembered", (tx: Tx) => rememberEmailText(tx, actor, id, "keep" as never)],
])("when a customer's %s it is recorded and announced, unless the customer is gone", async (_, change) => {
  await change(recordedDb().db as unknown as Tx);
  expect(record).not.toHaveBeenCalled();
  await change(recordedDb(() => [rowOf(customers, row)]).db as unknown as Tx);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "customer.changed", subjectId: id });
  expect(announce).toHaveBeenCalledOnce();
});

test("a deleted customer is named in the audit log and forgotten elsewhere", async () => {
  const forget = vi.fn();
  await deleteCustomer(recordedDb(() => [rowOf(customers, row)]).db, actor, id, forget);
  expect(forget.mock.calls[0]?.slice(1)).toEqual(["p", id]);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({
    action: "customer.deleted",
    detail: { name: "Bright Bakery" },
  });
  await expect(deleteCustomer(recordedDb().db, actor, id, forget)).rejects.toMatchObject({
    code: "customer-not-found",
  });
});

test.each([
  ["current", `"archived_at" is null`],
  ["archived", `"archived_at" is not null`],
] as const)("an export of the %s customers contains those alone", async (show, condition) => {
  const { db, statements } = recordedDb(() => [rowOf(customers, row), rowOf(customers, row)]);
  const csv = await exportCustomers(db, actor, show);
  expect(csv.trim().split("\n")).toHaveLength(3);
  expect(statements[0]?.text).toContain(condition);
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ detail: { customers: 2 } });
});

test("a search finds no more than the given number, and puts names that begin with the first word first", async () => {
  const { db, statements } = recordedDb(() => [rowOf(customers, row)]);
  expect(await searchCustomers(db, "p", ["bright", "bak"], 8)).toMatchObject([{ name: "Bright Bakery" }]);
  expect(limitsOf(statements)).toEqual([8]);
  expect(statements[0]?.values.filter((value) => value === "bright")).toHaveLength(1);
  await searchCustomers(db, "p", [], 8);
  expect(statements[1]?.values).toContain("");
});
