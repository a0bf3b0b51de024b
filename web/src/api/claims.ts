import type { Claim } from "@sheaf/contracts/orders.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useDrawn } from "../ui/drawn.ts";
import { refreshMoney } from "./billing.ts";
import { api, isStatus } from "./client.ts";
import { useOwnPractice } from "./installation.ts";

/** Where a payment waits that was made before anybody signed up: the browser may be closed in between. */
const claimKey = "claimToken";
export const keptClaim = () => localStorage.getItem(claimKey);
export const keepClaim = (token: string) => localStorage.setItem(claimKey, token);
export function forgetClaim(): void {
  localStorage.removeItem(claimKey);
  sessionStorage.removeItem(guestEmailKey);
}

/** The email address that a visitor pays with, so that a declined card or a reload does not ask for it again. */
const guestEmailKey = "guestEmail";
export const guestEmail = () => sessionStorage.getItem(guestEmailKey) ?? undefined;
export const rememberGuestEmail = (email: string) => sessionStorage.setItem(guestEmailKey, email);

/** The plan of a payment that was claimed while PayPal still held it: whoever just signed up is told. */
const heldKey = "heldPayment";
export const heldPayment = () => sessionStorage.getItem(heldKey);
export const rememberHeldPayment = (planSlug: string) => sessionStorage.setItem(heldKey, planSlug);
export const forgetHeldPayment = () => sessionStorage.removeItem(heldKey);

/** What a claim is worth, before anybody registers with it. */
export const claimQuery = (claimToken: string) =>
  queryOptions({
    queryKey: ["/api/claims/check", claimToken],
    queryFn: () => api.post<Claim>("/api/claims/check", { claimToken }),
  });

/**
 * The payment that waits in this browser. One that is worth nothing is forgotten, and `dead` says why once. An own
 * practice takes none.
 */
export function useKeptClaim() {
  const drawn = useDrawn();
  const ownPractice = useOwnPractice();
  // Read once: what is forgotten below goes on being explained.
  const token = useMemo(() => (drawn || ownPractice ? null : keptClaim()), [drawn, ownPractice]);
  const { data, error, isLoading } = useQuery({ ...claimQuery(token ?? ""), enabled: token !== null });
  const dead = isStatus(error, 410) ? error : null;
  useEffect(() => {
    if (dead) forgetClaim();
  }, [dead]);
  return { token, claim: data, dead, isPending: isLoading };
}

/** The owner of a practice takes a payment that was made before they signed in. */
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
