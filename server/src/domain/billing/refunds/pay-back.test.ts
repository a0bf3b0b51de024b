import { beforeEach, expect, test, vi } from "vitest";
import { recordedDb, rowOf } from "../../../../testing/recorded-db.ts";
import { PayPalError } from "../../../platform/paypal/paypal-call.ts";
import { followUp } from "../orders/follow-up.ts";
import { recordRefund } from "../orders/reverse-payment.ts";
import { payBack } from "./pay-back.ts";
import { close, type RequestRow } from "./states.ts";
import { refundRequests } from "./table.ts";

const refund = vi.hoisted(() => vi.fn());
vi.mock("../../../platform/paypal/paypal-client.ts", () => ({ payPalOf: () => ({ refund }) }));
vi.mock("../orders/follow-up.ts", () => ({ followUp: vi.fn() }));
vi.mock("../orders/reverse-payment.ts", () => ({ recordRefund: vi.fn() }));
vi.mock("./states.ts", () => ({ close: vi.fn() }));
vi.mock("./quote.ts", () => ({
  quoteRefund: async () => ({ payment: { id: "pay", reference: "CAP" }, refundPence: 900 }),
}));
vi.mock("../../practices/service.ts", () => ({ lockPractice: vi.fn() }));

beforeEach(() => void vi.clearAllMocks());

const request = { id: "req", practiceId: "p", paymentId: "pay" } as RequestRow;

/** Pays a request back with this answer of PayPal. */
async function pay(answer: { status: string } | Error, payPal: object | undefined = {}) {
  refund.mockImplementationOnce(async () => {
    if (answer instanceof Error) throw answer;
    return { id: "REF", ...answer };
  });
  const { db, statements } = recordedDb(() => [rowOf(refundRequests, { id: "after" })]);
  const services = { db, config: { payPal }, log: { warn: vi.fn() } };
  const result = await payBack(services as never, request).catch((error: Error) => error);
  const reopened = statements.some(({ text }) => text.startsWith(`update "refund_requests" set "paying_since"`));
  return { result, reopened };
}

test("a completed refund is entered with PayPal's id, and the request is read again", async () => {
  const { result, reopened } = await pay({ status: "COMPLETED" });
  expect(refund).toHaveBeenCalledWith("CAP", 900, "req");
  expect(vi.mocked(recordRefund).mock.calls[0]?.slice(1)).toEqual([{ id: "pay", reference: "CAP" }, "REF", 900]);
  expect(close).not.toHaveBeenCalled();
  expect(followUp).not.toHaveBeenCalled();
  expect(result).toMatchObject({ id: "after" });
  expect(reopened).toBe(false);
});

test("a refund that PayPal sends later closes the request and is not entered yet", async () => {
  await pay({ status: "PENDING" });
  expect(recordRefund).not.toHaveBeenCalled();
  expect(vi.mocked(close).mock.calls[0]?.slice(1)).toEqual([request, { state: "granted-money", grantedPence: 900 }]);
});

test("a payment that was returned already is brought up to date from PayPal, and nothing is entered twice", async () => {
  const { result } = await pay(new PayPalError(422, "CAPTURE_FULLY_REFUNDED"));
  expect(vi.mocked(followUp).mock.calls[0]?.[1]).toEqual({ captureId: "CAP" });
  expect(recordRefund).not.toHaveBeenCalled();
  expect(close).not.toHaveBeenCalled();
  expect(result).toMatchObject({ id: "after" });
});

test.each([
  [400, "A", "(A)"],
  [499, "", "(499)"],
  [422, "B", "(B)"],
])("a refusal with %i %s reopens the request and gives its reason", async (status, issue, words) => {
  const { result, reopened } = await pay(new PayPalError(status, issue));
  expect(result).toMatchObject({ code: "refund-failed", message: expect.stringContaining(`refused`) });
  expect((result as Error).message).toContain(words);
  expect(reopened).toBe(true);
});

test("a refund that failed at PayPal reopens the request", async () => {
  const { result, reopened } = await pay({ status: "FAILED" });
  expect((result as Error).message).toContain("(REFUND_FAILED)");
  expect(reopened).toBe(true);
});

test.each([0, 399, 408, 429, 500, 503])("after an unclear answer (%i) the request stays blocked", async (status) => {
  const { result, reopened } = await pay(new PayPalError(status, ""));
  expect(result).toMatchObject({ code: "refund-failed", message: expect.stringContaining("no clear response") });
  expect(reopened).toBe(false);
});

test("an error that is none of PayPal's is not changed", async () => {
  const broken = new TypeError("broken");
  expect((await pay(broken)).result).toBe(broken);
});

test("without PayPal the request is reopened for another decision", async () => {
  const { db, statements } = recordedDb();
  await expect(payBack({ db, config: {} } as never, request)).rejects.toMatchObject({ code: "refund-failed" });
  expect(statements.map(({ text }) => text)).toEqual([expect.stringContaining(`"paying_since" = $`)]);
  expect(refund).not.toHaveBeenCalled();
});
