import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type {
  FoundUser,
  GrantInput,
  ManualPaymentInput,
  RefundDecisionInput,
  UserPage,
} from "@sheaf/contracts/admin/users.ts";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";
import { waitingMoneyQuery } from "./money.ts";

/**
 * Finds users by name, email or username; sends no request below two characters. The last result stays until the next
 * one arrives.
 */
export function useUserSearch(typed: string) {
  return useQuery({
    queryKey: ["/api/admin/users/search", typed],
    queryFn: ({ signal }) =>
      adminApi.get<FoundUser[]>(`/api/admin/users/search?q=${encodeURIComponent(typed)}`, signal),
    enabled: typed.length >= searchLength,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Everything on the page may have changed since, so it is read again whenever it is opened. */
export const userPageQuery = (id: string) => adminQuery<UserPage>("/api/admin/users", id);

/** An action on a user or their practice; afterwards the pages show its result. */
const useAct = <Input>(path: string, done: string) =>
  useMutation({
    mutationFn: (input: Input) => adminApi.post<void>(`/api/admin/${path}`, input),
    meta: { done, refreshes: [["/api/admin/users"], waitingMoneyQuery.queryKey] },
  });

interface Reason {
  reason: string;
}

export const useRecordPayment = (practiceId: string) =>
  useAct<ManualPaymentInput>(`practices/${practiceId}/payments`, "Payment recorded");

export const useGrantDays = (practiceId: string) => useAct<GrantInput>(`practices/${practiceId}/days`, "Days granted");

export const useEndUnlimited = (practiceId: string) =>
  useAct<Reason>(`practices/${practiceId}/end-unlimited`, "Unlimited subscription ended");

export const useDecideRefund = (id: string) => useAct<RefundDecisionInput>(`refunds/${id}/decide`, "Refund decided");

export const useCloseDifference = (id: string) => useAct<Reason>(`differences/${id}/close`, "Difference closed");

const simpleActions = {
  "end-sessions": "Sessions ended",
  "resend-verification": "Verification sent",
  "send-reset-link": "Reset link sent",
  suspend: "User suspended",
  restore: "User restored",
} as const;
export type SimpleAction = keyof typeof simpleActions;

/** An action that takes nothing but a reason. */
export const useSimpleAction = (userId: string, act: SimpleAction) =>
  useAct<Reason>(`users/${userId}/${act}`, simpleActions[act]);

/** Does not read the page of the deleted user again: it no longer exists. */
export const useDeleteUser = (userId: string) =>
  useMutation({
    mutationFn: (input: Reason & { username: string }) =>
      adminApi.post<void>(`/api/admin/users/${userId}/delete`, input),
    meta: { done: "User deleted", refreshes: [["/api/admin/users/search"]] },
  });
