import { useQuery } from "@tanstack/react-query";
import { subscriptionQuery } from "../../api/billing.ts";
import { showFailure } from "../../ui/toast.tsx";

/** Expired: everything can be read and downloaded, nothing new can be started. */
export function useExpired(): boolean {
  return useQuery(subscriptionQuery).data?.status === "expired";
}

/** What a control of new work says when it is pressed all the same. */
export function sayExpired(): void {
  showFailure("Subscription expired", "Renew the subscription to upload, retry and send. Everything else stays yours.");
}

/** What a control that changes customers says in an expired practice. */
export function sayReadOnly(): void {
  showFailure(
    "Subscription expired",
    "The customer list can be read and exported. Renew the subscription to change it.",
  );
}
