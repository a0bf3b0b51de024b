import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ownResults } from "../sandbox/results.ts";
import type { SandboxedProcess } from "../sandbox/sandboxed-process.ts";
import { openReaderPool, type ReaderPool } from "./reader-pool.ts";

interface FakeReader extends SandboxedProcess {
  name: number;
  isEnded: boolean;
}
let readers: FakeReader[];

beforeEach(() => {
  vi.useFakeTimers();
  readers = [];
});
afterEach(() => void vi.useRealTimers());

/** A pool whose idle readers are not kept, unless something else is said. */
function aPool(size: number, mayKeep: (reader: FakeReader) => boolean = () => false): ReaderPool {
  const start = (): SandboxedProcess => {
    const reader: FakeReader = {
      name: readers.length,
      isEnded: false,
      folders: { inDir: "", workDir: "", outDir: "", homeDir: "" },
      results: ownResults(""),
      pid: undefined,
      ask: async () => ({ failed: "not a real sandboxed process" }),
      isBroken: () => reader.isEnded,
      workDir: () => "",
      waitedMs: () => 0,
      end: async () => {
        reader.isEnded = true;
      },
    };
    readers.push(reader);
    return reader;
  };
  return openReaderPool({ start, size, mayKeep: (child) => mayKeep(child as FakeReader) });
}

