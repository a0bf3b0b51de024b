import type { Services } from "../../../platform/services.ts";
import type { orders } from "../table.ts";

/** What an order, and the account it is for, may bring with it. */
export type OrderServices = Pick<Services, "config" | "db" | "key" | "log" | "mail" | "queue">;
export type OrderRow = typeof orders.$inferSelect;
