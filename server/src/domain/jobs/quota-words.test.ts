import { expect, test } from "vitest";
import { choiceMessage } from "./quota-words.ts";

const running = { left: 12, allowed: 1500, endsAt: "5 December 2026", isRunning: true };

test("a container that needs more documents than are left names both numbers, the day and what to do", () => {
  expect(choiceMessage("march.zip", 43, running)).toBe(
    "march.zip contains 43 documents, but only 13 of your plan’s 1,500 are left for it until 5 December 2026. Choose which to convert, or upgrade and try again.",
  );
});

test("once its period has ended, no upgrade is proposed", () => {
  expect(choiceMessage("march.zip", 2, { ...running, left: 0, isRunning: false })).toBe(
    "march.zip contains 2 documents, but only 1 of your plan’s 1,500 was left for it when the period ended on 5 December 2026. Choose which to convert, and upload the others again.",
  );
});
