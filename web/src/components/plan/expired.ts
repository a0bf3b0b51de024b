import { useQuery } from "@tanstack/react-query";
import { subscriptionQuery } from "../../api/billing.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { showFailure } from "../../ui/toast.tsx";

/**
 * Returns whether the subscription has ended: everything can be read and downloaded, nothing new can be started. Never
 * true in an own practice.
 */
export function useExpired(): boolean {
  const ownPractice = useOwnPractice();
  const { data: subscription } = useQuery(subscriptionQuery);
  return !ownPractice && subscription?.status === "expired";
}

/** Shows why a control that starts new work does nothing after the subscription has ended. */
export function sayExpired(): void {
  showFailure(
    "Subscription expired",
    "Renew the subscription to upload, retry and send. Everything else stays available.",
  );
}

/** Shows why a control that changes customers does nothing after the subscription has ended. */
export function sayReadOnly(): void {
  showFailure(
    "Subscription expired",
    "The customer list can be read and exported. Renew the subscription to change it.",
  );
}
