import { relative } from "node:path";

export interface Count {
  passed: number;
  failed: number;
  skipped: number;
}

/** The fields used of Vitest's JSON report. */
interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

export function countCheck(exitCode: number | null): Count {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Counts the tests of one Vitest run. A file that could not be loaded, an error outside any test, a crash and a run
 * without tests each count as one failure, so that a result without failures means that tests ran and passed.
 * @param report Vitest's JSON; null when it wrote none
 */
export function countVitest(report: string | null, exitCode: number | null): Count {
  if (report === null) return { passed: 0, failed: 1, skipped: 0 };
  const told = JSON.parse(report) as VitestReport;
  const brokenFiles = told.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((test) => test.status === "failed"),
  ).length;
  const count = {
    passed: told.numPassedTests,
    failed: told.numFailedTests + brokenFiles,
    skipped: told.numPendingTests + told.numTodoTests,
  };
  const wrongWithoutName = count.failed === 0 && (exitCode !== 0 || count.passed === 0);
  return wrongWithoutName ? { ...count, failed: 1 } : count;
}

/**
 * Returns a line for each failed test and each file that could not be loaded, "path › title: first line of the error",
 * since a log is often kept by its end alone.
 * @param root with which the paths of the report begin
 */
export function failedTests(report: string | null, root: string): string[] {
  if (report === null) return [];
  const told = JSON.parse(report) as VitestReport;
  return told.testResults
    .filter((file) => file.status === "failed")
    .flatMap(({ name, message, assertionResults }) => {
      const path = relative(root, name);
      const failed = assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return [`${path}: ${firstLine(message)}`];
      return failed.map((test) => `${path} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    });
}

const firstLine = (text = ""): string => text.split("\n", 1)[0] ?? "";

export function sum(counts: Count[]): Count {
  return counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Returns "12 passed, 0 failed", followed by ", 3 skipped" if tests were skipped. */
export function inWords({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}
