import { nearLimit } from "@sheaf/contracts/limits.ts";
import type { Subscription, Usage } from "@sheaf/contracts/plans.ts";

export type UsageState = "Good" | "Near Limit" | "Limit Reached" | "Expired";

/** Near Limit begins at exactly 80 % used; Limit Reached is taken from the server, never calculated here. */
export function usageState(usage: Usage, subscription: Pick<Subscription, "status"> | null | undefined): UsageState {
  if (subscription?.status === "expired") return "Expired";
  if (!usage.canCreateDocument) return "Limit Reached";
  return usage.documentsUsedThisMonth / usage.documentsAllowed >= nearLimit ? "Near Limit" : "Good";
}
