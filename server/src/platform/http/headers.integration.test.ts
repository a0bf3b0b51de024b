import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { signIn } from "../../../testing/server.ts";
import { openTestServices, type TestServices, testConfig } from "../../../testing/services.ts";
import { buildApp } from "../../app/app.ts";

const site = "https://sheaf.test";

let services: TestServices;
let app: FastifyInstance;
let cookie: string;
const pages = mkdtempSync(join(tmpdir(), "sheaf-pages-"));
beforeAll(async () => {
  mkdirSync(join(pages, "assets"));
  writeFileSync(join(pages, "index.html"), "<!doctype html><html><title>Sheaf</title><body></body></html>");
  writeFileSync(join(pages, "assets", "main-1a2b.js"), "1");
  services = await openTestServices({ env: { PUBLIC_URL: site } });
  app = await buildApp(services, { pages });
  cookie = (await signIn({ app, services })).cookies();
});
afterAll(async () => {
  await app.close();
  await services.close();
  rmSync(pages, { recursive: true });
});

const kinds = [
  ["the landing page", "/", 200],
  ["a page", "/pricing", 200],
  ["a page for people who are signed in", "/dashboard", 200],
  ["a page that does not exist", "/nowhere", 404],
  ["a script", "/assets/main-1a2b.js", 200],
  ["a script that does not exist", "/assets/gone.js", 404],
  ["the API’s description", "/api/docs/json", 200],
  ["the pages about the API", "/api/docs", 200],
  ["a public response of the API", "/api/installation", 200],
  ["a response for a signed-in user", "/api/user", 200],
  ["a refusal", "/api/admin/me", 401],
  ["an API route that does not exist", "/api/nowhere", 404],
  ["robots.txt", "/robots.txt", 200],
  ["health", "/healthz", 200],
] as const;

describe.each(kinds)("%s", (_kind, url, status) => {
  test("has headers against framing, referrers, foreign scripts and plain HTTP", async () => {
    const answer = await app.inject({ url, headers: { cookie } });
    expect(answer.statusCode).toBe(status);
    const { headers } = answer;
    expect(headers).toMatchObject({
      "strict-transport-security": expect.stringMatching(/^max-age=31536000/),
      "x-content-type-options": "nosniff",
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
    });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/script-src 'self'[^;]*/);
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toMatch(/unsafe|\*|http:/);
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    if (url.startsWith("/api/")) expect(headers["cache-control"]).toBe("no-store");
    expect(headers["x-powered-by"]).toBeUndefined();
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

test("the session’s cookie is not available to scripts, plain HTTP and other sites", async () => {
  const { username, password } = await signIn({ app, services });
  const signedIn = await app.inject({ method: "POST", url: "/api/login", payload: { username, password } });
  const cookies = [signedIn.headers["set-cookie"]].flat();
  expect(cookies).toEqual([
    expect.stringMatching(/^__Host-sheaf_session=[\w-]{40,}; /),
    expect.stringMatching(/^__Host-sheaf_device_[0-9a-f]{16}=[\w.-]+; /),
  ]);
  for (const set of cookies) {
    for (const flag of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(set?.split("; ")).toContain(flag);
    expect(set).not.toContain("Domain");
  }
});

test.each([
  ["another site", { origin: "https://evil.test" }, 403],
  ["a sandboxed frame", { origin: "null" }, 403],
  ["a host that begins with Sheaf’s host name", { origin: "https://sheaf.test.evil.test" }, 403],
  ["another site’s form without an Origin header", { "sec-fetch-site": "cross-site" }, 403],
  ["another host of the same site", { "sec-fetch-site": "same-site" }, 403],
  ["Sheaf’s own pages", { origin: site }, 201],
  ["a client without Origin and Sec-Fetch-Site", {}, 201],
])("a change from %s gets the expected status", async (_who, headers, status) => {
  const payload = { name: "Bright Bakery", email: "bright@example.com" };
  const answer = await app.inject({
    method: "POST",
    url: "/api/customers",
    payload,
    headers: { ...headers, cookie },
  });
  expect(answer.statusCode).toBe(status);
});

test("a URL that cannot be decoded gets an error response with security headers", async () => {
  const answer = await app.inject("/%ff<script>");
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ code: "bad-request", message: expect.any(String) });
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

describe("client addresses and rate limits", () => {
  /** The same installation with other settings. */
  async function appWith(env: Record<string, string>): Promise<FastifyInstance> {
    const other = await buildApp({ ...services, config: testConfig(services.config.dataDir, env) }, { pages });
    onTestFinished(() => other.close());
    return other;
  }

  test.each([
    ["with a differently encoded URL", "/%61pi/installation", ["192.0.2.1", "192.0.2.1", "192.0.2.1"]],
    [
      "with several addresses of one IPv6 prefix",
      "/api/installation",
      ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:3"],
    ],
  ])("the rate limit of the API cannot be evaded %s", async (_how, url, addresses) => {
    const limited = await appWith({ REQUESTS_PER_MINUTE: "2" });
    const statuses = [];
    for (const remoteAddress of addresses) statuses.push((await limited.inject({ url, remoteAddress })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    expect((await limited.inject({ url, remoteAddress: "198.51.100.7" })).headers["cache-control"]).toBe("no-store");
  });

  test("a page with embedded API responses has the rate limit of the API", async () => {
    const limited = await appWith({ REQUESTS_PER_MINUTE: "2" });
    const open = async (headers: Record<string, string>) =>
      (await limited.inject({ url: "/dashboard", headers })).statusCode;
    expect([await open({ cookie }), await open({ cookie }), await open({ cookie })]).toEqual([200, 200, 429]);
    expect([await open({}), await open({}), await open({})]).toEqual([200, 200, 200]);
  });

  test.each([
    ["0", "10.0.0.1"],
    ["1", "203.0.113.9"],
    ["2", "198.51.100.4"],
  ])("behind %s proxies the client address is %s, whatever the client itself sends", async (proxies, address) => {
    const behind = await appWith({ TRUST_PROXY: proxies });
    const answer = await behind.inject({
      url: "/api/sessions",
      remoteAddress: "10.0.0.1",
      headers: { cookie: await cookieFrom(behind) },
    });
    expect(answer.json()[0]).toMatchObject({ current: true, address });
  });

  async function cookieFrom(behind: FastifyInstance): Promise<string> {
    const { username, password } = await signIn({ app, services });
    const answer = await behind.inject({
      method: "POST",
      url: "/api/login",
      payload: { username, password },
      remoteAddress: "10.0.0.1",
      headers: { "x-forwarded-for": "6.6.6.6, 198.51.100.4, 203.0.113.9" },
    });
    return answer.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }
});
