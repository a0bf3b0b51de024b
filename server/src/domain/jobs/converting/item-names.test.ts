import { MB } from "@sheaf/contracts/limits.ts";
import { fallbackPlans, noLimit } from "@sheaf/contracts/plan-facts.ts";
import { expect, test } from "vitest";
import { namedByPath, tooLargeForPlan } from "./item-names.ts";

const solo = { ...fallbackPlans[0], id: "solo" };
const item = { originalName: "a.pdf", path: "mail.msg › march.zip › a.pdf", sizeBytes: 10 * MB };

test("a sentence of the engine names an item with its path, and a file without one as before", () => {
  expect(namedByPath(item, "a.pdf is damaged.")).toBe("mail.msg › march.zip › a.pdf is damaged.");
  expect(namedByPath({ ...item, path: null }, "a.pdf is damaged.")).toBe("a.pdf is damaged.");
});

test("only a document over the plan's limit is too large, a container never is", () => {
  const large = { ...item, sizeBytes: 10 * MB + 1 };
  expect(tooLargeForPlan(item, solo)).toBeNull();
  expect(tooLargeForPlan(large, solo)).toBe(
    "mail.msg › march.zip › a.pdf is larger than 10 MB, the limit for one file on the Solo Practitioner plan. Replace it with a smaller one.",
  );
  expect(tooLargeForPlan({ ...large, originalName: "b.zip" }, solo)).toBeNull();
  const unlimited = { ...solo, documentsPerMonth: noLimit };
  expect(tooLargeForPlan(large, unlimited)).toContain("10 MB, the limit for one file. Replace");
});
