import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeOfficePackage } from "./office-package.ts";
import { partsOf } from "./testing.ts";
import { type Parts, writeZip, zipBytes } from "./zip-writer.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "sheaf-zip-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function written(parts: Parts): Promise<Buffer> {
  const path = join(dir, "made.zip");
  await writeZip(path, parts);
  return readFile(path);
}
/** The name of the first entry, and whether it is compressed (APPNOTE 4.3.7). */
const first = (zip: Buffer) => [zip.toString("latin1", 30, 30 + zip.readUInt16LE(26)), zip.readUInt16LE(8) === 8];

async function* later(...pieces: string[]) {
  yield* pieces;
}

test("parts of every kind of content are written in full", async () => {
  const bytes = Buffer.from("xxbytesxx").subarray(2, 7);
  const zip = await written([
    ["text", "é"],
    ["bytes", bytes],
    ["pieces", ["one ", Buffer.from("two")]],
    ["later", later("three ", "four")],
  ]);
  expect(await partsOf(zip)).toEqual({ text: "\u00c3\u00a9", bytes: "bytes", pieces: "one two", later: "three four" });
  expect(first(zip)).toEqual(["text", true]);
});

test.each<[string, Parts]>([
  [
    "text",
    [
      ["a", "x"],
      ["mimetype", "application/x"],
    ],
  ],
  [
    "pieces",
    [
      ["a", "x"],
      ["mimetype", later("application/", "x")],
    ],
  ],
])(
  "the media type of an OpenDocument file comes first, is not compressed and has its size before it: %s",
  async (_how, parts) => {
    const zip = await written(parts);
    expect(first(zip)).toEqual(["mimetype", false]);
    expect(zip.readUInt32LE(22)).toBe(13);
    expect(zip.toString("latin1", 38, 51)).toBe("application/x");
  },
);

test("the same parts always give the same file, and all are uncompressed where asked for", async () => {
  const parts: Parts = [["a", "x".repeat(99)]];
  expect((await zipBytes(parts)).equals(await zipBytes(parts))).toBe(true);
  expect(first(await zipBytes(parts))).toEqual(["a", true]);
  expect(first(await zipBytes(parts, { stored: true }))).toEqual(["a", false]);
});

test("a part whose content fails fails the file", async () => {
  const failing = (function* () {
    yield "x";
    throw new Error("no more");
  })();
  const parts: Parts = [
    ["a", "x"],
    ["b", failing],
    ["c", later("x")],
  ];
  await expect(writeZip(join(dir, "failed.zip"), parts)).rejects.toThrow("no more");
});

test("an office package lists its main part and the parts that it refers to", async () => {
  const path = join(dir, "made.xlsx");
  const main = { folder: "xl", name: "workbook.xml", format: "spreadsheetml", kind: "sheet" };
  await writeOfficePackage(
    path,
    main,
    [
      ["worksheet", "worksheets/a.xml"],
      ["styles", "styles.xml"],
    ],
    [["xl/styles.xml", "s"]],
  );
  const parts = await partsOf(await readFile(path));
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  const overrides = [
    ...(parts["[Content_Types].xml"] ?? "").matchAll(/<Override PartName="(.*?)" ContentType="(.*?)"\/>/g),
  ];
  expect(overrides.map(([, ...part]) => part)).toEqual([
    ["/xl/workbook.xml", `${type}.sheet.main+xml`],
    ["/xl/worksheets/a.xml", `${type}.worksheet+xml`],
    ["/xl/styles.xml", `${type}.styles+xml`],
  ]);
  const targets = (part: string) =>
    [...(parts[part] ?? "").matchAll(/Id="(\w+)" Type="[^"]*\/(\w+)" Target="(.*?)"/g)].map(([, ...one]) => one);
  expect(targets("_rels/.rels")).toEqual([["rId1", "officeDocument", "xl/workbook.xml"]]);
  expect(targets("xl/_rels/workbook.xml.rels")).toEqual([
    ["rId1", "worksheet", "worksheets/a.xml"],
    ["rId2", "styles", "styles.xml"],
  ]);
  expect(parts["xl/styles.xml"]).toBe("s");
});
