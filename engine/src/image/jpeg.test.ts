import { expect, test } from "vitest";
import { embedJpeg } from "./jpeg.ts";

const u16 = (value: number) => [value >> 8, value & 255];
const text = (latin1: string) => [...Buffer.from(latin1, "latin1")];
const segment = (marker: number, content: number[]) => [0xff, marker, ...u16(content.length + 2), ...content];

const start = [0xff, 0xd8];
const end = [0xff, 0xd9];
interface Frame {
  marker?: number;
  bits?: number;
  width?: number;
  height?: number;
  ids?: number[];
}
const frame = ({ marker = 0xc0, bits = 8, width = 300, height = 520, ids = [1, 2, 3] }: Frame = {}) =>
  segment(marker, [bits, ...u16(height), ...u16(width), ids.length, ...ids.flatMap((id) => [id, 0x11, 0])]);
/** A scan of three bytes that look like coded data, with a stuffed zero and a restart marker. */
const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x12, 0xff, 0x00, 0xff, 0xd3, 0x34];
const jpeg = (...parts: number[][]) => Buffer.from([start, ...parts].flat());
/** Makes a JPEG whose segments stand before its frame. */
const withSegments = (...segments: number[][]) => jpeg(...segments, frame(), scan, end);

const damaged = expect.objectContaining({ reason: "damaged" });
const kept = (bytes: Buffer) => Buffer.concat(embedJpeg(bytes).picture?.data ?? []);

test("a JPEG is embedded as it is", () => {
  const bytes = withSegments();
  expect(embedJpeg(bytes)).toEqual({
    picture: {
      width: 300,
      height: 520,
      orientation: 1,
      resolution: undefined,
      encoding: { filter: "DCTDecode", bitsPerComponent: 8, colours: { kind: "rgb" } },
      data: expect.anything(),
    },
    isWhole: false,
    isProgressive: false,
    resolution: undefined,
    orientation: 1,
  });
  expect(kept(bytes)).toEqual(bytes);
});

test.each([
  [0xc0, true, false],
  [0xc1, true, false],
  [0xc2, true, true],
  [0xc9, false, false],
  [0xca, false, false],
])("a frame of kind %i is embedded: %s; it is progressive: %s", (marker, isEmbedded, isProgressive) => {
  const read = embedJpeg(jpeg(frame({ marker }), scan, end));
  expect([read.picture !== undefined, read.isProgressive]).toEqual([isEmbedded, isProgressive]);
});

test.each([0xc3, 0xc5, 0xc6, 0xc7, 0xcb, 0xcd, 0xce, 0xcf, 0xf7])("a frame of kind %i is unsupported", (marker) => {
  expect(() => embedJpeg(jpeg(frame({ marker }), scan, end))).toThrow(
    expect.objectContaining({ reason: "unsupported", detail: expect.stringContaining("Save it as PNG or PDF") }),
  );
});

test("more than 8 bits a colour are unsupported", () => {
  expect(() => embedJpeg(jpeg(frame({ marker: 0xc1, bits: 12 }), scan, end))).toThrow(
    expect.objectContaining({ reason: "unsupported" }),
  );
});

test.each([0xc4, 0xc8, 0xcc, 0xbf, 0xd0, 0xf6, 0xf8])("a segment of kind %i is no frame", (marker) => {
  expect(() => embedJpeg(jpeg(frame({ marker }), scan, end))).toThrow(damaged);
});

test.each<[string, number[][]]>([
  ["without a frame", [scan, end]],
  ["without an end", [frame(), scan]],
  ["whose frame is too short", [segment(0xc0, [8, 0, 1, 0, 1]), scan, end]],
  ["that ends within a segment", [frame(), [0xff, 0xe1, 0, 9, 1]]],
  ["that ends within a length", [frame(), [0xff, 0xe1, 0]]],
  ["with a segment of length 1", [frame(), [0xff, 0xe1, 0, 1], scan, end]],
  ["of no width", [frame({ width: 0 }), scan, end]],
  ["of no height", [frame({ height: 0 }), scan, end]],
])("a JPEG %s is damaged", (_what, parts) => {
  expect(() => embedJpeg(jpeg(...parts))).toThrow(damaged);
});

