import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import type { DeliveryRow } from "./service.ts";

/** What the API tells of an email. */
export function toDelivery(row: DeliveryRow): Delivery {
  const { id, recipient, subject, isCopy, part, parts, outputIds, state, tries, message, replacedById } = row;
  return {
    ...{ id, recipient, subject, isCopy, part, parts, outputIds, state, tries, message, replacedById },
    createdAt: row.createdAt.toISOString(),
    sendAfter: row.sendAfter?.toISOString() ?? null,
    nextTryAt: row.nextTryAt?.toISOString() ?? null,
    sentAt: row.sentAt?.toISOString() ?? null,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  };
}
