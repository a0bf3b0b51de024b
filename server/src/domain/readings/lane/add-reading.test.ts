import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../../testing/fake-db.ts";
import type { Queue } from "../../../platform/queue/queue.ts";
import { addReading } from "./add-reading.ts";

const { forgotten } = vi.hoisted(() => ({ forgotten: [] as unknown[] }));
vi.mock("../pages/forget-pages.ts", () => ({ forgetPages: async (_tx: unknown, ref: object) => forgotten.push(ref) }));
beforeEach(() => void forgotten.splice(0));

const ref = { practiceId: "anna", jobId: "job", fileId: "file" };

async function add(row: { place: number; attempt: number } | undefined, options?: { isBackground?: boolean }) {
  const queued: unknown[] = [];
  const queue = {
    add: async (_tx: unknown, { name }: { name: string }, ...given: unknown[]) => queued.push([name, given]),
  };
  const { db, statements } = fakeDb(() => (row ? [row] : []));
  const made = { pages: 4, pagesSha256: "hash" };
  return { isAdded: await addReading(db, queue as unknown as Queue, ref, made, options), queued, statements };
}

test("a file that is read already, or not to be read, is not queued", async () => {
  expect(await add(undefined)).toMatchObject({ isAdded: false, queued: [] });
  expect(forgotten).toEqual([]);
});

test("a file is queued in its practice's lane, the earlier its place, the sooner", async () => {
  const { isAdded, queued } = await add({ place: 17, attempt: 0 });
  expect(isAdded).toBe(true);
  expect(queued).toEqual([["readings.read", [ref, { group: "anna", priority: -17 }]]]);
  expect(forgotten).toEqual([]);
});

test("what an earlier attempt read is forgotten", async () => {
  expect((await add({ place: 0, attempt: 1 })).isAdded).toBe(true);
  expect(forgotten).toEqual([ref]);
});

test("a file that nobody waits for has a place behind all others; any other file is never there", async () => {
  const begins = 1_000_000_000;
  const paramsOf = async (options?: { isBackground?: boolean }) =>
    (await add({ place: 0, attempt: 0 }, options)).statements[0]?.sql?.params ?? [];
  const lanes = (await paramsOf()).filter((param) => param === begins).length;
  expect(lanes).toBe(2);
  expect((await paramsOf({ isBackground: false })).at(-3)).toBe(0);
  expect((await paramsOf({ isBackground: true })).filter((param) => param === begins)).toHaveLength(3);
  // A file counts as forty pages at most.
  expect(await paramsOf()).toContain(40);
});
