import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { guardSetUp } from "./gate.ts";
import { findOpenSetUp } from "./state.ts";

vi.mock("./state.ts", () => ({ findOpenSetUp: vi.fn() }));

type State = "open" | "ended" | "away";

function app(state: State, installation: "service" | "practice" = "service") {
  const made = Fastify();
  onTestFinished(() => made.close());
  const warn = vi.fn();
  const looked = vi.mocked(findOpenSetUp).mockReset();
  looked.mockImplementation(async () => {
    if (state === "away") throw new Error("away");
    return state === "open" ? ({} as never) : undefined;
  });
  guardSetUp(made, { config: { installation }, db: {}, log: { warn } } as never);
  made.setErrorHandler((error, _request, reply) => reply.code(409).send((error as { code?: string }).code));
  made.setNotFoundHandler((_request, reply) => reply.send("page"));
  for (const path of ["/api/jobs", "/api/set-up", "/api/set-up/check", "/api/installation", "/api/set-ups"]) {
    made.get(path, async () => "api");
  }
  made.get("/healthz", async () => "ok");
  const get = async (url: string, method: "GET" | "HEAD" | "POST" = "GET") => {
    const { statusCode, headers, body } = await made.inject({ method, url });
    return statusCode === 302 ? `to ${headers.location} ${headers["cache-control"]}` : body;
  };
  return { get, looked, warn };
}

test.each([
  ["/", "to /set-up no-store"],
  ["/dashboard?tab=1", "to /set-up no-store"],
  ["/customers/7", "to /set-up no-store"],
  ["/set-up?code=1", "page"],
  ["/nowhere", "page"],
  ["/healthz", "ok"],
  ["/api/jobs", "set-up-first"],
  ["/api/set-ups", "set-up-first"],
  ["/api/set-up", "api"],
  ["/api/set-up/check", "api"],
  ["/api/installation", "api"],
])("before set-up, %s is answered with: %s", async (url, answer) => {
  expect(await app("open").get(url)).toBe(answer);
});

test.each([
  ["service", "/set-up", "to /admin/login no-store"],
  ["practice", "/set-up", "to /auth no-store"],
  ["practice", "/Set-Up/", "to /auth no-store"],
  ["practice", "/dashboard", "page"],
  ["practice", "/api/jobs", "api"],
] as const)("after set-up of a %s, %s is answered with: %s", async (kind, url, answer) => {
  expect(await app("ended", kind).get(url)).toBe(answer);
});

test("a request that changes something is no page", async () => {
  const { get } = app("open");
  expect([await get("/dashboard", "POST"), await get("/dashboard", "HEAD")]).toEqual(["page", "to /set-up no-store"]);
});

test("the state is read until set-up has ended, and not after that", async () => {
  const ended = app("ended");
  for (const url of ["/dashboard", "/dashboard", "/api/jobs"]) await ended.get(url);
  expect(ended.looked).toHaveBeenCalledTimes(1);
  const open = app("open");
  for (const url of ["/dashboard", "/dashboard"]) await open.get(url);
  expect(open.looked).toHaveBeenCalledTimes(2);
});

test("open routes and files are served without a look at the state", async () => {
  const { get, looked } = app("away");
  for (const url of ["/api/installation", "/healthz", "/assets/x.js"]) await get(url);
  expect(looked).not.toHaveBeenCalled();
});

test("a page is served when the state cannot be read, which is logged", async () => {
  const { get, warn } = app("away");
  expect([await get("/dashboard"), await get("/set-up")]).toEqual(["page", "page"]);
  expect(warn).toHaveBeenCalledTimes(2);
});
