import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb, type Statement } from "../../../testing/fake-db.ts";
import { exportLists } from "./export-lists.ts";
import { flatReceipt, ordersOf } from "./export-money.ts";

const { state } = vi.hoisted(() => ({
  state: { pages: [] as { jobs: object[]; next: string | null }[], asked: [] as object[] },
}));
vi.mock("../../domain/job-views/lists/list.ts", () => ({
  async listJobs(_db: unknown, _which: unknown, page: object) {
    state.asked.push(page);
    return state.pages[state.asked.length - 1];
  },
}));
vi.mock("../../domain/billing/index.ts", () => ({ listRefunds: async () => [], receipts: undefined }));
vi.mock("../../domain/customers/service.ts", () => ({ listCustomers: async () => ({ customers: [] }) }));
vi.mock("../../domain/delivery/index.ts", () => ({
  listOutbox: async () => ({ messages: [{ id: "m", attachments: [{ name: "a.pdf" }, { name: "b.pdf" }] }] }),
  listSuppressions: async () => [],
}));
vi.mock("../../domain/members/invitations.ts", () => ({ listInvitations: async () => [] }));
vi.mock("../audit-trail/read.ts", () => ({ readAuditLog: async () => [] }));
beforeEach(() => {
  Object.assign(state, { pages: [], asked: [] });
});

async function table(name: string, answer?: (statement: Statement) => unknown[]) {
  const lists = exportLists(fakeDb(answer).db, { id: "practice", timeZone: "Europe/London" });
  const rows: object[] = [];
  for await (const row of lists.find((list) => list.name === name)?.table() ?? []) rows.push(row);
  return rows;
}
const job = (id: string, more: object = {}) => ({
  id,
  customer: { name: "Oak", email: "o@example.com", outputEmail: null },
  files: [],
  outputs: [],
  deliveries: [],
  light: { word: "Done" },
  status: "completed",
  ...more,
});

test("jobs are read in pages of a hundred, until there is no next one", async () => {
  state.pages = [
    { jobs: [job("a"), job("b")], next: "b" },
    { jobs: [job("c")], next: null },
  ];
  expect((await table("jobs")).map((row) => (row as { id: string }).id)).toEqual(["a", "b", "c"]);
  expect(state.asked).toEqual([
    { limit: 100, cursor: undefined },
    { limit: 100, cursor: "b" },
  ]);
});

test("a job is a row with its customer and the numbers of its PDFs and emails", async () => {
  state.pages = [{ jobs: [job("a", { outputs: [{}, {}], deliveries: [{}] })], next: null }];
  expect(await table("jobs")).toEqual([
    {
      id: "a",
      customer: "Oak",
      customerEmail: "o@example.com",
      outputEmail: null,
      light: "Done",
      files: 0,
      pdfs: 2,
      emails: 1,
      status: "completed",
    },
  ]);
});

test("a file is a row with its warnings and what was found when it was read", async () => {
  const findings = [
    { page: 1, title: "Blurred" },
    { page: 3, title: "Cut off" },
  ];
  const files = [
    { id: "f1", warnings: [{ text: "One." }, { text: "Two." }], reading: { state: "read", findings } },
    { id: "f2", warnings: [], reading: null },
  ];
  state.pages = [{ jobs: [job("a", { files })], next: null }];
  expect(await table("files")).toEqual([
    {
      jobId: "a",
      id: "f1",
      warnings: "One. Two.",
      reading: "read",
      readingFindings: "Page 1: Blurred. Page 3: Cut off.",
    },
    { jobId: "a", id: "f2", warnings: "", reading: null, readingFindings: null },
  ]);
});

test("a PDF is a row with the size of its version with text; an email with the number of its PDFs", async () => {
  const outputs = [
    { id: "p1", searchable: { sizeBytes: 7, sha256: "h" } },
    { id: "p2", searchable: null },
  ];
  const deliveries = [{ id: "e", attachments: [{}, {}] }];
  state.pages = [{ jobs: [job("a", { outputs, deliveries })], next: null }];
  expect(await table("pdfs")).toEqual([
    { jobId: "a", id: "p1", searchableBytes: 7, searchableSha256: "h" },
    { jobId: "a", id: "p2", searchableBytes: null, searchableSha256: null },
  ]);
  Object.assign(state, { asked: [] });
  expect(await table("emails")).toEqual([{ jobId: "a", id: "e", pdfs: 2 }]);
});

test("a message of the outbox names its attachments", async () => {
  expect(await table("outbox")).toEqual([{ id: "m", attachments: "a.pdf, b.pdf" }]);
});

test("what was said of emails is read page by page of the emails, with the job of each", async () => {
  const at = new Date("2026-11-01T10:00:00Z");
  const emails = Array.from({ length: 501 }, (_, index) => ({ jobId: `j${index}`, id: `e${index}` }));
  const looks = [emails.slice(0, 500), emails.slice(500)];
  const limits: unknown[] = [];
  const rows = await table("email-events", ({ table: name, limit }) => {
    if (name === "deliveries") {
      limits.push(limit);
      return looks.shift() ?? [];
    }
    const deliveryId = limits.length === 1 ? "e0" : "e500";
    return [{ deliveryId, at, kind: "sent", words: null, provider: "smtp", providerMessageId: null, receivedAt: at }];
  });
  expect(rows[0]).toEqual({
    jobId: "j0",
    emailId: "e0",
    at: at.toISOString(),
    kind: "sent",
    words: null,
    provider: "smtp",
    providerMessageId: null,
    receivedAt: at.toISOString(),
  });
  expect(rows[1]).toMatchObject({ jobId: "j500", emailId: "e500" });
  expect([rows.length, limits]).toEqual([2, [500, 500]]);
});

test("an order is a row with its plan; one that nobody claimed has no time of that", async () => {
  const at = new Date("2026-11-01T10:00:00Z");
  const order = { id: "o", state: "completed", buys: "period", duePence: 900, creditPence: 0, payPalId: "P" };
  const times = { createdAt: at, paidUntil: at, guestEmail: null };
  const rows = [at, null].map((claimedAt) => ({ plan: "Solo", order: { ...order, ...times, claimedAt } }));
  expect((await ordersOf(fakeDb(() => rows).db, "practice")).map(({ plan, claimedAt }) => [plan, claimedAt])).toEqual([
    ["Solo", at.toISOString()],
    ["Solo", null],
  ]);
});

test("a receipt is a row with what was bought, and its last sum as the total", () => {
  const content = { title: "Receipt", date: "1 May", buyer: "Oak", items: [{ what: "Solo" }, { what: "Growth" }] };
  const receipt = { paymentId: "p", number: "1", recordedAt: "now" };
  const flat = (sums: object[]) => flatReceipt({ ...receipt, content: { ...content, sums } } as never);
  expect(flat([{ amount: "£9.00" }, { amount: "£10.80" }])).toEqual({
    ...receipt,
    title: "Receipt",
    date: "1 May",
    buyer: "Oak",
    items: "Solo, Growth",
    total: "£10.80",
  });
  expect(flat([]).total).toBeUndefined();
});
