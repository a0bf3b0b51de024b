import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { fixturePath } from "../../../fixtures/files.ts";
import { see, workFolder } from "../pdf/testing.ts";
import { imageConverter } from "./image.ts";
import { rawQuarters } from "./testing.ts";

/**
 * Converts a photo. Returns whether its page is landscape, and the colours around the middle of the page: upper left
 * and right, lower left and right.
 */
async function middleOf(heic: Buffer): Promise<{ isLandscape: boolean; colours: string[] }> {
  const workDir = await workFolder();
  const [path, outPath] = [join(workDir, "photo.heic"), join(workDir, "out.pdf")];
  await writeFile(path, heic);
  await imageConverter.toPdf({ path, name: "photo.heic", sizeBytes: heic.length }, { workDir, outPath });
  const [page, ...others] = await see(outPath);
  if (!page || others.length > 0) throw new Error("A photo makes one page");
  const [x, y] = [page.width / 2, page.height / 2];
  const around = [
    [x - 20, y + 20],
    [x + 20, y + 20],
    [x - 20, y - 20],
    [x + 20, y - 20],
  ] as const;
  return { isLandscape: page.width > page.height, colours: around.map(([at, up]) => named(page.colourAt(at, up))) };
}

function named([red, green, blue]: [number, number, number]): string {
  const bright = [red > 190 && "red", green > 190 && "green", blue > 190 && "blue"].filter(Boolean);
  return bright.join(" and ") || "grey";
}

test("the tiles of a photo, as iPhones store them, are assembled", async () => {
  const photo = await inTiles({ turns: 0 });
  expect(await middleOf(photo)).toEqual({ isLandscape: false, colours: ["grey", "blue", "green", "red"] });
});

test.each([
  ["a quarter turn", 1, true, ["blue", "red", "grey", "green"]],
  ["a half turn", 2, false, ["red", "green", "blue", "grey"]],
  ["three quarter turns", 3, true, ["green", "grey", "red", "blue"]],
])("a photo stored with a rotation by %s to the left is shown upright", async (_, turns, isLandscape, colours) => {
  expect(await middleOf(await inTiles({ turns }))).toEqual({ isLandscape, colours });
});

test("a photo keeps its colour space", async () => {
  const { icc } = await sharp(await rawQuarters().withIccProfile("p3").png().toBuffer()).metadata();
  if (!icc) throw new Error("sharp wrote no colour profile");
  // Swap red and blue in the profile, so that ignoring it changes the colours visibly.
  const [redAt, blueAt] = [icc.indexOf("rXYZ"), icc.indexOf("bXYZ")];
  icc.write("bXYZ", redAt, "latin1");
  icc.write("rXYZ", blueAt, "latin1");
  const photo = await inTiles({ turns: 0, profile: icc });
  expect(await middleOf(photo)).toEqual({ isLandscape: false, colours: ["grey", "red", "green", "blue"] });
});

test.each(["unci", "jpeg", "vvc1"])("a picture with items of type %s is refused as unsupported", async (code) => {
  const photo = await readFile(fixturePath("quarters.heic"));
  const items = photo.toString("latin1").replaceAll(/(infe[\s\S]{8})hvc1/g, `$1${code}`);
  const refused = { reason: "unsupported", detail: expect.stringContaining("few programs can read") };
  await expect(middleOf(Buffer.from(items, "latin1"))).rejects.toMatchObject(refused);
});

test("a photo with missing tiles is refused as damaged", async () => {
  await expect(middleOf(await inTiles({ turns: 0, columns: 5 }))).rejects.toMatchObject({ reason: "damaged" });
});

test("a photo too large for memory is refused by the size in its header, with the limit and advice", async () => {
  const refused = middleOf(await inTiles({ turns: 0, claims: [10_000, 7_500] }));
  const detail = /10,000 × 7,500 pixels.*50 megapixels.*JPEG/;
  await expect(refused).rejects.toMatchObject({ reason: "too-large", detail: expect.stringMatching(detail) });
});

const u16 = (...values: number[]): Buffer => Buffer.from(values.flatMap((value) => [value >> 8, value & 0xff]));
const u32 = (value: number): Buffer => u16(value >>> 16, value & 0xffff);
const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, "latin1"), body]);
};
const noFlags = u32(0);

/** Returns the content of a box of the fixture, found by its type. */
const contentOf = (heic: Buffer, type: string): Buffer => {
  const at = heic.indexOf(type, 0, "latin1") + 4;
  return heic.subarray(at, at - 8 + heic.readUInt32BE(at - 8));
};

interface Tiles {
  turns: number;
  /** As stated by the grid; the file has two. */
  columns?: number;
  /** The stated size of the whole picture in pixels. */
  claims?: [number, number];
  /** The ICC profile of the whole picture. */
  profile?: Buffer;
}

/**
 * Makes a picture of two by two tiles (ISO/IEC 23008-12, 6.6.2.3), each of which is the fixture's picture of four
 * colours. `turns` are quarter turns to the left (6.5.10). No installed program writes such files.
 */
async function inTiles({ turns, columns = 2, claims = [1200, 1600], profile }: Tiles): Promise<Buffer> {
  const single = await readFile(fixturePath("quarters.heic"));
  const coded = contentOf(single, "mdat");
  const grid = Buffer.concat([Buffer.from([0, 0, 1, columns - 1]), u16(...claims)]);
  const [whole, tiles] = [1, [2, 3, 4, 5]];

  const item = (id: number, type: string, flags: number) =>
    box("infe", u32((2 << 24) | flags), u16(id, 0), Buffer.from(`${type}\0`, "latin1"));
  const size = (across: number, down: number) => box("ispe", noFlags, u32(across), u32(down));
  const isEssential = 0x80;
  const properties = [
    box("hvcC", contentOf(single, "hvcC")),
    size(600, 800),
    size(...claims),
    box("irot", Buffer.from([turns])),
    ...(profile ? [box("colr", Buffer.from("prof", "latin1"), profile)] : []),
  ];
  const ofWhole = [3, 4 | isEssential, ...(profile ? [5] : [])];
  const owned = [
    Buffer.concat([u16(whole), Buffer.from([ofWhole.length, ...ofWhole])]),
    ...tiles.map((id) => Buffer.concat([u16(id), Buffer.from([2, 1 | isEssential, 2])])),
  ];
  const start = box("ftyp", contentOf(single, "ftyp"));
  const metaWith = (dataAt: number) => {
    const place = (id: number, at: number, length: number) => Buffer.concat([u16(id, 0, 1), u32(at), u32(length)]);
    const places = [
      place(whole, dataAt, grid.length),
      ...tiles.map((id) => place(id, dataAt + grid.length, coded.length)),
    ];
    return box(
      "meta",
      noFlags,
      box("hdlr", contentOf(single, "hdlr")),
      box("pitm", noFlags, u16(whole)),
      box("iloc", noFlags, Buffer.from([0x44, 0]), u16(places.length), ...places),
      box("iinf", noFlags, u16(5), item(whole, "grid", 0), ...tiles.map((id) => item(id, "hvc1", 1))),
      box("iref", noFlags, box("dimg", u16(whole, tiles.length, ...tiles))),
      box("iprp", box("ipco", ...properties), box("ipma", noFlags, u32(owned.length), ...owned)),
    );
  };
  const dataAt = start.length + metaWith(0).length + 8;
  return Buffer.concat([start, metaWith(dataAt), box("mdat", grid, coded)]);
}
