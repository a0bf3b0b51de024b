import Fastify from "fastify";
import { expect, test } from "vitest";
import { respondAsDeclared } from "./declared-status.ts";

async function statusOf(response: Record<number, unknown>, handler = async (): Promise<unknown> => ({})) {
  const app = Fastify();
  respondAsDeclared(app);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(async (inner) => {
    inner.post("/", { schema: { response } }, handler);
  });
  return (await app.inject({ method: "POST", url: "/" })).statusCode;
}

test("a route responds with the one status of its schema", async () => {
  expect(await statusOf({ 200: {} })).toBe(200);
  expect(await statusOf({ 201: {} })).toBe(201);
  expect(await statusOf({ 204: {} }, async () => undefined)).toBe(204);
});

test("a route with several responses chooses its status itself", async () => {
  expect(await statusOf({ 200: {}, 201: {} })).toBe(200);
});

test("an error keeps its own status", async () => {
  const refuse = async () => {
    throw Object.assign(new Error("Refused"), { statusCode: 409 });
  };
  expect(await statusOf({ 201: {} }, refuse)).toBe(409);
});
