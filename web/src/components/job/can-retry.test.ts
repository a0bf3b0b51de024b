import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { expect, test } from "vitest";
import { aJob, aJobFile } from "../../testing/people.ts";
import { canRetry } from "./can-retry.ts";

const converted = aJobFile({ state: "converted", pages: 2 });
const failed = aJobFile({ state: "failed" });
const refused = (reason: JobFile["reason"]) => aJobFile({ state: "refused", reason });

test.each<[string, Partial<Job>, boolean]>([
  ["a fault of ours", { files: [converted, failed] }, true],
  ["a file that took too long", { files: [converted, refused("timeout")] }, true],
  ["a protected file", { files: [converted, refused("password")] }, false],
  ["a damaged file", { files: [refused("damaged")] }, false],
  ["a damaged file beside a fault of ours", { files: [refused("damaged"), failed] }, true],
  ["a PDF that could not be made", { files: [converted] }, true],
  ["more pages than one PDF holds", { files: [aJobFile({ state: "converted", pages: 5_001 })] }, false],
  ["files that are deleted", { files: [failed], filesDeleted: true }, false],
])("after %s, whether a retry can help: %o → %s", (_what, part, helps) => {
  expect(canRetry(aJob("failed", part))).toBe(helps);
});

test("a job that has not failed is not retried", () => {
  expect(canRetry(aJob("completed"))).toBe(false);
});
