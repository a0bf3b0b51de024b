import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";

/** What goes wrong with the next request whose method and path begin so. "lost": it is done, and its answer is not heard. */
export interface Fault {
  on: string;
  how: "lost" | "unauthorised" | "broken";
}

type CaptureStatus = "COMPLETED" | "PENDING" | "DECLINED" | "REFUNDED" | "PARTIALLY_REFUNDED" | "REVERSED";
type Money = { currency_code: string; value: string };
interface FakeOrder {
  id: string;
  status: "CREATED" | "APPROVED" | "COMPLETED";
  customId: string;
  amount: Money;
  returnUrl: string;
  captures: { id: string; status: CaptureStatus; amount: Money }[];
  refunds: { id: string; status: "COMPLETED"; amount: Money }[];
}

export interface Notice {
  body: string;
  headers: Record<string, string>;
}

const clientId = "a-client";
const clientSecret = "a-secret";
const webhookId = "WH-1";

/** PayPal as far as Sheaf speaks with it: tokens, orders, an approval page, captures, notices that can be verified. No money. */
export async function startFakePayPal() {
  const orders = new Map<string, FakeOrder>();
  const answers = new Map<string, unknown>();
  const tokens = new Set<string>();
  const faults: Fault[] = [];
  const requests: string[] = [];
  const signingKey = randomBytes(16);
  /** What becomes of the next captures. */
  const next: { capture: CaptureStatus | "INSTRUMENT_DECLINED"; amount: Money | undefined } = {
    ...{ capture: "COMPLETED", amount: undefined },
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    const route = `${request.method} ${request.url}`;
    requests.push(route);
    const index = faults.findIndex(({ on }) => route.startsWith(on));
    const [fault] = index < 0 ? [] : faults.splice(index, 1);
    if (fault?.how === "unauthorised") return send(response, 401, { error: "invalid_token" });
    if (fault?.how === "broken") return send(response, 503, "<html>busy</html>");
    const { status, answer: said } = reply(request, route, body);
    if (fault?.how === "lost") response.destroy();
    else send(response, status, said);
  }

  function reply(request: IncomingMessage, route: string, body: string): { status: number; answer: unknown } {
    if (route === "POST /v1/oauth2/token") return grant(request, body);
    if (route.startsWith("GET /checkoutnow")) return { status: 200, answer: approvalPage(route) };
    const bearer = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!tokens.has(bearer)) return { status: 401, answer: { error: "invalid_token" } };
    if (route === "POST /v1/notifications/verify-webhook-signature") return { status: 200, answer: verified(body) };

    const requestId = request.headers["paypal-request-id"];
    const repeated = typeof requestId === "string" ? answers.get(requestId) : undefined;
    if (repeated) return { status: 201, answer: repeated };
    const done = work(route, body);
    if (typeof requestId === "string" && done.status < 300) answers.set(requestId, done.answer);
    return done;
  }

  function grant(request: IncomingMessage, body: string) {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    if (request.headers.authorization !== `Basic ${basic}` || body !== "grant_type=client_credentials") {
      return { status: 401, answer: { error: "invalid_client" } };
    }
    const token = newName();
    tokens.add(token);
    return { status: 200, answer: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
  }

  function work(route: string, body: string): { status: number; answer: unknown } {
    if (route === "POST /v2/checkout/orders") return { status: 201, answer: viewOf(create(JSON.parse(body))) };
    const payment = /^GET \/v2\/payments\/captures\/(\w+)$/.exec(route);
    const owner = payment && [...orders.values()].find(({ captures }) => captures.some(({ id }) => id === payment[1]));
    if (owner) return { status: 200, answer: { supplementary_data: { related_ids: { order_id: owner.id } } } };
    const [, id, capture] = /^\w+ \/v2\/checkout\/orders\/(\w+)(\/capture)?$/.exec(route) ?? [];
    const order = orders.get(id ?? "");
    if (!order) return { status: 404, answer: refusal("INVALID_RESOURCE_ID") };
    return capture ? take(order) : { status: 200, answer: viewOf(order) };
  }

  function create(input: {
    purchase_units: [{ custom_id: string; amount: Money }];
    application_context: { return_url: string };
  }): FakeOrder {
    const [{ custom_id, amount }] = input.purchase_units;
    const returnUrl = input.application_context.return_url;
    const order: FakeOrder = {
      ...{ id: newName(), status: "CREATED", customId: custom_id, amount, returnUrl, captures: [], refunds: [] },
    };
    orders.set(order.id, order);
    return order;
  }

  function take(order: FakeOrder): { status: number; answer: unknown } {
    if (order.status === "COMPLETED") return { status: 422, answer: refusal("ORDER_ALREADY_CAPTURED") };
    if (order.status === "CREATED") return { status: 422, answer: refusal("ORDER_NOT_APPROVED") };
    if (next.capture === "INSTRUMENT_DECLINED") return { status: 422, answer: refusal("INSTRUMENT_DECLINED") };
    order.status = "COMPLETED";
    order.captures.push({ id: newName(), status: next.capture, amount: next.amount ?? order.amount });
    return { status: 201, answer: viewOf(order) };
  }

  function viewOf(order: FakeOrder) {
    const { id, status, customId, amount, captures, refunds } = order;
    return {
      ...{ id, status, intent: "CAPTURE" },
      purchase_units: [{ custom_id: customId, amount, payments: { captures, refunds } }],
      links: [{ rel: "approve", href: `${url}/checkoutnow?token=${id}`, method: "GET" }],
    };
  }

  /** Following its link is agreeing: a browser is then sent back to the shop. */
  function approvalPage(route: string): string {
    const order = orders.get(new URL(route.slice(4), url).searchParams.get("token") ?? "");
    if (!order) return "<!doctype html><title>PayPal (invented)</title><p>There is no such order.</p>";
    if (route.endsWith("&agree=1")) order.status = "APPROVED";
    const agree = `/checkoutnow?token=${order.id}&agree=1`;
    const back = `${order.returnUrl.replaceAll("&", "&amp;")}&amp;token=${order.id}`;
    const way =
      order.status === "CREATED" ? `<a href="${agree}">Pay now</a>` : `<a href="${back}">Back to the shop</a>`;
    return `<!doctype html><title>PayPal (invented)</title><h1>A demonstration: no money moves</h1><p>GBP ${order.amount.value}</p>${way}`;
  }

  function verified(body: string) {
    const marker = ',"webhook_event":';
    const at = body.indexOf(marker);
    const proof = JSON.parse(`${body.slice(0, at)}}`);
    const event = body.slice(at + marker.length, -1);
    const genuine = proof.webhook_id === webhookId && proof.transmission_sig === sign(proof.transmission_id, event);
    return { verification_status: genuine ? "SUCCESS" : "FAILURE" };
  }

  const sign = (id: string, event: string) =>
    createHmac("sha256", signingKey).update(`${id}|${event}`).digest("base64");

  function notice(type: string, resource: object): Notice {
    // Spaced as PayPal may space it: written anew it would not be the same.
    const body = JSON.stringify({ id: `WH-${newName()}`, event_type: type, resource }, null, 1);
    const id = newName();
    return {
      body,
      headers: {
        ...{ "content-type": "application/json", "paypal-auth-algo": "SHA256withRSA", "paypal-transmission-id": id },
        ...{ "paypal-cert-url": `${url}/cert`, "paypal-transmission-time": new Date().toISOString() },
        "paypal-transmission-sig": sign(id, body),
      },
    };
  }

  function orderOf(id: string): FakeOrder {
    const order = orders.get(id);
    if (!order) throw new Error(`PayPal has no order ${id}`);
    return order;
  }

  return {
    ...{ url, faults, requests, next, orderOf },
    env: {
      ...{ PAYPAL_URL: url, PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret },
      PAYPAL_WEBHOOK_ID: webhookId,
    },
    /** The payer agrees. */
    approve(id: string): Notice {
      orderOf(id).status = "APPROVED";
      return notice("CHECKOUT.ORDER.APPROVED", { id });
    },
    /** Another state of the order's capture, and the notice of it. */
    becomes(id: string, status: CaptureStatus): Notice {
      const order = orderOf(id);
      for (const capture of order.captures) capture.status = status;
      const resource = { id: order.captures[0]?.id, supplementary_data: { related_ids: { order_id: id } } };
      return notice(`PAYMENT.CAPTURE.${status}`, resource);
    },
    /** Money that goes back; the notice names the capture alone. */
    refund(id: string, value: string): Notice {
      const order = orderOf(id);
      const [capture] = order.captures;
      if (!capture) throw new Error("Nothing was captured");
      order.refunds.push({ id: newName(), status: "COMPLETED", amount: { currency_code: "GBP", value } });
      const back = order.refunds.reduce((sum, { amount }) => sum + Number(amount.value), 0);
      capture.status = back >= Number(capture.amount.value) ? "REFUNDED" : "PARTIALLY_REFUNDED";
      const links = [{ rel: "up", href: `${url}/v2/payments/captures/${capture.id}` }];
      return notice("PAYMENT.CAPTURE.REFUNDED", { id: order.refunds.at(-1)?.id, links });
    },
    deliver: (app: FastifyInstance, { body, headers }: Notice) =>
      app.inject({ method: "POST", url: "/api/webhooks/paypal", payload: body, headers }),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const newName = () => randomBytes(8).toString("hex").toUpperCase();
const refusal = (issue: string) => ({ name: "UNPROCESSABLE_ENTITY", details: [{ issue }] });

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, answer: unknown): void {
  const page = typeof answer === "string";
  response.writeHead(status, { "content-type": page ? "text/html; charset=utf-8" : "application/json" });
  response.end(page ? answer : JSON.stringify(answer));
}
