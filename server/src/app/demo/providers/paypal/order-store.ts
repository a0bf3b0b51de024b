import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

const captureStatuses = ["COMPLETED", "PENDING", "DECLINED", "REFUNDED", "PARTIALLY_REFUNDED", "REVERSED"] as const;

const money = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({ id: z.string(), status: z.enum(captureStatuses), amount: money, at: z.string() });
const refund = z.object({ id: z.string(), status: z.enum(["COMPLETED", "PENDING"]), amount: money, at: z.string() });
const order = z.object({
  id: z.string(),
  status: z.enum(["CREATED", "APPROVED", "COMPLETED"]),
  /** Whether the payer chose a card that is declined. */
  declines: z.boolean(),
  customId: z.string(),
  description: z.string(),
  brand: z.string(),
  amount: money,
  returnUrl: z.string(),
  cancelUrl: z.string(),
  captures: z.array(capture),
  refunds: z.array(refund),
});
export type Money = z.infer<typeof money>;
export type CaptureStatus = (typeof captureStatuses)[number];
export type InventedOrder = z.infer<typeof order>;

/** Body of POST /v2/checkout/orders. */
export interface OrderInput {
  purchase_units: [{ custom_id: string; description?: string; amount: Money }];
  application_context: { return_url: string; cancel_url: string; brand_name?: string };
}

export type Reply = { status: number; answer: unknown };
export const refusal = (issue: string, status = 422): Reply => ({
  status,
  answer: { name: "UNPROCESSABLE_ENTITY", details: [{ issue }] },
});
export const newPayPalId = () => randomBytes(8).toString("hex").toUpperCase();

/** Opens the orders of the invented PayPal. @param file keeps them for the next start */
export function openOrderStore(file?: string) {
  const stored = file && existsSync(file) ? z.array(order).parse(JSON.parse(readFileSync(file, "utf8"))) : [];
  const orders = new Map(stored.map((one) => [one.id, one]));
  const pence = ({ value }: Money) => Math.round(Number(value) * 100);

  /** Updates the status of the captures from the completed refunds; pending ones do not count yet. */
  function updateCaptures(one: InventedOrder): void {
    const completed = one.refunds.filter(({ status }) => status === "COMPLETED");
    const sum = completed.reduce((total, { amount }) => total + pence(amount), 0);
    for (const taken of one.captures) {
      if (sum > 0) taken.status = sum >= pence(taken.amount) ? "REFUNDED" : "PARTIALLY_REFUNDED";
    }
  }

  return {
    updateCaptures,
    save() {
      if (!file) return;
      writeFileSync(`${file}.new`, JSON.stringify([...orders.values()]), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
    find: (id: string) => orders.get(id),
    ofCapture: (captureId: string) =>
      [...orders.values()].find(({ captures }) => captures.some(({ id }) => id === captureId)),
    all: () => [...orders.values()],

    create({ purchase_units: [unit], application_context: context }: OrderInput): InventedOrder {
      const made: InventedOrder = {
        id: newPayPalId(),
        status: "CREATED",
        declines: false,
        customId: unit.custom_id,
        amount: unit.amount,
        description: unit.description ?? "",
        brand: context.brand_name ?? "",
        returnUrl: context.return_url,
        cancelUrl: context.cancel_url,
        captures: [],
        refunds: [],
      };
      orders.set(made.id, made);
      return made;
    },

    /** Captures the payment of an order. @returns the error, or undefined on success */
    captureOrder(
      one: InventedOrder,
      status: CaptureStatus | "INSTRUMENT_DECLINED",
      amount = one.amount,
    ): string | undefined {
      if (one.status === "COMPLETED") return "ORDER_ALREADY_CAPTURED";
      if (one.status === "CREATED") return "ORDER_NOT_APPROVED";
      if (one.declines || status === "INSTRUMENT_DECLINED") return "INSTRUMENT_DECLINED";
      one.status = "COMPLETED";
      one.captures.push({ id: newPayPalId(), status, amount, at: new Date().toISOString() });
      return undefined;
    },

    /** Refunds an amount. @returns the refund, or the error */
    refundCapture(
      one: InventedOrder,
      amount: Money,
      status: "COMPLETED" | "PENDING",
    ): InventedOrder["refunds"][number] | string {
      const [taken] = one.captures;
      if (!taken) throw new Error("Nothing was captured");
      const left = pence(taken.amount) - one.refunds.reduce((sum, back) => sum + pence(back.amount), 0);
      if (left <= 0) return "CAPTURE_FULLY_REFUNDED";
      if (pence(amount) > left) return "REFUND_AMOUNT_EXCEEDED";
      const back = { id: newPayPalId(), status, amount, at: new Date().toISOString() };
      one.refunds.push(back);
      updateCaptures(one);
      return back;
    },
  };
}

/** Returns an order in the format of PayPal's API. @param url address of the invented PayPal */
export function viewOf(one: InventedOrder, url: string) {
  const { id, status, customId, amount, captures, refunds } = one;
  return {
    id,
    status,
    intent: "CAPTURE",
    purchase_units: [{ custom_id: customId, amount, payments: { captures, refunds } }],
    links: [{ rel: "approve", href: `${url}/checkoutnow?token=${id}`, method: "GET" }],
  };
}
