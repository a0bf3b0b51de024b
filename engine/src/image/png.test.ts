import { crc32, deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { embedPng } from "./png.ts";

const u32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const text = (latin1: string) => [...Buffer.from(latin1, "latin1")];

function chunk(type: string, data: number[] = []): number[] {
  const content = [...text(type), ...data];
  return [...u32(data.length), ...content, ...u32(crc32(Buffer.from(content)))];
}

interface Header {
  width?: number;
  height?: number;
  bits?: number;
  /** 0 grey, 2 colours, 3 a palette, 4 grey and alpha, 6 colours and alpha. */
  type?: number;
  interlaced?: number;
}

const header = ({ width = 5, height = 4, bits = 8, type = 2, interlaced = 0 }: Header = {}) =>
  chunk("IHDR", [...u32(width), ...u32(height), bits, type, 0, 0, interlaced]);
const signature = text("\x89PNG\r\n\x1a\n");
const data = chunk("IDAT", [1, 2, 3]);
const end = chunk("IEND");
const join = (...parts: number[][]) => Buffer.from([...signature, ...parts.flat()]);
const png = (given: Header, ...chunks: number[][]) => join(header(given), ...chunks, data, end);

const damaged = expect.objectContaining({ reason: "damaged" });

test("a picture in colours keeps its data, and states its rows", () => {
  const { picture, frames, resolution, exif } = embedPng(
    join(header({ width: 70_000, height: 3 }), data, chunk("IDAT", [4, 5]), end),
  );
  expect(picture).toEqual({
    width: 70_000,
    height: 3,
    orientation: 1,
    resolution: undefined,
    encoding: {
      filter: "FlateDecode",
      decodeParameters: { Predictor: 15, Colors: 3, BitsPerComponent: 8, Columns: 70_000 },
      bitsPerComponent: 8,
      colours: { kind: "rgb" },
    },
    data: [Buffer.from([1, 2, 3]), Buffer.from([4, 5])],
  });
  expect({ frames, resolution, exif }).toEqual({
    frames: 1,
    resolution: undefined,
    exif: { orientation: 1, resolution: undefined },
  });
});

test.each([1, 2, 4, 8, 16])("a grey picture of %i bits has one sample for each pixel", (bits) => {
  expect(embedPng(png({ type: 0, bits })).picture?.encoding).toEqual({
    filter: "FlateDecode",
    decodeParameters: { Predictor: 15, Colors: 1, BitsPerComponent: bits, Columns: 5 },
    bitsPerComponent: bits,
    colours: { kind: "grey" },
  });
});

test.each<[string, Header]>([
  ["an interlaced picture", { interlaced: 1 }],
  ["grey and alpha", { type: 4 }],
  ["colours and alpha", { type: 6 }],
])("%s cannot be embedded, but says how it is placed", (_what, given) => {
  const density = chunk("pHYs", [...u32(10_000), ...u32(5_000), 1]);
  const frames = chunk("acTL", [...u32(7), ...u32(0)]);
  expect(embedPng(png(given, density, frames))).toEqual({
    picture: undefined,
    frames: 7,
    resolution: { x: 254, y: 127 },
    exif: { orientation: 1, resolution: undefined },
  });
});

test.each<[string, number[][]]>([
  ["without a header", [data, end]],
  ["without data", [header(), end]],
  ["of a header alone", [header()]],
  ["without an end and with something after its data", [header(), data, chunk("tEXt", text("a\0b"))]],
  ["whose header is too short", [chunk("IHDR", [...u32(5), ...u32(4), 8, 2, 0, 0]), data, end]],
  ["of 3 bits", [header({ bits: 3 }), data, end]],
  ["of 0 bits", [header({ bits: 0 }), data, end]],
  ["of no width", [header({ width: 0 }), data, end]],
  ["of no height", [header({ height: 0 }), data, end]],
  ["of palette colours without a palette", [header({ type: 3 }), data, end]],
  ["with a palette of less than a colour", [header({ type: 3 }), chunk("PLTE", [1, 2]), data, end]],
  ["whose data has another checksum", [header(), data.with(-1, 0), end]],
  ["whose end has another checksum", [header(), data, end.with(-1, 0)]],
  ["whose header has another checksum", [header().with(-1, 0), data, end]],
])("a PNG %s is damaged", (_what, parts) => {
  expect(() => embedPng(join(...parts))).toThrow(damaged);
});

test("a PNG that is cut anywhere but after its data is damaged", () => {
  const whole = png({});
  const afterData = whole.length - end.length;
  for (let length = 0; length < whole.length; length++) {
    const read = () => embedPng(whole.subarray(0, length));
    if (length === afterData) expect(read().picture?.data).toHaveLength(1);
    else expect(read).toThrow(damaged);
  }
});

test("an unimportant chunk may have any checksum, and what follows the end does not count", () => {
  const comment = chunk("tEXt", text("a\0b")).with(-1, 0);
  const { picture } = embedPng(join(header(), comment, data, end, chunk("IDAT", [9]), header({ width: 9 })));
  expect(picture).toMatchObject({ width: 5, data: [Buffer.from([1, 2, 3])] });
});

test("a second header is ignored, and chunks before the header are too", () => {
  const parts = [chunk("PLTE", [1, 2, 3]), header({ type: 3 }), header({ width: 9 }), data, end];
  expect(() => embedPng(join(...parts))).toThrow(damaged);
  expect(embedPng(join(header(), header({ width: 9 }), data, end)).picture?.width).toBe(5);
});

test("a picture with more pixels than the limit is too large", () => {
  expect(() => embedPng(png({ width: 30_000, height: 10_001 }))).toThrow(
    expect.objectContaining({ reason: "too-large" }),
  );
});

const palette = chunk("PLTE", [10, 20, 30, 40, 50, 60, 70, 80, 90]);
const paletteOf = (...chunks: number[][]) => {
  const colours = embedPng(png({ type: 3, bits: 2 }, ...chunks)).picture?.encoding.colours;
  return colours?.kind === "palette" ? [...colours.palette] : colours;
};

test("a palette is kept, and mixed with white where it is transparent", () => {
  expect(paletteOf(palette)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(paletteOf(palette, chunk("tRNS", [255]))).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
  expect(paletteOf(palette, chunk("tRNS", [0, 128]))).toEqual([255, 255, 255, 147, 152, 157, 70, 80, 90]);
  expect(paletteOf(palette, chunk("tRNS", [255, 255, 0, 0, 0]))).toEqual([10, 20, 30, 40, 50, 60, 255, 255, 255]);
  expect(paletteOf(chunk("PLTE", [1, 2, 3, 4]), chunk("tRNS", [255, 0]))).toEqual([1, 2, 3, 255]);
  expect(paletteOf(chunk("PLTE", [1, 2, 3]))).toEqual([1, 2, 3]);
});

test("a picture with a palette has one sample for each pixel", () => {
  expect(embedPng(png({ type: 3, bits: 4 }, palette)).picture?.encoding).toMatchObject({
    decodeParameters: { Predictor: 15, Colors: 1, BitsPerComponent: 4, Columns: 5 },
    bitsPerComponent: 4,
  });
});

test("a palette has no transparent colour besides", () => {
  expect(embedPng(png({ type: 3 }, palette, chunk("tRNS", [0, 1]))).picture?.encoding).not.toHaveProperty(
    "transparent",
  );
});

test.each<[string, Header, number[], number[] | undefined]>([
  ["grey of 8 bits", { type: 0 }, [0, 200], [200, 200]],
  ["grey of 16 bits", { type: 0, bits: 16 }, [0x12, 0x34], [0x1234, 0x1234]],
  ["grey of 1 bit, with bits above it", { type: 0, bits: 1 }, [0xff, 0xff], [1, 1]],
  ["colours", {}, [0, 1, 0, 2, 0, 3], [1, 1, 2, 2, 3, 3]],
  ["colours, stated in part", {}, [0, 1, 0, 2, 0], undefined],
  ["grey, stated in part", { type: 0 }, [1], undefined],
])("the transparent colour of %s", (_what, given, stated, transparent) => {
  expect(embedPng(png(given, chunk("tRNS", stated))).picture?.encoding.transparent).toEqual(transparent);
});

const profileFor = (space: string) => {
  const profile = Buffer.alloc(140);
  profile.write(space, 16, "latin1");
  return profile;
};
const profileChunk = (profile: Uint8Array) => chunk("iCCP", [...text("name\0\0"), ...deflateSync(profile)]);

test.each<[string, Header]>([
  ["RGB ", {}],
  ["GRAY", { type: 0 }],
  ["RGB ", { type: 3 }],
])("a profile for %s is kept with its kind of picture", (space, given) => {
  const profile = profileFor(space);
  expect(embedPng(png(given, palette, profileChunk(profile))).picture?.encoding.colours.profile).toEqual(profile);
  const other = profileFor(space === "RGB " ? "GRAY" : "RGB ");
  expect(embedPng(png(given, palette, profileChunk(other))).picture?.encoding.colours).not.toHaveProperty("profile");
});

test("a profile that cannot be inflated is left out, and so is one of more than 4 MB", () => {
  const broken = chunk("iCCP", [...text("name\0\0"), 1, 2, 3]);
  expect(embedPng(png({}, broken)).picture?.encoding.colours).toEqual({ kind: "rgb" });
  const most = Buffer.concat([profileFor("RGB "), Buffer.alloc((4 << 20) - 140)]);
  expect(embedPng(png({}, profileChunk(most))).picture?.encoding.colours.profile).toHaveLength(4 << 20);
  const more = Buffer.concat([most, Buffer.from([0])]);
  expect(embedPng(png({}, profileChunk(more))).picture?.encoding.colours).toEqual({ kind: "rgb" });
});

test.each<[string, number[], object | undefined]>([
  ["per metre", [...u32(10_000), ...u32(5_000), 1], { x: 254, y: 127 }],
  ["as a ratio", [...u32(10_000), ...u32(5_000), 0], undefined],
  ["in an unknown unit", [...u32(10_000), ...u32(5_000), 2], undefined],
  ["without a unit", [...u32(10_000), ...u32(5_000)], undefined],
])("a density that is stated %s", (_what, stated, resolution) => {
  const read = embedPng(png({}, chunk("pHYs", stated)));
  expect(read.resolution).toEqual(resolution);
  expect(read.picture?.resolution).toEqual(resolution);
});

test("an animation states its frames in four bytes", () => {
  expect(embedPng(png({}, chunk("acTL", u32(300)))).frames).toBe(300);
  expect(embedPng(png({}, chunk("acTL", [0, 0, 9]))).frames).toBe(1);
});

/** EXIF data of orientation 6. */
const exif = Buffer.concat([
  Buffer.from("MM\0*\0\0\0\x08\0\x01", "latin1"),
  Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
]);
/** The lines in which ImageMagick writes it: empty, a name, a length, and 36 bytes a line. */
const lines = (bytes: Buffer) =>
  text(`\nexif\n${bytes.length.toString().padStart(8)}\n${bytes.toString("hex").replace(/.{30}/g, "$&\n")}\n`);
const prefixed = Buffer.concat([Buffer.from("Exif\0\0"), exif]);

test.each<[string, number[]]>([
  ["a chunk of its own", chunk("eXIf", [...exif])],
  ["a text", chunk("tEXt", [...text("Raw profile type exif\0"), ...lines(exif)])],
  ["a text with its prefix", chunk("tEXt", [...text("Raw profile type APP1\0"), ...lines(prefixed)])],
  [
    "a compressed text",
    chunk("zTXt", [...text("Raw profile type exif\0\0"), ...deflateSync(Buffer.from(lines(exif)))]),
  ],
])("the orientation is read from %s", (_what, stated) => {
  expect(embedPng(png({}, stated))).toMatchObject({ picture: { orientation: 6 }, exif: { orientation: 6 } });
});

test.each<[string, number[]]>([
  ["another text", chunk("tEXt", [...text("Comment\0"), ...lines(exif)])],
  ["a text without a name", chunk("tEXt", text("no zero"))],
  ["a compressed text that is damaged", chunk("zTXt", [...text("Raw profile type XMP\0\0"), 1, 2])],
])("%s does not change the orientation", (_what, stated) => {
  const { exif: read } = embedPng(png({}, chunk("eXIf", [...exif]), stated));
  expect(read.orientation).toBe(6);
});

test("a text of damaged EXIF data counts as none", () => {
  const stated = chunk("zTXt", [...text("Raw profile type exif\0\0"), 1, 2]);
  expect(embedPng(png({}, stated)).exif).toEqual({ orientation: 1, resolution: undefined });
});