/** Runs work that ends at once, and tells which reader did it. */
async function ran(pool: ReaderPool, practiceId: string): Promise<number> {
  const name = await pool.run(async (child) => (child as FakeReader).name, { practiceId });
  await vi.advanceTimersByTimeAsync(0);
  return name;
}
/** Begins work that lasts until `end` is called. */
function begun(pool: ReaderPool, practiceId: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const served: number[] = [];
  const done = pool.run(
    async (child) => {
      served.push((child as FakeReader).name);
      await promise;
    },
    { practiceId },
  );
  done.catch(() => {});
  return {
    served,
    async end() {
      resolve();
      await done;
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}
const alive = () => readers.filter(({ isEnded }) => !isEnded).map(({ name }) => name);

test("a reader ends after a hundred requests, and the next one is served by another", async () => {
  const pool = aPool(1);
  for (let page = 0; page < 99; page++) await ran(pool, "anna");
  expect(alive()).toEqual([0]);
  expect(await ran(pool, "anna")).toBe(0);
  expect(alive()).toEqual([]);
  expect(await ran(pool, "anna")).toBe(1);
});

test("an idle reader ends after two seconds, and work before that keeps it", async () => {
  const pool = aPool(1);
  await ran(pool, "anna");
  await vi.advanceTimersByTimeAsync(1_999);
  expect(alive()).toEqual([0]);
  const work = begun(pool, "anna");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(alive()).toEqual([0]);
  await work.end();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(alive()).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(alive()).toEqual([]);
});

test("an idle reader of another practice gives way when there is no place left", async () => {
  const pool = aPool(2);
  expect(await ran(pool, "anna")).toBe(0);
  expect(await ran(pool, "ben")).toBe(1);
  expect(alive()).toEqual([0, 1]);
  expect(await ran(pool, "cara")).toBe(2);
  expect(alive()).toEqual([1, 2]);
  expect(await ran(pool, "ben")).toBe(1);
});

test("while the machine has room, idle readers are kept for their practices for half a minute more", async () => {
  const pool = aPool(1, () => true);
  expect(await ran(pool, "anna")).toBe(0);
  await vi.advanceTimersByTimeAsync(31_999);
  expect(await ran(pool, "anna")).toBe(0);
  await vi.advanceTimersByTimeAsync(32_000);
  expect(alive()).toEqual([]);
});

test("a kept reader serves its own practice only, and at most two more than there are places are kept", async () => {
  const pool = aPool(1, () => true);
  for (const practiceId of ["anna", "ben", "cara", "dora"]) await ran(pool, practiceId);
  expect(alive()).toEqual([0, 1, 2, 3]);
  expect(await ran(pool, "anna")).toBe(0);
  expect(await ran(pool, "eve")).toBe(4);
  expect(alive(), "of the idle ones the oldest has ended").toEqual([0, 2, 3, 4]);
  expect(await ran(pool, "ben")).toBe(5);
});

test("a reader that may not be kept ends, and others are kept", async () => {
  const pool = aPool(1, ({ name }) => name !== 0);
  for (const practiceId of ["anna", "ben", "cara"]) await ran(pool, practiceId);
  expect(alive()).toEqual([1, 2]);
});

test("a kept reader ends after a hundred requests all the same", async () => {
  const pool = aPool(1, () => true);
  for (let page = 0; page < 99; page++) await ran(pool, "anna");
  expect(await ran(pool, "ben")).toBe(1);
  expect(await ran(pool, "anna")).toBe(0);
  expect(alive()).toEqual([1]);
});

test("a kept reader that broke is replaced, and a closed pool keeps none", async () => {
  const pool = aPool(1, () => true);
  await ran(pool, "anna");
  await ran(pool, "ben");
  await readers[0]?.end();
  expect(await ran(pool, "anna")).toBe(2);
  await pool.close();
  expect(alive()).toEqual([]);
});

test("a reader continues with its practice for five seconds while another one waits", async () => {
  const pool = aPool(1);
  const first = begun(pool, "anna");
  const [next, last] = [begun(pool, "anna"), begun(pool, "anna")];
  const other = begun(pool, "ben");
  await vi.advanceTimersByTimeAsync(5_000);
  await first.end();
  expect([next.served, other.served]).toEqual([[0], []]);
  await vi.advanceTimersByTimeAsync(1);
  await next.end();
  expect([last.served, other.served]).toEqual([[], [1]]);
  await other.end();
  expect(last.served).toEqual([2]);
});

test("a practice without a reader at work comes before one that has some", async () => {
  const pool = aPool(2);
  const [one, two, three] = [begun(pool, "anna"), begun(pool, "anna"), begun(pool, "anna")];
  const other = begun(pool, "ben");
  expect([one, two, three, other].map(({ served }) => served.length)).toEqual([1, 1, 0, 0]);
  await vi.advanceTimersByTimeAsync(6_000);
  await one.end();
  expect(other.served).toHaveLength(1);
  expect(three.served).toEqual([]);
  await two.end();
  expect(three.served).toHaveLength(1);
});

test("of practices with as many readers the one that waited longest since it was served comes first", async () => {
  const pool = aPool(1);
  await ran(pool, "anna");
  await ran(pool, "ben");
  const busy = begun(pool, "cara");
  const [ben, anna] = [begun(pool, "ben"), begun(pool, "anna")];
  const fresh = begun(pool, "dora");
  await vi.advanceTimersByTimeAsync(6_000);
  await busy.end();
  // What is known of practices without a reader or waiting work is forgotten, and work is taken as it came.
  expect([ben, anna, fresh].filter(({ served }) => served.length > 0)).toHaveLength(1);
  expect(ben.served).toHaveLength(1);
});

test("broken idle readers are replaced, and their place is free", async () => {
  const pool = aPool(2);
  await ran(pool, "anna");
  await ran(pool, "ben");
  await readers[0]?.end();
  expect(await ran(pool, "anna")).toBe(2);
  expect(alive()).toEqual([1, 2]);
});

test("errors of the work are those of its caller, and its reader goes on", async () => {
  const pool = aPool(1);
  const failed = pool.run(async () => Promise.reject(new Error("no page")), { practiceId: "anna" });
  await expect(failed).rejects.toThrow("no page");
  expect(await ran(pool, "anna")).toBe(0);
});

test("work is refused when it is cancelled already, or the pool is closed", async () => {
  const pool = aPool(1);
  const signal = AbortSignal.abort(new Error("too late"));
  await expect(pool.run(async () => 1, { practiceId: "anna", signal })).rejects.toThrow("too late");
  expect(readers).toEqual([]);
  await pool.close();
  await expect(pool.run(async () => 1, { practiceId: "anna" })).rejects.toThrow("closed");
});

test("work that has begun is not withdrawn by its signal, and a closed pool starts nothing more", async () => {
  const pool = aPool(1);
  const controller = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const done = pool.run(() => promise, { practiceId: "anna", signal: controller.signal });
  controller.abort(new Error("too late"));
  const waiting = pool.run(async () => 1, { practiceId: "anna" });
  const refused = expect(waiting).rejects.toThrow("closed");
  await pool.close();
  resolve("read");
  expect(await done).toBe("read");
  await refused;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(readers).toHaveLength(1);
  expect(alive()).toEqual([]);
});
