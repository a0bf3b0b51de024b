import { hiddenPlan, type PlanFacts } from "@sheaf/contracts/plan-facts.ts";
import { usePlans } from "../../../api/billing.ts";

/** Those for sale, and the one that only an administrator gives. */
export const useAllPlans = (): PlanFacts[] => [...usePlans().plans, hiddenPlan];
