import { expect, test } from "vitest";
import { adminLoginInput } from "./admin/session.ts";
import { grantInput, manualPaymentInput } from "./admin/users.ts";
import { planChoice } from "./billing.ts";
import { jobFilter } from "./jobs.ts";
import { notificationsSeen } from "./notifications.ts";
import { guestOrderInput } from "./orders.ts";

const act = { reason: "They asked", plan: "solo", reference: "BACS 1", amountPence: 900, days: 7 };

test.each([
  ["a plan with a NUL", planChoice, { plan: "solo\0" }],
  ["a plan with a NUL, of a visitor", guestOrderInput, { plan: "\0", email: "a@example.com" }],
  ["an administrator’s address with a NUL", adminLoginInput, { email: "a\0@example.com", password: "x" }],
  ["a payment’s reference with a NUL", manualPaymentInput, { ...act, reference: "BACS\0" }],
  ["a reason with a NUL", grantInput, { ...act, reason: "Because\0" }],
  ["a day in the year 0", jobFilter, { from: "0000-01-01" }],
  ["another day in the year 0", jobFilter, { to: "0000-12-31" }],
  ["a moment in the year 0", notificationsSeen, { until: "0000-01-01T00:00:00.000Z" }],
])("%s, which PostgreSQL cannot store, is refused by validation", (_what, schema, input) => {
  expect(schema.safeParse(input).success).toBe(false);
});

test("valid input is accepted", () => {
  expect(planChoice.parse({ plan: "small-firm" })).toEqual({ plan: "small-firm" });
  expect(manualPaymentInput.safeParse(act).success).toBe(true);
  expect(jobFilter.parse({ from: "2026-11-01", to: "2026-11-30" })).toEqual({ from: "2026-11-01", to: "2026-11-30" });
});
