import { crc32 } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { bitmap } from "../../../fixtures/pictures.ts";
import { readPictures } from "./page-pictures.ts";
import { parseHtml } from "./parse-html.ts";

const picture = (width = 4, height = 3) => sharp({ create: { width, height, channels: 3, background: "#0af" } });
const svg = (width: number, height: number, more = "") =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="9" height="9"/>${more}</svg>`,
  );

/** Reads the pictures of a page that names each of these files by its number. */
async function read(...files: Buffer[]) {
  const page = parseHtml(files.map((_, at) => `<img src="f${at}">`).join(""));
  const found = await readPictures(
    page,
    (address) => {
      const bytes = files[Number(address.slice(1))];
      return bytes && { type: "", bytes };
    },
    () => undefined,
  );
  return files.map((_, at) => found.of(`f${at}`));
}

describe("a picture of a page", () => {
  test.each([
    ["png", "0.png", "image/png"],
    ["jpeg", "0.jpg", "image/jpeg"],
    ["gif", "0.gif", "image/gif"],
  ] as const)("in %s is kept as it is", async (format, name, type) => {
    const bytes = await picture().toFormat(format).toBuffer();
    expect(await read(bytes)).toEqual([{ picture: { name, width: 4, height: 3 }, bytes, type }]);
  });

  test.each(["webp", "tiff"] as const)("in %s is written anew", async (format) => {
    const [found] = await read(await picture().toFormat(format).toBuffer());
    expect(found).toMatchObject({ picture: { name: "0.png", width: 4, height: 3 }, type: "image/png" });
    expect(await sharp(found?.bytes).metadata()).toMatchObject({ format: "png", width: 4, height: 3 });
  });

  test.each([
    [1, 4, 3, "jpeg"],
    [3, 4, 3, "png"],
    [4, 4, 3, "png"],
    [5, 3, 4, "png"],
    [6, 3, 4, "png"],
  ])("with the orientation %i is upright: %i × %i", async (orientation, width, height, format) => {
    const [found] = await read(await picture().jpeg().withMetadata({ orientation }).toBuffer());
    expect(found?.picture).toMatchObject({ width, height });
    expect((await sharp(found?.bytes).metadata()).format).toBe(format);
    if (orientation > 1) expect(await sharp(found?.bytes).metadata()).toMatchObject({ width, height });
  });

  test("that is an SVG is drawn with twice the pixels, and has its own size", async () => {
    const [found] = await read(svg(48, 36));
    expect(found).toMatchObject({ picture: { name: "0.png", width: 48, height: 36 }, type: "image/png" });
    expect(await sharp(found?.bytes).metadata()).toMatchObject({ width: 128, height: 96 });
  });

  test("that cannot be drawn leaves its place", async () => {
    const png = await picture(40, 40).png().toBuffer();
    const files = [
      await bitmap(),
      Buffer.from("words"),
      Buffer.from("<svg"),
      Buffer.from("<svg >"),
      png.subarray(0, 20),
    ];
    expect(await read(...files)).toEqual(files.map(() => undefined));
  });

  test("that is an SVG of more than two megabytes, or of more than 15 million pixels, is not drawn", async () => {
    const padding = (total: number) => `<!--${"a".repeat(total - svg(9, 9, "<!---->").length)}-->`;
    const [large, larger] = await read(svg(9, 9, padding(2_097_152)), svg(9, 9, padding(2_097_153)));
    expect([large?.picture.width, larger]).toEqual([9, undefined]);
    expect(await read(svg(2_000, 2_000))).toEqual([undefined]);
  });
});

test("pictures are found by their addresses, once each", async () => {
  const png = await picture().png().toBuffer();
  const asked: string[] = [];
  const address = `data:image/png;base64,${png.toString("base64")}`;
  const escaped = address.replaceAll("+", "%2B").replaceAll("/", "%2F").replaceAll("=", "%3D");
  const page =
    parseHtml(`<img src=" a "><img src=a><img src="${address}"><img src="${escaped.replace("base64", " BASE64 ")}"><img src=x:1>
    <img src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"><img src=b><img src=""><img>
    <img src="data:,%zz"><img src="DATA:none"><p src=c></p>`);
  const found = await readPictures(
    page,
    (wanted) => {
      asked.push(wanted);
      return wanted === "a" ? { type: "", bytes: png } : undefined;
    },
    (short) => (short === "x:1" ? address : undefined),
  );
  expect(asked).toEqual(["a", "b"]);
  for (const known of ["a", " a ", address, escaped.replace("base64", " BASE64 "), "x:1"])
    expect(found.of(known)?.bytes, known.slice(0, 30)).toEqual(png);
  expect(
    found.of("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")?.picture.width,
  ).toBe(9);
  expect(found.of("b")).toBeNull();
  expect(found.of("data:,%zz")).toBeUndefined();
  expect(found.of("DATA:none")).toBeUndefined();

  const first = found.of("a")?.picture;
  expect(found.used(new Set(first ? [first] : []))).toEqual([found.of("a")]);
  expect(found.used(new Set())).toEqual([]);
});

test("a page has 400 pictures at most", async () => {
  const png = await picture().png().toBuffer();
  const others = Array.from({ length: 399 }, () => Buffer.from("words"));
  expect((await read(...others, png, png)).slice(399).map((one) => one?.picture.name)).toEqual(["399.png", undefined]);
});

test("a page has 250 million pixels at most, of 60 million for each picture", async () => {
  const png = await picture(1, 1).png().toBuffer();
  /** The picture with another size in its header. */
  const sized = (width: number, height: number) => {
    const bytes = Buffer.from(png);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    return bytes;
  };
  const [most, more, half] = [sized(8_000, 7_500), sized(8_000, 7_501), sized(4_000, 2_500)];
  const given = [most, more, most, most, most, half, half];
  expect((await read(...given)).map((one) => one !== undefined)).toEqual([true, false, true, true, true, true, false]);
});
