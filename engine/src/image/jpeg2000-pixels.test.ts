import { expect, test } from "vitest";
import { codestream, jp2 } from "../../../fixtures/jpeg2000.ts";
import { jpeg2000Picture } from "./jpeg2000.ts";
import { unpackedRows } from "./pixels-testing.ts";

const size = 4;
/** Gives a codestream another width; OpenJPEG shows its quarters nevertheless, with blurred edges. */
function ofWidth(kind: "rgb" | "grey12", width: number): Buffer {
  const coded = codestream(kind);
  coded.writeUInt32BE(width, size + 4);
  return coded;
}

/** The quarters are red, green, blue and grey; in the grey picture, only the first is light and the last one grey. */
const quarters = { rgb: ["255,0,0", "0,255,0", "0,0,255", "128,128,128"], grey12: ["255", "0", "0", "128"] };

/** Returns which of the colours of the quarters is the nearest. */
function nearest(pixel: number[], colours: string[]): string {
  const distance = (colour: string) =>
    Math.max(...colour.split(",").map((level, channel) => Math.abs(Number(level) - (pixel[channel] ?? 0))));
  return colours.toSorted((one, other) => distance(one) - distance(other))[0] ?? "";
}

test.each([
  ["rgb", 128],
  ["rgb", 127],
  ["rgb", 126],
  ["rgb", 125],
  ["grey12", 128],
  ["grey12", 127],
] as const)("all rows of a picture %s that is %i pixels wide are in their place", async (kind, width) => {
  const { picture, pictures } = await jpeg2000Picture(ofWidth(kind, width));
  expect(picture).toMatchObject({ width, height: 120, orientation: 1, resolution: undefined });
  expect(pictures).toBe(1);
  const samples = kind === "rgb" ? 3 : 1;
  const rows = unpackedRows(picture);
  expect(rows).toHaveLength(width * 120 * samples);
  const colourAt = (x: number, y: number) => {
    const at = (y * width + x) * samples;
    return nearest(rows.slice(at, at + samples), quarters[kind]);
  };
  const down = [4, 12, 20, 28, 36, 44, 52, 68, 76, 84, 92, 100, 108, 116];
  const expected = down.map((y) => quarters[kind].slice(y < 60 ? 0 : 2).slice(0, 2));
  expect(down.map((y) => [colourAt(56, y), colourAt(72, y)])).toEqual(expected);
  expect(down.map((y) => [colourAt(4, y), colourAt(120, y)])).toEqual(expected);
});

test("a picture coded without loss is stored without loss, another one as JPEG", async () => {
  const coded = codestream("rgb");
  expect((await jpeg2000Picture(coded)).picture.encoding.filter).toBe("FlateDecode");
  const style = coded.indexOf(Buffer.from([0xff, 0x52]));
  coded.writeUInt8(0, style + 13);
  expect((await jpeg2000Picture(coded)).picture.encoding.filter).toBe("DCTDecode");
});

test.each([
  ["two channels", 2],
  ["five channels", 5],
  ["no channel", 0],
])("a picture of %s is unsupported, with advice", async (_what, components) => {
  const coded = codestream("rgb");
  coded.writeUInt16BE(components, size + 36);
  await expect(jpeg2000Picture(coded)).rejects.toMatchObject({
    reason: "unsupported",
    detail: "is a JPEG 2000 picture of a kind that few programs can read. Save it as JPEG or PDF and replace it.",
  });
});

test.each([0, 11, 13, 15, 19, 20])("a picture in colour space %i is unsupported", async (colourSpace) => {
  await expect(jpeg2000Picture(jp2("rgb", { colourSpace }))).rejects.toMatchObject({ reason: "unsupported" });
});

test("a picture that states how its brightness and colours are coded is shown", async () => {
  expect((await jpeg2000Picture(jp2("rgb", { colourSpace: 18 }))).picture.encoding.colours).toEqual({ kind: "rgb" });
});

test("a profile is kept where it is of the picture's kind", async () => {
  const profileFor = (space: string) => {
    const profile = Buffer.alloc(200);
    profile.write(space, 16, "latin1");
    return profile;
  };
  const coloursOf = async (kind: "rgb" | "grey12" | "rgba", profile: Buffer) =>
    (await jpeg2000Picture(jp2(kind, { profile }))).picture.encoding.colours;
  const [grey, rgb] = [profileFor("GRAY"), profileFor("RGB ")];
  expect(await coloursOf("rgb", rgb)).toEqual({ kind: "rgb", profile: rgb });
  expect(await coloursOf("rgb", grey)).toStrictEqual({ kind: "rgb" });
  expect(await coloursOf("grey12", grey)).toEqual({ kind: "grey", profile: grey });
  expect(await coloursOf("rgba", rgb)).toStrictEqual({ kind: "rgb" });
});
