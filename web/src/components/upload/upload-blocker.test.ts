import { expect, test } from "vitest";
import { usage } from "../../testing/people.ts";
import { choose } from "../draft/chosen-files.ts";
import { findUploadBlocker } from "./upload-blocker.ts";

test("a customer archived by a colleague after being chosen is reported before anything is sent", () => {
  const reason = findUploadBlocker({
    customerId: "c-1",
    archived: "Bright Bakery",
    files: [],
    problems: new Map(),
    usage: undefined,
    totalLimitBytes: 1_000,
  });
  expect(reason).toMatchObject({
    about: "customer",
    says: "Bright Bakery has been archived. Restore the customer or choose another one.",
  });
});

test("with a period paid ahead, the message about a used-up allowance refers to the running period", () => {
  const reason = findUploadBlocker({
    customerId: "c-1",
    files: choose([new File(["content"], "a.pdf")]),
    problems: new Map(),
    usage: {
      ...usage,
      documentsRemaining: 0,
      canCreateDocument: false,
      periodEndsAt: "2026-12-06T10:00:00.000Z",
      currentPeriodEnd: "2027-01-05T10:00:00.000Z",
    },
    totalLimitBytes: 1_000,
  });
  expect(reason?.says).toBe("All 500 documents until 6 Dec 2026 are used. Upgrade to continue.");
});