test("a JPEG of a start alone or nothing is damaged", () => {
  for (const length of [0, 1, 2, 3]) expect(() => embedJpeg(jpeg([0xff, 0xd9]).subarray(0, length))).toThrow(damaged);
});

test("an empty segment is no damage, and one may end where the file does", () => {
  expect(kept(withSegments(segment(0xe5, [])))).toEqual(withSegments());
  expect(kept(withSegments(segment(0xdd, [])))).toEqual(withSegments(segment(0xdd, [])));
});

test("a picture with more pixels than the limit is too large", () => {
  expect(() => embedJpeg(jpeg(frame({ width: 30_000, height: 10_001 }), scan, end))).toThrow(
    expect.objectContaining({ reason: "too-large" }),
  );
});

test("only the first frame counts, and nothing after the first end", () => {
  const bytes = jpeg(frame(), scan, end);
  const { picture } = embedJpeg(Buffer.concat([bytes, jpeg(frame({ width: 9 }), scan, end)]));
  expect(picture?.width).toBe(300);
  expect(Buffer.concat(picture?.data ?? [])).toEqual(bytes);
  expect(embedJpeg(jpeg(frame(), frame({ width: 9 }), scan, end)).picture?.width).toBe(300);
});

test.each<[string, number[]]>([
  ["stray bytes", [1, 2, 3]],
  ["a byte of padding", [0xff]],
  ["two bytes of padding", [0xff, 0xff]],
  ["a temporary marker", [0xff, 0x01]],
  ["a restart marker", [0xff, 0xd0]],
  ["another restart marker", [0xff, 0xd7]],
  ["a second start", [0xff, 0xd8]],
])("%s between segments are skipped", (_what, between) => {
  expect(kept(withSegments(segment(0xdb, [7]), between, segment(0xdd, [8])))).toEqual(
    withSegments(segment(0xdb, [7]), segment(0xdd, [8])),
  );
});

test.each<[string, number[]]>([
  ["a comment", segment(0xfe, text("Secret"))],
  ["EXIF data", segment(0xe1, text("Exif\0\0Secret"))],
  ["XMP data", segment(0xe1, text("http://ns.adobe.com/xap/1.0/\0Secret"))],
  ["data of Photoshop", segment(0xed, text("Photoshop 3.0\0Secret"))],
  ["an index of further pictures", segment(0xe2, text("MPF\0Secret"))],
  ["data of another program", segment(0xef, text("Secret"))],
  ["JFIF data of another kind", segment(0xe0, text("JFXX\0Secret----------"))],
  ["an empty colour profile", segment(0xe2, text("ICC_PROFILE\0\x01\x01"))],
  ["another segment of the kind that Adobe uses", segment(0xee, text("Secret"))],
])("%s is removed", (_what, removed) => {
  expect(kept(withSegments(removed))).toEqual(withSegments());
});

test("segments of other kinds are kept", () => {
  for (const marker of [0xdb, 0xc4, 0xdd, 0xdf, 0xf0, 0xfd]) {
    const bytes = withSegments(segment(marker, [1, 2, 3]));
    expect(kept(bytes)).toEqual(bytes);
  }
});

const jfif = (unit: number, x: number, y: number, more: number[] = []) =>
  segment(0xe0, [...text("JFIF\0"), 1, 2, unit, ...u16(x), ...u16(y), ...(more.length > 0 ? more : [0, 0])]);

test.each<[string, number[], object | undefined]>([
  ["per inch", jfif(1, 300, 260), { x: 300, y: 260 }],
  ["per centimetre", jfif(2, 100, 50), { x: 254, y: 127 }],
  ["as a ratio", jfif(0, 300, 260), undefined],
  ["in an unknown unit", jfif(3, 300, 260), undefined],
  ["of none across", jfif(1, 0, 260), undefined],
  ["of none down", jfif(1, 300, 0), undefined],
  ["of one", jfif(1, 1, 1), { x: 1, y: 1 }],
])("a density %s", (_what, stated, resolution) => {
  const read = embedJpeg(withSegments(stated));
  expect([read.resolution, read.picture?.resolution]).toEqual([resolution, resolution]);
});

