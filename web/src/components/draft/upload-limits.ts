import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { isUnlimited } from "@sheaf/contracts/plan-facts.ts";
import { useQuery } from "@tanstack/react-query";
import { subscriptionQuery, usageQuery } from "../../api/billing.ts";
import { useOwnPractice } from "../../api/installation.ts";
import type { FileLimit } from "./chosen-files.ts";

/** Bytes of one upload from this page. An own practice may use all that the server takes. */
export const useTotalLimit = () => (useOwnPractice() ? uploadLimits.totalBytes : uploadLimits.webTotalBytes);

/** Of one file; undefined while it is not known yet. */
export function useFileLimit(): FileLimit | undefined {
  const { data: usage } = useQuery(usageQuery);
  const { data: subscription } = useQuery(subscriptionQuery);
  if (!usage) return undefined;
  const { maxFileBytes, documentsAllowed } = usage;
  return isUnlimited(documentsAllowed)
    ? { maxFileBytes }
    : { maxFileBytes, planName: subscription?.plan.name ?? "your plan" };
}
