import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineHealth } from "@sheaf/engine/engine-api.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { fakeEngine } from "../../testing/jobs/fake-engine.ts";
import { openTestServices, type TestServices } from "../../testing/services.ts";
import { requireMember } from "../domain/access/member.ts";
import { AppError } from "../platform/errors.ts";
import { reportWorker } from "../platform/queue/workers.ts";
import { buildApp } from "./app.ts";

const tryOut: FastifyPluginAsyncZod = async (app) => {
  const body = z.object({
    name: z.string({ error: "Name is required" }),
    outputEmail: z.email("Enter a valid email address"),
  });
  app.post("/form", { schema: { body, response: { 200: body } } }, async (request) => request.body);
  app.get("/busy", async () => {
    throw new AppError("service-busy", "Come back later.", { retryAfterSeconds: 1.5 });
  });
  app.get("/bug", async () => {
    throw new Error("secret detail");
  });
  app.get("/mine", async (request) => requireMember(request).userId);
};

let services: TestServices;
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  services = await openTestServices();
  const pages = mkdtempSync(join(tmpdir(), "sheaf-pages-"));
  mkdirSync(join(pages, "assets"));
  writeFileSync(
    join(pages, "index.html"),
    '<!doctype html><html><meta name="description" content="d" /><title>Sheaf</title><body></body></html>',
  );
  writeFileSync(join(pages, "assets", "main-1a2b.js"), "1");
  app = await buildApp(services, {
    pages,
    slices: async (instance) => {
      await instance.register(tryOut, { prefix: "/api/try" });
    },
  });
});
afterAll(async () => {
  await app.close();
  await services.close();
});

describe("errors", () => {
  test("an invalid field is refused with one sentence that names it", async () => {
    const answer = await app.inject({
      method: "POST",
      url: "/api/try/form",
      payload: { name: "Bright", outputEmail: "x" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "bad-request",
      message: "Output email: Enter a valid email address.",
      field: "outputEmail",
    });
  });

  test("an AppError has the status of its code and a Retry-After header", async () => {
    const answer = await app.inject("/api/try/busy");
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(answer.json()).toEqual({ code: "service-busy", message: "Come back later." });
  });

  test("an unexpected error returns 500 without details", async () => {
    const answer = await app.inject("/api/try/bug");
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe("internal-error");
    expect(answer.body).not.toContain("secret");
  });

  test("invalid JSON returns 400", async () => {
    const headers = { "content-type": "application/json" };
    const answer = await app.inject({ method: "POST", url: "/api/try/form", payload: "{", headers });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().code).toBe("bad-request");
  });

  test("a request without a session returns 401", async () => {
    const answer = await app.inject("/api/try/mine");
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe("not-signed-in");
  });

  test("an unknown address below /api returns a problem in JSON, not a page", async () => {
    const answer = await app.inject("/api/nothing");
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe("not-found");
  });
});

describe("cross-origin requests", () => {
  const send = (headers: Record<string, string>) =>
    app.inject({
      method: "POST",
      url: "/api/try/form",
      headers: { host: "sheaf.test", ...headers },
      payload: { name: "Bright", outputEmail: "a@example.com" },
    });

  test.each([
    ["a page of Sheaf", { origin: "http://sheaf.test" }, 200],
    ["a program without a browser", {}, 200],
    ["another site", { origin: "https://evil.test" }, 403],
    ["a sandboxed frame", { origin: "null" }, 403],
    ["another site's form of an old browser", { "sec-fetch-site": "cross-site" }, 403],
  ])("a request from %s with headers %o returns %i", async (_, headers, status) => {
    expect((await send(headers as Record<string, string>)).statusCode).toBe(status);
  });
});

describe("pages", () => {
  test("an address of the web app returns the page, which must be revalidated", async () => {
    const answer = await app.inject("/customers/some-id");
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain("<title>Customer · Sheaf</title>");
    expect(answer.headers["cache-control"]).toBe("no-cache");
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self';");
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  });

  test("an address that is not a page returns a page with status 404", async () => {
    const answer = await app.inject("/customers/some-id/jobs");
    expect(answer.statusCode).toBe(404);
    expect(answer.body).toContain("<title>404 Page Not Found · Sheaf</title>");
  });

  test("a built file may be cached for ever, and a missing one returns 404", async () => {
    expect((await app.inject("/assets/main-1a2b.js")).headers["cache-control"]).toContain("immutable");
    expect((await app.inject("/assets/main-gone.js")).statusCode).toBe(404);
  });

  test("a folder of built files is not listed", async () => {
    for (const path of ["/assets", "/assets/"]) expect((await app.inject(path)).body).not.toContain("main-1a2b");
  });

  test("only pages for browsers without a session cookie are marked as signed out", async () => {
    const visitor = await app.inject("/pricing");
    expect(visitor.body).toContain("<html data-visitor");
    expect(visitor.headers.vary).toContain("cookie");
    const member = await app.inject({ url: "/pricing", cookies: { sheaf_session: "of somebody" } });
    expect(member.body).not.toContain("data-visitor");
  });

  test("the address / returns the landing page", async () => {
    expect((await app.inject("/")).body).toContain("<title>Sheaf: ");
  });
});

describe("health", () => {
  const fine = { ok: true, process: "ok", database: "ok", queue: "ok", files: "ok", events: "ok" };
  const healthy: EngineHealth = { ...fakeEngine().health(), sandbox: "bubblewrap" };
  const report = (health: EngineHealth) => reportWorker(services.db, () => health, services.log);
  const ready = async () => (await app.inject("/readyz")).json();

  test("lists the state of each service, and says when no worker has reported", async () => {
    expect((await app.inject("/healthz")).json()).toEqual({ ok: true });
    expect(await ready()).toMatchObject({ ...fine, workers: expect.stringMatching(/^No worker has reported/) });
  });

  test("reports when no worker has a sandbox, and is ok when one has", async () => {
    const bare = await report({ ...healthy, sandbox: "none", notes: ["User namespaces are forbidden here."] });
    expect((await ready()).workers).toBe(
      "No worker has a sandbox, so nothing is converted. User namespaces are forbidden here.",
    );
    const able = await report({ ...healthy, notes: [] });
    expect(await ready()).toEqual({ ...fine, workers: "ok: bubblewrap" });
    await Promise.all([bare.stop(), able.stop()]);
  });

  test("lists the sandboxes of the workers, and each weakness once", async () => {
    const strong = { ...healthy, notes: [] };
    const weaker = { ...strong, sandbox: "landlock" as const, notes: ["A hostile file sees which processes run."] };
    const workers = [await report(strong), await report(weaker), await report(weaker)];
    expect((await ready()).workers).toBe("ok: bubblewrap, landlock. A hostile file sees which processes run.");
    await Promise.all(workers.map((worker) => worker.stop()));
  });
});

test("the OpenAPI description is served", async () => {
  const answer = await app.inject("/api/docs/json");
  expect(answer.statusCode).toBe(200);
  expect(answer.json().paths).toHaveProperty("/api/installation");
});
