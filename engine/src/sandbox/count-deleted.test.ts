import { MB } from "@sheaf/contracts/limits.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { countDeleted } from "./count-deleted.ts";

const { disk, deletedBytes } = vi.hoisted(() => ({ disk: { freeMb: 0 }, deletedBytes: vi.fn() }));
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  statfsSync: () => ({ bfree: disk.freeMb, bsize: 2 ** 20 }),
}));
vi.mock("./open-files.ts", () => ({ deletedBytes }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  disk.freeMb = 1_000;
  deletedBytes.mockReset().mockReturnValue(3 * MB);
});
afterEach(() => void vi.useRealTimers());

const enough = 100 * MB;

/** Returns the number of searches in a second of looks every 50 ms; the disk's free space changes before each look. */
function searchesWhen(change: (look: number) => void): number {
  const count = countDeleted(process.pid, ["/"]);
  for (let look = 1; look <= 20; look++) {
    vi.advanceTimersByTime(50);
    change(look);
    expect(count(enough)).toBe(3 * MB);
  }
  return deletedBytes.mock.calls.length;
}

test.each([
  ["every half second while the disk is quiet", 0, 2],
  ["again when it has lost 8 MB since the last time", 4, 10],
  ["at each look that finds 8 MB less", 8, 20],
])("deleted files are searched for %s", (_, lostMb, searches) => {
  expect(
    searchesWhen(() => {
      disk.freeMb -= lostMb;
    }),
  ).toBe(searches);
});

test("space that was freed and filled again since the last time counts as lost", () => {
  expect(
    searchesWhen((look) => {
      disk.freeMb += look % 2 === 0 ? 8 : -8;
    }),
  ).toBe(10);
});

test("a count above what may be held is never an old one", () => {
  const count = countDeleted(process.pid, ["/"]);
  expect(count(enough)).toBe(3 * MB);
  deletedBytes.mockReturnValue(MB);
  expect(count(3 * MB)).toBe(3 * MB);
  expect(count(3 * MB - 1)).toBe(MB);
});
