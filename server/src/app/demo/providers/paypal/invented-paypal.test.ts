import { afterAll, beforeAll, expect, test } from "vitest";
import { type InventedPayPal, type Notice, startInventedPayPal } from "./invented-paypal.ts";

let payPal: InventedPayPal;
const notices: Notice[] = [];
beforeAll(async () => {
  payPal = await startInventedPayPal({ onNotice: (notice) => notices.push(notice) });
});
afterAll(() => payPal.close());

const eventTypes = () => notices.splice(0).map(({ body }) => JSON.parse(body).event_type);
const basic = () => Buffer.from(`${payPal.env.PAYPAL_CLIENT_ID}:${payPal.env.PAYPAL_CLIENT_SECRET}`).toString("base64");
const askToken = (authorization = `Basic ${basic()}`, body = "grant_type=client_credentials") =>
  fetch(`${payPal.url}/v1/oauth2/token`, { method: "POST", headers: { authorization }, body });
async function api(route: string, body?: unknown, more: Record<string, string> = {}) {
  const [method = "GET", path = ""] = route.split(" ");
  const { access_token: token } = (await (await askToken()).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more };
  const answer = await fetch(payPal.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}
const amount = { currency_code: "GBP", value: "24.00" };
const orderInput = {
  purchase_units: [{ custom_id: "order-1", description: "Small Firm", amount }],
  application_context: {
    return_url: "https://shop.example/back?step=2",
    cancel_url: "https://shop.example/no",
    brand_name: "Oak & Sons",
  },
};
const newOrder = async () => (await api("POST /v2/checkout/orders", orderInput)).json.id ?? "";
const pageOf = (id: string, more = "") => `${payPal.url}/checkoutnow?token=${id}${more}`;
const choose = (id: string, choice: string, more = "") =>
  fetch(pageOf(id, more), { method: "POST", body: new URLSearchParams({ do: choice }), redirect: "manual" });

test("a token is given only to the right client, and other requests need one", async () => {
  expect((await askToken()).status).toBe(200);
  expect((await askToken("Basic eDp5")).status).toBe(401);
  expect((await askToken(undefined, "grant_type=password")).status).toBe(401);
  const refused = await fetch(`${payPal.url}/v2/checkout/orders`, { method: "POST", body: "{}" });
  expect([refused.status, await refused.json()]).toEqual([401, { error: "invalid_token" }]);
  expect(await (await askToken()).json()).toMatchObject({ token_type: "Bearer", expires_in: 32_400 });
});

test("an order is made with 201 and read with 200; an unknown one is not found", async () => {
  const made = await api("POST /v2/checkout/orders", orderInput);
  expect(made).toMatchObject({ status: 201, json: { status: "CREATED" } });
  expect(await api(`GET /v2/checkout/orders/${made.json.id}`)).toMatchObject({
    status: 200,
    json: { id: made.json.id },
  });
  expect((await api("GET /v2/checkout/orders/ABC")).status).toBe(404);
});

test("the payer’s page shows shop, goods and amount, and sends the payer back after approval", async () => {
  const id = await newOrder();
  const html = await (await fetch(pageOf(id))).text();
  for (const words of ["Oak &amp; Sons", "Small Firm", "£24.00"]) expect(html).toContain(words);
  const answer = await choose(id, "approve");
  expect(answer.status).toBe(303);
  const back = new URL(answer.headers.get("location") ?? "");
  expect(back.href).toBe(`https://shop.example/back?step=2&token=${id}&PayerID=DEMONSTRATION`);
  expect(payPal.orderOf(id)).toMatchObject({ status: "APPROVED", declines: false });
  expect(eventTypes()).toEqual(["CHECKOUT.ORDER.APPROVED"]);
});

test("a payer who cancels returns to the shop, and the order stays as it is, without an event", async () => {
  const id = await newOrder();
  expect((await choose(id, "cancel")).headers.get("location")).toBe("https://shop.example/no");
  expect((await choose(id, "something")).headers.get("location")).toBe("https://shop.example/no");
  expect([payPal.orderOf(id).status, eventTypes()]).toEqual(["CREATED", []]);
});

test("a declined card is approved without an event, and the capture then fails", async () => {
  const id = await newOrder();
  expect((await choose(id, "decline")).headers.get("location")).toContain(`token=${id}`);
  expect(eventTypes()).toEqual([]);
  expect(await api(`POST /v2/checkout/orders/${id}/capture`, {})).toMatchObject({
    status: 422,
    json: { details: [{ issue: "INSTRUMENT_DECLINED" }] },
  });
  await choose(id, "approve");
  eventTypes();
  expect((await api(`POST /v2/checkout/orders/${id}/capture`, {})).status).toBe(201);
  expect(eventTypes()).toEqual(["PAYMENT.CAPTURE.COMPLETED"]);
});

test("in a popup the choice is told to the shop’s page, and the window closes", async () => {
  const id = await newOrder();
  expect(await (await fetch(pageOf(id, "&popup=1"))).text()).toContain(`token=${id}&amp;popup=1`);
  const cancelled = await (await choose(id, "cancel", "&popup=1")).text();
  expect(cancelled).toContain(`{"payPal":"cancelled","orderID":"${id}"}`);
  expect(cancelled).toContain('href="https://shop.example/no"');
  const approved = await choose(id, "approve", "&popup=1");
  const words = await approved.text();
  expect([approved.status, words.includes(`{"payPal":"approved","orderID":"${id}"}`)]).toEqual([200, true]);
  expect(words).toContain(`&amp;token=${id}`);
  eventTypes();
});

test("a page of an unknown order is not found, a waiting one and the script of the button are there", async () => {
  expect((await fetch(pageOf("ABC"))).status).toBe(404);
  expect((await choose("ABC", "approve")).status).toBe(404);
  const wait = await fetch(`${payPal.url}/checkoutnow/wait`);
  expect([wait.status, await wait.text()]).toEqual([200, expect.stringContaining("The order is being made")]);
  const script = await fetch(payPal.env.PAYPAL_SCRIPT_URL);
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(wait.headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("a request that is sent again with the same id gets the same answer, and is carried out once", async () => {
  const id = await newOrder();
  payPal.approve(id);
  const capture = () => api(`POST /v2/checkout/orders/${id}/capture`, {}, { "paypal-request-id": "once" });
  const [first, second] = [await capture(), await capture()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json).toEqual(first.json);
  expect((await api(`POST /v2/checkout/orders/${id}/capture`, {})).json).toMatchObject({
    details: [{ issue: "ORDER_ALREADY_CAPTURED" }],
  });
  expect(eventTypes()).toEqual(["PAYMENT.CAPTURE.COMPLETED"]);
});

test("a refused request is not remembered: sent again with the same id, it is tried again", async () => {
  const id = await newOrder();
  const capture = () => api(`POST /v2/checkout/orders/${id}/capture`, {}, { "paypal-request-id": "later" });
  expect((await capture()).status).toBe(422);
  payPal.approve(id);
  expect((await capture()).status).toBe(201);
  eventTypes();
});

test("a payment is refunded, its event names the payment, and payment and refund can be read", async () => {
  const id = await newOrder();
  payPal.approve(id);
  await api(`POST /v2/checkout/orders/${id}/capture`, {});
  notices.length = 0;
  const [taken] = payPal.orderOf(id).captures;
  const path = `/v2/payments/captures/${taken?.id}`;
  expect((await api(`GET ${path}`)).json).toEqual({ supplementary_data: { related_ids: { order_id: id } } });
  const refunded = await api(`POST ${path}/refund`, { amount: { ...amount, value: "4.00" } });
  expect(refunded).toMatchObject({ status: 201, json: { status: "COMPLETED" } });
  expect(JSON.parse(notices[0]?.body ?? "")).toMatchObject({
    event_type: "PAYMENT.CAPTURE.REFUNDED",
    resource: { id: refunded.json.id, links: [{ rel: "up", href: payPal.url + path }] },
  });
  expect(await api(`GET /v2/payments/refunds/${refunded.json.id}`)).toEqual({ status: 200, json: refunded.json });
  expect((await api(`GET /v2/payments/captures/${refunded.json.id}`)).status).toBe(404);
  expect((await api(`GET /v2/payments/refunds/${taken?.id}`)).status).toBe(404);
  expect((await api(`POST ${path}/refund`, { amount })).status).toBe(422);
});

test("an event is genuine only with the signature and the id of the webhook it was written for", async () => {
  const id = await newOrder();
  const { body, headers } = payPal.approve(id);
  const verify = async (more: object, event = body) => {
    const proof = {
      webhook_id: payPal.env.PAYPAL_WEBHOOK_ID,
      transmission_id: headers["paypal-transmission-id"],
      transmission_sig: headers["paypal-transmission-sig"],
      ...more,
    };
    const { access_token: token } = (await (await askToken()).json()) as { access_token: string };
    const answer = await fetch(`${payPal.url}/v1/notifications/verify-webhook-signature`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: `${JSON.stringify(proof).slice(0, -1)},"webhook_event":${event}}`,
    });
    return ((await answer.json()) as { verification_status: string }).verification_status;
  };
  expect(await verify({})).toBe("SUCCESS");
  expect(await verify({ webhook_id: "WH-2" })).toBe("FAILURE");
  expect(await verify({ transmission_sig: "x" })).toBe("FAILURE");
  expect(await verify({}, body.replace("APPROVED", "DENIED"))).toBe("FAILURE");
});

test("a fault happens once, to the first request that it is for", async () => {
  payPal.faults.push({ on: "POST /v1/oauth2", how: "broken" }, { on: "POST /v1/oauth2", how: "unauthorised" });
  expect((await fetch(`${payPal.url}/checkoutnow/wait`)).status).toBe(200);
  expect([(await askToken()).status, (await askToken()).status, (await askToken()).status]).toEqual([503, 401, 200]);
  payPal.faults.push({ on: "POST /v1/oauth2", how: "lost" });
  await expect(askToken()).rejects.toThrow();
  expect(payPal.faults).toEqual([]);
});

test("a test can change a payment’s status, refund it and complete pending refunds", async () => {
  const id = await newOrder();
  payPal.approve(id);
  payPal.next.refund = "PENDING";
  await api(`POST /v2/checkout/orders/${id}/capture`, {});
  const [taken] = payPal.orderOf(id).captures;
  await api(`POST /v2/payments/captures/${taken?.id}/refund`, { amount });
  payPal.next.refund = "COMPLETED";
  expect(payPal.orderOf(id).captures[0]?.status).toBe("COMPLETED");
  expect(JSON.parse(payPal.refundsComplete(id).body).event_type).toBe("PAYMENT.CAPTURE.REFUNDED");
  expect(payPal.orderOf(id)).toMatchObject({ captures: [{ status: "REFUNDED" }], refunds: [{ status: "COMPLETED" }] });
  expect(() => payPal.refund(id, "1.00")).toThrow("CAPTURE_FULLY_REFUNDED");
  notices.length = 0;
  payPal.becomes(id, "REVERSED");
  expect([eventTypes(), payPal.orderOf(id).captures[0]?.status]).toEqual([["PAYMENT.CAPTURE.REVERSED"], "REVERSED"]);
  expect(() => payPal.orderOf("ABC")).toThrow("PayPal has no order ABC");
});
