import { useQuery } from "@tanstack/react-query";
import { subscriptionQuery } from "../../api/billing.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { showFailure } from "../../ui/toast.tsx";

/** Expired: everything can be read and downloaded, nothing new can be started. An own practice never is. */
export function useExpired(): boolean {
  const ownPractice = useOwnPractice();
  const { data: subscription } = useQuery(subscriptionQuery);
  return !ownPractice && subscription?.status === "expired";
}

/** What a control of new work says when it is pressed all the same. */
export function sayExpired(): void {
  showFailure(
    "Subscription expired",
    "Renew the subscription to upload, retry and send. Everything else stays available.",
  );
}

/** What a control that changes customers says in an expired practice. */
export function sayReadOnly(): void {
  showFailure(
    "Subscription expired",
    "The customer list can be read and exported. Renew the subscription to change it.",
  );
}
