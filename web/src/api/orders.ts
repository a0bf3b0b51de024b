import type { GuestOrder, Order } from "@sheaf/contracts/orders.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** Creates a PayPal order for the practice. */
export const createOrder = (plan: string) => api.post<Order>("/api/orders", { plan });

/** Creates a PayPal order for a visitor who has no practice yet. */
export const createGuestOrder = (plan: string, email: string) =>
  api.post<GuestOrder>("/api/guest-orders", { plan, email });

/**
 * Reads the state of an order after the payer came back. The request captures the payment if that was not done yet, and
 * never twice, so it may be repeated after a reload and after each event.
 */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["/api/orders", id],
    queryFn: ({ client }) => settled(client, api.post<Order>(`/api/orders/${encodeURIComponent(id)}/capture`)),
  });

/**
 * The same for a visitor's order.
 * @param claimToken as stored in claims.ts
 */
export const guestOrderQuery = (id: string, claimToken: string) =>
  queryOptions({
    queryKey: ["/api/guest-orders", id],
    queryFn: () => api.post<Order>(`/api/guest-orders/${encodeURIComponent(id)}/capture`, { claimToken }),
  });

/** A payment changes other data of the page; they are read again here, not left to the event stream alone. */
async function settled(client: QueryClient, answer: Promise<Order>): Promise<Order> {
  const order = await answer;
  for (const path of ["/api/subscription", "/api/usage", "/api/billing", "/api/payments"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
  return order;
}
