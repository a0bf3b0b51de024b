import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../../testing/client.ts";
import { signIn } from "../../../testing/server.ts";
import { openTestServices, type TestServices } from "../../../testing/services.ts";
import { buildApp } from "../app.ts";

let services: TestServices;
let app: FastifyInstance;
const pages = mkdtempSync(join(tmpdir(), "sheaf-pages-"));
beforeAll(async () => {
  writeFileSync(join(pages, "index.html"), "<!doctype html><html><title>Sheaf</title><body></body></html>");
  services = await openTestServices();
  app = await buildApp(services, { pages });
});
afterAll(async () => {
  await app.close();
  await services.close();
  rmSync(pages, { recursive: true });
});

/** Returns the responses that a page contains, by the path that the browser would request. */
function preloadedIn({ body }: Answer): Record<string, unknown> {
  const [, data = "[]"] = new RegExp(`id="${preloadId}">(.*?)</script>`).exec(body) ?? [];
  const answers: Preload = JSON.parse(data);
  return Object.fromEntries(
    answers.map(([key, answer]) => [key.filter((part) => typeof part === "string").join("/"), answer]),
  );
}

test("the dashboard contains the same responses as the API returns to the member, and must not be cached", async () => {
  const anna = await signIn({ app, services });
  await (await signIn({ app, services })).post("/api/customers", { name: "Not Anna's", email: "b@example.com" });
  await anna.post("/api/customers", { name: "</script><b>Bright Bakery", email: "a@example.com" });

  const page = await anna.get("/dashboard");
  expect(page.headers["cache-control"]).toBe("no-store");
  const { "/api/notifications": bell, ...preloaded } = preloadedIn(page);
  expect(bell).toEqual({ told: [], unseen: 0 });
  expect(Object.keys(preloaded)).toHaveLength(8);
  for (const [path, answer] of Object.entries(preloaded)) expect(answer).toEqual((await anna.get(path)).json());
});

test("another page contains the signed-in user, but not the dashboard's figures", async () => {
  const anna = await signIn({ app, services });
  const preloaded = preloadedIn(await anna.get("/settings"));
  expect(preloaded).toMatchObject({ "/api/user": { id: anna.userId } });
  expect(preloaded).not.toHaveProperty("/api/stats");
});

test("a response that the API would refuse is not preloaded", async () => {
  const anna = await signIn({ app, services }, { plan: null });
  const preloaded = preloadedIn(await anna.get("/dashboard"));
  expect(preloaded).not.toHaveProperty("/api/subscription");
  expect(preloaded).toHaveProperty("/api/user");
});

test("a page for a session that has ended contains no responses, and is marked as signed out", async () => {
  const anna = await signIn({ app, services });
  const cookie = anna.cookies();
  await anna.post("/api/logout");
  const { body, headers } = await app.inject({ url: "/dashboard", headers: { cookie } });
  expect(body).toContain("<html data-visitor");
  expect(body).not.toContain(`id="${preloadId}"`);
  expect(headers["cache-control"]).toBe("no-cache");
});

test("public pages contain no preloaded responses", async () => {
  const anna = await signIn({ app, services });
  expect(preloadedIn(await anna.get("/pricing"))).toEqual({});
});
