import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import type { Tx } from "../../../platform/db/connect.ts";
import type { Member } from "../../access/member.ts";
import { record } from "../../audit/service.ts";
import { lockPractice } from "../../practices/service.ts";
import { queueBillingEmail } from "../emails/queue-billing-email.ts";
import { quoteRefund } from "./quote.ts";
import { describeRequest, requestRefund, withdrawRefund } from "./requests.ts";
import { close, closeReturned, type RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

vi.mock("./quote.ts", () => ({ quoteRefund: vi.fn() }));
vi.mock("../emails/queue-billing-email.ts", () => ({ queueBillingEmail: vi.fn() }));
vi.mock("../../audit/service.ts", () => ({ record: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));
vi.mock("../../../platform/events/events.ts", () => ({ announce: vi.fn() }));
beforeEach(() => void vi.clearAllMocks());

const at = new Date("2026-11-20T10:00:00Z");
const row = { id: "req", practiceId: "p", paymentId: "pay", state: "pending", requestedAt: at } as RequestRow;
const member = { practiceId: "p", userId: "u", fullName: "Maya Okafor" } as Member;
const ask = { paymentId: "pay", refundAs: "money", reason: "" } as Parameters<typeof requestRefund>[2];

function quoted(outcome: string) {
  const worth = { used: 3, allowed: 150, refundPence: 900, creditPence: 990 };
  vi.mocked(quoteRefund).mockResolvedValue({ outcome, ...worth } as never);
}
/** A database in which the last request for the payment has this state. */
const having = (last?: RequestRow["state"]) =>
  recordedDb(({ text }) => {
    if (text.startsWith("insert")) return [rowOf(refundRequests, row)];
    return text.startsWith("select") && last ? [[last]] : [];
  });

test.each([undefined, "withdrawn"] as const)("after a request that is %s, a refund can be requested", async (last) => {
  quoted("credit");
  const { db, statements } = having(last);
  expect(await requestRefund(db, member, ask)).toMatchObject({ id: "req", state: "pending", answer: null });
  expect(vi.mocked(lockPractice).mock.calls.map(([, id]) => id)).toEqual(["p"]);
  const values = statements.find(({ text }) => text.startsWith("insert"))?.values;
  expect(values).toEqual(expect.arrayContaining(["p", "pay", "Maya Okafor", "credit", 3, 150, 900, 990]));
  expect(vi.mocked(record).mock.calls[0]?.[1]).toMatchObject({ action: "refund.requested", subjectId: "pay" });
  const email = { template: "refund-requested", about: "req", facts: { requestId: "req" } };
  expect(vi.mocked(queueBillingEmail).mock.calls[0]?.[1]).toMatchObject(email);
});

test.each([
  ["pending", "refund-already-requested"],
  ["denied", "refund-not-possible"],
  ["granted-money", "refund-not-possible"],
  ["granted-credit", "refund-not-possible"],
] as const)("after a request that is %s, another one is refused", async (last, code) => {
  quoted("full");
  await expect(requestRefund(having(last).db, member, ask)).rejects.toMatchObject({ code });
});

test.each([
  ["denied", "More than half"],
  ["too-late", "more than 30 days old"],
])("a payment whose refund is %s cannot be requested back", async (outcome, words) => {
  quoted(outcome);
  await expect(requestRefund(having().db, member, ask)).rejects.toThrow(words);
});

test.each(["full", "credit"])("a payment whose refund is %s can be requested back", async (outcome) => {
  quoted(outcome);
  await expect(requestRefund(having().db, member, ask)).resolves.toMatchObject({ id: "req" });
});

test.each([
  ["pending", null],
  ["denied", "because"],
  ["withdrawn", "because"],
] as const)("of a request that is %s the practice sees the answer %s", (state, answer) => {
  expect(describeRequest({ ...row, state, answer: "because" }).answer).toBe(answer);
});

test("the time of a decision is shown once there is one", () => {
  expect(describeRequest({ ...row, decidedAt: at }).decidedAt).toBe(at.toISOString());
  expect(describeRequest({ ...row, decidedAt: null }).decidedAt).toBeNull();
});

test.each([
  ["open", {}, undefined],
  ["unknown", null, "refund-not-found"],
  ["denied", { state: "denied" }, "refund-decided"],
  ["being paid", { payingSince: at }, "refund-decided"],
] as [string, Partial<RequestRow> | null, string | undefined][])(
  "a request that is %s can be withdrawn or not",
  async (_, found, code) => {
    const { db, statements } = recordedDb(({ text }) =>
      text.startsWith("select") && found ? [rowOf(refundRequests, { ...row, ...found })] : [],
    );
    const withdrawn = withdrawRefund(db, member, "req");
    if (code) await expect(withdrawn).rejects.toMatchObject({ code });
    else await withdrawn;
    expect(statements.some(({ text }) => text.startsWith("update"))).toBe(code === undefined);
    expect(record).toHaveBeenCalledTimes(code === undefined ? 1 : 0);
  },
);

/** Closes a request, which is found open unless `isOpen` is false. */
const closing = (state: RequestRow["state"], isOpen = true) =>
  recordedDb(({ text }) => (isOpen && /^(update|select)/.test(text) ? [rowOf(refundRequests, { ...row, state })] : []))
    .db as unknown as Tx;

test.each([
  ["granted-money", "refund.granted", { credit: false }],
  ["granted-credit", "refund.granted", { credit: true }],
  ["denied", "refund.denied", undefined],
] as const)("a request that is closed as %s is recorded as %s", async (state, action, detail) => {
  expect(await close(closing(state), row, { state, grantedPence: 900 })).toMatchObject({ id: "req", state });
  const [, entry] = vi.mocked(record).mock.calls[0] ?? [];
  expect([entry?.action, entry?.detail]).toEqual([action, detail]);
  const facts = { requestId: "req", grantedPence: 900 };
  expect(vi.mocked(queueBillingEmail).mock.calls[0]?.[1]).toMatchObject({
    template: "refund-decided",
    about: "req",
    facts,
  });
});

test("a request that is open no longer is not closed again", async () => {
  expect(await close(closing("denied", false), row, { state: "denied", grantedPence: 0 })).toBeUndefined();
  expect(record).not.toHaveBeenCalled();
  expect(await closeReturned(closing("pending", false), "p", "pay", 900)).toBe(false);
});

test("a payment that came back grants its open request with the money that came back", async () => {
  expect(await closeReturned(closing("granted-money"), "p", "pay", 500)).toBe(true);
  expect(vi.mocked(queueBillingEmail).mock.calls[0]?.[1]).toMatchObject({ facts: { grantedPence: 500 } });
});
