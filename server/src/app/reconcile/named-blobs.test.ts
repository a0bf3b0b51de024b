import { expect, test } from "vitest";
import { jobFolder } from "../../domain/jobs/index.ts";
import { type NamedBlob, namedBlobs } from "./named-blobs.ts";

const practiceId = "019b0000-0000-7000-8000-000000000001";
const jobId = "019b0000-0000-7000-8000-000000000002";
const key = (name: string) => `${jobFolder(practiceId, jobId)}${name}`;

/** A database that answers one query after another; `limits` collects how many rows each asked for. */
function answering(answers: object[][], limits: number[]) {
  const query = {
    from: () => query,
    where: () => query,
    orderBy: () => query,
    async limit(rows: number) {
      limits.push(rows);
      return answers.shift() ?? [];
    },
  };
  return { select: () => query } as never;
}

const range = { after: jobId, until: jobId };
const file = (id: string) => ({ jobId, id, originalKey: key(id), pagesKey: null, pages: null });

async function read(answers: object[][], limits: number[] = []) {
  const found: (NamedBlob & { mustExist: boolean })[] = [];
  for await (const blob of namedBlobs(answering(answers, limits), practiceId, range)) found.push(blob);
  return found;
}

async function blobs(answers: object[][], limits: number[] = []) {
  const found = await read(answers, limits);
  return found.map(({ what, mustExist, ...blob }) => `${what} ${blob.key.split("/").at(-1)}${mustExist ? "" : "?"}`);
}

test("rows are read a thousand at a time, until a page is not full", async () => {
  const limits: number[] = [];
  const full = Array.from({ length: 1_000 }, (_, index) => file(`f${index}`));
  expect(await blobs([full, [file("last")]], limits)).toHaveLength(1_001);
  expect(limits).toEqual([1_000, 1_000, 1_000, 1_000]);
});

test("readings are read a thousand at a time as well", async () => {
  const limits: number[] = [];
  const full = Array.from({ length: 1_000 }, (_, index) => ({ jobId, id: `r${index}`, key: key(`r${index}`) }));
  expect(await blobs([[], full, []], limits)).toHaveLength(1_000);
  expect(limits).toHaveLength(4);
});

test("a file names its original, its pages and perhaps a picture of each", async () => {
  const pages = { jobId, id: "f", originalKey: null, pagesKey: key("p"), pages: 2 };
  const found = await read([[pages]]);
  expect(found.map(({ mustExist }) => mustExist)).toEqual([true, false, false]);
  expect(new Set(found.map((blob) => blob.key)).size).toBe(3);
  expect(await blobs([[{ ...pages, pages: null }]])).toEqual(["pages p"]);
  expect(await blobs([[{ ...file("o"), pages: 3 }]])).toEqual(["original o"]);
});

test("a PDF names itself, its version with text and perhaps a thumbnail of each page", async () => {
  const output = { jobId, id: "o", blobKey: key("a"), searchableKey: key("b"), thumbnails: 0 };
  expect(await blobs([[], [], [output]])).toEqual(["output a", "output b"]);
  const small = { ...output, blobKey: null, searchableKey: null, thumbnails: 2 };
  expect(await blobs([[], [], [small]])).toHaveLength(2);
});

test("a row that names a file of another job is an error", async () => {
  await expect(blobs([[{ ...file("f"), originalKey: `${practiceId}/elsewhere` }]])).rejects.toThrow(
    "outside its folder",
  );
});
