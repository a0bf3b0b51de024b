import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { openTestServices, type TestServices } from "../../../testing/services.ts";
import { openSetUpAt } from "../../../testing/set-up.ts";
import { practices } from "../../domain/practices/table.ts";
import { newId } from "../../platform/ids.ts";
import { admins } from "../admin/table.ts";
import { buildApp } from "../app.ts";
import { registerSlices } from "../routes.ts";
import { setUpAddress } from "./address.ts";

/** The server of a new installation, as reached over the network. */
let app: FastifyInstance;
let services: TestServices;
const routes = new Set<string>();

beforeAll(async () => {
  services = await openTestServices();
  await openSetUpAt(services.databaseUrl);
  app = await buildApp(services, {
    slices: async (inner, all) => {
      inner.addHook("onRoute", ({ method, url }) => {
        for (const one of [method].flat()) routes.add(`${one} ${url.replace(/(?<=.)\/$/, "")}`);
      });
      await registerSlices(inner, all);
    },
  });
});
afterAll(async () => {
  await app.close();
  await services.close();
});

const pages = [
  "/",
  "/pricing",
  "/auth",
  "/Auth/",
  "/dashboard",
  "/admin/login",
  "/admin/users/x",
  "/subscribe?plan=solo",
];

test.each(pages)("%s redirects to the page of set-up", async (path) => {
  for (const method of ["GET", "HEAD"] as const) {
    const answer = await app.inject({ method, url: path });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, "/set-up"]);
  }
});

test("without the code, every route is refused and no account is created", async () => {
  const withoutCode = ["", "/check", "/health", "/test-email"].map((path) => `POST /api/set-up${path}`);
  const open = ["GET /api/set-up", "HEAD /api/set-up"];
  expect(routes.size).toBeGreaterThan(120);
  expect([...routes]).toEqual(
    expect.arrayContaining([...withoutCode, ...open, "POST /api/register", "POST /api/admin/login"]),
  );
  const strays: string[] = [];
  for (const route of [...routes].filter((one) => one.includes(" /api/"))) {
    const [method = "", path = ""] = route.split(" ");
    const url = path.replace(/:[a-zA-Z]+/g, newId());
    const body = method === "GET" || method === "HEAD" ? {} : { payload: { code: "AAAA-AAAA-AAAA-AAAA" } };
    const answer = await app.inject({ method: method as "GET", url, ...body });
    const wanted = withoutCode.includes(route) ? [400, 403] : open.includes(route) ? [200] : [409];
    if (!wanted.includes(answer.statusCode)) strays.push(`${route}: ${answer.statusCode}`);
    if (answer.statusCode === 409 && method !== "HEAD") expect(answer.json().code).toBe("set-up-first");
  }
  expect(strays).toEqual([]);
  expect([await services.db.$count(admins), await services.db.$count(practices)]).toEqual([0, 0]);
});

test("an address in another spelling is refused as well", async () => {
  const answer = await app.inject({ method: "POST", url: "/api/%72egister", payload: {} });
  expect(answer.json()).toMatchObject({ code: "set-up-first" });
});

describe("without the code", () => {
  test("the page, the state of set-up and the health check are open", async () => {
    const visitor = newClient(app);
    expect((await visitor.get("/api/set-up")).json()).toEqual({ open: true, signInAt: null });
    expect((await visitor.get("/set-up")).statusCode).not.toBe(302);
    expect((await visitor.get("/readyz")).statusCode).toBe(200);
    expect((await visitor.get("/api/installation")).statusCode).toBe(200);
  });
});

test("with the code, the health of the installation is shown", async () => {
  const address = await setUpAddress(services.db, services.config, "http://localhost:3000");
  const [site, code] = address?.split("/set-up#code=") ?? [];
  expect(site).toBe("http://localhost:3000");
  const parts = (await newClient(app).post("/api/set-up/health", { code })).json();
  expect(parts.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["database", "mail", "disk"]));
});

test("a demonstration has no set-up", async () => {
  const demo = { ...services, config: { ...services.config, demo: true } };
  const another = await buildApp(demo);
  expect((await another.inject("/api/set-up")).json().open).toBe(false);
  expect((await another.inject("/auth")).statusCode).not.toBe(302);
  await another.close();
});
