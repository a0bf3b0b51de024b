import { afterEach, expect, test, vi } from "vitest";
import { StoreUnavailable } from "../storage/blob-store.ts";
import { logOutage, refusalOfOutage } from "./outages.ts";

afterEach(() => void vi.restoreAllMocks());

const withCode = (code: string) => Object.assign(new Error("failed"), { code });

test.each([
  ["ENOSPC", "storage-full", 60],
  ["ECONNREFUSED", "out-of-reach", 10],
  ["57014", "service-busy", 5],
])("an error with the code %s is refused as %s for %d s", (code, problem, retryAfterSeconds) => {
  const found = refusalOfOutage(new Error("Failed query", { cause: withCode(code) }));
  expect(found?.refusal).toMatchObject({ code: problem, retryAfterSeconds });
});

test("a file store that cannot be used is an outage, any other error is none", () => {
  const found = refusalOfOutage(new Error("failed", { cause: new StoreUnavailable("away") }));
  expect(found?.refusal).toMatchObject({ code: "out-of-reach", retryAfterSeconds: 10 });
  expect(refusalOfOutage(new Error("failed"))).toBeUndefined();
});

test("an outage is logged when it begins, and again after ten minutes", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(5_000_000);
  const lines: string[] = [];
  const log = { error: (_: object, line: string) => lines.push(line) } as never;
  const outageOf = (code: string) => refusalOfOutage(withCode(code))?.outage as never;

  const note = (code: string) => logOutage(log, outageOf(code), new Error("cause"));
  note("ENOSPC");
  note("ENOSPC");
  expect(lines).toHaveLength(1);
  note("57014");
  expect(lines).toHaveLength(2);
  now.mockReturnValue(5_599_999);
  note("ENOSPC");
  expect(lines).toHaveLength(2);
  now.mockReturnValue(5_600_000);
  note("ENOSPC");
  note("ENOSPC");
  expect(lines).toHaveLength(3);
});
