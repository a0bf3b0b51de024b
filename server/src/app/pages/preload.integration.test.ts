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

/** What a page brings, by the path that the browser would ask for it. */
function broughtBy({ body }: Answer): Record<string, unknown> {
  const [, data = "[]"] = new RegExp(`id="${preloadId}">(.*?)</script>`).exec(body) ?? [];
  const answers: Preload = JSON.parse(data);
  return Object.fromEntries(
    answers.map(([key, answer]) => [key.filter((part) => typeof part === "string").join("/"), answer]),
  );
}

test("the dashboard brings what the API would answer to its member, and is kept by nobody", async () => {
  const anna = await signIn({ app, services });
  await (await signIn({ app, services })).post("/api/customers", { name: "Not Anna's", email: "b@example.com" });
  await anna.post("/api/customers", { name: "</script><b>Bright Bakery", email: "a@example.com" });

  const page = await anna.get("/dashboard");
  expect(page.headers["cache-control"]).toBe("no-store");
  const { "/api/notifications": bell, ...brought } = broughtBy(page);
  expect(bell).toEqual({ told: [], unseen: 0 });
  expect(Object.keys(brought)).toHaveLength(8);
  for (const [path, answer] of Object.entries(brought)) expect(answer).toEqual((await anna.get(path)).json());
});

test("a page beside it brings who is signed in, and not the dashboard's figures", async () => {
  const anna = await signIn({ app, services });
  const brought = broughtBy(await anna.get("/settings"));
  expect(brought).toMatchObject({ "/api/user": { id: anna.userId } });
  expect(brought).not.toHaveProperty("/api/stats");
});

test("what a practice has not got is left to be asked for", async () => {
  const anna = await signIn({ app, services }, { plan: null });
  const brought = broughtBy(await anna.get("/dashboard"));
  expect(brought).not.toHaveProperty("/api/subscription");
  expect(brought).toHaveProperty("/api/user");
});

test("a session that has ended brings nothing: the page knows that nobody is signed in", async () => {
  const anna = await signIn({ app, services });
  const cookie = anna.cookies();
  await anna.post("/api/logout");
  const { body, headers } = await app.inject({ url: "/dashboard", headers: { cookie } });
  expect(body).toContain("<html data-visitor");
  expect(body).not.toContain(`id="${preloadId}"`);
  expect(headers["cache-control"]).toBe("no-cache");
});

test("pages for everybody bring nobody's answers", async () => {
  const anna = await signIn({ app, services });
  expect(broughtBy(await anna.get("/pricing"))).toEqual({});
});
