import { expect, test, vi } from "vitest";
import { xmlEvents } from "./xml-events.ts";

vi.mock("@sheaf/contracts/limits.ts", async (importOriginal) => {
  const limits = await importOriginal<typeof import("@sheaf/contracts/limits.ts")>();
  return { ...limits, conversionLimits: { ...limits.conversionLimits, unpackedBytes: 2 * limits.MB } };
});

const count = (length: number) => [...xmlEvents(`<a/>${" ".repeat(length - 4)}`)].length;

test("a part as large as the limit is read, and a larger one is refused with the limit in MB", () => {
  expect(count(2_097_152)).toBeGreaterThan(2);
  expect(() => count(2_097_153)).toThrow(
    expect.objectContaining({ reason: "too-large", detail: expect.stringContaining("more than 2 MB") }),
  );
});
