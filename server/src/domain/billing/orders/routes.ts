import { planChoice } from "@sheaf/contracts/billing.ts";
import { id } from "@sheaf/contracts/fields.ts";
import { order } from "@sheaf/contracts/orders.ts";
import type { FastifyInstance } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { AppError } from "../../../platform/errors.ts";
import { related } from "../../../platform/paypal/paypal.ts";
import type { Services } from "../../../platform/services.ts";
import { ownerOnly, requireOwner } from "../../access/member.ts";
import { followUp, isGenuine, type OrderRef } from "./follow-up.ts";
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
    await followUp(services, orderIn(body));
    return {};
  });
}

const notice = z.object({
  event_type: z.string(),
  resource: z.object({
    id: z.string().optional(),
    custom_id: z.string().optional(),
    supplementary_data: related.optional(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
  }),
});

/**
 * Returns the ids of the order that an event is about. The event of a refund contains the id of its capture only in the
 * link `up`.
 */
function orderIn(body: Buffer): OrderRef {
  const parsed = notice.safeParse(JSON.parse(body.toString("utf8")));
  if (!parsed.success) return {};
  const { event_type, resource } = parsed.data;
  if (event_type.startsWith("CHECKOUT.ORDER.")) return { payPalId: resource.id };
  const up = resource.links.find(({ rel, href }) => rel === "up" && href.includes("/captures/"));
  return {
    payPalId: resource.supplementary_data?.related_ids.order_id,
    orderId: resource.custom_id,
    captureId: up?.href.split("/").at(-1),
  };
}
