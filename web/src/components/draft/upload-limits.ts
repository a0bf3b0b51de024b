import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { subscriptionQuery, usageQuery } from "../../api/billing.ts";
import { useOwnPractice } from "../../api/installation.ts";
import type { FileLimit } from "./file-problems.ts";

/**
 * Returns the limit for one upload from this page, in bytes. An own practice may use everything that the server
 * accepts.
 */
export const useTotalLimit = () => (useOwnPractice() ? uploadLimits.totalBytes : uploadLimits.webTotalBytes);

/** Returns the limit for one file; undefined while it is not known yet. */
export function useFileLimit(): FileLimit | undefined {
  const { data: usage } = useQuery(usageQuery);
  const { data: subscription } = useQuery(subscriptionQuery);
  if (!usage) return undefined;
  const { maxFileBytes, documentsAllowed } = usage;
  return isUnlimited(documentsAllowed)
    ? { maxFileBytes }
    : { maxFileBytes, planName: subscription?.plan.name ?? "your plan" };
}
