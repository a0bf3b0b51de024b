import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesBelow } from "./files-below.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheaf-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function add(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), "");
  }
}

async function found(pageSize?: number, below = folder): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of filesBelow(below, pageSize)) paths.push(relative(folder, path));
  return paths;
}

test("files come in the order of their keys, whatever the size of a page", async () => {
  const names = ["a", "b-1", "b.1", "b/1", "b/2/3", "b/4", "b0", "c/1", "d"];
  await add(...names.toReversed());
  await mkdir(join(folder, "empty"));
  await symlink("a", join(folder, "link"));
  for (const pageSize of [undefined, 1, 2, 3, 4, 5, 100]) expect(await found(pageSize)).toEqual(names);
});

test("a folder with many more names than a page is read to its end", async () => {
  const names = Array.from({ length: 57 }, (_, index) => `f${String(index).padStart(2, "0")}`);
  await add(...names);
  expect(await found(5)).toEqual(names);
  expect(await found(57)).toEqual(names);
});

test("a folder that does not exist has no files", async () => {
  expect(await found(1, join(folder, "none"))).toEqual([]);
});
