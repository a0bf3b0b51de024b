import { expect, test } from "vitest";
import { smallFirm, usage } from "../../testing/people.ts";
import { usageState } from "./usage-state.ts";

const used = (documentsUsedThisMonth: number, documentsAllowed: number) =>
  usageState({ ...usage, documentsUsedThisMonth, documentsAllowed }, smallFirm);

test.each([
  [0, 500, "Good"],
  [399, 500, "Good"],
  [400, 500, "Near Limit"],
  [119, 150, "Good"],
  [120, 150, "Near Limit"],
  [1200, 1500, "Near Limit"],
  [20, 25, "Near Limit"],
  [500, 500, "Near Limit"],
])("[S9.4] %i of %i documents is %s while more can be made", (documents, allowed, state) => {
  expect(used(documents, allowed)).toBe(state);
});

test("[S4.12] the limit is reached when the server says that no document can be made", () => {
  expect(usageState({ ...usage, canCreateDocument: false }, smallFirm)).toBe("Limit Reached");
});

test("an ended subscription and a reached limit are different states", () => {
  expect(usageState({ ...usage, canCreateDocument: false }, { ...smallFirm, status: "expired" })).toBe("Expired");
});