test("a thumbnail is removed from the JFIF segment", () => {
  const bytes = withSegments(jfif(1, 300, 260, [1, 1, 9, 9, 9]));
  expect(kept(bytes)).toEqual(withSegments(jfif(1, 300, 260)));
});

test("a JFIF segment that is too short is removed, one that lacks the size of its thumbnail completed", () => {
  const short = segment(0xe0, [...text("JFIF\0"), 1, 2, 1, ...u16(300), ...u16(260)]);
  expect(kept(withSegments(short))).toEqual(withSegments(jfif(1, 300, 260)));
  expect(kept(withSegments(segment(0xe0, [...text("JFIF\0"), 1, 2, 1, 0, 1, 0])))).toEqual(withSegments());
});

/** EXIF data of orientation 6 and 72 pixels per inch. */
const exif = segment(0xe1, [
  ...text("Exif\0\0MM\0*\0\0\0\x08\0\x03"),
  ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0],
  ...[0x01, 0x1a, 0, 5, 0, 0, 0, 1, 0, 0, 0, 50],
  ...[0x01, 0x1b, 0, 5, 0, 0, 0, 1, 0, 0, 0, 50],
  ...[0, 0, 0, 0, 0, 0, 0, 72, 0, 0, 0, 1],
]);

test("orientation and resolution are those of EXIF; the resolution of JFIF is preferred", () => {
  expect(embedJpeg(withSegments(exif))).toMatchObject({
    orientation: 6,
    resolution: { x: 72, y: 72 },
    picture: { orientation: 6, resolution: { x: 72, y: 72 } },
  });
  expect(embedJpeg(withSegments(jfif(1, 300, 300), exif)).resolution).toEqual({ x: 300, y: 300 });
  expect(embedJpeg(withSegments(jfif(0, 1, 1), exif)).resolution).toEqual({ x: 72, y: 72 });
});

const adobe = segment(0xee, [...text("Adobe"), 0, 100, 0, 0, 0, 0, 0]);
const ids = (names: string) => text(names);

test.each<[string, number[], object | undefined]>([
  ["one component", [1], { kind: "grey" }],
  ["three components", [1, 2, 3], { kind: "rgb" }],
  ["four components", [1, 2, 3, 4], { kind: "cmyk" }],
  ["two components", [1, 2], undefined],
  ["five components", [1, 2, 3, 4, 5], undefined],
])("a picture of %s", (_what, components, colours) => {
  expect(embedJpeg(jpeg(frame({ ids: components }), scan, end)).picture?.encoding.colours).toEqual(colours);
});

test("only inks with Adobe's marker are inverted, and the marker is kept", () => {
  const inked = (...segments: number[][]) => jpeg(...segments, frame({ ids: [1, 2, 3, 4] }), scan, end);
  expect(embedJpeg(inked(adobe)).picture?.encoding.decode).toEqual([1, 0, 1, 0, 1, 0, 1, 0]);
  expect(kept(inked(adobe))).toEqual(inked(adobe));
  expect(embedJpeg(inked()).picture?.encoding).not.toHaveProperty("decode");
  expect(embedJpeg(withSegments(adobe)).picture?.encoding).not.toHaveProperty("decode");
});

test("a picture that only its component names declare RGB gets Adobe's marker without a transform", () => {
  const named = (names: string, ...segments: number[][]) => jpeg(...segments, frame({ ids: ids(names) }), scan, end);
  const marker = segment(0xee, [...text("Adobe"), 0, 0x64, 0, 0, 0, 0, 0]);
  expect(kept(named("RGB"))).toEqual(named("RGB", marker));
  for (const bytes of [named("RGB", adobe), named("RGB", jfif(0, 1, 1)), named("BGR"), named("RGBA"), named("R")]) {
    expect(kept(bytes)).toEqual(bytes);
  }
});

