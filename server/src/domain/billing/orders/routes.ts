import { planChoice } from "@sheaf/contracts/billing.ts";
import { id } from "@sheaf/contracts/fields.ts";
import { order } from "@sheaf/contracts/orders.ts";
import type { FastifyInstance } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import type { Services } from "../../../platform/services.ts";
import { ownerOnly, requireOwner } from "../../access/member.ts";
import { orderOfEvent } from "./event-order.ts";
import { followUp, isGenuine } from "./follow-up.ts";
import { captureOrder, createOrder } from "./orders.ts";

const maxEventBytes = 1_048_576;

/** Routes below /api/orders: online payment, for the owner. */
export const orderRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  const tags = ["billing"];
  app.addHook("preValidation", ownerOnly);

  app.post("/", { schema: { tags, body: planChoice, response: { 201: order } } }, async (request) =>
    createOrder(services, requireOwner(request).practiceId, request.body.plan),
  );

  app.post("/:id/capture", { schema: { tags, params: z.object({ id }), response: { 200: order } } }, async (request) =>
    captureOrder(services, requireOwner(request).practiceId, request.params.id),
  );
};

/** POST /api/webhooks/paypal: PayPal's webhook events. The signature is verified over the unparsed body. */
export async function payPalWebhookRoutes(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  const untouched = { parseAs: "buffer", bodyLimit: maxEventBytes } as const;
  app.addContentTypeParser("*", untouched, async (_: unknown, body: Buffer) => body);

  const about = {
    tags: ["billing"],
    summary: "Receive a notification of PayPal",
    response: { 200: z.object({}).describe("Accepted") },
  };
  app.post("/paypal", { schema: about }, async (request) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (!(await isGenuine(services, request.headers, body))) {
      throw new AppError("forged-event", "This notification does not come from PayPal.");
    }
    await followUp(services, orderOfEvent(body));
    return {};
  });
}
