import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { sessionCookie } from "./cookies.ts";
import { protect } from "./protect.ts";

const pressure = vi.hoisted(() => ({ options: {} as Record<string, unknown> }));
vi.mock("@fastify/under-pressure", () => ({
  default: async (_app: unknown, options: Record<string, unknown>) => {
    pressure.options = options;
  },
}));

async function app(env: Record<string, string> = {}) {
  const made = Fastify();
  onTestFinished(() => made.close());
  made.setErrorHandler((error, _request, reply) => {
    const { message, retryAfterSeconds } = error as Error & { retryAfterSeconds?: number };
    return reply.code(429).send({ message, retryAfterSeconds });
  });
  await protect(made, readConfig({ REQUESTS_PER_MINUTE: "1", ...env }));
  for (const path of ["/api/a", "/dashboard", "/image.png"]) made.get(path, async () => "ok");
  return made;
}

const signedIn = { cookie: `x=1; ${sessionCookie}=s` };

test("the API and pages with a session have the limit of an address, other pages and files have none", async () => {
  const made = await app();
  const requests: [string, Record<string, string>][] = [
    ["/api/a", {}],
    ["/dashboard?x=1", signedIn],
    ["/dashboard", { cookie: "x=1" }],
    ["/dashboard", {}],
    ["/image.png", signedIn],
  ];
  const refused: boolean[] = [];
  for (const [n, [url, headers]] of requests.entries()) {
    const request = { url, headers, remoteAddress: `192.0.2.${n}` };
    expect((await made.inject(request)).statusCode).toBe(200);
    refused.push((await made.inject(request)).body.includes("Too many requests from this address"));
  }
  expect(refused).toEqual([true, true, false, false, false]);
});

test("a refused client learns after how many seconds to try again", async () => {
  const made = await app();
  await made.inject("/api/a");
  const seconds = (await made.inject("/api/a")).json().retryAfterSeconds;
  expect(seconds).toBeGreaterThan(50);
  expect(seconds).toBeLessThanOrEqual(60);
});

test("over HTTPS browsers are told to use it for a year", async () => {
  const { headers } = await (await app({ PUBLIC_URL: "https://a.example" })).inject("/dashboard");
  expect(headers["strict-transport-security"]).toMatch(/^max-age=31536000(;|$)/);
  expect(headers["content-security-policy"]).toContain("upgrade-insecure-requests");
  expect(headers["origin-agent-cluster"]).toBe("?1");
  expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
});

test("over plain HTTP nothing of that is sent", async () => {
  const { headers } = await (await app()).inject("/dashboard");
  expect(headers).not.toHaveProperty("strict-transport-security");
  expect(headers["content-security-policy"]).not.toContain("upgrade-insecure-requests");
  expect(headers).not.toHaveProperty("origin-agent-cluster");
  expect(headers).not.toHaveProperty("cross-origin-opener-policy");
});

test.each([
  ["https://paypal.com/sdk/js", "https://*.paypal.com"],
  ["https://www.paypal.com/sdk/js", "https://*.paypal.com"],
  ["https://notpaypal.com/sdk/js", "https://notpaypal.com"],
])("the script of PayPal at %s may be loaded from %s", async (PAYPAL_SCRIPT_URL, source) => {
  const payPal = { PAYPAL_CLIENT_ID: "a", PAYPAL_CLIENT_SECRET: "b", PAYPAL_WEBHOOK_ID: "c", PAYPAL_SCRIPT_URL };
  const { headers } = await (await app(payPal)).inject("/dashboard");
  const policy = String(headers["content-security-policy"]);
  expect(/script-src [^;]*/.exec(policy)?.[0]).toContain(source);
  expect(policy.includes("paypalobjects.com")).toBe(source === "https://*.paypal.com");
});

test("a process under load refuses requests for some seconds, except for its health", async () => {
  await app({ BUSY_AT_MS: "700", BUSY_AT_MB: "3" });
  const { pressureHandler, ...limits } = pressure.options;
  expect(limits).toEqual({ maxEventLoopDelay: 700, maxRssBytes: 3_145_728, sampleInterval: 1_000 });
  const handle = pressureHandler as (request: { url: string }) => void;
  for (const url of ["/healthz", "/readyz"]) expect(() => handle({ url })).not.toThrow();
  expect(() => handle({ url: "/api/a" })).toThrow(
    expect.objectContaining({ code: "service-busy", retryAfterSeconds: 5 }),
  );
});
