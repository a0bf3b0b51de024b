import { expect, test } from "vitest";
import { countCheck, countVitest, failedTests, inWords, sum } from "./test-count.ts";

function report(passed: number, failed: number, files: { status: string; tests: string[] }[] = []): string {
  return JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: 2,
    numTodoTests: 1,
    testResults: files.map(({ status, tests }) => ({ status, assertionResults: tests.map((status) => ({ status })) })),
  });
}

test("tests are counted as Vitest counts them", () => {
  const failedFile = { status: "failed", tests: ["passed", "failed"] };
  expect(countVitest(report(4, 1, [failedFile]), 1)).toEqual({ passed: 4, failed: 1, skipped: 3 });
});

test.each([
  ["a file that cannot be loaded", report(4, 0, [{ status: "failed", tests: [] }]), 1, 4],
  ["an error outside any test", report(4, 0), 1, 4],
  ["a run without a test", report(0, 0), 0, 0],
  ["a crash before the report", null, null, 0],
])("%s counts as one failure", (_, json, exitCode, passed) => {
  expect(countVitest(json, exitCode)).toMatchObject({ passed, failed: 1 });
});

test("failed tests and files that cannot be loaded are named with the first line of their errors", () => {
  const json = JSON.stringify({
    testResults: [
      { name: "/app/a.test.ts", status: "passed", message: "", assertionResults: [{ status: "passed" }] },
      {
        name: "/app/engine/b.test.ts",
        status: "failed",
        message: "",
        assertionResults: [
          { status: "passed", fullName: "passes", failureMessages: [] },
          {
            status: "failed",
            fullName: "counts pages",
            failureMessages: ["Error: expected 1 to be 2\n    at b.test.ts:3"],
          },
        ],
      },
      { name: "/app/c.test.ts", status: "failed", message: "Cannot find c.ts\n at", assertionResults: [] },
    ],
  });
  expect(failedTests(json, "/app")).toEqual([
    "engine/b.test.ts › counts pages: Error: expected 1 to be 2",
    "c.test.ts: Cannot find c.ts",
  ]);
  expect(failedTests(null, "/app")).toEqual([]);
});

test("the last line states the totals, and skipped tests only if there are any", () => {
  const all = sum([countCheck(0), countCheck(1), { passed: 5, failed: 0, skipped: 2 }]);
  expect(inWords(all)).toBe("6 passed, 1 failed, 2 skipped");
  expect(inWords(countCheck(0))).toBe("1 passed, 0 failed");
});
