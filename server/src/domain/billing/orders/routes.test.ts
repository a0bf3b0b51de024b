import Fastify, { type FastifyInstance } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { answerError } from "../../../platform/http/errors.ts";
import { followUp, isGenuine } from "./follow-up.ts";
import { payPalWebhookRoutes } from "./routes.ts";

vi.mock("./follow-up.ts", () => ({ followUp: vi.fn(), isGenuine: vi.fn() }));

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  await app.register((routes) => payPalWebhookRoutes(routes, {} as never));
});
afterAll(() => app.close());
beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(isGenuine).mockResolvedValue(true);
});

const event = { event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: "PP" } };
const post = (payload: string, type = "application/json") =>
  app.inject({ method: "POST", url: "/paypal", payload, headers: { "content-type": type } });

test.each(["application/json", "text/plain", "application/x-other"])(
  "an event of the type %s is checked as it came",
  async (type) => {
    const body = ` ${JSON.stringify(event)} `;
    const answer = await post(body, type);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(vi.mocked(isGenuine).mock.calls[0]?.[2]).toEqual(Buffer.from(body));
    expect(vi.mocked(followUp).mock.calls[0]?.[1]).toEqual({ payPalId: "PP" });
  },
);

test("an event that is not PayPal's is refused and not followed up, even without a body", async () => {
  vi.mocked(isGenuine).mockResolvedValue(false);
  expect((await post(JSON.stringify(event))).json()).toMatchObject({ code: "forged-event" });
  expect((await app.inject({ method: "POST", url: "/paypal" })).json()).toMatchObject({ code: "forged-event" });
  expect(vi.mocked(isGenuine).mock.calls[1]?.[2]).toEqual(Buffer.alloc(0));
  expect(followUp).not.toHaveBeenCalled();
});

test.each([
  [1_048_576, 200],
  [1_048_577, 413],
])("an event of %i bytes is answered with %i", async (bytes, status) => {
  expect((await post(JSON.stringify(event).padEnd(bytes))).statusCode).toBe(status);
});
