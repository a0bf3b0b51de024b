import type { GuestOrder, Order } from "@sheaf/contracts/orders.ts";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";

/** Begins a payment at PayPal for the practice. */
export const createOrder = (plan: string) => api.post<Order>("/api/orders", { plan });

/** Begins a payment at PayPal before there is a practice. */
export const createGuestOrder = (plan: string, email: string) =>
  api.post<GuestOrder>("/api/guest-orders", { plan, email });

/**
 * What became of an order after its payer came back: asking takes the money if that was not done yet, and never twice,
 * so that it may be asked again after a reload and after each notice.
 */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["/api/orders", id],
    queryFn: ({ client }) => settled(client, api.post<Order>(`/api/orders/${encodeURIComponent(id)}/capture`)),
  });

/** The same of a visitor's order. @param claimToken as kept in claims.ts */
export const guestOrderQuery = (id: string, claimToken: string) =>
  queryOptions({
    queryKey: ["/api/guest-orders", id],
    queryFn: () => api.post<Order>(`/api/guest-orders/${encodeURIComponent(id)}/capture`, { claimToken }),
  });

/** A payment changes what else is on the page; that it did is not left to the event stream alone. */
async function settled(client: QueryClient, answer: Promise<Order>): Promise<Order> {
  const order = await answer;
  for (const path of ["/api/subscription", "/api/usage", "/api/billing", "/api/payments"]) {
    void client.invalidateQueries({ queryKey: [path] });
  }
  return order;
}
