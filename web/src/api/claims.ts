import type { Claim } from "@sheaf/contracts/orders.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useIsServerRendered } from "../ui/server-rendered.ts";
import { refreshMoney } from "./billing.ts";
import { api, isStatus } from "./client.ts";
import { useOwnPractice } from "./installation.ts";

/** Stores the token of a payment made before signing up: the browser may be closed in between. */
const claimKey = "claimToken";
export const keptClaim = () => localStorage.getItem(claimKey);
export const keepClaim = (token: string) => localStorage.setItem(claimKey, token);
export function forgetClaim(): void {
  localStorage.removeItem(claimKey);
  sessionStorage.removeItem(guestEmailKey);
}

/**
 * Stores the email address with which a visitor pays, so that it need not be typed again after a declined card or a
 * reload.
 */
const guestEmailKey = "guestEmail";
export const guestEmail = () => sessionStorage.getItem(guestEmailKey) ?? undefined;
export const rememberGuestEmail = (email: string) => sessionStorage.setItem(guestEmailKey, email);

/** Stores the plan of a payment that was claimed while PayPal still held it, to show a notice after signing up. */
const heldKey = "heldPayment";
export const heldPayment = () => sessionStorage.getItem(heldKey);
export const rememberHeldPayment = (planSlug: string) => sessionStorage.setItem(heldKey, planSlug);
export const forgetHeldPayment = () => sessionStorage.removeItem(heldKey);

/** Checks what a claim token pays for, before registering with it. */
export const claimQuery = (claimToken: string) =>
  queryOptions({
    queryKey: ["/api/claims/check", claimToken],
    queryFn: () => api.post<Claim>("/api/claims/check", { claimToken }),
  });

/**
 * The payment stored in this browser. An invalid one is forgotten, and `invalid` contains the reason once. An own
 * practice takes no payments.
 */
export function useKeptClaim() {
  const rendered = useIsServerRendered();
  const ownPractice = useOwnPractice();
  // Read once: the reason stays on screen after the token is forgotten below.
  const token = useMemo(() => (rendered || ownPractice ? null : keptClaim()), [rendered, ownPractice]);
  const { data, error, isLoading } = useQuery({ ...claimQuery(token ?? ""), enabled: token !== null });
  const invalid = isStatus(error, 410) ? error : null;
  useEffect(() => {
    if (invalid) forgetClaim();
  }, [invalid]);
  return { token, claim: data, invalid, isPending: isLoading };
}

/** Applies a payment made before signing in to the signed-in owner's practice. */
export function useClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (claimToken: string) => api.post<unknown>("/api/claims", { claimToken }),
    onSuccess: () => {
      forgetClaim();
      return refreshMoney(client);
    },
    meta: { done: "Payment added", failed: "The payment was not added" },
  });
}
