import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../platform/config/config.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import type { PreloadFor } from "./preload.ts";
import { serveWebApp } from "./web-app.ts";

const html =
  '<!doctype html><html><head><title>S</title></head><body><div id="root">wait</div><noscript>no</noscript></body></html>';
const renderer = `
export const renderPage = async (path, { visitor }) => (path === "/help" ? "<h1>Help for " + visitor + "</h1>" : undefined);
export const renderPreview = (path) => {
  if (path === "/customers") throw new Error("broken");
  return "<p>preview of " + path + "</p>";
};`;

interface Setting {
  env?: Record<string, string>;
  answers?: Awaited<ReturnType<PreloadFor>>;
  isBuilt?: boolean;
}

async function app({ env = {}, answers, isBuilt = true }: Setting = {}) {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-web-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["assets", "rendering"]) mkdirSync(join(folder, name));
  if (isBuilt) writeFileSync(join(folder, "index.html"), html);
  writeFileSync(join(folder, "assets", "main-1a2b.js"), "1");
  writeFileSync(join(folder, "icon.svg"), "<svg/>");
  writeFileSync(join(folder, "rendering", "entry-server.js"), renderer);
  const made = Fastify();
  onTestFinished(() => made.close());
  await made.register(cookie);
  const preloadFor = vi.fn<PreloadFor>(async () => answers);
  const error = vi.spyOn(made.log, "error");
  await serveWebApp(made, folder, readConfig(env), preloadFor);
  const get = (url: string, headers: Record<string, string> = {}) => made.inject({ url, headers });
  return { made, get, preloadFor, error };
}

const signedIn = { cookie: `${sessionCookie}=s` };

test("a script with a hash in its name is kept for a year, and any other file is checked again", async () => {
  const { get } = await app();
  const script = await get("/assets/main-1a2b.js");
  expect([script.statusCode, script.headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
  const icon = await get("/icon.svg");
  expect([icon.statusCode, icon.headers["cache-control"]]).toEqual([200, "no-cache"]);
});

test("the built page and the renderer are not served as files", async () => {
  const { get } = await app();
  for (const url of ["/index.html", "/rendering/entry-server.js"]) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain("renderPreview");
  }
});

test("every address of the web app has the page, and an unknown one has it with status 404", async () => {
  const { get } = await app();
  const known = await get("/dashboard?tab=1");
  expect([known.statusCode, known.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  expect(known.headers).toMatchObject({ "cache-control": "no-cache", vary: "cookie" });
  expect((await get("/nowhere")).statusCode).toBe(404);
});

test.each([
  ["GET", "/api"],
  ["GET", "/api/nowhere"],
  ["GET", "/assets/gone.js"],
  ["POST", "/dashboard"],
] as const)("%s %s that does not exist is an error instead of a page", async (method, url) => {
  const { made } = await app();
  const answer = await made.inject({ method, url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: "not-found" });
});

test.each([
  ["GET", "/apiary"],
  ["HEAD", "/dashboard"],
] as const)("%s %s is answered with a page", async (method, url) => {
  const { made } = await app();
  expect((await made.inject({ method, url })).headers["content-type"]).toBe("text/html; charset=utf-8");
});

test("the landing page of a service is shown, and that of an own practice leads to the sign-in", async () => {
  const service = await (await app()).get("/");
  expect([service.statusCode, service.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  const own = await (await app({ env: { INSTALLATION: "practice" } })).get("/");
  expect([own.statusCode, own.headers.location]).toEqual([302, "/auth"]);
});

test("without a build every page says so, and the API's errors stay", async () => {
  const { get } = await app({ isBuilt: false });
  for (const url of ["/", "/dashboard"]) {
    const answer = await get(url);
    expect(answer.statusCode).toBe(503);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain("The web pages have not been built");
  }
  expect((await get("/api/nowhere")).statusCode).toBe(404);
  expect((await get("/robots.txt")).statusCode).toBe(200);
});

test("a rendered page has a mark, with which a browser asks whether it has changed", async () => {
  const { get } = await app();
  const first = await get("/help");
  expect(first.body).toContain("<h1>Help for true</h1>");
  const etag = String(first.headers.etag);
  const again = await get("/help", { "if-none-match": etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect((await get("/help", { "if-none-match": 'W/"other"' })).statusCode).toBe(200);
  expect((await get("/help", signedIn)).body).toContain("<h1>Help for false</h1>");
});

test("a visitor is a browser without a session cookie, or one whose session has ended", async () => {
  const isVisitor = (body: string) => body.includes("<html data-visitor");
  expect(isVisitor((await (await app()).get("/dashboard")).body)).toBe(true);
  expect(isVisitor((await (await app()).get("/dashboard", signedIn)).body)).toBe(false);
  expect(isVisitor((await (await app({ answers: null })).get("/dashboard", signedIn)).body)).toBe(true);
});

test("a member's page contains the answers and a preview, and is stored by no cache", async () => {
  const { get, preloadFor } = await app({ answers: [[["user"], { name: "Anna" }]] });
  const answer = await get("/dashboard?x=1", signedIn);
  expect(preloadFor).toHaveBeenCalledExactlyOnceWith(expect.anything(), "/dashboard");
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.body).toContain('[[["user"],{"name":"Anna"}]]');
  expect(answer.body).toContain("<p>preview of /dashboard</p>");
});

test("a preview that fails is logged, and the page is sent without it", async () => {
  const { get, error } = await app({ answers: [] });
  const answer = await get("/customers", signedIn);
  expect([answer.statusCode, answer.body.includes("preview")]).toEqual([200, false]);
  expect(error).toHaveBeenCalledWith({ err: expect.any(Error), path: "/customers" }, "A page could not be rendered");
});

test("a page without answers has no preview", async () => {
  const { get } = await app();
  expect((await get("/dashboard", signedIn)).body).not.toContain("preview");
});
