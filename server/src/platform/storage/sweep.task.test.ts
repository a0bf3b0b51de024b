import { expect, test, vi } from "vitest";
import { sweepBlobs } from "./sweep.task.ts";

const now = new Date("2026-11-20T12:00:00Z");

async function swept(files: number) {
  const sweep = vi.fn(async () => files);
  const warn = vi.fn();
  const db = { execute: async () => ({ rows: [{ now: now.toISOString() }] }) };
  const services = { db, storage: { sweep }, log: { warn } } as never;
  const found = await sweepBlobs.run({}, services, { signal: new AbortController().signal });
  return { found, sweep, warn };
}

test("files of interrupted uploads are deleted by the database's clock, and their number is logged", async () => {
  const { found, sweep, warn } = await swept(1);
  expect(found).toEqual({ files: 1 });
  expect(sweep).toHaveBeenCalledExactlyOnceWith(now);
  expect(warn).toHaveBeenCalledExactlyOnceWith({ files: 1 }, "Deleted files of interrupted uploads");
});

test("nothing is logged when there are none", async () => {
  const { found, warn } = await swept(0);
  expect(found).toEqual({ files: 0 });
  expect(warn).not.toHaveBeenCalled();
});

test("a sweep may take ten minutes", () => {
  expect(sweepBlobs).toMatchObject({ name: "storage.sweep", timeoutMs: 600_000 });
});
