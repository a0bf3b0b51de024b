import Fastify from "fastify";
import { expect, test, vi } from "vitest";
import { answerError } from "../../platform/http/errors.ts";
import { admitAdministrators, requireAdmin } from "./guard.ts";

const { asked } = vi.hoisted(() => ({ asked: [] as string[] }));
vi.mock("./sessions.ts", () => ({
  async findAdministrator(_db: unknown, token: string) {
    asked.push(token);
    if (token.startsWith("nobody")) return null;
    return { adminId: "pat", secondFactor: token.startsWith("two-factor") };
  },
}));

async function get(url: string, authorization?: string, demo = false) {
  asked.length = 0;
  const app = Fastify();
  app.decorateRequest("administrator", null);
  app.setErrorHandler(answerError);
  const secured: unknown[] = [];
  await app.register(async (inner) => {
    admitAdministrators(inner, { db: {} as never, config: { demo } as never });
    inner.addHook("onRoute", ({ schema }) => void secured.push((schema as { security?: unknown }).security));
    inner.get("/users", async (request) => requireAdmin(request));
    inner.get("/me", { config: { beforeSecondFactor: true } }, async (request) => requireAdmin(request));
  });
  const answer = await app.inject({ url, headers: authorization === undefined ? {} : { authorization } });
  await app.close();
  return { status: answer.statusCode, body: answer.json(), secured };
}
const token = (name: string, length = 20) => name.padEnd(length, "x");

test("an administrator with a second factor is admitted, with the address of the request", async () => {
  const { status, body, secured } = await get("/users", `Bearer ${token("two-factor")}`);
  expect([status, body]).toEqual([200, { adminId: "pat", secondFactor: true, address: "127.0.0.1" }]);
  expect(secured[0]).toEqual([{ administrator: [] }]);
});

test.each([
  [undefined, []],
  ["", []],
  [`Basic ${token("two-factor")}`, []],
  [`Bearer ${token("two-factor", 19)}`, []],
  [`Bearer ${token("two-factor", 201)}`, []],
  [`Bearer ${token("nobody")}`, [token("nobody")]],
])("with the authorization %j nobody is admitted", async (authorization, tokens) => {
  const { status, body } = await get("/users", authorization);
  expect([status, body.code, asked]).toEqual([401, "admin-needed", tokens]);
});

test("a token has 20 to 200 characters, and the word before it any case", async () => {
  expect((await get("/users", `bearer ${token("two-factor", 20)}`)).status).toBe(200);
  expect((await get("/users", `Bearer ${token("two-factor", 200)}`)).status).toBe(200);
});

test("without a second factor only the routes that set it up are open, but in a demonstration all", async () => {
  const password = `Bearer ${token("password")}`;
  const refused = await get("/users", password);
  expect([refused.status, refused.body.code]).toEqual([403, "second-factor-required"]);
  expect((await get("/me", password)).status).toBe(200);
  expect((await get("/users", password, true)).status).toBe(200);
  expect((await get("/users", `Bearer ${token("nobody")}`, true)).status).toBe(401);
});
