import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rgb } from "@cantoo/pdf-lib";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { aPdf } from "../pdf/testing.ts";
import { isWebp, packPictures, unpackPictures } from "./pack.ts";
import { renderThumbnails } from "./render.ts";
import { type RequestThumbnails, writeThumbnails } from "./thumbnails.ts";

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-pack-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Bytes that begin as a complete WebP file of this length. */
function webp(length: number, stated = length - 8, signature = "RIFF....WEBP"): Buffer {
  const bytes = Buffer.alloc(length, 7);
  bytes.write(signature, "latin1");
  bytes.writeUInt32LE(stated, 4);
  return bytes;
}

test.each([
  ["20 bytes", webp(20), true],
  ["19 bytes", webp(19), false],
  ["100,000 bytes", webp(100_000), true],
  ["100,001 bytes", webp(100_001), false],
  ["less than it states", webp(30, 23), false],
  ["more than it states", webp(30, 21), false],
  ["another container", webp(30, 22, "RIFX....WEBP"), false],
  ["another content", webp(30, 22, "RIFF....WAVE"), false],
])("a picture of %s is accepted as WebP or not", (_what, bytes, is) => {
  expect(isWebp(bytes)).toBe(is);
});

test("a larger picture is accepted where it may be larger", () => {
  expect([isWebp(webp(200_000), 200_000), isWebp(webp(200_001), 200_000)]).toEqual([true, false]);
});

const pictures = [webp(20), webp(21), webp(22)];

test.each([
  ["all", packPictures(pictures), 9, 3],
  ["as many as were requested", packPictures(pictures), 2, 2],
  ["none", packPictures(pictures), 0, 0],
  ["those that are complete", packPictures(pictures).subarray(0, -1), 9, 2],
  ["those before a length that is cut short", packPictures(pictures).subarray(0, -23), 9, 2],
  ["none of nothing", Buffer.alloc(0), 9, 0],
  ["none of a length of nothing", Buffer.alloc(4), 9, 0],
])("of packed pictures %s are unpacked", (_what, packed, limit, count) => {
  expect(unpackPictures(packed, limit)).toEqual(pictures.slice(0, count));
});

test("packed pictures follow their lengths", () => {
  expect(packPictures([Buffer.from("ab"), Buffer.from("c")]).toString("hex")).toBe("020000006162" + "0100000063");
});

/** Answers each request with pictures, as many as were requested, and keeps the requests. */
function answering(pages: number, most = 100) {
  const asked: Parameters<RequestThumbnails>[] = [];
  const ask: RequestThumbnails = async (...parameters) => {
    asked.push(parameters);
    const [request, , outPath] = parameters;
    if (request.do !== "thumbnails") return null;
    const count = Math.min(request.end, pages) - request.first;
    await writeFile(outPath, packPictures(Array<Buffer>(Math.min(count, most)).fill(webp(20))));
    return { pages };
  };
  return { ask, asked };
}

test("pages are requested in batches of 1, 9 and 40, each with time for its pages", async () => {
  const folder = await emptyFolder();
  const { ask, asked } = answering(60);
  expect(await writeThumbnails(ask, "in.pdf", folder)).toBe(50);
  expect(asked.map(([request]) => request)).toMatchObject([
    { do: "thumbnails", file: "in.pdf", first: 0, end: 1 },
    { first: 1, end: 10 },
    { first: 10, end: 50 },
  ]);
  const [perPage = 0] = asked.flatMap(([request]) => ("pageMs" in request ? request.pageMs : []));
  expect(asked.map(([, limits]) => limits.timeMs)).toEqual([1, 9, 40].map((pages) => 3_000 + pages * perPage));
  expect(asked.map(([, limits]) => limits.scratchBytes)).toEqual([16_777_216, 16_777_216, 16_777_216]);
  expect(new Set(asked.map(([, , path]) => path))).toEqual(new Set([join(folder, "pictures.pack")]));
  expect(await readdir(folder)).toHaveLength(50);
});

test.each([
  [1, 1],
  [2, 2],
  [10, 2],
  [11, 3],
  [50, 3],
])("a document of %i pages is requested in %i batches", async (pages, batches) => {
  const { ask, asked } = answering(pages);
  expect(await writeThumbnails(ask, "in.pdf", await emptyFolder())).toBe(pages);
  expect(asked).toHaveLength(batches);
});

test("a batch with too few pictures is the last one", async () => {
  const { ask, asked } = answering(60, 8);
  expect(await writeThumbnails(ask, "in.pdf", await emptyFolder())).toBe(9);
  expect(asked).toHaveLength(2);
});

async function rendered(first: number, end: number, pageMs = 60_000) {
  const folder = await emptyFolder();
  const [path, outPath] = [join(folder, "in.pdf"), join(folder, "out.pack")];
  const colours = [rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)];
  const bytes = await aPdf((document) => {
    for (const [index, color] of colours.entries()) {
      const page = document.addPage([400, 200 + 100 * index]);
      page.drawRectangle({ x: 0, y: 0, width: 200, height: 1_000, color });
    }
  });
  await writeFile(path, bytes);
  const answer = await renderThumbnails({ path, first, end, pageMs, outPath });
  const found = unpackPictures(await readFile(outPath), 9);
  return {
    answer,
    found: await Promise.all(found.map((one) => sharp(one).raw().toBuffer({ resolveWithObject: true }))),
  };
}

test("pages are drawn in their colours on white, 200 pixels wide and as high as they are in proportion", async () => {
  const { answer, found } = await rendered(0, 9);
  expect(answer).toEqual({ pictures: 3, pages: 3 });
  expect(found.map(({ info }) => [info.width, info.height, info.channels])).toEqual([
    [200, 100, 3],
    [200, 150, 3],
    [200, 200, 3],
  ]);
  for (const [index, { data }] of found.entries()) {
    const [left, right] = [[...data.subarray(0, 3)], [...data.subarray(597, 600)]];
    expect(left.map((value) => value > 128)).toEqual([0, 1, 2].map((channel) => channel === index));
    expect(right.every((value) => value > 240)).toBe(true);
  }
});

test.each([
  [0, 1, 1, 100],
  [1, 2, 1, 150],
  [1, 3, 2, 150],
  [2, 9, 1, 200],
])("pages from %i to before %i are drawn", async (first, end, count, height) => {
  const { answer, found } = await rendered(first, end);
  expect(answer).toEqual({ pictures: count, pages: 3 });
  expect(found[0]?.info.height).toBe(height);
});

test("drawing stops after a page that took too long", async () => {
  expect((await rendered(0, 3, -1)).answer).toEqual({ pictures: 1, pages: 3 });
});

test("a first page that is not there is an error with its number", async () => {
  await expect(rendered(3, 9)).rejects.toThrow("Page 4 could not be drawn");
});
