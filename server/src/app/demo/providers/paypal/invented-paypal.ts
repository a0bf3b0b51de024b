import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { defined } from "@sheaf/contracts/defined.ts";
import type { FastifyInstance } from "fastify";
import { serveLocally } from "../local-server.ts";
import { approvalPage, type Choice, donePage, returnUrlOf, waitPage } from "./approval-page.ts";
import { type Notice, openNotices } from "./notices.ts";
import {
  type CaptureStatus,
  type InventedOrder,
  type Money,
  newPayPalId,
  openOrderStore,
  type Reply,
  refusal,
  viewOf,
} from "./order-store.ts";
import { reportOf } from "./report.ts";

export type { Notice } from "./notices.ts";

/**
 * A fault in the response to the next request whose method and path begin with `on`. "lost": the request is carried
 * out, but its response does not arrive.
 */
export interface Fault {
  on: string;
  how: "lost" | "unauthorised" | "broken";
}

const clientId = "a-client";
const clientSecret = "a-secret";
const webhookId = "WH-1";
const script = readFileSync(join(import.meta.dirname, "buttons.js"), "utf8");

/**
 * The part of PayPal that Sheaf uses: tokens, orders, an approval page and the button that opens it, captures, refunds,
 * reports, and webhook events that can be verified. No money moves.
 * @param options.file keeps its orders for the next start
 * @param options.onNotice called with the webhook events about actions of payers on its pages and of shops in its API;
 *   tests deliver events themselves
 */
