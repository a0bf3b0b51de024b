import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { isApi } from "./api-request.ts";
import { logRequests } from "./request-log.ts";

async function lines(url: string, member?: object) {
  const app = Fastify();
  const info = vi.fn();
  app.addHook("onRequest", async (request) => {
    Object.assign(request, { log: { info }, member });
  });
  logRequests(app);
  app.get("/api/jobs/:id", async () => "a");
  app.get("/apiary", async () => "b");
  await app.inject(url);
  await app.close();
  return info.mock.calls.filter(([, words]) => words === "Request").map(([facts]) => facts);
}

test("a request of the API is logged by its route, with the member's ids and never its URL", async () => {
  const member = { practiceId: "p", userId: "u", email: "a@b.example" };
  expect(await lines("/api/jobs/7?token=secret", member)).toEqual([
    { method: "GET", route: "/api/jobs/:id", status: 200, ms: expect.any(Number), practiceId: "p", userId: "u" },
  ]);
  const [line] = await lines("/api/jobs/7");
  expect(line).toMatchObject({ practiceId: undefined, userId: undefined });
  expect(Number.isInteger(line.ms)).toBe(true);
});

test.each(["/apiary", "/nowhere", "/api/nowhere"])("%s is no route of the API and is not logged", async (url) => {
  expect(await lines(url)).toEqual([]);
});

test.each([
  ["/api/jobs", "/x", true],
  ["/x", "/api/jobs", false],
  [undefined, "/api/jobs", true],
  [undefined, "/page", false],
  ["/apiary", "/api/", false],
])("a request with the route %s and the URL %s is for the API: %s", (route, url, expected) => {
  expect(isApi({ routeOptions: { url: route }, url } as never)).toBe(expected);
});
