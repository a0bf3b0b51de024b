import { searchLength } from "@sheaf/contracts/admin/limits.ts";
import type {
  FoundUser,
  GrantInput,
  ManualPaymentInput,
  RefundDecisionInput,
  UserPage,
} from "@sheaf/contracts/admin/users.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi, adminQuery } from "./client.ts";
import { waitingMoneyQuery } from "./money.ts";

/** Users by name, email or username; nothing is asked below two characters. The last answer stays until the next is there. */
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

/** Anything of it may have changed since: it is read anew whenever it is opened. */
export const userPageQuery = (id: string) => adminQuery<UserPage>("/api/admin/users", id);

/** Something is done to a user or their practice, and the pages show what came of it. */
function useAct<Input>(send: (input: Input) => Promise<void>, done: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: () =>
      Promise.all(
        [["/api/admin/users"], waitingMoneyQuery.queryKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
    meta: { done },
  });
}

export const useRecordPayment = (practiceId: string) =>
  useAct(
    (input: ManualPaymentInput) => adminApi.post<void>(`/api/admin/practices/${practiceId}/payments`, input),
    "Payment recorded",
  );

export const useGrantDays = (practiceId: string) =>
  useAct((input: GrantInput) => adminApi.post<void>(`/api/admin/practices/${practiceId}/days`, input), "Days granted");

export const useEndUnlimited = (practiceId: string) =>
  useAct(
    (input: { reason: string }) => adminApi.post<void>(`/api/admin/practices/${practiceId}/end-unlimited`, input),
    "Unlimited subscription ended",
  );

export const useDecideRefund = (id: string) =>
  useAct(
    (input: RefundDecisionInput) => adminApi.post<void>(`/api/admin/refunds/${id}/decide`, input),
    "Refund decided",
  );

export const useCloseDifference = (id: string) =>
  useAct(
    (input: { reason: string }) => adminApi.post<void>(`/api/admin/differences/${id}/close`, input),
    "Difference closed",
  );

export const plainActs = {
  "end-sessions": "Sessions ended",
  "resend-verification": "Verification sent",
  "send-reset-link": "Reset link sent",
  suspend: "User suspended",
  restore: "User restored",
} as const;
export type PlainAct = keyof typeof plainActs;

/** What needs no more than a reason. */
export const usePlainAct = (userId: string, act: PlainAct) =>
  useAct(
    (input: { reason: string }) => adminApi.post<void>(`/api/admin/users/${userId}/${act}`, input),
    plainActs[act],
  );

/** The page of the deleted user is not asked for again: there is none. */
export function useDeleteUser(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { reason: string; username: string }) =>
      adminApi.post<void>(`/api/admin/users/${userId}/delete`, input),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["/api/admin/users/search"] }),
    meta: { done: "User deleted" },
  });
}
