import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { openCalls, PayPalError, read } from "./paypal-call.ts";
import { payPalOf, translatePayPalErrors } from "./paypal-client.ts";
import { penceOf, pounds } from "./paypal-money.ts";
import { transactionsOf } from "./paypal-transactions.ts";

const config = { url: "http://paypal", clientId: "id", clientSecret: "secret" } as never;
const hour = 3_600;

/** Answers to requests in turn; requests of a token are answered by themselves. */
let answers: [status: number, body: unknown][];
let asked: { path: string; headers: Record<string, string>; body: unknown }[];
let tokens: number;
beforeEach(() => {
  [answers, asked, tokens] = [[], [], 0];
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal("fetch", async (url: string, { headers, body }: { headers: Record<string, string>; body: unknown }) => {
    if (url.endsWith("/token")) {
      tokens++;
      expect(headers.authorization).toBe(`Basic ${Buffer.from("id:secret").toString("base64")}`);
      return new Response(JSON.stringify({ access_token: `t${tokens}`, expires_in: hour }));
    }
    asked.push({ path: url.replace("http://paypal", ""), headers, body });
    const [status, answer] = answers.shift() ?? [200, {}];
    return new Response(typeof answer === "string" ? answer : JSON.stringify(answer), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a token is used until one minute before it expires", async () => {
  const call = openCalls(config);
  await call("GET", "/a");
  vi.setSystemTime((hour - 60) * 1000 - 1);
  await call("GET", "/b");
  expect(tokens).toBe(1);
  vi.setSystemTime((hour - 60) * 1000);
  await call("GET", "/c");
  expect(tokens).toBe(2);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer t1", "Bearer t1", "Bearer t2"]);
});

test("a request has its body and its own id, when there are any", async () => {
  const call = openCalls(config);
  await call("POST", "/a", "{}", "request-1");
  await call("GET", "/b");
  expect(asked[0]).toMatchObject({ path: "/a", body: "{}", headers: { "paypal-request-id": "request-1" } });
  expect(asked[1]).not.toHaveProperty("headers.paypal-request-id");
  expect(asked[1]?.body).toBeUndefined();
});

test("a request that is refused with a revoked token is repeated once with a new one", async () => {
  const call = openCalls(config);
  answers = [
    [401, {}],
    [200, { ok: 1 }],
  ];
  expect(await call("GET", "/a")).toEqual({ ok: 1 });
  expect(tokens).toBe(2);
  answers = [
    [401, {}],
    [401, {}],
  ];
  await expect(call("GET", "/a")).rejects.toMatchObject({ status: 401 });
  expect(asked).toHaveLength(4);
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])("the status %d is a success: %s", async (status, isSuccess) => {
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/token")
      ? new Response('{"access_token":"t","expires_in":9}')
      : { status, text: async () => '{"a":1}' },
  );
  const answer = openCalls(config)("GET", "/a");
  if (isSuccess) expect(await answer).toEqual({ a: 1 });
  else await expect(answer).rejects.toMatchObject({ status });
});

test.each([
  [{ details: [{ issue: "ORDER_NOT_APPROVED" }, { issue: "B" }] }, "ORDER_NOT_APPROVED"],
  [{ details: [] }, ""],
  [{ details: "x" }, ""],
  ["<html>", ""],
])("a refusal with the answer %j has the issue “%s”", async (answer, issue) => {
  answers = [[422, answer]];
  const error = await openCalls(config)("GET", "/a").catch((thrown) => thrown);
  expect(error).toBeInstanceOf(PayPalError);
  expect(error).toMatchObject({ status: 422, issue, message: `PayPal returned 422 ${issue}`.trim() });
  expect(asked).toHaveLength(1);
});

test("no answer, and one that makes no sense, are errors without a status", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("away")));
  await expect(openCalls(config)("GET", "/a")).rejects.toMatchObject({ status: 0, issue: "" });
  expect(() => read(z.string(), 1)).toThrow(expect.objectContaining({ status: 0, issue: "an invalid response" }));
  expect(read(z.string(), "a")).toBe("a");
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [99, "0.99"],
  [100, "1.00"],
  [2_405, "24.05"],
])("%d pence are %s pounds, and the other way round", (pence, value) => {
  expect(pounds(pence)).toBe(value);
  expect(penceOf({ currency_code: "GBP", value })).toBe(pence);
});

test.each([
  ["GBP", "24", 2_400],
  ["GBP", "1234567.89", 123_456_789],
  ["GBP", "12345678.00", null],
  ["GBP", "1.5", null],
  ["GBP", "-1.00", null],
  ["USD", "1.00", null],
])("%s %s are %s pence", (currency_code, value, pence) => {
  expect(penceOf({ currency_code, value })).toBe(pence);
});

test("all pages of a report are read, with what is missing filled in", async () => {
  const info = (id: string, value: string, more: object = {}) => ({
    transaction_info: {
      transaction_id: id,
      transaction_amount: { currency_code: "GBP", value },
      transaction_initiation_date: "2026-11-20T12:00:00Z",
      ...more,
    },
  });
  const full = { paypal_reference_id: "CAP", custom_field: "order", transaction_status: "P" };
  const pages = [
    { total_pages: 2, transaction_details: [info("a", "9.00"), info("b", "-3.00", full)] },
    { total_pages: 2, transaction_details: [info("c", "-1.5")] },
  ];
  const paths: URLSearchParams[] = [];
  const call = async (_: string, path: string) => {
    paths.push(new URLSearchParams(path.split("?")[1]));
    return pages[paths.length - 1] ?? {};
  };
  const found = await transactionsOf(call, new Date(0), new Date(1_000));
  const at = new Date("2026-11-20T12:00:00Z");
  expect(found).toEqual([
    { id: "a", about: null, orderId: null, pence: 900, status: "S", at },
    { id: "b", about: "CAP", orderId: "order", pence: -300, status: "P", at },
    { id: "c", about: null, orderId: null, pence: null, status: "S", at },
  ]);
  expect(paths.map((query) => [query.get("page"), query.get("page_size")])).toEqual([
    ["1", "500"],
    ["2", "500"],
  ]);
  expect([paths[0]?.get("start_date"), paths[0]?.get("end_date")]).toEqual([
    "1970-01-01T00:00:00.000Z",
    "1970-01-01T00:00:01.000Z",
  ]);
  paths.length = 0;
  expect(await transactionsOf(async () => ({}), new Date(0), new Date(1))).toEqual([]);
});

test("a configuration has one client, and none without online payment", () => {
  const payPal = { url: "http://paypal", clientId: "a" } as never;
  expect(payPalOf({ payPal })).toBe(payPalOf({ payPal }));
  expect(() => payPalOf({ payPal: undefined } as never)).toThrow(
    expect.objectContaining({ code: "online-payment-off" }),
  );
});

test.each([
  ["ORDER_NOT_APPROVED", "not-approved", 0],
  ["INSTRUMENT_DECLINED", "payment-declined", 0],
  ["ELSE", "payment-unconfirmed", 1],
])("the issue %s is told to the payer as %s", async (issue, code, lines) => {
  const warn = vi.fn();
  const work = () => Promise.reject(new PayPalError(422, issue));
  await expect(translatePayPalErrors({ log: { warn } } as never, work)).rejects.toMatchObject({ code });
  expect(warn).toHaveBeenCalledTimes(lines);
});

test("other errors and results are passed on", async () => {
  const error = new Error("other");
  await expect(translatePayPalErrors({} as never, () => Promise.reject(error))).rejects.toBe(error);
  expect(await translatePayPalErrors({} as never, async () => 7)).toBe(7);
});
