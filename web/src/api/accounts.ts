import type { ForgotPasswordInput, Link, LoginInput, RegisterInput, User } from "@sheaf/contracts/accounts.ts";
import type { AcceptInvitationInput } from "@sheaf/contracts/members.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { forgetChosenPlan } from "./billing.ts";
import { claimQuery, forgetClaim, rememberHeldPayment } from "./claims.ts";
import { api, read } from "./client.ts";
import { keepWhileWorking, noteEndReason, stopWaiting } from "./ended-session.ts";

/**
 * Returns whether the page was requested without a session (server/src/app/pages/page.ts marks it). The mark is
 * removed, so only the first call returns true.
 */
function cameAsVisitor(): boolean {
  if (typeof document === "undefined") return false;
  const page = document.documentElement;
  const visitor = page.hasAttribute("data-visitor");
  page.removeAttribute("data-visitor");
  return visitor;
}

/** Null: nobody is signed in. */
export const userQuery = queryOptions({
  queryKey: ["/api/user"],
  initialData: () => (cameAsVisitor() ? null : undefined),
  queryFn: (context) =>
    read<User | null>((refusal) => {
      noteEndReason(refusal);
      return keepWhileWorking(context.client);
    })(context),
  // A page that waits for it would otherwise show a part that asks again as soon as it has failed, and hide it again.
  retryOnMount: false,
});

export const useUser = () => useQuery(userQuery);

function useStoreUser() {
  const queryClient = useQueryClient();
  return (user: User) => {
    // Removes what another user read in this browser.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/user" });
    queryClient.setQueryData(userQuery.queryKey, user);
  };
}

export const useSignIn = () =>
  useMutation({
    mutationFn: (input: LoginInput) => api.post<User>("/api/login", input),
    onSuccess: useStoreUser(),
    meta: { done: "Login successful", failed: "Login failed" },
  });

/** Signs in on the page on which the session ended: the page stays, and requests that failed meanwhile are repeated. */
export function useSignInAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: LoginInput) => api.post<User>("/api/login", input),
    onSuccess: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user);
      stopWaiting();
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "/api/user" });
    },
  });
}

/** Signs up with the payment stored in this browser, if there is one: the account starts with its subscription. */
export function useSignUp() {
  const queryClient = useQueryClient();
  const storeUser = useStoreUser();
  return useMutation({
    mutationFn: (input: RegisterInput) => api.post<User>("/api/register", input),
    onSuccess: (user, { claimToken }) => {
      if (claimToken) {
        const claim = queryClient.getQueryData(claimQuery(claimToken).queryKey);
        if (claim?.state === "waiting") rememberHeldPayment(claim.planSlug);
        forgetClaim();
        forgetChosenPlan();
      }
      storeUser(user);
    },
    meta: { failed: "Registration failed" },
  });
}

/** The response is the same whether or not the account exists. */
export const useForgotPassword = () =>
  useMutation({
    mutationFn: (input: ForgotPasswordInput) => api.post<void>("/api/password/forgot", input),
    meta: { failed: "The link was not sent" },
  });

/** Reads what an emailed link is for; reading does not use it up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["/api/links/check", token],
    queryFn: () => api.post<Link>("/api/links/check", { token }),
    gcTime: 0,
  });

/** Ends all sessions of the user, including the one of this browser. */
export const useResetPassword = () =>
  useMutation({
    mutationFn: (input: { token: string; password: string }) => api.post<void>("/api/password/reset", input),
    meta: {
      done: "Password changed",
      failed: "The password was not changed",
      refreshes: [userQuery.queryKey],
    },
  });

export const useVerifyEmail = () =>
  useMutation({
    mutationFn: (token: string) => api.post<void>("/api/email/verify", { token }),
    meta: { failed: "The address was not confirmed", refreshes: [userQuery.queryKey] },
  });

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (input: AcceptInvitationInput) => api.post<User>("/api/invitations/accept", input),
    onSuccess: useStoreUser(),
    meta: { failed: "Registration failed" },
  });

/**
 * Responses that do not depend on the user: public facts, a visitor's payment, and the portal, which has its own
 * sign-in.
 */
const publicPaths = [
  "/api/user",
  "/api/installation",
  "/api/subscription-plans",
  "/api/claims/check",
  "/api/guest-orders",
];
const staysAtSignOut = (path: string) => publicPaths.includes(path) || path.startsWith("/api/admin/");

export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<void>("/api/logout"),
    onSuccess: () => {
      queryClient.setQueryData(userQuery.queryKey, null);
      queryClient.removeQueries({ predicate: ({ queryKey }) => !staysAtSignOut(String(queryKey[0])) });
    },
    meta: { failed: "Logout failed" },
  });
}
