import type { WaitingMoney } from "@sheaf/contracts/admin/money.ts";
import type { Quote } from "@sheaf/contracts/billing.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";

/**
 * What waits for a person; read anew whenever a page of the portal or its own tab is opened, and along with the
 * overview.
 */
export const waitingMoneyQuery = adminQuery<WaitingMoney>("/api/admin/money");

/** How many things wait; 0 as long as nothing is known. */
export const useWaitingCount = (): number => useQuery({ ...waitingMoneyQuery, select: countWaiting }).data ?? 0;

const countWaiting = ({ refunds, differences, unclaimed, mismatched }: WaitingMoney) =>
  [refunds, differences, unclaimed, mismatched].reduce((sum, { length }) => sum + length, 0);

/** What a plan would cost the practice now; an upgrade costs less with every day. */
export const adminQuoteQuery = (practiceId: string, slug: string) =>
  queryOptions({
    queryKey: ["/api/admin/practices", practiceId, "quote", slug],
    queryFn: ({ signal }) =>
      adminApi.get<Quote>(`/api/admin/practices/${practiceId}/quote?plan=${encodeURIComponent(slug)}`, signal),
    staleTime: 0,
  });
