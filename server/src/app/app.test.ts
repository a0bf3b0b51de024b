import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testConfig } from "../../testing/services.ts";
import { metrics } from "../platform/observe/registry.ts";
import type { ApiServices } from "../platform/services.ts";
import { buildApp } from "./app.ts";
import { registerSlices } from "./routes.ts";

type Options = NonNullable<Parameters<typeof buildApp>[1]>;

const index =
  '<!doctype html><html><title>Sheaf</title><body><div id="root">…<noscript>No script</noscript></div></body></html>';
const pages = mkdtempSync(join(tmpdir(), "sheaf-app-"));
beforeAll(() => {
  mkdirSync(join(pages, "assets"));
  mkdirSync(join(pages, "rendering"));
  writeFileSync(join(pages, "index.html"), index);
  writeFileSync(join(pages, "assets", "main-1.js"), "1");
  writeFileSync(join(pages, "icon.svg"), "<svg/>");
  writeFileSync(
    join(pages, "rendering", "entry-server.js"),
    `export const renderPage = async (path) => (path === "/help" ? "<h1>Help</h1>" : undefined);
     export const renderPreview = () => undefined;`,
  );
});
afterAll(() => rmSync(pages, { recursive: true }));

const open: FastifyInstance[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

/** Builds the app of a demonstration, whose set-up needs no database, with some routes that need none either. */
async function build(
  env: Record<string, string> = {},
  { lines = [] as string[], ...options }: Options & { lines?: string[] } = {},
) {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const services = {
    config: testConfig("/nowhere", { SHEAF_DEMO: "1", ...env }),
    log: pino({ level: "info" }, sink),
    db: {},
    events: { check: async () => {} },
    queue: { check: async () => {} },
    storage: { check: async () => {} },
  };
  const app = await buildApp(services as unknown as ApiServices, {
    pages,
    slices: async (instance) => {
      instance.get("/api/try/text", async ({ query }) => "a".repeat(Number((query as { length: string }).length)));
      instance.get("/api/try/own-cache", async (_, reply) => reply.header("cache-control", "max-age=60").send("kept"));
      instance.get("/api/try/who", async ({ ip, member, administrator }) => ({ ip, member, administrator }));
      instance.post("/api/try/body", async ({ body }) => body);
    },
    ...options,
  });
  open.push(app);
  return app;
}

test("every answer has an id, and answers of the API are stored nowhere unless they say so", async () => {
  const app = await build();
  const [one, other] = [await app.inject("/api/try/who"), await app.inject("/api/try/who")];
  expect(one.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(one.headers["x-request-id"]).not.toBe(other.headers["x-request-id"]);
  expect(one.headers["cache-control"]).toBe("no-store");
  expect((await app.inject("/api/try/own-cache")).headers["cache-control"]).toBe("max-age=60");
  expect((await app.inject("/robots.txt")).headers["cache-control"]).toBeUndefined();
});

test("a request begins without a member and without an administrator", async () => {
  const app = await build();
  expect((await app.inject("/api/try/who")).json()).toMatchObject({ member: null, administrator: null });
});

test("an address is the same with a slash at its end", async () => {
  const app = await build();
  expect((await app.inject("/api/try/who/")).statusCode).toBe(200);
});

test("a body of 1,048,576 bytes is accepted, a longer one is too large", async () => {
  const app = await build();
  const post = (length: number) =>
    app.inject({
      method: "POST",
      url: "/api/try/body",
      headers: { "content-type": "application/json" },
      payload: `"${"a".repeat(length - 2)}"`,
    });
  expect((await post(1_048_576)).statusCode).toBe(200);
  expect((await post(1_048_577)).statusCode).toBe(413);
});

test("answers of 1,024 bytes and more are compressed for clients that can read it", async () => {
  const app = await build();
  const encodingOf = async (length: number, encoding = "gzip, br") => {
    const url = `/api/try/text?length=${length}`;
    return (await app.inject({ url, headers: { "accept-encoding": encoding } })).headers["content-encoding"];
  };
  expect([await encodingOf(1023), await encodingOf(1024)]).toEqual([undefined, "gzip"]);
  expect(await encodingOf(5000, "identity")).toBeUndefined();
});

test.each([
  ["0", "127.0.0.1"],
  ["1", "10.0.0.3"],
  ["2", "10.0.0.2"],
])("with TRUST_PROXY %s, the address of a visitor behind two proxies is %s", async (trusted, address) => {
  const app = await build({ TRUST_PROXY: trusted });
  const headers = { "x-forwarded-for": "10.0.0.1, 10.0.0.2, 10.0.0.3" };
  expect((await app.inject({ url: "/api/try/who", headers })).json().ip).toBe(address);
});

test("text that is not UTF-8 is refused", async () => {
  const app = await build();
  expect((await app.inject("/api/try/text?length=%ff")).statusCode).toBe(400);
  const headers = { "content-type": "application/json" };
  const payload = Buffer.from([0x22, 0xff, 0x22]);
  expect((await app.inject({ method: "POST", url: "/api/try/body", headers, payload })).statusCode).toBe(400);
});

test("a process that is about to stop is not ready, and its answers close their connection", async () => {
  const stopping = new AbortController();
  const app = await build({}, { stopping: stopping.signal });
  expect((await app.inject("/api/try/who")).headers.connection).not.toBe("close");
  stopping.abort();
  expect((await app.inject("/api/try/who")).headers.connection).toBe("close");
  const ready = await app.inject("/readyz");
  expect([ready.statusCode, ready.json().process]).toEqual([503, "about to stop"]);
  expect((await app.inject("/healthz")).statusCode).toBe(200);
});

test("one line is logged for a request of the API, with its route and not its query, and the request is measured", async () => {
  const lines: string[] = [];
  const app = await build({ LOG_LEVEL: "info" }, { lines });
  await app.inject("/api/try/text?length=3");
  await app.inject("/robots.txt");
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "Request");
  expect(logged).toEqual([
    expect.objectContaining({ method: "GET", route: "/api/try/text", status: 200, requestId: expect.any(String) }),
  ]);
  expect(lines.join("")).not.toContain("length=3");
  expect(await metrics.metrics()).toContain('method="GET",route="/api/try/text",status="200"');
});

test("a cookie of the session and nothing else says that somebody may be signed in", async () => {
  const app = await build();
  const isVisitor = async (cookies: Record<string, string>) =>
    (await app.inject({ url: "/pricing", cookies })).body.includes("data-visitor");
  expect([await isVisitor({}), await isVisitor({ other: "1" }), await isVisitor({ sheaf_session: "1" })]).toEqual([
    ...[true, true, false],
  ]);
});

test("a rendered page is sent once, and then only its mark as long as it is the same", async () => {
  const app = await build();
  const first = await app.inject("/help");
  expect([first.statusCode, first.headers["cache-control"]]).toEqual([200, "no-cache"]);
  expect(first.body).toContain('<div id="root" data-rendered><h1>Help</h1></div>');
  const again = (etag: string) => app.inject({ url: "/help", headers: { "if-none-match": etag } });
  expect([(await again(String(first.headers.etag))).statusCode, (await again('W/"x"')).statusCode]).toEqual([304, 200]);
});

test("built files are served, but neither the program that renders pages nor index.html as a file", async () => {
  const app = await build();
  const file = await app.inject("/assets/main-1.js");
  expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await app.inject("/icon.svg")).headers["cache-control"]).toBe("no-cache");
  expect((await app.inject("/rendering/entry-server.js")).body).not.toContain("renderPreview");
  expect((await app.inject("/index.html")).statusCode).toBe(404);
});

