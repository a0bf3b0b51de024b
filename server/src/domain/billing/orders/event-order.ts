import { z } from "zod";
import { related } from "../../../platform/paypal/paypal.ts";
import type { OrderRef } from "./follow-up.ts";

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
 * Returns the ids of the order that a webhook event of PayPal is about. The event of a refund contains the id of its
 * capture only in the link `up`.
 */
export function orderOfEvent(body: Buffer): OrderRef {
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
