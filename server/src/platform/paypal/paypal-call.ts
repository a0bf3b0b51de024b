import { z } from "zod";
import { parseJson } from "../parse-json.ts";
import type { PayPalConfig } from "./paypal-variables.ts";

const timeoutMs = 20_000;
/** A token is renewed one minute before it expires. */
const tokenMarginMs = 60_000;

/** PayPal refused a request or did not respond. */
export class PayPalError extends Error {
  /** 0 when there was no response. */
  readonly status: number;
  /** "ORDER_NOT_APPROVED", "INSTRUMENT_DECLINED" …; empty when there is none. */
  readonly issue: string;
  constructor(status: number, issue: string, options?: { cause: unknown }) {
    super(`PayPal returned ${status} ${issue}`.trim(), options);
    this.status = status;
    this.issue = issue;
  }
}

/**
 * Sends an authenticated request to PayPal.
 * @param requestId idempotency key: for a repeated request with the same key PayPal returns its first response and does
 *   nothing twice
 * @throws PayPalError
 */
export type Call = (method: "GET" | "POST", path: string, body?: string, requestId?: string) => Promise<unknown>;

/** Returns a function for requests, which reuses its access token while it is valid. */
export function openCalls(config: PayPalConfig): Call {
  let token: { text: string; until: number } | undefined;

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

  return async (method, path, body, requestId) => {
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
      // PayPal can revoke a token before it expires. A request refused with 401 had no effect, so it is repeated once.
      if (!(error instanceof PayPalError) || error.status !== 401 || token === undefined) throw error;
      token = undefined;
      return send();
    }
  };
}

/** @throws PayPalError when the response does not match the schema */
export function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new PayPalError(0, "an invalid response", { cause: parsed.error });
  return parsed.data;
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
  const parsed = parseJson(text);
  const answer = parsed === undefined ? {} : parsed;
  if (status >= 200 && status < 300) return answer;
  const problem = z.object({ details: z.array(z.object({ issue: z.string() })).default([]) }).safeParse(answer);
  throw new PayPalError(status, problem.data?.details[0]?.issue ?? "");
}
