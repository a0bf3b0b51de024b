import { Readable } from "node:stream";
import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test, vi } from "vitest";
import { scriptedDb } from "../../../../testing/scripted-db.ts";
import { keepItem } from "./keep-item.ts";
import { reserveItems } from "./reserve-items.ts";

const body = Readable.from([]);
const container = {
  practiceId: "p1",
  jobId: "j1",
  id: "c1",
  attempt: 2,
  password: null,
  path: null,
  originalName: "mail.zip",
};
const plan = { name: "Solo", maxFileBytes: 10 * MB, documentsPerMonth: 100 };

interface Given {
  container?: object;
  facts?: object;
  item?: object;
  unpacked?: object;
}

/** Keeps "docs/a.pdf" of "mail.zip"; returns its row and the keys under which something was stored. */
async function keep(given: Given) {
  const put = vi.fn(async (_key: string) => ({ sizeBytes: 9, sha256: "sha" }));
  const item = { path: "docs/a.pdf", sizeBytes: 5, isEncrypted: false, isOwnContent: false, ...given.item };
  const facts = {
    container: { ...container, ...given.container },
    index: 4,
    emailText: null,
    plan,
    sealPassword: (id: string) => Buffer.from(id),
    ...given.facts,
  };
  const unpacked = { outcome: "unpacked", item, body, ...given.unpacked };
  const signal = new AbortController().signal;
  const row = await keepItem({ put } as never, facts as never, unpacked as never, signal);
  return { row, keys: put.mock.calls.map(([key]) => key) };
}

test("an item to convert is stored in the folder of its container's attempt, with the password", async () => {
  const { row, keys } = await keep({});
  expect(keys).toEqual([`practices/p1/jobs/j1/items/c1/2/${row.id}`]);
  expect(row).toMatchObject({
    originalName: "a.pdf",
    path: "mail.zip › docs/a.pdf",
    itemIndex: 4,
    type: "pdf",
    sizeBytes: 9,
    sha256: "sha",
    originalKey: keys[0],
    password: Buffer.from(row.id),
    state: "waiting",
    reason: null,
    message: null,
  });
});

test("an item of an unknown type is of another one", async () => {
  expect((await keep({ item: { path: "a.xyz" } })).row.type).toBe("other");
});

test.each([
  [{}, {}, 4],
  [{ password: Buffer.from("x") }, {}, null],
  [{}, { isEncrypted: true }, null],
])("an item of a container %j that is %j has the place %s in it", async (of, item, itemIndex) => {
  expect((await keep({ container: of, item })).row.itemIndex).toBe(itemIndex);
});

test("a rejected item is refused with its path", async () => {
  const unpacked = { outcome: "rejected", reason: "damaged", text: "a.pdf is damaged." };
  const { row, keys } = await keep({ unpacked });
  expect(row).toMatchObject({ state: "refused", reason: "damaged", message: "mail.zip › docs/a.pdf is damaged." });
  expect(keys).toEqual([]);
});

test.each([
  [{ outcome: "set-aside", body: null, text: "a.pdf is a link." }, "mail.zip › docs/a.pdf is a link."],
  [{ body: null }, ""],
])("an item without content is set aside for good: %j", async (unpacked, message) => {
  const { row, keys } = await keep({ unpacked });
  expect(row).toMatchObject({ state: "set-aside", reason: "unsupported", itemIndex: null, message });
  expect(keys).toEqual([]);
});

const aside = { outcome: "set-aside", text: "a.pdf is a picture of a signature." };

test.each([
  [null, 0],
  [Buffer.from("x"), 1],
])("an item that is set aside from a container with the password %s is stored %s times", async (password, times) => {
  const { row, keys } = await keep({ unpacked: aside, container: { password } });
  const message = "mail.zip › docs/a.pdf is a picture of a signature.";
  expect(row).toMatchObject({ state: "set-aside", reason: null, message, password: null });
  expect(keys).toHaveLength(times);
  expect(row.originalKey).toBe(keys[0] ?? null);
});

const own = { isOwnContent: true, path: "Message.html" };
const notPrinted = "mail.zip › Message.html is the text of the email, which is not printed for this customer.";

test.each([
  ["always", own, aside, "waiting", null],
  ["never", own, {}, "set-aside", notPrinted],
  ["always", {}, aside, "set-aside", "mail.zip › docs/a.pdf is a picture of a signature."],
  ["never", {}, {}, "waiting", null],
  [null, own, {}, "waiting", null],
])("with email text wanted %s, the item %j with %j is %s", async (emailText, item, unpacked, state, message) => {
  expect((await keep({ facts: { emailText }, item, unpacked })).row).toMatchObject({ state, message });
});

test.each([
  [10 * MB, "waiting"],
  [10 * MB + 1, "refused"],
])("an item of %s bytes on a plan with a limit of 10 MB is %s", async (sizeBytes, state) => {
  const { row, keys } = await keep({ item: { sizeBytes } });
  expect(row.state).toBe(state);
  expect(row.reason).toBe(state === "refused" ? "too-large" : null);
  expect(keys).toHaveLength(state === "refused" ? 0 : 1);
});

const item = (state: string) => ({ id: state, state, reason: "x", message: "m" });
const job = { practiceId: "p1", periodId: "period" };
const period = { documentsAllowed: 10, documentsUsed: 9, endsAt: new Date("2026-12-05T12:00:00Z") };

/** Reserves documents for items with these states. */
async function reserve(states: string[], isEnough = true) {
  const database = scriptedDb({
    "update periods": [isEnough ? [{ id: "period" }] : []],
    "select periods": [[{ period, running: true }]],
  });
  const made = await reserveItems(database.db, job as never, container as never, states.map(item) as never);
  return { ...made, ...database };
}

test.each([
  [["set-aside"], 1, "0 files, 1 set aside"],
  [["waiting"], 0, "1 file"],
  [["refused", "set-aside", "set-aside"], 0, "1 file, 2 set aside"],
  [["waiting", "refused"], 1, "2 files"],
])("the items %j change the used documents %s times and are counted as %s", async (states, times, counts) => {
  const { end, kept, statements } = await reserve(states);
  expect(end).toEqual({ state: "unpacked", counts });
  expect(kept).toEqual(states.map(item));
  expect(statements.filter(({ does }) => does === "update periods")).toHaveLength(times);
});

test("without a document among the items, the container's own is given back and announced", async () => {
  expect((await reserve(["set-aside"])).announced).toEqual([{ type: "subscription" }]);
  expect((await reserve(["waiting"])).announced).toEqual([]);
});

test("one document less than the items is reserved", async () => {
  const { statements } = await reserve(["waiting", "waiting", "waiting"]);
  expect(statements.find(({ does }) => does === "update periods")?.params).toContain(2);
});

test("with too few documents left, all items wait for a choice", async () => {
  const { end, kept } = await reserve(["waiting", "set-aside", "waiting"], false);
  expect(end).toMatchObject({ state: "refused", reason: null, awaitsChoice: true });
  expect(end).toHaveProperty("message", expect.stringContaining("contains 2 documents, but only 2 of your plan’s 10"));
  expect(kept).toEqual([
    { id: "waiting", state: "set-aside", reason: null, message: null },
    item("set-aside"),
    { id: "waiting", state: "set-aside", reason: null, message: null },
  ]);
});