test.each([
  ["GET", "/assets/gone.js", "application/json"],
  ["POST", "/nowhere", "application/json"],
  ["GET", "/api", "application/json"],
  ["GET", "/api/gone", "application/json"],
  ["GET", "/apiary", "text/html"],
  ["HEAD", "/nowhere", "text/html"],
] as const)("%s %s is not found, as %s", async (method, url, type) => {
  const app = await build();
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, String(answer.headers["content-type"]).split(";")[0]]).toEqual([404, type]);
});

test("without built pages the API runs, and pages say how to build them", async () => {
  const app = await build({}, { pages: join(pages, "nothing") });
  const answer = await app.inject("/help");
  expect([answer.statusCode, answer.body.includes("have not been built")]).toEqual([503, true]);
  expect((await app.inject("/api/try/who")).statusCode).toBe(200);
});

test("every part of the API has its routes, each below its own address", async () => {
  const app = await build({}, { slices: registerSlices });
  const { paths } = (await app.inject("/api/docs/json")).json() as { paths: Record<string, object> };
  const one = `installation set-up register login links/check two-factor account/export audit-log usage customers
    jobs/counts webhooks/{provider} webhooks/postmark/inbound suppressions jobs/{id}/timeline jobs/{id}
    jobs/{id}/retry jobs/{id}/files/{fileId}/pages/{page}.webp jobs/{id}/turn-pages jobs/{id}/files/{fileId}
    sample-job notifications search/pages test-email members settings stats demo/jobs checklist changes events
    subscription billing/quote payments/{id}/receipt refunds guest-orders claims/check orders webhooks/paypal
    admin/login admin/me admin/users/search admin/operations admin/money admin/settings admin/checklist admin/health`;
  expect(Object.keys(paths)).toEqual(expect.arrayContaining(one.split(/\s+/).map((path) => `/api/${path}`)));
});

test.each([
  ["service", [401, 401]],
  ["practice", [404, 401]],
] as const)("while an installation is for a %s, routes about payments and customers are %j", async (kind, statuses) => {
  const app = await build(
    {},
    {
      async slices(instance, services) {
        services.config.installation = kind;
        await registerSlices(instance, services);
      },
    },
  );
  const answers = await Promise.all(["/api/billing/quote", "/api/customers"].map((url) => app.inject(url)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(statuses);
});

test("whoever sends a session's cookie is looked up, and nobody else", async () => {
  const app = await build({}, { slices: registerSlices });
  expect((await app.inject("/api/customers")).statusCode).toBe(401);
  // The database of these tests cannot be asked.
  expect((await app.inject({ url: "/api/customers", cookies: { sheaf_session: "a".repeat(43) } })).statusCode).toBe(
    500,
  );
});
