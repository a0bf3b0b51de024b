import type { Services } from "../../../platform/services.ts";
import type { orders } from "../table.ts";

/** The services needed to process an order and the account it is for. */
export type OrderServices = Pick<Services, "config" | "db" | "key" | "log" | "mail" | "queue">;
export type OrderRow = typeof orders.$inferSelect;
