import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { AppError } from "../../../platform/errors.ts";
import { lockPractice } from "../../practices/service.ts";
import { enterCredit } from "../ledger/ledger.ts";
import { recordRefund, undoPurchase } from "../orders/reverse-payment.ts";
import { type Decision, decideRefund } from "./decide.ts";
import { payBack } from "./pay-back.ts";
import { quoteRefund } from "./quote.ts";
import { close, type RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

vi.mock("../ledger/ledger.ts", () => ({
  enterCredit: vi.fn(),
  referenceEnteredError: async () => new AppError("reference-entered", "entered"),
}));
vi.mock("../orders/reverse-payment.ts", () => ({ recordRefund: vi.fn(async () => true), undoPurchase: vi.fn() }));
vi.mock("./pay-back.ts", () => ({ payBack: vi.fn() }));
vi.mock("./quote.ts", () => ({ quoteRefund: vi.fn() }));
vi.mock("./states.ts", () => ({ close: vi.fn() }));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));

const at = new Date("2026-11-20T10:00:00Z");
const request = { id: "req", practiceId: "p", paymentId: "pay", state: "pending", requestedAt: at } as RequestRow;

beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(close).mockImplementation(async (_, row, { state, grantedPence }) => ({
    ...request,
    ...row,
    state,
    grantedPence,
  }));
  quoted("paypal");
});

function quoted(method: "paypal" | "manual") {
  vi.mocked(quoteRefund).mockResolvedValue({
    payment: { id: "pay", method },
    refundPence: 900,
    creditPence: 990,
  } as never);
}

/** Decides a request that is in this state. */
function decide(decision: Partial<Decision>, { row = request as Partial<RequestRow> | null, isPaying = false } = {}) {
  const { db, statements } = recordedDb(({ text }) => {
    if (text.startsWith(`select "practice_id"`)) return [["p"]];
    if (row === null) return [];
    const values = (more?: Pick<RequestRow, "state">) =>
      rowOf(refundRequests, { ...row, ...more, requestedAt: at.toISOString() as never });
    if (text.includes("coalesce")) return [[...values(), isPaying]];
    return [text.startsWith("select") ? values({ state: "granted-money" }) : values()];
  });
  const note = vi.fn(async () => {});
  const words = { requestId: "req", decision: "money" as const, reason: "because", adminName: "Ada" };
  return { decided: decideRefund({ db } as never, { ...words, ...decision }, note), note, statements };
}

test.each([
  ["that does not exist", { row: null }, "refund-not-found"],
  ["that was withdrawn", { row: { ...request, state: "withdrawn" } }, "refund-not-found"],
  ["that was decided", { row: { ...request, state: "denied" } }, "refund-decided"],
  ["whose refund is being sent", { isPaying: true }, "refund-decided"],
] as const)("a request %s cannot be decided", async (_, state, code) => {
  const { decided, note } = decide({}, state as never);
  await expect(decided).rejects.toMatchObject({ code });
  expect(note).not.toHaveBeenCalled();
});

test.each(["credit", "deny"] as const)(
  "once PayPal may have sent the money, %s can no longer be chosen",
  async (decision) => {
    const row = { ...request, payingSince: at.toISOString() as never };
    await expect(decide({ decision }, { row }).decided).rejects.toMatchObject({ code: "refund-decided" });
    vi.mocked(payBack).mockResolvedValue(request);
    await expect(decide({ decision: "money" }, { row }).decided).resolves.toMatchObject({ id: "req" });
  },
);

test("a refund at PayPal blocks other decisions for two minutes", async () => {
  vi.mocked(payBack).mockResolvedValue(request);
  const { decided, statements, note } = decide({});
  await decided;
  expect(statements.find(({ text }) => text.includes("make_interval"))?.values).toContain(120);
  expect(note).toHaveBeenCalledOnce();
});

test("a denial grants nothing", async () => {
  expect(await decide({ decision: "deny" }).decided).toMatchObject({ state: "denied" });
  const words = { decidedBy: "Ada", answer: "because", state: "denied", grantedPence: 0 };
  expect(vi.mocked(close).mock.calls[0]?.slice(2)).toEqual([words]);
  expect(quoteRefund).not.toHaveBeenCalled();
  expect(payBack).not.toHaveBeenCalled();
});

test("a credit undoes the purchase and is worth the quoted credit", async () => {
  expect(await decide({ decision: "credit" }).decided).toMatchObject({ state: "granted-credit" });
  expect(undoPurchase).toHaveBeenCalledOnce();
  expect(vi.mocked(lockPractice).mock.calls.map(([, id]) => id)).toEqual(["p"]);
  expect(vi.mocked(enterCredit).mock.calls[0]?.[1]).toMatchObject({
    kind: "credit",
    creditPence: 990,
    paymentId: "pay",
  });
  expect(vi.mocked(close).mock.calls[0]?.[2]).toMatchObject({ grantedPence: 990 });
});

test.each([undefined, "", "  "])(
  "a bank transfer without the reference of the return (%j) is not refunded",
  async (reference) => {
    quoted("manual");
    await expect(decide({ reference }).decided).rejects.toMatchObject({ code: "bad-request" });
    expect(recordRefund).not.toHaveBeenCalled();
  },
);

test("the return of a bank transfer is recorded under its reference, without PayPal", async () => {
  quoted("manual");
  expect(await decide({ reference: " RET 1 " }).decided).toMatchObject({ state: "granted-money" });
  expect(vi.mocked(recordRefund).mock.calls[0]?.slice(2)).toEqual(["RET 1", 900]);
  expect(payBack).not.toHaveBeenCalled();
});

test("a reference that is entered already is refused", async () => {
  quoted("manual");
  vi.mocked(recordRefund).mockResolvedValueOnce(false);
  await expect(decide({ reference: "RET" }).decided).rejects.toMatchObject({ code: "reference-entered" });
});
