import { z } from "zod";
import type { PayPalConfig } from "./paypal-variables.ts";

const timeoutMs = 20_000;
/** A token is not used in its last minute. */
const tokenMarginMs = 60_000;

const money = z.object({ currency_code: z.string(), value: z.string() });
const capture = z.object({ id: z.string(), status: z.string(), amount: money });
const refund = z.object({ id: z.string(), status: z.string(), amount: money });
const payPalOrder = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({ captures: z.array(capture).default([]), refunds: z.array(refund).default([]) })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .default([]),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});
/** Inside what belongs to an order. */
export const related = z.object({ related_ids: z.object({ order_id: z.string().optional() }) });
export type PayPalOrder = z.infer<typeof payPalOrder>;
export type Capture = z.infer<typeof capture>;

/** PayPal's refusal, or its silence. */
export class PayPalError extends Error {
  /** 0 when there was no answer. */
  readonly status: number;
  /** "ORDER_NOT_APPROVED", "INSTRUMENT_DECLINED" … or the empty text. */
  readonly issue: string;
  constructor(status: number, issue: string, options?: { cause: unknown }) {
    super(`PayPal answered ${status} ${issue}`.trim(), options);
    this.status = status;
    this.issue = issue;
  }
}

export interface NewOrder {
  /** Ours: PayPal sends it back with everything about the order. */
  id: string;
  duePence: number;
  description: string;
  brand: string;
  returnUrl: string;
  cancelUrl: string;
}

export interface PayPal {
  create(order: NewOrder): Promise<PayPalOrder>;
  /** What PayPal knows of the order now. */
  get(payPalId: string): Promise<PayPalOrder>;
  /** PayPal's name of the order that a capture belongs to. */
  orderOf(captureId: string): Promise<string | undefined>;
  /** Takes the money of an order that its payer approved. Once, however often it is called with the same id. */
  capture(payPalId: string, id: string): Promise<void>;
  /** Whether a notice comes from PayPal. @param body untouched, as it was received */
  verify(headers: Record<string, string | string[] | undefined>, body: Buffer): Promise<boolean>;
}

/** PayPal Orders v2, and nothing else of it. Every call fails with a PayPalError. */
export function openPayPal(config: PayPalConfig): PayPal {
  let token: { text: string; until: number } | undefined;

  async function call(method: "GET" | "POST", path: string, body?: string, requestId?: string): Promise<unknown> {
    const send = async () =>
      ask(config.url + path, {
        method,
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          "content-type": "application/json",
          prefer: "return=representation",
          ...(requestId ? { "paypal-request-id": requestId } : {}),
        },
        ...(body === undefined ? {} : { body }),
      });
    try {
      return await send();
    } catch (error) {
      // A token may end before its time; what needs one was not done then.
      if (!(error instanceof PayPalError) || error.status !== 401 || token === undefined) throw error;
      token = undefined;
      return send();
    }
  }

  async function accessToken(): Promise<string> {
    if (token && token.until > Date.now()) return token.text;
    const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString("base64");
    const answer = await ask(`${config.url}/v1/oauth2/token`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    });
    const { access_token, expires_in } = read(z.object({ access_token: z.string(), expires_in: z.number() }), answer);
    token = { text: access_token, until: Date.now() + expires_in * 1000 - tokenMarginMs };
    return access_token;
  }

  const orderPath = (payPalId: string) => `/v2/checkout/orders/${encodeURIComponent(payPalId)}`;
  return {
    async create(order) {
      return read(payPalOrder, await call("POST", "/v2/checkout/orders", JSON.stringify(bodyOf(order)), order.id));
    },
    async get(payPalId) {
      return read(payPalOrder, await call("GET", orderPath(payPalId)));
    },
    async orderOf(captureId) {
      const answer = await call("GET", `/v2/payments/captures/${encodeURIComponent(captureId)}`);
      return read(z.object({ supplementary_data: related.optional() }), answer).supplementary_data?.related_ids
        .order_id;
    },
    async capture(payPalId, id) {
      try {
        await call("POST", `${orderPath(payPalId)}/capture`, "{}", `${id}-capture`);
      } catch (error) {
        if (!(error instanceof PayPalError) || error.issue !== "ORDER_ALREADY_CAPTURED") throw error;
      }
    },
    async verify(headers, body) {
      const text = body.toString("utf8");
      if (!isJson(text)) return false;
      const header = (name: string) => String(headers[`paypal-${name}`] ?? "");
      const proof = {
        ...{ auth_algo: header("auth-algo"), cert_url: header("cert-url"), webhook_id: config.webhookId },
        ...{ transmission_id: header("transmission-id"), transmission_sig: header("transmission-sig") },
        transmission_time: header("transmission-time"),
      };
      if (Object.values(proof).includes("")) return false;
      // The event goes back byte for byte: written anew, its signature would no longer fit.
      const question = `${JSON.stringify(proof).slice(0, -1)},"webhook_event":${text}}`;
      const answer = await call("POST", "/v1/notifications/verify-webhook-signature", question);
      return read(z.object({ verification_status: z.string() }), answer).verification_status === "SUCCESS";
    },
  };
}

function bodyOf(order: NewOrder): object {
  return {
    intent: "CAPTURE",
    purchase_units: [
      {
        ...{ custom_id: order.id, description: order.description.slice(0, 127) },
        amount: { currency_code: "GBP", value: pounds(order.duePence) },
      },
    ],
    application_context: {
      ...{ brand_name: order.brand.slice(0, 127), user_action: "PAY_NOW", shipping_preference: "NO_SHIPPING" },
      ...{ return_url: order.returnUrl, cancel_url: order.cancelUrl },
    },
  };
}

/** 2400 → "24.00" */
export const pounds = (pence: number) => `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, "0")}`;

/** "24.00" → 2400; null for what is no such amount of GBP. */
export function penceOf({ currency_code, value }: Capture["amount"]): number | null {
  const match = /^(\d{1,7})(?:\.(\d{2}))?$/.exec(value);
  return currency_code === "GBP" && match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : null;
}

async function ask(url: string, request: RequestInit): Promise<unknown> {
  let status = 0;
  let text: string;
  try {
    const response = await fetch(url, { ...request, redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    text = await response.text();
  } catch (error) {
    throw new PayPalError(0, "", { cause: error });
  }
  const answer: unknown = isJson(text) ? JSON.parse(text) : {};
  if (status >= 200 && status < 300) return answer;
  const problem = z.object({ details: z.array(z.object({ issue: z.string() })).default([]) }).safeParse(answer);
  throw new PayPalError(status, problem.data?.details[0]?.issue ?? "");
}

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new PayPalError(0, "an answer that is none", { cause: parsed.error });
  return parsed.data;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
