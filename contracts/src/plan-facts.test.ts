import { expect, test } from "vitest";
import { MB } from "./limits.ts";
import { fallbackPlans, hiddenPlan, isUnlimited, noLimit, ownPracticePlan } from "./plan-facts.ts";

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

test("the plan that administrators grant is free, for one user and 25 documents a month", () => {
  const { price, documentsPerMonth, maxUsers, isPopular, maxFileBytes } = hiddenPlan;
  expect([price, documentsPerMonth, maxUsers, isPopular, maxFileBytes / MB]).toEqual([0, 25, 1, false, 10]);
});

test("an own practice pays nothing, and has documents and members without limit and files of 50 MB", () => {
  const { price, documentsPerMonth, maxUsers, isPopular, maxFileBytes } = ownPracticePlan;
  expect([price, documentsPerMonth, maxUsers, isPopular, maxFileBytes / MB]).toEqual([0, noLimit, noLimit, false, 50]);
});

test("no limit is the largest value of a PostgreSQL integer column", () => {
  expect(noLimit).toBe(2 ** 31 - 1);
  expect([noLimit - 1, noLimit, noLimit + 1].map(isUnlimited)).toEqual([false, true, true]);
});
