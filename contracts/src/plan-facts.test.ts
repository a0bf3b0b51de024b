import { expect, test } from "vitest";
import { MB } from "./limits.ts";
import { fallbackPlans } from "./plan-facts.ts";

test("[S1.13] the plans have the specified names, prices in whole pence, and limits", () => {
  const rows = fallbackPlans.map((plan) => [
    plan.slug,
    plan.name,
    plan.price,
    plan.documentsPerMonth,
    plan.maxUsers,
    plan.supportLevel,
    plan.isPopular,
    plan.maxFileBytes / MB,
  ]);
  expect(rows).toEqual([
    ["solo", "Solo Practitioner", 900, 150, 1, "Standard Email Support", false, 10],
    ["small-firm", "Small Firm", 2400, 500, 3, "Priority Email Support", true, 25],
    ["growth", "Growth Practice", 5000, 1500, 10, "Dedicated Account Manager", false, 50],
  ]);
});