const part = (index: number, content: number[]) => segment(0xe2, [...text("ICC_PROFILE\0"), index, 2, ...content]);

test("the parts of a colour profile are kept, and put in order", () => {
  const profile = [...Buffer.alloc(200).fill(7, 30)];
  profile.splice(16, 4, ...text("RGB "));
  const parts = [part(2, profile.slice(150)), part(1, profile.slice(0, 150))];
  const bytes = withSegments(...parts);
  expect(embedJpeg(bytes).picture?.encoding.colours).toEqual({ kind: "rgb", profile: Buffer.from(profile) });
  expect(kept(bytes)).toEqual(bytes);
  const grey = jpeg(...parts, frame({ ids: [1] }), scan, end);
  expect(embedJpeg(grey).picture?.encoding.colours).toStrictEqual({ kind: "grey" });
});

test("a colour profile may have a last part of one byte", () => {
  const bytes = withSegments(part(1, [5]));
  expect(kept(bytes)).toEqual(bytes);
});

test("markers of application data are recognised by their beginning alone", () => {
  const late = [segment(0xe1, [0, ...exif.slice(4)]), segment(0xee, [0, ...text("Adobe")])];
  expect(embedJpeg(withSegments(...late)).orientation).toBe(1);
  expect(kept(withSegments(...late))).toEqual(withSegments());
});

test.each<[string, number[], number[]]>([
  ["a last byte of 255", [0xff], end],
  ["padding before the end", [0xff, 0xff], end],
  ["every restart marker", [0xff, 0xd0, 0xff, 0xd7], end],
])("coded data with %s is kept up to the end", (_what, data, after) => {
  const bytes = jpeg(frame(), scan, data, after);
  expect(kept(bytes)).toEqual(bytes);
});

test.each([0xcf, 0xd8, 0x01])("a marker %i ends the coded data", (marker) => {
  const bytes = jpeg(frame(), scan, segment(marker, [1, 2]), end);
  const isRemoved = marker !== 0xcf;
  if (isRemoved) expect(kept(bytes).length).toBeLessThan(bytes.length);
  else expect(kept(bytes)).toEqual(bytes);
});

/** A grey JPEG of 8 × 8 pixels, whose only codes are one bit for "no difference" and one for "end of block". */
function square({ before = [], data = [0x3f], after = end }: { before?: number[]; data?: number[]; after?: number[] }) {
  const oneCode = [1, ...Array<number>(15).fill(0), 0];
  return jpeg(
    before,
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    frame({ width: 8, height: 8, ids: [1] }),
    segment(0xc4, [0x00, ...oneCode, 0x10, ...oneCode]),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    data,
    after,
  );
}

test.each<[string, Parameters<typeof square>[0], boolean]>([
  ["as it should be", {}, true],
  ["with a comment", { before: segment(0xfe, [1]) }, true],
  ["with application data", { before: segment(0xe0, [1]) }, true],
  ["without an end marker", { after: [] }, true],
  ["with data after its end", { after: [...end, 1, 2] }, true],
  ["with stray bytes before its end", { data: [0x3f, 1], after: end }, false],
  ["with a second end after stray bytes", { data: [0x3f], after: [0xff, 0xfe, 0, 2, ...end] }, false],
  ["with stray bytes before its segments", { before: [1] }, false],
  ["with a marker without content", { before: [0xff, 0x01] }, false],
])("a small JPEG %s", (_what, given, isWhole) => {
  expect(embedJpeg(square(given)).isWhole).toBe(isWhole);
});

test("a JPEG with another start is not verified", () => {
  const bytes = square({});
  bytes[0] = 0;
  expect(embedJpeg(bytes).isWhole).toBe(false);
});

test("a second scan is not verified", () => {
  const second = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x3f];
  expect(embedJpeg(square({ after: [...second, ...end] })).isWhole).toBe(false);
});

test("a JPEG without an end marker and without all its data is damaged", () => {
  expect(() => embedJpeg(square({ data: [], after: [] }))).toThrow(damaged);
});

test("a JPEG without its end marker gets one", () => {
  expect(kept(square({ after: [] }))).toEqual(square({}));
});
