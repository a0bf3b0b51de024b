import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ownResults } from "../sandbox/results.ts";
import type { SandboxedProcess } from "../sandbox/sandboxed-process.ts";
import { openReaderPool, type ReaderPool } from "./reader-pool.ts";

interface FakeReader extends SandboxedProcess {
  practices: Set<string>;
  ended: boolean;
}

let readers: FakeReader[];
let pool: ReaderPool;
/** What was begun, in order. */
let begun: string[];

beforeEach(() => {
  vi.useFakeTimers();
  readers = [];
  begun = [];
  const start = (): SandboxedProcess => {
    const reader: FakeReader = {
      practices: new Set(),
      ended: false,
      folders: { inDir: "", workDir: "", outDir: "", homeDir: "" },
      results: ownResults(""),
      pid: undefined,
      ask: async () => ({ failed: "not a real sandboxed process" }),
      isBroken: () => reader.ended,
      workDir: () => "",
      waitedMs: () => 0,
      end: async () => {
        reader.ended = true;
      },
    };
    readers.push(reader);
    return reader;
  };
  pool = openReaderPool({ start, size: 2, mayKeep: () => false });
});
afterEach(async () => {
  await pool.close();
  vi.useRealTimers();
});

/** Starts work that lasts until it is finished by the returned function. */
function begin(name: string, options: { practiceId: string; signal?: AbortSignal }) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = pool.run(async (child) => {
    begun.push(name);
    (child as FakeReader).practices.add(options.practiceId);
    await promise;
  }, options);
  done.catch(() => {}); // what waits when a test ends is refused
  return async () => {
    resolve();
    await done;
    await vi.advanceTimersByTimeAsync(0);
  };
}

test("no reader starts before there is something to read, and an idle one ends", async () => {
  expect(readers).toEqual([]);
  await begin("one", { practiceId: "anna" })();
  expect(readers.map(({ ended }) => ended)).toEqual([false]);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(readers.map(({ ended }) => ended)).toEqual([true]);
});

test("the next page of a practice is read by the same reader", async () => {
  await begin("one", { practiceId: "anna" })();
  await begin("two", { practiceId: "anna" })();
  expect(readers).toHaveLength(1);
});

test("no more readers work at once than there are places, and none serves two practices", async () => {
  const ends = Array.from({ length: 30 }, (_, index) => begin(`${index}`, { practiceId: `practice ${index % 7}` }));
  let most = 0;
  const count = () => {
    most = Math.max(most, readers.filter(({ ended }) => !ended).length);
  };
  count();
  await Promise.all(ends.map((end) => end().then(count)));
  expect(begun).toHaveLength(30);
  expect(most).toBe(2);
  expect(readers.every(({ practices }) => practices.size <= 1)).toBe(true);
});

test("practices take turns: many waiting pages of one do not hold up a page of another for long", async () => {
  const pages = Array.from({ length: 20 }, (_, index) => begin(`anna ${index}`, { practiceId: "anna" }));
  begin("ben", { practiceId: "ben" });
  await vi.advanceTimersByTimeAsync(6_000); // longer than a reader continues with one practice
  await pages[0]?.();
  expect(begun).toEqual(["anna 0", "anna 1", "ben"]);
});

test("a reader that ended at work is replaced", async () => {
  const end = begin("one", { practiceId: "anna" });
  await readers[0]?.end();
  await end();
  await begin("two", { practiceId: "anna" })();
  expect(readers).toHaveLength(2);
});

describe("waiting work", () => {
  test("is withdrawn when it is cancelled", async () => {
    begin("one", { practiceId: "anna" });
    begin("two", { practiceId: "anna" });
    const controller = new AbortController();
    const work = pool.run(async () => {}, { practiceId: "anna", signal: controller.signal });
    controller.abort(new Error("no longer wanted"));
    await expect(work).rejects.toThrow("no longer wanted");
  });

  test("is refused when the engine closes", async () => {
    begin("one", { practiceId: "anna" });
    begin("two", { practiceId: "anna" });
    const work = pool.run(async () => {}, { practiceId: "anna" });
    const refused = expect(work).rejects.toThrow("closed");
    await pool.close();
    await refused;
    expect(readers.every(({ ended }) => ended)).toBe(true);
  });
});
