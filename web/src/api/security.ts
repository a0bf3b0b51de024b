import type {
  AccountExport,
  ChangePasswordInput,
  DeleteAccountInput,
  Session,
  TwoFactorStart,
  TwoFactorState,
  User,
} from "@sheaf/contracts/accounts.ts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { userQuery } from "./accounts.ts";
import { api, read } from "./client.ts";

/** Where one is signed in. Other browsers come and go unannounced, so it is read anew whenever it is opened. */
export const sessionsQuery = queryOptions({
  queryKey: ["/api/sessions"],
  queryFn: read<Session[]>(),
  staleTime: 0,
});

/** How many recovery codes are left: using one happens at a sign-in elsewhere, so it is read anew whenever it shows. */
export const twoFactorQuery = queryOptions({
  queryKey: ["/api/two-factor"],
  queryFn: read<TwoFactorState>(),
  staleTime: 0,
});

export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    /** @param id null: every other one */
    mutationFn: (id: string | null) => api.delete<void>(id === null ? "/api/sessions" : `/api/sessions/${id}`),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    meta: { done: "Signed out there", failed: "Update failed" },
  });
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: ChangePasswordInput) => api.put<void>("/api/password", input),
    // A change of the address that was not confirmed yet has been taken back.
    onSuccess: () =>
      Promise.all([sessionsQuery, userQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey }))),
    meta: { done: "Password changed" },
  });
}

export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; currentPassword: string }) => api.put<User>("/api/email", input),
    onSuccess: (user) => queryClient.setQueryData(userQuery.queryKey, user),
  });
}

export function useResendVerification() {
  return useMutation({
    mutationFn: () => api.post<void>("/api/email/verification"),
    meta: { done: "Verification sent", failed: "Update failed" },
  });
}

export function useStartTwoFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) => api.post<TwoFactorStart>("/api/two-factor/start", { currentPassword }),
  });
}

export function useConfirmTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => api.post<{ recoveryCodes: string[] }>("/api/two-factor/confirm", { code }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
  });
}

export function useDisableTwoFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) => api.post<void>("/api/two-factor/disable", { currentPassword }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
    meta: { done: "Two-factor sign-in turned off" },
  });
}

export function useRenewRecoveryCodes() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (currentPassword: string) =>
      api.post<{ recoveryCodes: string[] }>("/api/two-factor/recovery-codes", { currentPassword }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: twoFactorQuery.queryKey }),
  });
}

/** Begins the download of everything that the practice has; the browser goes on with it by itself. */
export function useExport() {
  return useMutation({
    mutationFn: (currentPassword: string) => api.post<AccountExport>("/api/account/export", { currentPassword }),
    onSuccess: ({ downloadPath }) => void window.open(downloadPath, "_self"),
  });
}

/** The practice with everything in it, or a member's own place in it. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (input: DeleteAccountInput) => api.post<void>("/api/account/delete", input),
  });
}
