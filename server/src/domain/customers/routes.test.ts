import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerError } from "../../platform/http/errors.ts";
import { exportCustomers } from "./export.ts";
import { importCustomers } from "./import.ts";
import { customerRoutes } from "./routes.ts";
import { listCustomers } from "./service.ts";

vi.mock("./export.ts", () => ({ exportCustomers: vi.fn(async () => "csv") }));
vi.mock("./import.ts", () => ({ importCustomers: vi.fn(async () => ({ created: 1, errors: [] })) }));
vi.mock("./service.ts", async (actual) => ({ ...(await actual<object>()), listCustomers: vi.fn() }));
vi.mock("../../platform/db/clock.ts", () => ({ databaseNow: async () => new Date("2026-07-01T23:30:00Z") }));

let app: FastifyInstance;
let isSignedIn = true;
beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.addHook("onRequest", async (request) => {
    request.member = isSignedIn ? ({ practiceId: "p", userId: "u", role: "member" } as never) : null;
  });
  const services = { db: {}, config: { timeZone: "Europe/London" }, forgetCustomer: vi.fn(), lastJobs: vi.fn() };
  await app.register(customerRoutes, services as never);
});
afterAll(() => app.close());
beforeEach(() => {
  vi.clearAllMocks();
  isSignedIn = true;
});

const MB = 1_048_576;
const send = (bytes: number) =>
  app.inject({
    method: "POST",
    url: "/import",
    payload: JSON.stringify({ customers: [] }).padEnd(bytes),
    headers: { "content-type": "application/json" },
  });

test.each([
  [8 * MB, 200, 1],
  [8 * MB + 1, 413, 0],
])("a list of %i bytes is answered with %i", async (bytes, status, imports) => {
  expect((await send(bytes)).statusCode).toBe(status);
  expect(importCustomers).toHaveBeenCalledTimes(imports);
});

test("without a session a list is refused before it is read", async () => {
  isSignedIn = false;
  expect((await send(8 * MB + 1)).statusCode).toBe(401);
});

test.each([
  ["current", "Customers 2026-07-02.csv"],
  ["archived", "Archived customers 2026-07-02.csv"],
])("the export of the %s customers is named “%s”, by the day of the installation", async (show, name) => {
  const answer = await app.inject(`/export?show=${show}`);
  expect(answer.headers["content-disposition"]).toContain(name);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(vi.mocked(exportCustomers).mock.calls[0]?.[2]).toBe(show);
});

test("a page of the list names the number of all customers, and the whole list has no next page", async () => {
  vi.mocked(listCustomers).mockResolvedValue({ customers: [], total: 7 });
  const answer = await app.inject("/");
  expect(answer.headers["x-total-count"]).toBe("7");
  expect(answer.headers.link).toBeUndefined();
});
