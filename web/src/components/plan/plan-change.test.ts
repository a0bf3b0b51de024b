import { fallbackPlans, hiddenPlan } from "@sheaf/contracts/plan-facts.ts";
import { expect, test } from "vitest";
import { smallFirm } from "../../testing/people.ts";
import { planChange } from "./plan-change.ts";

const [solo, small, growth] = fallbackPlans;

test.each([
  ["nothing", "start", solo, undefined],
  ["what has ended", "start", solo, { ...smallFirm, status: "expired" as const }],
  ["free days", "start", solo, { ...smallFirm, plan: { id: "plan-0", ...hiddenPlan } }],
  ["the same plan", "renewal", small, smallFirm],
  ["a cheaper one", "upgrade", growth, smallFirm],
  ["a dearer one", "downgrade", solo, smallFirm],
])("with %s running, paying is a %s", (_, change, plan, subscription) => {
  expect(planChange(plan, subscription)).toBe(change);
});
