import { MB } from "@sheaf/contracts/limits.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recount } from "./recount.ts";

const disk = vi.hoisted(() => ({ freeMb: 0 }));
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  statfsSync: () => ({ bfree: disk.freeMb, bsize: 2 ** 20 }),
}));

const countBytes = vi.fn();
const startCount = () => recount("/", countBytes, { lostBytes: 8 * MB, everyMs: 500 });
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  disk.freeMb = 1_000;
  countBytes.mockReset().mockReturnValue(3 * MB);
});
afterEach(() => void vi.useRealTimers());

const enough = 100 * MB;

/** Returns the number of counts in a second of looks every 50 ms; the disk's free space changes before each look. */
function countsWhen(change: (look: number) => void): number {
  const count = startCount();
  for (let look = 1; look <= 20; look++) {
    vi.advanceTimersByTime(50);
    change(look);
    expect(count(enough)).toBe(3 * MB);
  }
  return countBytes.mock.calls.length;
}

test.each([
  ["every half second while the disk is quiet", 0, 2],
  ["again when it has lost 8 MB since the last time", 4, 10],
  ["at each look that finds 8 MB less", 8, 20],
])("bytes are counted %s", (_, lostMb, counts) => {
  expect(
    countsWhen(() => {
      disk.freeMb -= lostMb;
    }),
  ).toBe(counts);
});

test("space that was freed and filled again since the last time counts as lost", () => {
  expect(
    countsWhen((look) => {
      disk.freeMb += look % 2 === 0 ? 8 : -8;
    }),
  ).toBe(10);
});

test("a count above what may be held is never an old one", () => {
  const count = startCount();
  expect(count(enough)).toBe(3 * MB);
  countBytes.mockReturnValue(MB);
  expect(count(3 * MB)).toBe(3 * MB);
  expect(count(3 * MB - 1)).toBe(MB);
});
