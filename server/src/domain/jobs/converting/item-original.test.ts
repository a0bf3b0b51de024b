import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scriptedDb } from "../../../../testing/scripted-db.ts";
import { fetchOriginal, ItemRejected, OriginalGone } from "./item-original.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "item-original-"));
});
afterEach(() => rm(folder, { recursive: true }));

const item = {
  id: "f1",
  practiceId: "p1",
  jobId: "j1",
  parentId: "c1",
  itemIndex: 2,
  originalKey: null,
  path: "a.zip › docs/b.pdf",
};
const container = {
  id: "c1",
  originalKey: "key-of-c1",
  originalName: "a.zip",
  sizeBytes: 7,
  sha256: "s",
  parentId: null,
};
const unpackedOf = (given: object) => ({ outcome: "unpacked", item: { path: "docs/b.pdf" }, body: null, ...given });

async function fetchItem(file: object, { containers = [container] as object[], unpacked = [] as object[] } = {}) {
  const { db } = scriptedDb({ "select job_files": [...containers.map((each) => [each]), []] });
  const storage = { fetch: vi.fn(async (_key: string, _path: string, _stored: object) => {}) };
  const unpack = vi.fn(async function* (_input: object, _folder: string, _options: object) {
    yield* unpacked;
  });
  const to = { path: join(folder, "original"), folder, signal: new AbortController().signal };
  const services = { db, storage, engine: { unpack } };
  const stored = await fetchOriginal(services as never, { ...item, ...file } as never, to);
  return { stored, storage, unpack };
}

test("a stored original is copied as it is", async () => {
  const { stored, storage } = await fetchItem({ originalKey: "key", sizeBytes: 5, sha256: "sha" });
  expect(stored).toEqual({ sizeBytes: 5, sha256: "sha" });
  expect(storage.fetch).toHaveBeenCalledWith("key", join(folder, "original"), expect.objectContaining({ id: "f1" }));
});

test.each([
  [{ parentId: null }, [container]],
  [{ itemIndex: null }, [container]],
  [{}, []],
])("the original of %j is gone when there are the containers %j", async (file, containers) => {
  await expect(fetchItem(file, { containers })).rejects.toThrow(OriginalGone);
});

async function* bytes() {
  yield Buffer.from("ab");
  yield Buffer.from("c");
}

test("an item is read from its container, with its size and hash", async () => {
  const { stored, storage, unpack } = await fetchItem({}, { unpacked: [unpackedOf({ body: bytes() })] });
  expect(storage.fetch).toHaveBeenCalledWith("key-of-c1", join(folder, "container-c1"), container);
  expect(unpack).toHaveBeenCalledWith(
    { path: join(folder, "container-c1"), name: "a.zip" },
    join(folder, "items-c1"),
    expect.objectContaining({ practiceId: "p1", only: 2 }),
  );
  expect(await readFile(join(folder, "original"), "utf8")).toBe("abc");
  const sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  expect(stored).toEqual({ sizeBytes: 3, sha256 });
});

test("the first item of a container is read too", async () => {
  const { unpack } = await fetchItem({ itemIndex: 0 }, { unpacked: [unpackedOf({ body: bytes() })] });
  expect(unpack).toHaveBeenCalledWith(expect.anything(), expect.anything(), expect.objectContaining({ only: 0 }));
});

test.each([
  ["nothing", []],
  ["no content", [unpackedOf({})]],
  ["another item", [unpackedOf({ item: { path: "b.pdf" }, body: bytes() })]],
  ["an item with a longer path", [unpackedOf({ item: { path: "more/docs/b.pdf" }, body: bytes() })]],
])("an item in whose place is %s is gone", async (_what, unpacked) => {
  await expect(fetchItem({}, { unpacked })).rejects.toThrow(OriginalGone);
});

test("an item without a path is gone", async () => {
  await expect(fetchItem({ path: null }, { unpacked: [unpackedOf({ body: bytes() })] })).rejects.toThrow(OriginalGone);
});

test("an item that its container rejects is rejected with the same words", async () => {
  const unpacked = [unpackedOf({ outcome: "rejected", reason: "damaged", text: "b.pdf is damaged." })];
  const error = await fetchItem({}, { unpacked }).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(ItemRejected);
  expect(error).toMatchObject({ reason: "damaged", text: "b.pdf is damaged.", message: "b.pdf is damaged." });
});
