import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import type { Quote } from "@sheaf/contracts/billing.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";

/**
 * Refunds and orders that wait for an administrator; read again with the overview, and whenever a portal page or the
 * tab for money is opened.
 */
export const waitingMoneyQuery = adminQuery<WaitingMoney>("/api/admin/money");

/** Returns how many things wait; 0 until the first response. */
export const useWaitingCount = (): number => useQuery({ ...waitingMoneyQuery, select: countWaiting }).data ?? 0;

const countWaiting = ({ refunds, differences, unclaimed, mismatched }: WaitingMoney) =>
  [refunds, differences, unclaimed, mismatched].reduce((sum, { length }) => sum + length, 0);

/** Reads what a plan would cost the practice now; an upgrade costs less every day. */
export const adminQuoteQuery = (practiceId: string, slug: string) =>
  queryOptions({
    queryKey: ["/api/admin/practices", practiceId, "quote", slug],
    queryFn: ({ signal }) =>
      adminApi.get<Quote>(`/api/admin/practices/${practiceId}/quote?plan=${encodeURIComponent(slug)}`, signal),
    staleTime: 0,
  });