export async function startInventedPayPal(options: { file?: string; onNotice?: (notice: Notice) => void } = {}) {
  const store = openOrderStore(options.file);
  const answers = new Map<string, unknown>();
  const tokens = new Set<string>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  /** Outcome of the next captures and refunds. */
  const next: {
    capture: CaptureStatus | "INSTRUMENT_DECLINED";
    refund: "COMPLETED" | "PENDING";
    amount: Money | undefined;
  } = { capture: "COMPLETED", refund: "COMPLETED", amount: undefined };
  const { url, close } = await serveLocally(answer);
  const notices = openNotices(url, webhookId);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const route = `${request.method} ${request.url}`;
    requests.push(route);
    const index = faults.findIndex(({ on }) => route.startsWith(on));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault?.how === "unauthorised") return send(response, { status: 401, answer: { error: "invalid_token" } });
    if (fault?.how === "broken") return send(response, { status: 503, answer: "<html>busy</html>" });
    const said = pageFor(new URL(request.url ?? "/", url), route, body) ?? reply(request, route, body);
    store.save();
    if (fault?.how === "lost") response.destroy();
    else send(response, said);
  }

  /** Returns the response for a payer's browser. */
  function pageFor({ pathname, searchParams }: URL, route: string, body: string): PageReply | undefined {
    if (route.startsWith("GET /sdk/js")) return { status: 200, answer: script, type: "text/javascript" };
    if (pathname === "/checkoutnow/wait") return { status: 200, answer: waitPage() };
    if (pathname !== "/checkoutnow") return undefined;
    const order = store.find(searchParams.get("token") ?? "");
    const popup = searchParams.has("popup");
    if (!order || route.startsWith("GET")) return { status: order ? 200 : 404, answer: approvalPage(order, popup) };
    const choice = choose(order, new URLSearchParams(body).get("do"));
    if (popup) return { status: 200, answer: donePage(order, choice) };
    return { status: 303, answer: "", location: choice === "cancel" ? order.cancelUrl : returnUrlOf(order) };
  }

  function choose(order: InventedOrder, said: string | null): Choice {
    if (said !== "approve" && said !== "decline") return "cancel";
    order.declines = said === "decline";
    if (order.status === "CREATED") order.status = "APPROVED";
    if (said === "approve") options.onNotice?.(notices.write("CHECKOUT.ORDER.APPROVED", { id: order.id }));
    return said;
  }

  function reply(request: IncomingMessage, route: string, body: string): Reply {
    if (route === "POST /v1/oauth2/token") return grant(request, body);
    const bearer = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!tokens.has(bearer)) return { status: 401, answer: { error: "invalid_token" } };
    if (route === "POST /v1/notifications/verify-webhook-signature") {
      return { status: 200, answer: notices.verified(body) };
    }
    const requestId = request.headers["paypal-request-id"];
    const repeated = typeof requestId === "string" ? answers.get(requestId) : undefined;
    if (repeated) return { status: 201, answer: repeated };
    const done = work(route, body);
    if (typeof requestId === "string" && done.status < 300) answers.set(requestId, done.answer);
    return done;
  }

  function grant(request: IncomingMessage, body: string): Reply {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}` || body !== "grant_type=client_credentials") {
      return { status: 401, answer: { error: "invalid_client" } };
    }
    const token = newPayPalId();
    tokens.add(token);
    return { status: 200, answer: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
  }

  function work(route: string, body: string): Reply {
    const [, path = ""] = route.split(" ");
    if (path.startsWith("/v1/reporting/transactions?")) {
      return { status: 200, answer: reportOf(store.all(), new URL(path, url).searchParams) };
    }
    if (route === "POST /v2/checkout/orders") {
      return { status: 201, answer: viewOf(store.create(JSON.parse(body)), url) };
    }
    const [, payments, capturing] = /^\/v2\/payments\/(\w+\/\w+)(\/refund)?$/.exec(path) ?? [];
    if (payments) return payment(payments, capturing ? JSON.parse(body).amount : undefined);
    const [, id, capture] = /^\/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(path) ?? [];
    const order = store.find(id ?? "");
    if (!order) return refusal("INVALID_RESOURCE_ID", 404);
    const why = capture ? store.captureOrder(order, next.capture, next.amount) : undefined;
    if (why) return refusal(why);
    if (capture) notifyOf(order, `PAYMENT.CAPTURE.${order.captures[0]?.status}`);
    return { status: capture ? 201 : 200, answer: viewOf(order, url) };
  }

  /** GET …/captures/ID, POST …/captures/ID/refund and GET …/refunds/ID. */
  function payment(path: string, amount: Money | undefined): Reply {
    const [kind = "", id = ""] = path.split("/");
    const refund = store.all().flatMap(({ refunds }) => refunds.filter((one) => one.id === id))[0];
    if (kind === "refunds" && refund) return { status: 200, answer: refund };
    const order = store.ofCapture(id);
    if (kind !== "captures" || !order) return refusal("INVALID_RESOURCE_ID", 404);
    if (!amount) return { status: 200, answer: { supplementary_data: { related_ids: { order_id: order.id } } } };
    const back = store.refundCapture(order, amount, next.refund);
    if (typeof back === "string") return refusal(back);
    options.onNotice?.(refundNotice(order));
    return { status: 201, answer: back };
  }

  function notifyOf(order: InventedOrder, type: string): Notice {
    const resource = { id: order.captures[0]?.id, supplementary_data: { related_ids: { order_id: order.id } } };
    const written = notices.write(type, resource);
    options.onNotice?.(written);
    return written;
  }

  /** The event identifies only the capture, by the link "up". */
  function refundNotice({ captures, refunds }: InventedOrder): Notice {
    const links = [{ rel: "up", href: `${url}/v2/payments/captures/${captures[0]?.id}` }];
    return notices.write("PAYMENT.CAPTURE.REFUNDED", { id: refunds.at(-1)?.id, links });
  }

  function orderOf(id: string): InventedOrder {
    const order = store.find(id);
    if (!order) throw new Error(`PayPal has no order ${id}`);
    return order;
  }

  return {
    url,
    faults,
    requests,
    next,
    orderOf,
    env: {
      PAYPAL_URL: url,
      PAYPAL_CLIENT_ID: clientId,
      PAYPAL_CLIENT_SECRET: clientSecret,
      PAYPAL_WEBHOOK_ID: webhookId,
      PAYPAL_SCRIPT_URL: `${url}/sdk/js`,
    },
    /** Approves an order, as the payer would. */
    approve(id: string): Notice {
      orderOf(id).status = "APPROVED";
      return notices.write("CHECKOUT.ORDER.APPROVED", { id });
    },
    /** Changes the status of the order's capture. @returns the event about it */
    becomes(id: string, status: CaptureStatus): Notice {
      const order = orderOf(id);
      for (const capture of order.captures) capture.status = status;
      return notifyOf(order, `PAYMENT.CAPTURE.${status}`);
    },
    /** Refunds an amount, as PayPal itself or the shop would. @returns the event, which identifies only the capture */
    refund(id: string, value: string): Notice {
      const order = orderOf(id);
      const back = store.refundCapture(order, { currency_code: "GBP", value }, "COMPLETED");
      if (typeof back === "string") throw new Error(back);
      return refundNotice(order);
    },
    /** Completes the pending refunds. @returns the event about them */
    refundsComplete(id: string): Notice {
      const order = orderOf(id);
      for (const refund of order.refunds) refund.status = "COMPLETED";
      store.updateCaptures(order);
      return refundNotice(order);
    },
    deliver: (app: FastifyInstance, { body, headers }: Notice) =>
      app.inject({ method: "POST", url: "/api/webhooks/paypal", payload: body, headers }),
    close,
  };
}

export type InventedPayPal = Awaited<ReturnType<typeof startInventedPayPal>>;

interface PageReply extends Reply {
  type?: string;
  location?: string;
}

function send(response: ServerResponse, { status, answer, type, location }: PageReply): void {
  const page = typeof answer === "string";
  response.writeHead(status, {
    "content-type": `${type ?? (page ? "text/html" : "application/json")}; charset=utf-8`,
    ...defined({ location }),
  });
  response.end(page ? answer : JSON.stringify(answer));
}
